/** Level and tone of speakers: their rows, and telling pages of them. A speaker keeps a chain without having a line. */
import type { ProjectTones, SpeakerTone, ToneChain } from '#contract/tone.ts'
import type { ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { SpeakerTone as SpeakerToneShape } from '#contract/tone.ts'
import { ProjectId as ProjectIdShape } from '#contract/words.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { requireProject } from '../library/projects.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'
import { createProjectNews } from './project-news.ts'
import { isSpeaking } from './speaker-colours.ts'

export const tonesTable = defineTable('speaker_tones', z.object({
  project_id: ProjectIdShape,
  speaker: SpeakerToneShape.shape.speaker,
  chain: json(SpeakerToneShape.shape.chain),
}))

export interface SpeakerTones {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<ProjectTones, ProjectId>>
  /** @throws Fault not-found (project) */
  of: (projectId: ProjectId) => Promise<SpeakerTone[]>
  /** Null takes the chain away. @throws Fault not-found (project), changed-meanwhile */
  set: (asked: { projectId: ProjectId, speaker: string, chain: ToneChain | null, expected?: ToneChain | null | undefined }) => Promise<void>
  /** Rows were written elsewhere: by a new name of a speaker, by undo, or from an earlier version. */
  noteTurned: (projectId: ProjectId) => Promise<void>
  close: () => void
}

/** In the order of the speakers' names. */
export async function readTones(db: Transaction, projectId: ProjectId): Promise<SpeakerTone[]> {
  const rows = await db.all(sql`SELECT ${tonesTable.columns} FROM speaker_tones WHERE project_id = ${projectId} ORDER BY speaker`)
  return tonesTable.read(rows).map(({ speaker, chain }) => ({ speaker, chain }))
}

/** Replaces those of a project. */
export async function writeTones(tx: Transaction, projectId: ProjectId, tones: readonly SpeakerTone[]): Promise<void> {
  await tx.run(sql`DELETE FROM speaker_tones WHERE project_id = ${projectId}`)
  for (const tone of tones)
    await putTone(tx, projectId, tone)
}

async function putTone(tx: Transaction, projectId: ProjectId, { speaker, chain }: SpeakerTone): Promise<void> {
  const values = tonesTable.values({ project_id: projectId, speaker, chain: JSON.stringify(chain) })
  await tx.run(sql`INSERT INTO speaker_tones ${values} ON CONFLICT (project_id, speaker) DO UPDATE SET chain = excluded.chain`)
}

async function deleteTone(tx: Transaction, projectId: ProjectId, speaker: string): Promise<void> {
  await tx.run(sql`DELETE FROM speaker_tones WHERE project_id = ${projectId} AND speaker = ${speaker}`)
}

/** The new name of a speaker who has no line by the old one any more takes the chain along, unless it has one. */
export async function renameTone(tx: Transaction, projectId: ProjectId, { from, to }: { from: string, to: string }): Promise<void> {
  const kept = await readTones(tx, projectId)
  const own = kept.find(each => each.speaker === from)
  if (!own || kept.some(each => each.speaker === to) || await isSpeaking(tx, projectId, from))
    return
  await putTone(tx, projectId, { ...own, speaker: to })
  await deleteTone(tx, projectId, from)
}

export function createSpeakerTones({ db, projects }: {
  db: Database
  projects?: { touch: (projectId: ProjectId) => Promise<void> }
}): SpeakerTones {
  const news = createProjectNews(db, async (from, projectId): Promise<ProjectTones> =>
    ({ id: projectId, tones: await readTones(from, projectId) }))

  async function of(projectId: ProjectId): Promise<SpeakerTone[]> {
    await requireProject(db, projectId)
    return readTones(db, projectId)
  }

  return {
    of,
    changes: news.follow,
    async set({ projectId, speaker, chain, expected }) {
      await db.transaction(async (tx) => {
        await requireProject(tx, projectId)
        const present = (await readTones(tx, projectId)).find(each => each.speaker === speaker)?.chain ?? null
        if (expected !== undefined)
          requireAsExpected('tone', { is: present }, { is: expected }, { is: chain })
        await (chain ? putTone(tx, projectId, { speaker, chain }) : deleteTone(tx, projectId, speaker))
      })
      await news.tell(projectId)
      await projects?.touch(projectId)
    },
    async noteTurned(projectId) {
      await news.tell(projectId)
    },
    close: () => news.close(),
  }
}
