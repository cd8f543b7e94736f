/** The pace of speakers over the real library: of a voice before the speaker before the language, and practice apart. */
import type { Casting } from '#contract/script.ts'
import type { ModelId, ProjectId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { usualPaceOf } from '#rules/script/pace.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { call } from '../../kit/paid-inputs.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

const qwen = 'qwen3-tts' as ModelId
const texts = ['The harbour was really quite empty tonight.', 'We came back to it at the very end of the night.']
const casting = (speaker: string, voice: string): Casting => ({ speaker, modelId: qwen, voiceId: null, fields: { voice } })

let shared: SharedStudio
let projectId: ProjectId
beforeAll(async () => shared = await openSharedStudio())
beforeEach(async () => {
  projectId = (await shared.studio.parts.projects.create('Paces')).id
})
afterAll(() => shared.close())

async function speak(speaker: string, of: readonly string[]): Promise<void> {
  const { studio, accountId } = shared
  const lines = await studio.parts.script.add(projectId, null, of.map(text => ({ speaker, text, direction: '' })))
  const { jobIds } = await studio.parts.make.lines({ requestId: newId(), accountId, projectId, lineIds: lines.map(line => line.id) })
  for (const jobId of jobIds)
    await ended(studio, jobId)
  await expect.poll(async () => (await studio.parts.script.lines(projectId, lines.map(line => line.id))).every(line => line.chosenTakeId))
    .toBe(true)
}

const paces = (isPractice = false) => shared.studio.handlers.script.paces({ projectId, isPractice }, call)
const paceOf = async (speaker: string, isPractice = false) => (await paces(isPractice)).paces.find(each => each.speaker === speaker)

it('is that of the language until a voice has spoken, and then that of the voice, in any project', async () => {
  const { script, projects } = shared.studio.parts
  await script.cast(projectId, casting('MARA', 'Ryan'))
  await script.add(projectId, null, [{ speaker: 'MARA', text: texts[0]!, direction: '' }])
  expect(await paceOf('MARA')).toMatchObject({ from: 'language', takeCount: 0 })
  await speak('MARA', texts)
  const spoken = await paceOf('MARA')
  expect(spoken).toMatchObject({ from: 'voice', takeCount: 2 })
  const { lengths } = await paces()
  const takes = await shared.studio.parts.takes.find(lengths.map(each => each.takeId))
  expect(lengths.map(each => each.seconds)).toEqual(takes.map(take => take.asset.durationSeconds))
  // Takes of the practice account tell nothing of the voices of others, and the other way round.
  expect(await paceOf('MARA', true)).toMatchObject({ from: 'language', takeCount: 0 })

  projectId = (await projects.create('Another')).id
  await script.cast(projectId, casting('IVO', 'Ryan'))
  await script.add(projectId, null, [{ speaker: 'IVO', text: 'Hello.', direction: '' }, { speaker: 'ANN', text: 'Hello.', direction: '' }])
  expect(await paceOf('IVO')).toMatchObject({ from: 'voice', takeCount: 2, lettersPerSecond: spoken!.lettersPerSecond })
  expect(await paceOf('ANN')).toMatchObject({ from: 'language' })
})

it('is that of the speaker where the voice is another by now', async () => {
  const { script } = shared.studio.parts
  await script.cast(projectId, casting('MARA', 'Serena'))
  await speak('MARA', texts)
  await script.cast(projectId, casting('MARA', 'Vivian'))
  expect(await paceOf('MARA')).toMatchObject({ from: 'speaker', takeCount: 2 })
})

it('is apart for each language of a speaker, whose own comes first', async () => {
  const { script, paces: ports } = shared.studio.parts
  await script.cast(projectId, casting('LIV', 'Eric'))
  await script.setLanguage(projectId, { speaker: null, language: 'en' })
  await speak('LIV', texts)
  const [line] = await script.add(projectId, null, [{ speaker: 'LIV', text: '夜里的港口非常安静。', direction: '', language: 'zh' }])
  expect((await paces()).paces).toMatchObject([
    { speaker: 'LIV', language: 'en', from: 'voice', takeCount: 2 },
    { speaker: 'LIV', language: 'zh', lettersPerSecond: usualPaceOf('zh').lettersPerSecond },
  ])
  const [, ofLine] = (await paces()).paces
  expect(ofLine).toMatchObject(await ports.paceFor(projectId, (await script.lines(projectId, [line!.id]))[0]!, false))
})

it('of a project that is not there is not found', async () => {
  projectId = newId()
  await expect(paces()).rejects.toMatchObject({ code: 'not-found' })
})
