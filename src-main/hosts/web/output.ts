/** The terminal's end of the output may go away, as in `takeroom serve | head`. The program then ends in order, not in the middle. */
import process from 'node:process'

const broken = new AbortController()

/** Aborts when nobody reads what is printed any more. */
export const outputBroken: AbortSignal = broken.signal

/** Without a listener the first line that nobody reads would end the program at once. */
export function watchOutput(): void {
  process.stdout.on('error', () => broken.abort())
  // Complaints that nobody reads are in the log, too.
  process.stderr.on('error', () => {})
}
