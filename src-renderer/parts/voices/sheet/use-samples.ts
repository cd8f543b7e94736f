/**
 * Samples of voices: the same words with each. What is kept is played at once; the rest is made by ordinary jobs after one question, and
 * never bought twice.
 */
import type { Sample, VoiceOnTrial } from '#contract/make.ts'
import type { JobId, ProjectId, TakeId } from '#contract/words.ts'
import type { Sending } from '../../spend/use-estimates.ts'
import { computed, shallowReactive, shallowRef, watch } from 'vue'
import { fieldsOfLine } from '#rules/script/line-fields.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { isUnderWay, useJobs } from '../../../stores/jobs.ts'
import { useModels } from '../../../stores/models.ts'
import { attempt, patientStudio, studio } from '../../../studio.ts'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import { useAsk } from '../../dialogs/use-ask.ts'
import { useIntents } from '../../intents/use-intents.ts'
import { useSendings } from '../../jobs/use-sendings.ts'
import { showAmounts } from '../../spend/show-money.ts'
import { useEstimates } from '../../spend/use-estimates.ts'
import { usePlayTake } from '../../takes/use-play-take.ts'

/** A voice and what it says, with the key of its row. */
export interface OnTrial { readonly key: string, readonly voice: VoiceOnTrial, readonly text: string, readonly direction: string }

/** So many samples are asked for by one press, at most. */
export const mostSamples = 200
const perQuestion = 500

export type SampleState = 'kept' | 'making' | 'unsure' | 'none'

