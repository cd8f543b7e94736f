/** Finding pauses by the levels of sounds, and how much of each is taken out. */
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endOf, shifted } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { samplesOfSeconds } from '#rules/sequence/frames.ts'
import { pausesIn } from '#rules/sequence/pauses/find.ts'
import { tightened } from '#rules/sequence/pauses/plan.ts'
import { levelOf, levelsPerSecond, quietIn } from '#rules/sequence/pauses/quiet.ts'
import { clipId, documentOf, rate, sound, soundTrack, takeId, trackId } from '../../../kit/sequence.ts'
import { rates } from '../arbitrary.ts'

const [speech, room] = [levelOf(10 ** (-20 / 10)), levelOf(10 ** (-60 / 10))]
/** Speech and pauses in turns, each of so many hundredths of a second. */
function levels(...hundredths: readonly number[]): Uint8Array {
  return Uint8Array.from(hundredths.flatMap((count, index) => Array.from({ length: count }).fill(index % 2 === 0 ? speech : room)))
}
const how = { least: 0.6, keeps: 0.3, behindSpeech: 0.1, beforeSpeech: 0.1 }
const all = (document: SequenceDocument) => new Set(Object.values(document.tracks).flatMap(track => clipsOf(track).map(({ id }) => id)))
const inSeconds = (samples: number): number => samples / 48_000

describe('what is quiet', () => {
  it('follows from the noise and the speech of the sound itself', () => {
    const quiet = [{ from: 1, until: 1.5 }]
    expect(quietIn(levels(100, 50, 100))).toEqual(quiet)
    for (const quieter of [-20, 20, 30])
      expect(quietIn(levels(100, 50, 100).map(level => level - quieter)), `${quieter}`).toEqual(quiet)
    // A noisy room.
    expect(quietIn(levels(100, 50, 100).map(level => Math.max(level, speech - 30)))).toEqual(quiet)
    // Digital silence, with the dither of a codec in it.
    expect(quietIn(levels(100, 50, 100).map((level, at) => level === speech ? level : at % 3))).toEqual(quiet)
  })

  it('is nothing where a sound is silent as a whole, empty, or always as loud', () => {
    expect(quietIn(new Uint8Array(500))).toEqual([])
    expect(quietIn(new Uint8Array())).toEqual([])
    expect(quietIn(levels(500).map((level, at) => level + at % 12))).toEqual([])
  })

  it('goes over a click', () => {
    expect(quietIn(levels(100, 30, 2, 30, 100))).toEqual([{ from: 1, until: 1.62 }])
  })
})

describe('pauses', () => {
  const two = documentOf(soundTrack(1, [sound(11, 0, 75), sound(12, 75, 75)]), soundTrack(2, [sound(21, 0, 150)], { kind: 'speech' }))
  const take = (clip: SoundClip) => clip.takeId

  it('go over a cut, and end where a clip does', () => {
    const quiet = new Map([
      [takeId(11), [{ from: 2, until: 2.5 }]],
      [takeId(12), [{ from: 0, until: 0.5 }, { from: 2, until: 2.5 }]],
      [takeId(21), [{ from: 0, until: 5 }]],
    ])
    const pauses = pausesIn(two, new Set([clipId(11), clipId(12)]), clip => quiet.get(take(clip)) ?? null)
    expect(pauses.map(pause => [inSeconds(pause.from), inSeconds(pause.until), pause.isAfterSound, pause.isBeforeSound]))
      .toEqual([[2, 3, true, true], [4.5, 5, true, false]])
  })

  it('are none while somebody speaks on another track, or where the sound could not be measured', () => {
    const quiet = [{ from: 0, until: 2.5 }]
    const both = pausesIn(two, new Set([clipId(11)]), clip => take(clip) === takeId(21) ? [{ from: 1, until: 1.5 }] : quiet)
    expect(both.map(({ from, until }) => [inSeconds(from), inSeconds(until)])).toEqual([[1, 1.5]])
    expect(pausesIn(two, new Set([clipId(11)]), clip => take(clip) === takeId(21) ? null : quiet)).toEqual([])
  })

  it('longer than the least become what is kept, in the middle, on whole frames', () => {
    const pauses = [{ from: 48_000, until: 96_000, isAfterSound: true, isBeforeSound: true }]
    const [first] = tightened(pauses, how, rate)
    expect(first).toMatchObject({ length: 48_000, becomes: 14_400, cut: { at: 48_000 + 7200, frames: 21 } })
    expect(tightened(pauses, { ...how, least: 1.1 }, rate)).toEqual([])
    // Nothing is kept but what protects speech.
    expect(tightened(pauses, { ...how, keeps: 0 }, rate)[0]!.becomes).toBe(9600)
    // Where a clip ends in silence there is no speech behind it to protect.
    const [last] = tightened([{ ...pauses[0]!, isBeforeSound: false }], { ...how, keeps: 0 }, rate)
    expect(last).toMatchObject({ becomes: 4800, cut: { at: 48_000 + 4800, frames: 27 } })
  })
})

