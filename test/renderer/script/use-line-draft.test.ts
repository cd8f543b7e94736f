/** A line that could not be saved keeps its words: on the screen, after the room was left, and until the wire is back. */
import { beforeEach, expect, it, vi } from 'vitest'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openLine(text: string) {
  const studio = await openTestStudio()
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const [line] = await studio.parts.script.add(projectId, null, [{ speaker: '', text, direction: '' }])
  const page = openPage(studio)
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines).toHaveLength(1)
  return {
    page,
    project,
    open: () => page.run(() => useLineDraft(() => project.lines[0] ?? line!)),
    inStudio: async () => (await studio.parts.script.lines(projectId))[0]?.text,
    editElsewhere: (words: string) => studio.parts.script.edit(line!.id, { speaker: '', text: words, direction: '', pauseSeconds: 0 }),
  }
}

let room: Awaited<ReturnType<typeof openLine>>
beforeEach(async () => {
  room = await openLine('First.')
})

it('what was written while the wire was lost is saved by itself when it is back', async () => {
  const line = room.open()
  room.page.cut()
  line.change({ text: 'Second.' })
  expect(await line.flush()).toBeNull()
  expect(line.draft.value.text).toBe('Second.')
  room.page.restore()
  await expect.poll(() => room.inStudio()).toBe('Second.')
})

it('answers with what was saved, also while the news of it have not come', async () => {
  const [before] = room.project.lines
  const line = room.page.run(() => useLineDraft(() => before!))
  line.change({ text: 'Second.' })
  expect(await line.flush()).toMatchObject({ id: before!.id, text: 'Second.' })
})

it('news take no unsaved words away, and those are saved over them', async () => {
  const line = room.open()
  // Its pause never ends by itself here.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  line.change({ text: 'Second.' })
  vi.useRealTimers()
  await room.editElsewhere('From elsewhere.')
  await expect.poll(() => room.project.lines[0]?.text).toBe('From elsewhere.')
  expect(line.draft.value.text).toBe('Second.')
  expect(await line.flush()).toMatchObject({ text: 'Second.' })
  expect(await room.inStudio()).toBe('Second.')
})

it('words that could not be saved when the room was left are there when it is opened again', async () => {
  const line = room.open()
  room.page.cut()
  line.change({ text: 'Second.' })
  room.page.leave()
  expect(room.open().draft.value.text).toBe('Second.')
  room.page.leave()
  room.page.restore()
  await expect.poll(() => room.inStudio()).toBe('Second.')
})
