/** What an earlier version of a project keeps of its sequences, how they are written back, and how they are deleted. */
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { SequenceId, TakeId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'

/** As it lies in the database, in JSON. New members must be optional: versions that were kept before do not have them. */
export const SequencesVersion = z.object({
  sequences: z.array(z.object({
    id: SequenceId,
    /** JSON, as the sequence has it. */
    document: z.string(),
  })),
})
export type SequencesVersion = z.infer<typeof SequencesVersion>

/** Only what names something else. All other members are kept as they are, also those that another version of the program wrote. */
const Document = z.looseObject({
  tracks: z.array(z.looseObject({
    clips: z.array(z.looseObject({ takeId: TakeId.optional(), lineId: z.string().nullish() })),
  })),
})

export async function readSequencesVersion(db: Transaction, projectId: ProjectId): Promise<SequencesVersion> {
  return { sequences: await db.all(sql`SELECT id, document FROM sequences WHERE project_id = ${projectId} ORDER BY id`) }
}

/** The takes that clips of these sequences play, each once. */
export function takesInVersion({ sequences }: SequencesVersion): TakeId[] {
  const clips = sequences.flatMap(({ document }) => Document.safeParse(JSON.parse(document)).data?.tracks.flatMap(track => track.clips)
    ?? [])
  return [...new Set(clips.flatMap(clip => clip.takeId ?? []))]
}

/**
 * Writes the sequences of a version into a project, each as its next revision with an entry in its journal. `newIds` has
 * the ids in the copy for sequences and for the lines that their clips name. Sequences that the version does not have stay.
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
    await tx.run(sql`
      INSERT INTO sequences (id, project_id, document, revision, changed_at) VALUES (${id}, ${into}, ${document}, ${revision}, ${changedAt})
      ON CONFLICT (id) DO UPDATE SET document = excluded.document, revision = excluded.revision, changed_at = excluded.changed_at`)
    await tx.run(sql`
      INSERT INTO sequence_journal (sequence_id, revision, label, patches, inverse, made_at)
      VALUES (${id}, ${revision}, ${'Restore'}, ${replacing(document)}, ${before ? replacing(before.document) : '[]'}, ${changedAt})`)
    written.push(id)
  }
  return written
}

/** For a project that is deleted, after its deliveries, which name sequences. */
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

/** A patch of the journal that replaces the whole document. */
function replacing(document: string): string {
  return JSON.stringify([{ op: 'replace', path: [], value: JSON.parse(document) as unknown }])
}
