/** Projects, and how much is in each of them. */
import type { Project } from '#contract/projects.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { ColourName } from '#contract/script.ts'
import { AssetId, Instant, ProjectId, TakeId } from '#contract/words.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { withoutStep } from '../base/recorded-step.ts'
import { unrecorded } from '../journal/recorder.ts'
import { takeBackChange } from '../storage/done-changes.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag, rowParser } from '../storage/table.ts'
import { readEach, readMany } from '../storage/unreadable-rows.ts'

export interface Projects {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Project, ProjectId>>
  create: (name: string, options?: { isSample: boolean }) => Promise<Project>
  /** @throws Fault not-found */
  get: (projectId: ProjectId) => Promise<Project>
  /** A project was made in this step: undo moves it to the trash, and redo takes it out. */
  noteMade: (projectId: ProjectId) => Promise<Project>
  /** Null for an unknown project. */
  nameOf: (projectId: ProjectId) => Promise<string | null>
  findSample: () => Promise<Project | undefined>
  /** @throws Fault changed-meanwhile, not-found */
  rename: (projectId: ProjectId, name: string, expected?: string) => Promise<Project>
  /** Those of them that there are, in their new folder, or in the archive or out of it. The empty name is no folder. */
  arrange: (
    projectIds: readonly ProjectId[],
    changed: { folder?: string | undefined, isArchived?: boolean | undefined },
  ) => Promise<Project[]>
  /** @throws Fault not-found */
  setCover: (projectId: ProjectId, takeId: TakeId | null) => Promise<Project>
  /** @throws Fault not-found */
  setColour: (projectId: ProjectId, colour: ColourName | null) => Promise<Project>
  trash: (projectId: ProjectId) => Promise<Project>
  restore: (projectId: ProjectId) => Promise<Project>
  /** Deletes a project that is in the trash, with its script, sequences and deliveries. Takes and conversations stay, without a project. */
  purge: (projectId: ProjectId) => Promise<void>
  /**
   * Makes a new project in several writes. When `work` throws, as on a full disk, no half of the project is left, and the change of the
   * call may be asked for again.
   */
  makeWhole: <T>(projectId: ProjectId, work: () => Promise<T>) => Promise<T>
  /** The journal has put it in the trash, or taken it out. */
  noteTurned: (projectId: ProjectId) => Promise<void>
  /** Something in the project changed: its card is sent again. */
  touch: (projectId: ProjectId) => Promise<void>
}

export const projectsTable = defineTable('projects', z.object({
  id: ProjectId,
  name: z.string(),
  is_sample: Flag,
  created_at: Instant,
  changed_at: Instant,
  trashed_at: Instant.nullable(),
  folder: z.string(),
  archived_at: Instant.nullable(),
  cover_take_id: TakeId.nullable(),
  template_at: Instant.nullable(),
  // Another version may know more of them.
  colour: ColourName.nullable().catch(null),
}))

const parseContent = rowParser('projects', z.object({
  line_count: z.int(),
  take_count: z.int(),
  delivery_count: z.int(),
  cover_asset_id: AssetId.nullable(),
}))

const selectProjects = sql`
  SELECT ${projectsTable.columns},
  (SELECT count(*) FROM lines WHERE lines.project_id = projects.id AND lines.removed_at IS NULL) AS line_count,
  (SELECT count(*) FROM takes WHERE takes.project_id = projects.id AND takes.trashed_at IS NULL AND takes.check_of IS NULL)
    + (SELECT count(*) FROM project_takes JOIN takes ON takes.id = project_takes.take_id
      WHERE project_takes.project_id = projects.id AND takes.trashed_at IS NULL AND takes.check_of IS NULL) AS take_count,
  (SELECT count(*) FROM deliveries WHERE deliveries.project_id = projects.id AND deliveries.trashed_at IS NULL) AS delivery_count,
  coalesce((SELECT takes.asset_id FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE takes.id = projects.cover_take_id AND takes.trashed_at IS NULL AND assets.has_poster = 1),
  (SELECT takes.asset_id FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE takes.project_id = projects.id AND takes.trashed_at IS NULL AND assets.has_poster = 1
    ORDER BY takes.number DESC LIMIT 1), (SELECT takes.asset_id FROM project_takes JOIN takes ON takes.id = project_takes.take_id
    JOIN assets ON assets.id = takes.asset_id
    WHERE project_takes.project_id = projects.id AND takes.trashed_at IS NULL AND assets.has_poster = 1
    ORDER BY project_takes.rowid DESC LIMIT 1)) AS cover_asset_id
  FROM projects`

