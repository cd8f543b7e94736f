/**
 * A render that is paused or cancelled stops at once; paused, it continues later from the segments that it has encoded.
 *
 * @module-tag wide
 */
import type { JobId, RequestId } from '#contract/words.ts'
import type { FilmProject } from '../../kit/film-project.ts'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { addFilm } from '../../kit/film-project.ts'
import { hangMs } from '../../kit/hang.ts'
import { openMediaKit } from '../../kit/media.ts'
import { writeOddFfmpeg } from '../../kit/odd-ffmpeg.ts'
import { ended, openSharedStudio, until } from '../../kit/studio.ts'
import { workingIn } from '../../kit/working-in.ts'

const call = { signal: new AbortController().signal, origin: 'page' as const }
const home = await mkdtemp(join(tmpdir(), 'takeroom-paused-'))
const [encodes, gate] = [join(home, 'encodes'), join(home, 'gate')]
const media = await openMediaKit()
let shared: Awaited<ReturnType<typeof openSharedStudio>>
let film: FilmProject
let work: string

beforeAll(async () => {
  shared = await openSharedStudio()
  film = await addFilm(shared.studio, media, { shots: 3 })
  work = join(shared.studio.folder, 'work')
})
beforeEach(async () => {
  // Writes down what it encodes; the last segment takes forever while the gate is shut.
  vi.stubEnv('FFMPEG_BIN', await writeOddFfmpeg(home, `
case "$*" in *libx264*segment-?.mp4*) echo "$*" | grep -o 'segment-.\\.mp4' >> '${encodes}';; esac
case "$*" in *segment-2.mp4*) if [ -e '${gate}' ]; then exec sleep 600; fi;; esac`))
  await writeFile(gate, '')
  await writeFile(encodes, '')
  await shared.studio.parts.segmentCache.clear()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await shared.close()
  await media.close()
  await rm(home, { recursive: true, force: true })
})

const encoded = async (): Promise<string[]> => (await readFile(encodes, 'utf8')).trim().split('\n').toSorted()

let films = 0
/** Resolves when all but the last segment are encoded and kept, and that one is at work. */
async function beginRender(): Promise<{ jobId: JobId, path: string }> {
  const { parts } = shared.studio
  const name = `film-${films++}`
  const { jobId } = await parts.deliver.render({
    ...{ requestId: newId<RequestId>(), sequenceId: film.sequenceId, presetId: 'landscape-720', captionMode: 'none', name },
    target: { folder: home, base: name, replaces: [] },
  })
  parts.engine.wake()
  await until(shared.studio, jobId, job => (job.progress ?? 0) > 0.5)
  await vi.waitFor(async () => expect(await encoded()).toHaveLength(3), { timeout: hangMs, interval: 20 })
  const kept = async (): Promise<string[]> => (await readdir(join(shared.studio.folder, 'segments')))
    .filter(each => each.endsWith('.mp4'))
  await vi.waitFor(async () => expect(await kept()).toHaveLength(2), { timeout: hangMs, interval: 20 })
  expect((await workingIn(work)).length > 0).toBe(process.platform === 'linux')
  return { jobId, path: join(home, `${name}.mp4`) }
}

it.each([
  ['by itself', (jobId: JobId, isPaused: boolean) => shared.studio.handlers.jobs.pause({ jobIds: [jobId], isPaused }, call)],
  ['with the whole queue', (_: JobId, isPaused: boolean) => shared.studio.handlers.jobs.pauseAll({ isPaused }, call)],
])('a running render that is paused %s stops at once, and later encodes only what was missing', async (_, pause) => {
  const { jobId, path } = await beginRender()
  await pause(jobId, true)
  expect(await workingIn(work)).toEqual([])
  expect(await readdir(join(work, jobId)), 'no half-made file').not.toContainEqual(expect.stringMatching(/^render-|out/))
  const { parts } = shared.studio
  parts.engine.wake()
  expect(await parts.ledger.get(jobId)).toMatchObject({ state: 'queued', endedAt: null, failure: null })
  expect(parts.engine.isWorking()).toBe(false)

  await rm(gate)
  await writeFile(encodes, '')
  await pause(jobId, false)
  parts.engine.wake()
  expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'done', failure: null })
  expect(await encoded()).toEqual(['segment-2.mp4'])
  expect((await readFile(path)).length).toBeGreaterThan(1000)
  await vi.waitFor(async () => expect(await readdir(work)).toEqual([]), { timeout: hangMs, interval: 20 })
})

it('a delivery keeps the log of its renders: each command, and the last words of ffmpeg, whether it failed or was stopped', async () => {
  const { parts, handlers } = shared.studio
  const { jobId } = await beginRender()
  const { deliveryId } = await parts.ledger.get(jobId)
  const log = async (): Promise<string> => (await handlers.deliveries.log({ deliveryId: deliveryId! }, call)).text
  expect(await log()).toBe('')
  await handlers.jobs.pause({ jobIds: [jobId], isPaused: true }, call)
  expect(await log()).toMatch(/ffmpeg \S+, done after [\d.]+ s\n\$ .*segment-0\.mp4\n/)
  expect(await log()).toMatch(/ffmpeg \S+, stopped after [\d.]+ s\n\$ .*segment-2\.mp4\n/)

  vi.unstubAllEnvs()
  vi.stubEnv('FFMPEG_BIN', await writeOddFfmpeg(home, 'case "$*" in *segment-2.mp4*) echo "Out of paint" >&2; exit 9;; esac'))
  await handlers.jobs.pause({ jobIds: [jobId], isPaused: false }, call)
  expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'failed' })
  await parts.ledger.clear([jobId])
  expect(await log(), 'what went before stays').toMatch(/stopped after/)
  expect(await log()).toMatch(/failed after [\d.]+ s\n\$ .*segment-2\.mp4\nOut of paint\n/)
})

it('a render that is cancelled while it runs, or while it is paused, leaves no ffmpeg, no work and no file', async () => {
  const { jobs } = shared.studio.handlers
  const { jobId, path } = await beginRender()
  expect(await jobs.cancel({ jobId }, call)).toMatchObject({ wasSent: false, job: { state: 'cancelled' } })
  expect(await workingIn(work)).toEqual([])
  expect(await readdir(work)).toEqual([])
  await expect(readFile(path)).rejects.toThrow('ENOENT')

  await writeFile(encodes, '')
  await shared.studio.parts.segmentCache.clear()
  const second = await beginRender()
  await jobs.pause({ jobIds: [second.jobId], isPaused: true }, call)
  expect(await jobs.cancel({ jobId: second.jobId }, call)).toMatchObject({ job: { state: 'cancelled' } })
  expect(await workingIn(work)).toEqual([])
  expect(await readdir(work)).toEqual([])
})
