/** What can be done when takes are listened back to, for buttons, keys and palette alike. */
import type { Action } from '../../../actions/action.ts'
import type { Doubtful } from './use-doubtful.ts'
import type { ListenBack } from './use-listen-back.ts'

interface Hands {
  readonly listenBack: Pick<ListenBack, 'isOpen' | 'open'>
  readonly doubtful: Pick<Doubtful, 'doubtful' | 'step' | 'mayHear' | 'hear' | 'mayAccept' | 'toggleRight'>
  readonly hasTakes: () => boolean
  readonly close: () => void
}

/** The fields of a line. */
const inLines = { why: 'hear', within: '.line' } as const

export function listeningActions({ listenBack, doubtful, hasTakes, close }: Hands): readonly Action[] {
  const hasDoubts = (): boolean => doubtful.doubtful.value.length > 0
  return [
    {
      id: 'listening.open',
      group: 'script',
      label: t => t.listening.keys.open,
      keys: ['alt+h'],
      inFields: inLines,
      when: hasTakes,
      run: () => listenBack.isOpen.value ? close() : listenBack.open(),
    },
    {
      id: 'listening.next',
      group: 'script',
      label: t => t.listening.next,
      keys: ['alt+.'],
      inFields: inLines,
      when: hasDoubts,
      run: () => doubtful.step(1),
    },
    {
      id: 'listening.previous',
      group: 'script',
      label: t => t.listening.previous,
      keys: ['alt+,'],
      inFields: inLines,
      when: hasDoubts,
      run: () => doubtful.step(-1),
    },
    {
      id: 'listening.hear',
      group: 'script',
      label: t => t.listening.hear,
      keys: ['alt+e'],
      inFields: inLines,
      when: doubtful.mayHear,
      run: doubtful.hear,
    },
    {
      id: 'listening.right',
      group: 'script',
      label: t => t.listening.right,
      keys: ['alt+y'],
      inFields: inLines,
      when: doubtful.mayAccept,
      run: doubtful.toggleRight,
    },
  ]
}
