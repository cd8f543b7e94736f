/** Reads the captions of a file in a worker: see `use-bring-captions.ts`. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from '#rules/captions/cues.ts'
import type { WorkerPart } from '../../../parts/pauses/in-worker.ts'
import { decodeText } from '#rules/text/decode.ts'
import { importCaptions } from '#rules/captions/import.ts'
import { countCues, readCaptionFile } from '#rules/captions/read-file.ts'

export interface CaptionsRequest {
  readonly file: File
  readonly rate: FrameRate
  readonly atFrame: number
  /** More than these are counted, and not read. */
  readonly most: number
}

/** The next captions of the file, and how many there are in all. */
export interface CaptionsPart { readonly captions: readonly Caption[], readonly count: number }

/** After all captions have come in parts; none has where `isRead` is false: the file has none, or too many. */
export interface CaptionsAnswer { readonly isRead: boolean, readonly count: number, readonly skipped: number }

/** As many as the page takes in within a few milliseconds. */
const partSize = 1000

globalThis.addEventListener('message', ({ data }: MessageEvent<CaptionsRequest>) => {
  void answer(data).then(result => globalThis.postMessage(result))
})

function tell(part: CaptionsPart): void {
  globalThis.postMessage({ part } satisfies WorkerPart<CaptionsPart>)
}

async function answer({ file, rate, atFrame, most }: CaptionsRequest): Promise<CaptionsAnswer> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()))
  const count = countCues(text)
  if (count <= 2 * most)
    tell({ captions: [], count })
  // Some of few too many may have no words, and not count.
  const read = count > 2 * most ? null : readCaptionFile(text)
  if (!read || read.captions.length === 0 || read.captions.length > most)
    return { isRead: false, count: read?.captions.length ?? count, skipped: read?.skipped ?? 0 }
  const captions = importCaptions(read.captions, rate, atFrame)
  for (let from = 0; from < captions.length; from += partSize)
    tell({ captions: captions.slice(from, from + partSize), count: captions.length })
  return { isRead: true, count: captions.length, skipped: read.skipped }
}
