/** Snapshots of projects: taken when something changed, thinned out by age, restored in place or as a new project. */
import type { Snapshot } from '#contract/snapshots.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { AssetId, Instant, ProjectId, SnapshotId } from '#contract/words.ts'
import { sha256 } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { BinVersion, readBinVersion, writeBinVersion } from '../library/project-takes.ts'
import { requireProject } from '../library/projects.ts'
import { readScriptVersion, ScriptVersion, writeScriptVersion } from '../script/script-version.ts'
import { readSequencesVersion, SequencesVersion, takesInVersion, writeSequencesVersion } from '../sequences/sequence-version.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'
import {
  readStoryboardVersion,
  StoryboardVersion,
  takesInStoryboard,
  writeStoryboardVersion,
} from '../storyboard/storyboard-version.ts'
import { keptSnapshots } from './thin-snapshots.ts'

const Content = z.object({
  name: z.string(),
  ...ScriptVersion.shape,
  ...SequencesVersion.shape,
  ...BinVersion.shape,
  ...StoryboardVersion.shape,
})
type Content = z.infer<typeof Content>

export interface Snapshots {
  /** Takes a snapshot if anything changed since the last one; the thinning that follows keeps `spared`. Returns whether one was taken. */
  take: (projectId: ProjectId, spared?: SnapshotId) => Promise<boolean>
  /** Takes one of every project that changed. Returns how many were taken. */
  takeAll: () => Promise<number>
  /** Newest first. @throws Fault not-found */
  list: (projectId: ProjectId) => Promise<Snapshot[]>
  /** @throws Fault not-found */
  content: (snapshotId: SnapshotId) => Promise<Content & { projectId: ProjectId, takenAt: number }>
  /**
   * Writes the script, castings, storyboard and sequences of a version into a project. Returns the sequences that were written;
   * nothing is announced yet. @throws Fault not-found
   */
  restore: (snapshotId: SnapshotId, into: ProjectId) => Promise<SequenceId[]>
}

export const snapshotsTable = defineTable('snapshots', z.object({
  id: SnapshotId,
  project_id: ProjectId,
  taken_at: Instant,
  content: json(Content),
  hash: z.string(),
  picture_asset_id: AssetId.nullable(),
}))
type SnapshotRow = ReturnType<typeof snapshotsTable.parse>
const selectSnapshots = sql`SELECT ${snapshotsTable.columns} FROM snapshots`

async function insertSnapshot(
  tx: Transaction,
  projectId: ProjectId,
  { content, hash, takenAt }: { content: string, hash: string, takenAt: number },
): Promise<void> {
  const newestPicture = sql`(
    SELECT takes.asset_id FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE takes.project_id = ${projectId} AND takes.trashed_at IS NULL AND assets.has_poster = 1 ORDER BY takes.number DESC LIMIT 1)`
  const values = snapshotsTable.values({
    id: newId(takenAt),
    project_id: projectId,
    taken_at: takenAt,
    content,
    hash,
    picture_asset_id: newestPicture,
  })
  await tx.run(sql`INSERT INTO snapshots ${values}`)
}

