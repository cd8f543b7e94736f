/**
 * Gives clips, and what is linked with them, another speed over the same part of their source. All of a link is stretched from where its
 * picture begins, so a sound that begins before that, or later, still plays what it played with each picture.
 */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Found, Played } from './draft.ts'
import type { Moment } from './ripple.ts'
import type { Resized } from './trim.ts'
import { endFrameOf, isInSamples } from '../document.ts'
import { isNested } from '../nested/nested-clips.ts'
import { partFrom, placeOf } from '../ramp.ts'
import { copied, isEndless, isPlayed, withLinked } from './draft.ts'
import { endingWithShot, keepChangesOnSound, movedBy, startBehind } from './in-step.ts'
import { withoutRamp } from './ramp.ts'
import { refuse } from './refused.ts'
import { momentOn } from './ripple.ts'
import { forgetWords, resize } from './trim.ts'

type Edit = Extract<SequenceEdit, { do: 'setSpeed' }>
/** A clip of a link, as it can have another speed. */
interface Paced extends Found { readonly clip: Played }

/** One link after another: each is stretched by itself. */
export function setSpeed(document: SequenceDocument, { clipIds, speed, ripples }: Edit): void {
  const all = withLinked(document, clipIds).flatMap(({ track, clip }) => isPlayed(clip) && mayHaveSpeed(clip) ? [{ track, clip }] : [])
  for (const together of Map.groupBy(all, ({ clip }) => clip.linkId ?? clip.id).values()) {
    resize(document, atSpeed(document, together, { speed, named: new Set(clipIds) }), ripples ? 'moves' : 'stays')
    forgetWords(document, together[0]?.clip.linkId ?? null)
  }
}

function mayHaveSpeed(clip: Played): boolean {
  return clip.sourceLength !== null && !isEndless(clip)
}

/** Where the first picture begins; without one, where the first clip does that is named. */
function anchorOf(document: SequenceDocument, together: readonly Paced[], named: ReadonlySet<ClipId>): Moment {
  const shots = together.filter(({ track }) => track.kind === 'pictures')
  const own = together.filter(({ clip }) => named.has(clip.id))
  const first = shots.length > 0 ? shots : own.length > 0 ? own : together
  return first.map(({ track, clip }) => momentOn(track.kind, clip.start, document.rate))
    .reduce((earliest, moment) => moment.sample < earliest.sample ? moment : earliest)
}

function atSpeed(
  document: SequenceDocument,
  together: readonly Paced[],
  { speed, named }: { readonly speed: number, readonly named: ReadonlySet<ClipId> },
): Resized[] {
  const anchor = anchorOf(document, together, named)
  const ends = new Map(together.map(({ track, clip }) => [clip.id, endFrameOf(track, clip, document.rate)]))
  const ids = new Set(together.map(({ clip }) => clip.id))
  const resized = together.map((found): Resized => {
    const { track, clip } = found
    const before = copied(clip)
    const at = isInSamples(track.kind) ? anchor.sample : anchor.frame
    const [first, place, last] = [0, at - clip.start, clip.length].map(offset => placeOf(clip, offset)) as [number, number, number]
    const wanted = at + Math.round((first - place) / speed)
    const start = wanted < clip.start ? startBehind(found, wanted, ids) : wanted
    // A nested sequence may begin between two of its frames.
    const begun = clip.ramp && isNested(clip) ? partFrom(clip.nested, Math.round(first)) : {}
    clip.speed = speed
    withoutRamp(clip)
    Object.assign(clip, begun)
    // A picture begins with a whole frame of the timeline: with what is shown in that.
    if (start !== at && !isNested(clip) && !('look' in clip && clip.isReversed))
      clip.in = Math.max(0, Math.min(Math.round((place + (start - at) * speed) / 100), (clip.sourceLength ?? 1) - 1))
    keepChangesOnSound(clip, before)
    const end = at + Math.round((last - place) / speed)
    if (start > wanted && end <= start)
      refuse(start === 0 ? 'before-start' : 'in-the-way', clip.id)
    const left = Math.floor(((clip.sourceLength ?? 0) * 100 - placeOf(clip, 0)) / speed)
    const movedTo = start === before.start ? undefined : movedBy(before, found, document.rate)
    return { found, start, length: Math.max(1, Math.min(end - start, left)), movedTo }
  })
  return endingWithShot(resized, ends, document.rate)
}
