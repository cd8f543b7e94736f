/** Reads a pasted script, and the file of one, beside the page: a novel takes seconds. */
import type { ReadingChoices } from '#rules/script/script-lines.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import type { FileWords } from './read-file.ts'
import type { ScriptLines } from './read-lines.ts'
import type { ReadRequest } from './read-worker.ts'
import { usualChoices } from '#rules/script/script-lines.ts'
import { inWorker } from '../../../parts/pauses/in-worker.ts'
import { readLines } from './read-lines.ts'

/** So many characters are read in a few milliseconds, sooner than a worker begins. */
const mostHere = 10_000

function ask<Answer>(request: ReadRequest, signal?: AbortSignal): Promise<Answer> {
  return inWorker(() => new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module', name: 'script' }), request, signal)
}

/** @throws the reason of the signal */
export async function readScriptAside(text: string, choices: ReadingChoices = usualChoices, signal?: AbortSignal): Promise<ScriptLines> {
  return text.length <= mostHere ? readLines(text, choices) : ask({ do: 'text', text, choices: { ...choices } }, signal)
}

/** `encoding` null: the one that it seems to be written in. */
export function readFileAside(file: File, encoding: Encoding | null, signal?: AbortSignal): Promise<FileWords> {
  return ask({ do: 'file', file, encoding }, signal)
}
