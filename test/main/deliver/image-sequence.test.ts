/**
 * An image sequence is delivered, found again, checked, saved, backed up and thrown away as other deliveries are.
 *
 * @module-tag all
 */
import type { Delivery } from '#contract/deliveries.ts'
import type { KitPart } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { Track } from '#contract/sequence-document.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { AnyKind } from '../../../src-main/jobs/kind.ts'
import type { FilmProject } from '../../kit/film-project.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fileNamesOf } from '#rules/deliver/frames.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { backUp, restore } from '../../../src-main/backup/backup.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { findChangedDeliveries } from '../../../src-main/check/inspect-derived.ts'
import { saveToFolder } from '../../../src-main/files/saved-folder.ts'
import { renderKind } from '../../../src-main/kinds/render.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { addFilm } from '../../kit/film-project.ts'
import { hangMs } from '../../kit/hang.ts'
import { openMediaKit } from '../../kit/media.ts'
import { writeOddFfmpeg } from '../../kit/odd-ffmpeg.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { ended, openSharedStudio, openTestStudio, until } from '../../kit/studio.ts'

const run = promisify(execFile)
const { signal } = new AbortController()
const home = await mkdtemp(join(tmpdir(), 'takeroom-sequence-'))
const media = await openMediaKit()
let shared: Awaited<ReturnType<typeof openSharedStudio>>
let film: FilmProject

beforeAll(async () => {
  shared = await openSharedStudio()
  film = await addFilm(shared.studio, media, { shots: 2, captions: ['Ahoy', 'Land'] })
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await shared.close()
  await media.close()
  await rm(home, { recursive: true, force: true })
})

const base = presetById('png-frames-1080')!
const preset: Preset = { ...base, video: { ...base.video!, width: 128, height: 72 } }

interface Wish {
  readonly kit?: readonly KitPart[]
  readonly folder?: string
  readonly of?: Preset
  readonly isAwake?: boolean
}

async function begin(
  name: string,
  { kit, folder, of = preset, isAwake = true }: Wish = {},
): Promise<{ jobId: JobId, id: Delivery['id'] }> {
  const { parts } = shared.studio
  const { jobId, id } = await parts.deliver.render({
    ...{ requestId: newId() as RequestId, sequenceId: film.sequenceId, presetId: of.id, preset: of, captionMode: 'sidecar', name },
    ...kit && { kit: [...kit] },
    ...folder !== undefined && { target: { folder, base: name, replaces: [] } },
  })
  if (isAwake)
    parts.engine.wake()
  return { jobId, id }
}

async function deliver(name: string, wish: Wish = {}): Promise<Delivery> {
  const { jobId, id } = await begin(name, wish)
  expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'done', failure: null })
  return shared.studio.parts.deliveries.get(id)
}

const entryOf = ({ files }: Delivery) => files.find(({ role }) => role === 'frames')!
async function bytesOf(delivery: Delivery): Promise<Buffer[]> {
  return Promise.all(fileNamesOf(entryOf(delivery)).map(async name => readFile(join(delivery.folder, name))))
}
const changedIn = (isDeep: boolean) => findChangedDeliveries(shared.studio.parts.library, { isDeep, signal })

