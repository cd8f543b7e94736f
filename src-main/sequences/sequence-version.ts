/** What a snapshot keeps of a project's sequences; reads, restores and deletes it. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { Stored } from './sequence-rows.ts'
import { z } from 'zod'
import { isFault } from '#contract/faults.ts'
import { LineId, SequenceId, TakeId } from '#contract/words.ts'
import { isNested } from '#rules/sequence/nested/nested-clips.ts'
import { inPieces } from '../base/in-pieces.ts'
import { sql } from '../storage/sql.ts'
import { replaced } from './replace.ts'
import {
  insertEntry,
  insertSequence,
  overwriteSequence,
  readDocument,
  readSequence,
  updateSequence,
  writtenDocument,
} from './sequence-rows.ts'

/** The JSON in the database. New members must be optional: earlier versions do not have them. */
export const SequencesVersion = z.object({
  sequences: z.array(z.object({
    id: SequenceId,
    /** JSON with all clips. */
    document: z.string(),
  })),
})
export type SequencesVersion = z.infer<typeof SequencesVersion>

/** Only what may refer to takes. */
const Clips = z.record(z.string(), z.looseObject({}))
const Document = z.looseObject({ tracks: z.record(z.string(), z.looseObject({ clips: Clips })) })

export async function readSequencesVersion(db: Transaction, projectId: ProjectId): Promise<SequencesVersion> {
  const ids = await db.all<{ id: SequenceId }>(sql`
    SELECT id FROM sequences WHERE project_id = ${projectId} AND trashed_at IS NULL AND purged_at IS NULL ORDER BY id`)
  const sequences: SequencesVersion['sequences'] = []
  for (const { id } of ids) {
    const stored = await readOrNot(db, id)
    // A version without it: earlier ones have it as it was.
    if (stored && stored !== 'unreadable')
      sequences.push({ id, document: writtenDocument(stored.sequence) })
  }
  return { sequences }
}

/** The takes in the clips of these sequences, each once. */
export function takesInVersion({ sequences }: SequencesVersion): TakeId[] {
  const clips = sequences.flatMap(({ document }) => {
    const tracks = Document.safeParse(JSON.parse(document)).data?.tracks ?? []
    return Object.values(tracks).flatMap(track => Object.values(track.clips))
  })
  return [...new Set(clips.flatMap(clip => TakeId.safeParse(clip.takeId).data ?? []))]
}

/**
 * Writes the sequences of a version into a project, each as its next revision with a journal entry. `newIds` maps
 * sequences and the lines of clips to their ids in a copy. Sequences that the version does not have are kept.
 * @throws Fault newer-document
 */
export async function writeSequencesVersion(
  tx: Transaction,
  { sequences }: SequencesVersion,
  { into, newIds, changedAt }: { into: ProjectId, newIds: ReadonlyMap<string, string>, changedAt: number },
): Promise<SequenceId[]> {
  const written: SequenceId[] = []
  for (const sequence of sequences) {
    const id = SequenceId.parse(newIds.get(sequence.id) ?? sequence.id)
    const document = withNewLines(readDocument(sequence.document, sequence.id), newIds)
    const before = await readOrNot(tx, id)
    if (before === 'unreadable' || await isPurged(tx, id)) {
      await overwriteSequence(tx, { ...document, id, projectId: into, revision: 1, changedAt })
    }
    else if (before) {
      const { document: after, patches, inverse } = await inPieces(replaced(before.sequence, document))
      const revision = before.row.revision + 1
      await updateSequence(tx, before.sequence, { ...before.sequence, ...after, revision, changedAt }, changedAt)
      const step = { revision, name: 'restore', lineId: null, kind: 'edit', ofRevision: null } as const
      await insertEntry(tx, id, { ...step, patches, inverse, madeAt: changedAt, madeBy: null })
      await tx.run(sql`UPDATE sequences SET trashed_at = NULL WHERE id = ${id}`)
    }
    else {
      const times = { created_at: changedAt, edited_at: changedAt }
      await insertSequence(tx, { ...document, id, projectId: into, revision: 1, changedAt }, times)
    }
    written.push(id)
  }
  return written
}

/** The present one; `unreadable` for one that has no next revision, because it cannot be read. */
async function readOrNot(tx: Transaction, id: SequenceId): Promise<Stored | 'unreadable' | null> {
  try {
    return await readSequence(tx, id)
  }
  catch (error) {
    if (isFault(error, 'unreadable-document'))
      return 'unreadable'
    throw error
  }
}

/** Its row stays, because deliveries refer to it. */
async function isPurged(tx: Transaction, id: SequenceId): Promise<boolean> {
  return await tx.get(sql`SELECT id FROM sequences WHERE id = ${id} AND purged_at IS NOT NULL`) !== undefined
}

/** For a deleted project, after its deliveries, which refer to sequences. */
export async function purgeSequences(tx: Transaction, projectId: ProjectId): Promise<void> {
  const ids = sql`(SELECT id FROM sequences WHERE project_id = ${projectId})`
  await tx.run(sql`DELETE FROM sequence_journal WHERE sequence_id IN ${ids}`)
  await tx.run(sql`DELETE FROM sequence_clips WHERE sequence_id IN ${ids}`)
  await tx.run(sql`DELETE FROM sequence_starts WHERE sequence_id IN ${ids}`)
  await tx.run(sql`DELETE FROM sequences WHERE project_id = ${projectId}`)
}

function withNewLines(document: SequenceDocument, newIds: ReadonlyMap<string, string>): SequenceDocument {
  if (newIds.size === 0)
    return document
  const lineOf = <One extends Clip>(clip: One): One => {
    const lineId = clip.lineId && newIds.get(clip.lineId)
    const nested = isNested(clip) ? newIds.get(clip.nested.sequenceId) : undefined
    return {
      ...clip,
      ...lineId && { lineId: LineId.parse(lineId) },
      ...nested !== undefined && isNested(clip) && { nested: { ...clip.nested, sequenceId: SequenceId.parse(nested) } },
    }
  }
  const tracks = Object.entries(document.tracks).map(([id, track]) => {
    const clips = Object.entries<Clip>(track.clips).map(([clipId, clip]) => [clipId, lineOf(clip)])
    return [id, { ...track, clips: Object.fromEntries(clips) }]
  })
  return { ...document, tracks: Object.fromEntries(tracks) }
}
