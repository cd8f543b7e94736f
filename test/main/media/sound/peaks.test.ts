/**
 * Peaks of sounds with a known waveform.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { canMakePeaks, makePeaks } from '../../../../src-main/media/sound/peaks.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function peaksOf(path: string) {
  const bytes = Buffer.from(await makePeaks(path, { ffmpeg: kit.ffmpeg, probe: await probe(path, kit) }))
  const [version, flags, sampleRate, samplesPerPoint, length, channels] = [0, 4, 8, 12, 16, 20].map(at => bytes.readInt32LE(at))
  const points = Array.from({ length: length ?? 0 }, (_, at) => [bytes.readInt8(24 + at * 2), bytes.readInt8(25 + at * 2)] as const)
  return { header: { version, flags, sampleRate, samplesPerPoint, channels }, points, sizeBytes: bytes.length }
}

it('gives one hundred points a second of a constant tone, each from its lowest to its highest value', async () => {
  const { header, points, sizeBytes } = await peaksOf(await kit.tone('even.wav', { level: 0.5, frequency: 1000, seconds: 1.5 }))
  expect(header).toEqual({ version: 2, flags: 1, sampleRate: 48_000, samplesPerPoint: 480, channels: 1 })
  expect(points).toHaveLength(150)
  expect(sizeBytes).toBe(24 + 300)
  // Half of full scale is 64 of 128; a thousandth less is 63.
  expect(points.every(([low, high]) => low <= -63 && low >= -64 && high >= 63 && high <= 64)).toBe(true)
})

it.each([
  ['wav', 22_050],
  ['wav', 24_000],
  ['flac', 44_100],
  ['mp3', 44_100],
  ['m4a', 48_000],
])('keeps time and height in a %s at %i', async (extension, sampleRate) => {
  const source = `aevalsrc=exprs='if(between(t,1,1.5),0.8*sin(2*PI*2000*t),0)':s=${sampleRate}:d=3`
  const { header, points } = await peaksOf(await kit.make(`late-${sampleRate}.${extension}`, ['-f', 'lavfi', '-i', source, '-b:a', '128k']))
  expect((header.sampleRate ?? 0) / (header.samplesPerPoint ?? 1)).toBe(100)
  expect(Math.abs(points.length - 300)).toBeLessThan(12)
  // mp3 and m4a smear the edges by a part of a frame, some hundredths of a second.
  const heights = points.map(([low, high]) => Math.max(-low, high))
  expect([20, 80, 120, 140, 170, 280].map(at => (heights[at] ?? 0) > 60)).toEqual([false, false, true, true, false, false])
  expect(Math.abs((heights[125] ?? 0) - 0.8 * 128)).toBeLessThan(12)
})

it('begins with silence where the sound of a film begins later than its picture', async () => {
  const [clip, tone] = [await kit.clip('film.mp4'), await kit.tone('brief.wav', { seconds: 0.5 })]
  const late = await kit.make('late.mkv', ['-i', clip, '-itsoffset', '0.4', '-i', tone, '-map', '0:v', '-map', '1:a', '-c', 'copy'])
  const { points } = await peaksOf(late)
  const heights = points.map(([low, high]) => Math.max(-low, high))
  expect([heights.length, heights.slice(0, 39).every(height => height === 0), heights.slice(41).every(height => height > 50)])
    .toEqual([90, true, true])
})

it('shows the louder of two channels', async () => {
  const { points } = await peaksOf(await kit.make('right.wav', ['-f', 'lavfi', '-i', 'aevalsrc=exprs=\'0|0.9*sin(2*PI*500*t)\':d=0.3']))
  expect(points.every(([low, high]) => low < -110 && high > 110)).toBe(true)
})

it('has no points for a clip without sound, and for a sound without samples', async () => {
  expect((await peaksOf(await kit.clip('mute.mp4'))).points).toEqual([])
  expect((await peaksOf(await kit.tone('nothing.wav', { seconds: 0 }))).points).toEqual([])
})

it('needs no ffmpeg for a plain WAV, and reports that it does for other formats', async () => {
  const [plain, packed] = [await kit.tone('plain.wav'), await kit.tone('packed.flac')]
  const alone = async (path: string) => makePeaks(path, { ffmpeg: null, probe: await probe(path, kit) })
  expect(canMakePeaks(await probe(plain, kit), null)).toBe(true)
  expect(await alone(plain)).toEqual(await makePeaks(plain, { ffmpeg: kit.ffmpeg, probe: await probe(plain, kit) }))
  expect(canMakePeaks(await probe(packed, kit), null)).toBe(false)
  await expect(alone(packed)).rejects.toMatchObject({ name: 'UnreadableMediaError', reason: 'no-reader' })
})
