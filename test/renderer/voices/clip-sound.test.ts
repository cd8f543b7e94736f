/** The clip doctor's ear: signals whose faults are known. */
import { expect, it } from 'vitest'
import { bestStretch, levelGainDb, listenTo, listenToAll } from '../../../src-renderer/rooms/voices/clip-sound.ts'
import { pitchesOf } from '../../../src-renderer/rooms/voices/pitch.ts'

const rate = 16_000

/** Pulses like those of a voice, in words of 0.4 s with pauses of 0.2 s. */
function speech(seconds: number, hertz: number, { amplitude = 0.3, fall = 0.005 } = {}): Float32Array {
  let level = 0
  return Float32Array.from({ length: seconds * rate }, (_, at) => {
    const isWord = (at / rate) % 0.6 < 0.4
    level = isWord ? 1 : level * Math.exp(-1 / (fall * rate))
    const turn = 2 * Math.PI * hertz * at / rate
    return amplitude * level * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.25 * Math.sin(3 * turn)) / 1.75
  })
}
let seed = 1
function noise(seconds: number, amplitude: number): Float32Array {
  return Float32Array.from({ length: seconds * rate }, () => {
    seed = (seed * 16_807) % 2_147_483_647
    return amplitude * (seed / 1_073_741_823 - 1)
  })
}
const mixed = (one: Float32Array, other: Float32Array) => one.map((value, at) => value + (other[at] ?? 0))
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap(part => [...part]))

it('hears the pitch of a voice', () => {
  const pitches = pitchesOf(speech(3, 120), rate)
  expect(pitches.length).toBeGreaterThan(15)
  expect(pitches.toSorted((a, b) => a - b)[Math.floor(pitches.length / 2)]).toBeCloseTo(120, -1)
})

it('tells two speakers by their pitches, and one as one', () => {
  expect(listenTo(speech(6, 120), rate).pitchGap).toBe(0)
  expect(listenTo(joined(speech(4, 110), speech(4, 210)), rate).pitchGap).toBeGreaterThanOrEqual(9)
})

it('measures speech, noise, silence and clipping', () => {
  const clean = listenTo(speech(6, 120), rate)
  expect(clean.speechDb - clean.floorDb).toBeGreaterThan(40)
  expect(clean.clippedCount).toBe(0)
  const noisy = listenTo(mixed(speech(6, 120), noise(6, 0.05)), rate)
  expect(noisy.speechDb - noisy.floorDb).toBeLessThan(20)
  expect(listenTo(speech(2, 120, { amplitude: 4 }).map(value => Math.max(-1, Math.min(1, value))), rate).clippedCount).toBeGreaterThan(50)
  expect(listenTo(joined(speech(2, 120), new Float32Array(4 * rate)), rate).silentShare).toBeGreaterThan(0.6)
  expect(listenTo(new Float32Array(rate), rate)).toMatchObject({ peakDb: -120, silentShare: 1, decaySeconds: null })
})

it('hears a voice on whichever channel it is, in opposite phase too, and two people on one channel each', () => {
  const voice = speech(6, 120)
  const silent = new Float32Array(voice.length)
  const alone = listenTo(voice, rate)
  for (const channels of [[voice], [voice, silent], [silent, voice], [voice, voice], [voice, voice.map(value => -value)]]) {
    const heard = listenToAll(channels, rate)
    expect(heard.speechDb).toBeCloseTo(alone.speechDb, 3)
    expect(heard.silentShare).toBeCloseTo(alone.silentShare, 3)
  }
  const pair = [joined(speech(4, 110), new Float32Array(4 * rate)), joined(new Float32Array(4 * rate), speech(4, 210))]
  expect(listenToAll(pair, rate)).toMatchObject({ pitchGap: listenTo(mixed(pair[0]!, pair[1]!), rate).pitchGap })
})

it('tells the highest peak and the clipping of the worst channel', () => {
  const loud = speech(2, 120, { amplitude: 4 }).map(value => Math.max(-1, Math.min(1, value)))
  const heard = listenToAll([speech(2, 120), loud], rate)
  expect(heard.peakDb).toBe(0)
  expect(heard.clippedCount).toBe(listenTo(loud, rate).clippedCount)
  expect(levelGainDb(listenToAll([speech(2, 120, { amplitude: 0.2 }), loud], rate))).toBeLessThanOrEqual(-1)
})

it('estimates how long a room rings', () => {
  // The level falls by 60 dB in 6.9 times the constant of its fall.
  expect(listenTo(speech(6, 120, { fall: 0.006 }), rate).decaySeconds).toBeLessThan(0.15)
  expect(listenTo(speech(6, 120, { fall: 0.05 }), rate).decaySeconds).toBeGreaterThan(0.25)
})

it('proposes the stretch with the most speech, from pause to pause', () => {
  const clip = joined(new Float32Array(5 * rate), speech(20, 120), new Float32Array(5 * rate))
  const { from, to } = bestStretch(listenTo(clip, rate), 12)
  expect(from).toBeGreaterThanOrEqual(4.8)
  expect(to).toBeLessThanOrEqual(25.2)
  expect(to - from).toBeGreaterThan(11)
  expect(to - from).toBeLessThanOrEqual(12)
  const short = bestStretch(listenTo(joined(new Float32Array(rate), speech(3, 120), new Float32Array(rate)), rate), 12)
  expect([short.from, short.to].map(at => Math.round(at))).toEqual([1, 4])
})

it('sets the level so that nothing clips', () => {
  expect(levelGainDb({ speechDb: -40, peakDb: -30 })).toBe(22)
  expect(levelGainDb({ speechDb: -30, peakDb: -6 })).toBe(5)
  expect(levelGainDb({ speechDb: -18.4, peakDb: -6 })).toBe(0)
  expect(levelGainDb({ speechDb: -8, peakDb: -1 })).toBe(-10)
})
