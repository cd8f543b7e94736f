import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { gapsBetween } from '#rules/sequence/runs.ts'
import { moved } from '../../kit/moved.ts'
import { idOf } from './arbitrary.ts'
import { clipOf } from './edits.ts'

const shape = { gap: 0, length: 50, before: 5, behind: 30, speed: 100, isStill: false, link: null }
type Written = [number: number, start: number, length: number, has?: object]

/** Clips in frames of 30 a second. */
function track(number: number, kind: Track['kind'], clips: Written[], has: object = {}): Track {
  const made = clips.map(([id, start, length, more]) =>
    ({ ...clipOf(kind, idOf(id) as ClipId, start, { ...shape, length }), fadeIn: 0, ...more }))
  return { ...plainTrack(kind, idOf(number) as TrackId), ...has, clips: Object.fromEntries(made.map(clip => [clip.id, clip])) } as Track
}

function documentOf(...tracks: Track[]): SequenceDocument {
  return {
    ...{ name: 'S', width: 1280, height: 720, rate: { numerator: 30, denominator: 1 }, background: '#000000' },
    ...{ inFrame: null, outFrame: null, markers: {}, trackIds: tracks.map(each => each.id) },
    tracks: Object.fromEntries(tracks.map(each => [each.id, each])),
  }
}

/** Start, length and the ids of each stretch, with how far into the clip it begins. */
function shown(document: SequenceDocument) {
  return resolve(document).stretches.map(({ startFrame, frames, layers }) =>
    [startFrame, frames, ...layers.map(({ clip, offset }) => `${Number(clip.id.slice(-3))}+${offset}`)])
}
function gapsOf(document: SequenceDocument) {
  const { stretches, durationFrames } = resolve(document)
  return gapsBetween(stretches, durationFrames)
}

describe('what a sequence shows', () => {
  it('is every picture from the lowest track up, each continuing where it was', () => {
    const two = documentOf(track(1, 'pictures', [[10, 0, 100]]), track(2, 'pictures', [[20, 40, 20]]))
    expect(shown(two)).toEqual([[0, 40, '10+0'], [40, 20, '10+40', '20+0'], [60, 40, '10+60']])
  })

  it('excludes muted tracks, which still count for the length', () => {
    const muted = documentOf(
      track(1, 'pictures', [[10, 0, 50]]),
      track(2, 'pictures', [[20, 40, 60]], { isMuted: true }),
      track(3, 'captions', [[30, 0, 10]], { isMuted: true }),
    )
    expect(resolve(muted)).toMatchObject({ durationFrames: 100, captions: [] })
    expect(shown(muted)).toEqual([[0, 50, '10+0']])
    expect(gapsOf(muted)).toEqual([{ startFrame: 50, frames: 50 }])
  })

  it('has gaps before, between and after pictures, up to the last sound', () => {
    const document = documentOf(track(1, 'pictures', [[10, 10, 10], [11, 30, 10]]), track(2, 'sound', [[20, 20, 56]]))
    expect(gapsOf(document)).toEqual([{ startFrame: 0, frames: 10 }, { startFrame: 20, frames: 10 }, { startFrame: 40, frames: 36 }])
  })

  it('is two pictures while one dissolves from the other', () => {
    const dissolving = documentOf(track(1, 'pictures', [[10, 0, 50], [11, 50, 50, { crossIn: 20 }]]))
    expect(shown(dissolving)).toEqual([[0, 50, '10+0'], [50, 20, '10+50', '11+0'], [70, 30, '11+20']])
    const apart = documentOf(track(1, 'pictures', [[10, 0, 50], [11, 51, 50, { crossIn: 20 }]]))
    expect(shown(apart)).toEqual([[0, 50, '10+0'], [51, 50, '11+0']])
  })

  it('has the captions of the lowest track that is shown', () => {
    const document = documentOf(track(1, 'captions', [[10, 0, 5]], { isMuted: true }), track(2, 'captions', [[20, 30, 5], [21, 10, 5]]))
    expect(resolve(document).captions.map(({ clip, track }) => [clip.id, track.id])).toEqual([[idOf(21), idOf(2)], [idOf(20), idOf(2)]])
  })

  it('is nothing for an empty sequence', () => {
    expect(resolve(documentOf())).toEqual({ durationFrames: 0, stretches: [], captions: [] })
  })

  it('is found by its frame', () => {
    const { stretches } = resolve(documentOf(track(1, 'pictures', [[10, 5, 10], [11, 20, 10]])))
    expect([4, 5, 14, 15, 19, 20, 29, 30].map(frame => stretchAt(stretches, frame)?.startFrame ?? null))
      .toEqual([null, 5, 5, null, null, 20, 20, null])
  })
})

