/** Documents and edits for property tests: documents without overlaps, and edits that name their clips. */
import type { CaptionClip, Clip, PictureClip, SequenceDocument, SoundClip, Track, TrackKind } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, MarkerId, TakeId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { CrossCurve } from '#contract/sequence-document.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { clipsOf, isInSamples, tracksOf } from '#rules/sequence/document.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { moved } from '../../kit/moved.ts'
import { toneChains } from '../../kit/tone-chains.ts'
import { idOf, rates, transitions } from './arbitrary.ts'

interface Shape { gap: number, length: number, before: number, behind: number, speed: number, isStill: boolean, link: number | null }

const shape: fc.Arbitrary<Shape> = fc.record({
  gap: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
  length: fc.integer({ min: 1, max: 90 }),
  before: fc.nat({ max: 30 }),
  behind: fc.nat({ max: 30 }),
  speed: fc.constantFrom(100, 100, 50, 150, 200),
  isStill: fc.boolean(),
  link: fc.option(fc.nat({ max: 2 }), { freq: 4 }),
})

const easings = { easing: fc.constantFrom('ease' as const, 'hold' as const) }
/** Keys of a sound in order of time, eased or not. */
function inOrder<Point extends { readonly at: number }>(point: fc.Arbitrary<Point>): fc.Arbitrary<Point[]> {
  return fc.uniqueArray(point, { maxLength: 4, selector: ({ at }) => at }).map(points => points.sort((a, b) => a.at - b.at))
}
const somewhere = { at: fc.nat({ max: 90_000 }), ...easings }
const gainKeys = inOrder(fc.record({ ...somewhere, gainDb: fc.integer({ min: -20, max: 6 }) }, { requiredKeys: ['at', 'gainDb'] }))
const panKeys = inOrder(fc.record({ ...somewhere, pan: fc.integer({ min: -100, max: 100 }) }, { requiredKeys: ['at', 'pan'] }))

const rampPoints = fc.uniqueArray(fc.record({
  at: fc.integer({ min: -20, max: 90 }),
  speed: fc.integer({ min: 10, max: 600 }),
  easing: fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const),
}), { maxLength: 4, selector: ({ at }) => at })

/** Frames are about this many samples, so that clips of all tracks are about each other. */
const unitOf = (kind: TrackKind): number => isInSamples(kind) ? 1600 : 1

export function clipOf(kind: TrackKind, id: ClipId, start: number, { length, before, behind, speed, isStill, link }: Shape): Clip {
  const unit = unitOf(kind)
  const linkId = link === null ? null : idOf(900 + link) as ClipId // has the form of an id, as all of them here
  const timed = { id, start: start * unit, length: length * unit, linkId, lineId: null }
  const consumed = Math.ceil(length * unit * speed / 100)
  const played = {
    ...timed,
    in: before * unit,
    sourceLength: (before + behind) * unit + consumed,
    speed,
    fadeIn: Math.min(3, length) * unit,
    fadeOut: 0,
    crossIn: 0,
    takeId: idOf(5000) as TakeId,
  }
  if (kind === 'captions')
    return { ...timed, speaker: '', text: 'x' } satisfies CaptionClip
  if (kind === 'pictures') {
    const still = isStill ? { in: 0, sourceLength: null, speed: 100 } : {}
    const shown = { ...played, ...still, title: null, look: plainLook } satisfies PictureClip
    return isStill ? moved(shown, { x: 0, y: 0, scale: 2 }) : shown
  }
  const points = [{ at: 0, gainDb: -6 }, { at: length * unit, gainDb: 0 }]
  return { ...played, gainDb: 0, points } satisfies SoundClip
}

const kinds: readonly TrackKind[] = ['pictures', 'pictures', 'speech', 'sound', 'captions']

export const documents: fc.Arbitrary<SequenceDocument> = fc
  .record({
    rate: rates,
    tracks: fc.tuple(...kinds.map(() => fc.record({ shapes: fc.array(shape, { maxLength: 6 }), isLocked: fc.boolean().map(one => one) }))),
    mayLock: fc.boolean(),
  })
  .map(({ rate, tracks, mayLock }) => {
    const all = tracks.map(({ shapes, isLocked }, place): Track => {
      const kind = kinds[place] ?? 'pictures'
      let at = 0
      const clips = shapes.map((one, index) => {
        const clip = clipOf(kind, idOf(100 * (place + 1) + index) as ClipId, at + one.gap, one)
        at += one.gap + one.length
        return [clip.id, clip]
      })
      // The clips are of the track's kind.
      return { ...plainTrack(kind, idOf(10 + place) as TrackId), isLocked: mayLock && isLocked, clips: Object.fromEntries(clips) } as Track
    })
    return {
      name: 'S',
      width: 1280,
      height: 720,
      rate,
      background: '#000000',
      inFrame: null,
      outFrame: null,
      markers: {},
      trackIds: all.map(track => track.id),
      tracks: Object.fromEntries(all.map(track => [track.id, track])),
    }
  })

