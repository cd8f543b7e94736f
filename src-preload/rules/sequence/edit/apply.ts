/**
 * Carries edits out. Page and main both call this, so that what is shown at once is what is stored. Laws: no two clips of a track
 * overlap, a clip never leaves its source, the inverse restores exactly what was there, and a refused edit changes nothing.
 */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { Edited } from './differences.ts'
import { clipsOf, endOf } from '../document.ts'
import { cutTime } from './cut-time.ts'
import { copyForEdit, differences } from './differences.ts'
import { followSounds } from './followed-sounds.ts'
import { closeGaps } from './gaps.ts'
import { keepCrossings } from './kept-crossings.ts'
import { requireLimits } from './limits.ts'
import { setNested, setNestedGain, setNestedPan, setNestedShape } from './nested.ts'
import { clearTime, closeGapAt, link, move, place, remove, split } from './place.ts'
import { refit } from './refit.ts'
import { refuse } from './refused.ts'
import { roll } from './roll.ts'
import { setRamp } from './set-ramp.ts'
import { setSpeed } from './set-speed.ts'
import {
  addTrack,
  moveTrack,
  removeMarker,
  removeTrack,
  setClips,
  setEnabled,
  setMarker,
  setReversed,
  setSequence,
  setTrack,
} from './settings.ts'
import { slip } from './slip.ts'
import { settleTries, swapTake, trim } from './trim.ts'

/** All of the edits, one after another, or none. @throws EditRefusedError */
export function applyEdits(document: SequenceDocument, edits: readonly SequenceEdit[]): Edited {
  const copy = copyForEdit(document)
  for (const edit of edits)
    carryOutExactly(copy, edit)
  keepCrossings(document, copy, edits)
  followSounds(document, copy, edits)
  const edited = differences(document, copy)
  requireLimits(document, edited.document)
  assertApart(document, edited.document)
  return edited
}

function carryOutExactly(document: SequenceDocument, edit: SequenceEdit): void {
  try {
    carryOut(document, edit)
  }
  catch (error) {
    // Several edits can move a clip so far that its time is not a whole number any more.
    if (error instanceof RangeError)
      refuse('too-long')
    throw error
  }
}

function carryOut(document: SequenceDocument, edit: SequenceEdit): void {
  switch (edit.do) {
    case 'place': return place(document, edit)
    case 'move': return move(document, edit)
    case 'trim': return trim(document, edit)
    case 'roll': return roll(document, edit)
    case 'slip': return slip(document, edit)
    case 'split': return split(document, edit)
    case 'remove': return remove(document, edit)
    case 'closeGap': return closeGapAt(document, edit)
    case 'closeGaps': return closeGaps(document, edit)
    case 'clearTime': return clearTime(document, edit)
    case 'cutTime': return cutTime(document, edit)
    case 'link': return link(document, edit)
    case 'setEnabled': return setEnabled(document, edit)
    case 'setPicture': return setClips(document, edit, clip => 'look' in clip)
    case 'setSound': return setClips(document, edit, clip => 'points' in clip)
    case 'setCaption': return setClips(document, edit, clip => 'speaker' in clip)
    case 'setSpeed': return setSpeed(document, edit)
    case 'setRamp': return setRamp(document, edit)
    case 'setNested': return setNested(document, edit)
    case 'setNestedGain': return setNestedGain(document, edit)
    case 'setNestedPan': return setNestedPan(document, edit)
    case 'setNestedShape': return setNestedShape(document, edit)
    case 'settleTries': return settleTries(document, edit)
    case 'setReversed': return setReversed(document, edit)
    case 'swapTake': return swapTake(document, edit)
    case 'addTrack': return addTrack(document, edit)
    case 'setTrack': return setTrack(document, edit)
    case 'moveTrack': return moveTrack(document, edit)
    case 'removeTrack': return removeTrack(document, edit)
    case 'setMarker': return setMarker(document, edit)
    case 'removeMarker': return removeMarker(document, edit)
    case 'refit': return refit(document, edit)
    case 'setSequence': return setSequence(document, edit)
    default: return edit satisfies never
  }
}

/** A bug must not damage anybody's work: what an edit would corrupt stays as it was. */
function assertApart(before: SequenceDocument, after: SequenceDocument): void {
  for (const id of after.trackIds) {
    const track = after.tracks[id]
    if (!track || track === before.tracks[id])
      continue
    let end = 0
    for (const clip of clipsOf(track)) {
      if (clip.start < end)
        throw new Error(`An edit made clip ${clip.id} overlap another`)
      end = endOf(clip)
    }
  }
}
