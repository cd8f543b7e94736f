/** Several lines changed, split, locked, muted, silenced and removed at once, each as one step of undo. */
import type { JournalStepName } from '#contract/journal.ts'
import type { Casting, Line, LineEdit } from '#contract/script.ts'
import type { ModelId, ProjectId, StepId } from '#contract/words.ts'
import { beforeEach, expect, it } from 'vitest'
import { isFault } from '#contract/faults.ts'
import { linesToMake } from '#rules/script/line-fields.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { call } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'
import { openLibrary } from './open-library.ts'

let studio: Awaited<ReturnType<typeof openTestStudio>>
let projectId: ProjectId
beforeEach(async () => {
  studio = await openTestStudio()
  projectId = (await studio.parts.projects.create('Harbour')).id
})

const step = (name: JournalStepName) => ({ id: newId<StepId>(), projectId, name, of: '2', room: 'script' })
function add(...texts: string[]) {
  return studio.parts.script.add(projectId, null, texts.map(text => ({ speaker: 'ANN', text, direction: '' })))
}
const lines = () => studio.parts.script.lines(projectId)
const texts = async () => (await lines()).map(line => line.text)
async function undo() {
  const { undo: next } = await studio.handlers.journal.next({ of: { is: 'project', projectId } }, call)
  await studio.handlers.journal.undo({ of: { is: 'project', projectId }, stepId: next!.id }, call)
}
async function redo() {
  const { redo: next } = await studio.handlers.journal.next({ of: { is: 'project', projectId } }, call)
  await studio.handlers.journal.redo({ of: { is: 'project', projectId }, stepId: next!.id }, call)
}
function change(edits: LineEdit[], name: JournalStepName = 'editLines') {
  return studio.handlers.script.change({ projectId, edits, step: step(name) }, call)
}
async function refusal(work: Promise<unknown>) {
  const thrown: unknown = await work.then(() => null, (error: unknown) => error)
  return isFault(thrown) ? thrown.code : thrown
}

it('several lines change as one step of undo, or none does', async () => {
  const [one, two, three] = await add('one', 'two', 'three')
  await change([{ lineId: one!.id, speaker: 'BEN' }, { lineId: three!.id, direction: 'softly', isMuted: true, role: 'effect' }])
  const changed = await lines()
  expect(changed).toMatchObject([
    { speaker: 'BEN', direction: '', role: 'speech', isMuted: false },
    { speaker: 'ANN', text: 'two' },
    { direction: 'softly', role: 'effect', isMuted: true },
  ])
  await undo()
  expect(await lines()).toMatchObject([one, two, three].map(line => ({ ...line, changedAt: expect.any(Number) as number })))
  await redo()
  expect(await lines()).toMatchObject(changed.map(({ role, isMuted, speaker }) => ({ role, isMuted, speaker })))
  expect(await refusal(change([
    { lineId: one!.id, text: 'not written' },
    { lineId: two!.id, text: 'neither', expected: { text: 'what was never there' } },
  ]))).toBe('changed-meanwhile')
  expect(await texts()).toEqual(['one', 'two', 'three'])
})

it('a lock keeps the words of its line, whoever edits it, until it is unlocked', async () => {
  const [one, two] = await add('one', 'two')
  await change([{ lineId: one!.id, isLocked: true }], 'markLines')
  const { lockedIds } = await change([{ lineId: one!.id, text: 'ONE' }, { lineId: two!.id, text: 'TWO' }])
  expect(lockedIds).toEqual([one!.id])
  expect(await texts()).toEqual(['one', 'TWO'])
  expect(await refusal(studio.parts.script.edit(one!.id, { speaker: 'BEN' }))).toBe('changed-meanwhile')
  expect(await refusal(studio.parts.script.remove(one!.id))).toBe('changed-meanwhile')
  expect(await texts()).toEqual(['one', 'TWO'])
  expect(await studio.handlers.script.removeAll({ projectId, lineIds: [one!.id, two!.id] }, call)).toEqual({ lockedIds: [one!.id] })
  expect(await texts()).toEqual(['one'])
  await change([{ lineId: one!.id, text: 'uno', isLocked: false }])
  expect(await lines()).toMatchObject([{ text: 'uno', isLocked: false }])
})

it('removed lines come back where they were, in any pattern', async () => {
  const all = await add(...'abcdefghij')
  for (const which of [[3, 5, 7], [0, 1, 9], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [8]]) {
    const lineIds = which.map(at => all[at]!.id)
    await studio.handlers.script.removeAll({ projectId, lineIds, step: step('removeLines') }, call)
    const left = [...'abcdefghij'].filter((_, at) => !which.includes(at))
    expect(await texts()).toEqual(left)
    expect((await lines()).map(line => line.position)).toEqual(left.map((_, at) => at))
    await undo()
    expect(await texts()).toEqual([...'abcdefghij'])
    await redo()
    expect(await texts()).toEqual(left)
    await undo()
  }
})

it('two calls of one step are undone together: merging is an edit and a removal', async () => {
  const [one, two] = await add('One.', 'Two.')
  const merging = step('mergeLines')
  await studio.handlers.script.change({ projectId, edits: [{ lineId: one!.id, text: 'One. Two.' }], step: merging }, call)
  await studio.handlers.script.removeAll({ projectId, lineIds: [two!.id], step: merging }, call)
  expect(await texts()).toEqual(['One. Two.'])
  await undo()
  expect(await texts()).toEqual(['One.', 'Two.'])
})

