/**
 * Which jobs start now: pure decisions over rows, so that what the engine does can be proved without running anything.
 *
 * - Paid requests, and work of this machine, start in the order of the queue; each needs room in its account's lane and
 *   in its kind's, or in the local lane. What has no room lets others pass: a full kind never stops another one.
 * - What is paused, or whose account is held back or away, does not start. What has begun to leave is never stopped here.
 * - Asking after paid tasks and fetching them is free and has room of its own, whose longest waiting goes first: neither a
 *   pause nor the order of the queue keeps anybody from what is paid for.
 */
import type { AtOnce } from '#contract/settings.ts'
import type { JobRow } from '../rows.ts'
import { longestWaitMs } from './holds.ts'

export interface Limits {
  /** Requests under way for each account. */
  readonly perAccount: number
  /** Work under way of each kind, over all accounts. */
  readonly atOnce: AtOnce
  /** Looks after paid tasks, for each account. */
  readonly looks: number
}

/** What the decision goes by. */
export type Standing = Pick<JobRow, 'id' | 'kind' | 'state' | 'account_id' | 'blocked_by' | 'wakes_at' | 'paused_at' | 'place'>

export interface Situation<Row extends Standing> {
  /** Rows that have not ended and nobody works on. */
  readonly rows: readonly Row[]
  /** Those that are worked on, as they stood when that began. */
  readonly working: readonly Standing[]
  readonly limits: Limits
  readonly isPaused: boolean
  /** Results can be filed. */
  readonly mayFile: boolean
  /** Until when nothing of this account may leave; 0 for now. */
  readonly heldUntil: (accountId: Standing['account_id']) => number
  /** No network leads to this account. */
  readonly isAway: (accountId: Standing['account_id']) => boolean
  readonly now: number
}

export interface Decision<Row extends Standing> {
  readonly start: readonly Row[]
  /** Their time has come: they stand in the queue again. */
  readonly unblock: readonly Row[]
  /** Their account is away: they wait for the network. */
  readonly blockAway: readonly Row[]
  /** When the next one's time comes; infinite for never. */
  readonly wakesAt: number
}

type Lane = keyof AtOnce

/** The day on which clocks are set back, to be on the safe side. */
const longestDayMs = 26 * 3_600_000

/** Up to here the whole request cannot have left, so that it may still be kept from leaving. */
const beforeLeaving: ReadonlySet<Standing['state']> = new Set(['queued', 'preparing', 'sending', 'blocked'])
const underWay: ReadonlySet<Standing['state']> = new Set(['queued', 'preparing', 'sending', 'committed'])

export function decide<Row extends Standing>(situation: Situation<Row>): Decision<Row> {
  const { rows, now } = situation
  const start: Row[] = []
  const unblock: Row[] = []
  const blockAway: Row[] = []
  let wakesAt = Number.POSITIVE_INFINITY
  const room = roomOf(situation)
  for (const row of [...rows].sort(inTurn)) {
    if (isKeptStill(row, situation) || (!situation.mayFile && needsLibrary(row)))
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

/** Room is taken as jobs start, for those that come after them. */
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
  return underWay.has(row.state) ? [`account ${row.account_id}`, `kind ${laneOf(row)}`] : [`looks ${row.account_id}`]
}

function limitOf(row: Standing, place: string, { perAccount, atOnce, looks }: Limits): number {
  if (place.startsWith('kind '))
    return atOnce[laneOf(row)]
  return place.startsWith('looks ') ? looks : perAccount
}

export function laneOf({ kind }: Pick<Standing, 'kind'>): Lane {
  if (kind === 'edit')
    return 'image'
  return kind === 'join' ? 'render' : kind
}

function isKeptStill(row: Standing, { isPaused }: Pick<Situation<Standing>, 'isPaused'>): boolean {
  return (isPaused || row.paused_at !== null) && (beforeLeaving.has(row.state) || (row.account_id === null && row.state === 'running'))
}

/** Asking after tasks and fetching them need no library; beginning and filing do. */
export function needsLibrary({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'queued' || state === 'preparing' || state === 'verifying'
}

function mustWaitForNetwork(row: Standing, { isAway }: Pick<Situation<Standing>, 'isAway'>): boolean {
  return row.state === 'queued' && row.account_id !== null && isAway(row.account_id)
}

function dueAtOf(row: Standing, { heldUntil, now }: Pick<Situation<Standing>, 'heldUntil' | 'now'>): number {
  if (row.state === 'queued')
    return heldUntil(row.account_id)
  if (row.wakes_at === null)
    return row.state === 'blocked' ? Number.POSITIVE_INFINITY : askableAt(row, heldUntil)
  // Later than any wait of ours: written by a clock that has been set back since. A day's budget has room at midnight.
  const longestMs = row.blocked_by === 'budget' ? longestDayMs : longestWaitMs
  return row.wakes_at > now + longestMs ? now : Math.max(row.wakes_at, askableAt(row, heldUntil))
}

/** Free questions too are asked of a service that wants to be left alone. */
function askableAt(row: Standing, heldUntil: Situation<Standing>['heldUntil']): number {
  return row.state === 'accepted' || row.state === 'running' || row.state === 'downloading' ? heldUntil(row.account_id) : 0
}

/** The queue's order; among those that only look, whoever has waited longest. */
function inTurn(a: Standing, b: Standing): number {
  const [aLooks, bLooks] = [!beforeLeaving.has(a.state), !beforeLeaving.has(b.state)]
  if (aLooks && bLooks)
    return (a.wakes_at ?? 0) - (b.wakes_at ?? 0) || a.place - b.place
  return Number(bLooks) - Number(aLooks) || a.place - b.place || (a.id < b.id ? -1 : 1)
}
