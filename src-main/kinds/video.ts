/** Video: one paid request, answered with a task; polling it and downloading the shot are free and continue until it is here. */
import type { Failure } from '#contract/jobs.ts'
import type { Charged } from '#contract/words.ts'
import type { EnginePorts, StepResult, Waiting } from '../jobs/kind.ts'
import type { JobPatch } from '../jobs/ledger-port.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { JobEvent } from '../jobs/states.ts'
import type { PaidPorts, PaidWork } from './paid.ts'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { inside } from '../base/inside.ts'
import { defineKind } from '../jobs/kind.ts'
import { afterFailure, factsOf, forgetTrouble, momentOf, patienceWithFile, patienceWithService } from '../jobs/patience.ts'
import { failureOf, takeIdsOf } from '../jobs/rows.ts'
import { decodeVideos, decodeVideoSubmission, isFinished } from '../service/decode.ts'
import { ServiceError } from '../service/service-error.ts'
import { ResultTooLarge } from '../service/wire/room-for-result.ts'
import { fileAnswer, recordAnswer } from './answers.ts'
import { fetchNamedFiles } from './named-files.ts'
import { answerPath, askForPaid, notHere, PaidPlan, prepare, send, waitAndRepeat, waitMsOf } from './paid.ts'
import { keepsParts } from './partial.ts'

/** The file on the server, so that a download can continue where it stopped. */
const Download = z.object({ etag: z.string().nullable(), totalBytes: z.int().nullable() })
const firstPollMs = { least: 800, most: 30_000 }
const badFilesForgiven = 3
/** While the service's word for the state is not known, some polls also ask for the result. */
const asksResultEvery = 3

function accept(work: PaidWork<PaidPlan>): Promise<StepResult> {
  return send(work, 'video', {
    onAnswer: async (answer) => {
      // Some services answer with the shot itself, or say where it is.
      if (await isFinished(answer.partPath))
        return recordAnswer(answer)
      const { taskId, serviceState } = await decodeVideoSubmission(answer.partPath, answer.contentType)
      return { event: 'accept', patch: { taskId, serviceState, charged: 'yes', attempts: 0 } }
    },
  })
}

/** The steps of every kind that can be answered with a task. */
export async function firstPoll(work: PaidWork<PaidPlan>): Promise<StepResult> {
  if (work.row.attempts > 0)
    return poll(work)
  const expectedMs = (work.ledger.expectedSeconds(work.row) ?? 0) * 600
  return { waitMs: Math.min(Math.max(expectedMs, firstPollMs.least), firstPollMs.most) }
}

export async function poll(work: PaidWork<PaidPlan>): Promise<StepResult> {
  return withTask(work, async (connection, taskId) => {
    const status = await work.client.pollVideo(connection, { taskId, modelId: work.plan.modelId }, work.signal)
    const patch = { serviceState: status.said, failure: null, ...wellAgain(work) }
    switch (status.state) {
      case 'completed':
        return { event: 'answer', patch }
      case 'failed': {
        const failure = failureOf('job-failed', status.error ?? '')
        // The documented word is certain; any other may be that of a gateway.
        if (status.said.toLowerCase() === 'failed')
          return { refused: failure, charged: 'unknown', patch }
        return endOrWait(work, failure, 'unknown', { waitMs: waitMsOf(work), patch: { serviceState: status.said } })
      }
      case 'processing':
        return work.row.state === 'accepted'
          ? { event: 'run', patch }
          : { waitMs: waitMsOf(work), patch }
      case 'unknown':
        // The word may mean that it is ready.
        return work.row.attempts % asksResultEvery === asksResultEvery - 1 && await isReady(work, connection, taskId)
          ? { event: 'answer', patch }
          : { waitMs: waitMsOf(work), patch }
      default:
        return { waitMs: waitMsOf(work), patch }
    }
  })
}

/** Asks for the result itself, which is free; what comes is kept, and the next step finds it. */
async function isReady(work: PaidWork<PaidPlan>, connection: { baseUrl: string, key: string }, taskId: string): Promise<boolean> {
  const partPath = answerPath(work)
  try {
    const fetch = work.row.kind === 'video' ? work.client.downloadVideo : work.client.downloadPicture
    await fetch(connection, { taskId, modelId: work.plan.modelId }, { partPath, resume: null, signal: work.signal })
    return true
  }
  catch (error) {
    if (!(error instanceof ServiceError))
      throw error
    return false
  }
}

/** The result of a task may be the shot, or a list of files: those are fetched like the files that any answer names. */
async function download(work: PaidWork<PaidPlan>): Promise<StepResult> {
  if (work.row.task_id === null)
    return fetchNamedFiles(work, 'video')
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
    return fetchNamedFiles(work, 'video')
  })
}

