/** What can be done with takes that exist: star, trash with undo, restore. */
import type { TakeId } from '#contract/words.ts'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'

/** As many as one call takes. */
const AT_ONCE = 1000

export function useTakeActs() {
  const notices = useNotices()

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

  async function restore(takeIds: readonly TakeId[]) {
    const count = await inParts(takeIds, studio.takes.restore)
    if (count !== null)
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
    },
    async trash(takeIds: readonly TakeId[]) {
      const count = await inParts(takeIds, studio.takes.trash)
      if (count !== null)
        notices.say(t => t.library.trashed(count), { act: { label: t => t.shell.act.undo, run: () => restore(takeIds) } })
    },
  }
}
