/** Undo of a project: named steps of the script, the casting and the library, back and forth, and only of the open project. */
import type { Casting } from '#contract/script.ts'
import type { ModelId } from '#contract/words.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { stepWords, useUndo } from '../../../src-renderer/actions/undo.ts'
import { useTyping } from '../../../src-renderer/parts/typing/use-typing.ts'
import { useCastings } from '../../../src-renderer/rooms/script/casting/use-castings.ts'
import { useLineDraft } from '../../../src-renderer/rooms/script/lines/use-line-draft.ts'
import { useLineKeys } from '../../../src-renderer/rooms/script/lines/use-line-keys.ts'
import { useScript } from '../../../src-renderer/rooms/script/use-script.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { studio } from '../../../src-renderer/studio.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openRoom() {
  const studio = await openTestStudio()
  const { id: projectId } = await studio.parts.projects.create('The boat')
  const { id: otherId } = await studio.parts.projects.create('Another')
  await studio.parts.script.add(projectId, null, ['one', 'two', 'three'].map(text => ({ speaker: 'ANN', text, direction: '' })))
  const page = openPage(studio)
  const project = useProject()
  project.open(projectId)
  await expect.poll(() => project.lines).toHaveLength(3)
  return {
    studio,
    projectId,
    otherId,
    page,
    project,
    undo: useUndo(),
    script: page.run(() => useScript(() => projectId)),
    castings: () => page.run(() => useCastings(() => projectId)),
    shown: () => project.lines.map(line => line.text),
  }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => {
  room = await openRoom()
})
const line = (text: string) => room.project.lines.find(each => each.text === text)!
async function next() {
  await room.undo.refresh()
  return room.undo.next && stepWords(room.undo.next, textsOf.en)
}

it('takes a removal, a move and new lines back and makes them again, in their order and by their names', async () => {
  const { script, undo, shown } = room
  await script.remove(line('two'))
  await script.move(line('three').id, 0)
  await expect.poll(shown).toEqual(['three', 'one'])
  await script.add([{ speaker: 'BEN', text: 'four', direction: '' }, { speaker: 'BEN', text: 'five', direction: '' }], line('three').id)
  await expect.poll(shown).toEqual(['three', 'four', 'five', 'one'])
  expect(await next()).toBe('add 2 lines')
  await undo.undo()
  await expect.poll(shown).toEqual(['three', 'one'])
  expect(await next()).toBe('move line 2')
  await undo.undo()
  expect(await next()).toBe('delete line 2')
  await undo.undo()
  await expect.poll(shown).toEqual(['one', 'two', 'three'])
  await undo.refresh()
  expect(undo.next).toBeNull()
  for (const after of [['one', 'three'], ['three', 'one'], ['three', 'four', 'five', 'one']]) {
    await undo.redo()
    await expect.poll(shown).toEqual(after)
  }
  await undo.refresh()
  expect(undo.nextRedo).toBeNull()
})

it('can be asked for as soon as a first step is named, before main tells of it, and no longer than it takes to ask', async () => {
  const { undo, script, shown } = room
  expect(undo.mayUndo).toBe(false)
  undo.step({ name: 'removeLines', of: '1' })
  expect(undo.next).toBeNull()
  expect(undo.mayUndo).toBe(true)
  await undo.undo()
  expect(undo.mayUndo, 'nothing was done in its name').toBe(false)
  await script.remove(line('two'))
  expect(undo.mayUndo).toBe(true)
  await undo.undo()
  await expect.poll(shown).toEqual(['one', 'two', 'three'])
  expect(undo.mayUndo).toBe(false)
})

it('takes a first casting away, and brings an earlier one back', async () => {
  const { castings, undo, studio, projectId } = room
  const cast = async (voice: string) => {
    const open = castings()
    open.cast({ speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice } } satisfies Casting)
    await open.flush()
  }
  const voice = async () => (await studio.parts.script.castings(projectId)).map(casting => casting.fields.voice)
  await cast('Serena')
  expect(await next()).toBe('cast ANN')
  await undo.undo()
  expect(await voice()).toEqual([])
  await undo.redo()
  expect(await voice()).toEqual(['Serena'])
})

