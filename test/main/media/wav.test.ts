/** WAV headers: our own are read back, and those of other programs are understood. */
import type { MediaKit } from '../../kit/media.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { wavHeader, wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { openWavWriter, readWavLayout } from '../../../src-main/media/wav.ts'
import { openMediaKit } from '../../kit/media.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

// Literals, not words and numbers.
const samples = [['int', 8], ['int', 16], ['int', 24], ['int', 32], ['float', 32], ['float', 64]] as const
const format = fc.record({
  sample: fc.constantFrom(...samples),
  sampleRate: fc.integer({ min: 1, max: 192_000 }),
  channels: fc.integer({ min: 1, max: 8 }),
})
  .map(({ sample: [encoding, bitsPerSample], ...rest }) => ({ encoding, bitsPerSample, ...rest }))

it('reads back every format it writes, frame for frame', async () => {
  await fc.assert(fc.asyncProperty(format, fc.integer({ min: 0, max: 300 }), async (wav, frames) => {
    const dataLength = frames * wav.channels * wav.bitsPerSample / 8
    const layout = await readWavLayout(Buffer.concat([wavHeader({ ...wav, dataLength }), Buffer.alloc(dataLength)]))
    expect(layout).toEqual({ ...wav, pcm: true, dataOffset: 44, dataLength, frames, isCutShort: false })
  }))
})

it('finds the samples after any chunks, whatever the sizes claim', async () => {
  const chunk = fc.tuple(fc.constantFrom('LIST', 'bext', 'junk', 'fact'), fc.uint8Array({ maxLength: 200 }))
  const someChunks = fc.array(chunk, { maxLength: 4 })
  const claims = fc.constantFrom(0, 0xFFFFFFFF, null)
  await fc.assert(fc.asyncProperty(someChunks, fc.integer({ min: 1, max: 50 }), claims, async (chunks, frames, claimed) => {
    const header = wavHeader({ encoding: 'int', bitsPerSample: 16, channels: 2, sampleRate: 24_000, dataLength: frames * 4 })
    header.writeUInt32LE(claimed ?? frames * 4, 40)
    const between = chunks.map(([id, body]) => {
      const head = Buffer.from(`${id}\0\0\0\0`, 'latin1')
      head.writeUInt32LE(body.length, 4)
      return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
    })
    const layout = await readWavLayout(Buffer.concat([header.subarray(0, 36), ...between, header.subarray(36), Buffer.alloc(frames * 4)]))
    expect(layout).toMatchObject({ frames, channels: 2, sampleRate: 24_000, isCutShort: false })
  }))
})

it('never reads past the end of a truncated file, and either reads it or reports it as unreadable', async () => {
  const whole = wavOfPcm16(Buffer.alloc(400), { sampleRate: 48_000, channels: 2 })
  await fc.assert(fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
    const answer = await readWavLayout(whole.subarray(0, length)).catch((error: unknown) => error)
    if (answer instanceof Error)
      expect(answer.name).toBe('UnreadableMediaError')
    else
      expect(answer).toMatchObject({ isCutShort: true, frames: Math.floor((length - 44) / 4) })
  }))
})

it('reads what ffmpeg writes, into a file and into a pipe', async () => {
  const args = ['-f', 'lavfi', '-i', 'sine=d=0.5:r=44100', '-c:a', 'pcm_s24le']
  await kit.make('file.wav', args)
  const piped = await kit.ffmpeg.run([...args, '-f', 'wav', 'pipe:1'])
  for (const source of [kit.file('file.wav'), piped.stdout]) {
    expect(await readWavLayout(source)).toMatchObject({
      pcm: true,
      bitsPerSample: 24,
      channels: 1,
      sampleRate: 44_100,
      frames: 22_050,
      isCutShort: false,
    })
  }
})

it('writes samples as they arrive, in a file that ffmpeg reads completely', async () => {
  const samples = Buffer.alloc(9600, 3)
  const writer = await openWavWriter(kit.file('written.wav'), { encoding: 'int', sampleRate: 48_000, channels: 1, bitsPerSample: 16 })
  await writer.write(samples.subarray(0, 4001))
  expect(await readWavLayout(kit.file('written.wav'))).toMatchObject({ frames: 2000 })
  await writer.write(samples.subarray(4001))
  await writer.close()
  expect(await readFile(kit.file('written.wav'))).toEqual(wavOfPcm16(samples, { sampleRate: 48_000, channels: 1 }))
  expect((await kit.ffmpeg.run(['-i', kit.file('written.wav'), '-f', 's16le', '-'])).stdout.equals(samples)).toBe(true)
})

const disk = mountSmallDisk(2 ** 20)
it(disk
  ? 'says so when the disk fills up in the middle of a write'
  : 'a disk that fills up in the middle of a write: not proven here, since mounting a small disk is not permitted', async () => {
  if (!disk)
    return
  onTestFinished(() => disk.remove())
  const format = { encoding: 'float', sampleRate: 48_000, channels: 2, bitsPerSample: 32 } as const
  const writer = await openWavWriter(join(disk.folder, 'mix.wav'), format)
  // The disk takes the first part of it.
  await expect(writer.write(new Uint8Array(2 ** 20 + 1))).rejects.toMatchObject({ code: 'ENOSPC' })
  await writer.close()
})

it('is as long as what is silent at its end, for those who read it already, and when it is closed', async () => {
  const path = kit.file('silent.wav')
  const writer = await openWavWriter(path, { encoding: 'int', sampleRate: 48_000, channels: 1, bitsPerSample: 16 })
  writer.skip(2000)
  await writer.write(Buffer.alloc(200, 3))
  writer.skip(3000)
  await writer.extend()
  expect(await readWavLayout(path)).toMatchObject({ frames: 2600 })
  writer.skip(400)
  await writer.close()
  const samples = Buffer.concat([Buffer.alloc(2000), Buffer.alloc(200, 3), Buffer.alloc(3400)])
  expect(await readFile(path)).toEqual(wavOfPcm16(samples, { sampleRate: 48_000, channels: 1 }))
})
