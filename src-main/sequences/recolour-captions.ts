/** Lets the caption tracks of a project follow the colour of a speaker, each sequence as one step of undo. */
import type { ColourName } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Sequences } from './sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { recolourEdits } from '#rules/captions/recolour-speaker.ts'
import { captionColourOf } from '#rules/script/speaker-colours.ts'
import { problemOf } from './unreadable-sequence.ts'

interface Recolouring { readonly projectId: ProjectId, readonly speaker: string, readonly from: ColourName | null, readonly to: ColourName }

export async function recolourCaptions(
  sequences: Pick<Sequences, 'ofProject' | 'get' | 'edit'>,
  { projectId, speaker, from, to }: Recolouring,
): Promise<void> {
  if (from === null || from === to)
    return
  const wanted = { speaker, from: captionColourOf(from), to: captionColourOf(to) }
  for (const { id } of await sequences.ofProject(projectId)) {
    try {
      const now = await sequences.get(id)
      const edits = recolourEdits(now, wanted)
      if (edits.length > 0)
        await sequences.edit(id, { baseRevision: now.revision, name: 'track', edits })
    }
    catch (error) {
      // One that cannot be opened, or that was changed at this moment, keeps the others from nothing.
      if (problemOf(error) === null && !isFault(error, 'not-found') && !isFault(error, 'edit-refused'))
        throw error
    }
  }
}
