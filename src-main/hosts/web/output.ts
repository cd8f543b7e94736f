/** Everything the command line prints passes here: as lines that are harmless in a terminal, whatever words are in them. */
import process from 'node:process'
import { printable, printableJson } from '../../base/printable.ts'

const broken = new AbortController()

/** Aborts when nobody reads what is printed any more, as in `takeroom serve | head`. The program then ends in order, not in the middle. */
export const outputBroken: AbortSignal = broken.signal

/** Without a listener the first line that nobody reads would end the program at once. */
export function watchOutput(): void {
  process.stdout.on('error', () => broken.abort())
  // Complaints that nobody reads are in the log, too.
  process.stderr.on('error', () => {})
}

export interface Stream { readonly isTTY?: boolean, write: (text: string) => unknown }

export interface Output {
  /** A line of words, of which any may be foreign: it stays one line. */
  line: (text: string) => void
  json: (value: unknown) => void
  /** Percent: one line that changes on a terminal, elsewhere lines. */
  percent: (percent: number) => void
  readonly isTerminal: boolean
}

export function createOutput(stream: Stream): Output {
  const isTerminal = stream.isTTY === true
  return {
    isTerminal,
    line: text => void stream.write(`${printable(text)}\n`),
    json: value => void stream.write(`${printableJson(value)}\n`),
    percent: percent => void stream.write(isTerminal ? `\r${percent}%` : `${percent}%\n`),
  }
}

/** For the results of a command, and for what it says besides. */
export const stdout: Output = createOutput(process.stdout)
export const stderr: Output = createOutput(process.stderr)

export const print = stdout.line
