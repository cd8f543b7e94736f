/** Where a damaged database is kept when another takes its place. Nothing is ever deleted. */
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The name under which a database of a studio folder is kept; it tells when. */
export function keptPathOf(path: string, nowMs: number): string {
  return join(dirname(path), 'damaged', `${basename(path, '.db')}-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}.db`)
}

/** Moves a database with its log out of the way. Answers its new path, null where there was none. */
export async function moveAside(path: string, nowMs: number): Promise<string | null> {
  const kept = keptPathOf(path, nowMs)
  await mkdir(dirname(kept), { recursive: true })
  await moveFiles(path, kept, ['', '-wal', '-shm'])
  return existsSync(kept) ? kept : null
}

/** A log that was left beside a database would be applied to the file that takes its place. */
export async function moveLogAside(path: string, kept: string): Promise<void> {
  await moveFiles(path, kept, ['-wal', '-shm'])
}

async function moveFiles(from: string, to: string, suffixes: readonly string[]): Promise<void> {
  for (const suffix of suffixes) {
    if (existsSync(`${from}${suffix}`))
      await rename(`${from}${suffix}`, `${to}${suffix}`)
  }
}
