/** A recording as the browser wrote it becomes a WAV in which every sample is where it was heard. */
import { Buffer } from 'node:buffer'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findGaps } from '../../../../src-main/media/recording/recording-gaps.ts'
import { recordingToWav } from '../../../../src-main/media/recording/recording-to-wav.ts'
import { createWebmReader } from '../../../../src-main/media/recording/webm-sound.ts'
import { readWavLayout } from '../../../../src-main/media/wav.ts'
import { findFfmpeg } from '../../../kit/ffmpeg.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { webmSlices } from '../../../kit/webm.ts'

/** A click of 1 ms every tenth of a second, over silence or not. */
function clicks(seconds: number, sampleRate = 48_000, floor = 0): Float32Array {
  return Float32Array.from({ length: seconds * sampleRate }, (_, at) => at % (sampleRate / 10) < sampleRate / 1000 ? 0.5 : floor)
}

/** Where each click begins, in samples per channel. */
function onsets(samples: Int16Array, channels = 1): number[] {
  const found: number[] = []
  for (let at = 0; at < samples.length / channels; at++) {
    if (Math.abs(samples[at * channels] ?? 0) > 4000 && at - (found.at(-1) ?? -4000) > 2000)
      found.push(at)
  }
  return found
}

async function convert(recorded: Buffer, { withFfmpeg = false } = {}) {
  const folder = await makeFolder()
  await writeFile(join(folder, 'take.webm'), recorded)
  const said = await recordingToWav(join(folder, 'take.webm'), join(folder, 'take.wav'), { ffmpeg: withFfmpeg ? await findFfmpeg() : null })
  const layout = await readWavLayout(join(folder, 'take.wav'))
  const bytes = await readFile(join(folder, 'take.wav'))
  const samples = new Int16Array(new Uint8Array(bytes.subarray(layout.dataOffset, layout.dataOffset + layout.dataLength)).buffer)
  return { ...said, layout, samples }
}

describe('the reader', () => {
  const slices = webmSlices({ samples: clicks(1.5), channels: 1 })
  const whole = Buffer.concat(slices)
  const all = createWebmReader().read(whole)

  it('finds the same blocks however the file is cut into pieces', () => {
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 40 }), (lengths) => {
      const reader = createWebmReader()
      const blocks = []
      let at = 0
      for (const length of [...lengths, whole.length]) {
        blocks.push(...reader.read(whole.subarray(at, at + length)))
        at += length
      }
      expect(blocks).toEqual(all)
      expect(reader.format).toEqual({ codec: 'A_PCM/FLOAT/IEEE', sampleRate: 48_000, channels: 1, bitsPerSample: 32 })
    }), { numRuns: 40 })
    expect(all.map(block => block.atMs)).toEqual(Array.from({ length: 150 }, (_, block) => block * 10))
  })

  it('keeps every whole block of a file that ends anywhere, and reads nonsense without an error', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: whole.length }), fc.uint8Array({ maxLength: 40 }), (end, noise) => {
      const before = all.filter(block => block.endByte <= end)
      const found = createWebmReader().read(Buffer.concat([whole.subarray(0, end), noise]))
      expect(found.slice(0, before.length)).toEqual(before)
    }), { numRuns: 100 })
  })
})

