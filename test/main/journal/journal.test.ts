/** The journal: what calls with a step have changed is undone and redone row by row, in one transaction, and only where nobody came between. */
import type { JournalStepName } from '#contract/journal.ts'
import type { LineId, ProjectId, StepId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { isFault } from '#contract/faults.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { spokenTake } from '../../kit/library.ts'
import { call, makeVoice } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

let studio: Awaited<ReturnType<typeof openTestStudio>>
let projectId: ProjectId
beforeEach(async () => {
  studio = await openTestStudio()
  projectId = (await studio.parts.projects.create('Harbour')).id
})

async function restarted() {
  await studio.close()
  return openTestStudio({ folder: studio.folder })
}

const ofProject = () => ({ is: 'project' as const, projectId })
const ofStudio = { is: 'project' as const, projectId: null }
const step = (name: JournalStepName, more: object = {}) => ({ id: newId<StepId>(), projectId, name, of: '1', room: 'script', ...more })
const state = () => studio.handlers.journal.next({ of: ofProject() }, call)
async function turn(way: 'undo' | 'redo') {
  const next = (await state())[way]
  if (!next)
    return false
  await studio.handlers.journal[way]({ of: ofProject(), stepId: next.id }, call)
  return true
}
async function all(way: 'undo' | 'redo') {
  while (await turn(way)) {
    // It continues.
  }
}
async function refusal(work: Promise<unknown>) {
  const thrown: unknown = await work.then(() => null, (error: unknown) => error)
  return isFault(thrown) ? `${thrown.code} ${'word' in thrown.data ? thrown.data.word : ''}` : thrown
}
async function add(...texts: string[]) {
  return (await studio.handlers.script.add({
    projectId,
    afterLineId: null,
    lines: texts.map(text => ({ speaker: 'ANN', text, direction: '' })),
    step: step('addLines'),
  }, call)).lines
}
async function fileTake(words: string): Promise<TakeId> {
  const asset = await studio.parts.assets.adoptText(`${words} ${newId()}`, { mime: 'text/plain', extension: 'txt' })
  return (await studio.parts.takes.file(spokenTake(words), asset)).id
}
const texts = async () => (await studio.parts.script.lines(projectId)).map(line => line.text)

/** What a person sees of all that steps change. */
async function seen() {
  const { library, script } = studio.parts
  const lines = (await script.lines(projectId)).map(({ changedAt: _, takeCount: _count, state: _state, ...line }) => line)
  const pictures = await library.all(sql`
    SELECT id, line_ids, prompt, motion_prompt, still_take_id, shot_take_id FROM storyboard
    WHERE prompt <> '' OR motion_prompt <> '' OR still_take_id IS NOT NULL ORDER BY id`)
  return {
    lines,
    castings: await script.castings(projectId),
    pictures,
    takes: await library.all(sql`SELECT id, is_starred, trashed_at IS NULL AS is_there FROM takes ORDER BY id`),
    bin: await library.all(sql`SELECT take_id FROM project_takes ORDER BY take_id`),
    index: await library.all(sql`SELECT rowid, words FROM takes_search ORDER BY rowid`),
  }
}

/** A locked line refuses other words: that is no step. */
async function unlessLocked(lineId: LineId, edit: (lineId: LineId) => Promise<unknown>): Promise<void> {
  const [line] = await studio.parts.script.lines(projectId, [lineId])
  if (!line?.isLocked)
    await edit(lineId)
}

type Act = (room: { lineIds: readonly LineId[], takeIds: readonly TakeId[], number: number }) => Promise<unknown> | undefined
const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % Math.max(1, items.length)]
const speakers = ['ANN', 'BEN', '']
const acts: Record<string, Act> = {
  add: ({ lineIds, number }) => studio.handlers.script.add({
    projectId,
    afterLineId: number % 3 === 0 ? null : pick(lineIds, number) ?? null,
    lines: [`added ${number}`, `and ${number}`].map(text => ({ speaker: pick(speakers, number)!, text, direction: '' })),
    step: step('addLines'),
  }, call),
  edit: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : unlessLocked(pick(lineIds, number)!, lineId =>
        studio.handlers.script.edit({ lineId, text: `edited ${number}`, step: step('editLine') }, call)),
  speak: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : unlessLocked(pick(lineIds, number)!, lineId =>
        studio.handlers.script.edit({ lineId, speaker: pick(speakers, number)!, step: step('editLine') }, call)),
  move: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : studio.handlers.script.move({ lineId: pick(lineIds, number)!, position: (number * 7) % 9, step: step('moveLine') }, call),
  remove: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : studio.handlers.script.remove({ lineId: pick(lineIds, number)!, step: step('removeLine') }, call),
  change: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : studio.handlers.script.change({
        projectId,
        edits: lineIds.filter((_, at) => (at + number) % 2 === 0).concat(lineIds[0]!).map((lineId, at) =>
          ({ lineId, isLocked: number % 3 === 0, isMuted: (number + at) % 2 === 0, direction: `how ${number}` })),
        step: step('editLines'),
      }, call),
  split: async ({ lineIds, number }) => {
    const whole = (await studio.parts.script.lines(projectId)).filter((_, at) => (at + number) % 2 === 0)
    const followedBy = [`rest ${number}`, 'more'].map(text => ({ speaker: 'BEN', text, direction: '' }))
    const edits = whole.map(({ id, text }) => ({ lineId: id, text: `${text}.`, followedBy }))
    return lineIds.length === 0 || edits.length === 0
      ? undefined
      : studio.handlers.script.change({ projectId, edits, step: step('splitLines') }, call)
  },
  removeAll: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : studio.handlers.script.removeAll({
        projectId,
        lineIds: lineIds.filter((_, at) => (at * 7 + number) % 3 !== 0).concat(lineIds[0]!),
        step: step('removeLines'),
      }, call),
  replace: async ({ lineIds, number }) => {
    const whole = step('addLines')
    for (const lineId of lineIds.slice(number % 2, 2))
      await studio.handlers.script.remove({ lineId, step: whole }, call)
    await studio.handlers.script.add({
      projectId,
      afterLineId: null,
      lines: [{ speaker: 'ANN', text: `instead ${number}`, direction: '' }],
      step: whole,
    }, call)
  },
  cast: ({ number }) => studio.handlers.script.cast({
    projectId,
    casting: { speaker: pick(speakers, number)!, modelId: 'qwen3-tts' as never, voiceId: null, fields: { voice: `voice ${number % 4}` } },
    step: step('cast'),
  }, call),
  rename: ({ number }) => studio.handlers.script.renameSpeaker({
    projectId,
    from: pick(speakers, number)!,
    to: pick(speakers, number + 1)!,
    step: step('renameSpeaker'),
  }, call),
  picture: ({ lineIds, number }) => lineIds.length === 0
    ? undefined
    : studio.handlers.storyboard.edit({
        projectId,
        edits: [{ lineId: pick(lineIds, number)!, prompt: `prompt ${number}` }],
        step: step('changePictures'),
      }, call),
  star: ({ takeIds, number }) =>
    studio.handlers.takes.star({ takeIds: [pick(takeIds, number)!], isStarred: number % 2 === 0, step: step('starTakes') }, call),
  trash: ({ takeIds, number }) => studio.handlers.takes.trash({ takeIds: takeIds.slice(number % 3), step: step('trashTakes') }, call),
  restore: ({ takeIds, number }) => studio.handlers.takes.restore({ takeIds: takeIds.slice(number % 3), step: step('restoreTakes') }, call),
  bin: ({ takeIds, number }) =>
    studio.handlers.takes.addToProject({ projectId, takeIds: takeIds.slice(number % 3), step: step('addToBin') }, call),
  unbin: ({ takeIds, number }) =>
    studio.handlers.takes.removeFromProject({ projectId, takeIds: takeIds.slice(number % 2), step: step('removeFromBin') }, call),
}

