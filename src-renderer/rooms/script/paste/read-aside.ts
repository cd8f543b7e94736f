/** Reads a pasted script, and the file of one, next to the page: a novel takes seconds. */
import type { TableChoice } from '#rules/script/table.ts'
import type { Encoding } from '#rules/text/encodings.ts'
import type { FileWords } from './read-file.ts'
import type { ScriptRows } from './read-lines.ts'
import type { ReadRequest } from './read-worker.ts'
import { inWorker } from '../../../parts/pauses/in-worker.ts'
import { createKeptWorker } from '../../../parts/pauses/kept-worker.ts'
import { readLines } from './read-lines.ts'

/** So many characters are read in a few milliseconds, sooner than a worker begins. */
const mostHere = 10_000

const create = (): Worker => new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module', name: 'script' })

/** The ways in which scripts are written, so that reading is compiled before somebody waits for it. */
const samples = [
  'INT. HARBOUR - NIGHT\n\nMara waits at the pier.\n\nMARA\n(quietly)\nIt is late.\n\nCUT TO:\n',
  'ELIAS: Who is there?\n[SFX: a door]\n**Mara (softly):** Nobody.\n\n# Chapter 2\n\n“Come in,” said Elias. “It is cold.”\n',
  '[00:00:03] MARA: One.\n\n1\n00:00:01,000 --> 00:00:02,500\nTwo.\n\nELIAS — Three.\n> a note\n',
]
const warmUp: ReadRequest = { do: 'text', text: samples.join('\n').repeat(60), table: null }
const reader = createKeptWorker(create, warmUp)

/** Reads come soon: what they need is made ready next to the page. */
export function prepareToRead(): void {
  reader.prepare()
}

/** @throws the reason of the signal */
export async function readScriptAside(text: string, table: TableChoice | null = null, signal?: AbortSignal): Promise<ScriptRows> {
  const request: ReadRequest = { do: 'text', text, table }
  return text.length <= mostHere ? readLines(text, table) : reader.ask<ScriptRows>(request, signal)
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
    const answer = inWorker<string | null>(create, { do: 'language', text } satisfies ReadRequest, stop.signal)
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
  return reader.ask<FileWords>({ do: 'file', file, encoding } satisfies ReadRequest, signal)
}
