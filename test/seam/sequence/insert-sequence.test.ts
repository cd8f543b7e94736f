/** The clips of one sequence in another: what was seen and heard of it is seen and heard there, and nothing else changes. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, NewId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, durationFrames, endFrameOf, findClip, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { insertSequenceEdits } from '#rules/sequence/insert-sequence.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { placedAt, resolve, sourceFrameAt, stretchAt } from '#rules/sequence/resolve.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, trackId } from '../../kit/sequence.ts'

function numbered(): NewId {
  let last = 5000
  return <Id extends string>() => String(clipId(++last)) as Id
}
function inserted(outer: SequenceDocument, inner: SequenceDocument, frame: number) {
  const { edits, clipIds } = insertSequenceEdits(outer, inner, frame, numbered())
  return { document: edits.length === 0 ? outer : applyEdits(outer, edits).document, edits, clipIds }
}
/** What is seen in a frame, lowest first. */
function seen(document: SequenceDocument, frame: number) {
  const stretch = stretchAt(resolve(document).stretches, frame)
  return (stretch?.layers ?? []).map(({ clip, offset }) => {
    const at = offset + frame - (stretch?.startFrame ?? 0)
    return { takeId: clip.takeId, source: sourceFrameAt(clip, at), placed: placedAt(clip, at) }
  })
}
function heard(document: SequenceDocument, from: number, until: number) {
  return soundEvents(document)
    .filter(({ start, length }) => start < until && start + length > from)
    .map(({ start, length, clip }) => ({ start: start - from, length, takeId: clip.takeId, in: clip.in, gainDb: clip.gainDb }))
    .sort((a, b) => a.start - b.start || a.takeId.localeCompare(b.takeId))
}

const outer = documentOf(
  pictureTrack(1, [picture(1, 0, 60, { sourceLength: 100 }), picture(2, 60, 40)]),
  soundTrack(2, [sound(3, 0, 100)]),
)

/** Clips one after another, with gaps; each has a fade-in and a cross-fade that fit. */
const runs = fc.array(
  fc.record({ gap: fc.nat({ max: 9 }), length: fc.integer({ min: 4, max: 30 }), cross: fc.nat({ max: 2 }) }),
  { maxLength: 5 },
)
type Run = typeof runs extends fc.Arbitrary<infer One> ? One : never
function laid<One>(run: Run, first: number, make: (number: number, start: number, length: number, crossIn: number) => One): One[] {
  let start = 0
  return run.map(({ gap, length, cross }, index) => {
    const at = start + gap
    start = at + length
    return make(first + index, at, length, cross)
  })
}
const marks = { from: fc.option(fc.nat({ max: 40 })), length: fc.option(fc.integer({ min: 1, max: 60 })) }
const inners = fc.record({ lower: runs, upper: runs, sounds: runs, ...marks })
  .map(({ lower, upper, sounds, from, length }): SequenceDocument => ({
    ...documentOf(
      pictureTrack(11, laid(lower, 100, (number, start, frames, crossIn) =>
        picture(number, start, frames, { sourceLength: 80, in: 5, crossIn }))),
      pictureTrack(12, laid(upper, 200, (number, start, frames, fadeIn) => picture(number, start, frames, { fadeIn }))),
      soundTrack(13, laid(sounds, 300, (number, start, frames) => sound(number, start, frames, { gainDb: -3 }))),
    ),
    inFrame: from,
    outFrame: length === null ? null : (from ?? 0) + length,
  }))

describe('the clips of a sequence in another one', () => {
  it('are seen and heard as there, and what follows moves back by their time', () => {
    fc.assert(fc.property(inners, fc.constantFrom(0, 60, 100), (inner, frame) => {
      const { document, edits, clipIds } = inserted(outer, inner, frame)
      // An in point at or within a cross-fade leaves out what ended before it.
      fc.pre(!clipsOf(inner.tracks[trackId(11)]!).some(clip =>
        'crossIn' in clip && clip.start <= (inner.inFrame ?? 0) && clip.start + clip.crossIn > (inner.inFrame ?? 0)))
      const [from, until] = [inner.inFrame ?? 0, Math.min(inner.outFrame ?? Infinity, durationFrames(inner))]
      const by = durationFrames(document) - durationFrames(outer)
      expect(clipIds.length === 0).toBe(edits.length === 0)
      if (edits.length === 0)
        return
      const copies = clipIds.map(id => findClip(document, id))
      expect(copies).not.toContain(null)
      // Empty time at both ends of it is left out.
      const playing = tracksOf(inner)
        .flatMap(track => clipsOf(track).map(clip => [startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)] as const))
        .filter(([start, end]) => start < until && end > from)
      const first = Math.max(from, Math.min(...playing.map(([start]) => start)))
      expect(by).toBe(Math.min(until, Math.max(...playing.map(([, end]) => end))) - first)
      for (let at = 0; at < by; at++) {
        const [here, there] = [seen(document, frame + at), seen(inner, first + at)]
        expect(here.map(({ takeId, source }) => ({ takeId, source }))).toEqual(there.map(({ takeId, source }) => ({ takeId, source })))
      }
      for (let at = 0; at < frame; at++)
        expect(seen(document, at)).toEqual(seen(outer, at))
      for (let at = frame; at < 100; at++)
        expect(seen(document, at + by)).toEqual(seen(outer, at))
      if (inner.inFrame === null && inner.outFrame === null) {
        const samples = [sampleOfFrame(frame, outer.rate), sampleOfFrame(frame + by, outer.rate)] as const
        const own = heard(document, ...samples).filter(({ takeId }) => takeId !== sound(3, 0, 1).takeId)
        expect(own).toEqual(heard(inner, sampleOfFrame(first, inner.rate), sampleOfFrame(until, inner.rate)))
      }
    }))
  })

  it('have ids of their own, links among themselves, and leave the sequence that they came from as it was', () => {
    fc.assert(fc.property(inners, (inner) => {
      const before = structuredClone(inner)
      const twice = inserted(inner, inner, 0)
      expect(inner).toEqual(before)
      const ids = tracksOf(twice.document).flatMap(track => clipsOf(track).map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }))
    const shot = documentOf(
      pictureTrack(11, [picture(100, 0, 30, { linkId: clipId(100) })]),
      soundTrack(13, [sound(101, 0, 30, { linkId: clipId(100) })]),
    )
    const { document, clipIds } = inserted(outer, shot, 60)
    const links = clipIds.map(id => findClip(document, id)?.clip.linkId)
    expect(new Set(links).size).toBe(1)
    expect(links).not.toContain(clipId(100))
    expect(links).not.toContain(null)
  })
})

