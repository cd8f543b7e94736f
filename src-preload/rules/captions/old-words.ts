/**
 * Captions that still say what a line said before it was made again: those of sound that was cut by hand, and corrected ones, do not follow
 * a new take by themselves. They are told of, and take the new words only when a person wants that.
 */
import type { Line } from '#contract/script.ts'
import type { CaptionClip, CaptionTrack, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, LineId, TakeId } from '#contract/words.ts'
import { clipsOf, findClip, tracksOf } from '../sequence/document.ts'
import { removeAlone } from '../sequence/linked.ts'
import { consumedBy } from '../sequence/ramp.ts'
import { captionsOfLine } from './cues.ts'
import { splitTextAt } from './edit.ts'
import { laidCaptionId, lettersOf } from './laid.ts'

/** What is said in the take of each line that is made; without an entry nothing is told of its captions. */
export type SaidNow = ReadonlyMap<LineId, { readonly takeId: TakeId, readonly words: string, readonly letters: string }>

type Tracks = Pick<SequenceDocument, 'trackIds' | 'tracks'>
interface Group {
  readonly track: CaptionTrack
  readonly captions: readonly [CaptionClip, ...CaptionClip[]]
  /** The part that they are linked with. */
  readonly sound: SoundClip | null
}

export function saidIn(lines: readonly Pick<Line, 'id' | 'state' | 'text' | 'chosenTakeId'>[]): SaidNow {
  return new Map(lines.flatMap(({ id, state, text, chosenTakeId }) => state === 'made' && chosenTakeId !== null
    ? [[id, { takeId: chosenTakeId, words: text, letters: lettersOf(text) }] as const]
    : []))
}

/** Those whose sound plays what its line says now, each with these words. */
export function captionsWithOldWords(document: Tracks, said: SaidNow): ReadonlyMap<ClipId, string> {
  const finding = findOldWords(document, said)
  for (;;) {
    const { done, value } = finding.next()
    if (done)
      return value
  }
}

/** The same; it may be interrupted wherever it yields. */
export function* findOldWords(document: Tracks, said: SaidNow): Generator<void, ReadonlyMap<ClipId, string>, void> {
  const old = new Map<ClipId, string>()
  if (said.size === 0)
    return old
  const sounds = soundsOf(document)
  yield
  const groups = tracksOf(document).flatMap(track => track.kind === 'captions' ? groupsOn(track, sounds) : [])
  for (const group of groups) {
    yield
    const { lineId } = group.captions[0]
    const now = lineId === null ? undefined : said.get(lineId)
    const heard = group.sound ? [group.sound] : sounds.get(lineId!) ?? []
    if (now && heard.some(({ takeId }) => takeId === now.takeId))
      oldOnesOf(group, now.letters).forEach(({ id }) => old.set(id, now.words))
  }
  return old
}

/** The captions of this part of the line say what is said in it now, in pieces that can be read. None where they do, or are locked. */
export function takeNewWords(document: SequenceDocument, clipId: ClipId, words: string): SequenceEdit[] {
  const group = groupWith(document, clipId)
  if (!group || group.track.isLocked || !oldOnesOf(group, lettersOf(words)).some(({ id }) => id === clipId))
    return []
  const { track, captions: [{ words: _, ...first }], captions } = group
  const last = captions.at(-1) ?? first
  const { start, speaker } = first
  const fresh = captionsOfLine({ start, length: last.start + last.length - start, speaker, text: wordsIn(group, words) }, document.rate)
  const ids = captions.map(({ id }) => id)
  for (let index = 0; ids.length < fresh.length; index++) {
    const id = laidCaptionId(first.id, index)
    if (!ids.includes(id) && !findClip(document, id))
      ids.push(id)
  }
  const placements = fresh.map((caption, index) => ({
    trackId: track.id,
    clip: { ...first, ...caption, id: ids[index] ?? first.id, laidText: caption.text },
  }))
  return [
    ...removeAlone(captions.map(({ id }) => id)),
    ...placements.length > 0 ? [{ do: 'place', placements, how: 'free' } as const] : [],
  ]
}

/** The captions stay as they are, as corrections of what is said now. */
export function keepOldWords(document: SequenceDocument, clipId: ClipId, words: string): SequenceEdit[] {
  const group = groupWith(document, clipId)
  if (!group || group.track.isLocked)
    return []
  const now = wordsIn(group, words)
  return group.captions.map(({ id }, index) => ({ do: 'setCaption', clipIds: [id], values: { laidText: index === 0 ? now : '' } }))
}

function soundsOf(document: Tracks): Map<LineId, SoundClip[]> {
  const sounds = new Map<LineId, SoundClip[]>()
  for (const track of tracksOf(document)) {
    for (const clip of track.kind === 'speech' || track.kind === 'sound' ? clipsOf(track) : []) {
      if (clip.lineId !== null)
        sounds.set(clip.lineId, [...sounds.get(clip.lineId) ?? [], clip])
    }
  }
  return sounds
}

function groupWith(document: SequenceDocument, clipId: ClipId): Group | null {
  const track = findClip(document, clipId)?.track
  return track?.kind === 'captions'
    ? groupsOn(track, soundsOf(document)).find(({ captions }) => captions.some(({ id }) => id === clipId)) ?? null
    : null
}

/** Those that are linked with one part of a line; one that is not linked is alone. In order of time. */
function groupsOn(track: CaptionTrack, sounds: ReadonlyMap<LineId, readonly SoundClip[]>): Group[] {
  const laid = clipsOf(track).filter(({ lineId, laidText }) => lineId !== null && laidText !== undefined)
  return [...Map.groupBy(laid, ({ id, lineId, linkId }) => `${lineId} ${linkId ?? id}`).values()].flatMap(([first, ...others]): Group[] => {
    if (!first)
      return []
    const sound = sounds.get(first.lineId!)?.find(({ linkId }) => linkId !== null && linkId === first.linkId) ?? null
    return [{ track, captions: [first, ...others], sound }]
  })
}

/** Of a part that plays its whole take, all or none; otherwise each one that says what is not said any more. */
function oldOnesOf({ captions, sound }: Group, whole: string): readonly CaptionClip[] {
  const known = captions.map(caption => ({ caption, ...lettersIn(caption) }))
  const isWhole = sound !== null && sound.in === 0 && sound.sourceLength !== null
    && consumedBy(sound) >= sound.sourceLength - 1
  if (isWhole)
    return [known.map(each => each.laid).join(''), known.map(each => each.shown).join('')].includes(whole) ? [] : captions
  return known.filter(({ laid, shown }) => !whole.includes(laid) && !whole.includes(shown)).map(({ caption }) => caption)
}

interface Letters { readonly laid: string, readonly shown: string }
/** Finding them takes long, and an edit makes new objects only of the captions that it touches. */
const knownLetters = new WeakMap<CaptionClip, Letters>()
function lettersIn(caption: CaptionClip): Letters {
  const known = knownLetters.get(caption) ?? { laid: lettersOf(caption.laidText ?? caption.text), shown: lettersOf(caption.text) }
  knownLetters.set(caption, known)
  return known
}

/** Those that are said in the stretch of the take that the part plays, by time; without a sound, all of them. */
function wordsIn({ sound }: Group, words: string): string {
  if (!sound || sound.sourceLength === null)
    return words
  const until = Math.min(sound.in + consumedBy(sound), sound.sourceLength)
  const [head] = splitTextAt({ start: 0, length: sound.sourceLength, text: words }, until) ?? [words]
  const [, tail] = splitTextAt({ start: 0, length: until, text: head }, sound.in) ?? ['', head]
  return tail
}
