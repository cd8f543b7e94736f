/** A dialog about a voice changes what its person changed, and nothing that somebody else wrote while it was open. */
import type { Voice } from '#contract/voices.ts'
import type { ModelId, RequestId } from '#contract/words.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { useVoiceActs } from '../../../src-renderer/rooms/voices/use-voice-acts.ts'
import { useVoices } from '../../../src-renderer/stores/voices.ts'
import { openPage } from '../../kit/page-wire.ts'
import { call, makeVoice } from '../../kit/paid-inputs.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

async function openRoom() {
  const studio = await openTestStudio()
  const { voice } = await makeVoice({ studio })
  const opened = await studio.parts.voices.describe(voice.id, { language: 'English', tags: ['low'] })
  const page = openPage(studio)
  const shown = useVoices()
  await expect.poll(() => shown.get(opened.id)?.name).toBe('Ada')
  const { voices } = studio.parts
  /** Another page, whose change this one has heard of. */
  const elsewhere = async (change: () => Promise<Voice>): Promise<void> => {
    const { name, notes } = await change()
    await expect.poll(() => [shown.get(opened.id)?.name, shown.get(opened.id)?.notes]).toEqual([name, notes])
  }
  return { acts: page.run(useVoiceActs), voices, opened, elsewhere, studio }
}

let room: Awaited<ReturnType<typeof openRoom>>
beforeEach(async () => room = await openRoom())

it('a name that was given elsewhere while the dialog was open stays', async () => {
  const { acts, voices, opened, elsewhere } = room
  await elsewhere(() => voices.rename(opened.id, 'Adele'))
  expect(await acts.rename(opened, 'Adam')).toMatchObject({ code: 'changed-meanwhile' })
  expect((await voices.get(opened.id)).name).toBe('Adele')
})

it('the upload of a clip is that of its voice, not of another one with its name, and stays so under a new name', async () => {
  const { acts, voices, opened, studio } = room
  await studio.parts.order.pauseAll(true)
  const accountId = await connect(studio, await openTestPractice())
  const same = await voices.create({ takeId: opened.clipTakeId, name: opened.name, consent: 'yes' })
  const modelId = 'higgs2p5' as ModelId
  await studio.handlers.voices.register({ requestId: newId<RequestId>(), voiceId: same.id, accountId, modelId }, call)
  await expect.poll(() => acts.uploadOf(same, modelId)?.kind).toBe('upload')
  expect(acts.uploadOf(opened, modelId)).toBeUndefined()
  expect(acts.uploadOf({ ...same, name: 'Bea' }, modelId)?.kind).toBe('upload')
})

it('notes of elsewhere stay where others are changed, and where the same are, that is told', async () => {
  const { acts, voices, opened, elsewhere } = room
  await elsewhere(() => voices.describe(opened.id, { notes: 'Slow.' }))
  const { language, tags, notes } = opened
  expect(await acts.describe(opened, { language, tags: [...tags, 'warm'], notes })).toBeNull()
  expect(await voices.get(opened.id)).toMatchObject({ notes: 'Slow.', tags: ['low', 'warm'] })
  expect(await acts.describe(opened, { language, tags, notes: 'Fast.' })).toMatchObject({ code: 'changed-meanwhile' })
  expect(await voices.get(opened.id)).toMatchObject({ notes: 'Slow.' })
})
