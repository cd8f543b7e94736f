/** Words that were written while the studio was away: sent once, in their order, or listed with what was written when somebody was faster. */
import { beforeEach, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useProjectActs } from '../../../src-renderer/parts/projects/use-project-acts.ts'
import { useNote } from '../../../src-renderer/parts/takes/use-note.ts'
import { useSystem } from '../../../src-renderer/rooms/chat/composer/use-system.ts'
import { useProjects } from '../../../src-renderer/stores/projects.ts'
import { outbox } from '../../../src-renderer/studio.ts'
import { spokenTake } from '../../kit/library.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const browser = keptByBrowser()
vi.stubGlobal('localStorage', browser)

async function openNote() {
  for (const { id } of outbox.kept.all.value)
    outbox.kept.drop(id)
  browser.clear()
  const studio = await openTestStudio()
  const { parts } = studio
  const { id } = await parts.takes.file(spokenTake('One.'), await parts.assets.adoptText('One.', { mime: 'text/plain', extension: 'txt' }))
  const take = shallowRef(await parts.takes.note(id, 'first'))
  const page = openPage(studio)
  await expect.poll(() => outbox.folderId.value).not.toBeNull()
  return { studio, parts, page, take, inStudio: async () => (await parts.takes.get(id)).note, ...page.run(() => useNote(() => take.value)) }
}
let room: Awaited<ReturnType<typeof openNote>>
beforeEach(async () => {
  room = await openNote()
})

it('a note that was written twice while the studio was away is no conflict with itself', async () => {
  room.page.cut()
  room.note.value = 'second'
  void room.save()
  room.note.value = 'third'
  const saved = room.save()
  expect(outbox.kept.all.value.map(({ input }) => input)).toMatchObject([
    { note: 'second', expected: 'first' },
    { note: 'third', expected: 'second' },
  ])
  room.page.restore()
  expect(await saved).toBe(true)
  expect(await room.inStudio()).toBe('third')
  await expect.poll(() => outbox.kept.all.value).toEqual([])
})

it('a newer note stays; the older one is listed with its words, and replaces it when the user says so', async () => {
  room.page.cut()
  room.note.value = 'mine'
  const saved = room.save()
  room.take.value = await room.parts.takes.note(room.take.value.id, 'theirs')
  room.page.restore()
  expect(await saved).toBe(false)
  expect([await room.inStudio(), room.note.value]).toEqual(['theirs', 'theirs'])
  const [listed] = outbox.kept.all.value
  expect(listed).toMatchObject({ call: 'takes.note', input: { note: 'mine' }, notDone: { fault: { code: 'changed-meanwhile' } } })
  outbox.retry(listed!)
  await expect.poll(room.inStudio).toBe('mine')
  await expect.poll(() => outbox.kept.all.value).toEqual([])
})

it('a note that somebody else wrote while this one was typed is not replaced either, and what was typed is listed', async () => {
  room.note.value = 'mine'
  await room.parts.takes.note(room.take.value.id, 'theirs')
  expect(await room.save()).toBe(false)
  expect(await room.inStudio()).toBe('theirs')
  expect(outbox.kept.all.value).toMatchObject([{ input: { note: 'mine' }, notDone: { is: 'refused' } }])
})

it('the same words as somebody else\'s are no conflict', async () => {
  room.page.cut()
  room.note.value = 'the same'
  const saved = room.save()
  await room.parts.takes.note(room.take.value.id, 'the same')
  room.page.restore()
  expect([await saved, outbox.kept.all.value]).toEqual([true, []])
})

it('a system prompt is kept in the same way', async () => {
  const before = await room.parts.conversations.create({ title: 'Talk', projectId: null, system: 'first' })
  const conversation = shallowRef(before)
  const { system, write, save } = room.page.run(() => useSystem({ projectId: () => null, conversation: () => conversation.value }))
  room.page.cut()
  write('mine')
  const saved = save()
  conversation.value = await room.parts.conversations.instruct(before.id, 'theirs')
  room.page.restore()
  expect([await saved, system.value]).toEqual([false, 'theirs'])
  expect(outbox.kept.all.value).toMatchObject([{ call: 'conversations.instruct', input: { system: 'mine' } }])
})

it('a project is renamed twice while the studio is away, and not once somebody else has', async () => {
  const { id } = await room.parts.projects.create('first')
  const [projects, acts] = [room.page.run(useProjects), room.page.run(useProjectActs)]
  await expect.poll(() => projects.get(id)?.name).toBe('first')
  room.page.cut()
  const renamed = [acts.rename(projects.get(id)!, 'second'), acts.rename(projects.get(id)!, 'third')]
  room.page.restore()
  expect(await Promise.all(renamed)).toEqual([null, null])
  await expect.poll(() => projects.get(id)?.name).toBe('third')
  room.page.cut()
  const late = acts.rename(projects.get(id)!, 'mine')
  await room.parts.projects.rename(id, 'theirs')
  room.page.restore()
  expect(await late).toMatchObject({ code: 'changed-meanwhile' })
  expect(await room.parts.projects.nameOf(id)).toBe('theirs')
  expect(outbox.kept.all.value).toMatchObject([{ call: 'projects.rename', input: { name: 'mine' }, notDone: { is: 'refused' } }])
})