function projectOf(joined: object): Project {
  const row = projectsTable.parse(joined)
  const content = parseContent(joined)
  return {
    id: row.id,
    name: row.name,
    isSample: row.is_sample,
    lineCount: content.line_count,
    takeCount: content.take_count,
    deliveryCount: content.delivery_count,
    coverAssetId: content.cover_asset_id,
    coverTakeId: row.cover_take_id,
    folder: row.folder,
    colour: row.colour,
    archivedAt: row.archived_at,
    templateAt: row.template_at,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    trashedAt: row.trashed_at,
  }
}

export async function insertProject(
  tx: Transaction,
  project: Pick<Project, 'id' | 'name' | 'isSample' | 'createdAt'>
    & Partial<Pick<Project, 'folder' | 'colour' | 'coverTakeId' | 'templateAt'>>,
): Promise<void> {
  const { id, name, isSample, createdAt, folder = '', colour = null, coverTakeId = null, templateAt = null } = project
  const values = projectsTable.values({
    ...{ id, name, is_sample: isSample, created_at: createdAt, changed_at: createdAt },
    ...{ folder, colour, cover_take_id: coverTakeId, template_at: templateAt },
  })
  await tx.run(sql`INSERT INTO projects ${values}`)
}

/** @throws Fault not-found */
export async function requireProject(db: Transaction, projectId: ProjectId): Promise<void> {
  if (!await db.get(sql`SELECT id FROM projects WHERE id = ${projectId}`))
    throw new Fault('not-found', { word: 'project', id: projectId })
}

/** Whether others begin with what is in it, and nobody works in it. */
export async function isTemplate(db: Pick<Transaction, 'get'>, projectId: ProjectId): Promise<boolean> {
  return await db.get(sql`SELECT id FROM projects WHERE id = ${projectId} AND template_at IS NOT NULL`) !== undefined
}

