/**
 * The order of the queue and its pauses, as the user sets them. Written at once, so that they survive a crash. The engine reads
 * this before each start; what it has started already, it stops itself where that costs nothing.
 */
import type { JobId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Ledger } from './ledger-port.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { Instant } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'
import { jobsTable } from './rows.ts'

export const queueTable = defineTable('queue', z.object({ only_row: z.literal(1), paused_at: Instant.nullable() }))
const placesTable = jobsTable.part('id', 'place')

export interface Order {
  isPaused: () => Promise<boolean>
  pauseAll: (isPaused: boolean) => Promise<void>
  /** Returns how many were changed. Ended jobs are not. */
  pause: (jobIds: readonly JobId[], isPaused: boolean) => Promise<number>
  /** Puts jobs, in the order given, before another open job, or with null at the end. @throws Fault not-found */
  move: (jobIds: readonly JobId[], beforeJobId: JobId | null) => Promise<void>
  /** Puts jobs at the head, in the order given, and lets them start. */
  runNext: (jobIds: readonly JobId[]) => Promise<void>
  onChange: (listener: () => void) => void
}

/** Between neighbours closer than this no number is left for a place in between: then all are renumbered. */
const closest = 1e-6

export function createOrder({ db, ledger, clock }: { db: Database, ledger: Ledger, clock: Clock }): Order {
  const listeners = new Set<() => void>()

  async function isPaused(): Promise<boolean> {
    const row = await db.get<{ paused_at: number | null }>(sql`SELECT paused_at FROM queue`)
    return row?.paused_at != null
  }

  async function place(jobIds: readonly JobId[], beforeOf: (rest: readonly Placed[]) => number): Promise<void> {
    const changed = await db.transaction(async (tx) => {
      const all = await openPlaces(tx)
      const byId = new Map(all.map(each => [each.id, each]))
      const moving = [...new Set(jobIds)].flatMap(id => byId.get(id) ?? [])
      const moved = new Set(moving)
      const rest = all.filter(each => !moved.has(each))
      const at = beforeOf(rest)
      const places = placesBetween(rest[at - 1]?.place, rest[at]?.place, moving.length)
      const wanted = places === null
        ? [...rest.slice(0, at), ...moving, ...rest.slice(at)].map((each, index) => ({ id: each.id, place: index + 1 }))
        : moving.map((each, index) => ({ id: each.id, place: places[index] ?? each.place }))
      await tx.run(sql`
        UPDATE jobs SET place = wanted.place
        FROM (SELECT value ->> 'id' AS id, value ->> 'place' AS place FROM ${sql.each(wanted)}) AS wanted
        WHERE jobs.id = wanted.id`)
      return wanted.map(each => each.id)
    })
    await ledger.announce(changed)
  }

  async function pause(jobIds: readonly JobId[], isToBePaused: boolean): Promise<number> {
    const { changes } = await db.run(sql`
      UPDATE jobs SET paused_at = ${isToBePaused ? clock.now() : null}
      WHERE id IN ${sql.list(jobIds)} AND ended_at IS NULL
        AND (paused_at IS NULL) = ${isToBePaused ? 1 : 0}`)
    await ledger.announce(jobIds)
    return changes
  }

  return {
    isPaused,
    pause,
    async pauseAll(isToBePaused) {
      await db.run(sql`UPDATE queue SET paused_at = ${isToBePaused ? clock.now() : null}`)
      listeners.forEach(listener => listener())
    },
    move: (jobIds, beforeJobId) => place(jobIds, (rest) => {
      if (beforeJobId === null)
        return rest.length
      const at = rest.findIndex(each => each.id === beforeJobId)
      if (at < 0)
        throw new Fault('not-found', { word: 'job', id: beforeJobId })
      return at
    }),
    async runNext(jobIds) {
      await place(jobIds, () => 0)
      await pause(jobIds, false)
    },
    onChange: listener => void listeners.add(listener),
  }
}

interface Placed { readonly id: JobId, readonly place: number }

async function openPlaces(tx: Transaction): Promise<Placed[]> {
  return placesTable.read(await tx.all(sql`SELECT ${placesTable.columns} FROM jobs INDEXED BY jobs_waiting WHERE ended_at IS NULL ORDER BY place, id`))
}

/** `count` places that rise from after `low` to before `high`; null where they are too close. */
export function placesBetween(low: number | undefined, high: number | undefined, count: number): number[] | null {
  const from = low ?? (high ?? 1) - count - 1
  const to = high ?? from + count + 1
  const step = (to - from) / (count + 1)
  return step < closest ? null : Array.from({ length: count }, (_, index) => from + step * (index + 1))
}
