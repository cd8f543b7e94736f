/** Brings a new take of a line or picture into its clips. Each clip takes it if it can; what is locked stays as it is. */
import type { DocumentPatch } from '#contract/document-patch.ts'
import type { CaptionClip, Clip, NewTakes, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, LineId, SoundChoice, TakeId } from '#contract/words.ts'
import type { Edited } from './edit/differences.ts'
import { captionsOfLine } from '../captions/cues.ts'
import { laidCaptionId } from '../captions/laid.ts'
import { clipsOf, endOf, findClip, tracksOf } from './document.ts'
import { applyEdits } from './edit/apply.ts'
import { copyForEdit, differences } from './edit/differences.ts'
import { EditRefusedError } from './edit/refused.ts'
import { framesOfShot, samplesPerSecond } from './frames.ts'
import { consumedBy } from './ramp.ts'

export interface NewTake {
  readonly id: TakeId
  readonly medium: 'audio' | 'picture' | 'video'
  /** Null for a still. */
  readonly seconds: number | null
  /** What is spoken in it: captions that said what their line said, say this. */
  readonly words?: string | null
  /** What is chosen of its sound; absent for its default. */
  readonly heard?: SoundChoice | undefined
}

/** The clip must still be of the kind that the take is: a sound does not come into a picture. */
function isFor({ medium }: NewTake, clip: Clip): boolean {
  return medium === 'audio' ? 'points' in clip : 'look' in clip
}

/** In the unit of the clip's track; null for a still, 0 when there is nothing to play. */
export function sourceLengthOf({ medium, seconds }: NewTake, clip: Clip, { rate }: Pick<SequenceDocument, 'rate'>): number | null {
  if ('points' in clip)
    return Math.floor((seconds ?? 0) * samplesPerSecond)
  return medium === 'picture' ? null : framesOfShot(seconds ?? 0, rate)
}

/**
 * The document with the take in these clips; the same one when none could take it. `inverse` also says that the clips keep what they
 * had: who takes a new take back does not want it to come again.
 */
export function withNewTake(document: SequenceDocument, clipIds: readonly ClipId[], take: NewTake, how: NewTakes): Edited {
  const [patches, inverse]: [DocumentPatch[], DocumentPatch[][]] = [[], []]
  let now = document
  // From the end, so that none moves before its turn.
  for (const { id } of inOrder(document, clipIds).toReversed()) {
    const edited = how === 'ripple' ? swapped(now, id, take, true) ?? swapped(now, id, take, false) : swapped(now, id, take, false)
    const found = findClip(now, id)
    if (!edited || !found)
      continue
    const path = ['tracks', found.track.id, 'clips', id, 'keepsTake']
    patches.push(...edited.patches, { op: 'remove', path })
    inverse.unshift([...edited.inverse, { op: 'add', path, value: true }])
    now = edited.document
    const { lineId } = found.clip
    if (lineId !== null && take.words && !isInParts(now, lineId)) {
      const said = withWords(now, lineId, take.words)
      patches.push(...said.patches)
      inverse.unshift([...said.inverse])
      now = said.document
    }
  }
  return { document: now, patches, inverse: inverse.flat() }
}

/** Whether its sound was cut by hand: it is unknown which of the new words are heard in which part. `captionsWithOldWords` tells of it. */
function isInParts(document: SequenceDocument, lineId: LineId): boolean {
  const sounds = tracksOf(document).flatMap(track => track.kind === 'speech' || track.kind === 'sound' ? clipsOf(track) : [])
  return new Set(sounds.filter(clip => clip.lineId === lineId).map(clip => clip.in)).size > 1
}

/** The captions of the line say what is spoken now, in pieces that can be read. Corrected ones stay as they are. */
function withWords(document: SequenceDocument, lineId: LineId, words: string): Edited {
  const next = copyForEdit(document)
  for (const track of tracksOf(next)) {
    const captions = track.kind === 'captions' && !track.isLocked ? laidCaptions(clipsOf(track), lineId) : []
    const [first, last] = [captions[0], captions.at(-1)]
    if (track.kind !== 'captions' || !first || !last || !captions.every(({ text, laidText }) => text === laidText))
      continue
    const fresh = captionsOfLine({ ...first, length: endOf(last) - first.start, text: words }, document.rate)
    if (fresh.length === 0)
      continue
    captions.forEach(({ id }) => Reflect.deleteProperty(track.clips, id))
    const ids = captions.map(({ id }) => id)
    for (let index = 0; ids.length < fresh.length; index++) {
      const id = laidCaptionId(first.id, index)
      if (!ids.includes(id) && !findClip(next, id))
        ids.push(id)
    }
    for (const [index, { start, length, text }] of fresh.entries()) {
      const id = ids[index] ?? first.id
      const { words: _, ...plain } = first
      track.clips[id] = { ...plain, id, start, length, text, laidText: text }
    }
  }
  return differences(document, next)
}

/** What was laid out for the line and is together, of the same link, with no other between; else none. */
function laidCaptions(captions: readonly CaptionClip[], lineId: LineId): CaptionClip[] {
  const link = captions.find(each => each.lineId === lineId && each.laidText !== undefined)?.linkId
  const isLaid = ({ laidText, lineId: of, linkId }: CaptionClip): boolean => of === lineId && laidText !== undefined && linkId === link
  const [from, until] = [captions.findIndex(isLaid), captions.findLastIndex(isLaid)]
  const together = from < 0 ? [] : captions.slice(from, until + 1)
  return together.every(isLaid) ? together : []
}

function inOrder(document: SequenceDocument, clipIds: readonly ClipId[]): Clip[] {
  const wanted = new Set(clipIds)
  return tracksOf(document).flatMap(track => clipsOf(track)).filter(clip => wanted.has(clip.id)).sort((a, b) => a.start - b.start)
}

/** Null when it is refused, or the clip cannot play the take. */
function swapped(document: SequenceDocument, clipId: ClipId, take: NewTake, ripples: boolean): Edited | null {
  const clip = findClip(document, clipId)?.clip
  if (!clip || !isFor(take, clip))
    return null
  const own = sourceLengthOf(take, clip, document)
  if (own === 0)
    return null
  const chosen = take.heard && 'points' in clip ? { heard: take.heard } : {}
  const edit: SequenceEdit = { do: 'swapTake', clipId, takeId: take.id, sourceLength: lastingAsLong(clip, own), ...chosen, ripples }
  try {
    return applyEdits(document, [edit])
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return null
    throw error
  }
}

/** A shot covers its line to the end: a shorter one freezes on its last frame, as when it was assembled. */
function lastingAsLong(clip: Clip, own: number | null): number | null {
  if (own === null || !('look' in clip))
    return own
  const from = clip.in < own ? clip.in : 0
  return Math.max(own, from + consumedBy(clip))
}

/** Whether a clip waits for the take that its line has now: it follows its line, but has another take. */
export function isBehind(clip: SoundClip, chosenTakeId: TakeId | null): boolean {
  return chosenTakeId !== null && clip.takeId !== chosenTakeId && !clip.keepsTake
}
