/** Room tone: a steady, quiet stretch is found, and pieces of it fill a gap exactly, each within the stretch for as long as it is heard. */
import type { SoundClip, SoundingTrack } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { roomToneEdits, soundGaps, tonesFor } from '#rules/sequence/room-tone/fill.ts'
import { leastToneSeconds, toneStretch } from '#rules/sequence/room-tone/stretch.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { documentOf, sound, soundTrack } from '../../../kit/sequence.ts'

const at = (seconds: number, level: number): number[] => Array.from<number>({ length: Math.round(seconds * 100) }).fill(level)

describe('a stretch', () => {
  it('is the longest pause, without what is left of speech at its ends', () => {
    const levels = Uint8Array.from([...at(2, 180), ...at(1, 90), ...at(2, 180), ...at(2, 92), ...at(1, 180)])
    expect(toneStretch(levels)).toEqual({ from: 5.1, until: 6.9 })
  })

  it('is cut at a breath, and is no digital silence', () => {
    const levels = Uint8Array.from([...at(2, 180), ...at(0.8, 90), ...at(0.1, 112), ...at(1.5, 90), ...at(2, 180)])
    const found = toneStretch(levels)!
    expect(found.from).toBeGreaterThanOrEqual(2.9)
    expect(found.until).toBeLessThanOrEqual(4.3)
    expect(toneStretch(Uint8Array.from([...at(2, 180), ...at(2, 0), ...at(2, 180)]))).toBeNull()
  })

  it('is none where no pause is half a second long, and in music', () => {
    expect(toneStretch(Uint8Array.from([...at(2, 180), ...at(0.6, 90), ...at(2, 180)]))).toBeNull()
    expect(toneStretch(Uint8Array.from(at(10, 150)))).toBeNull()
    expect(toneStretch(new Uint8Array())).toBeNull()
  })

  it('is within the sound and long enough, whatever the levels are', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (levels) => {
      const found = toneStretch(levels)
      if (!found)
        return
      expect(found.from).toBeGreaterThanOrEqual(0)
      expect(found.until).toBeLessThanOrEqual(levels.length / 100)
      expect(found.until - found.from).toBeGreaterThanOrEqual(leastToneSeconds - 1e-9)
    }))
  })
})

const second = 48_000
/** In samples. */
function placed(number: number, start: number, length: number): SoundClip {
  return { ...sound(number, 0, 1), start, length, in: 0, sourceLength: 20 * second }
}
function withGap(gap: number): { track: SoundingTrack, document: ReturnType<typeof documentOf> } {
  const document = documentOf(soundTrack(1, [
    { ...placed(11, 0, 5 * second), gainDb: -3 },
    placed(12, 5 * second + gap, second),
  ]))
  const [track] = tracksOf(document)
  return { document, track: track as SoundingTrack } // as it was made
}
let count = 500
const newId = <Id extends string>(): Id => `00000000-0000-7000-8000-${String(count++).padStart(12, '0')}` as Id

