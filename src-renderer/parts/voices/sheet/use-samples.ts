/**
 * Samples of voices: the same words with each. What is kept is played at once; the rest is made by ordinary jobs after one question, and
 * never bought twice.
 */
import type { Sample, VoiceOnTrial } from '#contract/make.ts'
import type { Line } from '#contract/script.ts'
import type { AccountId, JobId, ProjectId, TakeId } from '#contract/words.ts'
import type { Sending } from '../../spend/use-estimates.ts'
import { computed, shallowRef, watch } from 'vue'
import { fieldsOfLine } from '#rules/script/line-fields.ts'
import { languageOnTrial } from '#rules/script/line-language.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { isUnderWay, useJobs } from '../../../stores/jobs.ts'
import { useModels } from '../../../stores/models.ts'
import { usePronunciations } from '../../../stores/pronunciations.ts'
import { attempt, patientStudio, studio } from '../../../studio.ts'
import { useLanguage } from '../../../texts/texts.ts'
import { useAsk } from '../../dialogs/use-ask.ts'
import { useIntents } from '../../intents/use-intents.ts'
import { useSendings } from '../../jobs/use-sendings.ts'
import { inPauses } from '../../pauses/in-pauses.ts'
import { showAmounts } from '../../spend/show-money.ts'
import { useEstimates } from '../../spend/use-estimates.ts'
import { usePayer } from '../../spend/use-payer.ts'
import { usePlayTake } from '../../takes/use-play-take.ts'

/** A voice and what it says, with the key of its row. */
export interface OnTrial {
  readonly key: string
  readonly voice: VoiceOnTrial
  readonly text: string
  readonly direction: string
  /** What a person has said of the line: it counts before the settings of the voice. */
  readonly language: string | null
  /** Counts where the settings of the voice say no language. */
  readonly spokenIn: string | null
}

/** So many samples are asked for by one press, at most. */
export const mostSamples = 200
const perQuestion = 500

export type SampleState = 'kept' | 'making' | 'unsure' | 'none'

