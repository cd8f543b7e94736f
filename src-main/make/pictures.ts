/** Pictures and shots: one request each, or a batch. */
import type { Into } from '#contract/into.ts'
import type { Fields } from '#contract/models.ts'
import type { JobId } from '#contract/words.ts'
import type { Ledger, NewJob } from '../jobs/ledger-port.ts'
import type { Checked, Intention, Queue } from './queue.ts'
import { plainText } from '#rules/plain-data.ts'
import { createLane } from '../base/concurrency.ts'
import { sha256 } from '../base/hash.ts'
import { editsPicture } from './shape-request.ts'

type Batch = Omit<Intention, 'fields'> & { variants: readonly Fields[] }

interface PicturesPorts {
  readonly ledger: Pick<Ledger, 'underWayOf'>
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

export function createPictures(queue: Queue, { ledger }: PicturesPorts): Pictures {
  // One at a time: two at once would each find that nobody generates it.
  const lane = createLane({ concurrency: 1 })

  const kindOf = ({ model, intention }: Checked) => model.kind === 'edit' || editsPicture(model, intention.fields) ? 'edit' : 'image'

  async function jobOf(intention: Intention, requestPart: number) {
    const checked = await queue.check(intention, ['image', 'edit'])
    const kind = kindOf(checked)
    return queue.jobOf(checked, { kind, requestPart, take: { kind } })
  }

  async function shotOf(intention: Intention, requestPart: number) {
    return queue.jobOf(await queue.check(intention, ['video']), { requestPart })
  }

  async function underWayAs(key: string, { modelId, accountId }: Batch): Promise<JobId[]> {
    const { isPractice } = await queue.admit(accountId)
    return (await ledger.underWayOf(modelId, isPractice)).filter(job => job.requestKey === key).map(job => job.id)
  }

  const batchOf = (jobOf: (intention: Intention, requestPart: number) => Promise<NewJob>) => {
    async function queueAll({ variants, ...intention }: Batch): Promise<JobId[]> {
      const { into, modelId } = intention
      const requestKey = into && keyAt(into, modelId, variants)
      const underWay = requestKey === undefined ? [] : await underWayAs(requestKey, { variants, ...intention })
      if (underWay.length > 0)
        return underWay
      const jobs: NewJob[] = []
      for (const [part, fields] of variants.entries()) {
        const job = await jobOf({ ...intention, fields }, part)
        jobs.push({ ...job, ...requestKey !== undefined && { requestKey }, ...variants.length > 1 && { batchId: intention.requestId } })
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

/** Equal for the same requests for the same place, however the clip that is to be there is called. */
function keyAt(into: Into, modelId: string, variants: readonly Fields[]): string {
  const at = 'takeId' in into ? into : { sequenceId: into.sequenceId, trackId: into.trackId, frame: into.frame }
  return sha256(plainText([at, modelId, variants])).slice(0, 32)
}
