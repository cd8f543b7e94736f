/**
 * The request form over a wire that can be cut: each press is sent, and what was sent once is not sent again; with a real studio.
 *
 * @module-tag wide
 */
import type { Into } from '#contract/into.ts'
import type { ClipId, SequenceId, TakeId } from '#contract/words.ts'
import type { StudioHandlers } from '../../../src-main/studio/ports.ts'
import type { TestPage } from '../../kit/page-wire.ts'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useBatch } from '../../../src-renderer/rooms/make/batch/use-batch.ts'
import { useDrafts } from '../../../src-renderer/rooms/make/form/drafts.ts'
import { useWorkbench } from '../../../src-renderer/rooms/make/form/use-workbench.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { connect, openTestPractice, openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** What the browser keeps over a reload. */
const kept = keptByBrowser()
vi.stubGlobal('localStorage', kept)

async function openBench() {
  kept.clear()
  const studio = await openTestStudio()
  const practice = await openTestPractice()
  const accountId = await connect(studio, practice)
  await studio.parts.settings.change({ accountId })
  await studio.parts.order.pauseAll(true)
  let losing = 0
  const clips: (Into | undefined)[] = []
  let page: TestPage
  const { make } = studio.handlers
  const speech: StudioHandlers['make']['speech'] = async (input, context) => {
    clips.push(input.into)
    const answer = await make.speech(input, context)
    if (losing > 0) {
      losing -= 1
      page.cut()
      // The answer has nowhere to go.
      await new Promise(setImmediate)
      page.restore()
    }
    return answer
  }
  const handlers = { ...studio.handlers, make: { ...make, speech } }
  page = openPage({ ...studio, handlers })
  let bench = page.run(() => useWorkbench(() => null, () => false))
  const write = (text: string): void => useDrafts().put(null, 'speech', ModelId.parse('higgs2p5'), { text })
  const loaded = () => expect.poll(() => bench.model.value !== null && bench.account.value !== null && useJobs().isReady).toBe(true)
  return {
    write,
    loaded,
    send: () => bench.send(),
    press(text: string) {
      write(text)
      return bench.send()
    },
    bench: () => bench,
    /** The clips that single requests were for. */
    intoOf: () => clips,
    loseNext: () => void (losing += 1),
    reload() {
      page.cut()
      page = openPage({ ...studio, handlers })
      bench = page.run(() => useWorkbench(() => null, () => false))
    },
    run: <Value>(make: () => Value) => page.run(make),
    said: () => useNotices().shown.map(notice => notice.text(en)),
    queued: async () => (await studio.parts.ledger.open()).map(row => row.title),
  }
}

describe('a request from a workbench', () => {
  it('is queued once when its answer was lost and it is pressed again, and the user is told', async () => {
    const room = await openBench()
    await room.loaded()
    room.loseNext()
    expect(await room.press('One')).toBe(false)
    expect(room.bench().fault.value).toEqual({ code: 'disconnected', data: {} })
    await expect.poll(() => useJobs().all.length).toBe(1)
    expect(await room.send()).toBe(true)
    expect(await room.queued()).toEqual(['One'])
    expect(room.said()).toEqual([en.failures.wasSent])
    expect(await room.send()).toBe(true)
    expect(await room.queued()).toEqual(['One', 'One'])
  })

  it('is queued once when the page was reloaded after its answer was lost', async () => {
    const room = await openBench()
    await room.loaded()
    room.loseNext()
    await room.press('One')
    room.reload()
    await room.loaded()
    expect(await room.press('One')).toBe(true)
    expect(await room.queued()).toEqual(['One'])
  })

  it('is queued with its own text when another is pressed before it was answered', async () => {
    const room = await openBench()
    await room.loaded()
    const answers = [room.press('One'), room.press('Two'), room.press('One'), room.press('Three')]
    expect(room.bench().isSending.value).toBe(true)
    expect(await Promise.all(answers)).toEqual([true, true, true, true])
    expect(await room.queued()).toEqual(['One', 'Two', 'Three'])
    expect(room.bench().isSending.value).toBe(false)
  })

  it('waits for the models and accounts when it is pressed before they are there', async () => {
    const room = await openBench()
    expect(room.bench().model.value).toBe(null)
    expect(room.bench().maySend.value).toBe(true)
    const answers = [room.press('One'), room.press('One')]
    expect(room.bench().isSending.value).toBe(true)
    expect(await Promise.all(answers)).toEqual([true, true])
    expect(await room.queued()).toEqual(['One'])
  })

  it('is not sent unasked when it was changed before they are there', async () => {
    const room = await openBench()
    const answers = [room.press('On'), room.press('One')]
    expect(await Promise.all(answers)).toEqual([false, true])
    expect(await room.queued()).toEqual(['One'])
    expect(room.said()).toContain(en.make.changedMeanwhile)
  })
})

it('a batch of speech is queued with its texts, counted and priced before it is sent, and speaks with the voice of the form', async () => {
  const room = await openBench()
  await room.loaded()
  room.write('One.\nTwo.')
  useDrafts().put(null, 'speech', ModelId.parse('higgs2p5'), { text: 'One.\nTwo.', stream: true })
  const batch = room.run(() => useBatch(room.bench(), () => null))
  batch.begin()
  batch.by.value = 'words'
  expect(batch.requests.value.map(request => request.fields)).toEqual([{ text: 'One.' }, { text: 'Two.' }])
  expect([batch.sendings.value.length, batch.firstIssue.value, batch.maySend.value]).toEqual([2, null, true])
  expect(await batch.send()).toBe(2)
  expect(await room.queued()).toEqual(['One.', 'Two.'])
})

it('a batch leaves the clip of the timeline to the next single request, which brings its result there', async () => {
  const room = await openBench()
  await room.loaded()
  const { into } = room.bench()
  const clip = { sequenceId: newId<SequenceId>(), clipId: newId<ClipId>(), takeId: newId<TakeId>() }
  into.value = clip
  room.write('One.\nTwo.')
  const batch = room.run(() => useBatch(room.bench(), () => null))
  batch.begin()
  batch.by.value = 'words'
  expect(await batch.send()).toBe(2)
  expect(room.intoOf()).toEqual([])
  expect(into.value).toBe(clip)
  expect(await room.press('Three.')).toBe(true)
  expect(room.intoOf()).toEqual([clip])
  expect(into.value).toBe(null)
  expect(await room.press('Four.')).toBe(true)
  expect(room.intoOf()).toEqual([clip, undefined])
})
