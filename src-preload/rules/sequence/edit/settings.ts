/** Changing what clips, tracks, markers and the sequence itself say, without moving a clip. */
import type { CaptionClip, Clip, PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { marksOfText, setMarks } from '../../captions/word-marks.ts'
import { isUnset } from '../../colour/grade.ts'
import { withoutColourKeys } from '../../colour/properties.ts'
import { isAdjustment } from '../adjustment.ts'
import { hasColourKeys } from '../graded.ts'
import { mappedKeys } from '../motion.ts'
import { isNested } from '../nested/nested-clips.ts'
import { copyOfTrack } from './differences.ts'
import { isEndless, keepFades, requireClip, requireTrack, withLinked } from './draft.ts'
import { refuse } from './refused.ts'

type Edit<Do extends SequenceEdit['do']> = Extract<SequenceEdit, { do: Do }>

export function setClips(
  document: SequenceDocument,
  edit: Edit<'setPicture'> | Edit<'setSound'> | Edit<'setCaption'>,
  isOfKind: (clip: Clip) => boolean,
): void {
  const { clipIds, values } = edit
  for (const clipId of clipIds) {
    const { clip } = requireClip(document, clipId)
    if (!isOfKind(clip))
      refuse('wrong-track', clipId)
    if ('speaker' in clip && edit.do === 'setCaption')
      keepMarks(clip, edit.values)
    assignGiven(clip, values)
    if ('speaker' in clip && clip.words?.length === 0)
      Reflect.deleteProperty(clip, 'words')
    if ('fadeIn' in clip)
      keepFades(clip)
    if ('points' in clip)
      tidySound(clip)
    if ('look' in clip && 'keys' in values)
      tidyKeys(clip)
    if ('look' in clip)
      tidyGrade(clip)
    if ('look' in clip && ((clip.takeId === null && !isNested(clip)) || !clip.backdrop))
      Reflect.deleteProperty(clip, 'backdrop')
    if ('look' in clip && !isNested(clip) && !isAdjustment(clip) && (clip.title === null) === (clip.takeId === null))
      refuse('wrong-track', clipId)
  }
}

/** Another text keeps the times of the words that stay. */
function keepMarks(clip: CaptionClip, { text, words }: Edit<'setCaption'>['values']): void {
  if (clip.words && text !== undefined && text !== clip.text && !words)
    setMarks(clip, marksOfText(clip.words, clip.text, text))
}

/** What says nothing is left out. */
function tidySound(clip: SoundClip): void {
  if (clip.pan === 0)
    Reflect.deleteProperty(clip, 'pan')
  if (clip.panPoints?.length === 0)
    Reflect.deleteProperty(clip, 'panPoints')
  if (clip.beats?.length === 0)
    Reflect.deleteProperty(clip, 'beats')
  if (!clip.tone)
    Reflect.deleteProperty(clip, 'tone')
}

/** A title has no grade, and one that says nothing is left out. */
function tidyGrade(clip: PictureClip): void {
  if (clip.grade && (clip.title !== null || isUnset(clip.grade)))
    Reflect.deleteProperty(clip, 'grade')
  if (clip.title === null || !hasColourKeys(clip))
    return
  clip.keys = withoutColourKeys(clip.keys ?? {})
  if (Object.keys(clip.keys).length === 0)
    Reflect.deleteProperty(clip, 'keys')
}

/** Keys in order, each place once. */
function tidyKeys(clip: PictureClip): void {
  if (Object.values(clip.keys ?? {}).every(own => !own?.length))
    Reflect.deleteProperty(clip, 'keys')
  else if (clip.keys)
    clip.keys = mappedKeys(clip.keys, at => at)
}

/** A still and a title look the same backwards. */
export function setReversed(document: SequenceDocument, { clipIds, isReversed }: Edit<'setReversed'>): void {
  for (const clipId of clipIds) {
    const { clip } = requireClip(document, clipId)
    if (!('look' in clip))
      refuse('wrong-track', clipId)
    if (isEndless(clip))
      continue
    if (isReversed)
      clip.isReversed = true
    else
      Reflect.deleteProperty(clip, 'isReversed')
  }
}

export function setEnabled(document: SequenceDocument, { clipIds, isEnabled }: Edit<'setEnabled'>): void {
  for (const { clip } of withLinked(document, clipIds)) {
    if (isEnabled)
      Reflect.deleteProperty(clip, 'isDisabled')
    else
      clip.isDisabled = true
  }
}

export function addTrack(document: SequenceDocument, { track, at }: Edit<'addTrack'>): void {
  if (document.tracks[track.id])
    refuse('id-taken', track.id)
  document.tracks[track.id] = copyOfTrack(track)
  document.trackIds.splice(Math.min(at, document.trackIds.length), 0, track.id)
}

/** A locked track can be unlocked, muted, named and sized. */
export function setTrack(document: SequenceDocument, { trackId, values }: Edit<'setTrack'>): void {
  const track = requireTrack(document, trackId)
  // Only there once it was set.
  const optional = track.kind === 'captions' ? ['showsSpeakers', 'joins', 'wordStyle'] : 'ducking' in track ? ['pan', 'tone'] : []
  const mayLack: readonly string[] = ['isTarget', 'isSyncLocked', ...optional]
  if (Object.entries(values).some(([name, value]) => value !== undefined && !(name in track) && !mayLack.includes(name)))
    refuse('wrong-track', trackId)
  const { joins, wordStyle, ...others } = values
  assignGiven(track, { ...others, ...wordStyle && { wordStyle } })
  if (wordStyle === null)
    Reflect.deleteProperty(track, 'wordStyle')
  if ('ducking' in track && track.pan === 0)
    Reflect.deleteProperty(track, 'pan')
  if ('ducking' in track && !track.tone)
    Reflect.deleteProperty(track, 'tone')
  if (track.kind !== 'captions' || joins === undefined)
    return
  if (joins === null)
    Reflect.deleteProperty(track, 'joins')
  else if (joins === trackId || document.tracks[joins]?.kind !== 'captions')
    refuse('wrong-track', trackId)
  else
    track.joins = joins
}

export function moveTrack(document: SequenceDocument, { trackId, at }: Edit<'moveTrack'>): void {
  requireTrack(document, trackId)
  const others = document.trackIds.filter(id => id !== trackId)
  others.splice(Math.min(at, others.length), 0, trackId)
  document.trackIds = others
}

export function removeTrack(document: SequenceDocument, { trackId }: Edit<'removeTrack'>): void {
  if (requireTrack(document, trackId).isLocked)
    refuse('locked-track', trackId)
  Reflect.deleteProperty(document.tracks, trackId)
  document.trackIds = document.trackIds.filter(id => id !== trackId)
}

export function setMarker(document: SequenceDocument, { marker }: Edit<'setMarker'>): void {
  document.markers[marker.id] = { ...marker }
}

export function removeMarker(document: SequenceDocument, { markerId }: Edit<'removeMarker'>): void {
  if (!document.markers[markerId])
    refuse('gone', markerId)
  Reflect.deleteProperty(document.markers, markerId)
}

export function setSequence(document: SequenceDocument, { values }: Edit<'setSequence'>): void {
  assignGiven(document, values)
  if (document.inFrame !== null && document.outFrame !== null && document.inFrame >= document.outFrame)
    refuse('in-after-out')
}

/** Assigns what differs, so that nothing is journalled that stayed the same. */
function assignGiven(to: object, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && JSON.stringify(Reflect.get(to, name)) !== JSON.stringify(value))
      Reflect.set(to, name, value)
  }
}
