/** Earlier versions of projects: taken when something changed, thinned out by age, and brought back beside or in place. */
import type { Sequence } from '#contract/sequences.ts'
import type { Snapshot } from '#contract/snapshots.ts'
import type { AssetId, ProjectId, SnapshotId, TakeId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { sha256 } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { keptSnapshots } from './keep-snapshots.ts'

const Content = z.object({
  name: z.string(),
  lines: z.array(z.object({ id: z.string(), speaker: z.string(), text: z.string(), direction: z.string(), pauseSeconds: z.number(), chosenTakeId: z.string().nullable() })),
  castings: z.array(z.object({ speaker: z.string(), modelId: z.string(), voiceId: z.string().nullable(), fields: z.string() })),
  sequences: z.array(z.object({ id: z.string(), document: z.string() })),
})
type Content = z.infer<typeof Content>

export interface Snapshots {
  /** Takes one unless nothing changed since the last; `spared` is not thinned out by it. Answers whether it did. */
  take: (projectId: ProjectId, spared?: SnapshotId) => Promise<boolean>
  /** Of every project that changed since its last one. */
  takeAll: () => Promise<number>
  list: (projectId: ProjectId) => Promise<Snapshot[]>
  /** @throws Fault not-found */
  content: (snapshotId: SnapshotId) => Promise<Content & { projectId: ProjectId }>
  /** Writes the script, castings and sequences of one into a project; answers the sequences to be put. @throws Fault not-found */
  bringBack: (snapshotId: SnapshotId, into: ProjectId) => Promise<Pick<Sequence, 'id'>[]>
}

interface SnapshotRow { id: string, project_id: string, taken_at: number, content: string, hash: string, picture_asset_id: string | null }

export function createSnapshots({ db, clock }: { db: Database, clock: Clock }): Snapshots {
  async function read(projectId: ProjectId): Promise<Content | null> {
    const project = await db.get<{ name: string }>(sql`SELECT name FROM projects WHERE id = ${projectId}`)
    if (!project)
      return null
    return {
      name: project.name,
      lines: await db.all(sql`
        SELECT id, speaker, text, direction, pause_seconds AS pauseSeconds, chosen_take_id AS chosenTakeId
        FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL ORDER BY position`),
      castings: await db.all(sql`SELECT speaker, model_id AS modelId, voice_id AS voiceId, fields FROM castings WHERE project_id = ${projectId} ORDER BY speaker`),
      sequences: await db.all(sql`SELECT id, document FROM sequences WHERE project_id = ${projectId} ORDER BY id`),
    }
  }

  async function take(projectId: ProjectId, spared: SnapshotId | null = null): Promise<boolean> {
    const content = await read(projectId)
    if (!content || (content.lines.length === 0 && content.sequences.length === 0))
      return false
    const text = JSON.stringify(content)
    const hash = sha256(text)
    const newest = await db.get<{ hash: string }>(sql`SELECT hash FROM snapshots WHERE project_id = ${projectId} ORDER BY taken_at DESC, id DESC LIMIT 1`)
    if (newest?.hash === hash)
      return false
    await db.run(sql`
      INSERT INTO snapshots (id, project_id, taken_at, content, hash, picture_asset_id)
      VALUES (${newId(clock.now())}, ${projectId}, ${clock.now()}, ${text}, ${hash}, (
        SELECT takes.asset_id FROM takes JOIN assets ON assets.id = takes.asset_id
        WHERE takes.project_id = ${projectId} AND takes.trashed_at IS NULL AND assets.has_poster = 1 ORDER BY takes.number DESC LIMIT 1))`)
    await thin(projectId, spared)
    return true
  }

  async function thin(projectId: ProjectId, spared: SnapshotId | null): Promise<void> {
    const rows = await db.all<{ taken_at: number }>(sql`SELECT taken_at FROM snapshots WHERE project_id = ${projectId}`)
    const kept = keptSnapshots(rows.map(row => row.taken_at), clock.now())
    await db.run(sql`DELETE FROM snapshots WHERE project_id = ${projectId} AND id IS NOT ${spared} AND taken_at NOT IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`)
  }

  async function row(snapshotId: SnapshotId): Promise<SnapshotRow> {
    const found = await db.get<SnapshotRow>(sql`SELECT id, project_id, taken_at, content, hash, picture_asset_id FROM snapshots WHERE id = ${snapshotId}`)
    if (!found)
      throw new Fault('not-found', { word: 'snapshot', id: snapshotId })
    return found
  }

  async function content(snapshotId: SnapshotId): Promise<Content & { projectId: ProjectId }> {
    const found = await row(snapshotId)
    return { ...Content.parse(JSON.parse(found.content)), projectId: found.project_id as ProjectId } // a foreign key into projects
  }

  async function snapshotOf(found: SnapshotRow): Promise<Snapshot> {
    const { lines, sequences } = Content.parse(JSON.parse(found.content))
    const named = [...new Set([...lines.flatMap(line => line.chosenTakeId ?? []), ...sequences.flatMap(sequence => takesIn(sequence.document))])]
    const there = await db.get<{ count: number }>(sql`SELECT count(*) AS count FROM takes WHERE id IN (SELECT value FROM json_each(${JSON.stringify(named)}))`)
    const picture = found.picture_asset_id === null ? undefined : await db.get<{ id: string }>(sql`SELECT id FROM assets WHERE id = ${found.picture_asset_id} AND has_poster = 1`)
    return {
      id: found.id as SnapshotId, // written by `take`
      projectId: found.project_id as ProjectId,
      takenAt: found.taken_at,
      pictureAssetId: (picture?.id ?? null) as AssetId | null,
      lineCount: lines.length,
      madeCount: lines.filter(line => line.chosenTakeId !== null).length,
      sequenceCount: sequences.length,
      missingTakes: named.length - (there?.count ?? 0),
    }
  }

  /** In place the lines keep their ids, so that their takes stay theirs; elsewhere they get new ones. */
  async function writeLines(tx: Transaction, { lines }: Content, into: ProjectId, nameOf: (id: string) => string): Promise<void> {
    const kept = JSON.stringify(lines.map(line => nameOf(line.id)))
    await tx.run(sql`
      UPDATE lines SET removed_at = ${clock.now()} WHERE project_id = ${into} AND removed_at IS NULL AND id NOT IN (SELECT value FROM json_each(${kept}))`)
    for (const [position, line] of lines.entries()) {
      await tx.run(sql`
        INSERT INTO lines (id, project_id, position, speaker, text, direction, pause_seconds, chosen_take_id, changed_at)
        VALUES (${nameOf(line.id)}, ${into}, ${position}, ${line.speaker}, ${line.text}, ${line.direction}, ${line.pauseSeconds},
          (SELECT id FROM takes WHERE id = ${line.chosenTakeId}), ${clock.now()})
        ON CONFLICT (id) DO UPDATE SET position = excluded.position, speaker = excluded.speaker, text = excluded.text, direction = excluded.direction,
          pause_seconds = excluded.pause_seconds, chosen_take_id = excluded.chosen_take_id, changed_at = excluded.changed_at, removed_at = NULL`)
    }
  }

  async function writeRest(tx: Transaction, { castings, sequences }: Content, into: ProjectId, nameOf: (id: string) => string): Promise<string[]> {
    await tx.run(sql`DELETE FROM castings WHERE project_id = ${into}`)
    for (const casting of castings) {
      await tx.run(sql`
        INSERT INTO castings (project_id, speaker, model_id, voice_id, fields)
        VALUES (${into}, ${casting.speaker}, ${casting.modelId}, (SELECT id FROM voices WHERE id = ${casting.voiceId}), ${casting.fields})`)
    }
    const names: string[] = []
    for (const sequence of sequences) {
      const id = nameOf(sequence.id)
      // Every id is thirty-six letters of its own, so that lines are renamed wherever a clip names them.
      const document = sequence.document.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, each => nameOf(each))
      const before = await tx.get<{ revision: number, document: string }>(sql`SELECT revision, document FROM sequences WHERE id = ${id}`)
      const revision = (before?.revision ?? 0) + 1
      await tx.run(sql`
        INSERT INTO sequences (id, project_id, document, revision, changed_at) VALUES (${id}, ${into}, ${document}, ${revision}, ${clock.now()})
        ON CONFLICT (id) DO UPDATE SET document = excluded.document, revision = excluded.revision, changed_at = excluded.changed_at`)
      const whole = (value: string) => JSON.stringify([{ op: 'replace', path: [], value: JSON.parse(value) as unknown }])
      await tx.run(sql`
        INSERT INTO sequence_journal (sequence_id, revision, label, patches, inverse, made_at)
        VALUES (${id}, ${revision}, ${'Restore'}, ${whole(document)}, ${before ? whole(before.document) : '[]'}, ${clock.now()})`)
      names.push(id)
    }
    return names
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
      if (!await db.get(sql`SELECT id FROM projects WHERE id = ${projectId}`))
        throw new Fault('not-found', { word: 'project', id: projectId })
      const rows = await db.all<SnapshotRow>(sql`
        SELECT id, project_id, taken_at, content, hash, picture_asset_id FROM snapshots WHERE project_id = ${projectId} ORDER BY taken_at DESC, id DESC`)
      return Promise.all(rows.map(snapshotOf))
    },
    async bringBack(snapshotId, into) {
      const found = await content(snapshotId)
      const isInPlace = found.projectId === into
      const own = new Set([...found.lines, ...found.sequences].map(each => each.id))
      const names = new Map<string, string>()
      const nameOf = (id: string): string => {
        if (isInPlace || !own.has(id))
          return id
        const name = names.get(id) ?? newId(clock.now())
        names.set(id, name)
        return name
      }
      return db.transaction(async (tx) => {
        await writeLines(tx, found, into, nameOf)
        return (await writeRest(tx, found, into, nameOf)).map(id => ({ id: id as Sequence['id'] })) // made or kept above
      })
    },
  }
}

function takesIn(document: string): TakeId[] {
  const parsed = z.object({ tracks: z.array(z.object({ clips: z.array(z.object({ takeId: z.string().optional() })) })) }).safeParse(JSON.parse(document))
  return parsed.success ? parsed.data.tracks.flatMap(track => track.clips.flatMap(clip => (clip.takeId ?? []) as TakeId[])) : [] // ids of takes, as sequences hold them
}
