/** Content Credentials: which kinds of file can carry them, how large a file can be, and when its certificate is nearly over. */
import type { Encoding, Format } from '#contract/presets.ts'

/** Those that the reference implementation of C2PA writes: it has no place for them in Matroska and Ogg. */
const carriers: ReadonlySet<Format> = new Set(['mp4', 'mov', 'm4a', 'm4b', 'mp3', 'wav', 'flac', 'png', 'jpeg', 'gif', 'webp'])

export const carriesCredentials = ({ format }: Pick<Encoding, 'format'>): boolean => carriers.has(format)

/** A file is signed in memory, which takes four and a half times its size: measured with films of 40 to 1,000 MB. */
export const mostSignedBytes = (memoryBytes: number): number => Math.min(1e9, Math.floor(memoryBytes / 6))

const warningDays = 30
const dayMs = 86_400_000

/** `ending` in its last 30 days. */
export function periodOf({ validFrom, validUntil }: { readonly validFrom: number, readonly validUntil: number }, now: number):
'early' | 'valid' | 'ending' | 'over' {
  if (now < validFrom)
    return 'early'
  if (now > validUntil)
    return 'over'
  return now > validUntil - warningDays * dayMs ? 'ending' : 'valid'
}