it('leads back through all states of any edits, and forth again, with the index of takes', async () => {
  const takeIds = await Promise.all(['one', 'two', 'three'].map(fileTake))
  const script = fc.array(fc.record({ act: fc.constantFrom(...Object.keys(acts)), number: fc.nat(1000) }), { minLength: 4, maxLength: 18 })
  await fc.assert(fc.asyncProperty(script, async (todo) => {
    projectId = (await studio.parts.projects.create('Any')).id
    const first = await seen()
    const states = [first]
    for (const { act, number } of todo) {
      const lineIds = (await studio.parts.script.lines(projectId)).map(line => line.id)
      const before = (await state()).undo?.id
      // Lines that were locked before refuse.
      expect([null, 'changed-meanwhile line']).toContain(await refusal(Promise.resolve(acts[act]!({ lineIds, takeIds, number }))))
      if ((await state()).undo?.id !== before)
        states.push(await seen())
    }
    for (const then of states.slice(0, -1).toReversed()) {
      expect(await turn('undo')).toBe(true)
      expect(await seen()).toEqual(then)
    }
    expect(await turn('undo')).toBe(false)
    for (const then of states.slice(1)) {
      expect(await turn('redo')).toBe(true)
      expect(await seen()).toEqual(then)
    }
    expect(await turn('redo')).toBe(false)
    await all('undo')
  }), { numRuns: 15 })
}, 120_000)

