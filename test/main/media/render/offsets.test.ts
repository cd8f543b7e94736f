import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeShotRenditions } from '../../../../src-main/media/preview/proxy.ts'
import { probe } from '../../../../src-main/media/probe/probe.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { decodeToSpeechWav, decodeToWav48k } from '../../../../src-main/media/sound/decode.ts'
import { makePeaks, pointsOfPeaks } from '../../../../src-main/media/sound/peaks.ts'
import { beeps, beepsIn, beepsOfFile } from '../../../kit/coming-in.ts'
import { makeFolder } from '../../../kit/folder.ts'
/** Sound and picture of one file keep their distance, whichever begins later and whatever container it is. */
import { spread } from '../../../kit/how-long.ts'
import { greyFrames, openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding, soundFromSamples } from '../../../kit/plain-plan.ts'

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

async function delivered(path: string): Promise<{ beeps: number[], whiteAt: number }> {
  const out = kit.file('delivered.mp4')
  await renderPlan({
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: 100, background: '#000000' },
    ...fromSingle([{ path, medium: 'video', startFrame: 0, frames: 100, inFrame: 0, fit: 'contain', pushIn: null }]),
    sounds: [soundFromSamples({ path, startSample: 0, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 })],
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    loudness: null,
    encoding: onlyEncoding({ width: 64, height: 48 }),
    chapters: [],
    metadata: {},
  }, out, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const frames = await greyFrames(kit.ffmpeg, out)
  return {
    beeps: await beepsOfFile(kit.ffmpeg, out, kit.file('delivered.wav')),
    whiteAt: frames.findIndex(frame => (frame[0] ?? 0) > 128) / 25,
  }
}

/** Encoders put some silence before a sound, and a picture waits for the next frame of the film. */
const near = (seconds: number): unknown => expect.closeTo(seconds, 1)

describe.each(spread(containers, 4))('%s', (extension, codecs) => {
  it('keeps a sound that begins 0.7 s after the picture', async () => {
    const made = await delivered(await make(extension, codecs, { sound: 0.7 }))
    expect(made.beeps.slice(0, 3)).toEqual([0.7, 1.7, 2.7].map(at => near(at)))
    expect(made.whiteAt).toEqual(near(1))
  })

  it('keeps a picture that begins 0.7 s after the sound', async () => {
    const made = await delivered(await make(extension, codecs, { picture: 0.7 }))
    expect(made.beeps.slice(0, 3)).toEqual([0, 1, 2].map(at => near(at)))
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

it.each(['ts', 'm2ts', 'mpg'])('shows the right picture of a %s from the middle of a long group of pictures', async (extension) => {
  const codecs = extension === 'mpg'
    ? ['-c:v', 'mpeg2video', '-g', '100', '-c:a', 'mp2']
    : ['-c:v', 'libx264', '-g', '100', '-sc_threshold', '0', '-c:a', 'ac3']
  const path = await kit.make(`long-group.${extension}`, [
    ...['-f', 'lavfi', '-i', 'color=black:s=64x48:r=25:d=3[a];color=white:s=64x48:r=25:d=3[b];[a][b]concat=n=2', ...beeps(6)],
    ...['-map', '0:v', '-map', '1:a', '-pix_fmt', 'yuv420p', ...codecs],
  ])
  const out = kit.file('middle.mp4')
  await renderPlan({
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: 60, background: '#000000' },
    ...fromSingle([{ path, medium: 'video', startFrame: 0, frames: 60, inFrame: 60, fit: 'contain', pushIn: null }]),
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    ...{ encoding: onlyEncoding({ width: 64, height: 48 }), chapters: [], metadata: {} },
  }, out, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const white = (await greyFrames(kit.ffmpeg, out)).findIndex(frame => (frame[0] ?? 0) > 128)
  // Blends of MPEG-2 take a frame.
  expect(Math.abs(white - 15)).toBeLessThanOrEqual(1)
})