describe('a picture', () => {
  it('shows its source at its speed, from its in point, and freezes on the last frame', () => {
    const at = (offset: number, speed: number) => sourceFrameAt({ in: 10, speed, sourceLength: 40, length: 100 }, offset)
    expect([0, 1, 29, 30, 99].map(offset => at(offset, 100))).toEqual([10, 11, 39, 39, 39])
    expect([0, 1, 2, 3].map(offset => at(offset, 50))).toEqual([10, 10, 11, 11])
    expect([0, 1, 2].map(offset => at(offset, 200))).toEqual([10, 12, 14])
    expect(sourceFrameAt({ in: 0, speed: 100, sourceLength: null, length: 100 }, 12)).toBe(0)
  })

  it('fades and moves evenly over its length', () => {
    const document = documentOf(track(1, 'pictures', [[10, 0, 11, { fadeIn: 4, fadeOut: 2 }]]))
    const clip = resolve(document).stretches[0]!.layers[0]!.clip
    expect(Array.from({ length: 11 }, (_, offset) => placedAt(clip, offset).opacity)).toEqual([0, 0.25, 0.5, 0.75, 1, 1, 1, 1, 1, 1, 0.5])
    const moving = moved({ ...clip, fadeIn: 0 }, { x: 0.5, y: 0, scale: 2 })
    expect([0, 5, 10].map(offset => [placedAt(moving, offset).x, placedAt(moving, offset).scale])).toEqual([[0, 1], [0.25, 1.5], [0.5, 2]])
  })

  it('never comes back once it fades out, and does not fade out while another dissolves from it', () => {
    const spans = fc.array(fc.record({
      ...{ gap: fc.constantFrom(0, 0, 3), length: fc.integer({ min: 1, max: 30 }), crossIn: fc.nat(20) },
      ...{ fadeIn: fc.nat(15), fadeOut: fc.nat(15) },
    }), { minLength: 1, maxLength: 5 })
    fc.assert(fc.property(spans, (all) => {
      let end = 0
      const clips = all.map(({ gap, length, ...more }, index): Written => [10 + index, (end += gap + length) - length, length, more])
      const { stretches } = resolve(documentOf(track(1, 'pictures', clips)))
      clips.forEach(([, start, length, more], index) => {
        const [, nextStart, nextLength, nextHas] = clips[index + 1] ?? []
        const { crossIn = 0 } = (nextHas ?? {}) as { crossIn?: number }
        const dissolves = nextStart === start + length ? Math.min(crossIn, nextLength ?? 0) : 0
        const { fadeIn, fadeOut, crossIn: risen } = more as { fadeIn: number, fadeOut: number, crossIn: number }
        for (let offset = 0; offset < length + dissolves; offset++) {
          const stretch = stretchAt(stretches, start + offset)
          const layer = stretch?.layers.find(({ clip }) => clip.start === start)
          const { opacity } = placedAt(layer!.clip, layer!.offset + start + offset - stretch!.startFrame)
          const rising = Math.max(fadeIn, risen)
          const up = rising === 0 ? 1 : Math.min(1, offset / rising)
          const down = dissolves > 0 || fadeOut === 0 ? 1 : Math.min(1, (length - offset) / fadeOut)
          expect(opacity).toBeCloseTo(up * down, 12)
        }
      })
    }), { numRuns: 60 })
    // Plans of earlier versions have both.
    const clip = resolve(documentOf(track(1, 'pictures', [[10, 0, 11, { fadeOut: 2 }]]))).stretches[0]!.layers[0]!.clip
    expect([9, 10, 11, 15].map(offset => placedAt(clip, offset).opacity)).toEqual([1, 0.5, 0, 0])
  })
})
