/** What can be done with takes that exist: star, trash with undo, restore. */
import type { TakeId } from '#contract/words.ts'
import type { UndoCall } from '../../actions/undo.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { attempt, studio } from '../../studio.ts'

/** As many as one call takes. */
const AT_ONCE = 1000

export function useTakeActs() {
  const notices = useNotices()
  const undo = useUndo()

  async function inParts(
    takeIds: readonly TakeId[],
    call: (input: { takeIds: TakeId[] }) => Promise<{ count: number }>,
  ): Promise<number | null> {
    let count = 0
    for (let from = 0; from < takeIds.length; from += AT_ONCE) {
      const answer = await attempt(call({ takeIds: takeIds.slice(from, from + AT_ONCE) }))
      if (answer.fault) {
        notices.fault(answer.fault)
        return null
      }
      count += answer.value.count
    }
    return count
  }

  const inPieces = (call: 'takes.trash' | 'takes.restore', takeIds: readonly TakeId[]): UndoCall[] =>
    Array.from({ length: Math.ceil(takeIds.length / AT_ONCE) }, (_, at) =>
      ({ call, input: { takeIds: takeIds.slice(at * AT_ONCE, (at + 1) * AT_ONCE) } }))

  async function restore(takeIds: readonly TakeId[]) {
    const count = await inParts(takeIds, studio.takes.restore)
    if (count === null)
      return
    undo.note({
      name: 'restoreTakes',
      of: String(takeIds.length),
      back: inPieces('takes.trash', takeIds),
      forth: inPieces('takes.restore', takeIds),
    })
    notices.say(t => t.library.restored(count), { tone: 'good' })
  }

  return {
    restore,
    async star(takeIds: readonly TakeId[], isStarred: boolean) {
      for (const takeId of takeIds) {
        const { fault } = await attempt(studio.takes.star({ takeId, isStarred }))
        if (fault)
          return notices.fault(fault)
      }
      const calls = (star: boolean): UndoCall[] => takeIds.map(takeId => ({ call: 'takes.star', input: { takeId, isStarred: star } }))
      const name = isStarred ? 'starTakes' : 'unstarTakes'
      undo.note({ name, of: String(takeIds.length), back: calls(!isStarred), forth: calls(isStarred) })
    },
    async trash(takeIds: readonly TakeId[]) {
      const count = await inParts(takeIds, studio.takes.trash)
      if (count === null)
        return
      const { takeBack } = undo.note({
        name: 'trashTakes',
        of: String(takeIds.length),
        back: inPieces('takes.restore', takeIds),
        forth: inPieces('takes.trash', takeIds),
      })
      notices.say(t => t.library.trashed(count), { act: { label: t => t.shell.act.undo, run: takeBack } })
    },
  }
}
