/** Permanently deletes what is in the trash, after a confirmation that says how much, what stays, and what is still in use. */
import type { TrashRef } from '#contract/trash.ts'
import { h } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useAsk } from '../dialogs/use-ask.ts'
import { showSize } from '../text/show-size.ts'
import PurgeWords from './PurgeWords.vue'

export function usePurge(whenDone: () => unknown = () => {}) {
  const ask = useAsk()
  const notices = useNotices()

  async function purge(items: TrashRef[], folders: readonly string[]): Promise<void> {
    const answer = await attempt(studio.trash.purge({ items }))
    if (answer.fault) {
      notices.fault(answer.fault)
    }
    else {
      notices.say(texts => texts.trash.purged(answer.value.count, answer.value.sizeBytes === 0 ? '' : showSize(answer.value.sizeBytes))
        + (folders.length > 0 ? texts.trash.filmsLeft(folders) : ''))
    }
    await whenDone()
  }

  return async (items: TrashRef[]): Promise<void> => {
    const weighed = await attempt(studio.trash.weigh({ items }))
    if (weighed.fault)
      return notices.fault(weighed.fault)
    const weight = weighed.value
    if (weight.count === 0)
      return notices.say(texts => texts.trash.keptAll)
    if (await ask(({ trash: words }) => ({
      title: words.purgeTitle(weight.count),
      content: () => h(PurgeWords, { items, weight }),
      act: words.purgeAct,
    }))) {
      await purge(items, weight.films.map(place => place.folder))
    }
  }
}
