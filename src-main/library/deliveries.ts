/** Deliveries: what was rendered, with which preset, and where its files are. */
import type { Delivery } from '#contract/deliveries.ts'
import type { DeliveryId, ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Projects } from './projects.ts'
import { z } from 'zod'
import { DeliveryFile, Delivery as DeliveryShape } from '#contract/deliveries.ts'
import { Fault } from '#contract/faults.ts'
import { LoudnessReport } from '#contract/loudness.ts'
import { Instant } from '#contract/words.ts'
import { countOf, nameAt } from '#rules/deliver/frames.ts'
import { fileExists } from '../base/atomic-file.ts'
import { createChanges } from '../base/changes.ts'
import { insideOrNull } from '../base/inside.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'

export interface Deliveries {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Delivery, DeliveryId>>
  /** Records a delivery before it is rendered; repeating it for the same id is harmless. */
  insert: (delivery: Delivery) => Promise<Delivery>
  /** Records what was rendered, and where the files are. Null where the delivery was deleted meanwhile: then nobody knows them. */
  finish: (deliveryId: DeliveryId, made: Pick<Delivery, 'folder' | 'files' | 'durationSeconds' | 'loudness'>) => Promise<Delivery | null>
  /** Appends to the log of its renders, of which the end is kept. A deleted delivery has no log. */
  addToLog: (deliveryId: DeliveryId, text: string) => Promise<void>
  /** Empty when nothing was rendered yet. @throws Fault not-found */
  log: (deliveryId: DeliveryId) => Promise<string>
  /** Removes it from its project's list; its files stay. @throws Fault not-found */
  trash: (deliveryId: DeliveryId) => Promise<Delivery>
  restore: (deliveryId: DeliveryId) => Promise<Delivery>
  /** Deletes one that is in the trash; its files belong to the user and stay. */
  purge: (deliveryId: DeliveryId) => Promise<void>
  /** The journal has put it in the trash, or taken it out. */
  noteTurned: (deliveryId: DeliveryId) => Promise<void>
  /** Tells open pages of all deliveries where their files are now. */
  noteFiles: () => Promise<void>
  /** @throws Fault not-found */
  get: (deliveryId: DeliveryId) => Promise<Delivery>
}

/** The end of a path: a name, with slashes where it is in a folder of a kit. */
const BelowFolder = z.string().refine(name => name !== '' && !/^[/\\]|\0/.test(name) && !name.split(/[/\\]/).includes('..'), 'leads elsewhere')

const DeliveryRow = z.object({
  id: DeliveryShape.shape.id,
  project_id: DeliveryShape.shape.projectId,
  sequence_id: DeliveryShape.shape.sequenceId,
  job_id: DeliveryShape.shape.jobId,
  name: z.string(),
  preset_id: DeliveryShape.shape.presetId,
  width: z.int(),
  height: z.int(),
  caption_mode: DeliveryShape.shape.captionMode,
  files: json(z.array(DeliveryFile.extend({ name: BelowFolder }))),
  duration_seconds: z.number().nullable(),
  loudness: json(LoudnessReport).nullable(),
  folder: z.string(),
  created_at: Instant,
})
export const deliveriesTable = defineTable('deliveries', DeliveryRow, { unread: { log: z.string(), trashed_at: Instant.nullable() } })
/** A query of its own, so that a backup finds the files of a delivery even when its other columns cannot be read. */
const filesOfDeliveries = deliveriesTable.part('id', 'project_id', 'folder', 'files')

/** A restored studio has no files of such a delivery. */
export function hasNoPlace({ folder }: Pick<Delivery, 'folder'>): boolean {
  return folder === ''
}

/** Null for a file that has no place, for a name that leads out of the folder, and where the folder cannot be examined. */
export function pathOfDelivered(delivery: Pick<Delivery, 'folder'>, { name }: Pick<DeliveryFile, 'name'>): InsidePath | null {
  try {
    return hasNoPlace(delivery) ? null : insideOrNull(delivery.folder, name)
  }
  catch {
    return null
  }
}

/** Characters of its log. */
const logLength = 200_000

async function deliveryOf(joined: object): Promise<Delivery> {
  const row = deliveriesTable.parse(joined)
  const isNotInBackup = row.files.length > 0 && hasNoPlace(row)
  const there = await Promise.all(row.files.map(file => isDelivered(row, file)))
  return {
    id: row.id,
    projectId: row.project_id,
    sequenceId: row.sequence_id,
    jobId: row.job_id,
    name: row.name,
    presetId: row.preset_id,
    width: row.width,
    height: row.height,
    captionMode: row.caption_mode,
    files: row.files,
    durationSeconds: row.duration_seconds,
    loudness: row.loudness,
    folder: row.folder,
    isMissing: there.includes(false),
    ...isNotInBackup && { isNotInBackup },
    createdAt: row.created_at,
  }
}

/**
 * Whether a delivered file is still where it was put; of an image sequence, the first and the last. One that cannot be examined, for
 * example in another user's folder, counts as missing, and so does a name that leads out of the folder.
 */
export async function isDelivered(delivery: Pick<Delivery, 'folder'>, file: Pick<DeliveryFile, 'name' | 'frames'>): Promise<boolean> {
  for (const name of new Set([file.name, nameAt(file, countOf(file) - 1)])) {
    const path = pathOfDelivered(delivery, { name })
    if (path === null || !await fileExists(path).catch(() => false))
      return false
  }
  return true
}

