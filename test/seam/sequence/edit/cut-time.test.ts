/** Taking many stretches of time out at once: what is left, how it joins, and what follows. */
import type { SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endOf, isInSamples, shifted, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  markerId,
  picture,
  pictureTrack,
  rate,
  sound,
  soundTrack,
  trackId,
} from '../../../kit/sequence.ts'
import { cutsOf, documents } from '../edits.ts'

type Cut = Extract<SequenceEdit, { do: 'cutTime' }>
const crossFade = 480

/** Each cut by its first frame and its frames. */
function cut(tracks: readonly number[], ...cuts: readonly (readonly [number, number])[]): Cut {
  return {
    do: 'cutTime',
    trackIds: tracks.map(trackId),
    cuts: cuts.map(([frame, frames]) => ({ at: sampleOfFrame(frame, rate), frames })),
    crossFade,
  }
}
function refusal(document: SequenceDocument, edit: Cut) {
  try {
    applyEdits(document, [edit])
    return null
  }
  catch (error) {
    return error instanceof EditRefusedError ? error.because : error
  }
}
function soundsOf(document: SequenceDocument, number: number): SoundClip[] {
  return clipsOf(document.tracks[trackId(number)]!).flatMap(clip => 'points' in clip ? [clip] : [])
}
function framesOf(document: SequenceDocument, number: number) {
  const track = document.tracks[trackId(number)]!
  const unit = isInSamples(track.kind) ? sampleOfFrame(1, rate) : 1
  return clipsOf(track).map(({ start, length }) => [start / unit, (start + length) / unit])
}

const film = documentOf(
  pictureTrack(1, [picture(11, 0, 100, { linkId: clipId(90), sourceLength: 200 }), picture(12, 100, 60)]),
  soundTrack(2, [sound(21, 0, 100, { linkId: clipId(90) }), sound(22, 100, 60)]),
  captionTrack(3, [caption(31, 10, 20, { linkId: clipId(90) }), caption(32, 20 + 20, 60, { linkId: clipId(90) }), caption(33, 120, 20)]),
)

describe('stretches of time', () => {
  it('are taken out of a sound and what is linked with it; the rest follows, and every join cross-fades', () => {
    const { document } = applyEdits(film, [cut([2], [30, 10], [60, 20])])
    expect(framesOf(document, 1)).toEqual([[0, 30], [30, 50], [50, 70], [70, 130]])
    expect(framesOf(document, 2)).toEqual([[0, 30], [30, 50], [50, 70], [70, 130]])
    const [head, middle, tail, next] = soundsOf(document, 2)
    expect([head!.crossIn, middle!.crossIn, tail!.crossIn, next!.crossIn]).toEqual([0, crossFade, crossFade, 0])
    expect([head!.fadeOut, middle!.in, tail!.in]).toEqual([0, sampleOfFrame(40, rate), sampleOfFrame(80, rate)])
  })

  it('leave captions whole, shorter by what is taken out of their time, and linked with what is heard there', () => {
    const { document } = applyEdits(film, [cut([2], [30, 10], [60, 20])])
    expect(framesOf(document, 3)).toEqual([[10, 30], [30, 70], [90, 110]])
    const [first, second] = clipsOf(document.tracks[trackId(3)]!)
    expect(first!.linkId).toBe(soundsOf(document, 2)[0]!.linkId)
    expect(second!.linkId).toBe(soundsOf(document, 2)[1]!.linkId)
    expect(clipsOf(document.tracks[trackId(1)]!)[1]!.linkId).toBe(second!.linkId)
  })

  it('at an end of a clip leave it one clip, which fades where it meets nothing', () => {
    const alone = documentOf(soundTrack(2, [sound(21, 10, 100), sound(22, 200, 60)]))
    const { document } = applyEdits(alone, [cut([2], [10, 5], [100, 10])])
    expect(framesOf(document, 2)).toEqual([[10, 95], [185, 245]])
    expect(soundsOf(document, 2)[0]).toMatchObject({ fadeIn: crossFade, fadeOut: crossFade, crossIn: 0 })
    expect(soundsOf(document, 2)[1]).toMatchObject({ fadeIn: 0, crossIn: 0 })
  })

  it('are given by a still that plays over them, and refused where a shot would be run into', () => {
    const still = documentOf(pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 60)]), soundTrack(2, [sound(21, 0, 160)]))
    expect(framesOf(applyEdits(still, [cut([2], [30, 10])]).document, 1)).toEqual([[0, 90], [90, 150]])
    const shots = [picture(11, 0, 100, { sourceLength: 200 }), picture(12, 100, 60)]
    const shot = documentOf(pictureTrack(1, shots), soundTrack(2, [sound(21, 0, 160)]))
    expect(refusal(shot, cut([2], [30, 10]))).toBe('blocked')
    expect(framesOf(applyEdits(shot, [cut([1, 2], [30, 10])]).document, 1)).toEqual([[0, 30], [30, 90], [90, 150]])
    const [pictures, sounds] = [shot.tracks[trackId(1)]!, shot.tracks[trackId(2)]!]
    const unlocked = { ...shot, tracks: { [sounds.id]: sounds, [pictures.id]: { ...pictures, isSyncLocked: false } } }
    expect(framesOf(applyEdits(unlocked, [cut([2], [30, 10])]).document, 1)).toEqual([[0, 100], [100, 160]])
  })

  it('are refused on a locked track, also on that of a linked clip, and where they overlap', () => {
    const locked = (number: number): SequenceDocument =>
      ({ ...film, tracks: { ...film.tracks, [trackId(number)]: { ...film.tracks[trackId(number)]!, isLocked: true } } })
    expect(refusal(locked(2), cut([2], [30, 10]))).toBe('locked-track')
    expect(refusal(locked(3), cut([2], [30, 10]))).toBe('locked-track')
    expect(refusal(film, cut([2], [30, 10], [35, 10]))).toBe('overlap')
  })

  it('take markers and the range between in and out along', () => {
    const marked = { ...film, inFrame: 20, outFrame: 100, markers: { [markerId(1)]: { id: markerId(1), at: 90, name: '' } } }
    const { document } = applyEdits(marked, [cut([2], [30, 10], [60, 20])])
    expect([document.inFrame, document.outFrame, document.markers[markerId(1)]!.at]).toEqual([20, 70, 60])
  })

  it('can be pulled out again by trimming: nothing of the source is lost', () => {
    const { document } = applyEdits(film, [cut([2], [30, 10])])
    const tail = soundsOf(document, 2)[1]!
    const pulled = applyEdits(document, [{ do: 'trim', clipIds: [tail.id], edge: 'start', byFrames: -10, ripples: true }]).document
    expect(soundsOf(pulled, 2)[1]).toMatchObject({ in: sampleOfFrame(30, rate) })
  })
})

