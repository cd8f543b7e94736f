/**
 * The storyboard on the page: what is made is what is on screen, once; suggestions are read, reviewed, and never lost.
 *
 * @module-tag wide
 */
import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
import { describe, expect, it, vi } from 'vitest'
import { watch } from 'vue'
import { Fault } from '../../../src-preload/contract/faults.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useUndo } from '../../../src-renderer/actions/undo.ts'
import { useMakePictures } from '../../../src-renderer/rooms/script/storyboard/use-make-pictures.ts'
import { usePicturePrompts } from '../../../src-renderer/rooms/script/storyboard/use-picture-prompts.ts'
import { useStoryboard } from '../../../src-renderer/rooms/script/storyboard/use-storyboard.ts'
import { useSuggestions } from '../../../src-renderer/rooms/script/storyboard/use-suggestions.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

type Handlers = StudioHandlers

/** The script room without its view: a project with three lines. `bent` changes the studio's answers. */
async function openRoom(bent: (handlers: Handlers) => Handlers = handlers => handlers) {
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  await connect(studio, practice)
  const { id: projectId } = await studio.parts.projects.create('The boat')
  await studio.parts.script.add(projectId, null, ['One.', 'Two.', 'Three.'].map(text => ({ speaker: '', text, direction: '' })))
  const page = openPage({ ...studio, handlers: bent(studio.handlers) })
  const [project, accounts, models, jobs] = [useProject(), useAccounts(), useModels(), useJobs()]
  project.open(projectId)
  const at = { projectId: () => projectId, lines: () => project.lines }
  const board = page.run(() => useStoryboard(at))
  const making = page.run(() => useMakePictures({ ...at, board }))
  // On a busy machine a notice may be gone before a test has read it.
  const said = new Map<number, string>()
  page.run(() => watch(() => useNotices().shown, shown => shown
    .filter(notice => notice.text(en) !== '')
    .forEach(notice => said.set(notice.id, notice.text(en))), { flush: 'sync' }))
  await expect.poll(() => [project.hasLines, accounts.isReady, models.isReady, jobs.isReady, board.isReady.value].every(Boolean)).toBe(true)
  const [one, two, three] = project.lines.map(line => line.id)
  return {
    studio,
    practice,
    page,
    board,
    making,
    lines: [one!, two!, three!] as const,
    promptsOf: (place: number) => page.run(() => usePicturePrompts(project.lines[place]!.id, board)),
    suggestions: () => page.run(() => useSuggestions({ ...at, board })),
    states: () => project.lines.map(line => board.byLine.value.get(line.id)?.state ?? 'empty'),
    said: () => [...said.values()],
    undo: () => useNotices().shown.at(-1)!.act!.run(),
  }
}

