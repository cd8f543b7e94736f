/** What can be done with takes that exist: star, name, tag, trash with undo, restore. */
import type { Take } from '#contract/takes.ts'
import type { SoundChoice, TakeId } from '#contract/words.ts'
import type { Texts } from '../../texts/texts.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'

/** As many as one call takes. */
const atOnce = 1000

export function useTakeActs() {
  const notices = useNotices()
  const undo = useUndo()

  /** Returns the takes that the calls changed: undo concerns no others. Null when a call failed, which a notice says. */
  async function inParts(
    takeIds: readonly TakeId[],
    call: (input: { takeIds: TakeId[] }) => Promise<{ takeIds: TakeId[] }>,
  ): Promise<TakeId[] | null> {
    const changed: TakeId[] = []
    for (let from = 0; from < takeIds.length; from += atOnce) {
      const answer = await attempt(call({ takeIds: takeIds.slice(from, from + atOnce) }))
      if (answer.fault) {
        notices.fault(answer.fault)
        return null
      }
      changed.push(...answer.value.takeIds)
    }
    return changed
  }

  async function restore(takeIds: readonly TakeId[]) {
    const step = undo.step({ name: 'restoreTakes', of: String(takeIds.length) })
    const restored = await inParts(takeIds, part => studio.takes.restore({ ...part, step }))
    if (restored === null)
      return
    notices.say(t => t.library.restored(restored.length), { tone: 'good' })
  }

  return {
    restore,
    async star(takeIds: readonly TakeId[], isStarred: boolean) {
      const step = undo.step({ name: isStarred ? 'starTakes' : 'unstarTakes', of: String(takeIds.length) })
      await inParts(takeIds, part => studio.takes.star({ ...part, isStarred, step }))
    },
    /** An empty name takes it away. Whether it was done; if not, a notice says why. */
    async rename(wanted: readonly { take: Pick<Take, 'id' | 'name' | 'title'>, name: string }[]): Promise<boolean> {
      const changed = wanted.filter(({ take, name }) => take.name !== name)
      const [first] = changed
      const one = changed.length === 1 ? first : undefined
      const step = undo.step({ name: 'nameTakes', of: one ? one.name || one.take.title : String(changed.length) })
      for (let from = 0; from < changed.length; from += atOnce) {
        const names = changed.slice(from, from + atOnce).map(({ take, name }) => ({ takeId: take.id, name, expected: take.name }))
        const { fault } = await attempt(studio.takes.rename({ names, step }))
        if (fault) {
          notices.fault(fault)
          return false
        }
      }
      return true
    },
    /** Whether it was done; if not, a notice says why. */
    async tag(takeIds: readonly TakeId[], { add, remove }: { add: readonly string[], remove: readonly string[] }): Promise<boolean> {
      if (add.length === 0 && remove.length === 0)
        return true
      const step = undo.step({ name: add.length > 0 ? 'tagTakes' : 'untagTakes', of: (add.length > 0 ? add : remove).join(', ') })
      return await inParts(takeIds, part => studio.takes.tag({ ...part, add: [...add], remove: [...remove], step })) !== null
    },
    async chooseSound({ id: takeId, title }: Pick<Take, 'id' | 'title'>, heard: SoundChoice) {
      const step = undo.step({ name: 'chooseSound', of: title })
      const { fault } = await attempt(studio.takes.chooseSound({ takeId, heard, step }))
      if (fault)
        notices.fault(fault)
    },
    /** Stars one and moves the others to the trash, as one step. Whether it was done; if not, a notice says why. */
    async keepOne(kept: TakeId, all: readonly TakeId[]): Promise<boolean> {
      const others = all.filter(takeId => takeId !== kept)
      const step = undo.step({ name: 'trashTakes', of: String(others.length) })
      const { fault } = await attempt(studio.takes.star({ takeIds: [kept], isStarred: true, step }))
      if (fault)
        notices.fault(fault)
      const trashed = fault ? null : await inParts(others, part => studio.takes.trash({ ...part, step }))
      if (trashed === null)
        return false
      notices.say(t => t.player.compare.kept(trashed.length), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
      return true
    },
    /** Moves the others of its content to the trash, as one step, but for those that are used: in their places they would be missed. */
    async keepOfContent(kept: TakeId) {
      const answer = await attempt(studio.takes.othersOfContent({ takeId: kept }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const unused = answer.value.others.filter(other => !other.isUsed).map(other => other.takeId)
      const stay = answer.value.others.length - unused.length
      const step = undo.step({ name: 'trashTakes', of: String(unused.length) })
      const trashed = await inParts(unused, part => studio.takes.trash({ ...part, step }))
      const act = { label: (t: Texts) => t.shell.act.undo, run: undo.takeBack(step) }
      if (trashed !== null)
        notices.say(t => t.library.duplicates.kept(trashed.length, stay), { act })
    },
    async trash(takeIds: readonly TakeId[]) {
      const step = undo.step({ name: 'trashTakes', of: String(takeIds.length) })
      const trashed = await inParts(takeIds, part => studio.takes.trash({ ...part, step }))
      if (trashed === null || trashed.length === 0)
        return
      notices.say(t => t.library.trashed(trashed.length), { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    },
  }
}
