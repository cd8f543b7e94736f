/**
 * Posters, loudness, and decoding to WAV.
 *
 * @module-tag all
 */
import type { MediaKit } from '../../../kit/media.ts'
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePoster } from '../../../../src-main/media/preview/poster.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { decodeAllToWav48k, decodeToWav48k } from '../../../../src-main/media/sound/decode.ts'
import { measureIntegrated, measureLoudness } from '../../../../src-main/media/sound/loudness.ts'
import { readStereo } from '../../../../src-main/media/sound/samples.ts'
import { readWavLayout } from '../../../../src-main/media/wav.ts'
import { decodedSound, greyFrames, openMediaKit, peakDb } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

describe('a poster', () => {
  async function posterOf(path: string): Promise<string> {
    const poster = `${path}.poster.jpg`
    await makePoster(path, poster, { ffmpeg: kit.ffmpeg, probe: await probe(path, kit) })
    return poster
  }

  it.each([[1600, 400, 640, 160], [300, 900, 213, 640], [100, 60, 100, 60]])('of a picture of %i×%i is %i×%i', async (
    width,
    height,
    posterWidth,
    posterHeight,
  ) => {
    const poster = await posterOf(await kit.picture(`p-${width}.png`, { width, height }))
    expect(await probe(poster, kit)).toMatchObject({ mime: 'image/jpeg', width: posterWidth, height: posterHeight })
  })

  it.each([
    ['rgb24', 1],
    ['pal8', 1],
    ['gray', 1],
    // One asks whether there is an alpha channel, one whether it is opaque.
    ['rgba', 3],
    ['ya8', 3],
  ])('of a PNG in %s takes %i starts of ffmpeg', async (form, starts) => {
    const path = kit.file(`${form}.png`)
    await kit.make(`${form}.png`, ['-f', 'lavfi', '-i', `testsrc=s=64x48,format=${form}`, '-frames:v', '1', '-update', '1'])
    let runs = 0
    const ffmpeg: typeof kit.ffmpeg = {
      ...kit.ffmpeg,
      run(...asked) {
        runs += 1
        return kit.ffmpeg.run(...asked)
      },
    }
    await makePoster(path, `${path}.poster.jpg`, { ffmpeg, probe: await probe(path, kit) })
    expect(runs).toBe(starts)
  })

  it('of a clip shows a frame from inside, not the black it begins with', async () => {
    const clip = await kit.clip('from-black.mp4', {
      seconds: 2,
      source: 'color=black:s=64x48:r=25:d=0.5[a];color=white:s=64x48:r=25:d=1.5[b];[a][b]concat=n=2',
    })
    expect((await greyFrames(kit.ffmpeg, await posterOf(clip)))[0]?.[0]).toBeGreaterThan(200)
  })

  it('is upright when the camera was turned', async () => {
    await kit.make(
      'flat.jpg',
      ['-f', 'lavfi', '-i', 'color=black:s=64x48[a];color=white:s=64x48[b];[a][b]hstack', '-frames:v', '1', '-update', '1'],
    )
    // EXIF orientation 6: the camera's right side is down, so what was left is up.
    const exif = Buffer.from('FFE100224578696600004D4D002A000000080001011200030000000100060000000000000000', 'hex').subarray(0, 36)
    const flat = await readFile(kit.file('flat.jpg'))
    await writeFile(kit.file('turned.jpg'), Buffer.concat([flat.subarray(0, 2), exif, flat.subarray(2)]))
    expect(await probe(kit.file('turned.jpg'), kit)).toMatchObject({ width: 48, height: 128 })
    const poster = await posterOf(kit.file('turned.jpg'))
    expect(await probe(poster, kit)).toMatchObject({ width: 48, height: 128 })
    const [topLeft, , bottomLeft] = (await greyFrames(kit.ffmpeg, poster))[0] ?? []
    expect([(topLeft ?? 0) < 60, (bottomLeft ?? 0) > 200]).toEqual([true, true])
  })

  it('has a unique partial file: an ffmpeg of a killed studio may still be writing to its own', async () => {
    const picture = await kit.picture('shared.png')
    await writeFile(`${picture}.poster.jpg.part`, 'still being written')
    await posterOf(picture)
    expect(await readFile(`${picture}.poster.jpg.part`, 'utf8')).toBe('still being written')
    await rm(`${picture}.poster.jpg.part`)
  })

  it('of a sound is refused, and leaves nothing', async () => {
    await expect(posterOf(await kit.tone('tone.mp3'))).rejects.toMatchObject({ name: 'UnreadableMediaError' })
    expect((await readdir(kit.folder)).filter(name => name.includes('.part') || name.includes('tone.mp3.poster'))).toEqual([])
  })
})

