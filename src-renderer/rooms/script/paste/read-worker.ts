/** Reads scripts in a worker: see `read-aside.ts`. */
import type { TableChoice } from '#rules/script/table.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import { detectedLanguage } from '#rules/script/detect-language.ts'
import { readScriptFile } from './read-file.ts'
import { readLines } from './read-lines.ts'

export type ReadRequest
  = | { readonly do: 'text', readonly text: string, readonly table: TableChoice | null }
    | { readonly do: 'language', readonly text: string }
    | { readonly do: 'file', readonly file: File, readonly encoding: Encoding | null }

globalThis.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data).then(result => globalThis.postMessage(result))
})

async function answer(request: ReadRequest): Promise<unknown> {
  switch (request.do) {
    case 'text': return readLines(request.text, request.table)
    // What is known of languages is larger than all of the rest, and is not needed to read.
    case 'language': return detectedLanguage(request.text, (await import('eld/small')).eld)
    case 'file': return readScriptFile(request.file, request.encoding)
  }
}
