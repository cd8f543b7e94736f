/** A speaker has another colour: captions that have the former one of the speaker follow; a colour that is a track's own stays. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { tracksOf } from '../sequence/document.ts'

/** Colours as `#rrggbb`. None where nothing follows; what is locked stays as it is. */
export function recolourEdits(
  document: SequenceDocument,
  { speaker, from, to }: { readonly speaker: string, readonly from: string, readonly to: string },
): SequenceEdit[] {
  return tracksOf(document).flatMap((track): SequenceEdit[] =>
    track.kind === 'captions' && !track.isLocked && Object.hasOwn(track.speakerColours, speaker) && track.speakerColours[speaker] === from
      ? [{ do: 'setTrack', trackId: track.id, values: { speakerColours: { ...track.speakerColours, [speaker]: to } } }]
      : [])
}
