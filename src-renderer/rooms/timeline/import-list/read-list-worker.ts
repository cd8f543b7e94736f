/** Reads an edit list in a worker: one of an hour is megabytes of JSON or XML. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ReadList } from '#rules/interchange/list.ts'
import { UnreadableListError } from '#rules/interchange/list.ts'
import { readWholeList } from '#rules/interchange/read-list.ts'
import { decodeText } from '#rules/text/decode.ts'
import { unpack } from './unpack.ts'

export interface ListRequest {
  readonly file: File
  /** For formats that do not say theirs. */
  readonly rate: FrameRate
}
/** Null for what is no edit list. */
export type ListAnswer = ReadList | null

globalThis.addEventListener('message', ({ data }: MessageEvent<ListRequest>) => {
  answer(data).then(read => globalThis.postMessage(read), globalThis.reportError)
})

async function answer({ file, rate }: ListRequest): Promise<ListAnswer> {
  try {
    return await readWholeList(decodeText(new Uint8Array(await file.arrayBuffer())).text, rate, unpack)
  }
  catch (error) {
    if (error instanceof UnreadableListError)
      return null
    throw error
  }
}
