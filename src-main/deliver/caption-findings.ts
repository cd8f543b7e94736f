/** Captions that cannot be read in time, do not fit where players leave room for them, or have letters that cannot be drawn. */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { Line } from '#contract/script.ts'
import type { CaptionClip, CaptionTrack, Clip, PictureClip, TextStyle, Track } from '#contract/sequence-document.ts'
import type { Cue } from '#rules/captions/cues.ts'
import type { Screen } from '#rules/captions/style.ts'
import type { CaptionGroup } from '#rules/captions/tracks.ts'
import type { Steps } from '../base/in-pieces.ts'
import type { Delivered } from './delivered.ts'
import { lettersWithoutFont } from '#rules/captions/font-runs.ts'
import { lintCaptions } from '#rules/captions/lint.ts'
import { findOldWords, saidIn } from '#rules/captions/old-words.ts'
import { captionInsets, fontSizeOf, rowOfFont } from '#rules/captions/style.ts'
import { captionGroups, drawnGroup, groupCuesByTrack } from '#rules/captions/tracks.ts'
import { lineWidth, widthOf } from '#rules/captions/width.ts'
import { endOf, playingOf, tracksOf } from '#rules/sequence/document.ts'
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

/** Rows are this many times as far apart as the font is high. */
export const lineOfFont = 1.36
/** The limit of findings for one clip. */
const mostLetters = 12

/** Of every track that is delivered; only those that are burned in have a place on the screen. */
export function* captionPlaces(delivered: Delivered, lines: readonly Line[]): Steps<CaptionPlaces> {
  const { sequence: { rate } } = delivered
  const screen: Screen | null = delivered.screen && { ...delivered.screen, rate, covered: delivered.covered }
  const found: CaptionPlaces = { old: [], fast: [], outside: [], letters: [] }
  const said = new Map((yield* stepsOf(lines, line => [...saidIn([line])])).flat())
  const old = yield* findOldWords(delivered.sequence, said)
  for (const group of groupsOf(delivered)) {
    for (const { track, clip } of clipsIn(delivered, group)) {
      const words = old.get(clip.id)
      if (words !== undefined)
        found.old.push(placeOf(delivered, track, clip, { name: clip.text, words }))
      // How fast it is to be read does not depend on its neighbours.
      for (const { trouble, value } of lintCaptions([clip], rate)) {
        if (trouble === 'too-fast')
          found.fast.push(placeOf(delivered, track, clip, { name: clip.text, value }))
      }
      yield
    }
    if (delivered.captionMode !== 'burned' || screen === null)
      continue
    const { style } = group.track
    for (const { track, clip, cues } of drawnCaptions(delivered, group)) {
      yield
      const rows = Math.max(0, ...cues.map(cue => rowsIn(cue, style, screen)))
      if (rows > roomForRows(style, screen))
        found.outside.push(placeOf(delivered, track, clip, { name: clip.text, value: rows }))
      found.letters.push(...lettersMissing(delivered, track, clip, cues.flatMap(({ lines }) => lines).join('\n')))
    }
  }
  for (const { track, clip, text } of titlesShown(delivered)) {
    found.letters.push(...lettersMissing(delivered, track, clip, text))
    yield
  }
  return found
}

/** Those that this delivery shows, or has next to it. */
export function groupsOf({ sequence, range, captionMode, captionTrackIds }: Delivered): readonly CaptionGroup[] {
  if (captionMode === 'none')
    return []
  const drawn = captionMode === 'burned' ? drawnGroup(sequence, range, captionTrackIds) : undefined
  return captionMode === 'burned' ? drawn ? [drawn] : [] : captionGroups(sequence, captionTrackIds)
}

interface PlacedCaption { readonly track: CaptionTrack, readonly clip: CaptionClip }

function clipsIn(delivered: Delivered, { tracks }: CaptionGroup): PlacedCaption[] {
  return tracks.flatMap(track => playingOf(track).filter(clip => isWithin(delivered, track, clip)).map(clip => ({ track, clip })))
}

/** Each with what is drawn of it. */
export function drawnCaptions(delivered: Delivered, group: CaptionGroup): (PlacedCaption & { readonly cues: readonly Cue[] })[] {
  const drawn = new Map(groupCuesByTrack(group, delivered.sequence.rate).map(({ track, cues }) => [track, cues]))
  const next = new Map<CaptionTrack, number>()
  return clipsIn(delivered, group).map(({ track, clip }) => {
    const cues = drawn.get(track) ?? []
    let at = next.get(track) ?? 0
    while (at < cues.length && cues[at]!.start < clip.start)
      at++
    const from = at
    while (at < cues.length && cues[at]!.start < endOf(clip))
      at++
    next.set(track, at)
    return { track, clip, cues: cues.slice(from, at) }
  })
}

export function titlesShown(delivered: Delivered): { track: Track, clip: PictureClip, text: string }[] {
  if (delivered.screen === null)
    return []
  const shown = tracksOf(delivered.sequence).filter(track => track.kind === 'pictures').filter(track => !track.isMuted)
  return shown.flatMap(track => playingOf(track).flatMap(clip =>
    // The name of a shape is not shown.
    clip.title === null || clip.title.shape || !isWithin(delivered, track, clip) ? [] : { track, clip, text: clip.title.text }))
}

function lettersMissing(delivered: Delivered, track: Track, clip: Clip, text: string): FindingPlace[] {
  const letters = lettersWithoutFont(text)
  return letters.length === 0 ? [] : [placeOf(delivered, track, clip, { name: text, words: letters.slice(0, mostLetters).join(' ') })]
}

/** With those of others below it. Rows that are too wide for the screen are broken again where they are drawn. */
function rowsIn({ lines, rowsBelow = 0 }: Cue, style: TextStyle, screen: Screen): number {
  const { left, right } = captionInsets(screen, style)
  const room = screen.width - left - right
  const wide = (row: string): number => widthOf(row) / lineWidth * rowOfFont * fontSizeOf(screen, style)
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(wide(line) / room - 0.02)), rowsBelow)
}

function roomForRows(style: TextStyle, screen: Screen): number {
  const edgeAt = (place: TextStyle['place']): number => captionInsets(screen, { ...style, place }).edge
  const free = screen.height - edgeAt(style.place) - edgeAt('top')
  return Math.floor(free / (fontSizeOf(screen, style) * lineOfFont))
}
