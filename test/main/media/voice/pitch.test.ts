/** The pitch of synthesised voices, tones and glides; noise and silence have none. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pitchesPerSecond, pitchTrack } from '../../../../src-main/media/voice/pitch.ts'
import { spokenVoice } from '../../../kit/spoken-voice.ts'

const rate = 16_000
const semitones = (hz: number, from: number): number => 12 * Math.log2(hz / from)
function tone(hz: number, seconds = 0.6): Float32Array {
  return Float32Array.from({ length: seconds * rate }, (_, at) => 0.3 * Math.sin(2 * Math.PI * hz * at / rate))
}
const found = (track: Float32Array): number[] => [...track].filter(hz => hz > 0)

it('is right within a twentieth of a semitone for tones and voices, at any rate and loudness', () => {
  fc.assert(fc.property(
    fc.double({ min: 70, max: 420, noNaN: true }),
    fc.double({ min: -40, max: 0, noNaN: true }),
    fc.constantFrom(16_000, 22_050),
    (hz, gainDb, sampleRate) => {
      for (const sound of [tone(hz), spokenVoice({ hz: [hz, hz], seconds: 0.6, gainDb, sampleRate })]) {
        const all = found(pitchTrack(sound, sound.length === tone(hz).length ? rate : sampleRate))
        expect(all.length).toBeGreaterThan(15)
        const middle = all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
        expect(Math.abs(semitones(middle, hz))).toBeLessThan(0.05)
      }
    },
  ), { numRuns: 25 })
})

it('follows a glide', () => {
  const track = pitchTrack(spokenVoice({ hz: [110, 220], seconds: 2 }), rate)
  // 0.3 s of silence before each second of speech.
  const at = (seconds: number): number => track[Math.round(seconds * pitchesPerSecond)]!
  expect(Math.abs(semitones(at(0.3 + 0.5), 137.5))).toBeLessThan(0.3)
  expect(Math.abs(semitones(at(0.6 + 1.5), 192.5))).toBeLessThan(0.3)
})

it('noise and silence have none', () => {
  let seed = 1
  const noise = Float32Array.from({ length: 2 * rate }, () => {
    seed = seed * 48_271 % 2_147_483_647
    return 0.4 * (seed / 1_073_741_823.5 - 1)
  })
  expect(found(pitchTrack(noise, rate)).length).toBeLessThan(3)
  expect(found(pitchTrack(new Float32Array(2 * rate), rate))).toEqual([])
  expect(found(pitchTrack(new Float32Array(0), rate))).toEqual([])
})
