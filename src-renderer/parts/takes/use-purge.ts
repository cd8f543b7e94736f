/** Permanently deletes what is in the trash, after a confirmation that says how much, what stays, and what is still in use. */
import type { TrashChoice, TrashRef } from '#contract/trash.ts'
import { h } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useAsk } from '../dialogs/use-ask.ts'
import { showSize } from '../text/show-size.ts'
import PurgeWords from './PurgeWords.vue'

/** Items by their ids, and any number of them by a choice. */
interface ToPurge { readonly items: TrashRef[], readonly choice?: TrashChoice }

export function usePurge(whenDone: () => unknown = () => {}) {
  const ask = useAsk()
  const notices = useNotices()

  async function purge(asked: ToPurge, folders: readonly string[]): Promise<void> {
    const answer = await attempt(studio.trash.purge(asked))
    if (answer.fault) {
      notices.fault(answer.fault)
    }
    else {
      notices.say(texts => texts.trash.purged(answer.value.count, answer.value.sizeBytes === 0 ? '' : showSize(answer.value.sizeBytes))
        + (folders.length > 0 ? texts.trash.filmsLeft(folders) : ''))
    }
    await whenDone()
  }

  return async (asked: ToPurge): Promise<void> => {
    const weighed = await attempt(studio.trash.weigh(asked))
    if (weighed.fault)
      return notices.fault(weighed.fault)
    const weight = weighed.value
    if (weight.count === 0)
      return notices.say(texts => texts.trash.keptAll)
    if (await ask(({ trash: words }) => ({
      title: words.purgeTitle(weight.count),
      content: () => h(PurgeWords, { weight }),
      act: words.purgeAct,
    }))) {
      await purge(asked, weight.films.map(place => place.folder))
    }
  }
}
