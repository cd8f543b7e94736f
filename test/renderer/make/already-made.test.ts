import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
/** The question before a request is sent again that only repeats itself, from the real forms and with a real studio. */
import type { AccountId, AssetId } from '../../../src-preload/contract/words.ts'
import type { Choice } from '../../../src-renderer/actions/question.ts'
import type { TestPage } from '../../kit/page-wire.ts'
import type { SharedStudio } from '../../kit/studio.ts'
import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { wavOfPcm16 } from '../../../src-main/base/wav.ts'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { useOverlay } from '../../../src-renderer/actions/overlay.ts'
import { useQuestion } from '../../../src-renderer/actions/question.ts'
import { useBatch } from '../../../src-renderer/rooms/make/batch/use-batch.ts'
import { useDrafts } from '../../../src-renderer/rooms/make/form/drafts.ts'
import { useWorkbench } from '../../../src-renderer/rooms/make/form/use-workbench.ts'
import { useSoundDraft } from '../../../src-renderer/rooms/transcribe/sound-draft.ts'
import { useSoundRequest } from '../../../src-renderer/rooms/transcribe/use-sound-request.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { ended, openSharedStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const kept = keptByBrowser()
vi.stubGlobal('localStorage', kept)

const call = { signal: new AbortController().signal, origin: 'page' } as const
const words = en.make.already
const picture = ModelId.parse('eigen-image')
const whisper = ModelId.parse('whisper_v3_turbo')
let shared: SharedStudio
let count = 0
beforeAll(async () => {
  shared = await openSharedStudio()
  await shared.studio.parts.settings.change({ accountId: shared.accountId })
})
beforeEach(async () => {
  const { parts, handlers } = shared.studio
  await parts.order.pauseAll(true)
  await handlers.jobs.cancelUnsent({ jobIds: (await parts.ledger.open()).map(row => row.id) }, call)
})
afterAll(() => shared.close())

const openJobs = async () => (await shared.studio.parts.ledger.open()).filter(row => row.title === `A door ${count}`)
const jobCount = async () => (await openJobs()).length

/** An opened page whose image form has a prompt. */
async function openBench(seed: number | null) {
  kept.clear()
  const prompt = `A door ${count += 1}`
  let losing = 0
  let page: TestPage
  const { make } = shared.studio.handlers
  const image: StudioHandlers['make']['image'] = async (input, context) => {
    const answer = await make.image(input, context)
    if (losing > 0) {
      losing -= 1
      page.cut()
      // The answer has nowhere to go.
      await new Promise(setImmediate)
      page.restore()
    }
    return answer
  }
  page = openPage({ ...shared.studio, handlers: { ...shared.studio.handlers, make: { ...make, image } } })
  const bench = page.run(() => useWorkbench(() => null, () => false))
  useDrafts().open('image')
  useDrafts().put(null, 'image', picture, { prompt, ...(seed !== null && { seed }) })
  await expect.poll(() => bench.model.value !== null && bench.account.value?.id === shared.accountId).toBe(true)
  return { page, bench, loseNext: () => void (losing += 1), batch: page.run(() => useBatch(bench, () => null)) }
}

/** What is asked during a press, and what the press answers when this is chosen. */
async function answering<Answer>(press: Promise<Answer>, choice: Choice) {
  const question = useQuestion()
  await expect.poll(() => question.now).not.toBe(null)
  const { title, body, act, other } = question.now!.question
  const asked = [title, body, act, other!].map(text => text(en))
  question.now!.answer(choice)
  return { asked, answer: await press }
}