it('fills a gap of any length to the sample, with pieces that stay within the stretch while they fade into each other', () => {
  fc.assert(fc.property(fc.integer({ min: 2880, max: 90 * second }), fc.double({ min: 0.5, max: 8, noNaN: true }), (gap, length) => {
    const { document, track } = withGap(gap)
    const quiet = { from: 1.2, until: 1.2 + length }
    const fills = tonesFor(track, soundGaps(track), ({ start }) => start === 0 ? quiet : null)
    const { document: filled } = applyEdits(document, roomToneEdits(document, track, fills, { name: 'Room tone', newId }))
    const clips: SoundClip[] = clipsOf(filled.tracks[track.id] as SoundingTrack)
    const pieces = clips.slice(1, -1)
    expect(pieces.at(0)!.start).toBe(5 * second)
    expect(endOf(pieces.at(-1)!)).toBe(5 * second + gap)
    pieces.forEach((piece, index) => {
      const next = pieces[index + 1]
      expect(piece.start).toBe(index === 0 ? 5 * second : endOf(pieces[index - 1]!))
      expect(piece.in).toBeGreaterThanOrEqual(Math.round(1.2 * second))
      expect(piece.in + piece.length + (next?.crossIn ?? 0)).toBeLessThanOrEqual(Math.round(quiet.until * second) + 1)
      expect(piece.crossIn).toBeLessThanOrEqual(piece.length)
      expect(piece.crossIn > 0).toBe(index > 0)
      expect(piece.gainDb).toBe(-3)
    })
    const fade = Math.min(960, Math.floor(gap / 2))
    expect(pieces[0]!.fadeIn).toBe(fade)
    expect(pieces.at(-1)!.fadeOut).toBe(Math.min(fade, pieces.at(-1)!.length))
    // What was there is as it was.
    expect([clips[0], clips.at(-1)]).toEqual(clipsOf(track))
  }), { numRuns: 60 })
})

/** The clips that fill a gap of so many seconds with a stretch of so many. */
function filledWith(seconds: number, stretch: number) {
  const { document, track } = withGap(seconds * second)
  const fills = tonesFor(track, soundGaps(track), ({ start }) => start === 0 ? { from: 1.2, until: 1.2 + stretch } : null)
  const { document: filled } = applyEdits(document, roomToneEdits(document, track, fills, { name: 'Room tone', newId }))
  return { filled, pieces: clipsOf(filled.tracks[track.id] as SoundingTrack).slice(1, -1) as SoundClip[] } // of a track of sound
}

it('repeats nothing after the same time again and again, however much longer the gap is', () => {
  fc.assert(fc.property(fc.integer({ min: 10, max: 60 }), fc.double({ min: 0.5, max: 5, noNaN: true }), (times, stretch) => {
    const { pieces } = filledWith(Math.ceil(times * stretch), stretch)
    // For how long what is heard is what was heard so much earlier, by hundredths of a second.
    const again = new Map<number, number>()
    for (const [index, one] of pieces.entries()) {
      for (const other of pieces.slice(index + 1)) {
        const [from, until] = [Math.max(one.in, other.in), Math.min(one.in + one.length, other.in + other.length)]
        const lag = Math.round((other.start - other.in - (one.start - one.in)) / 480)
        again.set(lag, (again.get(lag) ?? 0) + Math.max(0, until - from))
      }
    }
    const all = pieces.reduce((sum, { length }) => sum + length, 0)
    // Played in a loop, it would be nearly all.
    expect(Math.max(...again.values()) / all).toBeLessThan(0.25)
  }), { numRuns: 40 })
})

