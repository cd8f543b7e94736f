/** A name before what somebody says. */
import type { RowForm } from './read-row.ts'

/** Ways of writing names in which other things are written, too: see `rare-names.ts`. */
export type RareWay = 'spaced' | 'corner' | 'bold' | 'digits' | 'list' | 'italic' | 'asked' | 'bar' | 'arrow' | 'slash' | 'after'

export interface Named {
  readonly name: string
  /** A remark between the name and the words. */
  readonly how: string
  readonly rest: string
  readonly form: RowForm
  /** Written in a way that nothing but a name is. */
  readonly isMarked: boolean
  /** Only the other rows tell that it is a name: it may be the beginning of a sentence. */
  readonly isDoubtful?: boolean
  readonly way?: RareWay
  /** A quotation after the name is all that is said. */
  readonly isWhole?: boolean
}
