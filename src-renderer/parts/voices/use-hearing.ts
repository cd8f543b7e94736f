/** Hearing a voice: its newest take, or one short line spoken for it; what costs money is asked about first. */
import type { Fields } from '#contract/models.ts'
import type { JobId, ModelId, TakeId, VoiceId } from '#contract/words.ts'
import type { Sending } from '../spend/use-estimates.ts'
import { computed, shallowReactive, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { isUnderWay, useJobs } from '../../stores/jobs.ts'
import { useModels } from '../../stores/models.ts'
import { attempt, studio } from '../../studio.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { useAsk } from '../dialogs/use-ask.ts'
import { useIntents } from '../intents/use-intents.ts'
import { useSendings } from '../jobs/use-sendings.ts'
import { showAmounts } from '../spend/show-money.ts'
import { useEstimates } from '../spend/use-estimates.ts'
import { usePayer } from '../spend/use-payer.ts'
import { usePlayTake } from '../takes/use-play-take.ts'

/** Something that can be heard: by its take, or by what would be sent to make one. */
export interface Heard {
  readonly key: string
  readonly sampleTakeId: TakeId | null
  /** Null when there is nothing to send it with. */
  readonly wish: { readonly modelId: ModelId, readonly voiceId: VoiceId | null, readonly fields: Fields } | null
  /** What is said; the usual sample without it. */
  readonly text?: string
  /** Its clip has to be sent first. */
  readonly isToRegister: boolean
}

export function useHearing(onSample: (key: string, takeId: TakeId) => void = () => {}) {
  const t = useTexts()
  const accounts = useAccounts()
  const jobs = useJobs()
  const notices = useNotices()
  const ask = useAsk()
  const models = useModels()
  const language = useLanguage()
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const intents = useIntents()
  const notePayer = usePayer()
  /** Jobs that make a sample, by voice. */
  const making = shallowReactive(new Map<string, JobId>())
  const { play, playing, stop } = usePlayTake()
  const account = computed(() => accounts.current ?? null)
  const maySend = computed(() => accounts.canSend)

  const textOf = ({ text }: Heard): string => text ?? t.value.voices.sampleLine

  function sendingsFor(heard: Heard): Sending[] {
    const { wish } = heard
    const model = models.get(wish?.modelId)
    return account.value && wish && model
      ? sendingsOf(account.value.id, model, { ...wish.fields, text: textOf(heard) }, wish.voiceId)
      : []
  }

  async function speak(heard: Heard, isPayer: () => boolean): Promise<void> {
    const { key, wish } = heard
    if (!account.value || !wish)
      return
    const request = {
      accountId: account.value.id,
      ...{ projectId: null, text: textOf(heard), direction: '', isAsWritten: true },
      voices: [{ modelId: wish.modelId, voiceId: wish.voiceId, fields: wish.fields }],
    }
    await intents.press('hear', request, async () => {
      // The press before this one may have asked for it already.
      if (making.has(key) || !isPayer() || !await estimates.confirm(sendingsFor(heard), null) || !isPayer())
        return
      // Another page may have bought it already, or be waiting for it.
      const answer = await intents.once(['hear', request], requestId => attempt(studio.make.samples({ requestId, ...request })))
      if (answer.fault)
        return notices.fault(answer.fault)
      const [sample] = answer.value.samples
      if (sample?.takeId)
        await hearSample(key, sample.takeId)
      else if (sample?.jobId)
        making.set(key, sample.jobId)
      else
        notices.say(texts => texts.voiceSheet.refused(1), { tone: 'bad' })
    })
  }

  async function hearSample(key: string, takeId: TakeId): Promise<void> {
    onSample(key, takeId)
    await play(key, takeId)
  }

  /** A sample that was asked for is heard as soon as it is there. */
  watch(() => [...making].map(([key, jobId]) => ({ key, job: jobs.get(jobId) })), async (asked) => {
    for (const { key, job } of asked) {
      const [takeId] = job?.takeIds ?? []
      if (!job || (isUnderWay(job) && !takeId))
        continue
      making.delete(key)
      if (job.state === 'done' && takeId)
        await hearSample(key, takeId)
      else if (job.failure)
        notices.say(texts => texts.failures.kinds[job.failure?.kind ?? 'internal'].what, { tone: 'bad' })
    }
  })

  async function askToSpeak(heard: Heard, name: string): Promise<void> {
    const isPayer = notePayer()
    const characters = [...textOf(heard)].length
    const { amounts } = estimates.of(sendingsFor(heard))
    const isSure = await ask(({ voices: words, spend }) => ({
      title: words.paidTitle,
      content: [
        words.paidBody(characters, name),
        heard.isToRegister ? words.paidClip : '',
        amounts.length > 0 ? `${spend.cost}: ${spend.about(showAmounts(amounts, language.language))}.` : '',
      ].join(' ').trim(),
      act: words.paidAct,
    }))
    if (isSure && isPayer())
      await speak(heard, isPayer)
  }

  return {
    account,
    maySend,
    isMaking: (key: string) => making.has(key),
    isPlaying: (key: string) => playing.value === key,
    /** What the button will do. */
    help({ key, sampleTakeId }: Heard): string {
      const words = t.value.voices
      if (making.has(key))
        return words.sampling
      if (sampleTakeId !== null)
        return words.hearTake
      return account.value && !account.value.isPractice ? words.hearPaid(account.value.name) : words.hearFree
    },
    mayHear: (heard: Heard) => !making.has(heard.key) && (heard.sampleTakeId !== null || (maySend.value && heard.wish !== null)),
    hear(heard: Heard): unknown {
      if (playing.value === heard.key)
        return stop()
      if (heard.sampleTakeId !== null)
        return play(heard.key, heard.sampleTakeId)
      if (!account.value || !heard.wish || making.has(heard.key))
        return
      return account.value.isPractice ? speak(heard, notePayer()) : askToSpeak(heard, account.value.name)
    },
  }
}
export type Hearing = ReturnType<typeof useHearing>