it('makes one step of what is typed in a line, and none of what is typed back', async () => {
  const { page, undo, shown, project } = room
  const draft = page.run(() => useLineDraft(() => project.lines[0]!))
  for (const text of ['one a', 'one a b']) {
    draft.change({ text })
    await draft.flush()
    await expect.poll(() => shown()[0]).toBe(text)
  }
  expect(await next()).toBe('edit line 1')
  await undo.undo()
  await expect.poll(() => shown()[0]).toBe('one')
  await undo.refresh()
  expect(undo.next).toBeNull()
  draft.change({ text: 'one c' })
  await draft.flush()
  await expect.poll(() => shown()[0]).toBe('one c')
  draft.change({ text: 'one' })
  await draft.flush()
  await undo.refresh()
  expect(undo.next, 'what is as it was is no step').toBeNull()
})

it('belongs to its project alone', async () => {
  const { script, undo, project, projectId, otherId, shown } = room
  await script.remove(line('two'))
  await expect.poll(shown).toEqual(['one', 'three'])
  project.open(otherId)
  await undo.refresh()
  expect(undo.next).toBeNull()
  project.open(projectId)
  expect(await next()).toBe('delete line 2')
})

it('does not offer again what cannot be done any more, and keeps what only the connection stopped', async () => {
  const { script, undo, page, studio, project, projectId } = room
  await script.move(line('one').id, 2)
  await script.remove(line('two'))
  await expect.poll(next).toBe('delete line 1')
  page.cut()
  await undo.undo()
  expect(useNotices().shown.at(-1)?.text(textsOf.en)).toBe('Takeroom is not connected. Undo and redo are available again once it is.')
  expect(await next()).toBe('delete line 1')
  page.restore()
  await expect.poll(async () => {
    await undo.undo()
    return undo.next?.name
  }).toBe('moveLine')
  await studio.parts.script.remove(project.lines.find(each => each.text === 'one')!.id)
  await undo.undo()
  await undo.refresh()
  expect(undo.next).toBeNull()
  expect((await studio.parts.script.lines(projectId)).map(each => each.text)).toEqual(['two', 'three'])
})

it('drops what could be made again when something new is done', async () => {
  const { script, undo, shown } = room
  await script.remove(line('two'))
  await expect.poll(shown).toHaveLength(2)
  await undo.undo()
  await expect.poll(shown).toHaveLength(3)
  await script.move(line('one').id, 2)
  await undo.refresh()
  expect(undo.nextRedo).toBeNull()
})

it('writes nothing over what another window has changed in the meantime: neither back nor forth', async () => {
  const { studio: { parts }, projectId, page, undo, script, project, castings } = room
  const words = async () => (await parts.script.lines(projectId)).map(each => [each.speaker, each.text, each.direction].join('|'))
  const [one, two] = project.lines
  const typeIn = async (text: string) => {
    const draft = page.run(() => useLineDraft(() => project.lines.find(each => each.id === one!.id)!))
    draft.change({ text })
    await draft.flush()
  }
  const skipped = async (turn: () => Promise<void>, isOf: string) => {
    const notices = useNotices()
    await turn()
    expect(notices.shown.at(-1)?.fault).toMatchObject({ code: 'changed-meanwhile', data: { word: isOf } })
    await undo.refresh()
    expect(undo.next, 'a step that cannot be taken back is not offered again').toBeNull()
  }

  await typeIn('one a')
  await parts.script.edit(one!.id, { text: 'written elsewhere' })
  await skipped(undo.undo, 'line')
  expect((await words())[0]).toBe('ANN|written elsewhere|')

  await typeIn('one b')
  await parts.script.edit(one!.id, { direction: 'whispering' })
  await undo.undo()
  expect((await words())[0], 'what the step did not change stays').toBe('ANN|written elsewhere|whispering')
  await parts.script.edit(one!.id, { text: 'newer' })
  await skipped(undo.redo, 'line')
  expect((await words())[0]).toBe('ANN|newer|whispering')

  await script.move(two!.id, 0)
  await parts.script.move(two!.id, 2)
  await skipped(undo.undo, 'line')
  await script.add([{ speaker: 'BEN', text: 'added', direction: '' }], null)
  const added = (await parts.script.lines(projectId)).at(-1)!
  await parts.script.edit(added.id, { text: 'added, and made better elsewhere' })
  await skipped(undo.undo, 'line')
  expect((await words()).at(-1)).toBe('BEN|added, and made better elsewhere|')

  const cast = (voice: string): Casting => ({ speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice } })
  const open = castings()
  open.cast(cast('Serena'))
  await open.flush()
  await parts.script.cast(projectId, cast('Ryan'))
  await skipped(undo.undo, 'casting')
  expect(await parts.script.castings(projectId)).toEqual([cast('Ryan')])
})

