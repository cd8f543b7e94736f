/**
 * Lines whose sound was cut in parts by hand. Laid out again, the parts stay parts: each with its gain, fades and place among the others,
 * and their captions with them. A copy of a part is no part: it stays where it was put.
 */
import type { CaptionClip, Clip, FrameRate, SoundClip } from '#contract/sequence-document.ts'
import type { ClipId, LineId } from '#contract/words.ts'
import type { Steps } from '../base/in-pieces.ts'
import { firstIndex } from '#rules/first-index.ts'
import { endFrameOf, endOf, startFrameOf } from '#rules/sequence/document.ts'
import { consumedBy } from '#rules/sequence/ramp.ts'
import { clipId } from './clip-ids.ts'
import { isLaidCaption } from './lay-out-captions.ts'

type SoundOf = (before: SoundClip, start: number) => SoundClip

const isSound = (clip: Clip): clip is SoundClip => 'points' in clip

/** Those of each line that is in more than one part or has lost its first one, in order of time. */
export function* partsByLine(kept: ReadonlyMap<ClipId, Clip>): Steps<ReadonlyMap<LineId, readonly SoundClip[]>> {
  const sounds = [...kept.values()].filter(isSound).filter(({ lineId }) => lineId !== null)
  const heads = new Set<SoundClip>()
  for (const clip of sounds) {
    if (clip.id === clipId(clip.lineId!, 'sound'))
      heads.add(clip)
    yield
  }
  const isHead = (clip: SoundClip): boolean => heads.has(clip)
  const isBetween = headsBetween([...heads])
  const parts = new Map<LineId, readonly SoundClip[]>()
  for (const [lineId, ofLine] of Map.groupBy(sounds, clip => clip.lineId)) {
    yield
    const found: SoundClip[] = []
    for (const clip of ofLine.toSorted((a, b) => Number(isHead(b)) - Number(isHead(a)) || a.start - b.start)) {
      if (found.every(part => isPartBeside(part, clip, isBetween)))
        found.push(clip)
    }
    if (lineId !== null && (found.length > 1 || !found.some(isHead)))
      parts.set(lineId, found.toSorted((a, b) => a.start - b.start))
  }
  return parts
}

type IsBetween = (lineId: LineId | null, from: number, to: number) => boolean

/** Whether another line than this begins between two places. A line has one head, so that no more than two are looked at. */
function headsBetween(heads: readonly SoundClip[]): IsBetween {
  const inOrder = heads.toSorted((a, b) => a.start - b.start)
  return (lineId, from, to) => {
    for (let at = firstIndex(inOrder, ({ start }) => start <= from); at < inOrder.length && inOrder[at]!.start < to; at++) {
      if (inOrder[at]!.lineId !== lineId)
        return true
    }
    return false
  }
}

/** They play different stretches of one take, and no other line begins between them. */
function isPartBeside(part: SoundClip, clip: SoundClip, isBetween: IsBetween): boolean {
  const until = (one: SoundClip): number => one.in + consumedBy(one)
  const [from, to] = [Math.min(part.start, clip.start), Math.max(part.start, clip.start)]
  return part.takeId === clip.takeId && (clip.in >= until(part) || part.in >= until(clip))
    && !isBetween(part.lineId, from, to)
}

/** From this sample on, as far from each other as they were. */
export function layOutParts(parts: readonly SoundClip[], start: number, soundOf: SoundOf): SoundClip[] {
  const laid: SoundClip[] = []
  for (const part of parts) {
    const [first, last] = [parts[0] ?? part, laid.at(-1)]
    laid.push(soundOf(part, Math.max(start + part.start - first.start, last ? endOf(last) : 0)))
  }
  return laid
}

/** Laid out for the line, or cut off such a one together with a part. */
export function isCaptionOfParts(clip: Clip, lineId: LineId, parts: readonly SoundClip[]): clip is CaptionClip {
  if (!('speaker' in clip) || clip.lineId !== lineId)
    return false
  const { linkId } = clip
  return (linkId !== null && parts.some(part => part.linkId === linkId)) || isLaidCaption(clip)
}

/** Captions go with the part that they belong to, and never beyond it. */
export function captionsOfParts(
  captions: readonly CaptionClip[],
  { before, after, rate, speaker }: {
    readonly before: readonly SoundClip[]
    readonly after: readonly SoundClip[]
    readonly rate: FrameRate
    readonly speaker: string
  },
): CaptionClip[] {
  const [from, until] = [startFrameOf, endFrameOf].map(of => (clip: SoundClip) => of({ kind: 'speech' }, clip, rate))
  let free = 0
  return captions.toSorted((a, b) => a.start - b.start).flatMap((caption) => {
    const index = Math.max(0, before.findLastIndex(part => from!(part) <= caption.start))
    const [was, is] = [before[index], after[index]]
    if (!was || !is)
      return []
    const start = Math.max(free, caption.start + from!(is) - from!(was))
    const end = Math.min(caption.start + caption.length + from!(is) - from!(was), until!(is))
    free = Math.max(free, end)
    return end > start ? [{ ...caption, speaker, start, length: end - start }] : []
  })
}
