/** What removes a finding of the preflight, as edits of the sequence: one step that undo takes back. Pure. */
import type { FindingPlace, PreflightFinding } from '#contract/deliveries.ts'
import type { CaptionClip, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import { splitTextAt } from '../captions/edit.ts'
import { usualLimits } from '../captions/lint.ts'
import { takeNewWords } from '../captions/old-words.ts'
import { shownText } from '../captions/shown-text.ts'
import { readingLength } from '../captions/width.ts'
import { clipsOf, endFrameOf, endOf, findClip, isInSamples, playingOf, startFrameOf, tracksOf } from '../sequence/document.ts'
import { applyEdits } from '../sequence/edit/apply.ts'
import { derivedClipId } from '../sequence/edit/derived-id.ts'
import { EditRefusedError } from '../sequence/edit/refused.ts'
import { sampleOfFrame } from '../sequence/frames.ts'
import { audibleTracks } from '../sequence/levels.ts'
import { removeAlone, unlinkAlone } from '../sequence/linked.ts'
import { keysOf } from '../sequence/motion.ts'

export interface Fix { readonly name: StepName, readonly edits: readonly SequenceEdit[] }
type Kind = PreflightFinding['finding']

/** A picture is enlarged at most this much. */
const mostEnlarged = 1.2

/** Null where only a person can tell what is right. */
export function fixOf(document: SequenceDocument, finding: Kind, place: FindingPlace): Fix | null {
  return waysToFix(document, finding, place).find(({ edits }) => edits.length > 0 && isPossible(document, edits)) ?? null
}

/** One step for all places that can be fixed; each is fixed in what the ones before it left. Null when none can. */
export function fixOfAll(document: SequenceDocument, finding: Kind, places: readonly FindingPlace[]): Fix | null {
  const edits: SequenceEdit[] = []
  let name: StepName | null = null
  let now = document
  // From the end on, so that what closes up does not move the places that are still to come.
  for (const place of places.toReversed()) {
    const fix = fixOf(now, finding, place)
    if (!fix)
      continue
    now = applyEdits(now, fix.edits).document
    edits.push(...fix.edits)
    name = fix.name
  }
  return name === null ? null : { name, edits }
}

function isPossible(document: SequenceDocument, edits: readonly SequenceEdit[]): boolean {
  try {
    applyEdits(document, edits)
    return true
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return false
    throw error
  }
}

/** The best first. */
function waysToFix(document: SequenceDocument, finding: Kind, place: FindingPlace): Fix[] {
  switch (finding) {
    case 'gap': return closings(document, place)
    case 'flash': return flashless(document, place)
    case 'short-source': return shortened(document, place)
    case 'clipping': return quieter(document, place)
    case 'upscaled': return reframed(document, place)
    case 'caption-old': return place.clipId === null || place.words === undefined
      ? []
      : [{ name: 'caption', edits: takeNewWords(document, place.clipId, place.words) }]
    case 'caption-fast': return longer(document, place)
    case 'caption-outside': return halved(document, place)
    default: return []
  }
}

function trim(clipId: ClipId, edge: 'start' | 'end', byFrames: number): Extract<SequenceEdit, { do: 'trim' }> {
  return { do: 'trim', clipIds: [clipId], edge, byFrames, ripples: false }
}

/** What is shown before stays until the gap ends, or what follows begins earlier; where nothing is heard either, the time is taken out. */
function closings(document: SequenceDocument, { startFrame, frames }: FindingPlace): Fix[] {
  if (startFrame === null)
    return []
  const end = startFrame + frames
  const pictures = tracksOf(document).flatMap(track => track.kind === 'pictures' && !track.isMuted && !track.isLocked ? [track] : [])
  const before = pictures.flatMap(track => clipsOf(track)).filter(clip => endOf(clip) === startFrame)
  const after = pictures.flatMap(track => clipsOf(track)).filter(clip => clip.start === end)
  const isSilent = !tracksOf(document).some(track => clipsOf(track).some(clip =>
    startFrameOf(track, clip, document.rate) < end && endFrameOf(track, clip, document.rate) > startFrame))
  const closed = pictures.map((track): Fix => ({ name: 'close-gap', edits: [{ do: 'closeGap', trackId: track.id, atFrame: startFrame }] }))
  const grown = [
    ...before.flatMap(clip => trims(clip, 'end', frames)),
    ...after.flatMap(clip => trims(clip, 'start', -frames)),
  ]
  return isSilent && after.length > 0 ? [...closed, ...grown] : grown
}

/** With its sound; where that does not last, without it. */
function trims({ id, linkId }: PictureClip, edge: 'start' | 'end', byFrames: number): Fix[] {
  const whole: Fix = { name: 'trim', edits: [trim(id, edge, byFrames)] }
  return linkId === null ? [whole] : [whole, { name: 'trim', edits: [{ ...trim(id, edge, byFrames), isAlone: true }] }]
}

function flashless(document: SequenceDocument, place: FindingPlace): Fix[] {
  if (place.clipId === null)
    return closings(document, place)
  const removed = removeAlone([place.clipId])
  const grown = closings(document, place).filter(({ name }) => name === 'trim')
  return [...grown.map(({ name, edits }): Fix => ({ name, edits: [...removed, ...edits] })), { name: 'remove', edits: removed }]
}

/** The clip ends where its file does. */
function shortened(document: SequenceDocument, { clipId, value }: FindingPlace): Fix[] {
  const found = clipId === null ? null : findClip(document, clipId)
  if (!found || clipId === null || value === null)
    return []
  const frames = isInSamples(found.track.kind) ? Math.ceil(value / sampleOfFrame(1, document.rate)) : value
  return [{ name: 'trim', edits: [trim(clipId, 'end', -frames)] }]
}

/** Everything that is heard there becomes quieter by as much as it is too loud together. */
function quieter(document: SequenceDocument, { startFrame, frames, value }: FindingPlace): Fix[] {
  if (startFrame === null || value === null)
    return []
  const byDb = -Math.ceil(value * 10) / 10
  const heard = audibleTracks(document).flatMap(track => track.isLocked
    ? []
    : playingOf(track).filter(clip =>
        startFrameOf(track, clip, document.rate) < startFrame + frames && endFrameOf(track, clip, document.rate) > startFrame))
  const edits = heard.map(({ id, gainDb }): SequenceEdit =>
    ({ do: 'setSound', clipIds: [id], values: { gainDb: Math.max(-96, Math.round((gainDb + byDb) * 10) / 10) } }))
  return [{ name: 'gain', edits }]
}

/** Zooms out as far as the picture still is what it is without zoom: one that is too small for the frame stays too small. */
function reframed(document: SequenceDocument, { clipId, value }: FindingPlace): Fix[] {
  const clip = clipId === null ? null : findClip(document, clipId)?.clip
  if (!clip || !('look' in clip) || value === null)
    return []
  const look = clip.look
  const { scale: scales, ...keys } = keysOf(clip)
  const largest = Math.max(...scales ? scales.map(key => key.value) : [look.scale])
  const most = Math.floor(mostEnlarged * largest / value * 1000) / 1000
  if (most < 1)
    return []
  const smaller = scales && { scale: scales.map(key => ({ ...key, value: Math.min(key.value, most) })) }
  const values = { look: { ...look, scale: Math.min(look.scale, most) }, ...smaller && { keys: { ...keys, ...smaller } } }
  return [{ name: 'look', edits: [{ do: 'setPicture', clipIds: [clip.id], values }] }]
}

interface Around { readonly caption: CaptionClip, readonly before: CaptionClip | undefined, readonly after: CaptionClip | undefined }

function captionAt(document: SequenceDocument, clipId: ClipId | null): Around | null {
  const found = clipId === null ? null : findClip(document, clipId)
  if (found?.track.kind !== 'captions')
    return null
  const clips = clipsOf(found.track)
  const at = clips.findIndex(({ id }) => id === clipId)
  const caption = clips[at]
  return caption ? { caption, before: clips[at - 1], after: clips[at + 1] } : null
}

/** It stays until it can be read, and begins earlier where it can stay no longer; null where its neighbours leave no room for that. */
function longer(document: SequenceDocument, { clipId }: FindingPlace): Fix[] {
  const around = captionAt(document, clipId)
  if (!around)
    return []
  const { caption, before, after } = around
  const { numerator, denominator } = document.rate
  const wanted = Math.ceil(readingLength(shownText(caption.text)) / usualLimits.charactersPerSecond * numerator / denominator)
  const lacking = wanted - caption.length
  const behind = Math.min(lacking, Math.max(0, (after?.start ?? Infinity) - endOf(caption)))
  const ahead = Math.min(lacking - behind, caption.start - (before ? endOf(before) : 0))
  if (lacking <= 0 || behind + ahead < lacking)
    return []
  return [{
    name: 'caption-time',
    edits: [
      unlinkAlone([caption.id]),
      ...behind > 0 ? [trim(caption.id, 'end', behind)] : [],
      ...ahead > 0 ? [trim(caption.id, 'start', -ahead)] : [],
    ],
  }]
}

/** Two captions one after another, each with half of the words. */
function halved(document: SequenceDocument, { clipId }: FindingPlace): Fix[] {
  const caption = captionAt(document, clipId)?.caption
  const atFrame = caption ? caption.start + Math.floor(caption.length / 2) : 0
  const texts = caption ? splitTextAt(caption, atFrame) : null
  if (!caption || !texts || texts.includes(''))
    return []
  return [{
    name: 'split',
    edits: [
      unlinkAlone([caption.id]),
      { do: 'split', atFrame, pieces: [{ clipId: caption.id, newId: derivedClipId(caption.id, atFrame) }] },
    ],
  }]
}
