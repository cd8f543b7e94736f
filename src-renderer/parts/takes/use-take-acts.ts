/** What can be done with takes that exist: star, trash with undo, restore. */
import type { Take } from '#contract/takes.ts'
import type { SoundChoice, TakeId } from '#contract/words.ts'
import type { UndoCall } from '../../actions/undo.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'

/** As many as one call takes. */
const atOnce = 1000

export function useTakeActs() {
  const notices = useNotices()
  const undo = useUndo()

  /** Answers those that the calls changed: undo is about no others. Null when one failed, which is told. */
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

  const inPieces = (call: 'takes.trash' | 'takes.restore', takeIds: readonly TakeId[]): UndoCall[] =>
    Array.from({ length: Math.ceil(takeIds.length / atOnce) }, (_, at) =>
      ({ call, input: { takeIds: takeIds.slice(at * atOnce, (at + 1) * atOnce) } }))

  async function restore(takeIds: readonly TakeId[]) {
    const restored = await inParts(takeIds, studio.takes.restore)
    if (restored === null)
      return
    if (restored.length > 0) {
      undo.note({
        name: 'restoreTakes',
        of: String(restored.length),
        back: inPieces('takes.trash', restored),
        forth: inPieces('takes.restore', restored),
      })
    }
    notices.say(t => t.library.restored(restored.length), { tone: 'good' })
  }

  return {
    restore,
    async star(takeIds: readonly TakeId[], isStarred: boolean) {
      const changed: TakeId[] = []
      for (const takeId of takeIds) {
        const answer = await attempt(studio.takes.star({ takeId, isStarred }))
        if (answer.fault) {
          notices.fault(answer.fault)
          break
        }
        if (answer.value.isChanged)
          changed.push(takeId)
      }
      if (changed.length === 0)
        return
      const calls = (star: boolean): UndoCall[] => changed.map(takeId => ({ call: 'takes.star', input: { takeId, isStarred: star } }))
      const name = isStarred ? 'starTakes' : 'unstarTakes'
      undo.note({ name, of: String(changed.length), back: calls(!isStarred), forth: calls(isStarred) })
    },
    async chooseSound({ id: takeId, title, asset }: Pick<Take, 'id' | 'title' | 'asset'>, heard: SoundChoice) {
      const { value, fault } = await attempt(studio.takes.chooseSound({ takeId, heard }))
      if (fault)
        return notices.fault(fault)
      if (!value.isChanged)
        return
      const call = (choice: SoundChoice | null): UndoCall[] => [{ call: 'takes.chooseSound', input: { takeId, heard: choice } }]
      undo.note({ name: 'chooseSound', of: title, back: call(asset.heard ?? null), forth: call(heard) })
    },
    async trash(takeIds: readonly TakeId[]) {
      const trashed = await inParts(takeIds, studio.takes.trash)
      if (trashed === null || trashed.length === 0)
        return
      const { takeBack } = undo.note({
        name: 'trashTakes',
        of: String(trashed.length),
        back: inPieces('takes.restore', trashed),
        forth: inPieces('takes.trash', trashed),
      })
      notices.say(t => t.library.trashed(trashed.length), { act: { label: t => t.shell.act.undo, run: takeBack } })
    },
  }
}
