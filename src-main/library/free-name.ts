/** The name of what undo restores while something else has its name. */
import { cutText } from '#rules/text/cut-text.ts'

/** `name`, or else the first one with a number, from 2, that is not taken and not too long. */
export function freeName(name: string, { isTaken, longest, ending }: {
  readonly isTaken: (name: string) => boolean
  readonly longest: number
  readonly ending: (number: number) => string
}): string {
  let free = name
  for (let number = 2; isTaken(free); number += 1) {
    const end = ending(number)
    free = cutText(name, longest - end.length).trimEnd() + end
  }
  return free
}
