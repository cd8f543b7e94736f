/**
 * Decides which jobs start now. Pure functions over rows, so that they can be tested without running anything.
 *
 * - Paid requests and local work start in the order of the queue. Each needs room in its account's lane and in its kind's,
 *   or in the local lane. A job without room lets others pass: a full kind never stops another one.
 * - A job that is paused, rate limited, or whose account is away does not start. A request that has begun to leave is
 *   never stopped here.
 * - Polling paid tasks and downloading their results is free and has its own lane, longest waiting first: neither a
 *   pause nor the order of the queue delays what is paid for.
 */
import type { JobKind } from '#contract/jobs.ts'
import type { AtOnce } from '#contract/settings.ts'
import type { JobRow } from '../rows.ts'
import { isAtService, isBeforeSent, isLeaving } from '#rules/jobs/state-groups.ts'

export interface Limits {
  /** Requests under way for each account. */
  readonly perAccount: number
  /** Work under way of each kind, over all accounts. */
  readonly atOnce: AtOnce
  /** Polls and downloads under way for each account. */
  readonly looks: number
}

/** What the decision depends on. */
export type Standing = Pick<JobRow, 'id' | 'kind' | 'state' | 'account_id' | 'model_id' | 'blocked_by' | 'wakes_at' | 'paused_at' | 'place'>

export interface Situation<Row extends Standing> {
  /** Rows that have not ended and are not worked on. */
  readonly rows: readonly Row[]
  /** Rows that are worked on, as they were when that began. */
  readonly working: readonly Standing[]
  readonly limits: Limits
  readonly isPaused: boolean
  /** Results can be filed. */
  readonly mayFile: boolean
  /** Until when this job must not ask its service; 0 when it may. */
  readonly heldUntil: (row: Row) => number
  /** No network leads to this account. */
  readonly isAway: (accountId: Standing['account_id']) => boolean
  readonly now: number
}

export interface Decision<Row extends Standing> {
  readonly start: readonly Row[]
  /** Their time has come: they go back into the queue. */
  readonly unblock: readonly Row[]
  /** Their account is away: they wait for the network. */
  readonly blockAway: readonly Row[]
  /** When the next job is due; infinite for never. */
  readonly wakesAt: number
}

type Lane = keyof AtOnce

/** No wait of ours is longer. */
const longestWaitMs = 3_600_000 + 60_000
/** A day on which clocks are set back, and an hour to spare: for a day's budget, and for the longest wait that a service is granted. */
const longestDayMs = 26 * 3_600_000

export function decide<Row extends Standing>(situation: Situation<Row>): Decision<Row> {
  const { rows, now } = situation
  const start: Row[] = []
  const unblock: Row[] = []
  const blockAway: Row[] = []
  let wakesAt = Number.POSITIVE_INFINITY
  const room = roomOf(situation)
  for (const row of [...rows].sort(inTurn)) {
    if (isPausedBeforeLeaving(row, situation) || (!situation.mayFile && needsLibrary(row)))
      continue
    const dueAt = dueAtOf(row, situation)
    if (row.state !== 'blocked' && mustWaitForNetwork(row, situation))
      blockAway.push(row)
    else if (dueAt > now)
      wakesAt = Math.min(wakesAt, dueAt)
    else if (row.state === 'blocked')
      unblock.push(row)
    else if (room.take(row))
      start.push(row)
  }
  return { start, unblock, blockAway, wakesAt }
}

/** Each job that starts takes room from the next ones. */
function roomOf({ working, limits }: Pick<Situation<Standing>, 'working' | 'limits'>) {
  const taken = new Map<string, number>()
  const count = (place: string): number => taken.get(place) ?? 0
  const add = (row: Standing): void => placesOf(row).forEach(place => taken.set(place, count(place) + 1))
  working.forEach(add)
  return {
    take(row: Standing): boolean {
      const hasRoom = placesOf(row).every(place => count(place) < limitOf(row, place, limits))
      if (hasRoom)
        add(row)
      return hasRoom
    },
  }
}

/** The lanes that a job takes a place in. */
function placesOf(row: Standing): string[] {
  if (row.account_id === null)
    return [`kind ${laneOf(row)}`]
  return row.state === 'queued' || isLeaving(row.state) ? [`account ${row.account_id}`, `kind ${laneOf(row)}`] : [`looks ${row.account_id}`]
}

function limitOf(row: Standing, place: string, { perAccount, atOnce, looks }: Limits): number {
  if (place.startsWith('kind '))
    return atOnce[laneOf(row)]
  return place.startsWith('looks ') ? looks : perAccount
}

const laneOfKind: Readonly<Record<JobKind, Lane>> = {
  ...{ speech: 'speech', image: 'image', video: 'video', transcribe: 'transcribe', chat: 'chat', upload: 'upload', render: 'render' },
  ...{ edit: 'image', join: 'render' },
}

export function laneOf({ kind }: Pick<Standing, 'kind'>): Lane {
  return laneOfKind[kind]
}

function isPausedBeforeLeaving(row: Standing, { isPaused }: Pick<Situation<Standing>, 'isPaused'>): boolean {
  return (isPaused || row.paused_at !== null) && (isBeforeSent(row.state) || (row.account_id === null && row.state === 'running'))
}

/** Polling tasks and downloading their results need no library; beginning and filing do. */
export function needsLibrary({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'queued' || state === 'preparing' || state === 'verifying'
}

function mustWaitForNetwork(row: Standing, { isAway }: Pick<Situation<Standing>, 'isAway'>): boolean {
  return row.state === 'queued' && row.account_id !== null && isAway(row.account_id)
}

function dueAtOf<Row extends Standing>(row: Row, { heldUntil, now }: Pick<Situation<Row>, 'heldUntil' | 'now'>): number {
  if (row.state === 'queued')
    return heldUntil(row)
  if (row.wakes_at === null)
    return row.state === 'blocked' ? Number.POSITIVE_INFINITY : askableAt(row, heldUntil)
  // Later than any wait can be: written by a clock that has been set back since. A day's budget has room at midnight.
  const longestMs = row.blocked_by === 'budget' || row.blocked_by === 'rate' ? longestDayMs : longestWaitMs
  return row.wakes_at > now + longestMs ? now : Math.max(row.wakes_at, askableAt(row, heldUntil))
}

/** Polls and downloads can be rate limited, too. */
function askableAt<Row extends Standing>(row: Row, heldUntil: Situation<Row>['heldUntil']): number {
  return isAtService(row.state) ? heldUntil(row) : 0
}

/** The queue's order; polls and downloads first, longest waiting first. */
function inTurn(a: Standing, b: Standing): number {
  const [aLooks, bLooks] = [!isBeforeSent(a.state), !isBeforeSent(b.state)]
  if (aLooks && bLooks)
    return (a.wakes_at ?? 0) - (b.wakes_at ?? 0) || a.place - b.place
  return Number(bLooks) - Number(aLooks) || a.place - b.place || (a.id < b.id ? -1 : 1)
}
