/** Samples of a list of thousands: rows are read in the pauses of the page, and only as far as somebody looks. */
import type { ProjectId, PronunciationId, RequestId } from '#contract/words.ts'
import type { OnTrial } from '../../../src-renderer/parts/voices/sheet/use-samples.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { noRates } from '../../../src-preload/rules/spend/estimate.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useQuestion } from '../../../src-renderer/actions/question.ts'
import { mostSamples, useSamples } from '../../../src-renderer/parts/voices/sheet/use-samples.ts'
import { useHearing } from '../../../src-renderer/parts/voices/use-hearing.ts'
import { useAccounts } from '../../../src-renderer/stores/accounts.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useModels } from '../../../src-renderer/stores/models.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { usePronunciations } from '../../../src-renderer/stores/pronunciations.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { useSpend } from '../../../src-renderer/stores/spend.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openSharedStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
// Node plays nothing.
vi.mock('../../../src-renderer/parts/takes/use-play-take.ts', () => ({
  usePlayTake: () => ({ play: async () => {}, playing: { value: null }, stop: () => {} }),
}))

const call = { signal: new AbortController().signal, origin: 'page' } as const
const modelId = ModelId.parse('qwen3-tts')
const text = 'Whose was it?'
function rowsOf(count: number): OnTrial[] {
  const words = { text, direction: '', language: null, spokenIn: null }
  return Array.from({ length: count }, (_, at) =>
    ({ ...words, key: `row ${at}`, voice: { modelId, voiceId: null, fields: { voice: `Voice ${at}` } } }))
}

let shared: SharedStudio
let pauses: (() => void)[] = []
beforeAll(async () => {
  shared = await openSharedStudio()
})
beforeEach(() => {
  pauses = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => pauses.push(work))
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  vi.unstubAllGlobals()
  await shared.close()
})

async function open(all: readonly OnTrial[], projectId: ProjectId | null = null) {
  const page = openPage(shared.studio)
  useProject().open(projectId)
  const [accounts, models, jobs] = [useAccounts(), useModels(), useJobs()]
  await expect.poll(() => [accounts.isReady, models.isReady, jobs.isReady]).toEqual([true, true, true])
  const rows = vi.fn(() => all)
  return { page, rows, samples: page.run(() => useSamples({ projectId: () => projectId, rows })) }
}

it('draws the first rows without reading the others, and writes each out once', async () => {
  const all = rowsOf(2000)
  const { rows, samples } = await open(all)
  const writing = vi.spyOn(JSON, 'stringify')
  const written = () => writing.mock.calls.filter(([value]) => Array.isArray(value) && value.includes(text)).length
  for (let time = 0; time < 3; time++) {
    for (const row of all.slice(0, 20))
      expect([samples.stateOf(row), samples.mayHear(row), samples.takeOf(row)]).toEqual(['none', true, null])
  }
  expect(written()).toBe(20)
  expect(rows).not.toHaveBeenCalled()
  pauses.splice(0).forEach(work => work())
  await expect.poll(written).toBe(2000)
  expect(rows).toHaveBeenCalledTimes(1)
})

it('looks no further than for what one press asks for', async () => {
  const all = rowsOf(2000)
  const { samples } = await open(all)
  const read = vi.fn()
  function* each() {
    for (const row of all) {
      read()
      yield row
    }
  }
  expect(samples.lacking(each())).toHaveLength(mostSamples)
  expect(read.mock.calls.length).toBeLessThan(mostSamples + 2)
  expect(samples.isMaking(each()), 'nothing is under way').toBe(false)
  expect(read.mock.calls.length).toBeLessThan(mostSamples + 2)
})

it('tells what is under way and what is kept, of the same words and voice only', async () => {
  const other = rowsOf(1)[0]!
  const row: OnTrial = { ...other, text: 'The boat is gone.', voice: { modelId, voiceId: null, fields: { voice: 'Ryan' } } }
  const { samples } = await open([row, other])
  const { text, direction, voice } = row
  await shared.studio.parts.order.pauseAll(true)
  await shared.studio.handlers.make.samples({
    ...{ requestId: newId<RequestId>(), projectId: null, accountId: shared.accountId },
    ...{ text, direction, voices: [voice] },
  }, call)
  pauses.splice(0).forEach(work => work())
  await expect.poll(() => samples.stateOf(row)).toBe('making')
  expect(samples.isMaking([row])).toBe(true)
  expect(samples.lacking([row, other])).toEqual([other])
  await shared.studio.parts.order.pauseAll(false)
  await expect.poll(() => samples.stateOf(row), { timeout: 20_000 }).toBe('kept')
  expect(samples.takeOf({ ...row }), 'another row with the same request').toBe(samples.takeOf(row))
  expect(samples.stateOf({ ...row, direction: 'softly' })).toBe('none')
  // Found again by a page that opens later.
  const later = await open([row])
  pauses.splice(0).forEach(work => work())
  await expect.poll(() => later.samples.stateOf(row)).toBe('kept')
})

