/** Timing captions by keys while the sequence plays: one begins or ends at the playhead, or the next one begins where this one ends. Pure. */
import type { CaptionClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import { clipsOf, endOf } from '#rules/sequence/document.ts'
import { unlinkAlone } from '#rules/sequence/linked.ts'
import { orderedTracks } from '../view/rows.ts'

/** `next`: the caption after the current one begins; the current one ends then, unless it has ended. */
export type Timing = 'start' | 'end' | 'next'

interface Timed {
  readonly edits: readonly SequenceEdit[]
  /** The new current caption. */
  readonly clipId: ClipId
}

/**
 * The current caption is the selected one, else the one at the playhead, else the next to begin or the last that has begun. What is
 * timed by hand is no longer linked with its line's sound. Null where there is no caption, or no room for it.
 */
export function timeCaption(document: SequenceDocument, frame: number, what: Timing, selected: ClipId | null): Timed | null {
  const captions = currentCaptions(document, selected)
  const chosen = captions.findIndex(caption => caption.id === selected)
  const over = captions.findIndex(caption => caption.start <= frame && frame < endOf(caption))
  const begun = captions.findLastIndex(caption => caption.start < frame)
  switch (what) {
    case 'start': {
      const index = chosen >= 0 ? chosen : over >= 0 ? over : begun + 1
      return captions[index] ? done(startAt(captions, index, frame), captions[index].id) : null
    }
    case 'end': {
      const index = chosen >= 0 ? chosen : begun
      // The next one becomes current, as when captions are timed one after another.
      return captions[index] ? done(endAt(captions, index, frame), (captions[index + 1] ?? captions[index]).id) : null
    }
    case 'next': {
      const index = chosen >= 0 && captions[chosen]!.start < frame ? chosen + 1 : chosen >= 0 ? chosen : begun + 1
      return captions[index] ? done(startAt(captions, index, frame), captions[index].id) : null
    }
    default: return what satisfies never
  }
}

function done(edits: readonly SequenceEdit[] | null, clipId: ClipId): Timed | null {
  return edits && { edits, clipId }
}

/** Those of the track of the selected one, else of the first track that has some; in order of time. */
function currentCaptions(document: SequenceDocument, selected: ClipId | null): CaptionClip[] {
  const tracks = orderedTracks(document).filter(track => track.kind === 'captions' && !track.isLocked)
  const track = tracks.find(each => selected !== null && each.clips[selected]) ?? tracks.find(each => Object.keys(each.clips).length > 0)
  return track?.kind === 'captions' ? clipsOf(track) : []
}

function trim({ id }: CaptionClip, edge: 'start' | 'end', byFrames: number): SequenceEdit {
  return { do: 'trim', clipIds: [id], edge, byFrames, ripples: false }
}
const free = ({ id }: CaptionClip): SequenceEdit => unlinkAlone([id])

/** The caption keeps its end if that still is behind, else its length; the one before is shortened. Null where it would cover another. */
function startAt(captions: readonly CaptionClip[], index: number, frame: number): SequenceEdit[] | null {
  const [before, caption, after] = [captions[index - 1], captions[index], captions[index + 1]]
  if (!caption || (before && frame <= before.start))
    return null
  const cut = before && endOf(before) > frame ? [free(before), trim(before, 'end', frame - endOf(before))] : []
  if (frame < endOf(caption)) {
    const byFrames = frame - caption.start
    return byFrames === 0 ? cut : [...cut, free(caption), trim(caption, 'start', byFrames)]
  }
  const length = Math.min(caption.length, (after ? endOf(after) - 1 : Infinity) - frame)
  if (length < 1)
    return null
  const inTheWay = after ? frame + length - after.start : 0
  return [
    free(caption),
    ...after && inTheWay > 0 ? [free(after), trim(after, 'start', inTheWay)] : [],
    ...length < caption.length ? [trim(caption, 'end', length - caption.length)] : [],
    { do: 'move', clipIds: [caption.id], byFrames: frame - caption.start, toTracks: {}, how: 'free' },
  ]
}

/** The one after it is shortened. */
function endAt(captions: readonly CaptionClip[], index: number, frame: number): SequenceEdit[] | null {
  const [caption, after] = [captions[index], captions[index + 1]]
  if (!caption || frame <= caption.start || (after && frame >= endOf(after)))
    return null
  const byFrames = frame - endOf(caption)
  if (byFrames === 0)
    return []
  return [
    free(caption),
    ...after && after.start < frame ? [free(after), trim(after, 'start', frame - after.start)] : [],
    trim(caption, 'end', byFrames),
  ]
}
