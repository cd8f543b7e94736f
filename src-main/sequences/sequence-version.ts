/** What a snapshot keeps of a project's sequences; reads, restores and deletes it. */
import type { Patch } from 'immer'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { SequenceId, TakeId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { writeRevision } from './sequence-rows.ts'

/** The JSON in the database. New members must be optional: earlier versions do not have them. */
export const SequencesVersion = z.object({
  sequences: z.array(z.object({
    id: SequenceId,
    /** JSON, as in the sequence's row. */
    document: z.string(),
  })),
})
export type SequencesVersion = z.infer<typeof SequencesVersion>

/** Only references. All other members are kept unchanged, including those written by another version of the program. */
const Document = z.looseObject({
  tracks: z.array(z.looseObject({
    clips: z.array(z.looseObject({ takeId: TakeId.optional(), lineId: z.string().nullish() })),
  })),
})

export async function readSequencesVersion(db: Transaction, projectId: ProjectId): Promise<SequencesVersion> {
  return { sequences: await db.all(sql`SELECT id, document FROM sequences WHERE project_id = ${projectId} ORDER BY id`) }
}

/** The takes in the clips of these sequences, each once. */
export function takesInVersion({ sequences }: SequencesVersion): TakeId[] {
  const clips = sequences.flatMap(({ document }) => Document.safeParse(JSON.parse(document)).data?.tracks.flatMap(track => track.clips)
    ?? [])
  return [...new Set(clips.flatMap(clip => clip.takeId ?? []))]
}

/**
 * Writes the sequences of a version into a project, each as its next revision with a journal entry. `newIds` maps
 * sequences and the lines of clips to their ids in a copy. Sequences that the version does not have are kept.
 */
export async function writeSequencesVersion(
  tx: Transaction,
  { sequences }: SequencesVersion,
  { into, newIds, changedAt }: { into: ProjectId, newIds: ReadonlyMap<string, string>, changedAt: number },
): Promise<SequenceId[]> {
  const written: SequenceId[] = []
  for (const sequence of sequences) {
    const id = SequenceId.parse(newIds.get(sequence.id) ?? sequence.id)
    const document = withNewIds(sequence.document, newIds)
    const before = await tx.get<{ revision: number, document: string }>(sql`SELECT revision, document FROM sequences WHERE id = ${id}`)
    const revision = (before?.revision ?? 0) + 1
    const row = { id, project_id: into, document, revision, changed_at: changedAt }
    await writeRevision(tx, row, { label: 'Restore', patches: replacing(document), inverse: before ? replacing(before.document) : [] })
    written.push(id)
  }
  return written
}

/** For a deleted project, after its deliveries, which refer to sequences. */
export async function purgeSequences(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM sequence_journal WHERE sequence_id IN (SELECT id FROM sequences WHERE project_id = ${projectId})`)
  await tx.run(sql`DELETE FROM sequences WHERE project_id = ${projectId}`)
}

function withNewIds(text: string, newIds: ReadonlyMap<string, string>): string {
  if (newIds.size === 0)
    return text
  const document = Document.parse(JSON.parse(text))
  const clipOf = (clip: (typeof document)['tracks'][number]['clips'][number]): object => {
    const lineId = clip.lineId && newIds.get(clip.lineId)
    return lineId ? { ...clip, lineId } : clip
  }
  return JSON.stringify({ ...document, tracks: document.tracks.map(track => ({ ...track, clips: track.clips.map(clipOf) })) })
}

/** The journal patch that replaces the whole document. */
function replacing(document: string): Patch[] {
  return [{ op: 'replace', path: [], value: JSON.parse(document) as unknown }]
}
