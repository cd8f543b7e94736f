/**
 * What a list of Takeroom loses when it is read as other programs read it. Where one of them has changed the list, the sequence that it
 * carries is not used, and this is told. The same for what one that is used refers to, and is not here.
 */
import type { Clip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { LeftOut } from './list.ts'
import type { OwnFilm } from './own-form.ts'
import type { OwnWish } from './sequence-of-own.ts'
import { captionStyle, titleStyle } from '../captions/style.ts'
import { isAdjustment } from '../sequence/adjustment.ts'
import { clipsOf, durationFrames, tracksOf } from '../sequence/document.ts'
import { fingerprintOfJson } from './fingerprint.ts'
import { createLeft } from './list.ts'

export type ListKind = 'otio' | 'mlt' | 'fcpxml'

/** What the list itself says is counted with what is read of it. */
export function lossesOf({ film, inner }: OwnFilm, kind: ListKind): ReadonlyMap<LeftOut, number> {
  const { all, add } = createLeft()
  for (const document of [...inner.map(each => each.document), film])
    countIn(document, kind, add)
  return all
}

/** What is not here of what an unchanged list carries; its media are counted elsewhere. */
export function missingOf(own: OwnFilm, { hasLine, hasLut }: Pick<OwnWish, 'hasLine' | 'hasLut'>): ReadonlyMap<LeftOut, number> {
  const { all, add } = createLeft()
  const made = new Set<SequenceId>()
  for (const { id, document } of [...own.inner, { id: null, document: own.film }]) {
    for (const clip of tracksOf(document).flatMap((track): Clip[] => clipsOf(track))) {
      add('lines', clip.lineId === null || hasLine(clip.lineId) ? 0 : 1)
      if ('look' in clip) {
        add('luts', !clip.grade?.lut || hasLut(clip.grade.lut.id) ? 0 : 1)
        add('nested', !clip.nested || made.has(clip.nested.sequenceId) ? 0 : 1)
      }
    }
    if (id)
      made.add(id)
  }
  return all
}

type Add = ReturnType<typeof createLeft>['add']

function countIn(document: SequenceDocument, kind: ListKind, add: Add): void {
  const { inFrame, outFrame } = document
  add('beyond', (inFrame ?? 0) > 0 || (outFrame !== null && outFrame < durationFrames(document)) ? 1 : 0)
  for (const track of tracksOf(document)) {
    add('trackSettings', isSet(track) ? 1 : 0)
    if (track.kind === 'captions') {
      const clips = clipsOf(track)
      // One that is muted is not listed.
      const isRead = (kind === 'otio' || kind === 'fcpxml') && !track.isMuted
      add('captions', isRead ? 0 : clips.length)
      const isStyled = !isSame(track.style, captionStyle) || track.wordStyle !== undefined || Object.keys(track.speakerColours).length > 0
      add('captionStyles', isRead && (isStyled || clips.some(({ words }) => words)) ? 1 : 0)
      continue
    }
    for (const clip of clipsOf(track)) {
      add('lines', clip.lineId === null ? 0 : 1)
      if (!('crossIn' in clip))
        continue
      add('clipMarkers', clip.markers?.length ?? 0)
      add('dissolves', kind !== 'otio' && clip.crossIn > 0 ? 1 : 0)
      if ('look' in clip)
        countPicture(clip, add)
      else
        countSound(clip, add)
    }
  }
}

function countPicture(clip: PictureClip, add: Add): void {
  const { grade, backdrop, title, keys } = clip
  const isAdjusting = isAdjustment(clip)
  add('adjustments', isAdjusting ? 1 : 0)
  add('grades', grade && !isAdjusting ? 1 : 0)
  add('backdrops', backdrop ? 1 : 0)
  add('titleStyles', title && !isSame(title, { text: title.text, style: titleStyle }) ? 1 : 0)
  add('easings', keys && Object.values(keys).some(list => list?.some(({ easing }) => easing !== 'linear')) ? 1 : 0)
}

function countSound({ fadeIn, fadeOut, points, pan = 0, panPoints = [] }: SoundClip, add: Add): void {
  add('levels', fadeIn > 0 || fadeOut > 0 || points.some(({ easing }) => easing !== undefined) ? 1 : 0)
  add('pans', pan !== 0 || panPoints.length > 0 ? 1 : 0)
}

/** It is heard, or shown, otherwise than by itself. */
function isSet(track: Track): boolean {
  return track.isMuted || ('gainDb' in track && (track.gainDb !== 0 || (track.pan ?? 0) !== 0 || track.ducking !== null || track.isSoloed))
}

function isSame(one: object, other: object): boolean {
  return fingerprintOfJson(one) === fingerprintOfJson(other)
}
