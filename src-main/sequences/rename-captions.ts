/** Lets the captions of every sequence follow the new name of a speaker, each sequence as one step of undo. */
import type { LineId } from '#contract/words.ts'
import type { Sequences } from './sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { renameEdits } from '#rules/captions/rename-speaker.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { problemOf } from './unreadable-sequence.ts'

export async function renameCaptions(
  sequences: Pick<Sequences, 'withLines' | 'change'>,
  { lineIds, from, to }: { readonly lineIds: readonly LineId[], readonly from: string, readonly to: string },
): Promise<void> {
  const [lineId] = lineIds
  if (!lineId)
    return
  const wanted = { lineIds: new Set(lineIds), from, to }
  for (const sequenceId of await sequences.withLines(lineIds)) {
    try {
      await sequences.change(sequenceId, { name: 'caption', lineId }, (now) => {
        const edits = renameEdits(now, wanted)
        return edits.length === 0 ? null : applyEdits(now, edits)
      })
    }
    catch (error) {
      // One that cannot be opened keeps the others from nothing.
      if (problemOf(error) === null && !isFault(error, 'not-found'))
        throw error
    }
  }
}
