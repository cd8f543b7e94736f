/** What can be done with takes that exist: star, name, tag, trash with undo, restore. */
import type { Take } from '#contract/takes.ts'
import type { SoundChoice, TakeId } from '#contract/words.ts'
import type { Texts } from '../../texts/texts.ts'
import type { ManyTakes } from './take-work.ts'
import { foldName } from '#rules/search/names.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'
import { countOf, mostInPart } from './take-work.ts'
import { changedBy, useTakeParts } from './use-take-parts.ts'

export function useTakeActs() {
  const notices = useNotices()
  const undo = useUndo()
  const inParts = useTakeParts()

  async function restore(takes: ManyTakes) {
    const step = undo.step({ name: 'restoreTakes', of: String(countOf(takes)) })
    const restored = await inParts(takes, step, takeIds => studio.takes.restore({ takeIds, step }))
    if (restored !== null)
      notices.say(t => t.library.restored(changedBy(restored)), { tone: 'good' })
  }

  /** In place of the others, it must have its file: they may have the only one of its content. Whether it has; if not, a notice says so. */
  function hasFile({ asset }: Pick<Take, 'asset'>): boolean {
    if (asset.isMissing)
      notices.say(t => t.player.missingFile, { tone: 'bad' })
    return !asset.isMissing
  }

  return {
    restore,
    async star(takes: ManyTakes, isStarred: boolean) {
      const step = undo.step({ name: isStarred ? 'starTakes' : 'unstarTakes', of: String(countOf(takes)) })
      await inParts(takes, step, takeIds => studio.takes.star({ takeIds, isStarred, step }))
    },
    /** An empty name takes it away. Whether it was done; if not, a notice says why. */
    async rename(wanted: readonly { take: Pick<Take, 'id' | 'name' | 'title'>, name: string }[]): Promise<boolean> {
      const changed = wanted.filter(({ take, name }) => take.name !== name)
      const [first] = changed
      const one = changed.length === 1 ? first : undefined
      const step = undo.step({ name: 'nameTakes', of: one ? one.name || one.take.title : String(changed.length) })
      for (let from = 0; from < changed.length; from += mostInPart) {
        const names = changed.slice(from, from + mostInPart).map(({ take, name }) => ({ takeId: take.id, name, expected: take.name }))
        const { fault } = await attempt(studio.takes.rename({ names, step }))
        if (fault) {
          notices.fault(fault)
          return false
        }
      }
      return true
    },
    /** Whether it was done; if not, a notice says why. */
    async tag(
      takes: ManyTakes,
      { add: wanted, remove }: { add: readonly string[], remove: readonly string[] },
      onPart?: () => void,
    ): Promise<boolean> {
      // Quotes alone are no tag: no search could ask for it.
      const add = wanted.filter(tag => foldName(tag) !== '')
      if (add.length === 0 && remove.length === 0)
        return true
      const step = undo.step({ name: add.length > 0 ? 'tagTakes' : 'untagTakes', of: (add.length > 0 ? add : remove).join(', ') })
      const call = (takeIds: TakeId[]) => studio.takes.tag({ takeIds, add: [...add], remove: [...remove], step })
      return await inParts(takes, step, call, { onPart }) !== null
    },
    /** A line of its own in each note, as one step. Whether it was done; if not, a notice says why. */
    async addToNotes(takes: ManyTakes, text: string): Promise<boolean> {
      const step = undo.step({ name: 'addToNotes', of: String(countOf(takes)) })
      const done = await inParts(takes, step, takeIds => studio.takes.addToNotes({ takeIds, text, step }))
      const tooLong = (done ?? []).reduce((sum, answer) => sum + answer.tooLong, 0)
      if (tooLong > 0)
        notices.say(t => t.library.noting.tooLong(tooLong), { tone: 'bad' })
      return done !== null
    },
    async chooseSound({ id: takeId, title }: Pick<Take, 'id' | 'title'>, heard: SoundChoice) {
      const step = undo.step({ name: 'chooseSound', of: title })
      const { fault } = await attempt(studio.takes.chooseSound({ takeId, heard, step }))
      if (fault)
        notices.fault(fault)
    },
    /** Stars one and moves the others to the trash, as one step. Whether it was done; if not, a notice says why. */
    async keepOne(kept: Pick<Take, 'id' | 'asset'>, all: readonly TakeId[]): Promise<boolean> {
      if (!hasFile(kept))
        return false
      const others = all.filter(takeId => takeId !== kept.id)
      const step = undo.step({ name: 'trashTakes', of: String(others.length) })
      const { fault } = await attempt(studio.takes.star({ takeIds: [kept.id], isStarred: true, step }))
      if (fault)
        notices.fault(fault)
      const trashed = fault ? null : await inParts(others, step, takeIds => studio.takes.trash({ takeIds, step }))
      if (trashed === null)
        return false
      notices.say(t => t.player.compare.kept(changedBy(trashed)), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
      return true
    },
    /** Moves the others of its content to the trash, as one step, but for those that are used: in their places they would be missed. */
    async keepOfContent(kept: Pick<Take, 'id' | 'asset'>) {
      if (!hasFile(kept))
        return
      const answer = await attempt(studio.takes.othersOfContent({ takeId: kept.id }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const unused = answer.value.others.filter(other => !other.isUsed).map(other => other.takeId)
      const stay = answer.value.others.length - unused.length
      const step = undo.step({ name: 'trashTakes', of: String(unused.length) })
      const trashed = await inParts(unused, step, takeIds => studio.takes.trash({ takeIds, step }))
      const act = { label: (t: Texts) => t.shell.act.undo, run: undo.takeBack(step) }
      if (trashed !== null)
        notices.say(t => t.library.duplicates.kept(changedBy(trashed), stay), { act })
    },
    async trash(takes: ManyTakes) {
      const step = undo.step({ name: 'trashTakes', of: String(countOf(takes)) })
      const count = changedBy(await inParts(takes, step, takeIds => studio.takes.trash({ takeIds, step })) ?? [])
      if (count > 0)
        notices.say(t => t.library.trashed(count), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    },
  }
}