describe('a track', () => {
  const names = (document: SequenceDocument, clipIds: readonly ClipId[]) => clipIds.map(id => findClip(document, id)?.track.id)

  it('comes onto one that plays alike, or onto a new one with its settings', () => {
    const ducking = { amountDb: -14, attackMs: 150, releaseMs: 500 }
    const alike = inserted(outer, documentOf(pictureTrack(11, [picture(100, 0, 30)]), soundTrack(13, [sound(101, 0, 30)])), 60)
    expect(names(alike.document, alike.clipIds)).toEqual([trackId(1), trackId(2)])
    const other = inserted(outer, documentOf(soundTrack(13, [sound(101, 0, 30)], { gainDb: -6, ducking })), 60)
    expect(other.document.trackIds).toHaveLength(3)
    expect(findClip(other.document, other.clipIds[0]!)?.track).toMatchObject({ gainDb: -6, ducking })
  })

  it('with level and tone keeps it on a new one, and what has none does not come onto one that has it', () => {
    const tone = chainOf('podcast')
    const toned = inserted(outer, documentOf(soundTrack(13, [sound(101, 0, 30)], { tone })), 60)
    expect(findClip(toned.document, toned.clipIds[0]!)?.track).toMatchObject({ tone })
    const again = inserted(toned.document, documentOf(soundTrack(13, [sound(102, 0, 30)], { tone: { ...tone } })), 90)
    expect(again.document.trackIds).toEqual(toned.document.trackIds)
    const plain = inserted(documentOf(soundTrack(2, [], { tone })), documentOf(soundTrack(13, [sound(101, 0, 30)])), 0)
    expect(names(plain.document, plain.clipIds)).not.toEqual([trackId(2)])
  })

  it('is not one that is muted, and a muted one does not come', () => {
    const muted = applyEdits(outer, [{ do: 'setTrack', trackId: trackId(1), values: { isMuted: true } }]).document
    const inner = documentOf(pictureTrack(11, [picture(100, 0, 30)]), soundTrack(13, [sound(101, 0, 30)], { isMuted: true }))
    const { document, clipIds } = inserted(muted, inner, 60)
    expect(clipIds).toHaveLength(1)
    expect(findClip(document, clipIds[0]!)?.track.id).not.toBe(trackId(1))
    expect(inserted(outer, documentOf(pictureTrack(11, [picture(100, 0, 30)], { isMuted: true })), 0).edits).toEqual([])
  })

  it('of captions comes onto one of its language', () => {
    const into = documentOf(captionTrack(1, [], { language: 'de' }), captionTrack(2, [], { language: 'en' }))
    const { document, clipIds } = inserted(into, documentOf(captionTrack(11, [caption(100, 0, 30)], { language: 'en' })), 0)
    expect(names(document, clipIds)).toEqual([trackId(2)])
  })
})

it('keeps its times at another frame rate', () => {
  const inner = { ...documentOf(pictureTrack(11, [picture(100, 0, 50), picture(101, 50, 25)])), rate: { numerator: 25, denominator: 1 } }
  const { document, clipIds } = inserted(outer, inner, 60)
  expect(clipIds.map(id => findClip(document, id)?.clip).map(clip => [clip?.start, clip?.length])).toEqual([[60, 60], [120, 30]])
})

it('dissolves only from its own clips', () => {
  const inner = documentOf(pictureTrack(11, [picture(100, 0, 30, { crossIn: 8 }), picture(101, 30, 30, { crossIn: 6 })]))
  const { document, clipIds } = inserted(outer, inner, 60)
  expect(clipIds.map(id => findClip(document, id)?.clip)).toMatchObject([{ crossIn: 0, fadeIn: 8 }, { crossIn: 6, fadeIn: 0 }])
})