const someCuts = documents.chain(document => fc.record({
  document: fc.constant(document),
  cuts: cutsOf(document.rate),
  trackIds: fc.uniqueArray(fc.constantFrom(...document.trackIds), { minLength: 1 }),
}))

/** Samples of each sound that are heard, without those in the cuts. */
function heard(track: Track, taken: readonly { from: number, until: number }[] = []): number {
  return clipsOf(track).reduce((sum, clip) => sum + clip.length - taken.reduce((lost, { from, until }) =>
    lost + Math.max(0, Math.min(until, endOf(clip)) - Math.max(from, clip.start)), 0), 0)
}

it('takes out exactly what is asked for, and is taken back as a whole', () => {
  let carriedOut = 0
  fc.assert(fc.property(someCuts, ({ document, cuts, trackIds }) => {
    try {
      const edited = applyEdits(document, [{ do: 'cutTime', trackIds, cuts, crossFade }])
      expect(patched(edited.document, edited.inverse)).toEqual(document)
      const taken = cuts.map(({ at, frames }) => ({ from: at, until: shifted('sound', at, frames, document.rate) }))
      for (const track of tracksOf(document).filter(({ id, kind }) => isInSamples(kind) && trackIds.includes(id))) {
        const rounding = 4 * (cuts.length + clipsOf(track).length)
        expect(Math.abs(heard(edited.document.tracks[track.id]!) - heard(track, taken))).toBeLessThanOrEqual(rounding)
      }
      carriedOut++
    }
    catch (error) {
      if (!(error instanceof EditRefusedError))
        throw error
    }
  }), { numRuns: 1500 })
  expect(carriedOut).toBeGreaterThan(300)
})

it('a thousand of them are one edit', () => {
  const hour = documentOf(soundTrack(2, [sound(21, 0, 60 * 60 * 30)]))
  const { document } = applyEdits(hour, [cut([2], ...Array.from({ length: 1000 }, (_, index) => [index * 100 + 50, 10] as const))])
  expect(clipsOf(document.tracks[trackId(2)]!)).toHaveLength(1001)
  expect(endOf(soundsOf(document, 2).at(-1)!)).toBe(sampleOfFrame(60 * 60 * 30 - 10_000, rate))
})