it('is the same after a restart, and for whoever asks', async () => {
  const [one] = await add('one', 'two')
  await studio.handlers.script.edit({ lineId: one!.id, text: 'changed', step: step('editLine') }, call)
  studio = await restarted()
  expect(await state()).toMatchObject({ undo: { name: 'editLine' }, redo: null })
  await turn('undo')
  expect(await texts()).toEqual(['one', 'two'])
  studio = await restarted()
  expect(await state()).toMatchObject({ undo: { name: 'addLines' }, redo: { name: 'editLine' } })
  await turn('redo')
  expect(await texts()).toEqual(['changed', 'two'])
})

it('tells every page of the next steps', async () => {
  const stop = new AbortController()
  const told: (string | undefined)[][] = []
  const follow = (async () => {
    for await (const { undo, redo } of studio.handlers.journal.changes({ of: ofProject() }, { ...call, signal: stop.signal }))
      told.push([undo?.name, redo?.name])
  })()
  await expect.poll(() => told).toEqual([[undefined, undefined]])
  await add('one')
  await expect.poll(() => told.at(-1)).toEqual(['addLines', undefined])
  await turn('undo')
  await expect.poll(() => told.at(-1)).toEqual([undefined, 'addLines'])
  stop.abort()
  await follow
})

it('turns all rows of a step or none, says what was changed since, and offers it no more', async () => {
  const [one, two] = await add('one', 'two')
  await studio.handlers.storyboard.edit({
    projectId,
    edits: [one, two].map(line => ({ lineId: line!.id, prompt: 'a boat' })),
    step: step('changePictures'),
  }, call)
  await studio.parts.storyboard.edit(projectId, [{ lineId: two!.id, prompt: 'a ship' }])
  expect(await refusal(turn('undo'))).toBe('changed-meanwhile storyboard')
  expect((await studio.parts.storyboard.read(projectId)).map(({ picture }) => picture.prompt)).toEqual(['a boat', 'a ship'])
  expect((await state()).undo?.name).toBe('addLines')
})

it('a voice or takes that were deleted for good stop a step with plain words; of several takes the others come back', async () => {
  const [kept, purged] = [await fileTake('kept'), await fileTake('purged')]
  await studio.handlers.takes.trash({ takeIds: [kept, purged], step: step('trashTakes') }, call)
  expect((await state()).undo).toMatchObject({ of: '2' })
  await studio.parts.takes.purge([purged])
  await turn('undo')
  expect((await studio.parts.takes.get(kept)).trashedAt).toBeNull()

  const alone = await fileTake('alone')
  await studio.handlers.takes.trash({ takeIds: [alone], step: step('trashTakes') }, call)
  await studio.parts.takes.purge([alone])
  expect(await refusal(turn('undo'))).toBe('not-found take')
  expect((await state()).undo).toBeNull()
})

