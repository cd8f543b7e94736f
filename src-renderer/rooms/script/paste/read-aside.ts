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

interface Detection {
  readonly words: string
  readonly answer: Promise<string | null>
  readonly stop: AbortController
  /** How many wait for it. */
  asking: number
}

/** The words whose language is being found out, for all that ask: the dialog as it shows them, and the button that adds them. */
let latest: Detection | null = null

/**
 * Null where it is not clear. In a worker, as the data about languages is a megabyte, which each worker reads. So the same words are asked
 * for once at a time; the worker ends with its answer, or when everyone who asked has stopped.
 */
export function detectLanguageAside(text: string, signal?: AbortSignal): Promise<string | null> {
  if (latest?.words !== text) {
    const stop = new AbortController()
    const answer = ask<string | null>({ do: 'language', text }, stop.signal)
    const begun = latest = { words: text, answer, stop, asking: 0 }
    const forget = (): void => void (latest === begun && (latest = null))
    answer.then(forget, forget)
  }
  const mine = latest
  mine.asking += 1
  signal?.addEventListener('abort', () => {
    mine.asking -= 1
    if (mine.asking > 0)
      return
    // Who asks now does not wait for what is stopped.
    if (latest === mine)
      latest = null
    mine.stop.abort()
  }, { once: true })
  return mine.answer
}

/** `encoding` null: the one that it seems to be written in. */
export function readFileAside(file: File, encoding: Encoding | null, signal?: AbortSignal): Promise<FileWords> {
  return ask({ do: 'file', file, encoding }, signal)
}
