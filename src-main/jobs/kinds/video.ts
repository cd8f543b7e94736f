/** Video: one paid request, answered with a task; polling it and downloading the shot are free and continue until it is here. */
import type { KindOfWork, StepResult, Work } from '../kind.ts'
import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { UnreadableMediaError } from '../../media/unreadable.ts'
import { decodeVideoSubmission } from '../../service/decode.ts'
import { ServiceError } from '../../service/service-error.ts'
import { quantitiesMade } from '../estimate-cost.ts'
import { failureOf } from '../rows.ts'
import { fileResult } from './answers.ts'
import { answerPath, connect, PaidPlan, prepare, send, waitAndRepeat, waitMsOf } from './paid.ts'

/** The file on the server, so that a download can continue where it stopped. */
const Download = z.object({ etag: z.string().nullable(), totalBytes: z.int().nullable() })
/** A service may answer 404 for its own new task in the first seconds. */
const newTaskGraceMs = 15_000
const firstPollMs = { least: 800, most: 30_000 }
const badFilesForgiven = 3

function accept(work: Work<PaidPlan>): Promise<StepResult> {
  return send(work, 'video', {
    onAnswer: async (answer) => {
      const { taskId, serviceState } = await decodeVideoSubmission(answer.partPath, answer.contentType)
      return { event: 'accept', patch: { taskId, serviceState, charged: 'yes', attempts: 0 } }
    },
  })
}

async function firstPoll(work: Work<PaidPlan>): Promise<StepResult> {
  if (work.row.attempts > 0)
    return poll(work)
  const expectedMs = (work.ledger.expectedSeconds('video', work.row.model_id, work.row.size) ?? 0) * 600
  return { waitMs: Math.min(Math.max(expectedMs, firstPollMs.least), firstPollMs.most) }
}

async function poll(work: Work<PaidPlan>): Promise<StepResult> {
  return withTask(work, async (connection, taskId) => {
    const status = await work.client.pollVideo(connection, { taskId, modelId: work.plan.modelId }, work.signal)
    const patch = { serviceState: status.said, failure: null }
    switch (status.state) {
      case 'completed':
        return { event: 'answer', patch }
      case 'failed':
        return { refused: failureOf('job-failed', status.error ?? ''), charged: 'unknown', patch }
      case 'processing':
        return work.row.state === 'accepted'
          ? { event: 'run', patch }
          : { waitMs: waitMsOf(work), patch }
      default:
        return { waitMs: waitMsOf(work), patch }
    }
  })
}

async function download(work: Work<PaidPlan>): Promise<StepResult> {
  const known = work.row.answer === null ? null : Download.nullable().catch(null).parse(JSON.parse(work.row.answer))
  return withTask(work, async (connection, taskId) => {
    await work.client.downloadVideo(connection, { taskId, modelId: work.plan.modelId }, {
      partPath: answerPath(work),
      resume: known,
      signal: work.signal,
      onProgress: (received, total) => total && work.ledger.showProgress(work.row.id, received / total),
      onStart: async (facts) => {
        await work.ledger.note(work.row.id, { answer: facts })
      },
    })
    return { event: 'fetch', patch: { failure: null } }
  })
}

async function keep(work: Work<PaidPlan>): Promise<StepResult> {
  try {
    const take = await fileResult(work, 'video', 0, { path: answerPath(work) })
    await work.spend.settle(work.row.id, quantitiesMade('video', [take]))
    return { event: 'finish', patch: { takeIds: [take.id], failure: null } }
  }
  catch (error) {
    if (!(error instanceof UnreadableMediaError))
      throw error
    // Downloading is free: a damaged file is downloaded again before the job fails.
    if (work.row.attempts >= badFilesForgiven)
      return { refused: failureOf('undecodable', error.message), charged: 'yes' }
    await rm(answerPath(work), { force: true })
    return { event: 'answer', patch: { attempts: work.row.attempts + 1 } }
  }
}

/** For free requests about the task: errors are waited out for as long as it takes; only a task that no longer exists ends the job. */
async function withTask(
  work: Work<PaidPlan>,
  ask: (connection: { baseUrl: string, key: string }, taskId: string) => Promise<StepResult>,
): Promise<StepResult> {
  const connection = await connect(work)
  if ('blockedBy' in connection)
    return { waitMs: connection.waitMs ?? 60_000, patch: { failure: failureOf('auth') } }
  try {
    return await ask(connection, work.row.task_id ?? '')
  }
  catch (error) {
    if (!(error instanceof ServiceError))
      throw error
    const isNew = work.clock.now() - (work.row.committed_at ?? 0) < newTaskGraceMs
    // 410 is certain; 404 only for a task that is not quite new.
    if (error.kind === 'expired' || (error.kind === 'not-found' && !isNew))
      return { refused: { ...failureOf('expired', error.said), status: error.status }, charged: 'yes' }
    return waitAndRepeat(work, error)
  }
}

export const video: KindOfWork<PaidPlan> = {
  nature: 'submits',
  plan: PaidPlan,
  steps: {
    preparing: prepare,
    sending: accept,
    accepted: firstPoll,
    running: poll,
    downloading: download,
    verifying: keep,
  },
}
