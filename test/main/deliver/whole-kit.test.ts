/**
 * Kits of every kind of delivery with a poster; and a delivery whose ffmpeg is ended from outside, or finds no memory, says so.
 *
 * @module-tag all
 */
import type { DeliveryOptions, KitPart } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { RequestId } from '#contract/words.ts'
import type { FilmProject } from '../../kit/film-project.ts'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { presetById } from '#rules/deliver/presets.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { addFilm } from '../../kit/film-project.ts'
import { greyFrames, openMediaKit } from '../../kit/media.ts'
import { writeOddFfmpeg } from '../../kit/odd-ffmpeg.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

const home = await mkdtemp(join(tmpdir(), 'takeroom-whole-kit-'))
const media = await openMediaKit()
let shared: Awaited<ReturnType<typeof openSharedStudio>>
let film: FilmProject

beforeAll(async () => {
  shared = await openSharedStudio()
  film = await addFilm(shared.studio, media, { shots: 2 })
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await shared.close()
  await media.close()
  await rm(home, { recursive: true, force: true })
})

async function deliver(preset: Preset, kit?: readonly KitPart[], options?: Partial<DeliveryOptions>) {
  const { parts } = shared.studio
  const { jobId, id } = await parts.deliver.render({
    ...{ requestId: newId<RequestId>(), sequenceId: film.sequenceId, presetId: preset.id, preset, captionMode: 'none', name: preset.id },
    ...kit && { kit: [...kit] },
    ...options && { options: { ...usualOptions, ...options } },
  })
  parts.engine.wake()
  const job = await ended(shared.studio, jobId)
  return { job, delivery: await parts.deliveries.get(id) }
}

function small(id: string): Preset {
  const preset = presetById(id)!
  return { ...preset, loudness: null, video: preset.video && { ...preset.video, width: 128, height: 72 } }
}

const each = ['audio-wav', 'podcast-mp3', 'audiobook-m4b', 'webp-360', 'gif-360', 'landscape-720']
it.each(each)('a kit of %s has its master and a poster of what is shown', async (id) => {
  const { job, delivery } = await deliver(small(id), ['master', 'poster'])
  expect(job).toMatchObject({ state: 'done', failure: null })
  expect(delivery.files.map(({ role }) => role)).toEqual(expect.arrayContaining(['poster', 'manifest', 'readme']))
  expect(delivery.files).toHaveLength(4)
  const [pixels] = await greyFrames(media.ffmpeg, join(delivery.folder, 'poster.png'))
  expect(pixels?.some(grey => grey > 20), 'not only the background').toBe(true)
})

it('a kit for audiobook shops has a file for each chapter, a sample and a report, and the delivery tells what was measured', async () => {
  const { job, delivery } = await deliver(presetById('audiobook-acx')!, ['book'])
  expect(job).toMatchObject({ state: 'done', failure: null })
  expect(delivery.files.map(({ name }) => name).sort())
    .toEqual(['Audiobook check.txt', 'README.txt', 'book/01 audiobook-acx.mp3', 'book/Retail sample.mp3', 'manifest.json'])
  expect(delivery.loudness?.shop?.map(({ name }) => name)).toEqual(['01 audiobook-acx.mp3', 'Retail sample.mp3'])
  const report = await readFile(join(delivery.folder, 'Audiobook check.txt'), 'utf8')
  expect(report).toMatch(/RMS -\d/)
  expect(report).toContain('There is no cover')
  const { parts } = shared.studio
  const sizes = async (presetId: string) =>
    (await parts.deliver.kitSizes({ sequenceId: film.sequenceId, presetId })).map(({ part }) => part)
  expect(await sizes('audiobook-acx')).toContain('book')
  expect(await sizes('audiobook-m4b')).not.toContain('book')
})

it.each([
  ['is killed', 'kill -9 $$', { kind: 'ffmpeg-ended', said: 'SIGKILL' }],
  [
    'finds no memory',
    'echo "[libx264 @ 0x1] malloc of size 1382400 failed" >&2; echo "Conversion failed!" >&2; exit 1',
    { kind: 'no-memory', said: '[libx264 @ 0x1] malloc of size 1382400 failed' },
  ],
  ['is told that there is none', 'echo "Error while opening encoder: Cannot allocate memory" >&2; exit 244', { kind: 'no-memory' }],
  ['fails in another way', 'echo "Broken in some way" >&2; exit 1', { kind: 'render' }],
])('an ffmpeg that %s is named', async (_, how, failure) => {
  vi.stubEnv('FFMPEG_BIN', await writeOddFfmpeg(home, `case "$*" in *libx264*segment-*) ${how};; esac`))
  await shared.studio.parts.segmentCache.clear()
  const { job } = await deliver(small('landscape-720'))
  expect(job).toMatchObject({ state: 'failed', failure, charged: 'no' })
})

it.each(['landscape-720', 'hevc-1080'])('a film of %s is no larger than it may be, and what cannot be made so small says so', async (id) => {
  const preset = presetById(id)!
  const film: Preset = { ...preset, loudness: null, audio: null, video: { ...preset.video!, width: 480, height: 270, quality: 'high' } }
  const { delivery: free } = await deliver(film)
  const megabytes = Math.round(free.files[0]!.sizeBytes * 0.8 / 1000) / 1000
  const { job, delivery } = await deliver(film, undefined, { mostMegabytes: megabytes })
  expect(job).toMatchObject({ state: 'done', failure: null })
  expect(delivery.files[0]!.sizeBytes).toBeLessThanOrEqual(megabytes * 1e6)
  const { job: tooSmall } = await deliver({ ...film, audio: preset.audio }, undefined, { mostMegabytes: 0.01 })
  const said = expect.stringContaining('does not fit into 0.01 MB')
  expect(tooSmall).toMatchObject({ state: 'failed', failure: { kind: 'render', said } })
})

it('a size is refused in words where the encoder keeps to none', async () => {
  const { job } = await deliver(small('webm-1080'), undefined, { mostMegabytes: 1 })
  expect(job).toMatchObject({ state: 'failed', failure: { said: expect.stringMatching(/^A size is kept by software encoding of H\.264 and HEVC only/) } })
})

it('a picture that the encoder refuses is refused in words before any work', async () => {
  const preset = small('av1-1080')
  const { job } = await deliver({ ...preset, video: { ...preset.video!, width: 50, height: 1200 } })
  expect(job).toMatchObject({ state: 'failed', failure: { kind: 'render', said: 'AV1 needs a picture of at least 64 × 64 pixels; this one has 50 × 1200.' } })
})