it('is as loud and as bright as the stretch, without a jump where parts join', () => {
  const { filled, pieces } = filledWith(20, 1.1)
  expect(pieces.length).toBeGreaterThan(10)
  const chance = fc.sample(fc.integer({ min: -1000, max: 1000 }), { numRuns: 3 * second, seed: 5 })
  // Darker than white noise.
  const source = new Float64Array(3 * second)
  chance.forEach((value, at) => source[at] = 0.9 * (source[at - 1] ?? 0) + value / 1000)
  const heard = new Float64Array(27 * second)
  for (const { clip, start, length, levels } of soundEvents(filled).filter(({ clip }) => pieces.some(({ id }) => id === clip.id))) {
    for (let at = 0, next = 0; at < length; at++) {
      while (next < levels.length && levels[next]!.at <= at)
        next++
      const [before, after] = [levels[next - 1], levels[next]]
      const way = before && after ? (at - before.at) / (after.at - before.at) : 0
      const amplitude = before && after ? before.amplitude + (after.amplitude - before.amplitude) * way : (before ?? after)!.amplitude
      heard[start + at]! += amplitude * source[clip.in + at]!
    }
  }
  // Without the fades at both ends; by −3 dB, as the clip is.
  const fill = heard.subarray(5 * second + 960, 25 * second - 960).map(value => value / 10 ** (-3 / 20))
  const stretch = source.subarray(Math.round(1.2 * second), Math.round(2.3 * second))
  const power = (part: Float64Array): number => part.reduce((sum, value) => sum + value ** 2, 0) / part.length
  const alike = (part: Float64Array, lag: number): number =>
    part.reduce((sum, value, at) => sum + value * (part[at + lag] ?? 0), 0) / part.length / power(part)
  const jump = (part: Float64Array): number =>
    part.reduce((most, value, at) => Math.max(most, Math.abs(value - (part[at - 1] ?? value))), 0)
  const decibels = Array.from({ length: Math.floor(fill.length / 4800) }, (_, at) =>
    10 * Math.log10(power(fill.subarray(at * 4800, (at + 1) * 4800)) / power(stretch)))
  expect(Math.max(...decibels.map(Math.abs))).toBeLessThan(1.5)
  // How alike it is to itself a few samples later is its spectrum.
  for (const lag of [1, 2, 4, 8, 16])
    expect(Math.abs(alike(fill, lag) - alike(stretch, lag))).toBeLessThan(0.03)
  expect(jump(fill)).toBeLessThan(1.2 * jump(stretch))
})

it('takes the nearest clip that has a stretch, and leaves gaps where none has', () => {
  const { track } = withGap(second)
  const gaps = soundGaps(track)
  expect(gaps).toEqual([{ start: 5 * second, length: second }])
  expect(tonesFor(track, gaps, () => null)).toEqual([])
  const [fill] = tonesFor(track, gaps, ({ start }) => ({ from: start === 0 ? 0 : 1, until: 2 }))
  expect(fill!.tone.clip.start).toBe(0)
})

it('of a speech track comes onto a track of its own, so that music rises in the gaps', () => {
  const { document, track } = withGap(second)
  const speech: SoundingTrack = { ...track, kind: 'speech', gainDb: -2 }
  const spoken = { ...document, tracks: { [track.id]: speech } }
  const fills = tonesFor(speech, soundGaps(speech), () => ({ from: 0, until: 2 }))
  const { document: filled } = applyEdits(spoken, roomToneEdits(spoken, speech, fills, { name: 'Room tone', newId }))
  const [first, added] = tracksOf(filled)
  expect(first).toEqual(speech)
  expect(added).toMatchObject({ kind: 'sound', name: 'Room tone', gainDb: -2 })
  expect(added).not.toHaveProperty('tone')
  expect(clipsOf(added as SoundingTrack).map(({ start, length }) => [start, length])).toEqual([[5 * second, second]])
})

it('is heard through the chain of its track, and through that of the clip that it is from', () => {
  const { document, track } = withGap(second)
  const [film, podcast] = [chainOf('film'), chainOf('podcast')]
  const toned = Object.fromEntries(clipsOf(track).map(clip => [clip.id, { ...clip, tone: podcast }]))
  const speech: SoundingTrack = { ...track, kind: 'speech', tone: film, clips: toned }
  const spoken = { ...document, tracks: { [track.id]: speech } }
  const fills = tonesFor(speech, soundGaps(speech), () => ({ from: 0, until: 2 }))
  const [, added] = tracksOf(applyEdits(spoken, roomToneEdits(spoken, speech, fills, { name: 'Room tone', newId })).document)
  expect(added).toMatchObject({ tone: film })
  expect(clipsOf(added as SoundingTrack).every(({ tone }) => tone === podcast)).toBe(true)
})

it('has no gap between clips that touch, nor before the first one', () => {
  const clips = [placed(11, second, second), placed(12, 2 * second, second), placed(13, 3 * second + 100, second)]
  const document = documentOf(soundTrack(1, clips))
  expect(soundGaps(tracksOf(document)[0] as SoundingTrack)).toEqual([])
})