describe('loudness', () => {
  // EBU Tech 3341 case 1: a stereo 1 kHz sine at −23 dBFS measures −23 LUFS.
  it.each([1, 2] as const)('of a tone at −23 dBFS is −23 LUFS, measured over %i channel(s)', async (channels) => {
    const path = await kit.tone(`tone-${channels}.wav`, { channels, frequency: 1000, level: 10 ** (-23 / 20), seconds: 3 })
    const loudness = await measureLoudness(path, kit)
    expect(await measureIntegrated(path, kit), 'the same without peaks').toBe(loudness.integratedLufs)
    expect(loudness.integratedLufs).toBeCloseTo(-23, 0)
    expect(loudness.truePeakDbtp).toBeCloseTo(-23, 0)
  })

  it('of silence is null', async () => {
    const path = await kit.tone('silence.wav', { level: 0 })
    expect(await measureLoudness(path, kit)).toMatchObject({ integratedLufs: null, truePeakDbtp: null })
    expect(await measureIntegrated(path, kit)).toBeNull()
  })
})

async function readStereoWav(path: string): Promise<Float32Array> {
  const layout = await readWavLayout(path)
  const file = await open(path)
  try {
    return await readStereo(file, layout, { first: 0, count: layout.frames })
  }
  finally {
    await file.close()
  }
}

describe('the working form of sound', () => {
  it.each([
    ['mono at 24 kHz', { channels: 1, sampleRate: 24_000 }, 'wav'],
    ['stereo mp3 at 44.1 kHz', { channels: 2, sampleRate: 44_100 }, 'mp3'],
    ['mono m4a', { channels: 1, sampleRate: 48_000 }, 'm4a'],
  ] as const)('of %s is 48 kHz stereo at the same level', async (name, tone, extension) => {
    const path = kit.file(`${name}.48k`)
    const source = await kit.tone(`${name}.${extension}`, { ...tone, level: 0.5, seconds: 2 })
    await decodeToWav48k(source, path, kit)
    const layout = await readWavLayout(path)
    expect(layout).toMatchObject({ encoding: 'int', bitsPerSample: 16, sampleRate: 48_000, channels: 2 })
    expect(Math.abs(layout.frames / 48_000 - 2)).toBeLessThan(0.06)
    const [left, right] = await decodedSound(kit.ffmpeg, path)
    // AAC at a low rate moves a peak by decibels, more or less with another ffmpeg: what was encoded is what counts.
    const { stdout } = await kit.ffmpeg.run(['-i', source, '-ar', '48000', '-f', 'f32le', '-'])
    const { channels } = tone
    const own = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
      .subarray(24_000 * channels, 72_000 * channels)
    expect(peakDb(left.subarray(24_000, 72_000))).toBeCloseTo(peakDb(own), 1)
    expect(peakDb(right.subarray(24_000, 72_000))).toBeCloseTo(peakDb(own), 1)
  })

  it('of a clip without sound is an error, and leaves nothing', async () => {
    await expect(decodeToWav48k(await kit.clip('mute.mp4'), kit.file('none.48k'), kit)).rejects.toMatchObject({ name: 'FfmpegError' })
    expect((await readdir(kit.folder)).filter(name => name.startsWith('none'))).toEqual([])
  })

  it('of several files at once is the same as of each, and says which one is wrong', async () => {
    const paths = await Promise.all([
      kit.tone('line.wav', { channels: 1, sampleRate: 24_000 }),
      kit.tone('music.flac', { sampleRate: 44_100 }),
      kit.tone('line.mp3', { channels: 1 }),
      kit.clip('film.mp4', { withSound: true }),
    ])
    const files = paths.map((path, at) => ({ path, outPath: kit.file(`together-${at}.wav`) }))
    await decodeAllToWav48k(files, kit)
    for (const [at, { path, outPath }] of files.entries()) {
      const alone = kit.file(`alone-${at}.wav`)
      await decodeToWav48k(path, alone, { ...kit, samples: 'float' })
      const { channels } = await readWavLayout(outPath)
      expect(channels, 'mono stays mono').toBe(at % 2 === 0 ? 1 : 2)
      expect(await readStereoWav(outPath)).toEqual(await readStereoWav(alone))
    }
    const mute = { path: await kit.clip('mute.mp4'), outPath: kit.file('mute.wav') }
    await expect(decodeAllToWav48k([...files, mute], kit)).rejects.toMatchObject({ name: 'FfmpegError' })
    expect((await readdir(kit.folder)).filter(name => name.endsWith('.part'))).toEqual([])
  })
})
