/** A line that is split, by Enter or by its menu: both halves are spoken as it was, and the silence after it stays after its last words. */
import { expect, it, vi } from 'vitest'
import { useUndo } from '../../../src-renderer/actions/undo.ts'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { useLineKeys } from '../../../src-renderer/rooms/script/lines/use-line-keys.ts'
import { useLineActs } from '../../../src-renderer/rooms/script/use-line-acts.ts'
import { useScript } from '../../../src-renderer/rooms/script/use-script.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const spoken = { speaker: 'ANN', direction: 'softly', role: 'speech', language: 'de', isMuted: true } as const

it.each(['Enter', 'the menu'])('by %s, in one step of undo', async (by) => {
  const studio = await openTestStudio()
  const { script } = studio.parts
  const { id: projectId } = await studio.parts.projects.create('The boat')
  await script.add(projectId, null, [{ ...spoken, text: 'Das Boot ist weg.', pauseSeconds: 4 }])
  const page = openPage(studio)
  const [project, undo] = [page.run(() => useProject()), useUndo()]
  project.open(projectId)
  await expect.poll(() => project.lines.length).toBe(1)
  const line = () => project.lines[0]!
  const kept = async () => (await script.lines(projectId)).map(({ text, pauseSeconds, speaker, direction, role, language, isMuted }) =>
    ({ text, pauseSeconds, speaker, direction, role, language, isMuted }))
  const whole = [{ ...spoken, text: 'Das Boot ist weg.', pauseSeconds: 4 }]
  expect(await kept()).toEqual(whole)
  if (by === 'Enter') {
    const room = page.run(() => useScript(() => projectId))
    const words = page.run(() => useLineDraft(line))
    const keys = page.run(() => useLineKeys({
      words,
      line,
      split: (of, after) => room.addEmpty(of, after),
      ...{ remove: () => {}, leave: () => {}, move: () => {}, pasted: () => {} },
    }))
    await keys.split(' ist weg.')
  }
  else {
    const [clear, point] = [vi.fn(), vi.fn()]
    const room = { projectId: () => projectId, lines: () => project.lines, targets: () => project.lines, clear, point }
    await page.run(() => useLineActs(room)).split(line(), 'Das Boot'.length)
  }
  expect(await kept()).toEqual([
    { ...spoken, text: 'Das Boot', pauseSeconds: 0.35 },
    { ...spoken, text: 'ist weg.', pauseSeconds: 4 },
  ])
  await undo.undo()
  expect(await kept()).toEqual(whole)
})

it('an empty line after another has nothing of it but the speaker, and the line keeps its pause', async () => {
  const studio = await openTestStudio()
  const { script } = studio.parts
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const [first] = await script.add(projectId, null, [{ ...spoken, text: 'Das Boot', pauseSeconds: 4 }])
  await openPage(studio).run(() => useScript(() => projectId)).addEmpty(first!)
  expect(await script.lines(projectId)).toMatchObject([
    { ...spoken, pauseSeconds: 4 },
    { speaker: 'ANN', text: '', direction: '', role: 'speech', language: null, isMuted: false, pauseSeconds: 0.35 },
  ])
})

it('at sentences, in one step: all are spoken as the whole was, in its language, and the silence stays after the last', async () => {
  const studio = await openTestStudio()
  const { script } = studio.parts
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const text = 'Er kam am 3. Mai. „Ist es weg?“ fragte Mara. Ja.'
  await script.add(projectId, null, [{ ...spoken, text, pauseSeconds: 4 }, { ...spoken, text: 'Weiter.' }])
  const page = openPage(studio)
  const [project, undo] = [page.run(() => useProject()), useUndo()]
  project.open(projectId)
  await expect.poll(() => project.lines.length).toBe(2)
  const room = { projectId: () => projectId, lines: () => project.lines, targets: () => project.lines, clear: vi.fn(), point: vi.fn() }
  await page.run(() => useLineActs(room)).splitAtSentences()
  expect(await script.lines(projectId)).toMatchObject([
    { ...spoken, text: 'Er kam am 3. Mai.', pauseSeconds: 0.35 },
    { ...spoken, text: '„Ist es weg?“ fragte Mara.', pauseSeconds: 0.35 },
    { ...spoken, text: 'Ja.', pauseSeconds: 4 },
    { ...spoken, text: 'Weiter.', pauseSeconds: 0.35 },
  ])
  await undo.undo()
  expect(await script.lines(projectId)).toMatchObject([{ ...spoken, text, pauseSeconds: 4 }, { ...spoken, text: 'Weiter.' }])
})
