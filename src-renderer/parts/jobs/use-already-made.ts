/** Asks before a request is sent again that should only give the same result: the existing result can be shown, or it is generated anyway. */
import type { Fields, Model } from '#contract/models.ts'
import type { AccountId, JobId, ProjectId, TakeId, VoiceId } from '#contract/words.ts'
import type { Texts } from '../../texts/texts.ts'
import { useRouter } from 'vue-router'
import { repeatsItself } from '#rules/models/repeats.ts'
import { openTakeInspector } from '../../actions/overlay.ts'
import { useQuestion } from '../../actions/question.ts'
import { attempt, studio } from '../../studio.ts'

/** What would be sent, each variant as its own request. */
interface Asked {
  readonly accountId: AccountId
  readonly model: Model
  readonly voiceId: VoiceId | null
  readonly variants: readonly Fields[]
  /** Whose names of the shelf count. */
  readonly projectId?: ProjectId | null
}

interface Found { readonly takeId: TakeId | null, readonly jobId: JobId | null }

interface ToMake {
  /** None where the user does not continue. */
  readonly variants: readonly Fields[]
  /** The existing result was shown instead. */
  readonly isShown: boolean
}

export function useAlreadyMade() {
  const question = useQuestion()
  const router = useRouter()

  function show({ takeId, jobId }: Found): void {
    if (takeId !== null)
      openTakeInspector(takeId)
    else
      void router.push({ name: 'queue', query: { jobId } })
  }

  function wordsOf({ model, variants }: Asked, found: readonly Found[]): (texts: Texts) => string {
    if (variants.length > 1)
      return texts => texts.make.already.some(found.length, variants.length)
    if (found[0]?.takeId === null)
      return texts => texts.make.already.job
    return model.kind === 'transcribe' ? texts => texts.make.already.transcript : texts => texts.make.already.take
  }

  return {
    /** Which variants are to be made: all, without a question, where none repeats what is there. */
    async toMake(asked: Asked): Promise<ToMake> {
      const { accountId, model, voiceId, projectId = null, variants } = asked
      if (!variants.some(fields => repeatsItself(model, fields)))
        return { variants, isShown: false }
      const answer = await attempt(studio.make.alreadyMade({ accountId, modelId: model.id, voiceId, projectId, variants: [...variants] }))
      const there = answer.value?.found.filter(found => found !== null) ?? []
      const [first] = there
      // Where it can't be told, it can't be sent either, and sending says why.
      if (!answer.value || !first)
        return { variants, isShown: false }
      const others = variants.filter((_, index) => answer.value.found[index] === null)
      const choice = await question.choose({
        title: texts => texts.make.already.title,
        body: wordsOf(asked, there),
        act: texts => others.length > 0 ? texts.make.already.others(others.length) : texts.make.already.show,
        other: texts => variants.length > 1 ? texts.make.already.allAnyway : texts.make.already.anyway,
      })
      const isShown = choice === 'act' && others.length === 0
      if (isShown)
        show(first)
      return { variants: choice === 'other' ? variants : choice === 'act' ? others : [], isShown }
    },
  }
}