const hundredths = fc.integer({ min: 5, max: 200 })
const spoken = fc.array(fc.record({ says: hundredths, rests: hundredths }), { minLength: 1, maxLength: 30 })
const settings = fc.record({
  least: fc.double({ min: 0.1, max: 1, noNaN: true }),
  keeps: fc.double({ min: 0, max: 0.5, noNaN: true }),
  behindSpeech: fc.double({ min: 0, max: 0.2, noNaN: true }),
  beforeSpeech: fc.double({ min: 0, max: 0.2, noNaN: true }),
})

it('cuts never overlap, never touch what is said, and take off exactly what they say; undo restores the document', () => {
  fc.assert(fc.property(spoken, settings, rates, fc.constantFrom(100, 80, 150), (turns, tightening, atRate, speed) => {
    const measured = levels(...turns.flatMap(({ says, rests }) => [says, rests]), 20)
    const quiet = quietIn(measured)
    const length = Math.floor(measured.length / levelsPerSecond * 48_000 * 100 / speed)
    const clip = { ...sound(11, 0, 1), length, sourceLength: measured.length * 480, speed }
    const document = { ...documentOf(soundTrack(1, [clip])), rate: atRate }
    const cuts = tightened(pausesIn(document, all(document), () => quiet), tightening, atRate).map(each => each.cut)
    if (cuts.length === 0)
      return
    const edited = applyEdits(document, [{ do: 'cutTime', trackIds: [trackId(1)], cuts, crossFade: 480 }])
    const taken = cuts.map(({ at, frames }) => ({ from: at, until: shifted('sound', at, frames, atRate) }))
    taken.forEach(({ from }, index) => expect(from).toBeGreaterThanOrEqual(taken[index - 1]?.until ?? 0))
    const loud = [...measured].flatMap((level, at) => level === speech ? [at] : [])
    for (const { from, until } of taken) {
      const inSource = (sample: number): number => sample * speed / 100 / 480
      expect(loud.some(at => at + 1 > inSource(from) + 0.01 && at < inSource(until) - 0.01)).toBe(false)
    }
    const parts = clipsOf(edited.document.tracks[trackId(1)]!)
    const left = length - taken.reduce((sum, { from, until }) => sum + until - from, 0)
    expect(Math.abs(parts.reduce((sum, part) => sum + part.length, 0) - left)).toBeLessThanOrEqual(4 * cuts.length)
    parts.slice(1).forEach((part, index) => expect(part.start).toBe(endOf(parts[index]!)))
    expect(patched(edited.document, edited.inverse)).toEqual(document)
  }), { numRuns: 500 })
})

it('what becomes of a pause is never less than what is kept, nor than what protects speech', () => {
  fc.assert(fc.property(fc.integer({ min: 100, max: 200_000 }), settings, rates, (length, tightening, atRate) => {
    const pause = { from: 12_345, until: 12_345 + length, isAfterSound: true, isBeforeSound: true }
    for (const { cut, becomes } of tightened([pause], tightening, atRate)) {
      const until = shifted('sound', cut.at, cut.frames, atRate)
      expect(becomes).toBeGreaterThanOrEqual(samplesOfSeconds(tightening.keeps))
      expect(cut.at - pause.from).toBeGreaterThanOrEqual(samplesOfSeconds(tightening.behindSpeech))
      expect(pause.until - until).toBeGreaterThanOrEqual(samplesOfSeconds(tightening.beforeSpeech))
    }
  }), { numRuns: 1000 })
})
