/** The library's commands. */
import type { Take } from '#contract/takes.ts'
import type { Action } from '../../actions/action.ts'
import { comparable } from '../../parts/takes/compare/comparable.ts'

export type Move = 'back' | 'on' | 'up' | 'down' | 'start' | 'end'
const moves = {
  back: 'alt+arrowleft',
  on: 'alt+arrowright',
  up: 'alt+arrowup',
  down: 'alt+arrowdown',
  start: 'alt+home',
  end: 'alt+end',
} as const satisfies Record<Move, string>

export interface LibraryHands {
  readonly chosen: readonly Take[]
  /** Also of very many, which are not among the chosen. */
  readonly count: number
  readonly areStarred: boolean
  /** Takes are being changed part by part. */
  readonly isBusy: boolean
  readonly isTrash: boolean
  readonly focusSearch: () => void
  readonly isGrid: boolean
  /** Makes the takes of the grid larger by this many sizes. */
  readonly resize: (steps: number) => void
  readonly toggleView: () => void
  readonly toggleFilters: () => void
  readonly nextSort: () => void
  readonly turnSort: () => void
  readonly star: (isStarred: boolean) => unknown
  readonly rename: () => void
  readonly tag: () => void
  readonly addToProject: () => void
  readonly collect: () => void
  /** The name of the collection that is shown; null for none. */
  readonly collection: string | null
  readonly leaveCollection: () => unknown
  /** The collection is listed by hand. */
  readonly isByHand: boolean
  /** Moves what is selected in it; up and down by a row. `isHeld`: its key is still held down. */
  readonly move: (where: Move, isHeld?: boolean) => unknown
  readonly trash: () => unknown
  readonly purge: () => unknown
  readonly selectAll: () => void
  /** Tries are shown as one. */
  readonly toggleFolds: () => void
  /** A take of a stack was touched last. */
  readonly hasStack: boolean
  readonly toggleStack: () => void
  readonly clear: () => void
  readonly compare: () => void
  readonly step: (steps: number) => void
}

export function libraryActions(hands: LibraryHands): Action[] {
  const hasChosen = () => hands.count > 0 && !hands.isBusy
  const hasLoaded = () => hands.chosen.length > 0 && !hands.isBusy
  const mayCompare = () => comparable(hands.chosen).length > 1
  return [
    {
      id: 'library.search',
      group: 'library',
      keys: ['/', 'mod+f'],
      inFields: { why: 'find' },
      label: t => t.library.keys.search,
      run: hands.focusSearch,
    },
    { id: 'library.view', group: 'library', keys: ['g'], label: t => t.library.keys.grid, run: hands.toggleView },
    { id: 'library.filters', group: 'library', label: t => t.library.facets.toggle, run: hands.toggleFilters },
    { id: 'library.sort', group: 'library', keys: ['s'], label: t => t.library.keys.nextSort, run: hands.nextSort },
    { id: 'library.turn-sort', group: 'library', keys: ['shift+s'], label: t => t.library.keys.turnSort, run: hands.turnSort },
    {
      id: 'library.larger',
      group: 'library',
      keys: ['+', '='],
      label: t => t.library.keys.larger,
      when: () => hands.isGrid,
      run: () => hands.resize(1),
    },
    {
      id: 'library.smaller',
      group: 'library',
      keys: ['-'],
      label: t => t.library.keys.smaller,
      when: () => hands.isGrid,
      run: () => hands.resize(-1),
    },
    {
      id: 'library.next',
      group: 'library',
      keys: ['arrowdown', 'arrowright'],
      label: t => t.library.keys.next,
      isHidden: true,
      run: () => hands.step(1),
      repeat: () => hands.step(1),
    },
    {
      id: 'library.previous',
      group: 'library',
      keys: ['arrowup', 'arrowleft'],
      label: t => t.library.keys.previous,
      isHidden: true,
      run: () => hands.step(-1),
      repeat: () => hands.step(-1),
    },
    { id: 'library.fold', group: 'library', keys: ['shift+o'], label: t => t.stacks.toggleFold, run: hands.toggleFolds },
    { id: 'library.stack', group: 'library', keys: ['o'], label: t => t.stacks.toggle, when: () => hands.hasStack, run: hands.toggleStack },
    { id: 'library.select-all', group: 'library', keys: ['mod+a'], label: t => t.library.keys.selectAll, run: hands.selectAll },
    {
      id: 'library.star',
      group: 'library',
      keys: ['f'],
      label: t => t.library.keys.star,
      when: () => hasChosen() && !hands.isTrash,
      run: () => hands.star(!hands.areStarred),
    },
    {
      id: 'library.rename',
      group: 'library',
      keys: ['f2'],
      label: t => t.library.naming.open,
      when: () => hasLoaded() && !hands.isTrash,
      run: hands.rename,
    },
    {
      id: 'library.tag',
      group: 'library',
      keys: ['t'],
      label: t => t.library.tags.open,
      when: () => hasChosen() && !hands.isTrash,
      run: hands.tag,
    },
    {
      id: 'library.add-to-project',
      group: 'library',
      keys: ['p'],
      label: t => t.bin.add,
      when: () => hasChosen() && !hands.isTrash,
      run: hands.addToProject,
    },
    {
      id: 'library.collect',
      group: 'library',
      keys: ['b'],
      label: t => t.collections.collect,
      when: () => hasChosen() && !hands.isTrash,
      run: hands.collect,
    },
    {
      id: 'library.leave-collection',
      group: 'library',
      keys: ['shift+b'],
      label: t => t.collections.leave(hands.collection ?? ''),
      when: () => hasChosen() && hands.collection !== null,
      run: hands.leaveCollection,
    },
    ...(Object.keys(moves) as Move[]).map((where): Action => ({ // Its keys are those of the table.
      id: `library.move-${where}`,
      group: 'library',
      keys: [moves[where]],
      label: t => t.collections.moves[where],
      when: () => hasChosen() && hands.isByHand && !hands.isTrash,
      run: () => hands.move(where),
      repeat: () => hands.move(where, true),
    })),
    {
      id: 'library.trash',
      group: 'library',
      keys: ['delete'],
      label: t => t.library.keys.trash,
      when: () => hasChosen() && !hands.isTrash,
      run: hands.trash,
    },
    {
      id: 'library.purge',
      group: 'library',
      keys: ['delete'],
      label: t => t.library.purge,
      when: () => hasLoaded() && hands.isTrash,
      run: hands.purge,
    },
    { id: 'library.compare', group: 'library', keys: ['c'], label: t => t.library.keys.compare, when: mayCompare, run: hands.compare },
    {
      id: 'library.clear',
      group: 'library',
      keys: ['escape'],
      label: t => t.library.clearSelection,
      isHidden: true,
      when: () => hands.count > 0,
      run: hands.clear,
    },
  ]
}