it('a picture whose earlier take is gone for good stays as it is', async () => {
  const [line] = await add('one')
  const [before, after] = [await fileTake('before'), await fileTake('after')]
  await studio.parts.library.run(sql`UPDATE takes SET medium = 'picture' WHERE id IN ${sql.list([before, after])}`)
  await studio.parts.storyboard.edit(projectId, [{ lineId: line!.id, stillTakeId: before }])
  const edits = [{ lineId: line!.id, stillTakeId: after }]
  await studio.handlers.storyboard.edit({ projectId, edits, step: step('changePictures') }, call)
  await studio.parts.takes.trash([before])
  await studio.parts.takes.purge([before])
  expect(await refusal(turn('undo'))).toBe('not-found take')
  expect((await studio.parts.storyboard.read(projectId))[0]?.picture.stillTakeId).toBe(after)
})

it('a step of a follower takes nothing from what a person can redo', async () => {
  const { library, script } = studio.parts
  const { asStep } = await import('../../../src-main/base/recorded-step.ts')
  const [one, two] = await add('one', 'two')
  await studio.handlers.script.edit({ lineId: one!.id, text: 'mine', step: step('editLine') }, call)
  await turn('undo')
  await asStep({ ...step('editLine'), author: 'new-take' }, () => script.edit(two!.id, { text: 'of a follower' }))
  expect(await state()).toMatchObject({ undo: { author: 'new-take' }, redo: { author: 'person' } })
  await turn('redo')
  expect(await texts()).toEqual(['mine', 'of a follower'])
  await script.edit(two!.id, { text: 'not recorded' })
  expect(await library.all(sql`SELECT id FROM undo_steps WHERE author = 'new-take'`)).toHaveLength(1)
})

it('joins what is typed in one stretch, keeps calls of one act together, and thins the oldest steps', async () => {
  const [one] = await add('one')
  for (const text of ['o', 'on', 'once'])
    await studio.handlers.script.edit({ lineId: one!.id, text, step: step('editLine', { joins: 'line 1', at: Date.now() }) }, call)
  await turn('undo')
  expect(await texts()).toEqual(['one'])
  const act = step('starTakes')
  for (const takeId of [await fileTake('a'), await fileTake('b')])
    await studio.handlers.takes.star({ takeIds: [takeId], isStarred: true, step: act }, call)
  expect((await state()).undo).toMatchObject({ name: 'starTakes', of: '2' })
  await turn('undo')
  expect(await studio.parts.library.all(sql`SELECT id FROM takes WHERE is_starred = 1`)).toEqual([])
  for (let number = 0; number < 110; number++)
    await studio.handlers.script.edit({ lineId: one!.id, text: `text ${number}`, step: step('editLine') }, call)
  expect(await studio.parts.library.all(sql`SELECT id FROM undo_steps WHERE project_id = ${projectId}`)).toHaveLength(100)
})

it.each([['ahead', 3_600_000], ['behind', -3_600_000]])('what was typed is in its order, where the clock of a page is an hour %s', async (_, offset) => {
  const [one, two] = await add('one', 'two')
  const type = (text: string, agoMs: number) => {
    const sentAt = Date.now() + offset
    return studio.handlers.script.edit({ lineId: one!.id, text, step: step('editLine', { joins: text, at: sentAt - agoMs, sentAt }) }, call)
  }
  await type('typed', 0)
  expect((await state()).undo).toMatchObject({ name: 'editLine' })
  await studio.handlers.script.move({ lineId: two!.id, position: 0, step: step('moveLine') }, call)
  // Another page, whose clock is right.
  const rightAt = Date.now()
  const right = step('editLine', { joins: 'other', at: rightAt, sentAt: rightAt })
  await studio.handlers.script.edit({ lineId: two!.id, text: 'of another page', step: right }, call)
  expect((await state()).undo?.id).toBe(right.id)
  // Typed a minute before, and sent late.
  await type('late', 60_000)
  expect((await state()).undo?.id).toBe(right.id)
})

it('a step of the future is one of now', async () => {
  const [one] = await add('one')
  await studio.handlers.script.edit({ lineId: one!.id, text: 'x', step: step('editLine', { at: Date.now() + 3_600_000 }) }, call)
  expect((await state()).undo!.order).toBeLessThan(Date.now() + 1_000)
})

