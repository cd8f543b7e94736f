/**
 * What a person writes and chooses outside of lines and pictures is a step: names, notes, the look of a storyboard, corrections of a
 * transcript, settings of deliveries, a copy of a project.
 *
 * @module-tag wide
 */
import type { ChoicesNow } from '#contract/delivery-choices.ts'
import type { AskedStep, JournalStepName } from '#contract/journal.ts'
import type { ProjectId, StepId, TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { anyQuery, spokenTake } from '../../kit/library.ts'
import { call, makeVoice } from '../../kit/paid-inputs.ts'
import { openTestStudio } from '../../kit/studio.ts'

type Studio = Awaited<ReturnType<typeof openTestStudio>>

/** One act of a person. `others` is what somebody else does to the same afterwards, without a step. */
interface Act {
  readonly of: JournalStepName
  readonly before: unknown
  readonly after: unknown
  readonly later: unknown
  readonly prepare: (studio: Studio, projectId: ProjectId) => Promise<{
    readonly act: (studio: Studio, step: AskedStep) => Promise<unknown>
    readonly others: (studio: Studio) => Promise<unknown>
    readonly read: (studio: Studio) => Promise<unknown>
  }>
}

async function takeOf({ parts }: Studio, words: string): Promise<TakeId> {
  const asset = await parts.assets.adoptText(`${words} ${newId()}`, { mime: 'text/plain', extension: 'txt' })
  return (await parts.takes.file(spokenTake(words), asset)).id
}
async function transcriptOf({ parts }: Studio): Promise<TakeId> {
  const said = { text: 'One.', segments: [{ startSeconds: 0, endSeconds: 2, text: 'One.' }] }
  const document = { ...said, language: 'en', durationSeconds: 2, answer: { contentType: 'text/plain', body: '' } }
  const asset = await parts.assets.adoptText(JSON.stringify(document), { mime: 'application/json', extension: 'json' })
  return (await parts.takes.file(spokenTake('One.', { kind: 'transcribe', medium: 'text' }), asset)).id
}
const saying = (text: string) => ({ text: '', segments: [{ startSeconds: 0, endSeconds: 2, text }] })
async function choicesNow({ parts }: Studio, projectId: ProjectId): Promise<ChoicesNow> {
  const told = parts.deliveryChoices.changes(projectId)[Symbol.asyncIterator]()
  const { value } = await told.next() as IteratorYieldResult<ChoicesNow> // a feed begins with what is there
  await told.return?.()
  return value
}
const isFound = async ({ parts }: Studio, text: string) => (await parts.takes.search({ ...anyQuery, text })).takes.length === 1

const acts: readonly Act[] = [
  {
    of: 'writeNote',
    ...{ before: ['', false], after: ['mine gullcry', true], later: ['theirs', false] },
    async prepare(studio) {
      const takeId = await takeOf(studio, 'one')
      return {
        act: ({ handlers }, step) => handlers.takes.note({ takeId, note: 'mine gullcry', expected: '', step }, call),
        others: ({ parts }) => parts.takes.note(takeId, 'theirs'),
        read: async now => [(await now.parts.takes.get(takeId)).note, await isFound(now, 'gullcry')],
      }
    },
  },
  {
    of: 'addToNotes',
    ...{ before: ['loud', ''], after: ['loud\ngullcry', 'gullcry'], later: ['theirs', ''] },
    async prepare(studio) {
      const takeIds = [await takeOf(studio, 'one'), await takeOf(studio, 'two')]
      await studio.parts.takes.note(takeIds[0]!, 'loud')
      return {
        act: ({ handlers }, step) => handlers.takes.addToNotes({ takeIds, text: 'gullcry', step }, call),
        // Of one: the other one is undone.
        others: ({ parts }) => parts.takes.note(takeIds[0]!, 'theirs'),
        read: async ({ parts }) => Promise.all(takeIds.map(async id => (await parts.takes.get(id)).note)),
      }
    },
  },
  {
    of: 'renameProject',
    ...{ before: 'Harbour', after: 'Mine', later: 'Theirs' },
    prepare: async (_, projectId) => ({
      act: ({ handlers }, step) => handlers.projects.rename({ projectId, name: 'Mine', expected: 'Harbour', step }, call),
      others: ({ parts }) => parts.projects.rename(projectId, 'Theirs'),
      read: async ({ parts }) => parts.projects.nameOf(projectId),
    }),
  },
  {
    of: 'renameVoice',
    ...{ before: 'Ada', after: 'Mine', later: 'Theirs' },
    async prepare(studio) {
      const { voice: { id: voiceId } } = await makeVoice({ studio })
      return {
        act: ({ handlers }, step) => handlers.voices.rename({ voiceId, name: 'Mine', expected: 'Ada', step }, call),
        others: ({ parts }) => parts.voices.rename(voiceId, 'Theirs'),
        read: async ({ parts }) => (await parts.voices.get(voiceId)).name,
      }
    },
  },
  {
    of: 'changeLook',
    ...{ before: ['', 'hold'], after: ['ink', 'hold'], later: ['theirs', 'loop'] },
    prepare: async (_, projectId) => ({
      act: ({ handlers }, step) => handlers.storyboard.setLook({ projectId, style: 'ink', expected: { style: '' }, step }, call),
      others: ({ parts }) => parts.storyboard.setLook(projectId, { style: 'theirs', whenShort: 'loop' }),
      async read({ parts }) {
        const { style, whenShort } = await parts.storyboard.look(projectId)
        return [style, whenShort]
      },
    }),
  },
  {
    of: 'editTranscript',
    ...{ before: ['One.', false, false], after: ['Gullcry.', true, true], later: ['Theirs.', true, false] },
    async prepare(studio) {
      const takeId = await transcriptOf(studio)
      return {
        act: ({ handlers }, step) => handlers.transcripts.edit({ takeId, ...saying('Gullcry.'), step }, call),
        others: ({ parts }) => parts.transcripts.edit(takeId, saying('Theirs.')),
        async read(now) {
          const { text, isEdited } = await now.parts.transcripts.get(takeId)
          return [text, isEdited, await isFound(now, 'gullcry')]
        },
      }
    },
  },
  {
    of: 'revertTranscript',
    ...{ before: ['Mine.', false], after: ['One.', true], later: ['Theirs.', true] },
    async prepare(studio) {
      const takeId = await transcriptOf(studio)
      await studio.parts.transcripts.edit(takeId, saying('Mine.'))
      return {
        act: ({ handlers }, step) => handlers.transcripts.revert({ takeId, step }, call),
        others: ({ parts }) => parts.transcripts.edit(takeId, saying('Theirs.')),
        async read({ parts }) {
          const { text, hasSetAside } = await parts.transcripts.get(takeId)
          return [text, hasSetAside]
        },
      }
    },
  },
  {
    of: 'restoreTranscript',
    ...{ before: ['Other.', true], after: ['Mine.', true], later: ['Theirs.', true] },
    async prepare(studio) {
      const takeId = await transcriptOf(studio)
      await studio.parts.transcripts.edit(takeId, saying('Mine.'))
      await studio.parts.transcripts.revert(takeId)
      await studio.parts.transcripts.edit(takeId, saying('Other.'))
      return {
        act: ({ handlers }, step) => handlers.transcripts.restore({ takeId, step }, call),
        others: ({ parts }) => parts.transcripts.edit(takeId, saying('Theirs.')),
        async read({ parts }) {
          const { text, hasSetAside } = await parts.transcripts.get(takeId)
          return [text, hasSetAside]
        },
      }
    },
  },
  {
    of: 'chooseDelivery',
    ...{ before: ['', ''], after: ['audio-mp3', 'Ann'], later: ['audio-mp3', 'Ben'] },
    prepare: async (_, projectId) => ({
      act: ({ handlers }, step) =>
        handlers.deliveries.choose({ projectId, choices: { presetId: 'audio-mp3', tags: { artist: 'Ann' } }, step }, call),
      others: ({ parts }) => parts.deliveryChoices.change(projectId, { tags: { artist: 'Ben' } }),
      async read(now) {
        const { choices } = await choicesNow(now, projectId)
        return [choices.presetId, choices.tags.artist]
      },
    }),
  },
]

async function begun({ of, prepare }: Act) {
  const studio = await openTestStudio()
  const { id: projectId } = await studio.parts.projects.create('Harbour')
  const step: AskedStep = { id: newId<StepId>(), projectId, name: of, of: '2', room: null }
  return { studio, projectId, step, ofProject: { is: 'project', projectId } as const, ...await prepare(studio, projectId) }
}

describe.each(acts.map(each => [each.of, each] as const))('%s', (_, each) => {
  it('is undone and redone, also after a restart; a second page is told, and its undo finds nothing left', async () => {
    const { studio, step, ofProject, act, read } = await begun(each)
    expect(await read(studio)).toEqual(each.before)
    await act(studio, step)
    expect(await read(studio)).toEqual(each.after)
    await studio.close()
    const again = await openTestStudio({ folder: studio.folder })
    const leaving = new AbortController()
    const second = (await again.handlers.journal.changes({ of: ofProject }, { ...call, signal: leaving.signal }))[Symbol.asyncIterator]()
    expect((await second.next()).value).toMatchObject({ undo: { id: step.id, name: each.of }, redo: null })
    expect((await again.handlers.journal.undo({ of: ofProject, stepId: step.id }, call)).turned).not.toBeNull()
    expect(await read(again)).toEqual(each.before)
    expect((await second.next()).value).toMatchObject({ undo: null, redo: { id: step.id } })
    expect((await again.handlers.journal.undo({ of: ofProject, stepId: step.id }, call)).turned).toBeNull()
    await again.handlers.journal.redo({ of: ofProject, stepId: step.id }, call)
    expect(await read(again)).toEqual(each.after)
    leaving.abort()
  })

  it('undo leaves what somebody else changed since', async () => {
    const { studio, step, ofProject, act, others, read } = await begun(each)
    await act(studio, step)
    await others(studio)
    await studio.handlers.journal.undo({ of: ofProject, stepId: step.id }, call).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'changed-meanwhile' }))
    expect(await read(studio)).toEqual(each.later)
  })
})

