/** Reads a pasted script, and the file of one, next to the page: a novel takes seconds. */
import type { TableChoice } from '#rules/script/table.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import type { FileWords } from './read-file.ts'
import type { ScriptRows } from './read-lines.ts'
import type { ReadRequest } from './read-worker.ts'
import { inWorker } from '../../../parts/pauses/in-worker.ts'
import { readLines } from './read-lines.ts'

/** So many characters are read in a few milliseconds, sooner than a worker begins. */
const mostHere = 10_000

function ask<Answer>(request: ReadRequest, signal?: AbortSignal): Promise<Answer> {
  return inWorker(() => new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module', name: 'script' }), request, signal)
}

/** @throws the reason of the signal */
export async function readScriptAside(text: string, table: TableChoice | null = null, signal?: AbortSignal): Promise<ScriptRows> {
  return text.length <= mostHere ? readLines(text, table) : ask({ do: 'text', text, table }, signal)
}

/** Null where it is not clear. Always aside: what is known of languages is a megabyte. */
export function detectLanguageAside(text: string, signal?: AbortSignal): Promise<string | null> {
  return ask({ do: 'language', text }, signal)
}

/** `encoding` null: the one that it seems to be written in. */
export function readFileAside(file: File, encoding: Encoding | null, signal?: AbortSignal): Promise<FileWords> {
  return ask({ do: 'file', file, encoding }, signal)
}
