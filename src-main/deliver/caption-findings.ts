/**
 * Captions that cannot be read in time, do not fit where players leave room for them, or have letters that cannot be drawn. Those of one
 * track never overlap.
 */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { Line } from '#contract/script.ts'
import type { CaptionClip, CaptionTrack, Clip, PictureClip, Track } from '#contract/sequence-document.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { Steps } from '../base/in-pieces.ts'
import type { Delivered } from './delivered.ts'
import { cuesOf } from '#rules/captions/cues.ts'
import { lettersWithoutFont } from '#rules/captions/font-runs.ts'
import { lintCaptions } from '#rules/captions/lint.ts'
import { findOldWords, saidIn } from '#rules/captions/old-words.ts'
import { fontSizeOf, insetsOf } from '#rules/captions/style.ts'
import { lineWidth, widthOf } from '#rules/captions/width.ts'
import { playingOf, tracksOf } from '#rules/sequence/document.ts'
import { stepsOf } from '../base/in-pieces.ts'
import { isWithin, placeOf } from './delivered.ts'

export interface CaptionPlaces {
  /** They say what their line said before it was made again. */
  readonly old: FindingPlace[]
  readonly fast: FindingPlace[]
  readonly outside: FindingPlace[]
  /** Captions and titles with letters that no font of the program has. */
  readonly letters: FindingPlace[]
}

/** A row of 42 narrow characters is about this many times as wide as its font is high, and rows are this far apart. */
export const rowOfFont = 17
export const lineOfFont = 1.36
/** As many as are told of one clip. */
const mostLetters = 12

/** Of every track that is delivered; only those that are burned in have a place on the screen. */
export function* captionPlaces(delivered: Delivered, lines: readonly Line[]): Steps<CaptionPlaces> {
  const { sequence: { rate } } = delivered
  const screen: Screen | null = delivered.screen && { ...delivered.screen, rate }
  const found: CaptionPlaces = { old: [], fast: [], outside: [], letters: [] }
  const said = new Map((yield* stepsOf(lines, line => [...saidIn([line])])).flat())
  const old = yield* findOldWords(delivered.sequence, said)
  for (const { track, clips } of shownCaptions(delivered)) {
    for (const clip of clips) {
      const words = old.get(clip.id)
      if (words !== undefined)
        found.old.push(placeOf(delivered, track, clip, { name: clip.text, words }))
    }
    // How fast it is to be read does not depend on its neighbours.
    for (const clip of clips) {
      for (const { trouble, value } of lintCaptions([clip], rate)) {
        if (trouble === 'too-fast')
          found.fast.push(placeOf(delivered, track, clip, { name: clip.text, value }))
      }
      yield
    }
    if (delivered.captionMode !== 'burned' || screen === null)
      continue
    for (const clip of clips) {
      yield
      const rows = mostRows(clip, track, screen)
      if (rows > roomForRows(track, screen))
        found.outside.push(placeOf(delivered, track, clip, { name: clip.text, value: rows }))
      found.letters.push(...lettersMissing(delivered, track, clip, clip.text))
    }
  }
  for (const { track, clip, text } of titlesShown(delivered)) {
    found.letters.push(...lettersMissing(delivered, track, clip, text))
    yield
  }
  return found
}

export function shownCaptions({ sequence, captionMode, range }: Delivered): { track: CaptionTrack, clips: CaptionClip[] }[] {
  const shown = tracksOf(sequence).filter(track => track.kind === 'captions').filter(track => !track.isMuted)
  const wanted = captionMode === 'none' ? [] : captionMode === 'burned' ? shown.slice(0, 1) : shown
  return wanted.map(track => ({ track, clips: playingOf(track).filter(clip => isWithin({ sequence, range }, track, clip)) }))
}

export function titlesShown(delivered: Delivered): { track: Track, clip: PictureClip, text: string }[] {
  if (delivered.screen === null)
    return []
  const shown = tracksOf(delivered.sequence).filter(track => track.kind === 'pictures').filter(track => !track.isMuted)
  return shown.flatMap(track => playingOf(track).flatMap(clip =>
    clip.title === null || !isWithin(delivered, track, clip) ? [] : { track, clip, text: clip.title.text }))
}

function lettersMissing(delivered: Delivered, track: Track, clip: Clip, text: string): FindingPlace[] {
  const letters = lettersWithoutFont(text)
  return letters.length === 0 ? [] : [placeOf(delivered, track, clip, { name: text, words: letters.slice(0, mostLetters).join(' ') })]
}

/** Rows that are too wide for the screen are broken again where they are drawn. */
function mostRows(clip: CaptionClip, { style }: CaptionTrack, screen: Screen): number {
  const room = screen.width - 2 * insetsOf(screen, style).side
  const wide = (row: string): number => widthOf(row) / lineWidth * rowOfFont * fontSizeOf(screen, style)
  return Math.max(0, ...cuesOf([clip], screen.rate).map(({ lines }) =>
    lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(wide(line) / room - 0.02)), 0)))
}

function roomForRows({ style }: CaptionTrack, screen: Screen): number {
  const free = screen.height - insetsOf(screen, style).edge - insetsOf(screen, { ...style, place: 'top' }).edge
  return Math.floor(free / (fontSizeOf(screen, style) * lineOfFont))
}
