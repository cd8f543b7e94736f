/** Which part of its source a clip showed when something was asked for it, and which clips show that part by now, as it may be cut. Pure. */
import type { SourcePart } from '#contract/into.ts'
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import type { Found } from './linked.ts'
import { clipsOf, tracksOf } from './document.ts'
import { samplesPerSecond } from './frames.ts'
import { consumedBy } from './ramp.ts'

type Played = PictureClip | SoundClip
/** Of thousands of cuts of one take, most show another part. */
const mostOthers = 500

type Rated = Pick<SequenceDocument, 'rate'>

/** What the clip shows of its take. */
export function sourcePartOf(clip: Played, document: Pick<SequenceDocument, 'rate' | 'tracks' | 'trackIds'>): SourcePart {
  const part = secondsOf(clip, document)
  const showing = clip.takeId === null ? [] : clipsShowing(document, clip.takeId, part)
  const others = showing.flatMap(each => each.clip.id === clip.id ? [] : each.clip.id).slice(0, mostOthers)
  return { ...part, ...others.length > 0 && { others } }
}

/** Those that were not there before. In order of time on each track. */
export function clipsShowing(
  document: Pick<SequenceDocument, 'rate' | 'tracks' | 'trackIds'>,
  takeId: TakeId,
  part: SourcePart,
): Found[] {
  const others = new Set(part.others)
  return tracksOf(document).flatMap(track => clipsOf(track)
    .filter(clip => 'takeId' in clip && clip.takeId === takeId && !others.has(clip.id) && showsOf(clip, part, document))
    .map((clip): Found => ({ track, clip })))
}

/** Without those that show the same as an earlier one: a copy is no part. */
export function withoutCopies(clips: readonly Found[], document: Rated): Found[] {
  const kept: Found[] = []
  for (const each of clips) {
    const { clip } = each
    if (!('takeId' in clip))
      continue
    const isCopy = kept.some(other => 'takeId' in other.clip && !isStill(clip) && showsOf(clip, secondsOf(other.clip, document), document))
    if (!isCopy)
      kept.push(each)
  }
  return kept
}

/** In seconds, so that it is the same at another frame rate. What does not move has no length in its source. */
function secondsOf(clip: Played, document: Rated): { readonly from: number, readonly until: number } {
  const unit = unitOf(clip, document)
  return { from: clip.in * unit, until: (clip.in + (isStill(clip) ? 0 : consumedBy(clip))) * unit }
}

/** More than a frame of it: each cut may round by one. */
function showsOf(clip: Played, { from, until }: SourcePart, document: Rated): boolean {
  const own = secondsOf(clip, document)
  const unit = unitOf(clip, document)
  if (isStill(clip) || until === from)
    return isStill(clip) && Math.abs(own.from - from) < 1.5 * unit
  return Math.min(own.until, until) - Math.max(own.from, from) > Math.min(1.5 * unit, (own.until - own.from) / 2)
}

function isStill(clip: Played): boolean {
  return 'look' in clip && (clip.sourceLength === null || clip.isFrozen === true)
}

function unitOf(clip: Played, { rate }: Rated): number {
  return 'points' in clip ? 1 / samplesPerSecond : rate.denominator / rate.numerator
}
