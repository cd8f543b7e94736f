/** Puts the captions of a transcript onto the clips of a sequence that play its recording, as one step of undo. */
import type { SequenceId, TakeId } from '#contract/words.ts'
import type { Takes } from '../library/takes.ts'
import type { Transcripts } from '../library/transcripts.ts'
import type { Sequences } from './sequences-port.ts'
import { transcriptOntoClips } from '#rules/captions/transcript-onto-clips.ts'
import { newId } from '../base/ids.ts'

interface Ports {
  readonly sequences: Pick<Sequences, 'get' | 'edit'>
  readonly transcripts: Pick<Transcripts, 'get'>
  readonly takes: Pick<Takes, 'get'>
}

/** Writes nothing where there is no clip or no word with a time. @throws Fault not-found, unreadable-file, edit-refused, newer-document */
export async function captionTranscript(
  { sequences, transcripts, takes }: Ports,
  { sequenceId, takeId }: { readonly sequenceId: SequenceId, readonly takeId: TakeId },
): Promise<{ revision: number, captionCount: number, clipCount: number }> {
  const { segments } = await transcripts.get(takeId)
  const { sourceTakeIds } = await takes.get(takeId)
  const now = await sequences.get(sequenceId)
  const { edits, ...counts } = transcriptOntoClips(now, { takeIds: sourceTakeIds, segments, newId })
  const revision = edits.length === 0
    ? now.revision
    : await sequences.edit(sequenceId, { baseRevision: now.revision, name: 'import-captions', edits })
  return { revision, ...counts }
}
