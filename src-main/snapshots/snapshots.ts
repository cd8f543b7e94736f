/** Snapshots of projects: taken when something changed, thinned out by age, restored in place or as a new project. */
import type { Snapshot } from '#contract/snapshots.ts'
import type { SequenceId, TakeId, VoiceId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { AssetId, Instant, ProjectId, SnapshotId } from '#contract/words.ts'
import { sha256 } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { outOfTrash } from '../library/checks.ts'
import { requireProject } from '../library/projects.ts'
import { voicesOutOfTrash } from '../library/voices.ts'
import { takesInVersion } from '../sequences/sequence-version.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, Flag, json, jsonText, rowParser } from '../storage/table.ts'
import { readEach, readOne } from '../storage/unreadable-rows.ts'
import { takesInStoryboard } from '../storyboard/storyboard-version.ts'
import { newIdsOf, ProjectVersion, readProjectVersion, writeProjectVersion } from './project-version.ts'
import { keptSnapshots } from './thin-snapshots.ts'

export interface Snapshots {
  /** Takes a snapshot if anything changed since the last one. Returns whether one was taken. */
  take: (projectId: ProjectId) => Promise<boolean>
  /** Takes one of every project that changed. Returns how many were taken. */
  takeAll: () => Promise<number>
  /** Writes what is listed of versions that came without it, as from a backup that somebody changed. */
  summarizeMissing: () => Promise<void>
  /** Newest first. @throws Fault not-found */
  list: (projectId: ProjectId) => Promise<Snapshot[]>
  /** @throws Fault not-found */
  content: (snapshotId: SnapshotId) => Promise<ProjectVersion & { projectId: ProjectId, takenAt: number }>
  /**
   * Writes the script, castings, storyboard and sequences of a version into a project. Of its own project, a snapshot is taken first, and
   * both are kept for a month. Takes and voices of the version come out of the trash. Nothing is announced yet. `begin` runs first in the
   * same transaction, and may make the project. @throws Fault not-found
   */
  restore: (snapshotId: SnapshotId, into: ProjectId, begin?: (tx: Transaction) => Promise<void>) => Promise<Restored>
  /** The same with what a project has now, into one that `begin` makes in the same transaction. @throws Fault not-found */
  copy: (from: ProjectId, into: ProjectId, begin: (tx: Transaction) => Promise<void>) => Promise<SequenceId[]>
}

export interface Restored {
  readonly sequenceIds: readonly SequenceId[]
  /** What the project was until then. */
  readonly before: ProjectVersion
  /** The version that has it; null of another project, and where there was nothing to save. */
  readonly beforeId: SnapshotId | null
  /** Its takes that were in the trash, with their checks. */
  readonly takesBack: readonly TakeId[]
  /** Voices of its speakers that were in the trash. */
  readonly voicesBack: readonly VoiceId[]
}

/** A version may say until when it is not thinned out. */
const StoredVersion = ProjectVersion.extend({ sparedUntil: Instant.optional() })

/** What a restore has replaced, and what it has restored: somebody may want to go back to either. */
const sparedMs = 31 * 86_400_000

export const snapshotsTable = defineTable('snapshots', z.object({
  id: SnapshotId,
  project_id: ProjectId,
  taken_at: Instant,
  content: json(StoredVersion),
  hash: z.string(),
  picture_asset_id: AssetId.nullable(),
}))
const idsTable = snapshotsTable.part('id')
const selectSnapshots = sql`SELECT ${snapshotsTable.columns} FROM snapshots`

/** What is listed of a version, and what it refers to: its content may be megabytes. */
export const summariesTable = defineTable('snapshot_summaries', z.object({
  snapshot_id: SnapshotId,
  line_count: Count,
  made_count: Count,
  sequence_count: Count,
}), {
  unread: {
    /** Those that it shows, see `takesShown`. */
    take_ids: jsonText(z.array(z.string())),
    /** Those of its bin, of its look, and with which the takes of its speakers are compared. */
    other_take_ids: jsonText(z.array(z.string())),
    castings: jsonText(z.array(z.looseObject({}))),
  },
})

const parseListed = rowParser('snapshots', z.object({
  id: SnapshotId,
  project_id: ProjectId,
  taken_at: Instant,
  picture_asset_id: AssetId.nullable(),
  has_picture: Flag,
  line_count: Count,
  made_count: Count,
  sequence_count: Count,
  missing_takes: Count,
}))

function snapshotOf(read: object): Snapshot {
  const row = parseListed(read)
  return {
    id: row.id,
    projectId: row.project_id,
    takenAt: row.taken_at,
    pictureAssetId: row.has_picture ? row.picture_asset_id : null,
    lineCount: row.line_count,
    madeCount: row.made_count,
    sequenceCount: row.sequence_count,
    missingTakes: row.missing_takes,
  }
}

/** The takes of its lines, its storyboard and its clips. Each once. */
function takesShown(version: ProjectVersion): string[] {
  return [...new Set([
    ...version.lines.flatMap(line => line.chosenTakeId ?? []),
    ...takesInVersion(version),
    ...takesInStoryboard(version),
  ])]
}

/** Those of its look, and with which the takes of its speakers are compared. */
function takesBeside({ anchors = [], storyboard }: ProjectVersion): string[] {
  return [...anchors.map(each => each.takeId), ...[storyboard?.look?.referenceTakeId ?? []].flat()]
}

/**
 * What comes out of the trash with it: a picture whose look or characters lack their images asks for something else, and would be generated
 * and paid for again. Its bin only lists takes, and may list some that were moved to the trash while it did.
 */
function takesNeeded(version: ProjectVersion): TakeId[] {
  const shelved = version.shelf?.flatMap(entry => entry.takeIds) ?? []
  return [...new Set([...takesShown(version), ...takesBeside(version), ...shelved])] as TakeId[] // ids that are none find no take
}

function voicesCast({ castings }: ProjectVersion): VoiceId[] {
  return castings.flatMap(casting => casting.voiceId ?? []) as VoiceId[] // ids that are none find no voice
}

async function insertSummary(tx: Transaction, snapshotId: SnapshotId, version: ProjectVersion): Promise<void> {
  const others = [...version.bin ?? [], ...takesBeside(version)]
  const values = summariesTable.values({
    snapshot_id: snapshotId,
    line_count: version.lines.length,
    made_count: version.lines.filter(line => line.chosenTakeId !== null).length,
    sequence_count: version.sequences.length,
  }, {
    take_ids: JSON.stringify(takesShown(version)),
    other_take_ids: JSON.stringify([...new Set(others)]),
    castings: JSON.stringify(version.castings),
  })
  await tx.run(sql`INSERT INTO snapshot_summaries ${values}`)
}

async function insertSnapshot(
  tx: Transaction,
  projectId: ProjectId,
  { version, content, hash, takenAt }: { version: ProjectVersion, content: string, hash: string, takenAt: number },
): Promise<SnapshotId> {
  const id = newId<SnapshotId>(takenAt)
  const newestPicture = sql`(
    SELECT takes.asset_id FROM takes JOIN assets ON assets.id = takes.asset_id
    WHERE takes.project_id = ${projectId} AND takes.trashed_at IS NULL AND assets.has_poster = 1 ORDER BY takes.number DESC LIMIT 1)`
  const values = snapshotsTable.values({
    id,
    project_id: projectId,
    taken_at: takenAt,
    content,
    hash,
    picture_asset_id: newestPicture,
  })
  await tx.run(sql`INSERT INTO snapshots ${values}`)
  await insertSummary(tx, id, version)
  return id
}

/** In its content: only what would be thinned out now has to be asked. */
async function spare(tx: Transaction, ids: readonly SnapshotId[], until: number): Promise<void> {
  await tx.run(sql`
    UPDATE snapshots SET content = json_set(content, '$.sparedUntil', ${until}) WHERE id IN ${sql.list(ids)} AND json_valid(content)`)
}

export function createSnapshots({ db, clock }: { db: Database, clock: Clock }): Snapshots {
  /** One transaction: what is written while a version is read would be in it by halves. */
  async function take(projectId: ProjectId): Promise<boolean> {
    const isTaken = await db.transaction(async (tx) => {
      const version = await readProjectVersion(tx, projectId)
      return version !== null && (await keep(tx, projectId, version))?.isNew === true
    })
    if (isTaken)
      await thin(projectId)
    return isTaken
  }

  /** The version that has this: a new one, unless it is as the last. Null of an empty project. */
  async function keep(tx: Transaction, projectId: ProjectId, version: ProjectVersion): Promise<{ id: SnapshotId, isNew: boolean } | null> {
    if (version.lines.length === 0 && version.sequences.length === 0 && version.bin === undefined)
      return null
    const content = JSON.stringify(version)
    const hash = sha256(content)
    const newest = await tx.get<{ id: SnapshotId, hash: string }>(sql`
      SELECT id, hash FROM snapshots WHERE project_id = ${projectId} ORDER BY id DESC LIMIT 1`)
    if (newest?.hash === hash)
      return { id: newest.id, isNew: false }
    return { id: await insertSnapshot(tx, projectId, { version, content, hash, takenAt: clock.now() }), isNew: true }
  }

  async function thin(projectId: ProjectId): Promise<void> {
    const rows = await db.all<{ taken_at: number }>(sql`SELECT taken_at FROM snapshots WHERE project_id = ${projectId}`)
    const now = clock.now()
    const kept = keptSnapshots(rows.map(row => row.taken_at), now)
    await db.run(sql`
      DELETE FROM snapshots
      WHERE project_id = ${projectId}
        AND id <> (SELECT max(id) FROM snapshots WHERE project_id = ${projectId})
        AND taken_at NOT IN ${sql.list(kept)}
        AND coalesce(${sql.json(sql`content`)} ->> '$.sparedUntil', 0) <= ${now}`)
  }

  async function content(snapshotId: SnapshotId): Promise<ProjectVersion & { projectId: ProjectId, takenAt: number }> {
    const found = await db.get(sql`${selectSnapshots} WHERE id = ${snapshotId}`)
    if (!found)
      throw new Fault('not-found', { word: 'snapshot', id: snapshotId })
    const row = snapshotsTable.parse(found)
    const { sparedUntil: _sparedUntil, ...version } = row.content
    return { ...version, projectId: row.project_id, takenAt: row.taken_at }
  }

  async function write(
    tx: Transaction,
    version: ProjectVersion,
    { from, into, takenAt }: { from: ProjectId, into: ProjectId, takenAt: number },
  ): Promise<SequenceId[]> {
    // In its own project everything keeps its id, so that takes stay with their lines.
    const newIds = from === into ? new Map<string, string>() : newIdsOf(version, clock.now())
    return writeProjectVersion(tx, version, { from, into, takenAt, newIds, changedAt: clock.now() })
  }

  /** @throws Fault not-found */
  async function present(tx: Transaction, projectId: ProjectId): Promise<ProjectVersion> {
    const version = await readProjectVersion(tx, projectId)
    if (!version)
      throw new Fault('not-found', { word: 'project', id: projectId })
    return version
  }

  return {
    take,
    content,
    async takeAll() {
      // A version of the future is of a clock that was set back since: then every project may have changed.
      const changed = await db.all<{ id: ProjectId }>(sql`
        SELECT id FROM projects WHERE trashed_at IS NULL AND template_at IS NULL
          AND iif(
            (SELECT max(taken_at) FROM snapshots WHERE project_id = projects.id) > ${clock.now()},
            1, changed_at > coalesce((SELECT max(taken_at) FROM snapshots WHERE project_id = projects.id), 0))`)
      let count = 0
      for (const { id } of changed)
        count += await take(id) ? 1 : 0
      return count
    },
    async summarizeMissing() {
      const missing = idsTable.read(await db.all(sql`
        SELECT ${idsTable.columns} FROM snapshots
        WHERE NOT EXISTS (SELECT 1 FROM snapshot_summaries WHERE snapshot_id = snapshots.id)`))
      for (const { id } of missing) {
        const row = readOne(await db.get(sql`${selectSnapshots} WHERE id = ${id}`), snapshotsTable.parse)
        if (row)
          await db.transaction(tx => insertSummary(tx, id, row.content))
      }
    },
    async list(projectId) {
      await requireProject(db, projectId)
      return readEach(await db.all(sql`
        SELECT snapshots.id, project_id, taken_at, picture_asset_id, line_count, made_count, sequence_count,
          EXISTS (SELECT 1 FROM assets WHERE assets.id = picture_asset_id AND has_poster = 1) AS has_picture,
          (SELECT count(*) FROM json_each(${sql.json(sql`take_ids`)}) AS named
            WHERE NOT EXISTS (SELECT 1 FROM takes WHERE takes.id = named.value)) AS missing_takes
        FROM snapshots JOIN snapshot_summaries ON snapshot_id = snapshots.id
        WHERE project_id = ${projectId} ORDER BY snapshots.id DESC`), snapshotOf)
    },
    async restore(snapshotId, into, begin) {
      const { projectId: from, takenAt, ...version } = await content(snapshotId)
      // One transaction: what another page writes just then is in the snapshot of the state before, or comes after.
      const { isKept, ...restored } = await db.transaction(async (tx) => {
        await begin?.(tx)
        const before = await present(tx, into)
        const kept = from === into ? await keep(tx, into, before) : null
        if (kept)
          await spare(tx, [kept.id, snapshotId], clock.now() + sparedMs)
        const takesBack = await outOfTrash(tx, takesNeeded(version))
        const voicesBack = await voicesOutOfTrash(tx, voicesCast(version))
        const sequenceIds = await write(tx, version, { from, into, takenAt })
        return { isKept: kept?.isNew, before, beforeId: kept?.id ?? null, takesBack, voicesBack, sequenceIds }
      })
      if (isKept)
        await thin(into)
      return restored
    },
    copy: (from, into, begin) => db.transaction(async (tx) => {
      await begin(tx)
      return write(tx, await present(tx, from), { from, into, takenAt: clock.now() })
    }),
  }
}
