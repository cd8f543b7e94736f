/**
 * Already made: of a request that repeats itself, the take that it has made, or the job that is making it. The requests that takes and
 * jobs keep are compared with what would be sent now, so that those of batches and retries, and older ones, are found as well.
 */
import type { Fields, Model } from '#contract/models.ts'
import type { AccountId, JobId, ModelId, ProjectId, TakeId, VoiceId } from '#contract/words.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Script } from '../script/script-port.ts'
import type { QueuePorts } from './queue.ts'
import { filesOf } from '#rules/models/presence.ts'
import { repeatsItself } from '#rules/models/repeats.ts'
import { plainText } from '#rules/plain-data.ts'
import { shownBody } from '../kinds/paid.ts'
import { fingerprint, requestKeyOf } from '../script/stale.ts'
import { resolvedBy, textOf, withHeard, wordsOf } from './queue.ts'
import { shapeRequest } from './shape-request.ts'
import { voiceFieldsOf } from './speech.ts'

interface Asked {
  readonly accountId: AccountId
  readonly modelId: ModelId
  /** The library voice that speaks, if any. */
  readonly voiceId: VoiceId | null
  readonly variants: readonly Fields[]
  /** Whose names of the shelf count. */
  readonly projectId?: ProjectId | null | undefined
}

/** Null for a request that is new, or gives something else each time. */
type Found = { takeId: TakeId, jobId: null } | { takeId: null, jobId: JobId } | null

export interface AlreadyMade {
  /** One answer for each variant. What the practice service has made counts only for a practice account; other accounts are alike. */
  alreadyMade: (asked: Asked) => Promise<Found[]>
}

export interface AlreadyMadePorts extends Pick<QueuePorts, 'models' | 'takes' | 'assets' | 'shelf'> {
  readonly accounts: Pick<QueuePorts['accounts'], 'get'>
  readonly ledger: Pick<Ledger, 'underWayOf'>
  readonly script: Pick<Script, 'takeMadeFrom'>
}

export function createAlreadyMade({ models, accounts, takes, assets, shelf, ledger, script }: AlreadyMadePorts): AlreadyMade {
  /** What is compared of this model's jobs, and finds the take of each variant. */
  interface Comparison {
    readonly keyOf: (fields: Fields) => string | null
    readonly keyOfJob: (job: { requestKey: string | null, body: string | null }) => string | null
    readonly takeOf: (fields: Fields) => Promise<TakeId | null>
  }

  function ofSpeech(model: Model, { voiceId }: Asked, isPractice: boolean): Comparison {
    const madeFromOf = (fields: Fields): string =>
      fingerprint({ text: textOf(fields), direction: '', modelId: model.id, voiceId, voiceFields: voiceFieldsOf(fields) })
    return {
      keyOf: fields => requestKeyOf(madeFromOf(fields), model),
      keyOfJob: job => job.requestKey,
      takeOf: fields => script.takeMadeFrom({ madeFrom: madeFromOf(fields), model, isPractice }),
    }
  }

  async function ofOthers(model: Model, variants: readonly Fields[], isPractice: boolean): Promise<Comparison> {
    const files = [...new Set(variants.flatMap(fields => Object.values(fields).flatMap(filesOf)).map(file => file.assetId))]
    const made = await takes.madeOf({
      modelId: model.id,
      isPractice,
      // The text of a transcript is what was said, not what was asked for.
      // Takes of earlier versions have no text where the model has another name for it.
      texts: model.kind === 'transcribe' ? null : [...new Set(variants.flatMap(fields => [textOf(fields), wordsOf(model, fields)]))],
      files,
    })
    // The newest comes first, and stays.
    const byKey = new Map(made.toReversed().map(take => [take.request && keyOfBody(take.request.body), take.id]))
    const keyOf = (fields: Fields): string | null => keyOfBody(shownBody(shapeRequest(model, fields).parts))
    return {
      keyOf,
      keyOfJob: job => job.body === null ? null : keyOfBody(job.body),
      takeOf: async fields => byKey.get(keyOf(fields)) ?? null,
    }
  }

  return {
    async alreadyMade(asked) {
      const { accountId, modelId } = asked
      const model = models().find(each => each.id === modelId)
      const { projectId = null } = asked
      // Words of wildcards are drawn by the seed; without one nothing repeats itself.
      const sentOf = async (model: Model, fields: Fields): Promise<Fields> => {
        const { fields: sent } = await resolvedBy(shelf, model, { fields, projectId, draw: { from: '', addsSeed: false } })
        return withHeard(sent, model.kind, assets)
      }
      const variants = model ? await Promise.all(asked.variants.map(fields => sentOf(model, fields))) : asked.variants
      // Without either nothing is sent, and sending it says so.
      const account = await accounts.get(accountId).catch(() => null)
      const repeating = model ? variants.filter(fields => repeatsItself(model, fields)) : []
      if (!model || !account || repeating.length === 0)
        return variants.map(() => null)
      const { isPractice } = account
      const compared = model.kind === 'speech' ? ofSpeech(model, asked, isPractice) : await ofOthers(model, repeating, isPractice)
      const underWay = await ledger.underWayOf(model.id, isPractice)
      const jobs = new Map(underWay.toReversed().map(job => [compared.keyOfJob(job), job.id]))

      return Promise.all(variants.map(async (fields): Promise<Found> => {
        const key = repeatsItself(model, fields) ? compared.keyOf(fields) : null
        if (key === null)
          return null
        const takeId = await compared.takeOf(fields)
        if (takeId !== null)
          return { takeId, jobId: null }
        const jobId = jobs.get(key)
        return jobId === undefined ? null : { takeId: null, jobId }
      }))
    },
  }
}

/** Equal for the same request, whatever the order of its fields; null for one that cannot be read. */
function keyOfBody(body: string): string | null {
  try {
    return plainText(JSON.parse(body))
  }
  catch {
    return null
  }
}