/** An existing delivery is not changed. */
async function insertDelivery(tx: Transaction, delivery: Delivery): Promise<void> {
  const values = deliveriesTable.values({
    id: delivery.id,
    project_id: delivery.projectId,
    sequence_id: delivery.sequenceId,
    job_id: delivery.jobId,
    name: delivery.name,
    preset_id: delivery.presetId,
    width: delivery.width,
    height: delivery.height,
    caption_mode: delivery.captionMode,
    folder: delivery.folder,
    created_at: delivery.createdAt,
  })
  await tx.run(sql`INSERT INTO deliveries ${values} ON CONFLICT (id) DO NOTHING`)
}

/** For a deleted project. The rendered files belong to the user and stay. */
export async function purgeDeliveries(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM deliveries WHERE project_id = ${projectId}`)
}

export interface DeliveredFiles extends Pick<Delivery, 'projectId' | 'folder' | 'files'> { readonly deliveryId: DeliveryId }

/** The files of all deliveries, trashed ones included, whether they still exist or not. */
export async function deliveredFiles(db: Pick<Transaction, 'all'>): Promise<DeliveredFiles[]> {
  const rows = await db.all(sql`SELECT ${filesOfDeliveries.columns} FROM deliveries WHERE files <> '[]' ORDER BY rowid`)
  return filesOfDeliveries.read(rows).map(row => ({
    deliveryId: row.id,
    projectId: row.project_id,
    folder: row.folder,
    files: row.files,
  }))
}

/** Records that the files of a delivery were moved, for example by restoring a backup. */
export async function moveDeliveredFiles(
  db: Pick<Transaction, 'run'>,
  { deliveryId, folder, files }: Pick<DeliveredFiles, 'deliveryId' | 'folder' | 'files'>,
): Promise<void> {
  await db.run(sql`UPDATE deliveries SET folder = ${folder}, files = ${JSON.stringify(files)} WHERE id = ${deliveryId}`)
}

export function createDeliveries({ db, projects, clock }: { db: Database, projects: Projects, clock: Clock }): Deliveries {
  const news = createChanges<Delivery, DeliveryId>()

  async function find(deliveryId: DeliveryId): Promise<Delivery | null> {
    const row = await db.get(sql`SELECT ${deliveriesTable.columns} FROM deliveries WHERE id = ${deliveryId}`)
    return row ? deliveryOf(row) : null
  }

  async function get(deliveryId: DeliveryId): Promise<Delivery> {
    return found(await find(deliveryId), deliveryId)
  }

  async function announceIfThere(deliveryId: DeliveryId): Promise<Delivery | null> {
    const delivery = await find(deliveryId)
    if (delivery === null)
      return null
    // Its project's list has none that is in the trash: one may be rendered there.
    if (await db.get(sql`SELECT 1 FROM deliveries WHERE id = ${deliveryId} AND trashed_at IS NULL`))
      news.changed(delivery)
    else
      news.removed(deliveryId)
    await projects.touch(delivery.projectId)
    return delivery
  }

  async function announce(deliveryId: DeliveryId): Promise<Delivery> {
    return found(await announceIfThere(deliveryId), deliveryId)
  }

  return {
    get,
    changes: (projectId, signal) => news.subscribe(
      async () => {
        const rows = await db.all(sql`
          SELECT ${deliveriesTable.columns} FROM deliveries WHERE project_id = ${projectId} AND trashed_at IS NULL
            ORDER BY rowid DESC`)
        return Promise.all(rows.map(deliveryOf))
      },
      signal,
      delivery => delivery.projectId === projectId,
    ),
    async addToLog(deliveryId, text) {
      await db.run(sql`UPDATE deliveries SET log = substr(log || ${text}, ${-logLength}) WHERE id = ${deliveryId}`)
    },
    async log(deliveryId) {
      const row = await db.get<{ log: string }>(sql`SELECT log FROM deliveries WHERE id = ${deliveryId}`)
      if (!row)
        throw new Fault('not-found', { word: 'delivery', id: deliveryId })
      return row.log
    },
    async trash(deliveryId) {
      await db.run(sql`UPDATE deliveries SET trashed_at = ${clock.now()} WHERE id = ${deliveryId} AND trashed_at IS NULL`)
      return announce(deliveryId)
    },
    async restore(deliveryId) {
      await db.run(sql`UPDATE deliveries SET trashed_at = NULL WHERE id = ${deliveryId}`)
      return announce(deliveryId)
    },
    async noteTurned(deliveryId) {
      await announce(deliveryId)
    },
    async noteFiles() {
      for (const row of await db.all(sql`SELECT ${deliveriesTable.columns} FROM deliveries WHERE trashed_at IS NULL`))
        news.changed(await deliveryOf(row))
    },
    async purge(deliveryId) {
      await db.run(sql`DELETE FROM deliveries WHERE id = ${deliveryId} AND trashed_at IS NOT NULL`)
    },
    async insert(delivery) {
      await insertDelivery(db, delivery)
      return announce(delivery.id)
    },
    async finish(deliveryId, made) {
      await db.run(sql`
        UPDATE deliveries SET folder = ${made.folder}, files = ${JSON.stringify(made.files)}, duration_seconds = ${made.durationSeconds},
          loudness = ${made.loudness && JSON.stringify(made.loudness)} WHERE id = ${deliveryId}`)
      return announceIfThere(deliveryId)
    },
  }
}

/** @throws Fault not-found */
function found(delivery: Delivery | null, id: DeliveryId): Delivery {
  if (delivery === null)
    throw new Fault('not-found', { word: 'delivery', id })
  return delivery
}
