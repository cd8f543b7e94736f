/** What was chosen for the deliveries of each project: one row for each, from its first choice on. */
import type { ChangedChoices, ChoicesNow } from '#contract/delivery-choices.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { Feed } from '../base/feed.ts'
import type { Keeper } from '../journal/journal.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { changeChoices, DeliveryChoices, usualChoices } from '#contract/delivery-choices.ts'
import { ProjectId as ProjectIdShape, TakeId as TakeIdShape } from '#contract/words.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createFeed } from '../base/feed.ts'
import { unrecorded } from '../journal/recorder.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, jsonText } from '../storage/table.ts'
import { requireProject } from './projects.ts'

export interface DeliveryChoicesStore {
  /** `expected` are the tags as they were shown. @throws Fault not-found, changed-meanwhile */
  change: (projectId: ProjectId, changed: ChangedChoices, expected?: ChangedChoices['tags']) => Promise<ChoicesNow>
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChoicesNow>
  /** Writes changes of the journal, and tells them as one more change. */
  turn: NonNullable<Keeper['write']>
}

export const choicesTable = defineTable('delivery_choices', z.object({
  project_id: ProjectIdShape,
  // A column of its own: every place that refers to a take is found by SQL.
  cover_take_id: TakeIdShape.nullable(),
  choices: z.string(),
  revision: z.int().min(0),
}), { unread: { choices: jsonText(z.unknown().refine(value => value !== undefined)) } })

const parts = Object.entries(DeliveryChoices.shape)

/** A part that is damaged or missing is the usual one. */
function choicesIn(text: string, coverTakeId: DeliveryChoices['coverTakeId']): DeliveryChoices {
  const kept: unknown = parsedJson(text)
  const known = parts.flatMap(([name, shape]) => {
    const { data } = shape.safeParse(typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined)
    return data === undefined ? [] : [[name, data]]
  })
  return DeliveryChoices.parse({ ...usualChoices, ...Object.fromEntries(known) as object, coverTakeId })
}

async function read(db: Pick<Transaction, 'get'>, projectId: ProjectId): Promise<ChoicesNow> {
  const found = await db.get(sql`SELECT ${choicesTable.columns} FROM delivery_choices WHERE project_id = ${projectId}`)
  const [row] = found ? choicesTable.read([found]) : []
  return row ? { choices: choicesIn(row.choices, row.cover_take_id), revision: row.revision } : { choices: usualChoices, revision: 0 }
}

async function write(tx: Transaction, projectId: ProjectId, { choices, revision }: ChoicesNow): Promise<void> {
  const { coverTakeId, ...others } = choices
  const values = choicesTable.values({ project_id: projectId, cover_take_id: coverTakeId, choices: JSON.stringify(others), revision })
  await tx.run(sql`
    INSERT INTO delivery_choices ${values}
    ON CONFLICT (project_id) DO UPDATE SET cover_take_id = excluded.cover_take_id, choices = excluded.choices,
      revision = excluded.revision`)
}

/** Into a project that is made in this transaction. `coverOf` answers the cover that it gets for the one of the other project. */
export async function copyDeliveryChoices(
  tx: Transaction,
  { from, into, coverOf }: { from: ProjectId, into: ProjectId, coverOf?: (takeId: TakeId) => Promise<TakeId | null> },
): Promise<void> {
  const { choices, revision } = await read(tx, from)
  const { coverTakeId } = choices
  const cover = coverTakeId && coverOf ? await coverOf(coverTakeId) : coverTakeId
  if (revision > 0)
    await write(tx, into, { choices: { ...choices, coverTakeId: cover }, revision: 1 })
}

export function createDeliveryChoices({ db }: { readonly db: Database }): DeliveryChoicesStore {
  const feeds = new Map<ProjectId, Feed<ChoicesNow>>()
  function feedOf(projectId: ProjectId): Feed<ChoicesNow> {
    const feed = feeds.get(projectId) ?? createFeed<ChoicesNow>()
    feeds.set(projectId, feed)
    return feed
  }

  async function change(
    projectId: ProjectId,
    changed: ChangedChoices,
    expected?: ChangedChoices['tags'],
  ): Promise<ChoicesNow> {
    const now = await db.transaction(async (tx) => {
      await requireProject(tx, projectId)
      const before = await read(tx, projectId)
      requireAsExpected('tag', before.choices.tags, expected, changed.tags)
      const choices = changeChoices(before.choices, changed)
      const revision = before.revision + 1
      // The row is there from now on: a step is what a person changed in it.
      await unrecorded(tx, () => write(tx, projectId, before))
      await write(tx, projectId, { choices, revision })
      return { choices, revision }
    })
    feedOf(projectId).publish(now)
    return now
  }

  return {
    change,
    async turn(tx, changes, writeChanges) {
      await writeChanges(changes)
      const ids = changes.map(({ key: [projectId] }) => ProjectIdShape.parse(projectId))
      await tx.run(sql`UPDATE delivery_choices SET revision = revision + 1 WHERE project_id IN ${sql.list(ids)}`)
      return async () => {
        for (const id of ids)
          feedOf(id).publish(await read(db, id))
      }
    },
    changes: (projectId, signal) => feedOf(projectId).subscribe(() => read(db, projectId), signal),
  }
}

/** The project is deleted permanently. */
export async function purgeDeliveryChoices(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM delivery_choices WHERE project_id = ${projectId}`)
}
