/**
 * In which language lines are spoken: the narrowest setting counts, requests say it, and nothing that was paid for is outdated by it.
 *
 * @module-tag wide
 */
import type { AskedStep } from '#contract/journal.ts'
import type { Fields } from '#contract/models.ts'
import type { LineId, ModelId, PronunciationId, RequestId, StepId } from '#contract/words.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { call } from '../../kit/paid-inputs.ts'
import { connect, ended, openTestPractice, openTestStudio } from '../../kit/studio.ts'

const [qwen, chatterbox, higgs] = ['qwen3-tts', 'chatterbox', 'higgs2p5'].map(name => name as ModelId) as [ModelId, ModelId, ModelId]
const english = 'The lighthouse keeper had not seen a ship for thirty winters.'
let at: Awaited<ReturnType<typeof openScript>>
beforeEach(async () => {
  at = await openScript()
})

async function openScript() {
  const practice = await openTestPractice()
  const studio = await openTestStudio()
  const accountId = await connect(studio, practice)
  const projectId = (await studio.parts.projects.create('The boat')).id
  const texts = [{ speaker: 'ANNA', text: english, direction: '' }, { speaker: 'BEN', text: 'The boat is gone.', direction: '' }]
  const added = await studio.parts.script.add(projectId, null, texts)
  const [anna, ben] = added.map(line => line.id) as [LineId, LineId]
  return { studio, script: studio.parts.script, accountId, projectId, anna, ben }
}
const cast = (modelId: ModelId, fields: Fields) => at.script.cast(at.projectId, { speaker: 'ANNA', modelId, voiceId: null, fields })
const set = (language: string | null, speaker: string | null = null) => at.script.setLanguage(at.projectId, { speaker, language })
const lines = () => at.script.lines(at.projectId)
const spokenIn = async () => (await lines()).map(line => line.spokenIn)
const state = async () => (await lines())[0]!.state

/** What was sent for ANNA's line. */
async function make(): Promise<{ fields: Fields, spokenIn: string | undefined }> {
  const { studio, accountId, projectId, anna } = at
  const asked = { requestId: newId<RequestId>(), accountId, projectId, lineIds: [anna], isAgain: true }
  const { jobIds } = await studio.handlers.make.lines(asked, call)
  const { takeIds: [takeId] } = await ended(studio, jobIds.at(-1)!)
  await expect.poll(async () => (await lines())[0]!.chosenTakeId).toBe(takeId)
  const [take] = await studio.parts.takes.find([takeId!])
  return { fields: take!.request!.fields, spokenIn: take!.request!.spokenIn }
}

it('that of a line counts before its speaker’s casting, that before the speaker, and that before the script', async () => {
  expect(await spokenIn()).toEqual([null, null])
  await set('it')
  expect(await spokenIn()).toEqual(['it', 'it'])
  await set('de', 'ANNA')
  expect(await spokenIn()).toEqual(['de', 'it'])
  await cast(qwen, { voice: 'Ryan', language: 'French' })
  expect(await spokenIn()).toEqual(['fr', 'it'])
  await at.script.change(at.projectId, [{ lineId: at.anna, language: 'es' }])
  expect(await spokenIn()).toEqual(['es', 'it'])
  await at.script.change(at.projectId, [{ lineId: at.anna, language: null }])
  await cast(qwen, { voice: 'Ryan', language: 'Auto' })
  expect(await spokenIn()).toEqual(['de', 'it'])
  await at.script.renameSpeaker({ projectId: at.projectId, from: 'ANNA', to: 'EVE' })
  expect(await spokenIn(), 'a new name takes it along').toEqual(['de', 'it'])
})

