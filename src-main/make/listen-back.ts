/**
 * Listening back: takes of a script that nobody has transcribed become requests for their transcripts, all by one call and in one
 * transaction. A take that has a transcript, or one under way, is not sent.
 */
import type { FieldValue, Model } from '#contract/models.ts'
import type { AccountId, JobId, LineId, ModelId, ProjectId, RequestId, TakeId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger-port.ts'
import type { Listening, Unheard } from '../listening/listening.ts'
import type { Queue, QueuePorts } from './queue.ts'
import type { Transcribe } from './transcribe.ts'
import { languageCode } from '#rules/script/language-code.ts'
import { clipLane } from '../kinds/upload.ts'
import { requestIdOf } from './request-ids.ts'

export interface ListenBackAsked {
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly projectId: ProjectId
  readonly lineIds: readonly LineId[]
}

interface UnheardLine { readonly lineId: LineId, readonly takeId: TakeId, readonly durationSeconds: number | null }

export interface ListenBack {
  /** What would be sent. An unknown model has nothing. */
  unheard: (asked: ListenBackAsked) => Promise<UnheardLine[]>
  /** Queues it. The same request id again answers what it made. Faults: those of `Transcribe`. */
  listenBack: (asked: ListenBackAsked & { readonly requestId: RequestId }) => Promise<{ jobIds: JobId[], takeCount: number }>
}

export interface ListenBackPorts extends Pick<QueuePorts, 'models' | 'ledger'> {
  readonly listening: Pick<Listening, 'unheard'>
}

export function createListenBack(
  queue: Queue,
  { jobsOf }: Pick<Transcribe, 'jobsOf'>,
  { models, ledger, listening }: ListenBackPorts,
): ListenBack {
  const modelOf = (modelId: ModelId): Model | undefined => models().find(each => each.id === modelId && each.kind === 'transcribe')

  async function lacking({ modelId, projectId, lineIds }: ListenBackAsked): Promise<Unheard[]> {
    if (!modelOf(modelId))
      return []
    // Read first: a transcript that is filed in between is found below.
    const underWay = await ledger.beingTranscribed()
    const all = new Set(underWay.map(each => each.assetId))
    const paid = new Set(underWay.flatMap(each => each.isPractice ? [] : each.assetId))
    const unheard = await listening.unheard(projectId, lineIds)
    // By any model and in any language. What practice hears counts for takes of practice only.
    return unheard.filter(({ take }) => !(take.isPractice ? all : paid).has(take.asset.id))
  }

  async function queueLacking(asked: ListenBackAsked & { readonly requestId: RequestId }): Promise<{ jobIds: JobId[], takeCount: number }> {
    const before = await ledger.madeBy(asked.requestId)
    if (before.length > 0)
      return { jobIds: before, takeCount: before.length }
    const admitted = await queue.admit(asked.accountId)
    const jobs: NewJob[] = []
    const model = modelOf(asked.modelId)
    for (const each of await lacking(asked)) {
      jobs.push(...await jobsOf({
        // Always the same for this take, so that it is sent once.
        requestId: requestIdOf(asked.requestId, each.take.id),
        accountId: asked.accountId,
        modelId: asked.modelId,
        fields: model ? fieldsOf(model, each) : {},
        projectId: asked.projectId,
      }, { admitted: async () => admitted, checkOf: each.take.id }))
    }
    if (jobs.length > 0)
      await queue.add(jobs.map(job => ({ ...job, batchId: asked.requestId })))
    return { jobIds: await ledger.madeBy(asked.requestId), takeCount: jobs.length }
  }

  return {
    unheard: async asked => (await lacking(asked)).map(({ lineId, take }) =>
      ({ lineId, takeId: take.id, durationSeconds: take.asset.durationSeconds })),
    // One at a time: two at once would each find that nobody has heard a take.
    listenBack: asked => clipLane.run(() => queueLacking(asked)),
  }
}

/** The sound and, where the model has it among its languages, the language in which it is spoken. */
function fieldsOf(model: Model, { take, language }: Unheard): Record<string, FieldValue> {
  const file = model.fields.find(({ type }) => type === 'file' || type === 'files')
  const spoken = model.fields.find(({ name }) => name === 'language')
  const choice = spoken?.choices?.find(({ value }) => typeof value === 'string' && languageCode(value) === language)?.value
  const sound = { assetId: take.asset.id }
  return {
    [file?.name ?? 'file']: file?.type === 'files' ? [sound] : sound,
    ...spoken && choice !== undefined && language !== '' && { [spoken.name]: choice },
  }
}
