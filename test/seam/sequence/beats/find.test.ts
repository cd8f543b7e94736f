/** Beats of music by its levels: drums of known times, and sounds that have no beat. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beatsIn, everyBeat } from '#rules/sequence/beats/find.ts'
import { levelOf, levelsPerSecond } from '#rules/sequence/pauses/quiet.ts'

interface Played { readonly noise?: number, readonly loud?: (index: number) => number }
/** Levels of strokes that fade within a tenth of a second, over a noise; `loud` of each stroke by its number. */
function drums(strokes: readonly number[], seconds: number, { noise = 1e-6, loud = () => 1 }: Played = {}): Uint8Array {
  const power = new Float64Array(Math.round(seconds * levelsPerSecond)).fill(noise)
  strokes.forEach((at, index) => {
    const first = Math.round(at * levelsPerSecond)
    for (let later = 0; later < 40; later++) {
      if (first + later < power.length)
        power[first + later]! += 0.1 * loud(index) * Math.exp(-later / 6)
    }
  })
  return Uint8Array.from(power, levelOf)
}
function steady(perMinute: number, { from = 0.5, seconds = 30 } = {}): number[] {
  const gap = 60 / perMinute
  return Array.from({ length: Math.floor((seconds - from) / gap) }, (_, index) => from + index * gap)
}
/** The share of these times near which a beat is found. */
function found(times: readonly number[], beats: readonly { at: number }[]): number {
  return times.filter(time => beats.some(({ at }) => Math.abs(at - time) <= 0.03)).length / times.length
}

it('finds the beats of drums at any tempo, within 30 ms, or twice or half as many', () => {
  fc.assert(fc.property(fc.integer({ min: 60, max: 180 }), fc.double({ min: 0, max: 1.5, noNaN: true }), (perMinute, from) => {
    const strokes = steady(perMinute, { from })
    const heard = beatsIn(drums(strokes, 30))
    const ratio = (heard?.perMinute ?? 0) / perMinute
    const [octave] = [0.5, 1, 2].filter(one => Math.abs(ratio / one - 1) < 0.03)
    expect(octave).toBeDefined()
    const between = strokes.map(at => at + 30 / perMinute)
    expect(found(heard!.beats.map(({ at }) => at), [...strokes, ...between].map(at => ({ at })))).toBeGreaterThan(0.95)
    if (octave! >= 1)
      expect(found(strokes, heard!.beats)).toBeGreaterThan(0.95)
  }), { numRuns: 60 })
})

it('follows a band that becomes slowly faster, with weaker strokes between the beats and a noisy room', () => {
  const beats: number[] = []
  for (let at = 1, gap = 0.52; at < 58; gap *= 0.999) {
    beats.push(at)
    at += gap
  }
  const strokes = beats.flatMap((at, index) => [at, (at + (beats[index + 1] ?? at + 0.5)) / 2])
  const heard = beatsIn(drums(strokes, 60, { noise: 1e-4, loud: index => index % 2 === 0 ? 1 : 0.15 }))
  expect(found(beats, heard?.beats ?? [])).toBeGreaterThan(0.95)
})

it('has none for silence, a tone, noise, a single stroke and speech', () => {
  const levels = (of: (at: number) => number, seconds = 20): Uint8Array =>
    Uint8Array.from({ length: seconds * levelsPerSecond }, (_, at) => levelOf(of(at)))
  let seed = 7
  const random = (): number => (seed = seed * 16_807 % 2_147_483_647) / 2_147_483_647
  expect(beatsIn(new Uint8Array(0))).toBeNull()
  expect(beatsIn(levels(() => 0))).toBeNull()
  expect(beatsIn(levels(() => 0.1))).toBeNull()
  expect(beatsIn(levels(at => at % 50 === 0 ? 0.12 : 0.1))).toBeNull()
  expect(beatsIn(levels(() => 0.05 + 0.05 * random()))).toBeNull()
  expect(beatsIn(drums([5], 20))).toBeNull()
  // In three seconds of speech, a few syllables are evenly apart by chance.
  expect(beatsIn(drums([0.2, 0.84, 1.5, 2.1, 2.75], 3))).toBeNull()
  // Syllables come at uneven distances.
  const syllables: number[] = []
  for (let at = 0.3; at < 58; at += random() < 0.12 ? 0.6 + random() : 0.12 + 0.22 * random())
    syllables.push(at)
  expect(beatsIn(drums(syllables, 60, { loud: () => 0.3 + random() }))).toBeNull()
})

it('every fourth beat is the one that is stressed', () => {
  const strokes = steady(120)
  const heard = beatsIn(drums(strokes, 30, { loud: index => index % 4 === 2 ? 1 : 0.2 }))
  const bars = everyBeat(heard!.beats, 4)
  expect(found(strokes.filter((_, index) => index % 4 === 2), bars)).toBeGreaterThan(0.9)
  expect(bars.length).toBeLessThanOrEqual(Math.ceil(heard!.beats.length / 4))
})
