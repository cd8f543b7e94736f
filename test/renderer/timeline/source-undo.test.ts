/** Undo in the source viewer waits until main has the mark, and takes back nothing else; with a real studio. */
import { expect, it, vi } from 'vitest'
import { computed } from 'vue'
import { Fault } from '#contract/faults.ts'
import { useUndo } from '../../../src-renderer/actions/undo.ts'
import { useSource } from '../../../src-renderer/rooms/timeline/source/use-source.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { studio as pageStudio } from '../../../src-renderer/studio.ts'
import { spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { documentOf, pictureTrack } from '../../kit/sequence.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** A take of a project with a line, in the source viewer, and another project. Each line can be taken back. Marks wait for `goOn`. */
async function open({ isRefused = false } = {}) {
  const goOn = Promise.withResolvers<void>()
  const { parts, handlers, ...studio } = await openTestStudio()
  const [{ id: projectId }, { id: otherId }] = [await parts.projects.create('Tides'), await parts.projects.create('Boats')]
  const asset = await parts.assets.adoptText('The bay.', { mime: 'audio/wav', extension: 'wav' })
  const { id: takeId } = await parts.takes.file(spokenTake('The bay.', { projectId }), { ...asset, durationSeconds: 2 })
  const page = openPage({ ...studio, handlers: { ...handlers, takes: {
    ...handlers.takes,
    async mark(...asked) {
      await goOn.promise
      if (isRefused)
        throw new Fault('library-read-only', { trouble: 'damaged' })
      return handlers.takes.mark(...asked)
    },
  } } })
  const [project, undo] = [useProject(), useUndo()]
  for (const id of [otherId, projectId]) {
    project.open(id)
    const step = undo.step({ name: 'addLine', of: '1' })
    await pageStudio.script.add({ projectId: id, afterLineId: null, lines: [{ speaker: '', text: 'Low tide.', direction: '' }], step })
    await undo.refresh()
    await expect.poll(() => [project.lines.length, undo.next?.name]).toEqual([1, 'addLine'])
  }
  const film = computed(() => documentOf(pictureTrack(10, [])))
  const source = page.run(() => useSource(film, () => 0))
  await source.open(takeId)
  source.seek(10)
  return {
    ...{ source, project, undo, otherId, goOn },
    lineCounts: () => Promise.all([projectId, otherId].map(async id => (await parts.script.lines(id)).length)),
    mark: async () => (await parts.takes.get(takeId)).marks?.inSeconds ?? null,
  }
}

it('takes back the mark that was just set, once main has it', async () => {
  const { source, goOn, lineCounts, mark } = await open()
  void source.setIn()
  expect(source.mayUndo()).toBe(true)
  const undone = source.undo()
  goOn.resolve()
  await undone
  expect([await lineCounts(), await mark()]).toEqual([[1, 1], null])
})

it('takes back nothing in a project that was opened in the meantime', async () => {
  const { source, project, undo, otherId, goOn, lineCounts, mark } = await open()
  const set = source.setIn()
  const undone = source.undo()
  project.open(otherId)
  await undo.refresh()
  goOn.resolve()
  await Promise.all([set, undone])
  expect(await lineCounts()).toEqual([1, 1])
  expect(await mark()).not.toBeNull()
})

it('takes back no step before a mark that was refused', async () => {
  const { source, goOn, lineCounts, mark } = await open({ isRefused: true })
  const set = source.setIn()
  const undone = source.undo()
  goOn.resolve()
  await Promise.all([set, undone])
  expect([await lineCounts(), await mark()]).toEqual([[1, 1], null])
})
