/** Lines that were locked stay where others are removed, merged or split, and what is said counts only the others. */
import type { Line } from '#contract/script.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useUndo } from '../../../src-renderer/actions/undo.ts'
import { useLineActs } from '../../../src-renderer/rooms/script/use-line-acts.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openRoom(lines = ['one', 'two', 'three']) {
  const studio = await openTestStudio()
  const { parts } = studio
  const { id: projectId } = await parts.projects.create('The boat')
  await parts.script.add(projectId, null, lines.map(text => ({ speaker: '', text, direction: '' })))
  const page = openPage(studio)
  const project = page.run(() => useProject())
  project.open(projectId)
  await expect.poll(() => project.lines.length).toBe(3)
  const [clear, point] = [vi.fn(), vi.fn()]
  let targets: readonly Line[] = project.lines
  const acts = page.run(() => useLineActs({ projectId: () => projectId, lines: () => project.lines, targets: () => targets, clear, point }))
  const notices = useNotices()
  return {
    acts,
    clear,
    point,
    project,
    /** The acts mean these lines, as they were before they were locked in another window. */
    async lock(...places: number[]): Promise<void> {
      targets = project.lines
      await parts.script.change(projectId, places.map(at => ({ lineId: targets[at]!.id, isLocked: true })))
      await expect.poll(() => places.every(at => project.lines[at]?.isLocked)).toBe(true)
    },
    meanNow: () => { targets = project.lines },
    said: () => notices.shown.map(notice => notice.text(textsOf.en)),
    texts: async () => (await parts.script.lines(projectId)).map(({ text }) => text),
  }
}
let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})
const { acts: words } = textsOf.en.script

it('only those that were removed are counted', async () => {
  const { project: { lines: [, second] } } = room
  await room.lock(1)
  await room.acts.remove()
  expect(await room.texts()).toEqual(['two'])
  expect(room.said()).toEqual([words.locked(1), words.removed(2)])
  expect(room.point.mock.calls).toEqual([[second!.id]])
})

it('where all of them are locked, nothing is said to be removed, and they stay selected', async () => {
  await room.lock(0, 1, 2)
  await room.acts.remove()
  expect(await room.texts()).toEqual(['one', 'two', 'three'])
  expect(room.said()).toEqual([words.locked(3)])
  expect([room.clear.mock.calls, room.point.mock.calls]).toEqual([[], []])
  room.meanNow()
  expect(room.acts.mayChange()).toBe(false)
})

it('one that was locked meanwhile is not merged, and no words are there twice', async () => {
  await room.lock(2)
  await room.acts.merge()
  await expect.poll(room.texts).toEqual(['one', 'two', 'three'])
  expect(room.clear).not.toHaveBeenCalled()
})

it('those that are locked are not split at sentences, and are told; the others are, in one step', async () => {
  room = await openRoom(['Gone. Gone!', 'Here. There.', 'Nobody knows.'])
  await room.lock(0)
  room.meanNow()
  await room.acts.splitAtSentences()
  expect(await room.texts()).toEqual(['Gone. Gone!', 'Here.', 'There.', 'Nobody knows.'])
  expect(room.said()).toEqual([words.locked(1)])
  await useUndo().undo()
  expect(await room.texts()).toEqual(['Gone. Gone!', 'Here. There.', 'Nobody knows.'])
})

it('where nothing can be split, it says why', async () => {
  room = await openRoom(['Gone. Gone!', 'Here.', 'There'])
  await room.acts.splitAtSentences()
  await expect.poll(() => room.project.lines.length).toBe(4)
  room.meanNow()
  await room.acts.splitAtSentences()
  expect(await room.texts()).toEqual(['Gone.', 'Gone!', 'Here.', 'There'])
  expect(room.said()).toEqual([words.oneSentence])
})
