/** How the gain and the pan of a sound change within its clip: the value of each at every sample, by its points. */
import type { Easing, GainPoint, PanPoint, SoundClip } from '#contract/sequence-document.ts'
import { mostGainPoints } from '#contract/sequence-limits.ts'
import { firstIndex } from '../first-index.ts'
import { eased, turnedCourse } from './motion.ts'

/** What points and keys of a sound are of. */
export type SoundMotion = 'gain' | 'pan'
export const soundMotions: readonly SoundMotion[] = ['gain', 'pan']

/** Decibels that come to those of the clip, or a pan. */
export interface SoundPoint { readonly at: number, readonly value: number, readonly easing: Easing }

/** A value that is held ends so many samples before the next point, and gets there evenly: a step would click. */
const stepSamples = 240

/** In order of time. */
export function pointsOf({ points, panPoints = [] }: Pick<SoundClip, 'points' | 'panPoints'>, motion: SoundMotion): SoundPoint[] {
  return motion === 'gain'
    ? points.map(({ at, gainDb, easing }) => ({ at, value: gainDb, easing: easing ?? 'linear' }))
    : panPoints.map(({ at, pan, easing }) => ({ at, value: pan, easing: easing ?? 'linear' }))
}

export function gainPoints(points: readonly SoundPoint[]): GainPoint[] {
  return points.map(({ at, value, easing }) => ({ at, gainDb: value, ...easing !== 'linear' && { easing } }))
}

export function panPoints(points: readonly SoundPoint[]): PanPoint[] {
  return points.map(({ at, value, easing }) => ({ at, pan: value, ...easing !== 'linear' && { easing } }))
}

/** The index of the last point at this place or before it; -1 before the first. */
export function pointBefore(points: readonly SoundPoint[], at: number): number {
  return firstIndex(points, point => point.at <= at) - 1
}

/** As the first point says before it, and as the last one says after it; 0 without points. */
export function pointValueAt(points: readonly SoundPoint[], at: number): number {
  const before = pointBefore(points, at)
  const [from, to] = [points[before], points[before + 1]]
  return from && to ? between(from, to, at) : (from ?? to)?.value ?? 0
}

function between(from: SoundPoint, to: SoundPoint, at: number): number {
  const { easing } = from
  const start = easing === 'hold' ? turnOf(from, to) : from.at
  const [into, span] = [Math.max(0, at - start), to.at - start]
  return from.value + (easing === 'ease' ? (to.value - from.value) * eased(easing, into / span) : (to.value - from.value) * into / span)
}

/** Where a value that is held ends. */
function turnOf(from: SoundPoint, to: SoundPoint): number {
  return Math.max(from.at, to.at - stepSamples)
}

/** Where a course begins or ends: between two of them, it is straight or eased. */
export function turnsOf(points: readonly SoundPoint[]): number[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    return next && point.easing === 'hold' ? [point.at, turnOf(point, next)] : [point.at]
  })
}

/** How much a value changes between two places of one course, at the pace of its steepest part. */
export function changeBetween(points: readonly SoundPoint[], at: number, next: number): number {
  const change = Math.abs(pointValueAt(points, next) - pointValueAt(points, at))
  return points[pointBefore(points, at)]?.easing === 'ease' ? change * 1.5 : change
}

/** The same course in the other direction, of points that are at their places there, so many times as fast. */
export function turnedSoundPoints(points: readonly SoundPoint[], rate: number): SoundPoint[] {
  return turnedCourse(points, { leaves: 'linear', within: Math.max(1, Math.round(stepSamples / rate)), most: mostGainPoints })
}

/**
 * Points moved along with the start of a clip, which is so long. Where one falls off an end of a straight course, the value that the course
 * has there is in its place; one that an eased course or a held value leads to or comes from stays where it is, outside of the clip.
 */
export function movedPoints(points: readonly SoundPoint[], by: number, length: number): SoundPoint[] {
  const moved = points.map(point => ({ ...point, at: point.at + by }))
  const inside = moved.filter(point => point.at >= 0 && point.at <= length)
  const before = moved.findLast(point => point.at < 0)
  const after = moved.find(point => point.at > length)
  const atEdge = (at: number): SoundPoint => ({ at, value: pointValueAt(moved, at), easing: 'linear' })
  const first = !before || inside[0]?.at === 0 ? [] : [isStraight(before, inside[0] ?? after) ? atEdge(0) : before]
  const leading = inside.at(-1) ?? before
  const last = !after || leading?.at === length ? [] : [isStraight(leading, after) ? atEdge(length) : after]
  return [...first, ...inside, ...last]
}

function isStraight(from: SoundPoint | undefined, to: SoundPoint | undefined): boolean {
  return !from || !to || from.easing === 'linear'
}

/** The keys of a sound stay on what is heard as its clip begins so many samples earlier. */
export function movePoints(clip: SoundClip, by: number): void {
  clip.points = gainPoints(movedPoints(pointsOf(clip, 'gain'), by, clip.length))
  if (clip.panPoints)
    clip.panPoints = panPoints(movedPoints(pointsOf(clip, 'pan'), by, clip.length))
}
