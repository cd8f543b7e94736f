/** Captions of a transcript over the clips that play its recording: in step with what is heard, whatever was trimmed, sped up or cut. */
import type { CaptionClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, TakeId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '#rules/captions/pieces.ts'
import { captionsOfSpeech } from '#rules/captions/speech.ts'
import { transcriptOntoClips } from '#rules/captions/transcript-onto-clips.ts'
import { clipsOf, endFrameOf, endOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'
import { idOf, rates } from '../sequence/arbitrary.ts'

const takeId = idOf(5000) as TakeId
const [soundId, captionsId] = [idOf(10) as TrackId, idOf(11) as TrackId]
const sourceSeconds = 60
let next = 100_000
const newId = <Id extends string>(): Id => idOf(next++) as Id

interface Part { readonly gap: number, readonly in: number, readonly seconds: number, readonly speed: number }

function documentWith(rate: SequenceDocument['rate'], parts: readonly Part[], captions: readonly CaptionClip[] = []): SequenceDocument {
  let at = 0
  const clips = parts.map((part, index): SoundClip => {
    const length = Math.floor(Math.min(part.seconds, (sourceSeconds - part.in) * 100 / part.speed) * 48_000)
    const start = at + part.gap * 4800
    at = start + length
    return {
      ...{ id: idOf(20 + index) as ClipId, start, length, linkId: null, in: Math.round(part.in * 48_000) },
      sourceLength: sourceSeconds * 48_000,
      ...{ speed: part.speed, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null, takeId, gainDb: 0, points: [] },
    }
  })
  const tracks = [
    { ...plainTrack('speech', soundId), clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) },
    { ...plainTrack('captions', captionsId), clips: Object.fromEntries(captions.map(clip => [clip.id, clip])) },
  ]
  return {
    ...{ name: 'Main', width: 1280, height: 720, rate, background: '#000000', inFrame: null, outFrame: null, markers: {} },
    trackIds: tracks.map(track => track.id),
    tracks: Object.fromEntries(tracks.map(track => [track.id, track])),
  }
}

function done(document: SequenceDocument, edits: readonly SequenceEdit[]): SequenceDocument {
  return edits.length === 0
    ? document
    : applyEdits(document, edits).document
}
function put(document: SequenceDocument, segments: Parameters<typeof transcriptOntoClips>[1]['segments']) {
  return done(document, transcriptOntoClips(document, { takeIds: [takeId], segments, newId }).edits)
}
const captionsIn = (document: SequenceDocument) => tracksOf(document).flatMap(track => track.kind === 'captions' ? clipsOf(track) : [])
function shown(document: SequenceDocument) {
  return captionsIn(document).map(({ start, length, text, speaker }) => ({ start, length, text, speaker }))
}

const part = fc.record({
  gap: fc.nat({ max: 30 }),
  in: fc.double({ min: 0, max: 50, noNaN: true }),
  seconds: fc.double({ min: 0.2, max: 20, noNaN: true }),
  speed: fc.constantFrom(100, 100, 50, 125, 200, 73),
})
/** What a service answers: in order, with pauses, words that can be told apart. */
const turn = fc.record({
  pause: fc.double({ min: 0, max: 4, noNaN: true }),
  seconds: fc.double({ min: 0.1, max: 6, noNaN: true }),
  count: fc.integer({ min: 1, max: 12 }),
})
const spoken = fc.array(turn, { minLength: 1, maxLength: 10 })
  .map((turns) => {
    let [at, word] = [0, 0]
    return turns.map(({ pause, seconds, count }, index) => {
      const startSeconds = at + pause
      at = startSeconds + seconds
      const text = Array.from({ length: count }, () => `w${word++}`).join(' ')
      return { startSeconds, endSeconds: at, text, speaker: index % 2 ? 'BEN' : 'ANNA' }
    })
  })

describe('captions of a transcript over the clips of its recording', () => {
  it('are within those clips, never over each other, and say words of what is heard there, in their order', () => {
    fc.assert(fc.property(rates, fc.array(part, { minLength: 1, maxLength: 4 }), spoken, (rate, parts, segments) => {
      const document = put(documentWith(rate, parts), segments)
      const sound = document.tracks[soundId]!
      const clips = clipsOf(sound) as SoundClip[]
      const captions = captionsIn(document)
      captions.forEach((caption, at) => {
        expect(caption.start).toBeGreaterThanOrEqual(at === 0 ? 0 : endOf(captions[at - 1]!))
        const over = clips.filter(clip => clip.linkId === caption.linkId)
        expect(over).toHaveLength(1)
        const run = clips.filter(clip => startFrameOf(sound, clip, rate) < endOf(caption) && endFrameOf(sound, clip, rate) > caption.start)
        expect(run.length).toBeGreaterThan(0)
      })
      for (const clip of clips) {
        const said = captions.filter(caption => caption.linkId === clip.linkId && clip.linkId !== null)
          .flatMap(caption => wordsOf(caption.text).map(word => Number(word.text.slice(1))))
        expect(said).toEqual(said.toSorted((a, b) => a - b))
        expect(new Set(said).size).toBe(said.length)
      }
    }), { numRuns: 60 })
  })

  it('over a whole recording they are those of an export, moved to its place', () => {
    fc.assert(fc.property(rates, fc.nat({ max: 200 }), spoken, (rate, frame, segments) => {
      const whole = documentWith(rate, [{ gap: 0, in: 0, seconds: sourceSeconds, speed: 100 }])
      const clip = Object.values((whole.tracks[soundId]! as { clips: Record<string, SoundClip> }).clips)[0]!
      clip.start = sampleOfFrame(frame, rate)
      const expected = captionsOfSpeech(segments, rate)
      const found = shown(put(whole, segments))
      expect(found.map(caption => caption.text)).toEqual(expected.map(caption => caption.text))
      found.forEach((caption, at) => expect(Math.abs(caption.start - frame - expected[at]!.start)).toBeLessThanOrEqual(1))
    }), { numRuns: 40 })
  })

  it('a cut that takes nothing away changes nothing, and putting them twice is putting them once', () => {
    fc.assert(fc.property(rates, part, spoken, fc.double({ min: 0.1, max: 0.9, noNaN: true }), (rate, one, segments, share) => {
      const document = documentWith(rate, [one])
      const [clip] = clipsOf(document.tracks[soundId]!)
      const [from, until] = [startFrameOf({ kind: 'speech' }, clip!, rate), endFrameOf({ kind: 'speech' }, clip!, rate)]
      const atFrame = Math.round(from + (until - from) * share)
      fc.pre(atFrame > from + 1 && atFrame < until - 1)
      const cut = done(document, [{ do: 'split', atFrame, pieces: [{ clipId: clip!.id, newId: newId<ClipId>() }] }])
      const plain = put(document, segments)
      expect(shown(put(cut, segments))).toEqual(shown(plain))
      const again = put(plain, segments)
      expect([shown(again), again.trackIds]).toEqual([shown(plain), plain.trackIds])
    }), { numRuns: 40 })
  })

  it('follow the speed, the trim and each place of the recording', () => {
    const rate = { numerator: 25, denominator: 1 }
    const segments = [
      { startSeconds: 2, endSeconds: 4, text: 'One two three four.', speaker: 'ANNA' },
      { startSeconds: 10, endSeconds: 12, text: 'Later.' },
    ]
    // Twice as fast from 1 s on; then the second half of the first sentence; then nothing that is said.
    const parts = [
      { gap: 0, in: 1, seconds: 5, speed: 200 },
      { gap: 10, in: 3, seconds: 2, speed: 100 },
      { gap: 0, in: 20, seconds: 2, speed: 100 },
    ]
    expect(shown(put(documentWith(rate, parts), segments))).toEqual([
      { start: 13, length: 25, text: 'One two three four.', speaker: 'ANNA' },
      { start: 113, length: 12, text: 'Later.', speaker: '' },
      { start: 150, length: 25, text: 'three four.', speaker: 'ANNA' },
    ])
  })

  it('other captions in the way, and locked tracks, stay as they are: these come onto a track of their own', () => {
    const rate = { numerator: 25, denominator: 1 }
    const other: CaptionClip = { id: idOf(70) as ClipId, start: 60, length: 20, linkId: null, lineId: null, speaker: '', text: 'By hand.' }
    const segments = [{ startSeconds: 2, endSeconds: 4, text: 'Heard.' }]
    const parts = [{ gap: 0, in: 0, seconds: 10, speed: 100 }]
    const document = put(documentWith(rate, parts, [other]), segments)
    expect(document.trackIds).toHaveLength(3)
    expect(document.tracks[captionsId]).toEqual(documentWith(rate, parts, [other]).tracks[captionsId])
    expect(put(document, segments).trackIds, 'the next time they are replaced there').toEqual(document.trackIds)
    const free = documentWith(rate, parts, [{ ...other, start: 400 }])
    expect(put(free, segments).trackIds).toEqual(free.trackIds)
    const locked = { ...free, tracks: { ...free.tracks, [captionsId]: { ...free.tracks[captionsId]!, isLocked: true } } }
    expect(put(locked, segments).trackIds).toHaveLength(3)
    const asked = { takeIds: [takeId], segments, newId }
    expect(transcriptOntoClips(documentWith(rate, []), asked)).toEqual({ edits: [], captionCount: 0, clipCount: 0 })
    expect(transcriptOntoClips(documentWith(rate, parts), { ...asked, segments: [] })).toMatchObject({ edits: [], clipCount: 1 })
  })

  it('put again and again leave the shot and its sound, which stay linked', () => {
    const shot = { takeId, linkId: clipId(20) }
    const before = documentOf(
      pictureTrack(1, [picture(10, 0, 300, { ...shot, sourceLength: 300 })]),
      soundTrack(2, [sound(20, 0, 300, shot)], { kind: 'speech' }),
      captionTrack(3, [caption(30, 60, 30, { linkId: clipId(20) })]),
    )
    let now = before
    for (let time = 0; time < 3; time++) {
      now = put(now, [{ startSeconds: 2, endSeconds: 4, text: 'Heard.' }])
      expect(shown(now)).toEqual([{ start: 60, length: 60, text: 'Heard.', speaker: '' }])
      for (const id of [trackId(1), trackId(2)])
        expect(now.tracks[id]).toEqual(before.tracks[id])
    }
  })

  it('come over sound on a locked track, too, which stays as it is', () => {
    const before = documentOf(
      soundTrack(2, [sound(20, 0, 300, { takeId })], { kind: 'speech', isLocked: true }),
      captionTrack(3, []),
    )
    let now = before
    for (let time = 0; time < 2; time++) {
      now = put(now, [{ startSeconds: 2, endSeconds: 4, text: 'Heard.' }])
      expect([shown(now).length, now.trackIds]).toEqual([1, before.trackIds])
      expect(now.tracks[trackId(2)]).toEqual(before.tracks[trackId(2)])
    }
    now = { ...now, tracks: { ...now.tracks, [trackId(2)]: { ...now.tracks[trackId(2)]!, isLocked: false } } }
    const unlocked = put(now, [{ startSeconds: 2, endSeconds: 4, text: 'Heard.' }])
    expect(shown(unlocked), 'earlier ones give way').toHaveLength(1)
    expect(clipsOf(unlocked.tracks[trackId(2)]!)[0]!.linkId).toBe(captionsIn(unlocked)[0]!.linkId)
  })

  it('over a shot that plays backwards are where its words are, and none are over a held frame', () => {
    const rate = { numerator: 25, denominator: 1 }
    const segments = [{ startSeconds: 2, endSeconds: 4, text: 'One two three four.' }, { startSeconds: 8, endSeconds: 9, text: 'Later.' }]
    const film = (has: Parameters<typeof picture>[3], length = 250): SequenceDocument => ({
      ...documentOf(pictureTrack(1, [picture(10, 0, length, { takeId, sourceLength: 250, ...has })]), captionTrack(3, [])),
      rate,
    })
    const spans = (document: SequenceDocument) => captionsIn(document).map(({ start, length, text }) => [start, length, text])
    const reversed = film({ isReversed: true })
    const expected = [[25, 25, 'Later.'], [150, 50, 'One two three four.']]
    expect(spans(put(reversed, segments))).toEqual(expected)
    const cut = done(reversed, [{ do: 'split', atFrame: 175, pieces: [{ clipId: clipId(10), newId: clipId(11) }] }])
    expect(spans(put(cut, segments)), 'a cut changes nothing').toEqual(expected)
    // From 3 s to 7 s of the recording.
    expect(spans(put(film({ isReversed: true, in: 75 }, 100), segments))).toEqual([[75, 25, 'three four.']])
    const there = done(film({}, 125), [
      { do: 'place', placements: [{ trackId: trackId(1), clip: picture(11, 125, 125, { takeId, sourceLength: 250, isReversed: true }) }], how: 'free' },
    ])
    expect(spans(put(there, segments)), 'there and back').toEqual([[50, 50, 'One two three four.'], [150, 50, 'One two three four.']])
    expect(transcriptOntoClips(film({ isFrozen: true }), { takeIds: [takeId], segments, newId })).toMatchObject({ edits: [], clipCount: 0 })
  })
})