it('records nothing of a call that is refused, and leaves nothing of a deleted project', async () => {
  const [one] = await add('one')
  const before = await state()
  const late = { lineId: one!.id, text: 'x', expected: { text: 'other' }, step: step('editLine') }
  expect(await refusal(studio.handlers.script.edit(late, call))).toBe('changed-meanwhile line')
  expect((await state()).undo?.id).toBe(before.undo?.id)
  await studio.parts.script.edit(one!.id, { text: 'without a step' })
  expect((await state()).undo?.id).toBe(before.undo?.id)
  await studio.parts.projects.trash(projectId)
  await studio.parts.projects.purge(projectId)
  expect(await studio.parts.library.all(sql`SELECT id FROM undo_steps`)).toEqual([])
})

it('what is in the trash again after a redo counts its days again, and nothing is sent for it', async () => {
  const made = step('trashProject', { projectId: null })
  await studio.handlers.projects.trash({ projectId, step: made }, call)
  await studio.handlers.journal.undo({ of: ofStudio, stepId: made.id }, call)
  await studio.parts.library.run(sql`UPDATE undo_steps SET changes = replace(changes, 'trashed_at":1', 'trashed_at":9')`)
  await studio.handlers.journal.redo({ of: ofStudio, stepId: made.id }, call)
  const { trashedAt } = await studio.parts.projects.get(projectId)
  expect(Math.abs(Date.now() - trashedAt!)).toBeLessThan(60_000)
  expect(await studio.handlers.journal.redo({ of: ofStudio, stepId: made.id }, call)).toEqual({ turned: null })
  await studio.handlers.journal.undo({ of: ofStudio, stepId: made.id }, call)
  expect((await studio.parts.projects.get(projectId)).trashedAt).toBeNull()
})

it('writes nothing but what is recorded, whatever a step of a stranger says', async () => {
  const { library } = studio.parts
  const takeId = await fileTake('one')
  const strange = [
    { table: 'takes', key: [takeId], before: { text: 'one' }, after: { text: 'theirs' } },
    { table: 'settings', key: ['language'], before: { value: '"en"' }, after: { value: '"zh"' } },
    { table: 'takes', key: [takeId], before: { is_starred: 0, trashed_at: null }, after: null },
    { table: 'takes', key: [takeId, 'x'], before: { is_starred: 1 }, after: { is_starred: 0 } },
  ]
  const rows = () => library.all(sql`SELECT * FROM takes`)
  const before = await rows()
  for (const change of strange) {
    const id = newId<StepId>()
    await library.run(sql`
      INSERT INTO undo_steps (id, project_id, author, name, name_of, step_order, changes, size)
      VALUES (${id}, ${projectId}, 'person', 'starTakes', '1', ${Date.now()}, ${JSON.stringify([change])}, 1)`)
    for (const way of ['undo', 'redo'] as const)
      expect(await studio.handlers.journal[way]({ of: ofProject(), stepId: id }, call)).toEqual({ turned: null })
  }
  expect(await rows()).toEqual(before)
})

it('a casting whose voice was deleted for good does not come back', async () => {
  const { voice } = await makeVoice({ studio })
  const casting = { speaker: 'ANN', modelId: 'higgs2p5' as never, voiceId: voice.id, fields: {} }
  await studio.parts.script.cast(projectId, casting)
  await studio.handlers.script.cast({ projectId, casting: { ...casting, voiceId: null }, step: step('cast') }, call)
  await studio.parts.voices.trash(voice.id)
  await studio.parts.voices.purge(voice.id)
  expect(await refusal(turn('undo'))).toBe('not-found voice')
  expect(await studio.parts.script.castings(projectId)).toMatchObject([{ voiceId: null }])
})

it('tags that are removed return to their places among the others, also those that were added at once', async () => {
  const id = await fileTake('gull')
  const tag = (more: { add?: string[], remove?: string[] }) =>
    studio.handlers.takes.tag({ takeIds: [id], add: [], remove: [], ...more, step: step('tagTakes') }, call)
  const tags = async () => (await studio.parts.takes.get(id)).tags
  await tag({ add: ['zebra', 'mole', 'ant'] })
  await tag({ add: ['owl', 'bee'] })
  const before = ['zebra', 'mole', 'ant', 'owl', 'bee']
  expect(await tags()).toEqual(before)
  await tag({ remove: ['zebra', 'ant', 'owl'] })
  expect(await tags()).toEqual(['mole', 'bee'])
  await turn('undo')
  expect(await tags()).toEqual(before)
})