describe('an image with a seed', () => {
  it('is asked about when it is in the queue: it is shown there, left alone, or made anyway', async () => {
    const { page, bench } = await openBench(7)
    expect(await bench.send()).toBe(true)
    const [job] = await openJobs()
    const shown = await answering(bench.send(), 'act')
    expect(shown).toEqual({ asked: [words.title, words.job, words.show, words.anyway], answer: false })
    await expect.poll(() => page.rooms.currentRoute.value.fullPath).toBe(`/queue?jobId=${job!.id}`)
    expect((await answering(bench.send(), null)).answer).toBe(false)
    expect(await jobCount()).toBe(1)
    expect((await answering(bench.send(), 'other')).answer).toBe(true)
    expect(await jobCount()).toBe(2)
  })

  it('is asked about once when it is pressed twice', async () => {
    const { bench } = await openBench(7)
    await bench.send()
    const presses = Promise.all([bench.send(), bench.send()])
    expect((await answering(presses, 'other')).answer).toEqual([true, true])
    expect(await jobCount()).toBe(2)
  })

  it('is not asked about without its seed', async () => {
    const { bench } = await openBench(null)
    expect([await bench.send(), await bench.send()]).toEqual([true, true])
    expect(await jobCount()).toBe(2)
  })

  it('is not asked about when its answer was lost, because it keeps its id', async () => {
    const { bench, loseNext } = await openBench(8)
    loseNext()
    expect(await bench.send()).toBe(false)
    expect(await jobCount()).toBe(1)
    expect(await bench.send()).toBe(true)
    expect(useQuestion().now).toBe(null)
    expect(await jobCount()).toBe(1)
  })
})

describe('a batch', () => {
  it('is asked about once, and makes only the others, or all', async () => {
    const { bench, batch } = await openBench(2)
    await bench.send()
    batch.from.value = 1
    batch.count.value = 3
    const some = await answering(batch.send(), 'act')
    expect(some).toEqual({ asked: [words.title, words.some(1, 3), words.others(2), words.allAnyway], answer: 2 })
    const seeds = async () => (await openJobs()).map(row => JSON.parse(row.plan).sent.fields.seed)
    expect(await seeds()).toEqual([2, 1, 3])
    const all = await answering(batch.send(), 'act')
    expect(all).toEqual({ asked: [words.title, words.some(3, 3), words.show, words.allAnyway], answer: 0 })
    expect((await answering(batch.send(), null)).answer).toBe(null)
    expect(await jobCount()).toBe(3)
    expect((await answering(batch.send(), 'other')).answer).toBe(3)
    expect(await seeds()).toEqual([2, 1, 3, 1, 2, 3])
  })
})

describe('a transcript', () => {
  it('is asked about for the same sound, and shown', async () => {
    const { studio, accountId } = shared
    await studio.parts.order.pauseAll(false)
    const assetId = await importSound()
    const made = await transcribe(accountId, assetId)
    kept.clear()
    const page = openPage(studio)
    const form = page.run(() => useSoundRequest(() => null, () => false))
    useSoundDraft().put(null, whisper, { file: { assetId } })
    await expect.poll(() => form.model.value !== null && form.account.value?.id === accountId).toBe(true)
    const { asked } = await answering(form.send(), 'act')
    expect(asked).toEqual([words.title, words.transcript, words.show, words.anyway])
    expect(useOverlay().now).toEqual({ is: 'take', takeId: made, atSeconds: null })
    expect(form.fields.value.file).toEqual({ assetId })
  })

  async function importSound(): Promise<AssetId> {
    const ticket = await shared.studio.receiveFile('one.wav', (async function* () {
      yield wavOfPcm16(Buffer.alloc(48_000, 1), { sampleRate: 24_000, channels: 1 })
    })(), null)
    return (await shared.studio.handlers.takes.import({ ticket, projectId: null }, call)).take.asset.id
  }

  async function transcribe(accountId: AccountId, assetId: AssetId) {
    const { jobIds } = await shared.studio.handlers.make.transcribe({
      requestId: crypto.randomUUID() as never,
      accountId,
      modelId: whisper,
      projectId: null,
      fields: { file: { assetId } },
    }, call)
    return (await ended(shared.studio, jobIds[0])).takeIds[0]
  }
})
