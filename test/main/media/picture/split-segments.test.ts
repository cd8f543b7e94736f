/** Long segments are split where their source is, so that trimming and moving leave the other pieces as they were. */
import type { Segment } from '../../../../src-main/media/picture/segments.ts'
import type { RenderPicture, RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { createCaptionReader } from '../../../../src-main/media/picture/caption-events.ts'
import { splitLong } from '../../../../src-main/media/picture/split-segments.ts'
import { moved } from '../../../kit/moved.ts'

const rate = { numerator: 25, denominator: 1 }
const screen = { width: 64, height: 48, rate }
const colours = { colourMatrix: 'bt709', hdr: null, map: null, isRounded: false, isAsFilm: true } as const
const source = { width: 64, height: 48, colours, hasAlpha: false, decoder: null }
const pieceFrames = 150
const leastFrames = 38

function segmentOf({ start, frames, inFrame, from }: { start: number, frames: number, inFrame: number, from: number }): Segment {
  const picture = {
    ...{ file: { path: 'film', medium: 'video' as const }, start, length: from + frames, in: inFrame, sourceLength: 1e9, speed: 100 },
    ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, title: null, look: plainLook },
  } satisfies RenderPicture
  return { startFrame: start + from, frames, layers: [{ picture, from, frames, source }] }
}

const anySegment = fc.record({
  start: fc.nat(10_000),
  frames: fc.integer({ min: 1, max: 5_000 }),
  inFrame: fc.nat(5_000),
  from: fc.nat(500),
}).map(segmentOf)

const splitOne = (segment: Segment): Segment[] => splitLong([segment], screen as RenderPlan) // size and rate are all that is read

/** The frames of the source where pieces begin. */
const cutsOf = (segment: Segment): number[] => splitOne(segment).map(({ layers: [layer] }) => layer!.from + layer!.picture.in)

it('leaves no frame out and shows none twice', () => {
  fc.assert(fc.property(anySegment, (segment) => {
    const pieces = splitOne(segment)
    let frame = segment.startFrame
    for (const { startFrame, frames, layers: [layer] } of pieces) {
      expect(startFrame).toBe(frame)
      expect(layer).toMatchObject({ frames, from: startFrame - layer!.picture.start })
      frame += frames
    }
    expect(frame).toBe(segment.startFrame + segment.frames)
    expect(Math.max(...pieces.map(({ frames }) => frames))).toBeLessThan(pieceFrames + 2 * leastFrames)
    if (pieces.length > 1)
      expect(Math.min(...pieces.map(({ frames }) => frames))).toBeGreaterThanOrEqual(leastFrames)
  }))
})

it('cuts at the same frames of the source wherever the clip is and however it is trimmed', () => {
  const any = fc.record({
    inFrame: fc.nat(2_000),
    frames: fc.integer({ min: 1, max: 3_000 }),
    head: fc.nat(400),
    tail: fc.nat(400),
    start: fc.nat(9_000),
  })
  fc.assert(fc.property(any, ({ inFrame, frames, head, tail, start }) => {
    const whole = cutsOf(segmentOf({ start: 0, frames: frames + head + tail, inFrame, from: 0 })).slice(1)
    const trimmed = cutsOf(segmentOf({ start, frames, inFrame: inFrame + head, from: 0 })).slice(1)
    const farInside = (cut: number): boolean => cut - inFrame - head >= leastFrames && inFrame + head + frames - cut >= leastFrames
    expect(trimmed).toEqual(whole.filter(farInside))
  }))
})

it('does not cut what moves', () => {
  const segment = segmentOf({ start: 0, frames: 1_000, inFrame: 0, from: 0 })
  const layers = segment.layers.map(layer => ({
    ...layer,
    picture: moved(layer.picture, { x: 0, y: 0, scale: 1.2 }),
  }))
  expect(splitOne({ ...segment, layers })).toHaveLength(1)
})

it.each([
  [24, 1],
  [25, 1],
  [30_000, 1001],
  [24_000, 1001],
  [50, 1],
  [60_000, 1001],
])('tells on which frames captions are seen at %i/%i', (numerator, denominator) => {
  fc.assert(fc.property(fc.nat(400_000), fc.integer({ min: 1, max: 500 }), fc.nat(600), (start, length, before) => {
    const screen = { width: 64, height: 48, rate: { numerator, denominator } }
    const cue = { start, length, lines: ['Hello, you.'], speaker: '' }
    const seenIn = createCaptionReader(toAss(screen, { captions: { cues: [cue], style: captionStyle, speakerColours: {} } }), screen.rate)
    const from = Math.max(0, start - before)
    const { events } = seenIn({ startFrame: from, frames: 10_000 }) ?? {}
    expect(events).toMatchObject([{ fromFrame: start - from, endFrame: start + length - from }])
    expect(seenIn({ startFrame: start + length, frames: 100 })).toBeNull()
    expect(seenIn({ startFrame: Math.max(0, start - 100), frames: Math.min(start, 100) })).toBeNull()
  }))
})
