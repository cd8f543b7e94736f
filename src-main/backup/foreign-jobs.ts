/**
 * Jobs of a backup, before they are in a ledger that anything works by. What only costs time begins again, and waits for the user;
 * plans of such work name no folder and no file outside the library. Paid work keeps its state where its kind has such a state:
 * `holdRestoredJobs` then holds what was not sent. A state that nobody can continue from is `unsure`.
 */
import type { JobState } from '#contract/jobs.ts'
import type { Nature } from '../jobs/states.ts'
import type { ForeignRow } from './rebuild.ts'
import { z } from 'zod'
import { Into } from '#contract/into.ts'
import { Failure, JobState as JobStateShape } from '#contract/jobs.ts'
import { Instant, TakeId } from '#contract/words.ts'
import { isBeforeSent, isEnded } from '#rules/jobs/state-groups.ts'
import { AlsoLines } from '../jobs/rows.ts'
import { natureOf } from '../kinds/index.ts'
import { placeInLibrary } from '../library/asset-names.ts'
import { foundWith, RenderJobPlan } from '../media/plan/render-job.ts'
import { plainJson } from './plain-json.ts'

/** States that a job of this nature continues from, besides those in which it was not sent. */
const goesOnFrom: Readonly<Record<Nature, readonly JobState[]>> = {
  synchronous: ['committed', 'downloading', 'verifying'],
  asynchronous: ['committed', 'accepted', 'running', 'downloading', 'verifying'],
  local: [],
}
/** Of a task that the service named. */
const needsTask: readonly JobState[] = ['accepted', 'running']

export function foreignJob(row: ForeignRow): ForeignRow | null {
  const state = JobStateShape.safeParse(row.state).data
  if (state === undefined)
    return null
  const nature = natureOf(row.kind)
  const isLocal = nature === 'local'
  const plain = {
    ...row,
    ...stateOf(row, state, nature),
    plan: planOf(row) ?? '{}',
    answer: isLocal ? null : jsonOf(row.answer, z.looseObject({})),
    failure: jsonOf(row.failure, Failure),
    into_clip: jsonOf(row.into_clip, Into),
    into_line: TakeId.safeParse(row.into_line).data ?? null,
    also_lines: jsonOf(row.also_lines, AlsoLines),
    take_ids: jsonOf(row.take_ids, z.array(TakeId)) ?? '[]',
    boot_id: null,
    attempts: 0,
  }
  return isLocal ? { ...plain, account_id: null, task_id: null } : plain
}

/** Whether it has ended, and its state: neither may say the opposite of the other. */
function stateOf(row: ForeignRow, state: JobState, nature: Nature | undefined): ForeignRow {
  const endedAt = Instant.safeParse(row.ended_at ?? row.created_at).data ?? 0
  if (isEnded(state))
    return { ended_at: endedAt }
  const isOpen = { ended_at: null, cleared_at: null }
  if (nature === 'local')
    return { ...isOpen, state: 'blocked', blocked_by: 'restored', wakes_at: null, started_at: null, committed_at: null }
  const mayGoOn = nature !== undefined
    && (isBeforeSent(state) || goesOnFrom[nature].includes(state))
    && (!needsTask.includes(state) || typeof row.task_id === 'string')
  return mayGoOn ? isOpen : { state: 'unsure', charged: 'unknown', blocked_by: null, ended_at: endedAt }
}

/** Null for one that cannot be read. */
function planOf({ kind, plan }: ForeignRow): string | null {
  const plain = typeof plan === 'string' ? plainJson(plan) : null
  if (plain === null || kind !== 'render')
    return plain
  const render = RenderJobPlan.safeParse(JSON.parse(plain)).data
  const found = render && foundWith(render, placeInLibrary)
  return found ? JSON.stringify({ ...found, target: null, delivery: { ...found.delivery, folder: '', files: [] } }) : null
}

function jsonOf(text: ForeignRow[string] | undefined, shape: z.ZodType): string | null {
  const plain = typeof text === 'string' ? plainJson(text) : null
  return plain !== null && shape.safeParse(JSON.parse(plain)).success ? plain : null
}
