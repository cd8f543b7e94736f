import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeShotRenditions } from '../../../../src-main/media/preview/proxy.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { decodeToSpeechWav, decodeToWav48k } from '../../../../src-main/media/sound/decode.ts'
import { makePeaks, pointsOfPeaks } from '../../../../src-main/media/sound/peaks.ts'
import { beeps, beepsIn, beepsOfFile } from '../../../kit/coming-in.ts'
import { makeFolder } from '../../../kit/folder.ts'
/**
 * Sound and picture of one file keep their distance, whichever begins later and whatever container it is.
 *
 * @module-tag all
 */
import { spread } from '../../../kit/how-long.ts'
import { greyFrames, openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding, silentEncoding, soundFromSamples } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** Black, and white from 1 s to 2 s; so that both the sound and the picture can be found. */
const film = 'color=black:s=64x48:r=25:d=1[a];color=white:s=64x48:r=25:d=1[b];color=black:s=64x48:r=25:d=1[c];[a][b][c]concat=n=3'
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac']
const mpeg2 = ['-c:v', 'mpeg2video', '-g', '12', '-c:a', 'mp2']
const containers: readonly (readonly [name: string, codecs: readonly string[]])[] = [
  ['ts', h264],
  ['m2ts', ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'ac3']],
  ['mpg', mpeg2],
  ['vob', mpeg2],
  ['ogv', ['-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ['mkv', h264],
  ['mp4', h264],
  ['mov', h264],
]

async function make(extension: string, codecs: readonly string[], lateBy: { sound?: number, picture?: number }): Promise<string> {
  const name = `late-${lateBy.sound ?? 0}-${lateBy.picture ?? 0}.${extension}`
  return kit.make(name, [
    ...['-itsoffset', String(lateBy.picture ?? 0), '-f', 'lavfi', '-i', film],
    ...['-itsoffset', String(lateBy.sound ?? 0), ...beeps(3), '-map', '0:v', '-map', '1:a', '-pix_fmt', 'yuv420p', ...codecs],
    ...extension === 'vob' ? ['-f', 'vob'] : [],
  ])
}

const part = 100

/** What is heard and seen of each file, four seconds of each, from its beginning; all are delivered as one film. */
async function delivered(paths: readonly string[]): Promise<{ beeps: number[], whiteAt: number }[]> {
  const out = kit.file('delivered.mp4')
  const samples = part * 1920
  await renderPlan({
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: paths.length * part, background: '#000000' },
    ...fromSingle(paths.map((path, at) =>
      ({ path, medium: 'video', startFrame: at * part, frames: part, inFrame: 0, fit: 'contain', pushIn: null }))),
    sounds: paths.map((path, at) =>
      soundFromSamples({ path, startSample: at * samples, samples, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 })),
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    loudness: null,
    encoding: onlyEncoding({ width: 64, height: 48 }),
    chapters: [],
    metadata: {},
  }, out, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const frames = await greyFrames(kit.ffmpeg, out)
  expect(frames).toHaveLength(paths.length * part)
  const beeps = await beepsOfFile(kit.ffmpeg, out, kit.file('delivered.wav'))
  return paths.map((_, at) => {
    // A beep at the very beginning may come a packet early.
    const from = at * part / 25 - 0.05
    return {
      beeps: beeps.filter(beep => beep >= from && beep < from + part / 25).map(beep => beep - at * part / 25),
      whiteAt: frames.slice(at * part, (at + 1) * part).findIndex(frame => (frame[0] ?? 0) > 128) / 25,
    }
  })
}

/** Encoders put some silence before a sound, and a picture waits for the next frame of the film. */
const near = (seconds: number): unknown => expect.closeTo(seconds, 1)

describe('delivered', () => {
  const tried = spread(containers, 4)
  let late: { beeps: number[], whiteAt: number }[]
  beforeAll(async () => {
    const files = await Promise.all(tried.flatMap(([extension, codecs]) =>
      [{ sound: 0.7 }, { picture: 0.7 }].map(lateBy => make(extension, codecs, lateBy))))
    late = await delivered(files)
  })

  it.each(tried.map(([extension], at) => [extension, at] as const))('%s keeps a sound that begins 0.7 s after the picture', (_, at) => {
    const made = late[at * 2]!
    expect(made.beeps.slice(0, 3)).toEqual([0.7, 1.7, 2.7].map(each => near(each)))
    expect(made.whiteAt).toEqual(near(1))
  })

  it.each(tried.map(([extension], at) => [extension, at] as const))('%s keeps a picture that begins 0.7 s after the sound', (_, at) => {
    const made = late[at * 2 + 1]!
    expect(made.beeps.slice(0, 3)).toEqual([0, 1, 2].map(each => near(each)))
    expect(made.whiteAt - (made.beeps[0] ?? 0)).toEqual(near(1.72))
  })
})

it.each(['ts', 'mpg'])('waveform, preview and transcription of a %s hear the late sound where the delivery does', async (extension) => {
  const path = await make(extension, extension === 'ts' ? h264 : mpeg2, { sound: 0.7 })
  const probed = await probe(path, kit)
  const folder = await makeFolder()
  await makeShotRenditions(path, folder, { ffmpeg: kit.ffmpeg, probe: probed })
  await decodeToWav48k(path, kit.file('mix.wav'), kit)
  await decodeToSpeechWav(path, kit.file('speech.wav'), kit)
  const speech = await beepsOfFile(kit.ffmpeg, kit.file('speech.wav'), kit.file('speech-48.wav'))
  const points = pointsOfPeaks(Buffer.from(await makePeaks(path, { ffmpeg: kit.ffmpeg, probe: probed })))
  const [mix, preview] = [await beepsIn(kit.file('mix.wav')), await beepsIn(`${folder}/sound.wav`)]
  expect(preview).toEqual(mix)
  expect([mix[0], speech[0], points.findIndex(point => Math.abs(point) > 16) / 200]).toEqual([near(0.7), near(0.7), near(0.7)])
})

it('shows the right picture of a ts, m2ts and mpg from the middle of a long group of pictures', async () => {
  const paths = await Promise.all(['ts', 'm2ts', 'mpg'].map(async (extension) => {
    const codecs = extension === 'mpg'
      ? ['-c:v', 'mpeg2video', '-g', '100', '-c:a', 'mp2']
      : ['-c:v', 'libx264', '-g', '100', '-sc_threshold', '0', '-c:a', 'ac3']
    return kit.make(`long-group.${extension}`, [
      ...['-f', 'lavfi', '-i', 'color=black:s=64x48:r=25:d=3[a];color=white:s=64x48:r=25:d=3[b];[a][b]concat=n=2', ...beeps(6)],
      ...['-map', '0:v', '-map', '1:a', '-pix_fmt', 'yuv420p', ...codecs],
    ])
  }))
  const out = kit.file('middle.mp4')
  await renderPlan({
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: paths.length * 60, background: '#000000' },
    ...fromSingle(paths.map((path, at) =>
      ({ path, medium: 'video', startFrame: at * 60, frames: 60, inFrame: 60, fit: 'contain', pushIn: null }))),
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    ...{ encoding: silentEncoding({ width: 64, height: 48 }), chapters: [], metadata: {} },
  }, out, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const frames = await greyFrames(kit.ffmpeg, out)
  expect(frames).toHaveLength(paths.length * 60)
  for (const [at, path] of paths.entries()) {
    const white = frames.slice(at * 60, (at + 1) * 60).findIndex(frame => (frame[0] ?? 0) > 128)
    // Blends of MPEG-2 take a frame.
    expect(Math.abs(white - 15), path).toBeLessThanOrEqual(1)
  }
})