/** Stretches of time that are apart; they begin between frames. */
export function cutsOf(rate: SequenceDocument['rate']): fc.Arbitrary<{ at: number, frames: number }[]> {
  const stretch = fc.record({ gap: fc.nat({ max: 30 }), part: fc.nat({ max: 1000 }), frames: fc.integer({ min: 1, max: 12 }) })
  return fc.array(stretch, { minLength: 1, maxLength: 6 }).map((stretches) => {
    let from = 0
    return stretches.map(({ gap, part, frames }) => {
      const at = sampleOfFrame(from + gap, rate) + part
      from += gap + frames + 2
      return { at, frames }
    })
  })
}

/** Edits of this document, most of which can be carried out. */
export function editsOf(document: SequenceDocument): fc.Arbitrary<SequenceEdit> {
  const tracks = tracksOf(document)
  const clips = tracks.flatMap(track => clipsOf(track).map(clip => ({ track, clip })))
  const clipIds = clips.map(({ clip }) => clip.id)
  const frames = fc.integer({ min: -40, max: 40 })
  const trackId = fc.constantFrom(...tracks.map(track => track.id))
  const someTracks = fc.uniqueArray(trackId, { minLength: 1 })
  const fresh = fc.integer({ min: 7000, max: 7009 }).map(number => idOf(number) as ClipId)
  const how = fc.constantFrom('overwrite' as const, 'insert' as const, 'free' as const)
  const placing = fc.record({ track: fc.constantFrom(...tracks), id: fresh, at: fc.nat({ max: 200 }), shape, how })
    .map(({ track, id, at, shape: one, how }): SequenceEdit =>
      ({ do: 'place', placements: [{ trackId: track.id, clip: clipOf(track.kind, id, at, { ...one, link: null }) }], how }))
  const others: fc.Arbitrary<SequenceEdit>[] = [
    fc.record({ trackId, at: fc.nat({ max: 6 }) }).map(one => ({ do: 'moveTrack', ...one })),
    fc.record({ trackId, isMuted: fc.boolean() }).map(({ trackId, isMuted }) => ({ do: 'setTrack', trackId, values: { isMuted } })),
    trackId.map(one => ({ do: 'removeTrack', trackId: one })),
    fc.nat({ max: 100 }).map(at => ({ do: 'setMarker', marker: { id: idOf(8000 + at % 3) as MarkerId, at, name: '' } })),
    fc.record({ rate: rates, width: fc.integer({ min: 16, max: 4096 }) }).map(one => ({ do: 'refit', height: 720, ...one })),
    fc.record({ trackId, atFrame: fc.nat({ max: 200 }) }).map(one => ({ do: 'closeGap', ...one })),
    fc.record({ trackIds: someTracks, from: fc.nat({ max: 200 }), length: fc.integer({ min: 1, max: 60 }), closesGap: fc.boolean() })
      .map(({ from, length, ...one }) => ({ do: 'clearTime', fromFrame: from, untilFrame: from + length, ...one })),
    someTracks.map(trackIds => ({ do: 'closeGaps', trackIds })),
    fc.record({ trackIds: someTracks, cuts: cutsOf(document.rate) }).map(one => ({ do: 'cutTime', crossFade: 480, ...one })),
    fc.record({ trackId, isTarget: fc.boolean(), isSyncLocked: fc.boolean() })
      .map(({ trackId, ...values }) => ({ do: 'setTrack', trackId, values })),
  ]
  if (clipIds.length === 0)
    return fc.oneof(placing, ...others)
  const clipId = fc.constantFrom(...clipIds)
  const some = fc.uniqueArray(clipId, { minLength: 1, maxLength: 3 })
  const edge = fc.constantFrom('start' as const, 'end' as const)
  const isAlone = fc.constantFrom(undefined, undefined, true as const)
  const crossed = { crossIn: fc.nat({ max: 90_000 }), crossBefore: fc.nat({ max: 60_000 }) }
  return fc.oneof(
    placing,
    ...others,
    fc.record({ clipIds: some, byFrames: frames, how }).map((one): SequenceEdit => ({ do: 'move', toTracks: {}, ...one })),
    fc.record({ clipId, byFrames: frames, to: trackId, how }).map(({ clipId, byFrames, to, how }): SequenceEdit =>
      ({ do: 'move', clipIds: [clipId], byFrames, toTracks: { [clipId]: to }, how })),
    fc.record({ clipIds: some, edge, byFrames: frames, ripples: fc.boolean(), isAlone })
      .map((one): SequenceEdit => ({ do: 'trim', ...one })),
    fc.record({ clipId, byFrames: frames, isAlone }).map((one): SequenceEdit => ({ do: 'roll', ...one })),
    fc.record({ clipIds: some, byFrames: frames }).map((one): SequenceEdit => ({ do: 'slip', ...one })),
    fc.record({ clipId, atFrame: fc.nat({ max: 200 }), newId: fresh })
      .map(({ atFrame, ...piece }): SequenceEdit => ({ do: 'split', atFrame, pieces: [piece] })),
    fc.record({ clipIds: some, closesGap: fc.boolean() }).map((one): SequenceEdit => ({ do: 'remove', ...one })),
    fc.record({ clipIds: some, linkId: fc.option(clipId), isAlone }).map((one): SequenceEdit => ({ do: 'link', ...one })),
    fc.record({ clipIds: some, speed: fc.constantFrom(25, 50, 100, 200, 400), ripples: fc.boolean() })
      .map((one): SequenceEdit => ({ do: 'setSpeed', ...one })),
    fc.record({ clipIds: some, points: rampPoints, ripples: fc.boolean() }).map((one): SequenceEdit => ({ do: 'setRamp', ...one })),
    fc.record({ clipId, sourceLength: fc.integer({ min: 1, max: 200_000 }), ripples: fc.boolean() })
      .map((one): SequenceEdit => ({ do: 'swapTake', takeId: idOf(6000) as TakeId, ...one })),
    fc.record({ clipIds: some, exposure: fc.integer({ min: -1, max: 1 }) }).map(({ clipIds, exposure }): SequenceEdit =>
      ({ do: 'setPicture', clipIds, values: { grade: { ...neutralGrade, exposure } } })),
    fc.record({ clipIds: some, at: fc.nat({ max: 9000 }), value: fc.integer({ min: -1, max: 1 }) })
      .map(({ clipIds, at, value }): SequenceEdit => {
        const tint = [{ at, value, easing: 'ease' as const }, { at: at + 900, value: 0, easing: 'linear' as const }]
        return { do: 'setPicture', clipIds, values: { keys: { tint } } }
      }),
    fc.record({ clipIds: some, crossIn: fc.nat({ max: 40 }), crossBefore: fc.nat({ max: 30 }), transition: fc.option(transitions) })
      .map(({ clipIds, ...values }): SequenceEdit => ({ do: 'setPicture', clipIds, values })),
    fc.record({ clipIds: some, isReversed: fc.boolean() }).map((one): SequenceEdit => ({ do: 'setReversed', ...one })),
    fc.record({ clipIds: some }).map((one): SequenceEdit => ({ do: 'settleTries', ...one })),
    fc.record({ clipIds: some, isEnabled: fc.boolean() }).map((one): SequenceEdit => ({ do: 'setEnabled', ...one })),
    fc.record({ clipIds: some, gainDb: fc.integer({ min: -20, max: 6 }), fadeOut: fc.nat({ max: 90_000 }) })
      .map(({ clipIds, ...values }): SequenceEdit => ({ do: 'setSound', clipIds, values })),
    fc.record({ clipIds: some, beats: fc.uniqueArray(fc.nat({ max: 90_000 }), { maxLength: 3 }) })
      .map(({ clipIds, beats }): SequenceEdit => ({ do: 'setSound', clipIds, values: { beats: beats.sort((a, b) => a - b) } })),
    fc.record({ clipIds: some, pan: fc.integer({ min: -1, max: 1 }) })
      .map(({ clipIds, pan }): SequenceEdit => ({ do: 'setSound', clipIds, values: { pan: pan * 60 } })),
    fc.record({ clipIds: some, panPoints: panKeys })
      .map(({ clipIds, panPoints }): SequenceEdit => ({ do: 'setSound', clipIds, values: { panPoints } })),
    fc.record({ clipIds: some, tone: fc.option(toneChains) })
      .map(({ clipIds, tone }): SequenceEdit => ({ do: 'setSound', clipIds, values: { tone } })),
    fc.record({ clipIds: some, points: gainKeys })
      .map(({ clipIds, points }): SequenceEdit => ({ do: 'setSound', clipIds, values: { points } })),
    fc.record({ clipIds: some, ...crossed, crossCurve: fc.constantFrom(...CrossCurve.options) })
      .map(({ clipIds, ...values }): SequenceEdit => ({ do: 'setSound', clipIds, values })),
  )
}
