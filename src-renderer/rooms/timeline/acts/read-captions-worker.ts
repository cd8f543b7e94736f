/** Reads the captions of a file in a worker: see `use-bring-captions.ts`. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from '#rules/captions/cues.ts'
import { decodeText } from '#rules/captions/decode-text.ts'
import { importCaptions } from '#rules/captions/import.ts'
import { countCues, readCaptionFile } from '#rules/captions/read-file.ts'

export interface CaptionsRequest {
  readonly file: File
  readonly rate: FrameRate
  readonly atFrame: number
  /** More than these are counted, and not read. */
  readonly most: number
}

/** `captions` is null for a file that has none, or too many. */
export interface CaptionsAnswer { readonly captions: readonly Caption[] | null, readonly count: number, readonly skipped: number }

globalThis.addEventListener('message', ({ data }: MessageEvent<CaptionsRequest>) => {
  void answer(data).then(result => globalThis.postMessage(result))
})

async function answer({ file, rate, atFrame, most }: CaptionsRequest): Promise<CaptionsAnswer> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  const count = countCues(text)
  // Some of few too many may have no words, and not count.
  const read = count > 2 * most ? null : readCaptionFile(text)
  if (!read || read.captions.length === 0 || read.captions.length > most)
    return { captions: null, count: read?.captions.length ?? count, skipped: read?.skipped ?? 0 }
  return { captions: importCaptions(read.captions, rate, atFrame), count: read.captions.length, skipped: read.skipped }
}
