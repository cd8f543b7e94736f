/** Damages database files as a failing disk does: bytes changed or missing. */
import { open, readFile } from 'node:fs/promises'
import { expect } from 'vitest'

const pageBytes = 4096

export const noise = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => (index * 7919 + 13) % 256)

export async function overwrite(path: string, at: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'r+')
  await file.write(bytes, 0, bytes.length, at)
  await file.close()
}

/** Byte offset of the database page that contains these words. */
export async function pageWith(path: string, words: string): Promise<number> {
  const at = (await readFile(path)).indexOf(words)
  expect(at).toBeGreaterThan(0)
  return Math.floor(at / pageBytes) * pageBytes
}

/** Overwrites the database page that contains these words with noise. */
export async function spoil(path: string, words: string): Promise<void> {
  await overwrite(path, await pageWith(path, words), noise(pageBytes))
}
