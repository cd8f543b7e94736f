/**
 * A file that cannot be decoded is named before a render, and by the render that fails of it.
 *
 * @module-tag wide
 */
import type { MediaKit } from '../../kit/media.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrokenFinder } from '../../../src-main/deliver/broken-takes.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { openComingIn } from '../../kit/coming-in.ts'
import { openMediaKit } from '../../kit/media.ts'
import { fromSingle, onlyEncoding, soundFromSamples } from '../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

/** As earlier versions filed it: a picture that no ffmpeg before 8 decodes. */
async function filedWebp() {
  const library = await openComingIn()
  const film = await library.bring(await kit.make('moves.webp', ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1', '-c:v', 'libwebp_anim']))
  const [webp] = await library.takes.find(film.sourceTakeIds)
  return { ...library, film, webp: webp! }
}

it('is found among takes without a poster or a waveform, and only there', async () => {
  const { assets, bring, film, webp } = await filedWebp()
  const broken = createBrokenFinder(take => assets.pathOf(take.asset))
  const sound = await bring(await kit.tone('good.mp3'))
  const found = await broken([film, webp, sound], kit.ffmpeg)
  expect([[...found.pictures], [...found.sounds]]).toEqual([[webp.id], []])
  const unheard = { ...sound, asset: { ...sound.asset, hasPeaks: false } }
  expect((await broken([unheard], kit.ffmpeg)).sounds.size).toBe(0)
  await writeFile(assets.pathOf(sound.asset), (await readFile(assets.pathOf(sound.asset))).fill(0x11, 200))
  const [damaged] = [{ ...unheard, asset: { ...unheard.asset, hasPoster: true } }]
  expect([...(await broken([damaged], kit.ffmpeg)).sounds]).toEqual([sound.id])
  expect(await broken([webp], null)).toEqual({ pictures: new Set(), sounds: new Set() })
})

it.each(['picture', 'sound'] as const)('is named by a render of whose files one %s fails', async (what) => {
  const { assets, webp } = await filedWebp()
  const good = await kit.picture('good.png')
  const silent = await kit.clip('silent.mp4')
  const path = what === 'picture' ? assets.pathOf(webp.asset) : silent
  const seen = (file: string, startFrame: number) =>
    ({ path: file, medium: 'picture' as const, startFrame, frames: 5, inFrame: 0, fit: 'contain' as const, pushIn: null })
  const heard = { startSample: 0, samples: null, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 }
  const rendering = renderPlan({
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: 15, background: '#000000' },
    ...fromSingle([seen(good, 0), ...what === 'picture' ? [seen(path, 5)] : [], seen(good, 10)]),
    sounds: what === 'sound' ? [soundFromSamples({ ...heard, path }), soundFromSamples({ ...heard, path: await kit.tone('fine.mp3') })] : [],
    ...{ captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    ...{ encoding: onlyEncoding({ width: 64, height: 48 }), chapters: [], metadata: {} },
  }, kit.file('never.mp4'), { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  await expect(rendering).rejects.toMatchObject({ name: 'BrokenSourceError', path })
})