/** Into words, each of which but the first is a new line. */
function splitAt(line: Line): LineEdit {
  const [text = '', ...others] = line.text.split(' ')
  const followedBy = others.map(words => ({ speaker: line.speaker, text: words, direction: '', isMuted: true, pauseSeconds: 2 }))
  return { lineId: line.id, text, expected: { text: line.text }, followedBy }
}

it('lines are split in one step: each is followed by its own, whatever is between them', async () => {
  const added = await add('a b c', 'one', 'd e', 'f g h i', 'two')
  const { lines: changed } = await change([added[3]!, added[0]!, added[2]!].map(splitAt), 'splitLines')
  const split = ['a', 'b', 'c', 'one', 'd', 'e', 'f', 'g', 'h', 'i', 'two']
  expect(await texts()).toEqual(split)
  expect(changed.map(line => line.text)).toEqual(split)
  const now = await lines()
  expect(now.map(line => line.position)).toEqual(split.map((_, at) => at))
  expect([0, 3, 4, 6, 10].map(at => now[at]!.id)).toEqual(added.map(line => line.id))
  expect(now[1]).toMatchObject({ speaker: 'ANN', isMuted: true, pauseSeconds: 2, role: 'speech', language: null })
  await undo()
  expect(await lines()).toMatchObject(added.map(({ id, text, position }) => ({ id, text, position })))
  await redo()
  expect(await lines()).toMatchObject(now.map(({ id, text, position }) => ({ id, text, position })))
})

it('a locked line is not split, and one that was split meanwhile is not split again', async () => {
  const [one, two, three] = await add('a b', 'c d', 'e f')
  await change([{ lineId: one!.id, isLocked: true }], 'markLines')
  const { lockedIds } = await change([splitAt(one!), splitAt(two!)], 'splitLines')
  expect(lockedIds).toEqual([one!.id])
  expect(await texts()).toEqual(['a b', 'c', 'd', 'e f'])
  expect(await refusal(change([splitAt(three!), splitAt(two!)], 'splitLines'))).toBe('changed-meanwhile')
  expect(await texts()).toEqual(['a b', 'c', 'd', 'e f'])
})

it('what nobody speaks asks for nothing, has no speaker, and is not to be generated; a locked line keeps its outdated take', async () => {
  const library = await openLibrary()
  const script = createScript(library)
  const casting: Casting = { speaker: 'ANN', modelId: 'qwen3-tts' as ModelId, voiceId: null, fields: { voice: 'Serena' } }
  await script.cast(library.projectId, casting)
  const [spoken, effect, kept] = await script.add(library.projectId, null, [
    { speaker: 'ANN', text: 'Hello.', direction: '' },
    { speaker: '', text: 'Thunder.', direction: '', role: 'effect' },
    { speaker: 'ANN', text: 'Stay.', direction: '' },
  ])
  expect(spoken).toMatchObject({ role: 'speech', isLocked: false, isMuted: false })
  expect(effect).toMatchObject({ role: 'effect', requestKey: null, fittingTakeId: null })
  const take = await library.speak(kept!.id, fingerprint({ ...kept!, ...casting, voiceFields: casting.fields }))
  await script.noteTakeFiled(kept!.id, take.id)
  await script.cast(library.projectId, { ...casting, fields: { voice: 'Ryan' } })
  const before = await script.lines(library.projectId)
  expect(linesToMake(before, () => false).map(line => line.text)).toEqual(['Hello.', 'Stay.'])
  await script.change(library.projectId, [{ lineId: kept!.id, isLocked: true }, { lineId: spoken!.id, role: 'note' }])
  const after = await script.lines(library.projectId)
  expect(after.at(-1)).toMatchObject({ state: 'stale', isLocked: true })
  expect(linesToMake(after, () => false)).toEqual([])
  // Nor does it take one that fits, which the library has of another line.
  const other = await library.file({ lineId: null, madeFrom: fingerprint({ ...kept!, ...casting, voiceFields: { voice: 'Vivian' } }) })
  await script.noteTakeFiled(null, other.id)
  await script.cast(library.projectId, { ...casting, fields: { voice: 'Vivian' } })
  expect((await script.lines(library.projectId)).at(-1)).toMatchObject({ chosenTakeId: take.id, fittingTakeId: other.id, state: 'stale' })
})

it('letters are kept composed, and a page that has them otherwise is not told of a change', async () => {
  const library = await openLibrary()
  const script = createScript(library)
  const [zoe, lea] = ['Zoé'.normalize('NFD'), 'Léa'.normalize('NFD')]
  const [line] = await script.add(library.projectId, null, [{ speaker: '', text: zoe, direction: '' }])
  const lineId = line!.id
  expect(line!.text).toBe('Zoé')
  expect((await script.editFrom(lineId, { text: lea }, { text: zoe })).line.text).toBe('Léa')
  expect((await script.change(library.projectId, [{ lineId, text: zoe, expected: { text: lea } }])).lines[0]!.text).toBe('Zoé')
  // As an earlier version has kept it.
  const putOld = () => library.db.transaction(tx => tx.run(sql`UPDATE lines SET text = ${zoe} WHERE id = ${lineId}`))
  for (const expected of [zoe, 'Zoé']) {
    await putOld()
    expect((await script.editFrom(lineId, { text: lea }, { text: expected })).line.text).toBe('Léa')
    await putOld()
    expect((await script.change(library.projectId, [{ lineId, text: lea, expected: { text: expected } }])).lines[0]!.text).toBe('Léa')
  }
})
