/** Samples of voices: the same words with several of them, bought once, and of use for the line that they speak. */
import type { Fields } from '#contract/models.ts'
import type { AccountId, ModelId, ProjectId, PronunciationId, RequestId } from '#contract/words.ts'
import type { Spoken } from '../../../src-main/make/samples.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { hangMs } from '../../kit/hang.ts'
import { openSharedStudio } from '../../kit/studio.ts'

const call = { signal: new AbortController().signal, origin: 'page' } as const
const qwen = 'qwen3-tts' as ModelId
type Said = Omit<Spoken, 'voices'>
const none = { takeId: null, jobId: null }

let shared: SharedStudio
let projectId: ProjectId
beforeAll(async () => {
  shared = await openSharedStudio()
})
beforeEach(async () => {
  await shared.studio.parts.order.pauseAll(true)
  projectId = (await shared.studio.parts.projects.create('A script')).id
})
afterAll(() => shared.close())

const preset = (voice: string, fields: Fields = {}) => ({ modelId: qwen, voiceId: null, fields: { voice, ...fields } })
const said = (text: string, direction = ''): Said => ({ accountId: shared.accountId, projectId, text, direction })

async function kept(words: Said, voices: ReturnType<typeof preset>[]) {
  return (await shared.studio.handlers.make.keptSamples({ ...words, voices }, call)).samples
}
async function sample(words: Said, voices: ReturnType<typeof preset>[], requestId = newId<RequestId>()) {
  return (await shared.studio.handlers.make.samples({ requestId, ...words, voices }, call)).samples
}
const open = async () => (await shared.studio.parts.ledger.open()).filter(row => row.project_id === projectId)

it('are queued by one call for voices that have none; what is under way or asked twice is not queued again', async () => {
  const words = said(`Whose was it? ${projectId}`)
  const voices = [preset('Serena'), preset('Ryan'), preset('Ryan', { instructions: '' })]
  expect(await kept(words, voices)).toEqual([none, none, none])
  const requestId = newId<RequestId>()
  const first = await sample(words, voices, requestId)
  expect(await open()).toHaveLength(2)
  expect(first[1]).toEqual(first[2])
  expect(await kept(words, voices)).toEqual(first)
  expect(await sample(words, voices, requestId), 'the same request').toEqual(first)
  expect(await sample(words, [...voices, preset('Aiden')]), 'another request').toMatchObject([...first, { takeId: null }])
  expect(await open()).toHaveLength(3)
  const both = await Promise.all([sample(words, [preset('Sohee')]), sample(words, [preset('Sohee')])])
  expect(both[0]).toEqual(both[1])
  expect(await open()).toHaveLength(4)
})

it('speak a line that is not bought again when its speaker is cast with the voice', async () => {
  const written = { speaker: '', text: `Bought once: ${projectId}`, direction: 'softly' }
  const [line] = await shared.studio.parts.script.add(projectId, null, [written])
  const words = said(line!.text, line!.direction)
  await sample(words, [preset('Serena'), preset('Ryan')])
  await shared.studio.parts.order.pauseAll(false)
  const areKept = async () => (await kept(words, [preset('Serena'), preset('Ryan')])).every(each => each.takeId !== null)
  await vi.waitUntil(areKept, { timeout: hangMs })
  const [, ryan] = await kept(words, [preset('Serena'), preset('Ryan')])
  await shared.studio.parts.script.cast(projectId, { speaker: '', modelId: qwen, voiceId: null, fields: { voice: 'Ryan' } })
  const [now] = await shared.studio.parts.script.lines(projectId)
  expect(now).toMatchObject({ chosenTakeId: ryan!.takeId, state: 'made' })
  // Other words, and another direction, are other samples.
  expect(await kept(said('Other words'), [preset('Ryan')])).toEqual([none])
  expect(await kept(said(line!.text, 'loudly'), [preset('Ryan')])).toEqual([none])
})

it('a voice whose model would refuse the request has none, and the others are queued', async () => {
  const samples = await sample(said(`Refused: ${projectId}`), [preset('Nobody'), preset('Ryan')])
  expect(samples[0]).toEqual(none)
  expect(samples[1]?.jobId).not.toBeNull()
  expect(await open()).toHaveLength(1)
})

it('of an account that cannot send nothing is queued', async () => {
  const words = { ...said('Nobody pays'), accountId: newId<AccountId>() }
  expect(await kept(words, [preset('Ryan')])).toEqual([none])
  await expect(sample(words, [preset('Ryan')])).rejects.toMatchObject({ code: 'no-account' })
  expect(await open()).toEqual([])
})

it('say words as the dictionary of the project has them, in the language of the voice, as the line would', async () => {
  const { script, order } = shared.studio.parts
  const gif = { id: newId<PronunciationId>(), projectId, word: 'GIF', language: 'en', alias: 'jif' }
  await script.pronounce([gif], [])
  const [line] = await script.add(projectId, null, [{ speaker: '', text: `The GIF of ${projectId}`, direction: '' }])
  const words = said(line!.text)
  const voices = [preset('Serena', { language: 'English' }), preset('Serena', { language: 'German' })]
  await sample(words, voices)
  expect((await open()).map(row => row.title.slice(0, 7))).toEqual(['The jif', 'The GIF'])
  await order.pauseAll(false)
  const areKept = async () => (await kept(words, voices)).every(each => each.takeId !== null)
  await vi.waitUntil(areKept, { timeout: hangMs })
  await script.cast(projectId, { speaker: '', ...voices[0]! })
  const [english] = await kept(words, voices)
  expect((await script.lines(projectId))[0]).toMatchObject({ fittingTakeId: english!.takeId })
  // Without the entry, other words are asked for.
  await script.pronounce([], [gif.id])
  expect(await kept(words, voices.slice(0, 1))).toEqual([none])
})

it('are in the language that a person has said of the line, whatever the settings of the voice say, and are the line\'s', async () => {
  const { script, ledger } = shared.studio.parts
  const german = preset('Serena', { language: 'German' })
  await script.cast(projectId, { speaker: '', ...german })
  const [added] = await script.add(projectId, null, [{ speaker: '', text: `In two languages: ${projectId}`, direction: '' }])
  const keysUnderWay = async () => (await ledger.underWayOf(qwen, false)).map(({ requestKey }) => requestKey)
  for (const language of ['en', null]) {
    await script.change(projectId, [{ lineId: added!.id, language }])
    const [line] = await script.lines(projectId)
    expect(line).toMatchObject({ language, spokenIn: language ?? 'de', requestKey: expect.any(String) })
    await sample({ ...said(line!.text), spokenIn: line!.spokenIn, language: line!.language }, [german])
    expect(await keysUnderWay(), `said of the line: ${language}`).toContain(line!.requestKey)
  }
})
