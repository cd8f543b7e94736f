/** Replacing words in lines, with a real studio. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useReplace } from '../../../src-renderer/rooms/script/find/use-replace.ts'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

it('replaces what was asked for, whatever is written in the fields once the lines are saved', async () => {
  const studio = await openTestStudio()
  const { projects, script } = studio.parts
  const { id: projectId } = await projects.create('The boat')
  await script.add(projectId, null, [{ speaker: '', text: 'The boat.', direction: '' }])
  const answered = Promise.withResolvers<void>()
  const edit = vi.fn()
  const page = openPage({ ...studio, handlers: { ...studio.handlers, script: {
    ...studio.handlers.script,
    async edit(input, context) {
      edit()
      await answered.promise
      return studio.handlers.script.edit(input, context)
    },
  } } })
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines.length).toBe(1)
  const words = shallowRef('boat')
  const replacing = page.run(() => useReplace({
    ...{ projectId: () => projectId, lines: () => project.lines },
    ...{ selectedIds: () => new Set<LineId>(), speakers: () => [], words: () => words.value },
  }))
  const draft = page.run(() => useLineDraft(() => project.lines[0]!))
  replacing.form.by = 'ship'
  draft.change({ text: 'The boat, the boat.' })
  const done = replacing.replaceAll()
  await expect.poll(() => edit.mock.calls.length).toBe(1)
  words.value = 'the'
  replacing.form.by = 'no'
  answered.resolve()
  await done
  expect((await script.lines(projectId)).map(line => line.text)).toEqual(['The ship, the ship.'])
})

it('a choice of lines counts only while it is shown: with a selection, and among several speakers', async () => {
  const line = (id: string, speaker: string) => ({ id, speaker, text: 'The boat.', direction: '', isLocked: false }) as Line
  const lines = shallowRef([line('1', 'ANN'), line('2', 'BEN')])
  const selectedIds = shallowRef(new Set(['1' as LineId]))
  const page = openPage(await openTestStudio())
  const { form, count } = page.run(() => useReplace({
    ...{ projectId: () => 'project' as ProjectId, lines: () => lines.value, selectedIds: () => selectedIds.value },
    ...{ speakers: () => [...new Set(lines.value.map(({ speaker }) => speaker))], words: () => 'boat' },
  }))
  form.isSelectionOnly = true
  expect([form.isSelectionOnly, count.value]).toEqual([true, 1])
  selectedIds.value = new Set()
  expect([form.isSelectionOnly, count.value]).toEqual([false, 2])
  form.speaker = 'BEN'
  expect([form.speaker, count.value]).toEqual(['BEN', 1])
  lines.value = [line('1', 'ANN'), line('2', 'BENNY')]
  expect([form.speaker, count.value]).toEqual([null, 2])
  lines.value = [line('1', ''), line('2', 'BEN')]
  expect([form.speaker, count.value]).toEqual(['BEN', 1])
})
