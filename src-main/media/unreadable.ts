/** The error for an unusable media file, with a reason that the interface can translate. */

/**
 * - `empty`: no bytes at all.
 * - `cut-short`: the file ends before its header says it should.
 * - `damaged`: has the signature of a media file, but nothing can read it.
 * - `too-large`: a picture with more pixels than ffmpeg decodes.
 * - `no-reader`: needs ffmpeg, which is not available.
 * - `no-decoder`: whole as far as can be seen, but the installed ffmpeg cannot decode it.
 * - `no-samples`: a sound without samples.
 */
export type UnreadableReason = 'empty' | 'cut-short' | 'damaged' | 'too-large' | 'no-reader' | 'no-decoder' | 'no-samples'

export class UnreadableMediaError extends Error {
  override readonly name = 'UnreadableMediaError'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, detail: string, cause?: unknown) {
    super(`${reason}: ${detail}`, { cause })
    this.reason = reason
  }
}

/** The file is sound, but not what was asked for: `found` is its type. */
export class OtherMediumError extends UnreadableMediaError {
  readonly found: string

  constructor(wanted: string, found: string) {
    super('damaged', `expected ${wanted}, found ${found}`)
    this.found = found
  }
}

/** What a fault tells of an error: programs name the files they were given, whose places are the studio's own. */
export function withoutPaths(message: string): string {
  return message.replaceAll(/(?<![\w.])(?:[A-Z]:)?[/\\][^:\n]*/gi, 'the file')
}
