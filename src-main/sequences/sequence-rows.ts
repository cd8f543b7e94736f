/** The rows of sequences, of their clips and of their journals. */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { StepName } from '#contract/sequence-edits.ts'
import type { TrackId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { DocumentPatches } from '#contract/document-patch.ts'
import { Fault } from '#contract/faults.ts'
import { SequenceDocument } from '#contract/sequence-document.ts'
import { StepName as AStepName } from '#contract/sequence-edits.ts'
import { AssetId, TrackId as ATrackId, ClipId, Instant, LineId, Name, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import { inPieces, stepsOf } from '../base/in-pieces.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, json, jsonText, rowParser, UnreadableRowError } from '../storage/table.ts'
import { readOne } from '../storage/unreadable-rows.ts'
import { hasClips, readStarts, writeStarts } from './start-rows.ts'
import { writeClips } from './write-clips.ts'

/** The highest form that is read. A higher one is of a newer version of the program, which this one would damage. */
const formOfDocuments = 7
/** `document` is JSON of what the user edits, except the clips, which have rows of their own. */
export const sequencesTable = defineTable('sequences', z.object({
  id: SequenceId,
  project_id: ProjectId,
  document: jsonText(z.looseObject({})),
  revision: Count,
  created_at: Instant,
  changed_at: Instant,
  edited_at: Instant.nullable(),
  trashed_at: Instant.nullable(),
}), { unread: { purged_at: Instant.nullable() } })
export type SequenceRow = ReturnType<typeof sequencesTable.parse>

export const clipsTable = defineTable('sequence_clips', z.object({
  sequence_id: SequenceId,
  id: ClipId,
  track_id: ATrackId,
  take_id: TakeId.nullable(),
  line_id: LineId.nullable(),
  clip: json(z.looseObject({})),
}), { unread: { lut_id: AssetId.nullable() } })

type ClipRow = ReturnType<typeof clipsTable.parse>

export const journalTable = defineTable('sequence_journal', z.object({
  sequence_id: SequenceId,
  revision: Count,
  label: z.string(),
  kind: z.enum(['edit', 'undo', 'redo']),
  of_revision: Count.nullable(),
  patches: json(DocumentPatches),
  inverse: json(DocumentPatches),
  made_at: Instant,
  made_by: z.string().nullable(),
}))
// Patches of a ripple are long: they are read only where they are carried out, one entry at a time.
const madeTable = journalTable.part('patches')
const inverseTable = journalTable.part('inverse')
const makersTable = journalTable.part('revision', 'made_by')
const parseStep = rowParser('sequence_journal', z.object({
  revision: z.int(),
  label: z.string(),
  kind: z.enum(['edit', 'undo', 'redo']),
  ofRevision: z.int().nullable(),
  madeAt: Instant,
}))

/** One revision, without what it changed. */
export interface JournalStep {
  readonly revision: number
  readonly name: StepName
  /** The line of a `new-take`. */
  readonly lineId: LineId | null
  readonly kind: 'edit' | 'undo' | 'redo'
  /** The revision that was taken back, or made again. */
  readonly ofRevision: number | null
  readonly madeAt: number
}

/** `inverse` restores the revision before; the first has none. */
export interface JournalEntry extends JournalStep {
  readonly patches: readonly DocumentPatch[]
  readonly inverse: readonly DocumentPatch[]
  /** The page that edited; null for what no page did. */
  readonly madeBy: string | null
}

/** The row and the whole sequence. */
export interface Stored { readonly row: SequenceRow, readonly sequence: Sequence }

/** Null when there is none. @throws Fault newer-document, unreadable-document */
export async function readSequence(db: Transaction, sequenceId: SequenceId): Promise<Stored | null> {
  const found = await db.get(sql`
    SELECT ${sequencesTable.columns} FROM sequences WHERE id = ${sequenceId} AND purged_at IS NULL`)
  if (!found)
    return null
  try {
    return await storedOf(db, sequencesTable.parse(found))
  }
  catch (error) {
    if (isOfRow(error))
      throw new Fault('unreadable-document', { name: nameIn(found.document) }, { cause: error })
    throw error
  }
}

/** A row, or the JSON in it, is not what it should be. */
function isOfRow(error: unknown): boolean {
  return error instanceof UnreadableRowError || error instanceof SyntaxError || error instanceof z.ZodError
}

/** The name in a document that may not be one. */
export function nameIn(document: unknown): string {
  try {
    return z.object({ name: Name }).parse(JSON.parse(String(document))).name
  }
  catch {
    return ''
  }
}

async function storedOf(db: Transaction, row: SequenceRow): Promise<Stored> {
  const sequenceId = row.id
  const rows = await db.all(sql`SELECT ${clipsTable.columns} FROM sequence_clips WHERE sequence_id = ${sequenceId}`)
  const clips = await inPieces(stepsOf(rows, clipsTable.parse))
  const starts = await readStarts(db, sequenceId)
  const head: unknown = JSON.parse(row.document)
  const document = readPlain(clips.length === 0 ? head : withClips(head, clips, starts), sequenceId)
  return { row, sequence: { ...document, id: row.id, projectId: row.project_id, revision: row.revision, changedAt: row.changed_at } }
}

/** A document with its clips. @throws Fault newer-document @throws UnreadableRowError */
export function readDocument(text: string, sequenceId: SequenceId): SequenceDocument {
  return readPlain(JSON.parse(text), sequenceId)
}

function readPlain(plain: unknown, sequenceId: SequenceId): SequenceDocument {
  const { form, name } = z.object({ form: z.int().default(1), name: z.string().default('') }).catch({ form: 1, name: '' }).parse(plain)
  if (form > formOfDocuments)
    throw new Fault('newer-document', { name })
  const parsed = SequenceDocument.safeParse(plain)
  if (!parsed.success)
    throw new UnreadableRowError('sequences', { id: sequenceId }, ['document'], { cause: parsed.error })
  return parsed.data
}

/** As JSON. */
export function writtenDocument(document: SequenceDocument): string {
  const { tracks, trackIds, name, width, height, rate, background, inFrame, outFrame, markers } = document
  const { newTakes, stillSeconds, targetSeconds } = document
  const head = { form: formOfDocuments, name, width, height, rate, background, inFrame, outFrame, markers }
  return JSON.stringify({ ...head, newTakes, stillSeconds, targetSeconds, trackIds, tracks })
}

function withClips(
  document: unknown,
  rows: readonly Pick<ClipRow, 'id' | 'track_id' | 'clip'>[],
  starts: ReadonlyMap<TrackId, Readonly<Record<string, unknown>>>,
): unknown {
  const head = z.looseObject({ tracks: z.record(z.string(), z.looseObject({})) }).safeParse(document)
  // Another form; the reader says what is the matter with it.
  if (!head.success)
    return document
  const clips = Map.groupBy(rows, row => row.track_id)
  const tracks = Object.entries(head.data.tracks).map(([id, track]) => {
    const [ofTrack, at] = [clips.get(id as TrackId) ?? [], starts.get(id as TrackId)] // as the rows name it
    return [id, { ...track, clips: Object.fromEntries(ofTrack.map(row => [row.id, { ...row.clip, start: at?.[row.id] }])) }]
  })
  return { ...head.data, tracks: Object.fromEntries(tracks) }
}

/** Writes a new sequence with its clips. */
export async function insertSequence(
  tx: Transaction,
  sequence: Sequence,
  times: Pick<SequenceRow, 'created_at' | 'edited_at'>,
): Promise<void> {
  await tx.run(sql`INSERT INTO sequences ${sequencesTable.values({
    id: sequence.id,
    project_id: sequence.projectId,
    document: headOf(sequence),
    revision: sequence.revision,
    changed_at: sequence.changedAt,
    trashed_at: null,
    ...times,
  })}`)
  await insertTracks(tx, sequence)
}

async function insertTracks(tx: Transaction, { id, tracks }: Sequence): Promise<void> {
  const all = Object.values(tracks).map(after => ({ before: undefined, after }))
  for (const track of all)
    await writeClips(tx, id, track)
  await writeStarts(tx, id, all)
}

/**
 * Writes what differs between two revisions of one sequence: parts that are the same object are the same.
 * @throws Fault edit-refused where it is not of the revision before any more
 */
export async function updateSequence(tx: Transaction, before: Sequence, after: Sequence, editedAt: number | null): Promise<void> {
  const isWhole = await areSomeLost(tx, before)
  const { changes } = await tx.run(sql`
    UPDATE sequences SET document = ${headOf(after)}, revision = ${after.revision}, changed_at = ${after.changedAt},
      edited_at = coalesce(${editedAt}, edited_at) WHERE id = ${after.id} AND revision = ${before.revision}`)
  if (changes === 0)
    throw new Fault('edit-refused', { because: 'changed-since', clipIds: [] })
  const tracks = [...new Set<TrackId>([...before.trackIds, ...after.trackIds])]
    .map(id => ({ before: isWhole ? undefined : before.tracks[id], after: after.tracks[id] }))
  for (const track of tracks)
    await writeClips(tx, after.id, track)
  await writeStarts(tx, after.id, tracks)
}

/** Whether rows were lost from the file since it was read; then all are written again. Counted in an index. */
async function areSomeLost(tx: Transaction, before: Sequence): Promise<boolean> {
  const tracks = Object.values(before.tracks)
  const wanted = tracks.reduce<number>((count, track) => count + Object.keys(track.clips).length, 0)
  const stored = await tx.get<{ clips: number, tracks: number }>(sql`
    SELECT (SELECT count(*) FROM sequence_clips WHERE sequence_id = ${before.id}) AS clips,
      (SELECT count(*) FROM sequence_starts WHERE sequence_id = ${before.id}) AS tracks`)
  return !stored || stored.clips < wanted || stored.tracks < tracks.filter(hasClips).length
}

/** Writes a sequence in place of a stored one that cannot be read or was deleted for good, and deletes the journal of that. */
export async function overwriteSequence(tx: Transaction, sequence: Sequence): Promise<void> {
  const { id, changedAt } = sequence
  await tx.run(sql`DELETE FROM sequence_journal WHERE sequence_id = ${id}`)
  await tx.run(sql`DELETE FROM sequence_clips WHERE sequence_id = ${id}`)
  await tx.run(sql`DELETE FROM sequence_starts WHERE sequence_id = ${id}`)
  await tx.run(sql`
    UPDATE sequences SET document = ${headOf(sequence)}, revision = ${sequence.revision}, changed_at = ${changedAt},
      created_at = ${changedAt}, edited_at = ${changedAt}, trashed_at = NULL, purged_at = NULL WHERE id = ${id}`)
  await insertTracks(tx, sequence)
}

/** Everything but the clips. */
function headOf(sequence: SequenceDocument): string {
  const tracks = Object.entries(sequence.tracks).map(([id, track]) => [id, { ...track, clips: {} }])
  return writtenDocument({ ...sequence, tracks: Object.fromEntries(tracks) })
}

export async function insertEntry(tx: Transaction, sequenceId: SequenceId, entry: JournalEntry): Promise<void> {
  await tx.run(sql`INSERT INTO sequence_journal ${journalTable.values({
    sequence_id: sequenceId,
    revision: entry.revision,
    label: entry.lineId === null ? entry.name : `${entry.name} ${entry.lineId}`,
    kind: entry.kind,
    of_revision: entry.ofRevision,
    patches: JSON.stringify(entry.patches),
    inverse: JSON.stringify(entry.inverse),
    made_at: entry.madeAt,
    made_by: entry.madeBy,
  })}`)
}

/** One half of an entry. */
export interface PatchesOf { readonly sequenceId: SequenceId, readonly revision: number, readonly of: 'patches' | 'inverse' }

/** What made a revision, or what takes it back. Null when no such entry is there. @throws UnreadableRowError */
export async function readPatches(db: Transaction, { sequenceId, revision, of }: PatchesOf): Promise<readonly DocumentPatch[] | null> {
  const { columns } = of === 'patches' ? madeTable : inverseTable
  const row = await db.get(sql`
    SELECT ${columns} FROM sequence_journal WHERE sequence_id = ${sequenceId} AND revision = ${revision}`)
  if (!row)
    return null
  return of === 'patches' ? madeTable.parse(row).patches : inverseTable.parse(row).inverse
}

/** Which page made each revision from this one on; oldest first. @throws UnreadableRowError */
export async function readMakers(
  db: Transaction,
  sequenceId: SequenceId,
  fromRevision: number,
): Promise<{ revision: number, made_by: string | null }[]> {
  const rows = await db.all(sql`
    SELECT ${makersTable.columns} FROM sequence_journal
    WHERE sequence_id = ${sequenceId} AND revision >= ${fromRevision} ORDER BY revision`)
  return rows.map(makersTable.parse)
}

/** Undo takes no step past one that cannot be read: those before it are left out, too. */
function untilUnreadable<Step>(rows: readonly object[], read: (row: object) => Step): Step[] {
  const steps: Step[] = []
  for (const row of rows) {
    const step = readOne(row, read)
    if (step === undefined)
      steps.length = 0
    else
      steps.push(step)
  }
  return steps
}

/** Oldest first; from behind an entry that cannot be read. */
export async function readSteps(db: Transaction, sequenceId: SequenceId): Promise<JournalStep[]> {
  const rows = await db.all(sql`
    SELECT revision, label, kind, of_revision AS ofRevision, made_at AS madeAt FROM sequence_journal
    WHERE sequence_id = ${sequenceId} ORDER BY revision`)
  return untilUnreadable(rows, (row) => {
    const { label, ...step } = parseStep(row)
    return { ...step, ...readLabel(row, label) }
  })
}

/** A step's name, and behind it the line that it is about, if any. */
function readLabel(row: object, label: string): Pick<JournalEntry, 'name' | 'lineId'> {
  const [word, lineId] = label.split(' ')
  const name = AStepName.safeParse(word)
  if (!name.success)
    throw new UnreadableRowError('sequence_journal', row, ['label'], { cause: name.error })
  return { name: name.data, lineId: LineId.safeParse(lineId).data ?? null }
}

export async function deleteEntries(tx: Transaction, sequenceId: SequenceId, revisions: readonly number[]): Promise<void> {
  await tx.run(sql`
    DELETE FROM sequence_journal
    WHERE sequence_id = ${sequenceId} AND revision IN ${sql.list(revisions)}`)
}
