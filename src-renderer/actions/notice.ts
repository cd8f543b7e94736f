/** The shape of a notice: what it says, what can be done about it, and what it lists. */
import type { Texts } from '../texts/texts.ts'
import type { AnyFault } from '../wire/attempt.ts'

export interface Notice {
  readonly id: number
  /** Its id in the list of past notices. */
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly tone: 'plain' | 'good' | 'bad'
  readonly text: (texts: Texts) => string
  /** A fault is shown with its own words instead of `text`. */
  readonly fault?: AnyFault
  readonly act?: { readonly label: (texts: Texts) => string, readonly run: () => unknown }
  /** It tells of what is under way, and stays until it is taken back or closed. */
  readonly isOngoing?: boolean
  /** What failed, and why: a file or an item each. They are read in the list of past notices. */
  readonly details?: readonly { readonly of: string, readonly fault: AnyFault }[]
}