export function createProjects({ db, clock, onPurge = [] }: {
  db: Database
  clock: Clock
  /** Run in order in the transaction that deletes a project, before its row: each deletes or releases what one module keeps of it. */
  onPurge?: readonly ((tx: Transaction, projectId: ProjectId) => Promise<void>)[]
}): Projects {
  const news = createChanges<Project, ProjectId>()

  async function get(projectId: ProjectId): Promise<Project> {
    const row = await db.get(sql`${selectProjects} WHERE id = ${projectId}`)
    if (!row)
      throw new Fault('not-found', { word: 'project', id: projectId })
    return projectOf(row)
  }

  async function remove(tx: Transaction, projectId: ProjectId): Promise<void> {
    for (const purge of onPurge)
      await purge(tx, projectId)
    await tx.run(sql`DELETE FROM projects WHERE id = ${projectId}`)
  }

  async function announce(projectId: ProjectId): Promise<Project> {
    const project = await get(projectId)
    news.changed(project)
    return project
  }

  return {
    get,
    async nameOf(projectId) {
      const row = await db.get<{ name: string }>(sql`SELECT name FROM projects WHERE id = ${projectId}`)
      return row?.name ?? null
    },
    changes: signal => news.subscribe(
      async () => readEach(await db.all(sql`${selectProjects} ORDER BY changed_at DESC`), projectOf),
      signal,
    ),
    async create(name, options) {
      const id = newId<ProjectId>(clock.now())
      await insertProject(db, { id, name: name.trim(), isSample: options?.isSample ?? false, createdAt: clock.now() })
      return announce(id)
    },
    async noteMade(projectId) {
      await db.transaction(async (tx) => {
        // For others it was never in the trash: this is one transaction.
        await unrecorded(tx, () => tx.run(sql`UPDATE projects SET trashed_at = ${clock.now()} WHERE id = ${projectId}`))
        await tx.run(sql`UPDATE projects SET trashed_at = NULL WHERE id = ${projectId}`)
      })
      return announce(projectId)
    },
    async findSample() {
      const row = await db.get(sql`${selectProjects} WHERE is_sample = 1 AND trashed_at IS NULL ORDER BY id DESC`)
      return row && projectOf(row)
    },
    async rename(projectId, name, expected) {
      await db.transaction(async (tx) => {
        const present = await tx.get<{ name: string }>(sql`SELECT name FROM projects WHERE id = ${projectId}`)
        if (present)
          requireAsExpected('project', present.name, expected, name.trim())
        await tx.run(sql`UPDATE projects SET name = ${name.trim()}, changed_at = ${clock.now()} WHERE id = ${projectId}`)
      })
      return announce(projectId)
    },
    async arrange(projectIds, { folder, isArchived }) {
      const inAll = sql`id IN ${sql.list(projectIds)}`
      await db.transaction(async (tx) => {
        if (folder !== undefined)
          await tx.run(sql`UPDATE projects SET folder = ${folder} WHERE ${inAll} AND folder <> ${folder}`)
        if (isArchived !== undefined) {
          const at = isArchived ? clock.now() : null
          await tx.run(sql`UPDATE projects SET archived_at = ${at} WHERE ${inAll} AND (archived_at IS NULL) = ${isArchived ? 1 : 0}`)
        }
      })
      const arranged = await readMany(await db.all(sql`${selectProjects} WHERE ${inAll} ORDER BY id`), projectOf)
      for (const project of arranged)
        news.changed(project)
      return arranged
    },
    async setCover(projectId, takeId) {
      await db.run(sql`UPDATE projects SET cover_take_id = ${takeId} WHERE id = ${projectId}`)
      return announce(projectId)
    },
    async setColour(projectId, colour) {
      await db.run(sql`UPDATE projects SET colour = ${colour} WHERE id = ${projectId}`)
      return announce(projectId)
    },
    async trash(projectId) {
      await db.run(sql`UPDATE projects SET trashed_at = ${clock.now()} WHERE id = ${projectId} AND trashed_at IS NULL`)
      return announce(projectId)
    },
    async restore(projectId) {
      await db.run(sql`UPDATE projects SET trashed_at = NULL WHERE id = ${projectId}`)
      return announce(projectId)
    },
    async purge(projectId) {
      const isGone = await db.transaction(async (tx) => {
        if (!await tx.get(sql`SELECT id FROM projects WHERE id = ${projectId} AND trashed_at IS NOT NULL`))
          return false
        await remove(tx, projectId)
        return true
      })
      if (isGone)
        news.removed(projectId)
    },
    async makeWhole(projectId, work) {
      try {
        return await work()
      }
      catch (error) {
        // What cannot be deleted now is a project that a person sees, and can delete. The first error explains more.
        await withoutStep(() => takeBackChange(db, tx => remove(tx, projectId))).then(() => news.removed(projectId)).catch(() => {})
        throw error
      }
    },
    async noteTurned(projectId) {
      await announce(projectId)
    },
    async touch(projectId) {
      const { changes } = await db.run(sql`UPDATE projects SET changed_at = ${clock.now()} WHERE id = ${projectId}`)
      if (changes > 0)
        await announce(projectId)
    },
  }
}