describe('an image sequence', () => {
  it('is a folder of frames with the sound, captions and a manifest next to it, which other programs read', async () => {
    const delivery = await deliver('50% of #1')
    expect(basename(delivery.folder)).toBe('50 of 1')
    expect((await readdir(delivery.folder)).sort()).toEqual(['50 of 1.srt', '50 of 1.wav', 'README.txt', 'frames', 'manifest.json'])
    const names = await readdir(join(delivery.folder, 'frames'))
    expect(names.sort()).toEqual(Array.from({ length: 24 }, (_, at) => `50 of 1-${String(at + 1).padStart(6, '0')}.png`))
    const frames = await bytesOf(delivery)
    expect(entryOf(delivery)).toEqual({
      role: 'frames',
      name: 'frames/50 of 1-000001.png',
      sizeBytes: frames.reduce((sum, { length }) => sum + length, 0),
      sha256: createHash('sha256').update(Buffer.concat(frames)).digest('hex'),
      frames: { count: 24, rate: { numerator: 25, denominator: 1 } },
    })
    const manifest = JSON.parse(await readFile(join(delivery.folder, 'manifest.json'), 'utf8')) as { files: unknown[] }
    expect(manifest.files[0]).toMatchObject({ role: 'frames', path: 'frames/50 of 1-000001.png', frames: { count: 24 } })
    expect(await readFile(join(delivery.folder, 'README.txt'), 'utf8')).toMatch(/frames: the images[\s\S]*25 fps[\s\S]*is the audio/)
    const pattern = join(delivery.folder, 'frames', '50 of 1-%06d.png')
    const asked = ['-count_frames', '-show_entries', 'stream=nb_read_frames,width,height', '-of', 'csv']
    const { stdout } = await run('ffprobe', ['-v', 'error', ...asked, pattern])
    expect(stdout.trim()).toBe('stream,128,72,24')
    const { streams: [sound] } = await ffprobe(join(delivery.folder, '50 of 1.wav'))
    expect(sound).toMatchObject({ codec_name: 'pcm_s24le', duration: '0.960000' })
    expect(await changedIn(true)).toEqual([])
  }, hangMs)

  it('is of the part between in and out, of 16 bits where the preset says so, and silent where it has no sound', async () => {
    const { parts } = shared.studio
    await parts.sequences.replace(film.sequenceId, 'trim', now => ({ ...now, inFrame: 5, outFrame: 12 }))
    const delivery = await deliver('Part', { of: { ...preset, audio: null, video: { ...preset.video!, bits: 16, hasAlpha: false } } })
    await parts.sequences.replace(film.sequenceId, 'trim', now => ({ ...now, inFrame: null, outFrame: null }))
    expect(entryOf(delivery).frames?.count).toBe(7)
    expect(delivery.files.map(({ role }) => role)).toEqual(['frames', 'captions', 'readme', 'manifest'])
    const { streams: [first] } = await ffprobe(join(delivery.folder, entryOf(delivery).name))
    expect(first).toMatchObject({ codec_name: 'png', pix_fmt: 'rgb48be' })
  }, hangMs)

  it('is a part of a kit, with a poster; and again it is the same kind of delivery', async () => {
    const delivery = await deliver('Kit', { kit: ['master', 'poster'] })
    expect(delivery.files.map(({ role }) => role)).toEqual(['frames', 'audio', 'captions', 'poster', 'readme', 'manifest'])
    const without = await deliver('Without', { kit: ['captions'] })
    expect(without.files.some(({ role }) => role === 'frames' || role === 'audio')).toBe(false)
    const again = await shared.studio.parts.deliver.again(newId() as RequestId, delivery.id)
    shared.studio.parts.engine.wake()
    expect(await ended(shared.studio, again.jobId)).toMatchObject({ state: 'done' })
    expect((await shared.studio.parts.deliveries.get(again.id)).files).toHaveLength(6)
  }, hangMs)

  it('that lost a frame, or has another one, is missing or found by the check', async () => {
    const delivery = await deliver('Checked')
    const path = (at: number): string => join(delivery.folder, fileNamesOf(entryOf(delivery))[at]!)
    const { get } = shared.studio.parts.deliveries
    const bytes = await readFile(path(3))
    await rm(path(3))
    expect(await changedIn(false)).toEqual([path(0)])
    await writeFile(path(3), Buffer.alloc(bytes.length))
    expect(await changedIn(false)).toEqual([])
    expect(await changedIn(true)).toEqual([path(0)])
    await writeFile(path(3), bytes)
    expect(await changedIn(true)).toEqual([])
    await rename(path(23), `${path(23)}.away`)
    expect((await get(delivery.id)).isMissing).toBe(true)
    await rename(`${path(23)}.away`, path(23))
    expect((await get(delivery.id)).isMissing).toBe(false)
  }, hangMs)

  it('is saved elsewhere with every frame, and stays where it is when its delivery is thrown away', async () => {
    const delivery = await deliver('Saved')
    const { saving, deliveries, trash } = shared.studio.parts
    const saved = await saving.prepare({ items: [{ of: 'delivery', deliveryId: delivery.id }], template: '' })
    expect(saved).toMatchObject({ missing: [] })
    expect(saved.files).toHaveLength(24 + 4)
    const folder = await saveToFolder(join(home, 'saved'), saved, { freeBytes: async () => 1e12 })
    const copied = join(folder, basename(delivery.folder))
    expect(await readdir(join(copied, 'frames'))).toHaveLength(24)
    const name = entryOf(delivery).name
    expect(await readFile(join(copied, name))).toEqual(await readFile(join(delivery.folder, name)))
    await deliveries.trash(delivery.id)
    const weight = await trash.weigh([{ kind: 'delivery', id: delivery.id }])
    expect(weight.films).toEqual([{ folder: delivery.folder, count: 24 + 4, names: expect.any(Array) as string[] }])
    await trash.purge([{ kind: 'delivery', id: delivery.id }])
    expect(await readdir(join(delivery.folder, 'frames'))).toHaveLength(24)
  }, hangMs)

  it('comes back from a backup with every frame and its sound, and is whole there', async () => {
    const delivery = await deliver('Kept % safe')
    const before = await bytesOf(delivery)
    const { parts, folder } = shared.studio
    const path = join(home, 'all.tar')
    const quiet = { clock: systemClock, signal, onProgress: () => {} }
    await backUp(path, { folder, ledger: parts.ledgerDb, library: parts.library, madeBy: '0', withFilms: true, ...quiet })
    const to = join(home, 'restored')
    await mkdir(to)
    await restore(path, join(to, 'studio'), quiet)
    const restored = await openTestStudio({ folder: join(to, 'studio') })
    const found = await restored.parts.deliveries.get(delivery.id)
    expect(found).toMatchObject({ isMissing: false })
    expect(found.files.map(({ role }) => role).sort()).toEqual(['audio', 'frames'])
    expect(await bytesOf(found)).toEqual(before)
    expect(await findChangedDeliveries(restored.parts.library, { isDeep: true, signal })).toEqual([])
    const sound = found.files.find(({ role }) => role === 'audio')!
    expect((await stat(join(found.folder, sound.name))).size).toBe(sound.sizeBytes)
  }, hangMs)
})

