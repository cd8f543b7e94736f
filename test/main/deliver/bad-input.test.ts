/**
 * Deliveries that go wrong: each says why, leaves nothing half-written under its name, and nothing in the work folder.
 *
 * @module-tag wide
 */
import type { Job } from '#contract/jobs.ts'
import type { RequestId } from '#contract/words.ts'
import type { FilmProject } from '../../kit/film-project.ts'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { found } from '#contract/found.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { addFilm } from '../../kit/film-project.ts'
import { openMediaKit } from '../../kit/media.ts'
import { like44, writeOddFfmpeg } from '../../kit/odd-ffmpeg.ts'
import { callOf } from '../../kit/paid-inputs.ts'
import { mountSmallDisk } from '../../kit/small-disk.ts'
import { ended, openSharedStudio, until } from '../../kit/studio.ts'

const home = await mkdtemp(join(tmpdir(), 'takeroom-badly-'))
const media = await openMediaKit()
let shared: Awaited<ReturnType<typeof openSharedStudio>>
let film: FilmProject
beforeAll(async () => {
  shared = await openSharedStudio()
  film = await addFilm(shared.studio, media, { captions: ['One'] })
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await shared.close()
  await media.close()
  await rm(home, { recursive: true, force: true })
})

function wishFor({ sequenceId }: FilmProject) {
  return {
    ...{ requestId: newId<RequestId>(), sequenceId, presetId: 'landscape-720', captionMode: 'burned', name: 'Film' } as const,
  }
}

let films = 0
/** Each is encoded again, unless its name is given. */
async function queue({ folder = home, project = film, name = `film-${films++}` } = {}) {
  const { parts } = shared.studio
  await parts.segmentCache.clear()
  const target = { folder, base: name, replaces: [] }
  const { jobId } = await parts.deliver.render({ ...wishFor(project), name, target })
  return { jobId, path: join(folder, `${name}.mp4`), name }
}

async function deliver(how: Parameters<typeof queue>[0] = {}) {
  const { jobId, ...made } = await queue(how)
  shared.studio.parts.engine.wake()
  return { ...made, job: await ended(shared.studio, jobId) }
}

async function expectNothingLeft(name: string): Promise<void> {
  expect((await readdir(home)).filter(each => each.includes(name))).toEqual([])
  expect(await readdir(join(shared.studio.folder, 'work'))).toEqual([])
}

function expectFailed(job: Job, said: string): void {
  expect(job).toMatchObject({ state: 'failed', failure: { kind: 'render', said: expect.stringContaining(said) } })
}

async function useOddFfmpeg(before: string): Promise<void> {
  vi.stubEnv('FFMPEG_BIN', await writeOddFfmpeg(await mkdtemp(join(home, 'odd-')), before))
}

describe('ffmpeg', () => {
  it('that is killed while it encodes fails the delivery', async () => {
    await useOddFfmpeg('case "$*" in *segment-1.mp4*) kill -9 $$;; esac')
    const { job, name } = await deliver()
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'ffmpeg-ended' } })
    await expectNothingLeft(name)
  })

  it('of version 4.4 is passed over, and the next one delivers', async () => {
    await useOddFfmpeg(like44)
    const { job, path } = await deliver()
    expect(job).toMatchObject({ state: 'done', failure: null })
    expect((await readFile(path)).length).toBeGreaterThan(1000)
  })
})

describe('a source', () => {
  it.each([
    ['vanishes', (path: string) => rm(path)],
    ['grows', (path: string) => appendFile(path, 'more')],
  ])('that %s while the film is made fails it, and nothing of it is kept', async (_, change) => {
    const { parts } = shared.studio
    const project = await addFilm(shared.studio, media, { project: 'Changing', shotFrames: 20 + films, shots: 3 })
    const { jobId, name } = await queue({ project })
    const plan = JSON.parse((await parts.ledger.row(jobId)).plan) as { sources: { path: string, medium: string }[] }
    const last = plan.sources.findLast(({ medium }) => medium === 'video')!.path
    parts.engine.wake()
    await until(shared.studio, jobId, job => (job.progress ?? 0) > 0)
    await change(last)
    expectFailed(await ended(shared.studio, jobId), last.slice(-20))
    await expectNothingLeft(name)
  })
})

describe('the folder of the file', () => {
  it('that is a file, or goes while the film is made, is named', async () => {
    await writeFile(join(home, 'no-folder'), '')
    const refused = await deliver({ folder: join(home, 'no-folder') })
    expectFailed(refused.job, found('not-placed'))

    const away = join(home, 'away')
    await mkdir(away)
    const { jobId, name } = await queue({ folder: away })
    shared.studio.parts.engine.wake()
    await until(shared.studio, jobId, job => (job.progress ?? 0) > 0)
    await rm(away, { recursive: true })
    expectFailed(await ended(shared.studio, jobId), found('not-placed'))
    await expectNothingLeft(name)
  })

  it('where a file of that name has come in the meantime keeps it', async () => {
    const { jobId, path } = await queue()
    await writeFile(path, 'mine')
    shared.studio.parts.engine.wake()
    expectFailed(await ended(shared.studio, jobId), found('exists-already'))
    expect(await readFile(path, 'utf8')).toBe('mine')
  })

  const disk = mountSmallDisk(2 ** 20)
  it(disk
    ? 'that is full gets nothing, and the film as soon as there is room'
    : 'that is full: not proven here, since mounting a small disk is not permitted', async () => {
    if (!disk)
      return
    onTestFinished(() => disk.remove())
    await writeFile(join(disk.folder, 'much'), Buffer.alloc(2 ** 20 - 8192))
    const { jobId, name } = await queue({ folder: disk.folder })
    shared.studio.parts.engine.wake()
    const { failure } = await until(shared.studio, jobId, job => job.failure !== null || job.endedAt !== null)
    expect(failure?.said).toContain('ENOSPC')
    expect(await readdir(disk.folder)).toEqual(['much'])
    await rm(join(disk.folder, 'much'))
    expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'done' })
    expect(await readdir(disk.folder)).toEqual([`${name}.mp4`])
  })
})

it('the folder of deliveries is a file: it is named before anything is rendered', async () => {
  const folder = join(shared.studio.folder, 'deliveries')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'no folder')
  onTestFinished(() => rm(folder))
  const refused = { code: 'place-refused', data: { said: expect.stringContaining(folder) } }
  await expect(callOf(shared.studio, 'deliveries.render')(wishFor(film))).rejects.toMatchObject(refused)
  await expect(callOf(shared.studio, 'deliveries.fileName')({ name: 'Film' })).rejects.toMatchObject(refused)
})

it('a range without length has nothing to deliver', async () => {
  const nothing = shared.studio.parts.deliver.render({ ...wishFor(film), range: { inFrame: 5, outFrame: 5 } })
  await expect(nothing).rejects.toMatchObject({ code: 'nothing-to-deliver' })
})
