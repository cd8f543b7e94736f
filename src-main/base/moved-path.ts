/** What a path becomes when a folder above it is moved. */
import { isAbsolute, join, relative, sep } from 'node:path'

/** The same path below the new folder; one that is elsewhere, or empty, stays. */
export function movedPath(path: string, from: string, to: string): string {
  const way = relative(from, path)
  return path === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? path : join(to, way)
}
