/**
 * A film that was planned for other machines is the studio's own, to the last byte: with its mark, and its peaks held as often as it takes.
 *
 * @module-tag wide
 */
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writePlanFolder } from '../../../../src-main/media/render/plan-folder.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { encodingRoomDb } from '../../../../src-main/media/sound/master.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding, soundFromSamples } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 64, height: 36 }
const run = promisify(execFile)

it('is the same file', async () => {
  const shot = await kit.clip('shot.mp4', { ...size, args: ['-c:v', 'libx264', '-preset', 'ultrafast'] })
  // Clicks, which encoding lifts over the limit.
  const clicks = 'if(lt(mod(t,0.25),0.001),0.85,0.02*sin(1400*t))'
  const sound = await kit.make('clicks.wav', ['-f', 'lavfi', '-i', `aevalsrc=exprs='${clicks}|${clicks}':s=48000:d=1`])
  const plan: RenderPlan = {
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: 25, background: '#000000' },
    ...fromSingle([{ path: shot, medium: 'video', startFrame: 0, frames: 25, inFrame: 0, fit: 'contain', pushIn: null }]),
    sounds: [soundFromSamples({ path: sound, startSample: 0, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 })],
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    ...{ encoding: onlyEncoding(size), chapters: [], loudness: { targetLufs: -16, truePeakDbtp: -1 }, metadata: { title: 'It\'s "A"' } },
    mark: { sourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia', note: 'AI-generated', title: 'A' },
  }
  const own = kit.file('own.mp4')
  await renderPlan(plan, own, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const folder = kit.file('plan')
  await mkdir(folder)
  await writePlanFolder(plan, folder, { ffmpeg: kit.ffmpeg, signal: new AbortController().signal })
  await run('sh', ['-c', 'sh -e commands.txt && sh join.sh'], { cwd: folder, env: { PATH: process.env.PATH, FFMPEG_BIN: kit.ffmpeg.path } })
  const planned = join(folder, 'film.mp4')
  expect((await readFile(planned)).equals(await readFile(own))).toBe(true)

  const { stdout } = await run('exiftool', ['-j', '-XMP:DigitalSourceType', planned])
  expect(JSON.parse(stdout)).toMatchObject([{ DigitalSourceType: plan.mark?.sourceType }])
  // More than the usual room was left: one try would not have done.
  const limit = Number(/alimiter=limit=([\d.]+)/.exec(await readFile(join(folder, 'jobs', '2-sound.sh'), 'utf8'))?.[1])
  expect(20 * Math.log10(limit)).toBeLessThan(-1 - encodingRoomDb - 0.05)
})