it('the revision of choices grows with undo: a page shows what it is told last', async () => {
  const { studio, projectId, step, ofProject, act } = await begun(acts.find(({ of }) => of === 'chooseDelivery')!)
  await act(studio, step)
  await studio.handlers.journal.undo({ of: ofProject, stepId: step.id }, call)
  expect(await choicesNow(studio, projectId)).toMatchObject({ choices: { presetId: '' }, revision: 2 })
})

it('undo of a look is told to every page, and leaves the other parts that somebody else changed since', async () => {
  const { studio, projectId, step, ofProject, act } = await begun(acts.find(({ of }) => of === 'changeLook')!)
  const leaving = new AbortController()
  const looks = studio.parts.storyboard.lookChanges(projectId, leaving.signal)[Symbol.asyncIterator]()
  await looks.next()
  await act(studio, step)
  await looks.next()
  await studio.parts.storyboard.setLook(projectId, { whenShort: 'loop' })
  await looks.next()
  await studio.handlers.journal.undo({ of: ofProject, stepId: step.id }, call)
  expect((await looks.next()).value).toMatchObject({ changed: [{ style: '', whenShort: 'loop' }] })
  leaving.abort()
})

it('undo of a duplicate moves the copy to the trash with what was made in it since, and redo takes it out', async () => {
  const { studio, projectId } = await begun(acts.find(({ of }) => of === 'renameProject')!)
  const { parts, handlers } = studio
  await parts.script.add(projectId, null, [{ speaker: 'ANN', text: 'One.', direction: '' }])
  const step: AskedStep = { id: newId<StepId>(), projectId: null, name: 'duplicateProject', of: 'Harbour', room: 'projects' }
  const { project: { id: copy } } = await handlers.projects.duplicate({ projectId, name: 'Copy', step }, call)
  await parts.script.add(copy, null, [{ speaker: 'ANN', text: 'Two.', direction: '' }])
  await studio.close()
  const again = await openTestStudio({ folder: studio.folder })
  const texts = async () => (await again.parts.script.lines(copy)).map(line => line.text)
  const ofStudio = { is: 'project', projectId: null } as const
  await again.handlers.journal.undo({ of: ofStudio, stepId: step.id }, call)
  expect((await again.parts.projects.get(copy)).trashedAt).not.toBeNull()
  expect((await again.parts.projects.get(projectId)).trashedAt).toBeNull()
  expect((await texts()).toSorted()).toEqual(['One.', 'Two.'])
  await again.handlers.journal.redo({ of: ofStudio, stepId: step.id }, call)
  expect((await again.parts.projects.get(copy)).trashedAt).toBeNull()
  expect((await texts()).toSorted()).toEqual(['One.', 'Two.'])
})
