/** The error for an unusable media file, with a reason that the interface can translate. */

/**
 * - `empty`: no bytes at all.
 * - `cut-short`: the file ends before its header says it should.
 * - `damaged`: has the signature of a media file, but nothing can read it.
 * - `too-large`: a picture with more pixels than ffmpeg decodes.
 * - `no-reader`: needs ffmpeg, which is not available.
 */
export type UnreadableReason = 'empty' | 'cut-short' | 'damaged' | 'too-large' | 'no-reader'

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
