/**
 * A delivery that is deleted while it is rendered leaves no file behind that nobody knows, and takes none away that was there before.
 *
 * @module-tag wide
 */
import type { KitPart } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { DeliveryId, RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { presetById } from '#rules/deliver/presets.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { addFilm } from '../../kit/film-project.ts'
import { hangMs } from '../../kit/hang.ts'
import { openMediaKit } from '../../kit/media.ts'
import { ended, openSharedStudio, until } from '../../kit/studio.ts'

const base = presetById('landscape-720')!
const preset: Preset = { ...base, video: { ...base.video!, width: 128, height: 72 } }
const media = await openMediaKit()
let shared: SharedStudio
let film: Awaited<ReturnType<typeof addFilm>>
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-unowned-'))
  shared = await openSharedStudio()
  film = await addFilm(shared.studio, media, { shots: 1, captions: ['Ahoy'] })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await shared.close()
  await media.close()
  await rm(folder, { recursive: true, force: true })
})

async function render(name: string, { kit, replaced }: { kit?: KitPart[], replaced?: string } = {}) {
  const { parts } = shared.studio
  const before = replaced === undefined ? null : await stat(join(folder, replaced))
  const replaces = before === null ? [] : [{ name: replaced!, sizeBytes: before.size, modifiedMs: before.mtimeMs }]
  const delivery = await parts.deliver.render({
    ...{ requestId: newId() as RequestId, sequenceId: film.sequenceId, presetId: preset.id, preset, captionMode: 'sidecar', name },
    ...{ target: { folder, base: name, replaces }, ...kit && { kit } },
  })
  parts.engine.wake()
  return delivery
}

async function deleteNow(id: DeliveryId): Promise<void> {
  await shared.studio.parts.deliveries.trash(id)
  await shared.studio.parts.deliveries.purge(id)
}

/** The row is deleted when the files are there, and about to be recorded. */
function deleteAtTheEnd(): void {
  const { deliveries } = shared.studio.parts
  const { finish } = deliveries
  vi.spyOn(deliveries, 'finish').mockImplementation(async (id, made) => {
    await deleteNow(id)
    return finish(id, made)
  })
}

it('deleted during its render, it gets no file', async () => {
  const { id, jobId } = await render('Gone')
  await until(shared.studio, jobId, job => job.state === 'running')
  await deleteNow(id)
  expect(await ended(shared.studio, jobId)).toMatchObject({ state: 'done', failure: null })
  expect(await readdir(folder)).toEqual([])
}, hangMs)

it('deleted at the very end, its files are removed, and so is the folder of a kit', async () => {
  deleteAtTheEnd()
  expect(await ended(shared.studio, (await render('Late')).jobId)).toMatchObject({ state: 'done' })
  expect(await ended(shared.studio, (await render('Kit', { kit: ['master'] })).jobId)).toMatchObject({ state: 'done' })
  expect(await readdir(folder)).toEqual([])
}, hangMs)

it('a file that was to be replaced stays, and so do others in the folder', async () => {
  await writeFile(join(folder, 'Mine.mp4'), 'mine')
  await writeFile(join(folder, 'Mine too.txt'), 'mine')
  deleteAtTheEnd()
  expect(await ended(shared.studio, (await render('Mine', { replaced: 'Mine.mp4' })).jobId)).toMatchObject({ state: 'done' })
  expect((await readdir(folder)).toSorted()).toEqual(['Mine too.txt', 'Mine.mp4'])
}, hangMs)
