/** Text of several lines that is pasted into an empty one, with a real studio. */
import { beforeEach, expect, it, vi } from 'vitest'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { readScriptAside } from '../../../src-renderer/rooms/script/paste/read-aside.ts'
import { readLines } from '../../../src-renderer/rooms/script/paste/read-lines.ts'
import { usePasteDialog } from '../../../src-renderer/rooms/script/paste/use-paste-dialog.ts'
import { useScript } from '../../../src-renderer/rooms/script/use-script.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
vi.mock('../../../src-renderer/rooms/script/paste/read-aside.ts', () => ({ readScriptAside: vi.fn() }))

async function openRoom() {
  const studio = await openTestStudio()
  const { projects, script } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  await script.add(projectId, null, [{ speaker: '', text: '', direction: '' }])
  const page = openPage(studio)
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines.length).toBe(1)
  const [line] = project.lines
  const pasting = page.run(() => usePasteDialog({ projectId: () => projectId, script: useScript(() => projectId), activeId: () => null }))
  const draft = page.run(() => useLineDraft(() => project.lines.find(({ id }) => id === line!.id) ?? line!))
  const isRead = Promise.withResolvers<void>()
  vi.mocked(readScriptAside).mockImplementation(async (source) => {
    await isRead.promise
    return readLines(source, null)
  })
  return {
    draft,
    read: isRead.resolve,
    paste: (text = 'One.\nTwo.') => pasting.intoLine(line!, text),
    texts: async () => (await script.lines(projectId)).map(({ text }) => text),
  }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})

it('takes the place of the line', async () => {
  room.read()
  await room.paste()
  expect(await room.texts()).toEqual(['One.', 'Two.'])
})

it('leaves the line where words were typed in it while the text was read', async () => {
  const pasted = room.paste()
  room.draft.change({ text: 'Typed meanwhile.' })
  room.read()
  await pasted
  expect(await room.texts()).toEqual(['Typed meanwhile.', 'One.', 'Two.'])
})

it('all lines of a long text come in, as one step', async () => {
  room.read()
  const rows = Array.from({ length: 5010 }, (_, at) => `The gulls cry ${at} times today.`)
  await room.paste(rows.join('\n'))
  expect(await room.texts()).toEqual(rows)
})
