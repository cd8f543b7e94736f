/** Deliveries: what was rendered for whom, and where it lies. */
import type { Delivery } from '#contract/deliveries.ts'
import type { DeliveryId, ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Projects } from './projects.ts'
import { join } from 'node:path'
import { z } from 'zod'
import { DeliveryFile, LoudnessReport } from '#contract/deliveries.ts'
import { Fault } from '#contract/faults.ts'
import { fileExists } from '../base/atomic-file.ts'
import { createChanges } from '../base/changes.ts'
import { sql } from '../storage/sql.ts'

export interface Deliveries {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Delivery, DeliveryId>>
  /** Writes a delivery that is about to be rendered; repeating it for the same id is harmless. */
  insert: (delivery: Delivery) => Promise<Delivery>
  /** Records what the render made, and where it was put. */
  finish: (deliveryId: DeliveryId, made: Pick<Delivery, 'folder' | 'files' | 'durationSeconds' | 'loudness'>) => Promise<Delivery>
  /** Takes it off its project's list; its files stay where they are. @throws Fault not-found */
  trash: (deliveryId: DeliveryId) => Promise<Delivery>
  restore: (deliveryId: DeliveryId) => Promise<Delivery>
  /** Forgets one that is in the trash; its files are the person's and stay where they are. */
  purge: (deliveryId: DeliveryId) => Promise<void>
  /** @throws Fault not-found */
  get: (deliveryId: DeliveryId) => Promise<Delivery>
}

interface DeliveryRow {
  id: string
  project_id: string
  sequence_id: string
  job_id: string
  name: string
  preset_id: string
  width: number
  height: number
  caption_mode: string
  files: string
  duration_seconds: number | null
  loudness: string | null
  folder: string
  created_at: number
}

const columns = sql`id, project_id, sequence_id, job_id, name, preset_id, width, height, caption_mode, files, duration_seconds, loudness, folder, created_at`

async function deliveryOf(row: DeliveryRow): Promise<Delivery> {
  const files = z.array(DeliveryFile).parse(JSON.parse(row.files))
  // What may not be looked at, such as another person's folder, is as good as gone; it hides no other delivery.
  const there = await Promise.all(files.map(file => fileExists(join(row.folder, file.name)).catch(() => false)))
  // The ids and words were written by `insert` from a Delivery.
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
    files,
    durationSeconds: row.duration_seconds,
    loudness: row.loudness === null ? null : LoudnessReport.parse(JSON.parse(row.loudness)),
    folder: row.folder,
    isMissing: there.includes(false),
    createdAt: row.created_at,
  } as Delivery
}

export interface DeliveredFiles extends Pick<Delivery, 'projectId' | 'folder' | 'files'> { readonly deliveryId: DeliveryId }

/** What was ever delivered and is still known, in the trash or not: where its files were put, whether they are there or not. */
export async function deliveredFiles(db: Pick<Transaction, 'all'>): Promise<DeliveredFiles[]> {
  const rows = await db.all<Pick<DeliveryRow, 'id' | 'project_id' | 'folder' | 'files'>>(sql`SELECT id, project_id, folder, files FROM deliveries WHERE files <> '[]' ORDER BY created_at, id`)
  return rows.map(row => ({
    deliveryId: row.id as DeliveryId, // written by `insert` from a Delivery
    projectId: row.project_id as ProjectId,
    folder: row.folder,
    files: z.array(DeliveryFile).parse(JSON.parse(row.files)),
  }))
}

export function createDeliveries({ db, projects, clock }: { db: Database, projects: Projects, clock: Clock }): Deliveries {
  const news = createChanges<Delivery, DeliveryId>()

  async function get(deliveryId: DeliveryId): Promise<Delivery> {
    const row = await db.get<DeliveryRow>(sql`SELECT ${columns} FROM deliveries WHERE id = ${deliveryId}`)
    if (!row)
      throw new Fault('not-found', { word: 'delivery', id: deliveryId })
    return deliveryOf(row)
  }

  async function announce(deliveryId: DeliveryId): Promise<Delivery> {
    const delivery = await get(deliveryId)
    news.changed(delivery)
    await projects.touch(delivery.projectId)
    return delivery
  }

  return {
    get,
    changes: (projectId, signal) => news.subscribe(
      async () => Promise.all((await db.all<DeliveryRow>(sql`SELECT ${columns} FROM deliveries WHERE project_id = ${projectId} AND trashed_at IS NULL ORDER BY created_at DESC`)).map(deliveryOf)),
      signal,
      delivery => delivery.projectId === projectId,
    ),
    async trash(deliveryId) {
      await db.run(sql`UPDATE deliveries SET trashed_at = ${clock.now()} WHERE id = ${deliveryId} AND trashed_at IS NULL`)
      const delivery = await get(deliveryId)
      news.removed(deliveryId)
      await projects.touch(delivery.projectId)
      return delivery
    },
    async restore(deliveryId) {
      await db.run(sql`UPDATE deliveries SET trashed_at = NULL WHERE id = ${deliveryId}`)
      return announce(deliveryId)
    },
    async purge(deliveryId) {
      await db.run(sql`DELETE FROM deliveries WHERE id = ${deliveryId} AND trashed_at IS NOT NULL`)
    },
    async insert(delivery) {
      await db.run(sql`
        INSERT INTO deliveries (id, project_id, sequence_id, job_id, name, preset_id, width, height, caption_mode, folder, created_at)
        VALUES (${delivery.id}, ${delivery.projectId}, ${delivery.sequenceId}, ${delivery.jobId}, ${delivery.name}, ${delivery.presetId},
          ${delivery.width}, ${delivery.height}, ${delivery.captionMode}, ${delivery.folder}, ${delivery.createdAt})
        ON CONFLICT (id) DO NOTHING`)
      return announce(delivery.id)
    },
    async finish(deliveryId, made) {
      await db.run(sql`
        UPDATE deliveries SET folder = ${made.folder}, files = ${JSON.stringify(made.files)}, duration_seconds = ${made.durationSeconds},
          loudness = ${made.loudness && JSON.stringify(made.loudness)} WHERE id = ${deliveryId}`)
      return announce(deliveryId)
    },
  }
}
