/** Pictures and shots: one request each, or a batch. */
import type { Fields } from '#contract/models.ts'
import type { JobId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger.ts'
import type { Checked, Intention, Queue } from './queue.ts'
import { editsPicture } from './shape-request.ts'

type Batch = Omit<Intention, 'fields'> & { variants: readonly Fields[] }

export interface Pictures {
  image: (intention: Intention) => Promise<JobId[]>
  /** One request for each variant; all are checked before any is queued. */
  images: (batch: Batch) => Promise<JobId[]>
  video: (intention: Intention) => Promise<JobId[]>
  /** As `images`. */
  videos: (batch: Batch) => Promise<JobId[]>
}

export function createPictures(queue: Queue): Pictures {
  const kindOf = ({ model, intention }: Checked) => model.kind === 'edit' || editsPicture(model, intention.fields) ? 'edit' : 'image'

  async function jobOf(intention: Intention, requestPart: number) {
    const checked = await queue.check(intention, ['image', 'edit'])
    const kind = kindOf(checked)
    return queue.jobOf(checked, { kind, requestPart, take: { kind } })
  }

  async function shotOf(intention: Intention, requestPart: number) {
    return queue.jobOf(await queue.check(intention, ['video']), { requestPart })
  }

  const batchOf = (jobOf: (intention: Intention, requestPart: number) => Promise<NewJob>) =>
    async ({ variants, ...intention }: Batch): Promise<JobId[]> => {
      const jobs: NewJob[] = []
      for (const [part, fields] of variants.entries())
        jobs.push({ ...await jobOf({ ...intention, fields }, part), ...(variants.length > 1 && { batchId: intention.requestId }) })
      return queue.add(jobs)
    }

  return {
    image: async intention => queue.add([await jobOf(intention, 0)]),
    images: batchOf(jobOf),
    video: async intention => queue.add([await shotOf(intention, 0)]),
    videos: batchOf(shotOf),
  }
}
