/** Projects: what pieces of work there are, and how much is in each. */
import type { Project } from '#contract/projects.ts'
import type { AssetId, ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'

export interface Projects {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Project, ProjectId>>
  create: (name: string, options?: { isSample: boolean }) => Promise<Project>
  /** @throws Fault not-found */
  get: (projectId: ProjectId) => Promise<Project>
  /** Null for one that this library does not know. */
  nameOf: (projectId: ProjectId) => Promise<string | null>
  findSample: () => Promise<Project | undefined>
  rename: (projectId: ProjectId, name: string) => Promise<Project>
  trash: (projectId: ProjectId) => Promise<Project>
  restore: (projectId: ProjectId) => Promise<Project>
  /** Forgets one that is in the trash with its script, sequences and deliveries; takes and conversations stay, in no project. */
  purge: (projectId: ProjectId) => Promise<void>
  /** Something in it changed: its card is announced anew. */
  touch: (projectId: ProjectId) => Promise<void>
}

interface ProjectRow {
  id: string
  name: string
  is_sample: number
  line_count: number
  take_count: number
  delivery_count: number
  cover_asset_id: string | null
  created_at: number
  changed_at: number
  trashed_at: number | null
}

const columns = sql`
  projects.id, projects.name, projects.is_sample, projects.created_at, projects.changed_at, projects.trashed_at,
  (SELECT count(*) FROM lines WHERE lines.project_id = projects.id AND lines.removed_at IS NULL) AS line_count,
  (SELECT count(*) FROM takes WHERE takes.project_id = projects.id AND takes.trashed_at IS NULL) AS take_count,
  (SELECT count(*) FROM deliveries WHERE deliveries.project_id = projects.id AND deliveries.trashed_at IS NULL) AS delivery_count,
  (SELECT takes.asset_id FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE takes.project_id = projects.id AND takes.trashed_at IS NULL AND assets.has_poster = 1
    ORDER BY takes.number DESC LIMIT 1) AS cover_asset_id`

function projectOf(row: ProjectRow): Project {
  return {
    id: row.id as ProjectId, // Rows are only written here, with ids made here.
    name: row.name,
    isSample: row.is_sample === 1,
    lineCount: row.line_count,
    takeCount: row.take_count,
    deliveryCount: row.delivery_count,
    coverAssetId: row.cover_asset_id as AssetId | null, // a foreign key into assets
    createdAt: row.created_at,
    changedAt: row.changed_at,
    trashedAt: row.trashed_at,
  }
}

export function createProjects({ db, clock }: { db: Database, clock: Clock }): Projects {
  const news = createChanges<Project, ProjectId>()

  async function get(projectId: ProjectId): Promise<Project> {
    const row = await db.get<ProjectRow>(sql`SELECT ${columns} FROM projects WHERE id = ${projectId}`)
    if (!row)
      throw new Fault('not-found', { word: 'project', id: projectId })
    return projectOf(row)
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
    changes: signal => news.subscribe(async () => (await db.all<ProjectRow>(sql`SELECT ${columns} FROM projects ORDER BY changed_at DESC`)).map(projectOf), signal),
    async create(name, options) {
      const id = newId(clock.now()) as ProjectId // newId makes the ids' form
      const now = clock.now()
      await db.run(sql`
        INSERT INTO projects (id, name, is_sample, created_at, changed_at)
        VALUES (${id}, ${name.trim()}, ${options?.isSample ? 1 : 0}, ${now}, ${now})`)
      return announce(id)
    },
    async findSample() {
      const row = await db.get<ProjectRow>(sql`SELECT ${columns} FROM projects WHERE is_sample = 1 AND trashed_at IS NULL ORDER BY created_at DESC`)
      return row && projectOf(row)
    },
    async rename(projectId, name) {
      await db.run(sql`UPDATE projects SET name = ${name.trim()}, changed_at = ${clock.now()} WHERE id = ${projectId}`)
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
        await tx.run(sql`UPDATE takes SET project_id = NULL, line_id = NULL WHERE project_id = ${projectId}`)
        await tx.run(sql`UPDATE conversations SET project_id = NULL WHERE project_id = ${projectId}`)
        await tx.run(sql`DELETE FROM deliveries WHERE project_id = ${projectId}`)
        await tx.run(sql`DELETE FROM sequence_journal WHERE sequence_id IN (SELECT id FROM sequences WHERE project_id = ${projectId})`)
        await tx.run(sql`DELETE FROM sequences WHERE project_id = ${projectId}`)
        await tx.run(sql`DELETE FROM castings WHERE project_id = ${projectId}`)
        await tx.run(sql`DELETE FROM lines WHERE project_id = ${projectId}`)
        await tx.run(sql`DELETE FROM projects WHERE id = ${projectId}`)
        return true
      })
      if (isGone)
        news.removed(projectId)
    },
    async touch(projectId) {
      const { changes } = await db.run(sql`UPDATE projects SET changed_at = ${clock.now()} WHERE id = ${projectId}`)
      if (changes > 0)
        await announce(projectId)
    },
  }
}
