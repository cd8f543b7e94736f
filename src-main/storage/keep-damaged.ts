/** Keeps a damaged database when another one replaces it. Nothing is ever deleted. */
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The name under which a damaged database is kept, with the time in it. */
export function keptPathOf(path: string, nowMs: number): string {
  return join(dirname(path), 'damaged', `${basename(path, '.db')}-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-')}.db`)
}

/** Moves a database and its log to that name. Returns the new path; null when there was no file. */
export async function moveAside(path: string, nowMs: number): Promise<string | null> {
  const kept = keptPathOf(path, nowMs)
  await mkdir(dirname(kept), { recursive: true })
  await moveFiles(path, kept, ['', '-wal', '-shm'])
  return existsSync(kept) ? kept : null
}

/** SQLite would apply a leftover log to the file that replaces the database. */
export async function moveLogAside(path: string, kept: string): Promise<void> {
  await moveFiles(path, kept, ['-wal', '-shm'])
}

async function moveFiles(from: string, to: string, suffixes: readonly string[]): Promise<void> {
  for (const suffix of suffixes) {
    if (existsSync(`${from}${suffix}`))
      await rename(`${from}${suffix}`, `${to}${suffix}`)
  }
}
