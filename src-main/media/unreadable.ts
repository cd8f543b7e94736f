/** The one error for a media file that cannot be used, with a reason the studio can put into words. */

/**
 * - `empty`: no bytes at all.
 * - `cut-short`: begins well and ends before its own header says it should.
 * - `damaged`: looks like a media file, and nothing could read it.
 * - `no-reader`: needs ffmpeg, which was not given.
 */
export type UnreadableReason = 'empty' | 'cut-short' | 'damaged' | 'no-reader'

export class UnreadableMediaError extends Error {
  override readonly name = 'UnreadableMediaError'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, detail: string, cause?: unknown) {
    super(`${reason}: ${detail}`, { cause })
    this.reason = reason
  }
}