export function createSnapshots({ db, clock }: { db: Database, clock: Clock }): Snapshots {
  async function read(projectId: ProjectId): Promise<Content | null> {
    const project = await db.get<{ name: string }>(sql`SELECT name FROM projects WHERE id = ${projectId}`)
    return project
      ? {
          name: project.name,
          ...await readScriptVersion(db, projectId),
          ...await readSequencesVersion(db, projectId),
          ...await readBinVersion(db, projectId),
          ...await readStoryboardVersion(db, projectId),
        }
      : null
  }

  async function take(projectId: ProjectId, spared: SnapshotId | null = null): Promise<boolean> {
    const version = await read(projectId)
    if (!version || (version.lines.length === 0 && version.sequences.length === 0 && version.bin === undefined))
      return false
    const content = JSON.stringify(version)
    const hash = sha256(content)
    const newest = await db.get<{ hash: string }>(sql`SELECT hash FROM snapshots WHERE project_id = ${projectId} ORDER BY taken_at DESC, id DESC LIMIT 1`)
    if (newest?.hash === hash)
      return false
    await insertSnapshot(db, projectId, { content, hash, takenAt: clock.now() })
    await thin(projectId, spared)
    return true
  }

  async function thin(projectId: ProjectId, spared: SnapshotId | null): Promise<void> {
    const rows = await db.all<{ taken_at: number }>(sql`SELECT taken_at FROM snapshots WHERE project_id = ${projectId}`)
    const kept = keptSnapshots(rows.map(row => row.taken_at), clock.now())
    await db.run(sql`
      DELETE FROM snapshots
      WHERE project_id = ${projectId} AND id IS NOT ${spared} AND taken_at NOT IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`)
  }

  async function content(snapshotId: SnapshotId): Promise<Content & { projectId: ProjectId, takenAt: number }> {
    const found = await db.get(sql`${selectSnapshots} WHERE id = ${snapshotId}`)
    if (!found)
      throw new Fault('not-found', { word: 'snapshot', id: snapshotId })
    const row = snapshotsTable.parse(found)
    return { ...row.content, projectId: row.project_id, takenAt: row.taken_at }
  }

  async function snapshotOf(row: SnapshotRow): Promise<Snapshot> {
    const { lines, sequences } = row.content
    const named = [...new Set([
      ...lines.flatMap(line => line.chosenTakeId ?? []),
      ...takesInVersion({ sequences }),
      ...takesInStoryboard(row.content),
    ])]
    const there = await db.get<{ count: number }>(sql`
      SELECT count(*) AS count FROM takes WHERE id IN (SELECT value FROM json_each(${JSON.stringify(named)}))`)
    const hasPicture = await db.get(sql`SELECT 1 FROM assets WHERE id = ${row.picture_asset_id} AND has_poster = 1`) !== undefined
    return {
      id: row.id,
      projectId: row.project_id,
      takenAt: row.taken_at,
      pictureAssetId: hasPicture ? row.picture_asset_id : null,
      lineCount: lines.length,
      madeCount: lines.filter(line => line.chosenTakeId !== null).length,
      sequenceCount: sequences.length,
      missingTakes: named.length - (there?.count ?? 0),
    }
  }

  return {
    take,
    content,
    async takeAll() {
      const changed = await db.all<{ id: ProjectId }>(sql`
        SELECT id FROM projects WHERE trashed_at IS NULL
          AND changed_at > coalesce((SELECT max(taken_at) FROM snapshots WHERE project_id = projects.id), 0)`)
      let count = 0
      for (const { id } of changed)
        count += await take(id) ? 1 : 0
      return count
    },
    async list(projectId) {
      await requireProject(db, projectId)
      const rows = await db.all(sql`${selectSnapshots} WHERE project_id = ${projectId} ORDER BY taken_at DESC, id DESC`)
      return Promise.all(snapshotsTable.read(rows).map(snapshotOf))
    },
    async restore(snapshotId, into) {
      const { projectId, takenAt, ...version } = await content(snapshotId)
      // In its own project everything keeps its id, so that takes stay with their lines.
      const renamed = projectId === into ? [] : [...version.lines, ...version.sequences, ...version.storyboard?.pictures ?? []]
      const how = { into, newIds: new Map(renamed.map(({ id }) => [id, newId(clock.now())])), changedAt: clock.now() }
      return db.transaction(async (tx) => {
        await writeScriptVersion(tx, version, how)
        await writeBinVersion(tx, version, { from: projectId, into, takenAt, changedAt: how.changedAt })
        await writeStoryboardVersion(tx, version, how)
        return writeSequencesVersion(tx, version, how)
      })
    },
  }
}