describe('the request of a take', () => {
  it('says it as the model names it, and the take knows it where the model has no field', async () => {
    await set('de')
    await cast(qwen, { voice: 'Ryan' })
    expect((await make()).fields).toMatchObject({ language: 'German' })
    await cast(chatterbox, {})
    expect((await make()).fields).toMatchObject({ language_id: 'de' })
    await cast(higgs, { voice: 'Linda' })
    const { fields, spokenIn } = await make()
    expect([Object.keys(fields).toSorted(), spokenIn]).toEqual([['text', 'voice'], 'de'])
  })

  it('keeps what a person has set in the casting, but for a line with its own', async () => {
    await set('de')
    await cast(qwen, { voice: 'Ryan', language: 'Italian' })
    expect((await make()).fields).toMatchObject({ language: 'Italian' })
    await at.script.change(at.projectId, [{ lineId: at.anna, language: 'fr' }])
    expect((await make()).fields).toMatchObject({ language: 'French' })
  })
})

describe('no take is outdated because a language is added', () => {
  it('that its casting named already', async () => {
    await cast(qwen, { voice: 'Ryan', language: 'English' })
    await make()
    await set('en')
    await set('en', 'ANNA')
    await at.script.change(at.projectId, [{ lineId: at.anna, language: 'en' }])
    expect(await state()).toBe('made')
  })

  it('that its words say anyway, but by another, and by any where the model has a usual one', async () => {
    await cast(qwen, { voice: 'Ryan' })
    await make()
    await set('en')
    expect(await state()).toBe('made')
    const { studio, accountId, projectId, anna } = at
    const asked = { requestId: newId<RequestId>(), accountId, projectId, lineIds: [anna] }
    expect((await studio.handlers.make.lines(asked, call)).lineCount, 'and is not bought again').toBe(0)
    await set('de')
    expect(await state()).toBe('stale')
    await set(null)
    expect(await state()).toBe('made')
    await cast(chatterbox, {})
    await make()
    await set('en')
    expect(await state(), 'what Chatterbox speaks without being told').toBe('made')
    await set('de')
    expect(await state()).toBe('stale')
  })

  it('nor because one is taken away', async () => {
    await set('en')
    await cast(qwen, { voice: 'Ryan' })
    await make()
    await set(null)
    expect(await state()).toBe('made')
  })
})

it('the dictionary of another language does not count', async () => {
  const entry = { id: newId<PronunciationId>(), projectId: at.projectId, word: 'ship', language: 'de', alias: 'schip' }
  await at.script.pronounce([entry], [])
  await cast(higgs, { voice: 'Linda' })
  expect((await make()).fields.text, 'any counts where none is known').toContain('schip')
  await set('en')
  expect((await make()).fields.text).toBe(english)
  await set('de', 'ANNA')
  expect((await make()).fields.text).toContain('schip')
})

it('each is a step of undo, and pages hear of it', async () => {
  const { studio, projectId, anna } = at
  const told: unknown[] = []
  const stop = new AbortController()
  const hearing = (async () => {
    for await (const { changed } of at.script.languages(projectId, stop.signal))
      told.push(changed[0])
  })()
  const step = (name: AskedStep['name']) => ({ id: newId<StepId>(), projectId, name, of: '1', room: 'script' })
  await studio.handlers.script.setLanguage({ projectId, speaker: null, language: 'de', step: step('setLanguage') }, call)
  const edits = [{ lineId: anna, language: 'fr' }]
  await studio.handlers.script.change({ projectId, edits, step: step('editLines') }, call)
  expect(await spokenIn()).toEqual(['fr', 'de'])
  const undo = async () => studio.handlers.journal.undo({
    of: { is: 'project', projectId },
    stepId: (await studio.parts.journal.next(projectId)).undo!.id,
  }, call)
  await undo()
  expect(await spokenIn()).toEqual(['de', 'de'])
  await undo()
  expect(await spokenIn()).toEqual([null, null])
  const none = { id: projectId, script: null, speakers: [] }
  await expect.poll(() => told).toEqual([none, { ...none, script: 'de' }, none])
  stop.abort()
  await hearing
})
