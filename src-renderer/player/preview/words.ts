/**
 * The captions and titles of a sequence as one ASS file, as the render burns them in. Titles that pictures may cover are drawn apart from
 * the words above: each such band is a later time of the same file, so that one painter draws them all.
 */
import type { Platform } from '#contract/presets.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Paces } from '#rules/sequence/nested/pace.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Layer, Resolved, Stretch } from '#rules/sequence/resolve.ts'
import { toAss } from '#rules/captions/ass.ts'
import { titlesOf } from '#rules/captions/title.ts'
import { captionGroups, groupCues } from '#rules/captions/tracks.ts'
import { overlayOn } from '#rules/deliver/platforms.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { inside, insideAt } from '#rules/sequence/nested/pace.ts'
import { stretchAt } from '#rules/sequence/resolve.ts'

export interface Words {
  readonly ass: string
  /** Those that are seen at a frame, lowest first. The last one is 0 for captions, and for titles that no picture covers. */
  readonly bandsAt: (frame: number) => readonly number[]
  readonly bandOf: (title: ClipId) => number
  /** When the file shows what the band shows in this frame. */
  readonly secondsAt: (frame: number, band: number) => number
}

interface Known { readonly at: string, readonly stretches: Resolved['stretches'], readonly words: Words | null }
/** By the captions: `resolve` keeps what an edit does not touch. */
const known = new WeakMap<Resolved['captions'], Known>()

/** `platform` is where it will be published. Null without any words. The same object as before where neither words nor pictures have changed. */
export function wordsOf(document: SequenceDocument, resolved: Resolved, platform: Platform | null = null): Words | null {
  const { captions, stretches, durationFrames } = resolved
  const { width, height, rate } = document
  const at = `${width}×${height} ${rate.numerator}/${rate.denominator} ${durationFrames} ${platform} ${document.trackIds.join()}`
  const kept = known.get(captions)
  if (kept && kept.at === at && kept.stretches === stretches)
    return kept.words
  const words = freshWords(document, resolved, platform)
  known.set(captions, { at, stretches, words })
  return words
}

function freshWords(
  document: SequenceDocument,
  { durationFrames, stretches, captions }: Resolved,
  platform: Platform | null,
): Words | null {
  const { width, height, rate } = document
  const drawn = captions.length > 0 ? captionGroups(document)[0] : undefined
  const titles = titlesIn(document, stretches)
  if (!drawn && titles.length === 0)
    return null
  const { bands, paced } = setApart(bandsOf(stretches), titles)
  const bandOf = (title: ClipId): number => bands.get(title) ?? 0
  // As many frames as there are in some whole seconds, so that no time is rounded otherwise than in the first band.
  const longest = Math.max(durationFrames, ...titles.map(({ until }) => until))
  const framesOfBand = (Math.ceil(longest / rate.numerator) + 1) * rate.numerator
  return {
    ass: toAss({ width, height, rate, covered: overlayOn(platform, document) }, {
      captions: drawn
        ? {
            cues: groupCues(drawn, rate),
            style: drawn.track.style,
            speakerColours: drawn.track.speakerColours,
            language: drawn.track.language,
            words: drawn.track.wordStyle,
          }
        : null,
      titles: titles.flatMap(({ clip, until, canvas }) => titlesOf(clip, until).map(title =>
        ({ ...title, start: title.start + bandOf(clip.id) * framesOfBand, ...canvas && { frame: fittedIn(canvas, document) } }))),
    }),
    bandsAt(frame) {
      const seen = new Set(stretchAt(stretches, frame)?.layers.flatMap(({ clip }) => clip.title === null ? [] : bandOf(clip.id)))
      if (captions.some(({ clip }) => clip.start <= frame && frame < clip.start + clip.length))
        seen.add(0)
      return [...seen].sort((a, b) => b - a)
    },
    bandOf,
    secondsAt: (frame, band) => secondsOfFrames(insideAt(paced.get(band) ?? [], frame) + band * framesOfBand, rate),
  }
}