describe('gaps', () => {
  const anyLost = fc.uniqueArray(fc.integer({ min: 30, max: 270 }), { maxLength: 12 })

  it('are exactly where blocks were lost, whatever single stamps say', () => {
    fc.assert(fc.property(anyLost, fc.array(fc.constantFrom(0, 0, 12, -12), { minLength: 50, maxLength: 50 }), (lost, jitter) => {
      const there = Array.from({ length: 300 }, (_, block) => block).filter(block => !lost.includes(block))
      // A stamp that is wrong at the very place of a gap moves it by a block; that is another law.
      const isBeside = (block: number) => [-2, -1, 0, 1, 2].some(by => lost.includes(block + by))
      const isRight = (block: number) => block < 6 || block % 6 > 0 || isBeside(block)
      const blocks = there.map(block => ({ atMs: block * 10 + (isRight(block) ? 0 : jitter[block / 6] ?? 0), frames: 480 }))
      const filled = [...findGaps(blocks, 48_000).values()].reduce((sum, frames) => sum + frames, 0)
      expect(filled).toBe(lost.length * 480)
    }), { numRuns: 100 })
  })

  it('are none where a device merely runs slower than the clock', () => {
    // 300 ppm over ten minutes: 180 ms.
    const blocks = Array.from({ length: 60_000 }, (_, block) => ({ atMs: Math.floor(block * 10.003), frames: 480 }))
    expect(findGaps(blocks, 48_000).size).toBe(0)
  })

  it('are not filled for hours when the machine slept', () => {
    const blocks = Array.from({ length: 200 }, (_, block) => ({ atMs: block * 10 + (block < 100 ? 0 : 7_200_000), frames: 480 }))
    expect([...findGaps(blocks, 48_000)]).toEqual([[100, 960_000]])
  })
})

describe('the WAV', () => {
  it('has every sample at its place: clicks a tenth of a second apart stay so, though blocks were lost between them', async () => {
    const recorded = Buffer.concat(webmSlices({ samples: clicks(3), lost: block => block === 53 || (block >= 124 && block < 129) }))
    const { samples, layout, filledSeconds, ends } = await convert(recorded)
    expect(onsets(samples)).toEqual(Array.from({ length: 30 }, (_, click) => click * 4800))
    expect(layout).toMatchObject({ sampleRate: 48_000, channels: 1, bitsPerSample: 16, frames: 144_000, isCutShort: false })
    expect(filledSeconds).toBeCloseTo(0.06, 6)
    expect(ends.at(-1)).toEqual({ endByte: recorded.length, seconds: 3 })
  })

  it('keeps what there is of a file that was cut off', async () => {
    const recorded = Buffer.concat(webmSlices({ samples: clicks(2) }))
    const { layout } = await convert(recorded.subarray(0, recorded.length - 700))
    expect(layout.frames).toBe(96_000 - 480)
  })

  it('is resampled to 48 kHz, and keeps a device\'s own rate without ffmpeg', async () => {
    const recorded = Buffer.concat(webmSlices({ samples: clicks(2, 44_100), sampleRate: 44_100 }))
    const resampled = await convert(recorded, { withFfmpeg: true })
    expect(resampled.layout).toMatchObject({ sampleRate: 48_000, channels: 1, bitsPerSample: 16, frames: 96_000 })
    for (const [click, at] of onsets(resampled.samples).entries())
      expect(Math.abs(at - click * 4800)).toBeLessThan(8)
    expect((await convert(recorded)).layout).toMatchObject({ sampleRate: 44_100, frames: 88_200 })
  })

  it.each([
    ['two channels that are the same', (left: number) => left, 1],
    ['one of two channels that is silent', () => 0, 1],
    ['two different channels', (left: number) => left * 0.5, 2],
  ])('of %s has the channels that are needed', async (_, right, channels) => {
    const samples = Float32Array.from([...clicks(1, 48_000, 0.01)].flatMap(left => [left, right(left)]))
    const { layout, samples: written } = await convert(Buffer.concat(webmSlices({ samples, channels: 2 })))
    expect(layout.channels).toBe(channels)
    expect(onsets(written, channels)).toHaveLength(10)
  })

  it('is not written when nothing was recorded', async () => {
    for (const nothing of [Buffer.alloc(0), Buffer.from('no webm at all'), Buffer.concat(webmSlices({ samples: new Float32Array() }))])
      await expect(convert(nothing)).rejects.toMatchObject({ name: 'UnreadableMediaError', reason: 'empty' })
  })
})