export function useSamples({ projectId, rows, volumeOf }: {
  readonly projectId: () => ProjectId | null
  /** All that may be asked for; read in the pauses of the page, because there may be thousands. */
  readonly rows: () => readonly OnTrial[]
  /** From 0 to 1, of a row that has its take; 1 when it is left out. */
  readonly volumeOf?: (key: string) => Promise<number>
}) {
  const language = useLanguage()
  const accounts = useAccounts()
  const jobs = useJobs()
  const models = useModels()
  const pronunciations = usePronunciations()
  const notices = useNotices()
  const intents = useIntents()
  const ask = useAsk()
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const notePayer = usePayer()
  const { play, playing, stop } = usePlayTake()
  const account = computed(() => accounts.current ?? null)
  /** By what is asked for: the same voice with other words or settings is another sample. */
  const kept = shallowRef<ReadonlyMap<string, TakeId>>(new Map())
  const making = shallowRef<ReadonlyMap<string, JobId>>(new Map())
  /** Heard as soon as it is there: the last one that was asked for alone. */
  const wanted = shallowRef<{ readonly key: string, readonly id: string } | null>(null)
  /** A row is written out once for each account. */
  const written = computed(() => ({ by: account.value?.id, ids: new WeakMap<OnTrial, string>() }))
  function idOf(row: OnTrial): string {
    const { by, ids } = written.value
    const known = ids.get(row)
    if (known !== undefined)
      return known
    const id = JSON.stringify([by, row.text, row.direction, row.language, row.spokenIn, row.voice])
    ids.set(row, id)
    return id
  }

  /** All at once: each change draws the rows again. */
  function note(samples: readonly (readonly [id: string, sample: Sample])[]): void {
    const taken = samples.flatMap(([id, { takeId }]) => takeId === null ? [] : [[id, takeId] as const])
    const started = samples.flatMap(([id, { takeId, jobId }]) => takeId !== null || jobId === null ? [] : [[id, jobId] as const])
    kept.value = withAll(kept.value, taken)
    making.value = withAll(withoutAll(making.value, taken.map(([id]) => id)), started)
  }

  let question = 0
  /** What there is already: asked after the list is shown, and again when words, settings or account change. */
  async function look(all: readonly OnTrial[]): Promise<void> {
    const mine = ++question
    const open = all.filter(row => row.text.trim() !== '' && !kept.value.has(idOf(row)))
    for (const ofWords of sameWords(open)) {
      for (let from = 0; account.value && from < ofWords.length; from += perQuestion) {
        const asked = ofWords.slice(from, from + perQuestion)
        const ids = asked.map(idOf)
        const { text = '', direction = '', language: ofLine = null, spokenIn = null } = asked[0] ?? {}
        const voices = asked.map(({ voice }) => voice)
        const spoken = { accountId: account.value.id, projectId: projectId(), text, direction, language: ofLine, spokenIn }
        const answer = await attempt(patientStudio.make.keptSamples({ ...spoken, voices }))
        if (mine !== question || !answer.value)
          return
        note(answer.value.samples.flatMap((sample, at) => ids[at] === undefined ? [] : [[ids[at], sample] as const]))
      }
    }
  }
  const all = inPauses(() => ({ rows: rows(), accountId: account.value?.id }), null)
  watch(all, now => now && void look(now.rows))

  /** As main sends it: the words that the dictionary has in the language of the line with this voice. */
  function wordsOf({ text, direction, voice, ...languages }: OnTrial): Pick<Line, 'text' | 'direction' | 'spokenIn'> {
    const spokenIn = languageOnTrial(languages, voice.fields)
    return { text: pronunciations.saidIn({ text, spokenIn }, projectId()).text, direction, spokenIn }
  }
  function sendingsFor(asked: readonly OnTrial[]): Sending[] {
    const uploaded = new Set<string>()
    return asked.flatMap((row) => {
      const { voice } = row
      const model = models.get(voice.modelId)
      if (!model || !account.value)
        return []
      // The clip of a voice is sent once for each model.
      const place = `${voice.voiceId} ${model.id}`
      const clipOf = uploaded.has(place) ? null : voice.voiceId
      uploaded.add(place)
      return sendingsOf(account.value.id, model, fieldsOfLine(wordsOf(row), voice, model), clipOf)
    })
  }
  const isKnown = (row: OnTrial): boolean => kept.value.has(idOf(row)) || making.value.has(idOf(row))
  /** No more than are asked for at once: of thousands, few are looked at. */
  function lacking(asked: Iterable<OnTrial>): OnTrial[] {
    const found: OnTrial[] = []
    for (const row of asked) {
      if (found.length === mostSamples)
        break
      if (!isKnown(row))
        found.push(row)
    }
    return found
  }

  async function agree(asked: readonly OnTrial[]): Promise<boolean> {
    const sendings = sendingsFor(asked)
    const characters = charactersOf(asked.map(wordsOf))
    if (!account.value?.isPractice) {
      const { amounts, unpricedCount } = estimates.of(sendings)
      const payer = account.value?.name ?? ''
      const isSure = await ask(({ voiceSheet: { ask: words }, spend }) => ({
        title: words.title(asked.length),
        content: [
          words.body(asked.length, characters, payer),
          amounts.length > 0 ? `${spend.cost}: ${spend.about(showAmounts(amounts, language.language))}.` : '',
          amounts.length > 0 && unpricedCount > 0 ? spend.unpriced(unpricedCount) : '',
        ].filter(part => part !== '').join(' '),
        act: words.act(asked.length),
      }))
      if (!isSure)
        return false
    }
    return estimates.confirm(sendings, projectId())
  }

  /** `at` are the ids of these rows. */
  async function send(asked: readonly OnTrial[], at: readonly string[], by: AccountId, of: ProjectId | null): Promise<void> {
    const [first] = asked
    if (!first)
      return
    const spoken = { text: first.text, direction: first.direction, language: first.language, spokenIn: first.spokenIn }
    const request = { accountId: by, projectId: of, ...spoken, voices: asked.map(({ voice }) => voice) }
    const answer = await intents.once(['samples', request], requestId => attempt(studio.make.samples({ requestId, ...request })))
    if (answer.fault)
      return notices.fault(answer.fault)
    const { samples } = answer.value
    note(samples.flatMap((sample, place) => at[place] === undefined ? [] : [[at[place], sample] as const]))
    const refused = samples.filter(sample => sample.takeId === null && sample.jobId === null).length
    if (refused > 0)
      notices.say(texts => texts.voiceSheet.refused(refused), { tone: 'bad' })
  }

  /** Makes what is not kept, after one yes for all of it. */
  async function make(asked: readonly OnTrial[]): Promise<void> {
    const open = lacking(asked)
    const by = account.value?.id
    if (by === undefined || open.length === 0)
      return
    const [isPayer, of] = [notePayer(), projectId()]
    await intents.press('samples', open, async () => {
      if (!isPayer() || !await agree(open) || !isPayer())
        return
      // One yes is for all of them: another account that is chosen while they are sent pays for none.
      const groups = sameWords(open).map(rows => ({ rows, ids: rows.map(idOf) }))
      for (const { rows, ids } of groups)
        await send(rows, ids, by, of)
    })
  }

  watch(() => [...making.value].map(([id, jobId]) => ({ id, job: jobs.get(jobId) })), (asked) => {
    const ended = asked.filter(({ job }) => job && job.state !== 'unsure' && (!isUnderWay(job) || job.takeIds.length > 0))
    if (ended.length === 0)
      return
    making.value = withoutAll(making.value, ended.map(({ id }) => id))
    kept.value = withAll(kept.value, ended.flatMap(({ id, job }) =>
      job?.state === 'done' && job.takeIds[0] ? [[id, job.takeIds[0]] as const] : []))
    for (const { job } of ended) {
      const [takeId] = job?.takeIds ?? []
      if (job?.failure && !(job.state === 'done' && takeId))
        notices.say(texts => texts.failures.kinds[job.failure?.kind ?? 'internal'].what, { tone: 'bad' })
    }
  })
  const playOf = async (key: string, takeId: TakeId): Promise<void> => play(key, takeId, await volumeOf?.(key))
  watch(() => wanted.value === null ? undefined : kept.value.get(wanted.value.id), (takeId) => {
    if (wanted.value === null || takeId === undefined)
      return
    const { key, id } = wanted.value
    wanted.value = null
    // Another line may be heard by now.
    if (rows().some(row => row.key === key && idOf(row) === id))
      void playOf(key, takeId)
  })

  const stateOf = (row: OnTrial): SampleState => {
    const id = idOf(row)
    if (kept.value.has(id))
      return 'kept'
    const jobId = making.value.get(id)
    if (jobId === undefined)
      return 'none'
    return jobs.get(jobId)?.state === 'unsure' ? 'unsure' : 'making'
  }

  return {
    account,
    playing,
    stop,
    stateOf,
    isMaking: (asked: Iterable<OnTrial>): boolean => making.value.size > 0 && [...asked].some(row => stateOf(row) === 'making'),
    takeOf: (row: OnTrial): TakeId | null => kept.value.get(idOf(row)) ?? null,
    mayHear(row: OnTrial): boolean {
      const state = stateOf(row)
      return state === 'kept' || (state === 'none' && accounts.canSend)
    },
    /** A second time stops it. What is not there is made first, after a question. */
    async hear(row: OnTrial): Promise<void> {
      if (playing.value === row.key)
        return stop()
      const takeId = kept.value.get(idOf(row))
      if (takeId !== undefined)
        return playOf(row.key, takeId)
      wanted.value = { key: row.key, id: idOf(row) }
      await make([row])
      if (!isKnown(row))
        wanted.value = null
    },
    lacking,
    /** Of all of these, kept or not. */
    costOf: (asked: readonly OnTrial[]) => estimates.of(sendingsFor(asked)),
    make,
  }
}

function sameWords(rows: readonly OnTrial[]): OnTrial[][] {
  const byText = Map.groupBy(rows, row => row.text)
  return [...byText.values()].flatMap(ofText =>
    [...Map.groupBy(ofText, row => JSON.stringify([row.direction, row.language, row.spokenIn])).values()])
}

function withAll<Value>(all: ReadonlyMap<string, Value>, more: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  return more.length === 0 ? all : new Map([...all, ...more])
}

function withoutAll<Value>(all: ReadonlyMap<string, Value>, ids: readonly string[]): ReadonlyMap<string, Value> {
  const gone = new Set(ids)
  return ids.some(id => all.has(id)) ? new Map([...all].filter(([id]) => !gone.has(id))) : all
}

function charactersOf(rows: readonly Pick<OnTrial, 'text'>[]): number {
  return rows.reduce((sum, row) => sum + [...row.text].length, 0)
}