interface Shown {
  readonly clip: Layer['clip']
  /** The first frame of the film that shows it. */
  readonly from: number
  /** In the time that it is in. */
  readonly until: number
  /** Those of its layer. */
  readonly paces?: Paces | undefined
  /** The size of the canvas that it is drawn on. Absent: that of the frame. */
  readonly canvas?: Size | undefined
}

/** As large as it can be in the frame: words are drawn there, whatever is then made of the canvas. */
function fittedIn({ width, height }: Size, frame: Size): Size {
  const scale = Math.min(frame.width / width, frame.height / height)
  return { width: width * scale, height: height * scale }
}

/** Lowest first. */
function titlesIn(document: SequenceDocument, stretches: Resolved['stretches']): Shown[] {
  const shown = new Map<ClipId, Shown>()
  for (const { startFrame, frames, layers } of stretches) {
    const canvases: (Size | undefined)[] = []
    for (const { clip, paces } of layers) {
      if (clip.isApart && clip.group === 'begins')
        canvases.push(clip.canvas)
      else if (clip.isApart)
        canvases.pop()
      if (clip.title !== null) {
        shown.set(clip.id, {
          ...{ clip, paces, from: shown.get(clip.id)?.from ?? startFrame },
          until: untilOf({ startFrame, frames }, shown.get(clip.id), paces),
          canvas: canvases.findLast(canvas => canvas !== undefined),
        })
      }
    }
  }
  return shown.size === 0 ? [] : tracksOf(document).flatMap(track => clipsOf(track)).flatMap(({ id }) => shown.get(id) ?? [])
}

/** Of a stretch that ends there, and those before it: what is reversed is seen the last first. */
function untilOf({ startFrame, frames }: Pick<Stretch, 'startFrame' | 'frames'>, before: Shown | undefined, paces?: Paces): number {
  return paces ? Math.max(before?.until ?? 0, inside(paces, { from: startFrame, until: startFrame + frames }).until) : startFrame + frames
}

interface Bands {
  readonly bands: ReadonlyMap<ClipId, number>
  /** What leads to the time of a band. */
  readonly paced: ReadonlyMap<number, Paces>
}

/** A nested sequence that is cut shows a part of it: the file would show the rest along with other titles of its band. */
function isCut({ clip, from, until, paces }: Shown): boolean {
  return !paces && (from > clip.start || until < clip.start + clip.length)
}

/** Titles in sequences of another speed have bands of their own: they are drawn at another moment than the rest. So has one that is cut. */
function setApart(bands: ReadonlyMap<ClipId, number>, titles: readonly Shown[]): Bands {
  const moved = new Map(bands)
  const paced = new Map<number, Paces>()
  const own = new Map<string, number>()
  let last = Math.max(0, ...bands.values())
  for (const title of titles) {
    const { clip, paces } = title
    if (!paces && !isCut(title))
      continue
    const key = paces ? JSON.stringify([bands.get(clip.id), paces]) : clip.id
    const band = own.get(key) ?? ++last
    own.set(key, band)
    moved.set(clip.id, band)
    if (paces)
      paced.set(band, paces)
  }
  return { bands: moved, paced }
}

/** A title is in the band of the words above it, or in the next one where a picture is between them. */
function bandsOf(stretches: Resolved['stretches']): ReadonlyMap<ClipId, number> {
  const bands = new Map<ClipId, number>()
  const layered = stretches.filter(({ layers }) => layers.some(({ clip }) => clip.title !== null))
  // A title has one band for as long as it is shown: what pushes it down in one stretch pushes down what is below it in others.
  for (let isDone = layered.length === 0; !isDone;) {
    isDone = true
    for (const { layers } of layered) {
      let [above, isCovered] = [0, false]
      for (const { clip } of layers.toReversed()) {
        // The colour of a dip is over its own words, too.
        isCovered ||= clip.transition?.kind === 'dip'
        if (clip.title === null) {
          isCovered = true
          continue
        }
        const before = bands.get(clip.id) ?? 0
        above = Math.max(before, isCovered ? above + 1 : above)
        isCovered = false
        isDone &&= above === before
        bands.set(clip.id, above)
      }
    }
  }
  return bands
}