export function useSamples({ projectId, rows, volumeOf }: {
  readonly projectId: () => ProjectId | null
  readonly rows: () => readonly OnTrial[]
  /** From 0 to 1, of a row that has its take; 1 when it is left out. */
  readonly volumeOf?: (key: string) => Promise<number>
}) {
  const t = useTexts()
  const { language } = useLanguage()
  const accounts = useAccounts()
  const jobs = useJobs()
  const models = useModels()
  const notices = useNotices()
  const intents = useIntents()
  const ask = useAsk()
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const { play, playing, stop } = usePlayTake()
  const account = computed(() => accounts.current ?? null)
  /** By what is asked for: the same voice with other words or settings is another sample. */
  const kept = shallowReactive(new Map<string, TakeId>())
  const making = shallowReactive(new Map<string, JobId>())
  /** Heard as soon as it is there: the last one that was asked for alone. */
  const wanted = shallowRef<string | null>(null)
  const idOf = ({ voice, text, direction }: OnTrial): string => JSON.stringify([account.value?.id, text, direction, voice])
  const ids = computed(() => new Map(rows().map(row => [row.key, idOf(row)])))
  const known = (key: string): string => ids.value.get(key) ?? ''

  function note(id: string, { takeId, jobId }: Sample): void {
    if (takeId !== null) {
      kept.set(id, takeId)
      making.delete(id)
    }
    else if (jobId !== null) {
      making.set(id, jobId)
    }
  }

  let question = 0
  /** What there is already: asked after the list is shown, and again when words, settings or account change. */
  async function look(): Promise<void> {
    const mine = ++question
    const open = rows().filter(row => !kept.has(idOf(row)) && row.text.trim() !== '')
    for (const ofWords of sameWords(open)) {
      for (let from = 0; account.value && from < ofWords.length; from += perQuestion) {
        const asked = ofWords.slice(from, from + perQuestion).map(row => ({ id: idOf(row), ...row }))
        const { text = '', direction = '' } = asked[0] ?? {}
        const voices = asked.map(({ voice }) => voice)
        const spoken = { accountId: account.value.id, projectId: projectId(), text, direction }
        const answer = await attempt(patientStudio.make.keptSamples({ ...spoken, voices }))
        if (mine !== question || !answer.value)
          return
        answer.value.samples.forEach((sample, at) => asked[at] && note(asked[at].id, sample))
      }
    }
  }
  watch(ids, () => void look(), { immediate: true })

  function sendingsFor(asked: readonly OnTrial[]): Sending[] {
    const uploaded = new Set<string>()
    return asked.flatMap(({ voice, text, direction }) => {
      const model = models.get(voice.modelId)
      if (!model || !account.value)
        return []
      // The clip of a voice is sent once for each model.
      const place = `${voice.voiceId} ${model.id}`
      const clipOf = uploaded.has(place) ? null : voice.voiceId
      uploaded.add(place)
      return sendingsOf(account.value.id, model, fieldsOfLine({ text, direction }, voice, model), clipOf)
    })
  }
  const lacking = (asked: readonly OnTrial[]): OnTrial[] =>
    asked.filter(row => !kept.has(idOf(row)) && !making.has(idOf(row))).slice(0, mostSamples)

  async function agree(asked: readonly OnTrial[]): Promise<boolean> {
    const sendings = sendingsFor(asked)
    if (!account.value?.isPractice) {
      const { amounts, unpricedCount } = estimates.of(sendings)
      const sheet = t.value.voiceSheet
      const content = [
        sheet.ask.body(asked.length, charactersOf(asked), account.value?.name ?? ''),
        amounts.length > 0 ? `${t.value.spend.cost}: ${t.value.spend.about(showAmounts(amounts, language))}.` : '',
        amounts.length > 0 && unpricedCount > 0 ? t.value.spend.unpriced(unpricedCount) : '',
      ].filter(part => part !== '').join(' ')
      if (!await ask({ title: sheet.ask.title(asked.length), content, act: sheet.ask.act(asked.length) }))
        return false
    }
    return estimates.confirm(sendings, projectId())
  }

  async function send(asked: readonly OnTrial[]): Promise<void> {
    const [first] = asked
    if (!account.value || !first)
      return
    const { text, direction } = first
    const request = { accountId: account.value.id, projectId: projectId(), text, direction, voices: asked.map(({ voice }) => voice) }
    const at = asked.map(idOf)
    const answer = await intents.once(['samples', request], requestId => attempt(studio.make.samples({ requestId, ...request })))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { samples } = answer.value
    samples.forEach((sample, place) => note(at[place] ?? '', sample))
    const refused = samples.filter(sample => sample.takeId === null && sample.jobId === null).length
    if (refused > 0)
      notices.say(texts => texts.voiceSheet.refused(refused), { tone: 'bad' })
  }

  /** Makes what is not kept, after one yes for all of it. */
  async function make(asked: readonly OnTrial[]): Promise<void> {
    const open = lacking(asked)
    if (!account.value || open.length === 0)
      return
    await intents.press('samples', open, async () => {
      if (!await agree(open))
        return
      for (const ofWords of sameWords(open))
        await send(ofWords)
    })
  }

  watch(() => [...making].map(([id, jobId]) => ({ id, job: jobs.get(jobId) })), (asked) => {
    for (const { id, job } of asked) {
      const [takeId] = job?.takeIds ?? []
      if (!job || job.state === 'unsure' || (isUnderWay(job) && !takeId))
        continue
      making.delete(id)
      if (job.state === 'done' && takeId)
        kept.set(id, takeId)
      else if (job.failure)
        notices.say(texts => texts.failures.kinds[job.failure?.kind ?? 'internal'].what, { tone: 'bad' })
    }
  })
  const playOf = async (key: string, takeId: TakeId): Promise<void> => play(key, takeId, await volumeOf?.(key))
  watch(() => wanted.value === null ? undefined : kept.get(known(wanted.value)), (takeId) => {
    if (wanted.value !== null && takeId)
      void playOf(wanted.value, takeId)
    if (takeId)
      wanted.value = null
  })

  const stateOf = (key: string): SampleState => {
    const id = known(key)
    if (kept.has(id))
      return 'kept'
    const jobId = making.get(id)
    if (jobId === undefined)
      return 'none'
    return jobs.get(jobId)?.state === 'unsure' ? 'unsure' : 'making'
  }

  return {
    account,
    playing,
    stop,
    stateOf,
    takeOf: (key: string): TakeId | null => kept.get(known(key)) ?? null,
    mayHear: (key: string): boolean => stateOf(key) === 'kept' || (stateOf(key) === 'none' && accounts.canSend),
    /** A second time stops it. What is not there is made first, after a question. */
    async hear(row: OnTrial): Promise<void> {
      if (playing.value === row.key)
        return stop()
      const takeId = kept.get(idOf(row))
      if (takeId !== undefined)
        return playOf(row.key, takeId)
      wanted.value = row.key
      await make([row])
      if (!making.has(idOf(row)) && !kept.has(idOf(row)))
        wanted.value = null
    },
    lacking,
    /** Of all of these, kept or not. */
    costOf: (asked: readonly OnTrial[]) => estimates.of(sendingsFor(asked)),
    make,
  }
}

function sameWords(rows: readonly OnTrial[]): OnTrial[][] {
  return [...Map.groupBy(rows, row => JSON.stringify([row.text, row.direction])).values()]
}

function charactersOf(rows: readonly OnTrial[]): number {
  return rows.reduce((sum, row) => sum + [...row.text].length, 0)
}