it('asks in the language that a person has said of the line', async () => {
  const voice = { modelId, voiceId: null, fields: { voice: 'Ryan', language: 'German' } }
  const row: OnTrial = { key: 'one', text: 'The oar, too.', direction: '', language: 'en', spokenIn: 'en', voice }
  const plain = { ...row, key: 'two', language: null }
  const { samples } = await open([row, plain])
  await shared.studio.parts.order.pauseAll(true)
  const { text: words, direction } = row
  await shared.studio.handlers.make.samples({
    ...{ requestId: newId<RequestId>(), projectId: null, accountId: shared.accountId },
    ...{ text: words, direction, language: 'en', voices: [voice] },
  }, call)
  pauses.splice(0).forEach(work => work())
  await expect.poll(() => samples.stateOf(row)).toBe('making')
  expect(samples.stateOf(plain), 'with the language of the voice').toBe('none')
  await shared.studio.parts.order.pauseAll(false)
})

it('are priced by the words that are sent, which the dictionary has in the language of the line with this voice', async () => {
  const { parts, handlers } = shared.studio
  const { id: projectId } = await parts.projects.create('Ropes')
  const entry = (of: ProjectId | null, alias: string) =>
    ({ id: newId<PronunciationId>(), projectId: of, word: 'GIF', language: 'en', alias })
  const entries = [entry(projectId, 'of the project'), entry(null, 'jiff')]
  await parts.script.pronounce(entries, [])
  await handlers.spend.setPrice({ accountId: shared.accountId, modelId, rates: { ...noRates, thousandCharacters: 1_000_000 } }, call)
  const voice = (language: string) => ({ modelId, voiceId: null, fields: { voice: 'Ryan', language } })
  const row: OnTrial = { key: 'one', text: 'GIF', direction: '', language: null, spokenIn: 'de', voice: voice('English') }
  for (const [of, alias] of [[projectId, 'of the project'], [null, 'jiff']] as const) {
    const { samples } = await open([row], of)
    const [question, said, spend] = [useQuestion(), usePronunciations(), useSpend()]
    await expect.poll(() => [said.all.length, spend.hasPrices], { message: alias }).toEqual([of === null ? 1 : 2, true])
    const costs = [row, { ...row, voice: voice('German') }, { ...row, voice: voice('German'), language: 'en' }].map(each =>
      samples.costOf([each]).amounts.map(({ leastMicros }) => leastMicros / 1000))
    expect(costs).toEqual([[alias.length], [3], [alias.length]])
    const asked = samples.make([row])
    await expect.poll(() => question.now).not.toBe(null)
    expect(question.now!.question.body(en)).toContain(en.voiceSheet.ask.body(1, alias.length, useAccounts().current!.name))
    question.now!.answer(null)
    await asked
  }
  await parts.script.pronounce([], entries.map(({ id }) => id))
})

it('is not paid by another account than the one that the question names', async () => {
  const [row] = rowsOf(1)
  const { page, samples } = await open([row!])
  const [accounts, jobs, notices, question, settings] = [useAccounts(), useJobs(), useNotices(), useQuestion(), useSettings()]
  await expect.poll(() => settings.isReady).toBe(true)
  const before = jobs.all.length
  const hearing = page.run(() => useHearing())
  const heard = { key: 'one', sampleTakeId: null, wish: { modelId, voiceId: null, fields: { voice: 'Voice 0' } }, isToRegister: false }
  for (const ask of [() => samples.make([row!]), () => hearing.hear(heard)]) {
    await settings.change({ accountId: shared.accountId })
    await expect.poll(() => accounts.currentId).toBe(shared.accountId)
    const asked = ask()
    await expect.poll(() => question.now).not.toBe(null)
    await settings.change({ accountId: accounts.practiceId! })
    await expect.poll(() => accounts.currentId).toBe(accounts.practiceId)
    question.now!.answer('act')
    await asked
  }
  expect(notices.shown.map(notice => notice.text(en))).toEqual([en.spend.otherAccount, en.spend.otherAccount])
  expect(jobs.all.length).toBe(before)
})
