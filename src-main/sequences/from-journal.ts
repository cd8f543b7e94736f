/** What a journal must tell before something is undone, or edited alongside the changes of others. */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { JournalStep, PatchesOf } from './sequence-rows.ts'
import { Fault } from '#contract/faults.ts'
import { turned } from '#rules/sequence/edit/patched.ts'
import { UnreadableRowError } from '../storage/table.ts'
import { readMakers, readPatches, readSteps } from './sequence-rows.ts'

/** Null when the journal has no such entry. @throws Fault edit-refused when it cannot be read */
export function patchesOf(db: Transaction, entry: PatchesOf): Promise<readonly DocumentPatch[] | null> {
  return orRefused(readPatches(db, entry))
}

/** Refuses what would undo, or be edited alongside, a change that the journal does not tell. @throws Fault edit-refused */
async function orRefused<Read>(read: Promise<Read>): Promise<Read> {
  try {
    return await read
  }
  catch (error) {
    if (error instanceof UnreadableRowError)
      throw new Fault('edit-refused', { because: 'changed-since', clipIds: [] }, { cause: error })
    throw error
  }
}

/**
 * The inverse of a step is taken from the journal: one that does not belong to this document changes nothing.
 * @throws Fault edit-refused
 */
export function turnedOrRefused(
  document: Sequence,
  patches: readonly DocumentPatch[],
): { document: SequenceDocument, inverse: DocumentPatch[] } {
  try {
    return turned(document, patches)
  }
  catch (error) {
    throw new Fault('edit-refused', { because: 'changed-since', clipIds: [] }, { cause: error })
  }
}

/**
 * An edit that was made on an older revision must not touch what others changed since.
 * @throws Fault edit-refused
 */
export async function refuseWhenTouched(
  db: Transaction,
  sequence: Sequence,
  { baseRevision, by }: { readonly baseRevision: number, readonly by: string | null },
  patches: readonly DocumentPatch[],
): Promise<void> {
  const since = await orRefused(readMakers(db, sequence.id, baseRevision + 1))
  const isKnown = baseRevision < sequence.revision && since.length === sequence.revision - baseRevision
  const theirs = new Set<string>()
  // One entry at a time: nobody waits while all that was done since is read.
  for (const { revision } of isKnown ? since.filter(({ made_by }) => by === null || made_by !== by) : []) {
    for (const touched of (await patchesOf(db, { sequenceId: sequence.id, revision, of: 'patches' }) ?? []).flatMap(touchedBy))
      theirs.add(touched)
  }
  const both = patches.flatMap(touchedBy).filter(each => theirs.has(each) || theirs.has(''))
  if (!isKnown || both.length > 0)
    throw new Fault('edit-refused', { because: 'changed-since', clipIds: [...new Set(both)] })
}

/**
 * A step is not made again where the program has changed the same tracks by itself since it was taken back: its clips may be in the way.
 * @throws Fault edit-refused
 */
export async function refuseWhenFollowed(
  db: Transaction,
  sequenceId: SequenceId,
  { revision }: Pick<JournalStep, 'revision'>,
  patches: readonly DocumentPatch[],
): Promise<void> {
  const steps = await readSteps(db, sequenceId)
  const undone = steps.findLast(each => each.kind === 'undo' && each.ofRevision === revision)?.revision ?? 0
  const trackOf = ({ path: [part, id] }: DocumentPatch): string => String(part === 'tracks' ? id : part)
  const mine = new Set(patches.map(trackOf))
  const both: string[] = []
  for (const step of steps.filter(each => each.kind === 'edit' && each.name === 'new-take' && each.revision > undone)) {
    const theirs = await patchesOf(db, { sequenceId, revision: step.revision, of: 'patches' }) ?? []
    both.push(...theirs.filter(patch => mine.has(trackOf(patch))).flatMap(touchedBy))
  }
  if (both.length > 0)
    throw new Fault('edit-refused', { because: 'changed-since', clipIds: [...new Set(both)] })
}

/** The clips, or else the track, marker or property that a patch changes. */
function touchedBy(patch: DocumentPatch): string | readonly string[] {
  if (patch.op === 'shift')
    return patch.clipIds
  const { path: [part, id, within, clipId] } = patch
  return String(part === 'tracks' ? (within === 'clips' ? clipId : undefined) ?? id : id ?? part ?? '')
}
