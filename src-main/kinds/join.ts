/** Join: the spoken parts of a long text become one take. Local work that waits for paid work and costs nothing itself. */
import type { TakeId } from '#contract/words.ts'
import type { StepResult, Work } from '../jobs/kind.ts'
import type { JobRow } from '../jobs/rows.ts'
import type { Assets } from '../library/assets.ts'
import type { NewTake, Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import { copyFile } from 'node:fs/promises'
import { join as joinPath } from 'node:path'
import { z } from 'zod'
import { found } from '#contract/found.ts'
import { AccountId, JobId, ModelId } from '#contract/words.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { fileExists } from '../base/atomic-file.ts'
import { defineKind } from '../jobs/kind.ts'
import { changedSinceMade } from '../jobs/made.ts'
import { failureOf, takeIdsOf } from '../jobs/rows.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { joinSounds } from '../media/sound/join-sounds.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'
import { PaidPlan } from './paid.ts'

export interface JoinPorts {
  readonly takes: Takes
  readonly assets: Assets
  readonly ffmpeg: () => Promise<Ffmpeg | null>
}

type JoinWork = Work<JoinPlan> & JoinPorts

export const JoinPlan = z.object({
  modelId: ModelId,
  accountId: AccountId,
  /** The jobs that speak the parts, in order. */
  partJobIds: z.array(JobId).min(2),
  pauseSeconds: z.number().min(0).max(10),
  take: PaidPlan.shape.take.omit({ sourceTakeIds: true }),
})
export type JoinPlan = z.infer<typeof JoinPlan>

const pollIntervalMs = 500

/** A part may fail and be retried while others are still being made, so nothing is decided before all have ended. */
async function waitForParts(work: JoinWork): Promise<StepResult> {
  const parts = await partsOf(work)
  if (parts.some(part => !isEnded(part.state)))
    return { waitMs: pollIntervalMs }
  const missing = parts.findIndex(part => part.state !== 'done')
  if (missing < 0)
    return { event: 'run' }
  return { refused: failureOf('part-missing', `${missing + 1}/${parts.length}`), charged: 'no' }
}

function partsOf({ ledger, plan }: JoinWork): Promise<JobRow[]> {
  return Promise.all(plan.partJobIds.map(ledger.lastTry))
}

async function takeIdsOfParts(work: JoinWork): Promise<TakeId[]> {
  return (await partsOf(work)).flatMap(takeIdsOf)
}

async function run(work: JoinWork): Promise<StepResult> {
  const ffmpeg = await work.ffmpeg()
  if (ffmpeg === null)
    return { blockedBy: 'no-ffmpeg', waitMs: 30_000 }
  const takes = await work.takes.find(await takeIdsOfParts(work))
  const paths = takes.map(take => work.assets.pathOf(take.asset))
  // A file that cannot be read counts as missing.
  const areThere = await Promise.all(paths.map(path => fileExists(path).catch(() => false)))
  if (takes.length < work.plan.partJobIds.length || areThere.includes(false))
    return { refused: failureOf('missing-file', found('part-deleted')), charged: 'no' }
  try {
    await joinSounds(paths, joinedPath(work), { ffmpeg, pauseSeconds: work.plan.pauseSeconds, signal: work.signal })
    return { event: 'fetch', made: [joinedPath(work)] }
  }
  catch (error) {
    if (error instanceof FfmpegError || error instanceof UnreadableMediaError)
      return { refused: failureOf('media', error.message.slice(0, 500)), charged: 'no' }
    throw error
  }
}

async function file(work: JoinWork): Promise<StepResult> {
  if ((await changedSinceMade(work))?.length !== 0)
    return { event: 'remake' }
  const sourceTakeIds = await takeIdsOfParts(work)
  // A copy, so that the sound is still complete if the studio is killed before the row is written.
  const path = joinPath(work.folder, 'result-0')
  await copyFile(joinedPath(work), path)
  const joined = await takeOf(work, sourceTakeIds)
  const { asset } = await work.assets.adopt(path)
  const take = await work.takes.file(joined, asset)
  return { event: 'finish', patch: { takeIds: [take.id], failure: null, charged: 'no' } }
}

/** No single request made the joined take: it shows the requests of its parts, with the whole text. */
async function takeOf({ row, plan, takes }: JoinWork, sourceTakeIds: readonly TakeId[]): Promise<NewTake> {
  const requests = (await takes.find(sourceTakeIds)).flatMap(part => part.request ?? [])
  const [first] = requests
  return {
    ...plan.take,
    medium: 'audio',
    sourceTakeIds,
    modelId: plan.modelId,
    accountId: plan.accountId,
    projectId: row.project_id,
    lineId: row.line_id,
    jobId: row.id,
    jobPart: 0,
    request: first
      ? { ...first, fields: { ...first.fields, text: plan.take.text }, body: requests.map(request => request.body).join('\n\n') }
      : null,
    fileName: '',
  }
}

function joinedPath({ folder }: Pick<JoinWork, 'folder'>): string {
  return joinPath(folder, 'joined.wav')
}

export const joinKind = defineKind<JoinPlan, JoinPorts>({
  nature: 'local',
  plan: JoinPlan,
  needs: plan => plan.partJobIds,
  steps: { preparing: waitForParts, running: run, verifying: file },
})
