/**
 * An unsaved line keeps its text: on screen, after leaving the room, and until the connection is back.
 *
 * @module-tag wide
 */
import { disposePinia, getActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { useScript } from '../../../src-renderer/rooms/script/use-script.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { outbox } from '../../../src-renderer/studio.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const browser = keptByBrowser()
vi.stubGlobal('localStorage', browser)

async function openLine(text: string) {
  browser.clear()
  const studio = await openTestStudio()
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const [line] = await studio.parts.script.add(projectId, null, [{ speaker: '', text, direction: '' }])
  const page = openPage(studio)
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines).toHaveLength(1)
  return {
    page,
    openAnew: () => {
      const next = openPage(studio)
      useProject().open(projectId)
      return next
    },
    project,
    open: () => page.run(() => useLineDraft(() => project.lines[0] ?? line!)),
    inStudio: async () => (await studio.parts.script.lines(projectId))[0]?.text,
    directElsewhere: (direction: string) => studio.parts.script.edit(line!.id, { direction }),
    editElsewhere: (words: string) => studio.parts.script.edit(line!.id, { speaker: '', text: words, direction: '', pauseSeconds: 0 }),
  }
}

let room: Awaited<ReturnType<typeof openLine>>
beforeEach(async () => {
  room = await openLine('First.')
})

it('text typed while disconnected is saved automatically after reconnecting', async () => {
  const line = room.open()
  room.page.cut()
  line.change({ text: 'Second.' })
  const saved = line.flush()
  line.change({ text: 'Third.' })
  void line.flush()
  expect(line.draft.value.text).toBe('Third.')
  expect(outbox.kept.all.value.map(({ call, input }) => [call, input])).toMatchObject([
    ['script.edit', { text: 'Second.', expected: { text: 'First.' } }],
    ['script.edit', { text: 'Third.', expected: { text: 'Second.' } }],
  ])
  room.page.restore()
  await saved
  await expect.poll(() => room.inStudio()).toBe('Third.')
  await expect.poll(() => outbox.kept.all.value).toEqual([])
})

it('returns the saved text, even before the update has arrived', async () => {
  const [before] = room.project.lines
  const line = room.page.run(() => useLineDraft(() => before!))
  line.change({ text: 'Second.' })
  expect(await line.flush()).toMatchObject({ id: before!.id, text: 'Second.' })
})

it('updates do not replace unsaved text, which is then saved over them', async () => {
  const line = room.open()
  // The pause before saving never ends by itself here.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  line.change({ text: 'Second.' })
  vi.useRealTimers()
  await room.editElsewhere('From elsewhere.')
  await expect.poll(() => room.project.lines[0]?.text).toBe('From elsewhere.')
  expect(line.draft.value.text).toBe('Second.')
  expect(await line.flush()).toMatchObject({ text: 'Second.' })
  expect(await room.inStudio()).toBe('Second.')
  const notice = useNotices().shown.at(-1)!
  expect(notice.text(textsOf.en)).toContain('changed in another window')
  await notice.act!.run()
  expect(await room.inStudio()).toBe('From elsewhere.')
})

it('saves only what was typed: the other words of the line are as another window left them', async () => {
  const line = room.open()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  line.change({ text: 'Second.' })
  vi.useRealTimers()
  await room.directElsewhere('quietly')
  await expect.poll(() => line.draft.value.direction).toBe('quietly')
  expect(await line.flush()).toMatchObject({ text: 'Second.', direction: 'quietly' })
  expect(useNotices().shown).toEqual([])
})

it('text unsaved when the room was left is there when it is opened again', async () => {
  const line = room.open()
  room.page.cut()
  line.change({ text: 'Second.' })
  room.page.leave()
  expect(room.open().draft.value.text).toBe('Second.')
  room.page.leave()
  room.page.restore()
  await expect.poll(() => room.inStudio()).toBe('Second.')
})

it('a new line that is emptied and removed at once is no error, and a removed line comes back with what was typed last', async () => {
  const line = room.open()
  const notices = useNotices()
  const script = room.page.run(() => useScript(() => room.project.projectId!))
  line.change({ text: 'Typed just now.' })
  await script.remove(room.project.lines[0]!)
  await line.flush()
  await expect.poll(() => room.project.lines).toHaveLength(0)
  expect(notices.shown.filter(notice => notice.fault)).toEqual([])
  await notices.shown[0]!.act!.run()
  await expect.poll(() => room.inStudio()).toBe('Typed just now.')
})

it('what was kept while the studio was away replaces nothing newer: it is listed', async () => {
  const line = room.open()
  room.page.cut()
  line.change({ text: 'Second.' })
  void line.flush()
  await room.editElsewhere('From elsewhere.')
  room.page.restore()
  await expect.poll(() => outbox.kept.all.value.map(each => each.notDone)).toMatchObject([{ fault: { code: 'changed-meanwhile' } }])
  await expect.poll(() => line.draft.value.text, { message: 'the row shows what is there' }).toBe(await room.inStudio())
  expect(await room.inStudio()).toBe('From elsewhere.')
})

it('a page that was closed before it saved leaves it to the next one, which saves it without a row that is drawn, and tells what it replaced', async () => {
  const line = room.open()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  line.change({ text: 'Second.' })
  vi.useRealTimers()
  disposePinia(getActivePinia()!)
  await room.editElsewhere('From elsewhere.')
  const next = room.openAnew()
  next.run(() => useScript(() => useProject().projectId!))
  await expect.poll(() => room.inStudio()).toBe('Second.')
  await expect.poll(() => browser.unsaved()).toEqual([])
  await expect.poll(() => useNotices().shown.at(-1)?.text(textsOf.en)).toContain('changed in another window')
})
