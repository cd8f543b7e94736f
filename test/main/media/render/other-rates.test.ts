/**
 * Shots of other frame rates than the sequence: what is shown and delivered are the same frames, and the sound keeps step.
 *
 * @module-tag wide
 */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { presetById } from '#rules/deliver/presets.ts'
import { framesWithin, sampleOfFrame, samplesOfSeconds } from '#rules/sequence/frames.ts'
import { matchAt } from '#rules/sequence/match-frame.ts'
import { freezeRender } from '../../../../src-main/deliver/render-plan.ts'
import { mediaPlanOf } from '../../../../src-main/media/plan/render-job.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { wantedOf } from '../../../../src-renderer/player/preview/wanted.ts'
import { decodedSound, openMediaKit } from '../../../kit/media.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, takeId, trackId } from '../../../kit/sequence.ts'
import { aTake, projectId, sequenceId } from '../../../seam/sequence/arbitrary.ts'

/** Grey of the first frame of a shot, and how much lighter each next one is. */
const [first, step] = [20, 7]
const clickAt = 0.4
const pal = { numerator: 25, denominator: 1 }
const thirty = { numerator: 30, denominator: 1 }
const film = { numerator: 24, denominator: 1 }
const ntscFilm = { numerator: 24_000, denominator: 1001 }
let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const written = ({ numerator, denominator }: FrameRate): string => `${numerator}/${denominator}`
/** A second, whose frames are told by their grey, with a click. */
async function shot(rate: FrameRate): Promise<string> {
  return kit.make(`shot-${rate.numerator}.mov`, [
    ...['-f', 'lavfi', '-i', `color=c=black:s=64x36:r=${written(rate)},format=yuv420p,geq=lum='${first}+${step}*N':cb=128:cr=128`],
    ...['-f', 'lavfi', '-i', `aevalsrc='if(between(t,${clickAt},${clickAt + 0.004}),0.9,0)':s=48000`],
    ...['-t', '1', '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '1', '-bf', '0', '-c:a', 'pcm_s16le'],
  ])
}

/** Of each frame as it is encoded: ffmpeg 9 makes greys of it that are off by a third of a step. */
async function lumaOf(path: string): Promise<number[]> {
  const planes = ['-vf', 'extractplanes=y,crop=1:1', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-']
  return [...(await kit.ffmpeg.run(['-i', path, '-map', '0:v:0', ...planes])).stdout]
}

interface Placed { readonly source: FrameRate, readonly start: number, readonly length: number, readonly in: number }

it.each<[string, FrameRate, Placed[]]>([
  ['24 and 30 in 25', pal, [{ source: film, start: 0, length: 20, in: 3 }, { source: thirty, start: 20, length: 18, in: 2 }]],
  ['23.976 in 30', thirty, [{ source: ntscFilm, start: 5, length: 22, in: 4 }]],
])('%s', async (_, rate, placed) => {
  const paths = await Promise.all(placed.map(({ source }) => shot(source)))
  const takes = placed.map(({ source }, at) => aTake(at + 1, {
    id: takeId(at + 1),
    medium: 'video',
    asset: {
      ...{ durationSeconds: 1, width: 64, height: 36, channels: 1, sampleRate: 48_000 },
      framesPerSecond: source.numerator / source.denominator,
    },
  }))
  const shared = (at: number) => ({ takeId: takeId(at + 1) })
  const document = {
    ...documentOf(
      pictureTrack(1, placed.map(({ start, length, in: from }, at) =>
        picture(10 + at, start, length, { ...shared(at), in: from, sourceLength: framesWithin(1, rate) }))),
      soundTrack(2, placed.map(({ start, length, in: from }, at) => ({
        ...sound(20 + at, 0, 1, { ...shared(at), in: sampleOfFrame(from, rate), sourceLength: samplesOfSeconds(1) }),
        start: sampleOfFrame(start, rate),
        length: sampleOfFrame(start + length, rate) - sampleOfFrame(start, rate),
      }))),
    ),
    rate,
  }
  const plan = freezeRender({
    sequence: { ...document, id: sequenceId, projectId, revision: 1, changedAt: 0 },
    takes,
    pathOf: take => paths[takes.indexOf(take)]!,
    preset: { ...presetById('landscape-720')!, loudness: null },
    captionMode: 'none',
    madeAt: 0,
  })
  const path = kit.file(`film-${rate.numerator}-${placed.length}.mp4`)
  const files = { assPath: null, tracks: [], fontsDir: null }
  await renderPlan({ ...mediaPlanOf(plan, files), width: 64, height: 36 }, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })

  const shown = (await lumaOf(path)).map(luma => Math.round((luma - first) / step))
  const seconds = (frame: number): number => frame * rate.denominator / rate.numerator
  const expected = placed.flatMap(({ source, start, length, in: from }) => Array.from({ length }, (_, at) => ({
    frame: start + at,
    // The one that is on show in the middle of the frame; where it comes just then, that one.
    number: Math.floor((seconds(from + at + 0.5) + 0.001) * source.numerator / source.denominator),
  })))
  expect(expected.map(({ frame }) => shown[frame])).toEqual(expected.map(({ number }) => number))
  // The preview asks each file for the same moments, and so does its player when a frame is matched.
  const numberAt = (moment: number, { source }: Placed): number => Math.floor(moment * source.numerator / source.denominator)
  for (const { frame, number } of expected) {
    const at = placed.findLastIndex(({ start }) => start <= frame)
    const clip = document.tracks[trackId(1)]!.clips[clipId(10 + at)] as PictureClip // a track of pictures
    const wanted = wantedOf(clip, frame - clip.start, 0, { frameRate: rate, rate: 0, canvas: { width: 64, height: 36 } })
    expect(numberAt(wanted.seconds, placed[at]!)).toBe(number)
    expect(numberAt(matchAt(document, frame, new Set())!.moment.seconds, placed[at]!)).toBe(number)
  }

  const [left] = await decodedSound(kit.ffmpeg, path)
  const peak = left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  for (const { start, in: from } of placed) {
    const at = Math.round((seconds(start - from) + clickAt) * 48_000)
    const near = left.subarray(at - 4800, at + 4800).findIndex(sample => Math.abs(sample) > peak / 2)
    expect(near - 4800, 'the click is within 5 ms of its place').toBeGreaterThan(-240)
    expect(near - 4800).toBeLessThan(240)
  }
})
