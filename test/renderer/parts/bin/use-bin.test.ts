/** Takes and files are put into a project from anywhere on screen; what happened is said and can be undone. */
import { readFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { useBin, useBinPanel } from '../../../../src-renderer/parts/bin/use-bin.ts'
import { useProjectDrop } from '../../../../src-renderer/parts/bin/use-project-drop.ts'
import { putNumbers, putTakes } from '../../../../src-renderer/parts/takes/take-drag.ts'
import { useProjects } from '../../../../src-renderer/stores/projects.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { anyQuery, spokenTake } from '../../../kit/library.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'
import { dragEvent, fakeTransfer } from '../../../kit/transfer.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

async function open() {
  const studio = await openTestStudio()
  const { parts } = studio
  const [film, trailer] = [await parts.projects.create('Film'), await parts.projects.create('Trailer')]
  const file = async (words: string, projectId = film.id) => parts.takes.file(
    spokenTake(words, { projectId }),
    await parts.assets.adoptText(words, { mime: 'text/plain', extension: 'txt' }),
  )
  const page = openPage(studio)
  const bin = page.run(() => useBin())
  await expect.poll(() => page.run(() => useProjects().isReady)).toBe(true)
  return {
    ...studio,
    page,
    bin,
    film,
    trailer,
    file,
    inTrailer: async () => (await parts.takes.search({ ...anyQuery, projectId: trailer.id })).takes.map(take => take.title),
    said: () => useNotices().shown.map(notice => notice.text(textsOf.en)),
    act: () => useNotices().shown.at(-1)?.act?.run(),
  }
}

it('takes are added with one undo for all of them, which leaves what was there before', async () => {
  const { bin, trailer, file, inTrailer, said, act } = await open()
  const [first, second, third] = [await file('first'), await file('second'), await file('third')]
  await bin.add(trailer.id, [first.id], { isShown: true })
  await bin.add(trailer.id, [first.id, second.id, third.id], { isShown: true })
  expect(await inTrailer()).toEqual(['third', 'second', 'first'])
  expect(said()).toEqual(['1 take added to “Trailer”.', '2 takes added to “Trailer”.'])
  await act()
  expect(await inTrailer()).toEqual(['first'])
  await bin.add(trailer.id, [first.id])
  expect(said().at(-1)).toBe('This take is already in “Trailer”.')
})

it('a notice opens the bin of the project, also when the place that said it has left the screen', async () => {
  const { page, bin, trailer, file, act } = await open()
  await bin.add(trailer.id, [(await file('first')).id])
  page.leave()
  await act()
  expect(page.run(() => useBinPanel()).value).toBe(true)
  expect(page.rooms.currentRoute.value).toMatchObject({ name: 'make' })
})

it('removing says what stays and why, and can be undone', async () => {
  const { bin, trailer, file, inTrailer, said, act } = await open()
  const [added, made] = [await file('added'), await file('made', trailer.id)]
  await bin.add(trailer.id, [added.id])
  await bin.remove(trailer.id, [added.id, made.id])
  expect(said().at(-1)).toBe('1 take removed from “Trailer”. 1 take belongs to “Trailer” and stays there.')
  expect(await inTrailer()).toEqual(['made'])
  await act()
  expect(await inTrailer()).toEqual(['made', 'added'])
})

it('a project takes dropped takes and files, and leaves other drags alone', async () => {
  const { page, trailer, file, inTrailer, said, parts } = await open()
  const kit = await openMediaKit()
  const drop = page.run(() => useProjectDrop(() => trailer.id))
  const takes = fakeTransfer()
  putTakes(takes, [await file('dropped')])
  const over = dragEvent(takes)
  drop.on.dragover(over)
  expect([over.defaultPrevented, takes.dropEffect, drop.isOver.value]).toEqual([true, 'copy', true])
  const dropped = dragEvent(takes)
  drop.on.drop(dropped)
  expect([dropped.defaultPrevented, drop.isOver.value]).toEqual([true, false])
  await expect.poll(inTrailer).toEqual(['dropped'])
  const many = fakeTransfer()
  putNumbers(many, [(await file('one of very many')).number])
  drop.on.drop(dragEvent(many))
  await expect.poll(inTrailer).toContain('one of very many')

  const bytes = await readFile(await kit.tone('bell.wav', { seconds: 0.2 }))
  const files = dragEvent(fakeTransfer([new File([new Uint8Array(bytes)], 'bell.wav', { type: 'audio/wav' })]))
  drop.on.drop(files)
  expect(files.defaultPrevented).toBe(true)
  await expect.poll(() => said().at(-1)).toBe('1 file imported into “Trailer”.')
  const [bell] = (await parts.takes.search({ ...anyQuery, text: 'bell' })).takes
  expect(bell?.projectId).toBe(trailer.id)

  const words = fakeTransfer()
  words.setData('text/plain', 'words')
  const other = dragEvent(words)
  drop.on.dragover(other)
  drop.on.drop(other)
  expect(other.defaultPrevented).toBe(false)
  await kit.close()
})
