/** What is dropped or pasted where no part of a room takes it: into the open project, else the person is told where it can go. */
import type { ProjectId } from '#contract/words.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useDropWords } from '../../../src-renderer/parts/files/use-drop-zone.ts'
import { putTakes } from '../../../src-renderer/parts/takes/take-drag.ts'
import { useDrops } from '../../../src-renderer/shell/use-drops.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useProjects } from '../../../src-renderer/stores/projects.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { anyQuery, spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { soundOf } from '../../kit/small-media.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { fakeTransfer } from '../../kit/transfer.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open({ inProject = false } = {}) {
  // After the page is left.
  onTestFinished(() => void vi.unstubAllGlobals())
  const studio = await openTestStudio()
  const project = await studio.parts.projects.create('Film')
  const page = openPage(studio)
  page.rooms.addRoute({ path: '/script/:projectId', name: 'script', component: {} })
  const stores = page.run(() => ({ all: useProjects(), open: useProject() }))
  await expect.poll(() => stores.all.isReady).toBe(true)
  if (inProject)
    stores.open.open(project.id)
  // No dialog is over the room.
  const document = Object.assign(new EventTarget(), { querySelector: () => null })
  vi.stubGlobal('document', document)
  vi.stubGlobal('requestAnimationFrame', setImmediate)
  vi.stubGlobal('cancelAnimationFrame', clearImmediate)
  // Where something is dropped is no field.
  vi.stubGlobal('Element', class {})
  const drops = page.run(() => useDrops())
  return {
    ...studio,
    drops,
    notices: useNotices(),
    projects: stores.all,
    said: () => useNotices().shown.map(notice => notice.text(en)),
    titlesIn: async (projectId: ProjectId | null) =>
      (await studio.parts.takes.search({ ...anyQuery, projectId })).takes.map(take => take.title),
    projectId: project.id,
    /** Answers whether the page took it; what it does not take, the browser would open in its place. */
    send(name: 'dragover' | 'drop' | 'paste', transfer: DataTransfer, isTaken = false): boolean {
      const event = Object.assign(new Event(name, { cancelable: true }), { dataTransfer: transfer, clipboardData: transfer })
      if (isTaken)
        event.preventDefault()
      document.dispatchEvent(event)
      return event.defaultPrevented
    },
  }
}

const sound = (): File => new File([new Uint8Array(soundOf())], 'bell.wav', { type: 'audio/wav' })
const script = (): File => new File(['ANNA: Hello.'], 'Scene one.txt', { type: 'text/plain' })
interface Entry { readonly name: string, readonly read: (done: (file: File) => void, fail: (cause: Error) => void) => void }
/** A drop of one folder, as browsers give it: its own File has no content. */
function folderOf(...entries: readonly Entry[]): DataTransfer {
  const rest = entries.map(({ name, read }) => ({ name, isDirectory: false, file: read }))
  const readEntries = (done: (some: unknown[]) => void) => done(rest.splice(0))
  const folder = { name: 'rain', isDirectory: true, createReader: () => ({ readEntries }) }
  const transfer = fakeTransfer([new File([], 'rain')])
  return Object.assign(transfer, { items: [{ kind: 'file', type: '', webkitGetAsEntry: () => folder }] })
}
function link(): DataTransfer {
  const transfer = fakeTransfer()
  transfer.setData('text/uri-list', 'https://example.com/')
  return transfer
}

it('in a project, files are imported into it, dropped or pasted', async () => {
  const { send, drops, titlesIn, projectId } = await open({ inProject: true })
  const transfer = fakeTransfer([sound()])
  expect([send('dragover', transfer), transfer.dropEffect, drops.over.value]).toEqual([true, 'copy', 'bin'])
  expect([send('drop', transfer), drops.over.value]).toEqual([true, null])
  await expect.poll(() => titlesIn(projectId)).toEqual(['bell.wav'])
  expect(send('paste', fakeTransfer([new File([new Uint8Array(soundOf())], 'pasted.wav', { type: 'audio/wav' })]))).toBe(true)
  await expect.poll(() => titlesIn(projectId)).toEqual(['pasted.wav', 'bell.wav'])
})

it('elsewhere, files offer to go into the library', async () => {
  const { send, drops, said, notices, titlesIn } = await open()
  const transfer = fakeTransfer([sound()])
  send('dragover', transfer)
  expect(drops.over.value).toBe('nothing')
  expect(send('drop', transfer)).toBe(true)
  await expect.poll(said).toEqual([en.bin.filesNowhere])
  expect(await titlesIn(null)).toEqual([])
  await notices.shown[0]!.act!.run()
  await expect.poll(() => titlesIn(null)).toEqual(['bell.wav'])
})

it('elsewhere, pasted files offer to go into the library too, and a text to become a project', async () => {
  const { send, said, notices, titlesIn } = await open()
  expect(send('paste', fakeTransfer([sound()]))).toBe(true)
  expect(said()).toEqual([en.bin.pastedNowhere])
  await notices.shown[0]!.act!.run()
  await expect.poll(() => titlesIn(null)).toEqual(['bell.wav'])
  expect(send('paste', fakeTransfer([script()]))).toBe(true)
  expect(said()).toContain(en.bin.scriptNowhere('Scene one.txt'))
  // The library, or a form, has taken it; the words of a paste are no files.
  const before = said().length
  send('paste', fakeTransfer([sound()]), true)
  expect(send('paste', fakeTransfer())).toBe(false)
  expect(said()).toHaveLength(before)
})

it('elsewhere, all files of a dropped folder are offered, and what cannot be read is reported', async () => {
  const { send, said, notices, titlesIn } = await open()
  send('drop', folderOf({ name: 'bell.wav', read: done => done(sound()) }, { name: 'lost.wav', read: (_, fail) => fail(new Error('gone')) }))
  await expect.poll(said).toEqual([en.bin.filesNowhere])
  await notices.shown[0]!.act!.run()
  await expect.poll(() => titlesIn(null)).toEqual(['bell.wav'])
  expect(said()).toContain(en.notices.importing.someFailed(1, 1, null))
  send('drop', folderOf({ name: 'lost.wav', read: (_, fail) => fail(new Error('gone')) }))
  await expect.poll(() => notices.shown.map(notice => notice.fault)).toContainEqual(
    { code: 'unreadable-file', data: { name: 'lost.wav', reason: 'gone' } },
  )
})

it('elsewhere, a text offers to become a project of its name', async () => {
  const { send, drops, said, notices, projects } = await open()
  const transfer = fakeTransfer([script()])
  send('dragover', transfer)
  expect(drops.over.value).toBe('no-project')
  send('drop', transfer)
  await expect.poll(said).toEqual([en.bin.scriptNowhere('Scene one.txt')])
  await notices.shown[0]!.act!.run()
  await expect.poll(() => projects.all.map(({ name }) => name)).toContain('Scene one')
})

it('takes that are dropped nowhere are told where they belong', async () => {
  const { send, said, parts } = await open()
  const take = await parts.takes.file(spokenTake('Hello'), await parts.assets.adoptText('Hello', { mime: 'text/plain', extension: 'txt' }))
  const transfer = fakeTransfer()
  putTakes(transfer, [take])
  expect(send('drop', transfer)).toBe(true)
  expect(said()).toEqual([en.bin.takesNowhere])
})

it('leaves to a part of the room what it has taken, with its words, and lets no link replace the page', async () => {
  const { send, drops, said } = await open()
  const hint = useDropWords()
  hint.words = () => 'Put it here'
  send('dragover', fakeTransfer([sound()]), true)
  expect([drops.over.value, drops.words.value?.(en)]).toEqual([null, 'Put it here'])
  send('drop', fakeTransfer([sound()]), true)
  expect(said()).toEqual([])
  const address = link()
  expect([send('dragover', address), address.dropEffect, drops.over.value]).toEqual([true, 'none', null])
})

it('the hint goes when the drag has left the page, of which browsers say nothing', async () => {
  const { send, drops } = await open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  send('dragover', fakeTransfer([sound()]))
  vi.advanceTimersByTime(400)
  send('dragover', fakeTransfer([sound()]))
  vi.advanceTimersByTime(400)
  expect(drops.over.value).toBe('nothing')
  vi.advanceTimersByTime(200)
  expect(drops.over.value).toBeNull()
})
