/** A speaker of the script has another name: the captions of these lines follow, and the colour on their tracks. */
import type { CaptionTrack, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { LineId } from '#contract/words.ts'
import { clipsOf, tracksOf } from '../sequence/document.ts'

/** None where nothing follows. The former colour is kept for the way back; what is locked stays as it is. */
export function renameEdits(
  document: SequenceDocument,
  { lineIds, from, to }: { readonly lineIds: ReadonlySet<LineId>, readonly from: string, readonly to: string },
): SequenceEdit[] {
  return tracksOf(document).flatMap((track): SequenceEdit[] => {
    if (track.kind !== 'captions' || track.isLocked)
      return []
    const clipIds = clipsOf(track)
      .filter(clip => clip.speaker === from && clip.lineId !== null && lineIds.has(clip.lineId))
      .map(clip => clip.id)
    const colour = Object.hasOwn(track.speakerColours, from) ? track.speakerColours[from] : undefined
    const isNew = colour !== undefined && !Object.hasOwn(track.speakerColours, to)
    return clipIds.length === 0
      ? []
      : [
          { do: 'setCaption', clipIds, values: { speaker: to } },
          ...isNew ? [colourEdit(track, { ...track.speakerColours, [to]: colour })] : [],
        ]
  })
}

function colourEdit({ id: trackId }: CaptionTrack, speakerColours: CaptionTrack['speakerColours']): SequenceEdit {
  return { do: 'setTrack', trackId, values: { speakerColours } }
}
