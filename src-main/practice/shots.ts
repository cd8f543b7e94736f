/** Video jobs: pending, processing, then completed or failed, depending on the clock and on the real work. */
import { randomUUID } from 'node:crypto'
import { Refusal } from './answers/answer.ts'

export type ShotState = 'pending' | 'processing' | 'completed' | 'failed'

export interface Shot {
  readonly id: string
  readonly model: string
  readonly state: ShotState
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly error: string | null
  /** The MP4 of a completed shot. */
  readonly video: Buffer | null
}

export interface Shots {
  newId: () => string
  /** Starts the work and returns at once; `find` reports how it ended. */
  start: (id: string, model: string, make: () => Promise<Buffer>) => void
  /** Throws Refusal 404 for an unknown id or another model's. */
  find: (id: string, model: string) => Shot
  settled: () => Promise<void>
}

interface Job {
  readonly model: string
  readonly acceptedAt: number
  video: Buffer | null
  error: string | null
  doneAt: number | null
}

export function createShots({ now, pendingMs, processingMs }: { now: () => number, pendingMs: number, processingMs: number }): Shots {
  const jobs = new Map<string, Job>()
  const making = new Set<Promise<void>>()

  async function run(job: Job, make: () => Promise<Buffer>): Promise<void> {
    try {
      job.video = await make()
    }
    catch (error) {
      job.error = error instanceof Error ? error.message : String(error)
    }
    job.doneAt = now()
  }

  return {
    newId: randomUUID,
    start(id, model, make) {
      const job: Job = { model, acceptedAt: now(), video: null, error: null, doneAt: null }
      jobs.set(id, job)
      const work = run(job, make).finally(() => making.delete(work))
      making.add(work)
    },
    find(id, model) {
      const job = jobs.get(id)
      if (job?.model !== model)
        throw new Refusal(404, `Job ${id} not found`)
      const startedAt = job.acceptedAt + pendingMs
      const endedAt = job.doneAt === null ? Number.POSITIVE_INFINITY : Math.max(job.doneAt, startedAt + processingMs)
      return describe(id, job, { startedAt, endedAt, now: now() })
    },
    settled: async () => {
      await Promise.all(making)
    },
  }
}

function describe(id: string, job: Job, time: { startedAt: number, endedAt: number, now: number }): Shot {
  const shot = { id, model: job.model, startedAt: null, endedAt: null, error: null, video: null }
  if (time.now < time.startedAt)
    return { ...shot, state: 'pending' }
  if (time.now < time.endedAt)
    return { ...shot, state: 'processing', startedAt: time.startedAt }
  const { startedAt, endedAt } = time
  return job.video
    ? { ...shot, state: 'completed', startedAt, endedAt, video: job.video }
    : { ...shot, state: 'failed', startedAt, endedAt, error: job.error }
}