it('keeps apart what was typed before and after another window changed the same words, so that these come back', async () => {
  const { studio: { parts }, page, undo, project, shown } = room
  const draft = page.run(() => useLineDraft(() => project.lines[0]!))
  draft.change({ text: 'mine' })
  await draft.flush()
  await parts.script.edit(project.lines[0]!.id, { text: 'theirs' })
  await expect.poll(() => shown()[0]).toBe('theirs')
  draft.change({ text: 'mine again' })
  await draft.flush()
  await undo.undo()
  await expect.poll(() => shown()[0]).toBe('theirs')
})

it('enter in the middle of a line is one step, and so is a script that is pasted into an empty line', async () => {
  const { page, script, undo, project, shown } = room
  const draft = page.run(() => useLineDraft(() => project.lines.find(each => each.position === 1)!))
  const keys = page.run(() => useLineKeys({
    words: draft,
    line: () => line('two'),
    split: (of, after) => script.addEmpty(of, after),
    ...{ remove: () => {}, leave: () => {}, move: () => {}, pasted: () => {} },
  }))
  await keys.split('wo')
  await expect.poll(shown).toEqual(['one', 't', 'wo', 'three'])
  expect(await next()).toBe('add line 3')
  await undo.undo()
  await expect.poll(shown).toEqual(['one', 'two', 'three'])
  await undo.refresh()
  expect(undo.next).toBeNull()
  await undo.redo()
  await expect.poll(shown).toEqual(['one', 't', 'wo', 'three'])

  await script.addEmpty(line('three'))
  await expect.poll(shown).toHaveLength(5)
  await script.add([{ speaker: 'BEN', text: 'four', direction: '' }], line('').id)
  await script.remove(line(''), true)
  await expect.poll(shown).toEqual(['one', 't', 'wo', 'three', 'four'])
  await undo.undo()
  await expect.poll(shown).toEqual(['one', 't', 'wo', 'three', ''])
})

it('what is typed in different stretches is different steps, and a save in the middle of one is none', async () => {
  const { page, undo, project, shown } = room
  const typing = useTyping()
  const draft = page.run(() => useLineDraft(() => project.lines[0]!))
  const type = async (text: string, begins: boolean) => {
    if (begins)
      typing.begin({ closest: () => null } as unknown as HTMLTextAreaElement, 'whole', { value: '', from: 0, to: 0 }, null)
    draft.change({ text })
    await draft.flush()
    await expect.poll(() => shown()[0]).toBe(text)
  }
  await type('one a', true)
  await type('one ab', false)
  await type('one', true)
  await undo.undo()
  await expect.poll(() => shown()[0]).toBe('one ab')
  await undo.undo()
  await expect.poll(() => shown()[0]).toBe('one')
  await undo.refresh()
  expect(undo.next).toBeNull()
})

it('a step of the script belongs to the script, also when it is told after the room was left', async () => {
  const { page, undo, project } = room
  undo.enter('script')
  const draft = page.run(() => useLineDraft(() => project.lines[0]!))
  draft.change({ text: 'last words' })
  undo.enter('chat')
  await draft.flush()
  await undo.refresh()
  expect(undo.isOfRoom('undo')).toBe(false)
  undo.enter('script')
  expect(undo.isOfRoom('undo')).toBe(true)
})

it('what changes nothing leaves what could be made again', async () => {
  const { page, undo, project, script, shown } = room
  await script.remove(line('two'))
  await expect.poll(shown).toHaveLength(2)
  await undo.undo()
  await expect.poll(shown).toHaveLength(3)
  const draft = page.run(() => useLineDraft(() => project.lines[0]!))
  draft.change({ text: 'one' })
  await draft.flush()
  await undo.refresh()
  expect(undo.nextRedo?.name).toBe('removeLine')
})

it('what was typed comes before what was done next, however late its save is answered', async () => {
  const { undo, project, script, shown } = room
  const lineId = project.lines[0]!.id
  const typedAt = Date.now()
  await script.move(line('three').id, 0)
  await expect.poll(shown).toEqual(['three', 'one', 'two'])
  const step = undo.step({ name: 'editLine', of: '1', at: typedAt - 1 })
  await studio.script.edit({ lineId, text: 'one more', step })
  expect(await next()).toBe('move line 3')
  await undo.undo()
  expect(await next()).toBe('edit line 1')
})
