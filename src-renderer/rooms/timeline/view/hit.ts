/** What is under the pointer: a clip and the part of it that would be grabbed, or the empty place of a track. Pure. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { Box, Row } from './rows.ts'
import { pointsOf, pointValueAt } from '#rules/sequence/sound-points.ts'
import { boxesBetween, rowAt } from './rows.ts'

export type Part = 'body' | 'start' | 'end' | 'fade-in' | 'fade-out' | 'gain' | 'transition' | 'transition-start' | 'transition-end'
export interface Hit {
  readonly row: Row | null
  readonly box: Box | null
  readonly part: Part
  /** Index of the gain point that is near; null when there is none. */
  readonly point: number | null
}

export const edgePixels = 7
/** Height of the strip at the top of a clip in which its fades are grabbed. */
export const fadePixels = 13
/** Height of the strip at the bottom of a clip in which its transition is grabbed, and the width of its end. */
export const transitionPixels = 15
const transitionReach = 6
const fadeReach = 9
const pointReach = 7
/** A clip must be this wide for its edges to be grabbed apart from its middle. */
const widthForEdges = 18
const widthForHandles = 56
/** The least gain that the line of a clip shows, in decibels; its top is `mostDb`. */
export const leastDb = -36
export const mostDb = 12

/** Where a gain is within a clip, from 0 at the top to 1. */
export function gainShare(gainDb: number): number {
  return 1 - (Math.min(mostDb, Math.max(leastDb, gainDb)) - leastDb) / (mostDb - leastDb)
}
export function gainAtShare(share: number): number {
  return Math.round((mostDb - Math.min(1, Math.max(0, share)) * (mostDb - leastDb)) * 10) / 10
}

export interface HitOptions {
  readonly pixelsPerFrame: number
  /** Frames of a unit of the track: samples in a frame for sound. */
  readonly unitsPerFrame: (row: Row) => number
  /** Whether the gain lines can be grabbed. */
  readonly showsGain: boolean
}

/** `x` from the beginning of the sequence, `y` from the top of the first row. */
export function hitAt(rows: readonly Row[], x: number, y: number, options: HitOptions): Hit {
  const row = rowAt(rows, y)
  const nothing: Hit = { row, box: null, part: 'body', point: null }
  if (!row)
    return nothing
  const { pixelsPerFrame } = options
  const reach = edgePixels / 2 / pixelsPerFrame
  const near = boxesBetween(row.boxes, x / pixelsPerFrame - reach, x / pixelsPerFrame + reach)
  const box = near.find(one => one.start <= x / pixelsPerFrame && one.end > x / pixelsPerFrame) ?? near[0]
  return box ? partOf(row, box, x, y - row.top, options) : nothing
}

function partOf(row: Row, box: Box, x: number, y: number, options: HitOptions): Hit {
  const { pixelsPerFrame } = options
  const [left, right] = [box.start * pixelsPerFrame, box.end * pixelsPerFrame]
  const hit = (part: Part, point: number | null = null): Hit => ({ row, box, part, point })
  const { clip } = box
  if ('fadeIn' in clip && y <= fadePixels && right - left >= widthForHandles) {
    const perUnit = pixelsPerFrame / options.unitsPerFrame(row)
    if (Math.abs(x - left - Math.max(edgePixels, clip.fadeIn * perUnit)) <= fadeReach && x - left > 3)
      return hit('fade-in')
    if (Math.abs(right - x - Math.max(edgePixels, clip.fadeOut * perUnit)) <= fadeReach && right - x > 3)
      return hit('fade-out')
  }
  const crossing = y >= row.height - transitionPixels ? crossingPart(row, box, x, options) : null
  if (crossing)
    return crossing
  if (right - left >= widthForEdges) {
    if (x - left <= edgePixels)
      return hit('start')
    if (right - x <= edgePixels)
      return hit('end')
  }
  if (options.showsGain && 'points' in clip && right - left >= widthForHandles)
    return gainPart(row, box, x, y, options) ?? hit('body')
  return hit('body')
}

/** Of the transition to this clip, or to the next one, which may begin in this one. Right at the cut, the edges of the clips are grabbed. */
function crossingPart(row: Row, box: Box, x: number, options: HitOptions): Hit | null {
  const next = row.boxes.find(each => each.start === box.end)
  for (const one of [box, ...next ? [next] : []]) {
    const { clip } = one
    if (!('crossIn' in clip) || clip.crossIn === 0 || (one.end - one.start) * options.pixelsPerFrame < widthForHandles)
      continue
    const perUnit = options.pixelsPerFrame / options.unitsPerFrame(row)
    const cut = one.start * options.pixelsPerFrame
    const { crossBefore = 0 } = clip
    const [left, right] = [cut - crossBefore * perUnit, cut + (clip.crossIn - crossBefore) * perUnit]
    const hit = (part: Part): Hit => ({ row, box: one, part, point: null })
    if (right > cut && Math.abs(x - right) <= transitionReach && x - cut > 3)
      return hit('transition-end')
    if (left < cut && Math.abs(x - left) <= transitionReach && cut - x > 3)
      return hit('transition-start')
    const atCut = (left === cut || right === cut) && Math.abs(x - cut) <= edgePixels
    if (x > left && x < right && !atCut)
      return hit('transition')
  }
  return null
}

function gainPart(row: Row, box: Box, x: number, y: number, options: HitOptions): Hit | null {
  const { clip } = box
  if (!('points' in clip))
    return null
  const perUnit = options.pixelsPerFrame / options.unitsPerFrame(row)
  const left = box.start * options.pixelsPerFrame
  const yOf = (gainDb: number): number => gainShare(clip.gainDb + gainDb) * row.height
  const isNear = (at: number, gainDb: number): boolean => Math.hypot(left + at * perUnit - x, yOf(gainDb) - y) <= pointReach
  const point = clip.points.findIndex(({ at, gainDb }) => at >= 0 && at <= clip.length && isNear(at, gainDb))
  if (point >= 0)
    return { row, box, part: 'gain', point }
  return Math.abs(yOf(gainOnLine(clip, (x - left) / perUnit)) - y) <= 4 ? { row, box, part: 'gain', point: null } : null
}

/** What the points add at this place of the clip. */
export function gainOnLine(clip: SoundClip, at: number): number {
  return pointValueAt(pointsOf(clip, 'gain'), at)
}
