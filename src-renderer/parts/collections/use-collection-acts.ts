/** Acts on collections and saved searches; each is one step of undo. */
import type { Collection } from '#contract/collections.ts'
import type { AskedStep } from '#contract/journal.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import type { ManyTakes } from '../takes/take-work.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useCollections } from '../../stores/collections.ts'
import { useSavedSearches } from '../../stores/saved-searches.ts'
import { attempt, studio } from '../../studio.ts'
import { countOf } from '../takes/take-work.ts'
import { changedBy, useTakeParts } from '../takes/use-take-parts.ts'

export function useCollectionActs() {
  const notices = useNotices()
  const undo = useUndo()
  const inParts = useTakeParts()
  const collections = useCollections()
  const searches = useSavedSearches()

  function say(words: (t: Texts) => string, step: AskedStep): void {
    notices.say(words, { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
  }

  return {
    /** The one of this name, or a new one, gets the takes. */
    async addTo(name: string, takes: ManyTakes, onPart = (): void => {}): Promise<AnyFault | null> {
      const known = collections.named(name)
      const step = undo.step({ name: known ? 'addToCollection' : 'makeCollection', of: known?.name ?? name })
      let failed: AnyFault | null = null
      const call = (takeIds: TakeId[]) => studio.collections.create({ name, takeIds, step })
      const answers = await inParts(takes, step, call, { tell: fault => failed = fault, onPart })
      if (answers && countOf(takes) > 0)
        say(t => t.collections.added(changedBy(answers), known?.name ?? name), step)
      return failed
    },
    /** What was dropped on it. */
    async add({ id: collectionId, name }: Collection, takes: ManyTakes): Promise<void> {
      const step = undo.step({ name: 'addToCollection', of: name })
      const answers = await inParts(takes, step, takeIds => studio.collections.add({ collectionId, takeIds, step }))
      if (answers)
        say(t => t.collections.added(changedBy(answers), name), step)
    },
    async removeTakes({ id: collectionId, name }: Collection, takes: ManyTakes): Promise<void> {
      const step = undo.step({ name: 'removeFromCollection', of: name })
      const answers = await inParts(takes, step, takeIds => studio.collections.removeTakes({ collectionId, takeIds, step }))
      if (answers)
        say(t => t.collections.left(changedBy(answers), name), step)
    },
    /**
     * Answers whether all were put before that take, or with null at the end; a notice has said what failed. Those of one `series`, which
     * follow each other quickly, are one step.
     */
    async arrange(
      { id: collectionId, name }: Collection,
      takes: ManyTakes,
      { beforeTakeId, series }: { readonly beforeTakeId: TakeId | null, readonly series?: string | undefined },
    ): Promise<boolean> {
      const step = undo.step({ name: 'arrangeCollection', of: name, ...series !== undefined && { joins: series } })
      return await inParts(takes, step, takeIds => studio.collections.move({ collectionId, takeIds, beforeTakeId, step })) !== null
    },
    async rename({ id: collectionId, name: expected }: Collection, name: string): Promise<AnyFault | null> {
      const step = undo.step({ name: 'renameCollection', of: expected })
      return (await attempt(studio.collections.rename({ collectionId, name, expected, step }))).fault ?? null
    },
    async remove({ id: collectionId, name }: Collection): Promise<void> {
      const step = undo.step({ name: 'removeCollection', of: name })
      const { fault } = await attempt(studio.collections.remove({ collectionId, step }))
      if (fault)
        notices.fault(fault)
      else
        say(t => t.collections.removed(name), step)
    },
    async saveSearch({ text, sort }: Pick<SavedSearch, 'text' | 'sort'>, name: string): Promise<AnyFault | null> {
      const step = undo.step({ name: 'saveSearch', of: name })
      return (await attempt(studio.searches.create({ name, text, sort, step }))).fault ?? null
    },
    async renameSearch({ id: searchId, name: expected }: SavedSearch, name: string): Promise<AnyFault | null> {
      const step = undo.step({ name: 'changeSearch', of: expected })
      return (await attempt(studio.searches.change({ searchId, name, expected: { name: expected }, step }))).fault ?? null
    },
    async updateSearch({ id: searchId, name }: SavedSearch, { text, sort }: Pick<SavedSearch, 'text' | 'sort'>): Promise<void> {
      const before = searches.get(searchId)
      const step = undo.step({ name: 'changeSearch', of: name })
      const expected = before && { text: before.text, sort: before.sort }
      const { fault } = await attempt(studio.searches.change({ searchId, text, sort, ...expected && { expected }, step }))
      if (fault)
        notices.fault(fault)
      else
        say(t => t.collections.searches.updated(name), step)
    },
    async removeSearch({ id: searchId, name }: SavedSearch): Promise<void> {
      const step = undo.step({ name: 'removeSearch', of: name })
      const { fault } = await attempt(studio.searches.remove({ searchId, step }))
      if (fault)
        notices.fault(fault)
      else
        say(t => t.collections.searches.removed(name), step)
    },
  }
}