describe('the storyboard room', () => {
  it('makes the prompt that has just been written, and nothing while that cannot be saved', async () => {
    let isBroken = true
    const room = await openRoom(handlers => ({ ...handlers, storyboard: {
      ...handlers.storyboard,
      edit: (...asked) => isBroken
        ? Promise.reject(new Fault('library-read-only', { trouble: 'damaged' }))
        : handlers.storyboard.edit(...asked),
    } }))
    const prompts = room.promptsOf(0)
    prompts.prompt.write('A pier')
    await room.making.makeAll()
    expect([room.practice.ledger(), room.said()]).toEqual([[], [en.storyboard.notSaved]])
    isBroken = false
    await room.making.makeAll()
    await expect.poll(room.states).toEqual(['still', 'empty', 'empty'])
    expect(room.practice.ledger().map(work => work.values.prompt)).toEqual(['A pier'])
    expect(room.said().at(-1)).toBe(en.storyboard.queued(1, 0))
    await room.making.makeAll()
    expect(room.said().at(-1)).toBe(en.storyboard.queued(0, 0))
  })

  it('sends nothing where another account is chosen, or another project opened, while a prompt is saved', async () => {
    let answered = Promise.withResolvers<void>()
    const edit = vi.fn()
    const room = await openRoom(handlers => ({ ...handlers, storyboard: {
      ...handlers.storyboard,
      async edit(...asked) {
        edit()
        await answered.promise
        return handlers.storyboard.edit(...asked)
      },
    } }))
    const [accounts, prompts] = [useAccounts(), room.promptsOf(0)]
    prompts.prompt.write('A pier')
    let pressed = room.making.makeAll()
    await expect.poll(() => edit.mock.calls.length).toBe(1)
    const accountId = accounts.all.find(({ id }) => id !== accounts.currentId)!.id
    await useSettings().change({ accountId })
    await expect.poll(() => accounts.currentId).toBe(accountId)
    answered.resolve()
    await pressed
    answered = Promise.withResolvers<void>()
    prompts.prompt.write('A harbour')
    pressed = room.making.makeAll()
    await expect.poll(() => edit.mock.calls.length).toBe(2)
    useProject().open((await room.studio.parts.projects.create('Other')).id)
    answered.resolve()
    await pressed
    expect([useJobs().all, room.said()]).toEqual([[], [en.spend.otherAccount, en.script.projectLeft]])
  })

  it('undoes clearing, choosing and spanning', async () => {
    const { board, lines: [one, two, three], states, undo, studio } = await openRoom()
    await board.edit([{ lineId: one, prompt: 'A pier', motionPrompt: 'Waves' }, { lineId: two, prompt: 'A rope' }])
    await expect.poll(states).toEqual(['planned', 'planned', 'empty'])
    await board.span(one, three)
    await expect.poll(() => board.cells.value.map(cell => cell.lineIds.length)).toEqual([3])
    await undo()
    await expect.poll(() => board.cells.value.map(cell => [cell.picture.prompt, cell.lineIds.length]))
      .toEqual([['A pier', 1], ['A rope', 1]])
    await board.clear(one)
    await expect.poll(states).toEqual(['empty', 'planned', 'empty'])
    await undo()
    await expect.poll(() => board.byLine.value.get(one)?.picture).toMatchObject({ prompt: 'A pier', motionPrompt: 'Waves' })
    expect(await studio.parts.storyboard.ofProject(board.look.value!.id)).toHaveLength(2)
  })

  it('undoes and redoes by the undo of the project, and never over what was changed in the meantime', async () => {
    const { board, lines: [one, two, three], states, undo, studio } = await openRoom()
    const projectId = board.look.value!.id
    const prompts = async () => (await studio.parts.storyboard.ofProject(projectId)).map(each => [each.picture.prompt, each.lineIds.length])
    const skipped = async (turn: () => unknown) => {
      await turn()
      expect(useNotices().shown.at(-1)?.fault).toMatchObject({ code: 'changed-meanwhile', data: { word: 'storyboard' } })
    }
    await board.edit([{ lineId: one, prompt: 'A pier' }, { lineId: two, prompt: 'A rope' }])
    await expect.poll(states).toEqual(['planned', 'planned', 'empty'])
    await board.span(one, three)
    expect(await prompts()).toEqual([['A pier', 3]])
    await useUndo().undo()
    expect(await prompts()).toEqual([['A pier', 1], ['A rope', 1]])
    await useUndo().redo()
    expect(await prompts()).toEqual([['A pier', 3]])
    await useUndo().undo()

    await board.clear(two)
    await studio.parts.storyboard.edit(projectId, [{ lineId: two, prompt: 'A lamp, from another window' }])
    await skipped(undo)
    expect(await prompts()).toEqual([['A pier', 1], ['A lamp, from another window', 1]])
    await expect.poll(() => board.byLine.value.get(two)?.picture.prompt).toBe('A lamp, from another window')
    await board.span(one, two)
    await studio.parts.storyboard.edit(projectId, [{ lineId: three, prompt: 'The sea' }, { lineId: one, motionPrompt: 'Waves' }])
    await undo()
    expect(await prompts(), 'what the act did not change stays, and does not stand in its way')
      .toEqual([['A pier', 1], ['A lamp, from another window', 1], ['The sea', 1]])
    expect((await studio.parts.storyboard.ofProject(projectId))[0]?.picture.motionPrompt).toBe('Waves')
    await studio.parts.storyboard.edit(projectId, [{ lineId: two, prompt: 'Newer' }])
    await skipped(useUndo().redo)
    expect(await prompts()).toEqual([['A pier', 1], ['Newer', 1], ['The sea', 1]])
  })

  it('shows what fails, and keeps the picture’s prompt', async () => {
    const room = await openRoom()
    room.practice.faults.set({ do: 'refuse', status: 400, when: { kind: 'image' } })
    await room.board.edit([{ lineId: room.lines[0], prompt: 'A pier' }])
    await room.making.makeAll()
    await expect.poll(room.states).toEqual(['failed', 'empty', 'empty'])
    expect(room.board.cells.value[0]).toMatchObject({ picture: { prompt: 'A pier' }, job: { state: 'failed' } })
  })
})

