/** The keys of undo and redo: of the journal of the open project, outside of text fields; the timeline has its own. */
import { expect, it, vi } from 'vitest'
import { useActionRegistry } from '../../../src-renderer/actions/action.ts'
import { useUndo } from '../../../src-renderer/actions/undo.ts'
import { useScript } from '../../../src-renderer/rooms/script/use-script.ts'
import { useUndoKeys } from '../../../src-renderer/shell/use-undo-keys.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openFakePage } from '../../kit/fake-fields.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function open() {
  const studio = await openTestStudio()
  const { id: projectId } = await studio.parts.projects.create('The boat')
  await studio.parts.script.add(projectId, null, ['one', 'two'].map(text => ({ speaker: 'ANN', text, direction: '' })))
  const page = openPage(studio)
  for (const name of ['script', 'timeline'])
    page.rooms.addRoute({ path: `/${name}`, name, component: {} })
  await page.rooms.push('/script')
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines).toHaveLength(2)
  const { shown } = openFakePage()
  vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
  const keys = page.run(() => useUndoKeys())
  const registry = useActionRegistry()
  return {
    ...{ page, shown, undo: useUndo() },
    script: page.run(() => useScript(() => projectId)),
    texts: () => project.lines.map(line => line.text),
    line: () => project.lines[0]!,
    act: (id: string) => registry.find(id)!,
    /** Answers whether it means nothing else, and whether the browser keeps out of it. */
    press(chord: string) {
      const event = new Event('keydown', { cancelable: true }) as KeyboardEvent // No more of it is read.
      return { isTaken: keys.takesKey(event, chord), isPrevented: event.defaultPrevented }
    },
  }
}

it('undo and redo the last step of the project, by its name', async () => {
  const { script, undo, act, line, texts } = await open()
  expect(act('studio.undo').when?.()).toBe(false)
  await script.remove(line())
  await undo.refresh()
  await expect.poll(texts).toEqual(['two'])
  expect(act('studio.undo').when?.()).toBe(true)
  expect(act('studio.undo').label(textsOf.en)).toBe(textsOf.en.undo.undo('delete line 1'))
  await act('studio.undo').run()
  await expect.poll(texts).toEqual(['one', 'two'])
  await expect.poll(() => act('studio.redo').when?.()).toBe(true)
  expect(act('studio.redo').label(textsOf.en)).toBe(textsOf.en.undo.redo('delete line 1'))
  await act('studio.redo').run()
  await expect.poll(texts).toEqual(['two'])
})

it('are not those of the timeline', async () => {
  const { script, undo, act, line, page } = await open()
  await script.remove(line())
  await undo.refresh()
  expect(act('studio.undo').when?.()).toBe(true)
  await page.rooms.push('/timeline')
  expect(act('studio.undo').when?.()).toBe(false)
})

it('keep the browser’s own undo out, and the room’s below a dialog', async () => {
  const { press, shown } = await open()
  expect(press('mod+s')).toEqual({ isTaken: false, isPrevented: false })
  expect(press('mod+z'), 'the act of the room follows').toEqual({ isTaken: false, isPrevented: true })
  shown.add('.n-modal')
  expect(press('mod+shift+z')).toEqual({ isTaken: true, isPrevented: true })
})
