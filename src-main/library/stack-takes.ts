/** Computes the stacks of takes that have none yet: those that a project brought, and all where a migration has cleared them. */
import type { TakeId, TakeKind } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { Tried } from './stack-key.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { sql } from '../storage/sql.ts'
import { stackKeyOf } from './stack-key.ts'

/** Some milliseconds of work. */
const atOnce = 100
/** Other calls are answered in between. */
const restMs = 20

interface Row {
  number: number
  kind: TakeKind
  model_id: Tried['modelId']
  made_from: string | null
  request: string | null
  is_practice: number
}

function keyOf({ kind, model_id: modelId, made_from: madeFrom, request, is_practice }: Row): number {
  const asked = request === null ? null : parsedJson(request)
  return stackKeyOf({
    ...{ kind, modelId, madeFrom, isPractice: is_practice === 1 },
    request: typeof asked === 'object' ? asked : null,
  })
}

/** Answers how many there were. */
async function stackWhere(tx: Pick<Transaction, 'all' | 'run'>, which: Sql): Promise<number> {
  // A fingerprint says all, and requests are long.
  const rows = await tx.all<Row>(sql`
    SELECT number, kind, model_id, made_from, iif(made_from IS NULL, request, NULL) AS request, is_practice
    FROM takes WHERE stack IS NULL AND ${which}`)
  const keys = rows.map(row => ({ number: row.number, key: keyOf(row) }))
  if (keys.length > 0) {
    await tx.run(sql`
      UPDATE takes SET stack = keys.value ->> 'key' FROM ${sql.each(keys)} AS keys WHERE takes.number = keys.value ->> 'number'`)
  }
  return rows.length
}

/** Of these takes, those that have none yet. */
export async function stackTakes(tx: Pick<Transaction, 'all' | 'run'>, takeIds: readonly TakeId[]): Promise<void> {
  await stackWhere(tx, sql`id IN ${sql.list(takeIds)}`)
}

/** All that have none yet, the newest first, while the studio is open. Never throws. */
export async function stackOlderTakes({ db, takes, clock, log }: {
  db: Pick<Database, 'transaction'>
  takes: { readonly forgetStacks: () => void }
  clock: Pick<Clock, 'sleep'>
  log: Log
}, signal: AbortSignal): Promise<void> {
  try {
    for (let count = atOnce; count === atOnce;) {
      count = await db.transaction(tx => stackWhere(tx, sql`
        number IN (SELECT number FROM takes WHERE stack IS NULL ORDER BY number DESC LIMIT ${atOnce})`))
      takes.forgetStacks()
      await clock.sleep(restMs, signal)
    }
  }
  catch (error) {
    if (!signal.aborted)
      log.warn('stacks-not-computed', { error })
  }
}
