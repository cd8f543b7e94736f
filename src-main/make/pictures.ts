/** Pictures and shots: one request each, or a batch. */
import type { Into, IntoPlace } from '#contract/into.ts'
import type { Fields } from '#contract/models.ts'
import type { JobId } from '#contract/words.ts'
import type { Ledger, NewJob } from '../jobs/ledger-port.ts'
import type { Checked, Intention, Queue, QueuePorts } from './queue.ts'
import { plainText } from '#rules/plain-data.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'
import { createLane } from '../base/concurrency.ts'
import { sha256 } from '../base/hash.ts'
import { resolvedBy } from './queue.ts'
import { editsPicture } from './shape-request.ts'

interface OfModel { readonly modelId: Intention['modelId'], readonly variants: readonly Fields[] }
type Batch = Omit<Intention, 'fields'> & OfModel & { readonly also?: readonly OfModel[] | undefined }

interface PicturesPorts {
  readonly ledger: Pick<Ledger, 'underWayOf'>
  readonly models: QueuePorts['models']
  readonly shelf: QueuePorts['shelf']
}

export interface Pictures {
  image: (intention: Intention) => Promise<JobId[]>
  /**
   * One request for each variant; all are checked before any is queued. Of those for a place of a sequence, nothing is queued while the
   * very same is generated for it: from whichever page it is asked for, it is bought once.
   */
  images: (batch: Batch) => Promise<JobId[]>
  video: (intention: Intention) => Promise<JobId[]>
  /** As `images`. */
  videos: (batch: Batch) => Promise<JobId[]>
}

export function createPictures(queue: Queue, { ledger, models, shelf }: PicturesPorts): Pictures {
  // One at a time: two at once would each find that nobody generates it.
  const lane = createLane({ concurrency: 1 })

  const kindOf = ({ model, intention }: Checked) => model.kind === 'edit' || editsPicture(model, intention.fields) ? 'edit' : 'image'

  async function jobOf(intention: Intention, requestPart: number) {
    const checked = await queue.check(drawn(intention, requestPart), ['image', 'edit'])
    const kind = kindOf(checked)
    return queue.jobOf(checked, { kind, requestPart, take: { kind } })
  }

  async function shotOf(intention: Intention, requestPart: number) {
    return queue.jobOf(await queue.check(drawn(intention, requestPart), ['video']), { requestPart })
  }

  /** Each with the same words drawn, so that another page that asks for the same is recognized although it would draw others. */
  async function sentOf({ variants, ...intention }: Batch): Promise<Fields[]> {
    const model = models().find(each => each.id === intention.modelId)
    const draw = { from: '', addsSeed: false }
    return Promise.all(variants.map(async fields =>
      model ? (await resolvedBy(shelf, model, { ...intention, fields, draw })).fields : fields))
  }

  async function underWayAs(key: string, { modelId, accountId }: Batch): Promise<JobId[]> {
    const { isPractice } = await queue.admit(accountId)
    return (await ledger.underWayOf(modelId, isPractice)).filter(job => job.requestKey === key).map(job => job.id)
  }

  const batchOf = (jobOf: (intention: Intention, requestPart: number) => Promise<NewJob>) => {
    async function queueAll({ variants, also = [], ...intention }: Batch): Promise<JobId[]> {
      const { into, modelId } = intention
      const requestKey = into && keyAt(into, modelId, await sentOf({ variants, ...intention }))
      const underWay = requestKey === undefined ? [] : await underWayAs(requestKey, { variants, ...intention })
      if (underWay.length > 0)
        return underWay
      const jobs: NewJob[] = []
      const asked = [{ modelId, variants }, ...also].flatMap(each => each.variants.map(fields => ({ modelId: each.modelId, fields })))
      for (const [part, each] of asked.entries()) {
        const job = await jobOf({ ...intention, ...each }, part)
        jobs.push({ ...job, ...requestKey !== undefined && { requestKey }, ...asked.length > 1 && { batchId: intention.requestId } })
      }
      return queue.add(jobs)
    }
    return (batch: Batch): Promise<JobId[]> => batch.into ? lane.run(() => queueAll(batch)) : queueAll(batch)
  }

  return {
    image: async intention => queue.add([await jobOf(intention, 0)]),
    images: batchOf(jobOf),
    video: async intention => queue.add([await shotOf(intention, 0)]),
    videos: batchOf(shotOf),
  }
}

/** Each request of a batch draws its own words. */
function drawn(intention: Intention, part: number): Intention {
  return { ...intention, draw: { from: `${intention.requestId} ${part}`, addsSeed: true } }
}

/** Equal for the same requests for the same place, however the clip that is to be there is called. */
function keyAt(into: Into, modelId: string, variants: readonly Fields[]): string {
  const at = 'takeId' in into ? into : { sequenceId: into.sequenceId, trackId: into.trackId, ...momentOf(into) }
  return sha256(plainText([at, modelId, variants])).slice(0, 32)
}

/** The same in a sequence that gets another frame rate. */
function momentOf({ frame, rate }: IntoPlace) {
  return rate ? { ms: millisecondsOfFrame(frame, rate) } : { frame }
}
