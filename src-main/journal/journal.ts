/** Undo and redo of steps: all rows of a step in one transaction, or none, and only where nothing of it was changed since. */
import type { JournalState } from '#contract/journal.ts'
import type { ProjectId, StepId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { RecordedTable, RowChange } from './row-changes.ts'
import type { Records, StepRow } from './step-rows.ts'
import { isDiskFault, isFault } from '#contract/faults.ts'
import { createFeed } from '../base/feed.ts'
import { sql } from '../storage/sql.ts'
import { lasting, turnedRound } from './row-changes.ts'
import { partsOf } from './step-parts.ts'
import { nextStep, readStep } from './step-rows.ts'
import { requireRemaining, writeChanges } from './write-changes.ts'

/** What one part of the studio does when rows of its tables are turned. */
export interface Keeper {
  readonly tables: readonly string[]
  /**
   * Writes the changes, of which `before` is there now; without it they are written as they are. Answers what tells others, once all is
   * durable.
   */
  readonly write?: (tx: Transaction, changes: readonly RowChange[], write: WriteChanges) => Promise<() => Promise<unknown>>
  readonly announce?: (changes: readonly RowChange[]) => Promise<unknown>
}
export type WriteChanges = (changes: readonly RowChange[]) => Promise<void>

/** The project's steps, or those of no project, as those of the queue. */
type Of = ProjectId | null
type Way = 'undo' | 'redo'

export interface Journal {
  next: (projectId: Of) => Promise<JournalState>
  changes: (projectId: Of, signal?: AbortSignal) => AsyncIterable<JournalState>
  /** Answers the step with what was done to its rows; null where there is no such step. @throws Fault changed-meanwhile, not-found */
  turn: (way: Way, projectId: Of, stepId: StepId) => Promise<{ step: StepRow, changes: readonly RowChange[] } | null>
  /** Steps of this project may have been recorded: tells them. */
  announce: (projectId: Of) => Promise<void>
  close: () => void
}

/** Of one database, with the steps that its recorder has kept. */
export function createJournal({ db, records, keepers, clock }: {
  db: Database
  records: Records
  keepers: readonly Keeper[]
  clock: Clock
}): Journal {
  const feed = createFeed<{ projectId: Of, state: JournalState }>()
  let revision = 0

  async function next(projectId: Of): Promise<JournalState> {
    // Read before the steps: what is told is at least as new.
    const seen = revision
    return { revision: seen, undo: await nextStep(db, projectId, 'undo'), redo: await nextStep(db, projectId, 'redo') }
  }

  async function announce(projectId: Of): Promise<void> {
    revision += 1
    feed.publish({ projectId, state: await next(projectId) })
  }

  async function* changes(projectId: Of, signal?: AbortSignal): AsyncGenerator<JournalState, void, void> {
    for await (const event of feed.subscribe(async () => ({ projectId, state: await next(projectId) }), signal)) {
      if (event.projectId === projectId)
        yield event.state
    }
  }

  const tableOf = (name: string): RecordedTable => {
    const found = records.tables.find(each => each.name === name)
    if (!found)
      throw new TypeError(`${name} is not recorded`)
    return found
  }

  /** Answers what tells others. */
  async function write(tx: Transaction, changes: readonly RowChange[], nowMs: number): Promise<(() => Promise<unknown>)[]> {
    const tell: (() => Promise<unknown>)[] = []
    const writeAll: WriteChanges = all => writeChanges(tx, all, { tableOf, nowMs })
    for (const keeper of keepers) {
      const own = changes.filter(change => keeper.tables.includes(change.table))
      if (own.length === 0)
        continue
      if (keeper.write)
        tell.push(await keeper.write(tx, own, writeAll))
      else
        await writeAll(own)
      const { announce: told } = keeper
      if (told)
        tell.push(() => told(own))
    }
    return tell
  }

  /** Refused only where nothing is left of any part. */
  async function turnParts(tx: Transaction, parts: readonly (readonly RowChange[])[]) {
    const changes: RowChange[] = []
    const tell: (() => Promise<unknown>)[] = []
    let refusal: Error | null = null
    // One moment for all parts: a take and its checks, which are restored together by it, may be in different ones.
    const nowMs = clock.now()
    for (const part of parts) {
      // A part may be refused after some of it was written.
      await tx.run(sql`SAVEPOINT part`)
      try {
        const left = await requireRemaining(tx, part.map(change => lasting(tableOf(change.table), change)), tableOf)
        tell.push(...await write(tx, left, nowMs))
        changes.push(...left)
      }
      catch (error) {
        if (parts.length === 1 || !isFault(error))
          throw error
        refusal = error
        await tx.run(sql`ROLLBACK TO part`)
      }
      await tx.run(sql`RELEASE part`)
    }
    if (refusal !== null && changes.length === 0)
      throw refusal
    return { changes, tell }
  }

  async function turn(way: Way, projectId: Of, stepId: StepId): ReturnType<Journal['turn']> {
    const done = await db.transaction(async (tx) => {
      const isNext = way === 'undo' ? sql`undone = 0` : sql`undone > 0`
      const step = await readStep(tx, records, projectId, sql`id = ${stepId} AND ${isNext}`)
      if (!step)
        return null
      const wanted = way === 'undo' ? turnedRound(step.changes) : step.changes
      const { changes, tell } = await turnParts(tx, await partsOf(wanted, tableOf))
      const undone = way === 'redo'
        ? sql`0`
        : sql`(SELECT max(undone) + 1 FROM undo_steps WHERE project_id IS ${projectId})`
      await tx.run(sql`UPDATE undo_steps SET undone = ${undone} WHERE id = ${stepId}`)
      return { step, changes, tell }
    })
    for (const tell of done?.tell ?? [])
      await tell()
    await announce(projectId)
    return done && { step: done.step, changes: done.changes }
  }

  return {
    next,
    changes,
    announce,
    async turn(way, projectId, stepId) {
      try {
        return await turn(way, projectId, stepId)
      }
      catch (error) {
        // What cannot be done any more is not offered again.
        if (isFault(error) && !isDiskFault(error.code) && !['library-read-only', 'ledger-damaged'].includes(error.code)) {
          await db.run(sql`DELETE FROM undo_steps WHERE id = ${stepId}`)
          await announce(projectId)
        }
        throw error
      }
    },
    close: () => feed.close(),
  }
}
