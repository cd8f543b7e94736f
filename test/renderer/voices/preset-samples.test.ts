/** Samples of preset voices that another page has bought: they are heard, and not bought again. */
import type { RequestId } from '#contract/words.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { useHearing } from '../../../src-renderer/parts/voices/use-hearing.ts'
import { heardOf, keyOf, usePresets } from '../../../src-renderer/parts/voices/use-presets.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { useTakes } from '../../../src-renderer/stores/takes.ts'
import { useTexts } from '../../../src-renderer/texts/texts.ts'
import { hangMs } from '../../kit/hang.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openSharedStudio } from '../../kit/studio.ts'

const { played } = vi.hoisted(() => ({ played: [] as string[] }))
vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
// Node plays nothing.
vi.mock('../../../src-renderer/parts/takes/use-play-take.ts', () => ({
  usePlayTake: () => ({ play: async (_: string, takeId: string) => void played.push(takeId), playing: { value: null }, stop: () => {} }),
}))
vi.mock('../../../src-renderer/parts/dialogs/use-ask.ts', () => ({ useAsk: () => async () => true }))

const call = { signal: new AbortController().signal, origin: 'page' } as const
const modelId = ModelId.parse('qwen3-tts')

let shared: SharedStudio
beforeAll(async () => {
  shared = await openSharedStudio()
})
afterEach(() => void played.splice(0))
afterAll(() => shared.close())

async function open() {
  const page = openPage(shared.studio)
  const [accounts, models, jobs, takes] = [useAccounts(), useModels(), useJobs(), useTakes()]
  await expect.poll(() => [accounts.isReady, models.isReady, jobs.isReady, takes.isReady]).toEqual([true, true, true, true])
  const presets = page.run(usePresets)
  await expect.poll(() => presets.isReady.value).toBe(true)
  const presetOf = (name: string) => presets.all.value.find(voice => keyOf(voice) === keyOf({ modelId, name }))!
  const hearing = page.run(() => useHearing())
  const t = page.run(useTexts)
  const otherPage = () => shared.studio.handlers.make.speech({
    requestId: newId<RequestId>(),
    accountId: shared.accountId,
    modelId,
    fields: { voice: 'Ryan', text: t.value.voices.sampleLine },
    ...{ projectId: null, lineId: null, voiceId: null, isOverSocket: false },
  }, call)
  return { hearing, presetOf, otherPage, text: t.value.voices.sampleLine }
}
async function made() {
  return (await shared.studio.parts.takes.search({
    ...{ text: '', kinds: [], media: [], modelIds: [modelId], projectId: null, onlyMadeThere: false, lineId: null, onlyStarred: false },
    ...{ onlyIncomplete: false, inTrash: false, cursor: null, limit: 50 },
  })).takes.filter(take => take.voice === 'Ryan')
}

it('a page that does not know of it yet hears what another one has bought, or is waiting for, and buys nothing', async () => {
  const { hearing, presetOf, otherPage } = await open()
  const asItWas = heardOf(presetOf('Ryan'))
  expect(asItWas.sampleTakeId).toBeNull()
  await otherPage()
  await hearing.hear(asItWas)
  await vi.waitUntil(() => played.length > 0, { timeout: hangMs })
  const [only, ...others] = await made()
  expect([others, played]).toEqual([[], [only!.id]])
  await hearing.hear(asItWas)
  expect(await made()).toHaveLength(1)
  expect(played).toEqual([only!.id, only!.id])
})

it('the page is told which take is the sample when another one has made it, trashed it and restored it', async () => {
  const { presetOf } = await open()
  const [take] = await made()
  const sample = () => presetOf('Ryan').sampleTakeId
  expect(sample()).toBe(take!.id)
  await shared.studio.parts.takes.trash([take!.id])
  await vi.waitUntil(() => sample() === null, { timeout: hangMs })
  await shared.studio.parts.takes.restore([take!.id])
  await vi.waitUntil(() => sample() === take!.id, { timeout: hangMs })
})
