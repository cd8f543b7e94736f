/** What is measured of a voice follows the sound: each measure by itself, and none of silence. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { voiceOfSound } from '../../../../src-main/media/voice/voice-of-sound.ts'
import { readSpeechWav } from '../../../../src-main/media/words/read-speech-wav.ts'
import { speakWithFormants } from '../../../../src-main/practice/voice/formant-voice.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { spokenVoice } from '../../../kit/spoken-voice.ts'

const rate = 16_000
const semitones = (hz: number, from: number): number => 12 * Math.log2(hz / from)
const measured = (more: Parameters<typeof spokenVoice>[0] = {}) => voiceOfSound(spokenVoice(more), rate)

it('each measure changes with what it is about, and little with the others', () => {
  const usual = measured()
  expect(usual.pitchHz).toBeCloseTo(140, 0)
  expect(usual.pitchSpread).toBeLessThan(0.2)
  // Two phrases of a second; the pause between them and the silence around do not count.
  expect(usual.speechSeconds).toBeGreaterThan(1.9)
  expect(usual.speechSeconds).toBeLessThan(2.1)

  const loud = measured({ gainDb: 6 })
  expect(loud.loudnessDb! - usual.loudnessDb!).toBeCloseTo(6, 1)
  expect([loud.pitchHz, loud.brightnessHz].map(Math.round as never)).toEqual([usual.pitchHz, usual.brightnessHz].map(Math.round as never))

  const bright = measured({ tiltDb: 5 })
  expect(Math.log2(bright.brightnessHz! / usual.brightnessHz!)).toBeGreaterThan(0.4)
  expect(semitones(bright.pitchHz!, usual.pitchHz!)).toBeCloseTo(0, 1)

  const high = measured({ hz: [176.4, 176.4] })
  expect(semitones(high.pitchHz!, usual.pitchHz!)).toBeCloseTo(4, 1)
  expect(Math.abs(Math.log2(high.brightnessHz! / usual.brightnessHz!))).toBeLessThan(0.35)

  expect(measured({ hz: [110, 180] }).pitchSpread).toBeGreaterThan(2)
  expect(measured({ seconds: 4 }).speechSeconds).toBeCloseTo(4, 0)
})

it('silence, and what nobody can hear, have no voice', () => {
  const none = { pitchHz: null, pitchSpread: null, loudnessDb: null, brightnessHz: null, speechSeconds: 0 }
  expect(voiceOfSound(new Float32Array(rate), rate)).toEqual(none)
  expect(voiceOfSound(new Float32Array(0), rate)).toEqual(none)
  expect(measured({ gainDb: -70 })).toEqual(none)
})

it('hiss is loud and has no pitch', () => {
  let seed = 7
  const noise = Float32Array.from({ length: 2 * rate }, () => {
    seed = seed * 48_271 % 2_147_483_647
    return 0.2 * (seed / 1_073_741_823.5 - 1)
  })
  expect(voiceOfSound(noise, rate)).toMatchObject({ pitchHz: null, brightnessHz: null, loudnessDb: expect.closeTo(-18.7, 0) })
})

it('the practice voice is as high as it was asked to be', () => {
  const speak = (pitch: number) => voiceOfSound(Float32Array.from(speakWithFormants({
    text: 'The lamp is lit and nobody came to the door.',
    language: 'en',
    character: { isLow: true, pitch, timbre: 0.5, pace: 1, liveliness: 0.2 },
  }, 24_000), sample => sample / 32_768), 24_000)
  const [low, high] = [speak(0), speak(1)]
  expect(semitones(high.pitchHz!, low.pitchHz!)).toBeGreaterThan(6)
  expect(semitones(high.pitchHz!, low.pitchHz!)).toBeLessThan(8)
})

it('eSpeak sounds the same whatever it says, and differs when it speaks higher or faster', async () => {
  const kit = await openMediaKit()
  const speak = async (name: string, text: string, ...more: string[]) => {
    await promisify(execFile)('espeak-ng', ['-v', 'en-gb', '-w', kit.file(name), ...more, text])
    expect((await readFile(kit.file(name))).length).toBeGreaterThan(1000)
    const { samples, sampleRate } = await readSpeechWav(kit.file(name))
    return voiceOfSound(samples, sampleRate)
  }
  const one = await speak('one.wav', 'The lamp is lit. Nobody came to the door.')
  const other = await speak('other.wav', 'Eleven blue elephants were dancing on an iceberg in July.')
  expect(Math.abs(semitones(other.pitchHz!, one.pitchHz!))).toBeLessThan(2)
  expect(Math.abs(other.loudnessDb! - one.loudnessDb!)).toBeLessThan(3)
  const high = await speak('high.wav', 'The lamp is lit. Nobody came to the door.', '-p', '80')
  expect(semitones(high.pitchHz!, one.pitchHz!)).toBeGreaterThan(3)
  const fast = await speak('fast.wav', 'The lamp is lit. Nobody came to the door.', '-s', '260')
  expect(fast.speechSeconds).toBeLessThan(0.8 * one.speechSeconds)
  await kit.close()
})
