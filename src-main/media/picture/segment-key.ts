/** Names the picture of a segment by everything that it depends on: equal names, equal pictures. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { SeenCaptions } from './caption-events.ts'
import type { Layer } from './layer.ts'
import type { PictureEncoder } from './picture-encoders.ts'
import type { Segment } from './segments.ts'
import { colourProperties } from '#rules/colour/properties.ts'
import { hasColourKeys, latticePoints } from '#rules/sequence/graded.ts'
import { lookProperties } from '#rules/sequence/motion.ts'
import { placedAt, sourceFrameAt } from '#rules/sequence/resolve.ts'
import { sha256 } from '../../base/hash.ts'
import { canvasFrames } from './apart-layers.ts'
import { formOf } from './drawing.ts'
import { filmRate, ratePhase } from './film-rate.ts'
import { fittedSize } from './fitted.ts'
import { gradeOfLayer, hasMask, hasMovingGrade } from './graded-layer.ts'
import { firstFrameOf, shownFrames } from './layer-filters.ts'
import { courseIn, crossingOf, isMoving, isPlain, steadyOpacity } from './layer.ts'
import { encoderArgs } from './picture-encoders.ts'

/** Raise it when the same segment is drawn or encoded in another way. */
const recipe = 8

export interface KeyFacts {
  readonly plan: RenderPlan
  readonly encoder: PictureEncoder
  readonly captions: SeenCaptions | null
  /** As the program says it. */
  readonly ffmpegVersion: string
  /** The hash of a file's bytes; null when it is not known. */
  readonly contentOf: (path: string) => string | null
}

/** Null when the bytes of one of its files are not known. */
export function segmentKey(segment: Segment, { plan, encoder, captions, ffmpegVersion, contentOf }: KeyFacts): string | null {
  const { frames, layers } = segment
  const drawn = layers.map(layer => drawnOf(layer, plan, contentOf))
  if (drawn.includes(null))
    return null
  const { width, height, rate, background } = plan
  const encoded = encoderArgs(encoder, { rate: filmRate(plan), width, height, threads: 0 })
  const form = formOf(plan)
  // Ordinary films keep the names that their segments had before there were others.
  const hasWords = captions !== null || layers.some(({ picture }) => picture.title !== null)
  // Words of other films that were half clear were too bright before they were drawn alone.
  const other = form.pixels === 'yuv420p' ? [] : [form, ...hasWords ? ['alone'] : []]
  // Before, what was moved in them could be a frame late.
  const evenly = form.isDeep || form.isComposed ? [1] : []
  const drawnIn = [width, height, rate, ratePhase(plan, segment), background, frames, ...other, ...evenly]
  return sha256(JSON.stringify([recipe, ffmpegVersion, encoded, drawnIn, drawn, captions]))
}

/** Only what is seen in this segment: where the clip begins and ends counts only while it moves or fades. */
function drawnOf(layer: Layer, plan: RenderPlan, contentOf: KeyFacts['contentOf']): object | null {
  const { picture, from, frames } = layer
  const { file, speed, fadeIn, fadeOut, crossIn, length, look, title } = picture
  const content = file === null ? null : contentOf(file.path)
  if (file !== null && content === null)
    return null
  const grade = gradeOfLayer(layer)
  const { x, y, scale, rotation, crop } = placedAt(picture, from)
  const { fit, opacity } = look
  const steady = steadyOpacity(layer)
  const crossing = crossingOf(layer)
  const courses = lookProperties.map(property => courseIn(layer, property))
  return {
    ...{ content, medium: file?.medium, fit, crop, rotation },
    ...file?.medium === 'video' && sourceOf(layer, frames),
    // Before, what was free around it was not always the same on both sides.
    ...isContained(layer, plan) && { fitted: fittedSize(layer, plan) },
    // A title is drawn by libass, which knows its times.
    ...title === null ? {} : { title, from, length, fadeIn, fadeOut, crossIn, opacity, ...picture.keys && { keys: picture.keys } },
    ...isMoving(layer) ? { courses } : { x, y, scale },
    ...steady === null ? { opacity, fadeIn, fadeOut, crossIn, from, length, opacities: courseIn(layer, 'opacity') } : { steady },
    ...grade && { grade, ...hasColourKeys(picture) && { points: latticePoints(picture) } },
    ...hasMovingGrade(layer) && { colours: colourProperties.map(property => courseIn(layer, property)) },
    ...picture.isAdjustment && { isAdjustment: true },
    ...picture.group && { group: picture.group },
    ...picture.isApart && { isApart: true, canvas: picture.canvas },
    ...picture.pace && { canvasFrames: canvasFrames(layer) },
    ...picture.paces && { frames },
    ...picture.behind && { behind: picture.behind },
    ...picture.backdrop && { backdrop: picture.backdrop },
    ...crossing && { crossing },
    // Before, all but its first frame was a frame late.
    ...hasMask(layer) && { held: 1 },
    ...speed !== 100 && !picture.pace && { speed, phase: from * speed % 100 },
  }
}

/** Whether it is laid by `fit` alone, and leaves a part of the frame free. */
function isContained(layer: Layer, { width, height }: RenderPlan): boolean {
  const { picture: { look }, source } = layer
  return source !== null && look.fit === 'contain' && isPlain(layer) && fittedSize(layer, { width, height }) !== `${width}:${height}`
}

/** Which frames of the source are shown; how many are left counts only where they end within the segment. */
function sourceOf(layer: Layer, frames: number): object {
  const first = firstFrameOf(layer)
  const { sourceLength, speed, ramp } = layer.picture
  const { isReversed, isFrozen } = layer.picture
  const last = sourceFrameAt(layer.picture, layer.from + frames - 1)
  const isHeld = !isReversed && layer.picture.in * 100 + layer.from * speed < 0
  if ((ramp || isHeld) && !isFrozen)
    return { ...isReversed && { isReversed }, first, shown: shownFrames(layer) }
  const left = Math.min((sourceLength ?? first + 1) - first, Math.ceil(frames * speed / 100) + 1)
  return { ...isReversed && { isReversed, last }, ...isFrozen && { isFrozen }, first, left }
}
