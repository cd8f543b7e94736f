/**
 * Keeps on disk what each ffmpeg said it can do, so that a start need not ask it again. Not by `base/disk-cache.ts`: these are at most
 * eight answers of a few kilobytes in one JSON file, which expire by time; there is no limit of bytes, and no use to note.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { writeFileAtomic } from '../../base/atomic-file.ts'

/** Which program answered. A file that was replaced has another size or date. */
export interface Program {
  /** With every link resolved. */
  readonly realPath: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** What a program said of itself. */
export interface Capabilities {
  readonly version: string
  readonly encoders: readonly string[]
  readonly filters: readonly string[]
}

export interface FfmpegCache {
  /** Null when the program was not asked before, or too long ago. Never throws: a missing or broken file contains nothing. */
  read: (program: Program) => Promise<Capabilities | null>
  /** Never throws: what could not be kept is asked again. */
  write: (program: Program, capabilities: Capabilities) => Promise<void>
}

const kept = z.object({
  realPath: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  askedAt: z.number(),
  version: z.string().min(1),
  encoders: z.array(z.string()).min(1),
  filters: z.array(z.string()).min(1),
})
const cacheFile = z.object({ format: z.literal(1), programs: z.array(kept) })
type Kept = z.infer<typeof kept>

const programsKept = 8
/** The libraries of an ffmpeg can be replaced without it. */
const longestMs = 24 * 3_600_000

/** A cache in the JSON file at `path`; the folder is made when something is to be kept. `now` in milliseconds. */
export function createFfmpegCache(path: string, now: () => number): FfmpegCache {
  async function readKept(): Promise<readonly Kept[]> {
    try {
      return cacheFile.parse(JSON.parse(await readFile(path, 'utf8'))).programs
    }
    catch {
      return []
    }
  }

  return {
    async read(program) {
      const found = (await readKept()).find(each => isSame(each, program))
      const ageMs = found ? now() - found.askedAt : Infinity
      return found && ageMs >= 0 && ageMs < longestMs ? found : null
    },
    async write(program, capabilities) {
      // A launcher of other programs (snap) stays the same when the ffmpeg that it starts is replaced.
      if (!/^ffmpeg/i.test(basename(program.realPath)))
        return
      try {
        const others = (await readKept()).filter(each => each.realPath !== program.realPath)
        const programs: Kept[] = [
          { ...program, askedAt: now(), ...capabilities, encoders: [...capabilities.encoders], filters: [...capabilities.filters] },
          ...others,
        ]
        await mkdir(dirname(path), { recursive: true })
        await writeFileAtomic(path, JSON.stringify({ format: 1, programs: programs.slice(0, programsKept) }))
      }
      catch {
        // A folder that cannot be written costs only the time to ask again.
      }
    },
  }
}

function isSame(one: Program, other: Program): boolean {
  return one.realPath === other.realPath && one.sizeBytes === other.sizeBytes && one.modifiedMs === other.modifiedMs
}