describe('making one', () => {
  it('goes to the place that was named, where no folder is replaced', async () => {
    const place = join(home, 'named')
    await mkdir(place)
    const { jobId, id } = await begin('Cut', { folder: place })
    await until(shared.studio, jobId, job => job.state === 'done')
    const { folder } = await shared.studio.parts.deliveries.get(id)
    expect(folder).toBe(join(place, 'Cut'))
    expect(await readdir(place)).toEqual(['Cut'])
    const { jobId: second } = await begin('Cut', { folder: place })
    expect(await ended(shared.studio, second)).toMatchObject({ state: 'failed', failure: { kind: 'render' } })
    expect(await readdir(place)).toEqual(['Cut'])
  }, hangMs)

  it('writes no frame twice: neither next to those of a try that was cut off, nor when it ended before it was on record', async () => {
    const { parts } = shared.studio
    const place = join(home, 'cut')
    const { jobId, id } = await begin('Cut', { folder: place, isAwake: false })
    const left = join(place, `.${jobId}.part`, 'frames')
    await mkdir(left, { recursive: true })
    await writeFile(join(left, 'Cut-000001.png'), 'half of')
    await writeFile(join(left, 'Cut-000099.png'), 'of another try')
    parts.engine.wake()
    await ended(shared.studio, jobId)
    const made = await parts.deliveries.get(id)
    expect(await readdir(place)).toEqual(['Cut'])
    expect(await readdir(join(made.folder, 'frames'))).toHaveLength(24)
    const row = await parts.ledger.row(jobId)
    const folder = join(home, 'work')
    await mkdir(folder)
    const { ledger, deliveries, ports: { deliveriesFolder } } = parts
    type Step = NonNullable<ReturnType<AnyKind['step']>>
    // all that this step uses
    const work = { row, ledger, deliveries, folder, deliveriesFolder, signal } as unknown as Parameters<Step>[0]
    expect(await renderKind(work as never).step(row, 'verifying')?.(work)).toEqual({ event: 'finish' })
    expect(await readdir(place)).toEqual(['Cut'])
    expect((await deliveries.get(id)).files).toEqual(made.files)
  }, hangMs)

  it('uses the segments that are encoded already, and ends at once when it is cancelled', async () => {
    const [encodes, gate] = [join(home, 'encodes'), join(home, 'gate')]
    const { parts } = shared.studio
    await parts.segmentCache.clear()
    vi.stubEnv('FFMPEG_BIN', await writeOddFfmpeg(home, `
case "$*" in *segment-?.mp4*) echo "$*" | grep -o 'segment-.\\.mp4' >> '${encodes}';; esac
case "$*" in *segment-1.mp4*) if [ -e '${gate}' ]; then exec sleep 600; fi;; esac`))
    await writeFile(gate, '')
    const { jobId } = await begin('Stopped')
    // A segment, the sound and what was measured of it.
    const kept = async (): Promise<string[]> => readdir(join(shared.studio.folder, 'segments'))
    await vi.waitFor(async () => expect((await kept()).length).toBeGreaterThanOrEqual(3), { timeout: hangMs, interval: 20 })
    await parts.engine.cancel(jobId)
    expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'cancelled' })
    await rm(gate)
    await writeFile(encodes, '')
    const delivery = await deliver('Gone on')
    expect((await readFile(encodes, 'utf8')).trim().split('\n')).toEqual(['segment-1.mp4'])
    expect(entryOf(delivery).frames?.count).toBe(24)
    expect((await readdir(shared.studio.parts.ports.deliveriesFolder)).filter(name => name.startsWith('.'))).toEqual([])
  }, hangMs)

  const disk = mountSmallDisk(2 ** 20)
  it(disk
    ? 'waits while the disk is full, leaves no frames there, and goes on when there is room'
    : 'on a full disk: not proven here, since mounting a small disk is not permitted', async () => {
    if (!disk)
      return
    onTestFinished(() => disk.remove())
    const much = join(disk.folder, 'much')
    await writeFile(much, Buffer.alloc(2 ** 20 - 100_000))
    const { jobId } = await begin('Full', { folder: disk.folder })
    const { failure } = await until(shared.studio, jobId, job => job.failure !== null || job.endedAt !== null)
    expect(failure?.said).toContain('ENOSPC')
    expect(await readdir(disk.folder)).toEqual(['much'])
    await rm(much)
    expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'done' })
    expect(await readdir(join(disk.folder, 'Full', 'frames'))).toHaveLength(24)
  }, hangMs)
})

it('very many frames are told before, and more than six digits count are refused', async () => {
  const { parts } = shared.studio
  const sequence = await parts.sequences.get(film.sequenceId)
  const of = async (length: number, presetId = base.id) => {
    const tracks = Object.fromEntries(Object.entries(sequence.tracks).map(([id, track]) => {
      const clips = Object.fromEntries(Object.entries(track.clips).map(([clipId, clip]) => [clipId, { ...clip, length }]))
      return [id, track.kind === 'captions' ? { ...track, clips } as Track : track] // of its own kind
    }))
    const found = await parts.deliver.preflight({ ...sequence, tracks }, { presetId, captionMode: 'none' })
    return found.find(({ finding }) => finding === 'many-frames')
  }
  expect(await of(5000)).toBeUndefined()
  expect(await of(30_000)).toMatchObject({ isBlocking: false, count: 30_012 })
  expect(await of(1_000_000)).toMatchObject({ isBlocking: true, count: 1_000_012 })
  expect(await of(1_000_000, 'prores-1080')).toBeUndefined()
})