async function keep(work: PaidWork<PaidPlan>): Promise<StepResult> {
  const result = await fileAnswer(work, 'video', () => decodeVideos(answerPath(work)))
  const isDamaged = 'refused' in result && result.refused.kind === 'undecodable'
  // A part that was kept when the studio had stopped following the task stays next to the whole.
  if ('event' in result && result.event === 'finish')
    return { ...result, patch: { ...result.patch, takeIds: [...new Set([...result.patch?.takeIds ?? [], ...takeIdsOf(work.row)])] } }
  // Downloading is free: a damaged file is downloaded again before the job fails.
  if (!isDamaged || work.row.task_id === null || work.row.attempts >= badFilesForgiven)
    return result
  await forgetFiles(answerPath(work))
  return { event: 'answer', patch: { attempts: work.row.attempts + 1 } }
}

async function forgetFiles(partPath: string): Promise<void> {
  for (const name of await readdir(dirname(partPath))) {
    if (name.startsWith(basename(partPath)))
      await rm(join(dirname(partPath), name), { force: true })
  }
}

/**
 * For free requests about the task: errors are waited out for as long as it takes. Only the service's own word, several times
 * over minutes, or half an hour of results that are none, ends the job: a redirect, a gateway's page or a single mistaken answer must not.
 */
export async function withTask(
  work: PaidWork<PaidPlan>,
  ask: (connection: { baseUrl: string, key: string }, taskId: string) => Promise<StepResult>,
): Promise<StepResult> {
  try {
    return await askForPaid(work, connection => ask(connection, work.row.task_id ?? ''), isOthersTask)
  }
  catch (error) {
    if (!(error instanceof ServiceError))
      throw error
    if (error instanceof ResultTooLarge)
      return { refused: notHere(error), charged: 'yes' }
    const waiting = waitAndRepeat(work, error)
    if (!error.isServiceWord)
      return waiting
    // With an id that the user typed in nobody knows whether there was such a task.
    const charged = work.row.charged ?? 'yes'
    if (error.kind === 'expired' || error.kind === 'not-found')
      return endOrWait(work, { ...failureOf('expired', error.said), status: error.status }, charged, waiting)
    // A finished task whose result is something else would be fetched for ever.
    return error.kind === 'undecodable'
      ? endOrWait(work, { ...notHere(error), kind: 'not-here' }, charged, waiting, patienceWithFile)
      : waiting
  }
}

/** The service tells nobody of a task but the account that it belongs to. */
function isOthersTask({ kind }: ServiceError): boolean {
  return kind === 'auth' || kind === 'permission' || kind === 'not-found' || kind === 'expired'
}

function endOrWait(
  work: PaidWork<PaidPlan>,
  failure: Failure,
  charged: Charged,
  waiting: Waiting,
  patience = patienceWithService,
): StepResult {
  const { facts, isEnough } = afterFailure(factsOf(work.row), momentOf(work), patience)
  return isEnough
    ? { refused: failure, charged, patch: { answer: facts } }
    : { ...waiting, patch: { ...waiting.patch, answer: facts } }
}

/** The service knows the task: what it said before does not count any more. */
function wellAgain({ row }: PaidWork<PaidPlan>): Pick<JobPatch, 'answer'> {
  return row.answer !== null && factsOf(row).trouble ? { answer: forgetTrouble(row.answer) } : {}
}

const parts = keepsParts(['video'], 'video', async ({ path }) => [{ path }])

/** The answer to the request may name a task, or hold a shot, in a form that an older version did not know. */
async function readAgain(ports: EnginePorts & PaidPorts, row: JobRow): Promise<{ event: JobEvent | null, patch: JobPatch }> {
  const path = answerPath({ folder: inside(ports.workFolder, row.id) })
  const fresh = { failure: null, attempts: 0 }
  try {
    if (await isFinished(path))
      return { event: 'reopen', patch: fresh }
    return { event: 'resume', patch: { ...await decodeVideoSubmission(path, ''), charged: 'yes', ...fresh } }
  }
  catch (error) {
    if (error instanceof ServiceError)
      return parts.readAgain(ports, row)
    throw error
  }
}

export const videoKind = defineKind<PaidPlan, PaidPorts>({
  nature: 'asynchronous',
  plan: PaidPlan,
  steps: {
    preparing: prepare,
    sending: accept,
    accepted: firstPoll,
    running: poll,
    downloading: download,
    verifying: keep,
  },
  ...parts,
  readAgain,
})
