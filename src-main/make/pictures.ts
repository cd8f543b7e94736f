/** Pictures and shots: one request each, or a batch of pictures. */
import type { Fields } from '#contract/models.ts'
import type { JobId } from '#contract/words.ts'
import type { Checked, Intention, Queue } from './queue.ts'
import { editsPicture } from './shape-request.ts'

export interface Pictures {
  image: (intention: Intention) => Promise<JobId[]>
  /** One request for each variant; all are checked before any is queued. */
  images: (intention: Omit<Intention, 'fields'> & { variants: readonly Fields[] }) => Promise<JobId[]>
  video: (intention: Intention) => Promise<JobId[]>
}

export function createPictures(queue: Queue): Pictures {
  const kindOf = ({ model, intention }: Checked) => model.kind === 'edit' || editsPicture(model, intention.fields) ? 'edit' : 'image'

  async function jobOf(intention: Intention, requestPart: number) {
    const checked = await queue.check(intention, ['image', 'edit'])
    const kind = kindOf(checked)
    return queue.jobOf(checked, { kind, requestPart, take: { kind } })
  }

  return {
    image: async intention => queue.add([await jobOf(intention, 0)]),
    async images({ variants, ...intention }) {
      const jobs = []
      for (const [part, fields] of variants.entries())
        jobs.push({ ...await jobOf({ ...intention, fields }, part), ...(variants.length > 1 && { batchId: intention.requestId }) })
      return queue.add(jobs)
    },
    video: async intention => queue.add([await queue.jobOf(await queue.check(intention, ['video']))]),
  }
}
