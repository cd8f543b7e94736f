/**
 * Samples: the same words with several voices, to compare them by ear. A sample is a take like others and has the fingerprint of the line
 * that it speaks, so a speaker who is cast with a voice that was heard has that line already.
 */
import type { Sample, VoiceOnTrial } from '#contract/make.ts'
import type { Model } from '#contract/models.ts'
import type { AccountId, JobId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { Ledger, NewJob } from '../jobs/ledger-port.ts'
import type { Script } from '../script/script-port.ts'
import type { Queue, QueuePorts } from './queue.ts'
import type { Speech } from './speech.ts'
import { isFault } from '#contract/faults.ts'
import { fieldsOfLine } from '#rules/script/line-fields.ts'
import { languageOnTrial } from '#rules/script/line-language.ts'
import { saidOf } from '#rules/script/pronounce.ts'
import { newId } from '../base/ids.ts'
import { clipLane } from '../kinds/upload.ts'
import { fingerprint, requestKeyOf } from '../script/stale.ts'
import { requestIdOf } from './request-ids.ts'
import { voiceFieldsOf } from './speech.ts'

export interface Spoken {
  readonly accountId: AccountId
  /** Its dictionary counts; without a project, that of the studio. */
  readonly projectId: ProjectId | null
  readonly text: string
  readonly direction: string
  readonly spokenIn?: string | null | undefined
  /** What a person has said of the line. */
  readonly language?: string | null | undefined
  /** No dictionary counts. */
  readonly isAsWritten?: boolean | undefined
  readonly voices: readonly VoiceOnTrial[]
}

interface Words extends Pick<Spoken, 'text' | 'direction'> { readonly spokenIn: string | null }

export interface SamplesAsked extends Spoken {
  readonly requestId: RequestId
}

export interface Samples {
  /** What there is of each voice, in their order. An unknown account has nothing. */
  keptSamples: (asked: Spoken) => Promise<Sample[]>
  /**
   * Queues those that are neither kept nor under way, in one transaction. The same request id again answers what it made. Faults: those of
   * `Speech` but bad-fields.
   */
  samples: (asked: SamplesAsked) => Promise<{ jobIds: JobId[], samples: Sample[] }>
}

export interface SamplesPorts extends Pick<QueuePorts, 'models'> {
  readonly accounts: Pick<QueuePorts['accounts'], 'get'>
  readonly ledger: Pick<Ledger, 'madeBy' | 'underWayOf'>
  readonly script: Pick<Script, 'pronunciationsOf' | 'takesMadeFrom'>
}

const nothing: Sample = { takeId: null, jobId: null }

export function createSamples(
  queue: Queue,
  { jobsOf, shareLookups }: Pick<Speech, 'jobsOf' | 'shareLookups'>,
  ports: SamplesPorts,
): Samples {
  const modelOf = (modelId: ModelId): Model | undefined => ports.models().find(each => each.id === modelId && each.kind === 'speech')

  /** What each voice is sent: words that the dictionary has said otherwise, in the language that the line has with this voice. */
  async function sayingOf(
    { projectId, text, direction, isAsWritten = false, ...languages }: Spoken,
  ): Promise<(voice: VoiceOnTrial) => Words> {
    const entries = isAsWritten ? [] : await ports.script.pronunciationsOf(projectId)
    return ({ fields }) => {
      const language = languageOnTrial(languages, fields)
      return { text: saidOf(text, entries, language).text, direction, spokenIn: language }
    }
  }

  function madeFromOf(words: Words, voice: VoiceOnTrial, model: Model): string {
    const { text } = words
    const fields = fieldsOfLine(words, voice, model)
    return fingerprint({ text, direction: '', modelId: model.id, voiceId: voice.voiceId, voiceFields: voiceFieldsOf(fields) })
  }

  async function keptSamples(asked: Spoken): Promise<Sample[]> {
    const account = await ports.accounts.get(asked.accountId).catch(() => null)
    if (!account || asked.text.trim() === '')
      return asked.voices.map(() => nothing)
    const { isPractice } = account
    const saying = await sayingOf(asked)
    const wanted = asked.voices.map((voice) => {
      const [model, words] = [modelOf(voice.modelId), saying(voice)]
      return model ? { madeFrom: madeFromOf(words, voice, model), model, text: words.text } : null
    })
    const takes = new Map<string, TakeId>()
    for (const [text, ofText] of Map.groupBy(wanted.filter(each => each !== null), each => each.text)) {
      for (const [key, takeId] of await ports.script.takesMadeFrom({ text, asked: ofText, isPractice }))
        takes.set(key, takeId)
    }
    const jobs = new Map<string, JobId>()
    for (const modelId of new Set(asked.voices.map(voice => voice.modelId))) {
      // The newest comes first, and stays.
      for (const { id, requestKey } of (await ports.ledger.underWayOf(modelId, isPractice)).toReversed()) {
        if (requestKey !== null)
          jobs.set(requestKey, id)
      }
    }
    return wanted.map((each) => {
      const key = each && requestKeyOf(each.madeFrom, each.model)
      const takeId = key === null ? null : takes.get(key) ?? null
      return { takeId, jobId: takeId !== null || key === null ? null : jobs.get(key) ?? null }
    })
  }

  async function jobsOfVoice(
    asked: SamplesAsked,
    voice: VoiceOnTrial,
    { shared, words }: { shared: ReturnType<typeof shareLookups>, words: Words },
  ): Promise<NewJob[]> {
    const model = modelOf(voice.modelId)
    const jobs = await jobsOf({
      // Always the same for this voice, so that it is made once.
      requestId: requestIdOf(asked.requestId, JSON.stringify([voice.modelId, voice.voiceId, voice.fields])),
      accountId: asked.accountId,
      modelId: voice.modelId,
      fields: model ? fieldsOfLine(words, voice, model) : { ...voice.fields, text: words.text },
      spokenIn: words.spokenIn,
      projectId: asked.projectId,
      lineId: null,
      voiceId: voice.voiceId,
      isOverSocket: false,
    }, shared)
    const last = jobs.length - 1
    return jobs.map((job, place) => ({ ...job, batchId: asked.requestId, ...place === last && { id: job.id ?? newId<JobId>() } }))
  }

  async function queueLacking(asked: SamplesAsked): Promise<{ jobIds: JobId[], samples: Sample[] }> {
    const kept = await keptSamples(asked)
    const before = await ports.ledger.madeBy(asked.requestId)
    if (before.length > 0)
      return { jobIds: before, samples: kept }
    const saying = await sayingOf(asked)
    const shared = shareLookups()
    await shared.admit(asked.accountId)
    const jobs: NewJob[] = []
    /** Two voices may become the very same request. */
    const queued = new Map<string, JobId | null>()
    const samples: Sample[] = []
    for (const [place, voice] of asked.voices.entries()) {
      const sample = kept[place] ?? nothing
      if (sample.takeId !== null || sample.jobId !== null) {
        samples.push(sample)
        continue
      }
      const model = modelOf(voice.modelId)
      const words = saying(voice)
      const key = model ? requestKeyOf(madeFromOf(words, voice, model), model) : String(place)
      if (!queued.has(key)) {
        const ofVoice = await jobsOfVoice(asked, voice, { shared, words }).catch((error: unknown) => {
          if (isFault(error, 'bad-fields') || isFault(error, 'unsuitable-clip'))
            return []
          throw error
        })
        jobs.push(...ofVoice)
        queued.set(key, ofVoice.at(-1)?.id ?? null)
      }
      samples.push({ takeId: null, jobId: queued.get(key) ?? null })
    }
    if (jobs.length > 0)
      await queue.add(jobs)
    return { jobIds: await ports.ledger.madeBy(asked.requestId), samples }
  }

  // One at a time: two at once would each find that nobody makes a sample.
  return { keptSamples, samples: asked => clipLane.run(() => queueLacking(asked)) }
}
