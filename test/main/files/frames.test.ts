/**
 * A still extracted from a shot becomes a take that names its source.
 *
 * @module-tag wide
 */
import type { Take } from '#contract/takes.ts'
import type { MediaKit } from '../../kit/media.ts'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFrames } from '../../../src-main/files/frames.ts'
import { needFfmpeg, noFfmpeg } from '../../kit/ffmpeg.ts'
import { openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'
import { greyFrames, openMediaKit } from '../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function open() {
  const library = await openTestLibrary()
  const workFolder = join(library.root, 'work')
  await mkdir(workFolder)
  // One second of black, one of white.
  const source = 'color=c=black:s=64x48:r=10:d=1[a];color=c=white:s=64x48:r=10:d=1[b];[a][b]concat'
  const { asset } = await library.assets.adopt(await kit.make('two.mp4', ['-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p']))
  const shot = await library.takes.file(spokenTake('waves at dusk', { kind: 'video', medium: 'video', isPractice: true }), asset)
  const frames = createFrames({ ...library, needFfmpeg, workFolder })
  return { library, workFolder, shot, frames }
}

it('is exactly that frame, in the size of the shot, named after it, and leaves no work folder behind', async () => {
  const { library, workFolder, shot, frames } = await open()
  const project = await library.projects.create('Film')
  const shade = async (take: Take) => (await greyFrames(kit.ffmpeg, library.assets.pathOf(take.asset)))[0]![0]!
  const [black, white, last] = [
    await frames.take(shot.id, 0.99, project.id),
    await frames.take(shot.id, 1, project.id),
    await frames.take(shot.id, 600, null),
  ]
  expect(black).toMatchObject({
    kind: 'import',
    medium: 'picture',
    title: 'waves at dusk · 0:00.90',
    sourceTakeIds: [shot.id],
    isPractice: true,
    projectId: project.id,
    request: null,
  })
  expect(black.asset).toMatchObject({ mime: 'image/png', width: 64, height: 48, hasPoster: true })
  expect([await shade(black), await shade(white), await shade(last)]).toEqual([0, 255, 255])
  expect(last).toMatchObject({ title: 'waves at dusk · 0:01.90', projectId: null })
  expect(await readdir(workFolder)).toEqual([])
})

it('is one take in a project, however often it is asked for', async () => {
  const { library, shot, frames } = await open()
  const [one, two] = [await library.projects.create('One'), await library.projects.create('Two')]
  const first = await frames.take(shot.id, 0.95, one.id)
  expect((await frames.take(shot.id, 0.99, one.id)).id).toBe(first.id)
  const other = await frames.take(shot.id, 0.99, two.id)
  expect([other.id === first.id, other.asset.id === first.asset.id]).toEqual([false, true])
  await library.takes.trash([first.id, other.id])
  expect((await frames.take(shot.id, 0.99, one.id)).id).not.toBe(first.id)
})

it('is refused with a reason for a take without frames', async () => {
  const { library, shot, frames } = await open()
  const sound = await library.takes.file(spokenTake('words'), await plainAsset(library, 'x'))
  await expect(frames.take(sound.id, 0, null)).rejects.toMatchObject({ code: 'unreadable-file', data: { name: 'words' } })
  const broken = await library.takes.file(spokenTake('broken', { medium: 'video' }), await plainAsset(library, 'no film at all'))
  await expect(frames.take(broken.id, 0, null)).rejects.toMatchObject({ code: 'unreadable-file' })
  await rm(library.assets.pathOf(shot.asset))
  await expect(frames.take(shot.id, 0, null)).rejects.toMatchObject({ code: 'unreadable-file', data: { reason: 'missing' } })
  const alone = createFrames({ ...library, needFfmpeg: noFfmpeg, workFolder: library.root })
  await expect(alone.take(shot.id, 0, null)).rejects.toMatchObject({ code: 'no-ffmpeg', data: { command: 'install it' } })
})

it('is not made for a page that has gone', async () => {
  const { workFolder, shot, frames } = await open()
  await expect(frames.take(shot.id, 0, null, AbortSignal.abort(new Error('the page has gone')))).rejects.toThrow('the page has gone')
  expect(await readdir(workFolder)).toEqual([])
})
