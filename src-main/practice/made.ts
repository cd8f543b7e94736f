/** Keeps what took long to make: a result is determined by its request, and starting ffmpeg costs more than most results. */
import { hashOf } from './seed.ts'

/** Several hundred small results, or a dozen large ones. */
const mostBytes = 48 * 2 ** 20
const largestBytes = 4 * 2 ** 20

/** Oldest use first; shared by all services of the process. */
const kept = new Map<string, Buffer>()
let keptBytes = 0

/** What `make` gives, where `parts` determine it completely. Not to be written to. An error is passed on and not kept. */
export async function madeOnce(parts: readonly (string | Uint8Array)[], make: () => Promise<Buffer>): Promise<Buffer> {
  const key = hashOf(...parts)
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const made = await make()
  if (made.length <= largestBytes && !kept.has(key)) {
    kept.set(key, made)
    keptBytes += made.length
    removeOldest()
  }
  return made
}

function removeOldest(): void {
  for (const [key, { length }] of kept) {
    if (keptBytes <= mostBytes)
      return
    kept.delete(key)
    keptBytes -= length
  }
}