describe('suggested prompts', () => {
  it('are ticked but where there is a prompt, changed, and used only then; undo takes all of them back', async () => {
    const room = await openRoom()
    await room.board.edit([{ lineId: room.lines[1], prompt: 'Mine' }])
    const suggestions = room.suggestions()
    const wanted = new Set(room.lines)
    expect(suggestions.sendingsFor(wanted)).toMatchObject([{ quantities: { requests: { least: 1, most: 1 } } }])
    await suggestions.ask(wanted)
    await expect.poll(() => suggestions.proposals.value.map(each => each.isTicked)).toEqual([true, false, true])
    expect(room.states()).toEqual(['empty', 'planned', 'empty'])
    suggestions.change(room.lines[0], { prompt: 'Changed', motion: '' })
    expect(await suggestions.use()).toBe(true)
    await expect.poll(room.states).toEqual(['planned', 'planned', 'planned'])
    expect(room.board.byLine.value.get(room.lines[0])!.picture).toMatchObject({ prompt: 'Changed', motionPrompt: '' })
    expect(room.board.byLine.value.get(room.lines[1])!.picture.prompt).toBe('Mine')
    expect(suggestions.suggestion.value).toBeNull()
    await room.undo()
    await expect.poll(room.states).toEqual(['empty', 'planned', 'empty'])
    expect(room.practice.ledger().map(work => work.kind)).toEqual(['chat'])
  })

  it('that cannot be read are shown as they came, also after the page was left', async () => {
    const room = await openRoom(handlers => ({ ...handlers, make: {
      ...handlers.make,
      // The question asks for something else, and so gets a scene.
      async suggestPictures({ lineIds, projectId, ...how }, context) {
        const { conversation } = await handlers.conversations.create({ title: '', projectId, system: '' }, context)
        const suggestion = { requestId: how.requestId, conversationId: conversation.id, lines: [{ number: 1, lineId: lineIds[0]! }] }
        await room.studio.parts.storyboard.setLook(projectId, { suggestion })
        const parts = [{ type: 'text' as const, text: 'Two lines about the sea' }]
        const said = { ...how, fields: {}, conversationId: conversation.id, parentId: null, parts }
        return { conversationId: conversation.id, jobId: (await handlers.conversations.send(said, context)).jobId }
      },
    } }))
    await room.suggestions().ask(new Set(room.lines))
    const again = room.suggestions()
    await expect.poll(() => again.isOver.value).toBe(true)
    expect([again.proposals.value, again.text.value.includes('the sea')]).toEqual([[], true])
    await again.discard()
    await expect.poll(() => again.suggestion.value).toBeNull()
  })

  it('for a line that was removed in the meantime are counted, and left out', async () => {
    const room = await openRoom()
    const suggestions = room.suggestions()
    await suggestions.ask(new Set(room.lines))
    await expect.poll(() => suggestions.isOver.value).toBe(true)
    await room.studio.parts.script.remove(room.lines[0])
    await expect.poll(() => [suggestions.goneCount.value, suggestions.proposals.value.length]).toEqual([1, 2])
  })
})
