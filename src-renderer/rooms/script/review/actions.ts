/** What can be done when takes are gone through, for buttons, keys and palette alike. The same keys, whatever is looked for. */
import type { Action } from '../../../actions/action.ts'
import type { Review } from './use-line-walk.ts'

export interface ReviewHands {
  /** Of the bar that is open; of doubtful lines while none is. */
  readonly review: () => Pick<Review, 'stops' | 'step' | 'mayHear' | 'hear' | 'mayAccept' | 'toggleRight'>
  readonly isDrift: () => boolean
  readonly hasTakes: () => boolean
  readonly toggleListening: () => unknown
  readonly toggleDrift: () => unknown
}

/** The fields of a line. */
const inLines = { why: 'hear', within: '.line' } as const

export function reviewActions({ review, isDrift, hasTakes, toggleListening, toggleDrift }: ReviewHands): readonly Action[] {
  const hasStops = (): boolean => review().stops.value.length > 0
  return [
    {
      id: 'listening.open',
      group: 'script',
      label: t => t.listening.keys.open,
      keys: ['alt+h'],
      inFields: inLines,
      when: hasTakes,
      run: toggleListening,
    },
    {
      id: 'drift.open',
      group: 'script',
      label: t => t.drift.ofSpeaker,
      keys: ['alt+g'],
      inFields: inLines,
      when: hasTakes,
      run: toggleDrift,
    },
    {
      id: 'listening.next',
      group: 'script',
      label: t => isDrift() ? t.drift.next : t.listening.next,
      keys: ['alt+.'],
      inFields: inLines,
      when: hasStops,
      run: () => review().step(1),
    },
    {
      id: 'listening.previous',
      group: 'script',
      label: t => isDrift() ? t.drift.previous : t.listening.previous,
      keys: ['alt+,'],
      inFields: inLines,
      when: hasStops,
      run: () => review().step(-1),
    },
    {
      id: 'listening.hear',
      group: 'script',
      label: t => isDrift() ? t.drift.hear : t.listening.hear,
      keys: ['alt+e'],
      inFields: inLines,
      when: () => review().mayHear(),
      run: () => review().hear(),
    },
    {
      id: 'listening.right',
      group: 'script',
      label: t => t.listening.right,
      keys: ['alt+y'],
      inFields: inLines,
      when: () => review().mayAccept(),
      run: () => review().toggleRight(),
    },
  ]
}
