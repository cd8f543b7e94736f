/** What is asked while the studio is away: kept by the browser, made once in its order, or set aside where the user can read it. */
import type { ClientLink } from '@orpc/client'
import type { OtherPages } from '../../../src-renderer/wire/other-pages.ts'
import type { PageContext, WireState } from '../../../src-renderer/wire/wire.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import { Fault, isFault } from '#contract/faults.ts'
import { openKeptChanges } from '../../../src-renderer/wire/kept-changes.ts'
import { createOutbox } from '../../../src-renderer/wire/outbox.ts'
import { randomId } from '../../../src-renderer/wire/random-id.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'

const here = '00000000-0000-4000-8000-000000000001'
const elsewhere = '00000000-0000-4000-8000-000000000002'

/** A studio that makes each id once, behind a wire that breaks where the test says. */
function openStudio(folderId = here) {
  const made: unknown[] = []
  const done = new Set<string>()
  const refuses = new Set<unknown>()
  return {
    folderId,
    made,
    refuses,
    make(id: string, input: unknown): unknown {
      if (done.has(id))
        throw new Fault('already-done', {})
      if (refuses.has(input))
        throw new Fault('not-found', { word: 'take', id: 'x' })
      done.add(id)
      made.push(input)
      return { of: input }
    },
  }
}

function openPage(browser: ReturnType<typeof browserWithTabs>, studio: ReturnType<typeof openStudio>) {
  const state = shallowRef<WireState>('connecting')
  const pageId = browser.open()
  let now = studio
  let loses: ('before' | 'after')[] = []
  let clock = 0
  let unkept: Fault | null = null
  const pauses: number[] = []
  const waiting: (() => void)[] = []
  const link: ClientLink<PageContext> = {
    async call(_path, input, { context: { changeId } }) {
      await null
      const lost = state.value === 'open' ? loses.shift() : 'before'
      if (lost === 'before')
        state.value = state.value === 'open' ? 'lost' : state.value
      if (state.value !== 'open')
        throw new Fault('disconnected', {})
      if (changeId === undefined && unkept)
        throw unkept
      const answer = changeId === undefined ? { of: input } : now.make(changeId, input)
      if (lost !== 'after')
        return answer
      state.value = 'lost'
      throw new Fault('disconnected', {})
    },
  }
  const outbox = createOutbox({
    link,
    state,
    kept: openKeptChanges(() => browser.storage, browser.hear),
    pages: browser.pages,
    readFolderId: async () => {
      await null
      if (state.value !== 'open')
        throw new Fault('disconnected', {})
      return now.folderId
    },
    pageId,
    newId: randomId,
    now: () => clock += 1,
    pause: (ms) => {
      pauses.push(ms)
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
  })
  return {
    outbox,
    /** How long was waited for the disk each time; `pass` ends what is waited now. */
    pauses,
    async pass() {
      waiting.splice(0).forEach(each => each())
      await settled()
    },
    refuseUnkept(fault: Fault) {
      unkept = fault
    },
    note: (input: unknown, call = ['takes', 'note']) => outbox.link.call(call, input, { context: {} }).catch((thrown: unknown) => thrown),
    open: (other = studio) => {
      now = other
      state.value = 'open'
    },
    lose: () => {
      state.value = 'lost'
    },
    /** The next calls meet this. */
    losing: (...how: ('before' | 'after')[]) => {
      loses = how
    },
    close: () => {
      state.value = 'refused'
      browser.close(pageId)
    },
  }
}

function browserWithTabs(storage: ReturnType<typeof keptByBrowser> | null = keptByBrowser()) {
  const alive = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()
  const pages: OtherPages = {
    alone(work) {
      const mine = last.then(() => work(id => alive.has(id)))
      last = mine.catch(() => {})
      return mine
    },
  }
  return {
    storage,
    pages,
    hear: () => {},
    open(): string {
      const id = randomId()
      alive.add(id)
      return id
    },
    close: (id: string) => void alive.delete(id),
  }
}

/** Everything that can continue by itself has gone on. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1)
    await null
}

describe('changes while the studio is away', () => {
  it('say when they are sent, by the clock by which they were done', async () => {
    const studio = openStudio()
    const page = openPage(browserWithTabs(), studio)
    page.open()
    await settled()
    page.lose()
    const input = { text: 'a', step: { name: 'editLine', at: 1 } }
    const asked = page.note(input)
    await settled()
    expect(page.outbox.kept.all.value.map(change => change.input)).toEqual([input])
    page.open()
    await asked
    await page.note({ text: 'b', step: { name: 'editLine' } })
    expect(studio.made).toEqual([
      { text: 'a', step: { name: 'editLine', at: 1, sentAt: expect.any(Number) } },
      { text: 'b', step: { name: 'editLine' } },
    ])
    const [{ step: { sentAt } }] = studio.made as [{ step: { sentAt: number } }]
    expect(sentAt).toBeGreaterThan(1)
  })

  it('wait for it, are made in their order, and answer those who asked', async () => {
    const studio = openStudio()
    const page = openPage(browserWithTabs(), studio)
    page.open()
    expect(await page.note('first')).toEqual({ of: 'first' })
    page.lose()
    const answers = [page.note('a'), page.note('b')]
    await settled()
    expect(page.outbox.kept.all.value.map(each => each.input)).toEqual(['a', 'b'])
    page.open()
    expect(await Promise.all(answers)).toEqual([{ of: 'a' }, { of: 'b' }])
    expect([studio.made, page.outbox.kept.all.value]).toEqual([['first', 'a', 'b'], []])
  })

  it('are never what costs money or may let it be spent: that fails at once and is not sent later', async () => {
    const studio = openStudio()
    const page = openPage(browserWithTabs(), studio)
    page.open()
    await settled()
    page.lose()
    for (const call of [['make', 'speech'], ['jobs', 'retry'], ['jobs', 'release'], ['spend', 'setBudget'], ['accounts', 'connect']])
      expect(isFault(await page.note('paid', call), 'disconnected'), call.join('.')).toBe(true)
    page.open()
    await settled()
    expect([studio.made, page.outbox.kept.all.value]).toEqual([[], []])
  })

  it('outlive the page: the next one sends them first, and sets aside what is refused', async () => {
    const [browser, studio] = [browserWithTabs(), openStudio()]
    const page = openPage(browser, studio)
    page.open()
    await settled()
    page.losing('after')
    for (const each of ['lost answer', 'refused', 'kept'])
      void page.note(each)
    await settled()
    page.close()
    studio.refuses.add('refused')
    const next = openPage(browser, studio)
    next.open()
    expect(await next.note('new')).toEqual({ of: 'new' })
    await settled()
    expect(studio.made).toEqual(['lost answer', 'kept', 'new'])
    expect(next.outbox.kept.all.value).toMatchObject([{ input: 'refused', notDone: { is: 'refused', fault: { code: 'not-found' } } }])
    studio.refuses.clear()
    next.outbox.retry(next.outbox.kept.all.value[0]!)
    await settled()
    expect([studio.made.at(-1), next.outbox.kept.all.value]).toEqual(['refused', []])
  })

  it('go to no other studio folder at the same address, and to their own when it is back', async () => {
    const [browser, mine, other] = [browserWithTabs(), openStudio(), openStudio(elsewhere)]
    const page = openPage(browser, mine)
    page.open()
    await settled()
    page.lose()
    void page.note('mine')
    await settled()
    page.open(other)
    await settled()
    page.close()
    const next = openPage(browser, other)
    next.open()
    await settled()
    expect(other.made).toEqual([])
    expect(next.outbox.kept.all.value).toMatchObject([{ input: 'mine', folderId: here }])
    next.close()
    openPage(browser, mine).open()
    await settled()
    expect(mine.made).toEqual(['mine'])
  })

  it('of two tabs are kept apart: each sends its own, and one that is left sends for one that is gone', async () => {
    const [browser, studio] = [browserWithTabs(), openStudio()]
    const [one, two] = [openPage(browser, studio), openPage(browser, studio)]
    for (const page of [one, two])
      page.open()
    await settled()
    for (const page of [one, two])
      page.lose()
    void one.note('of one')
    void two.note('of two')
    await settled()
    two.open()
    await settled()
    expect(studio.made).toEqual(['of two'])
    one.close()
    const three = openPage(browser, studio)
    three.open()
    await settled()
    expect(studio.made).toEqual(['of two', 'of one'])
  })

  it('are refused where the browser cannot keep them, and made all the same while the studio answers', async () => {
    const studio = openStudio()
    const full = keptByBrowser()
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    for (const storage of [full, null]) {
      const page = openPage(browserWithTabs(storage), studio)
      page.open()
      expect(await page.note('online')).toEqual({ of: 'online' })
      // On its way when the connection breaks: this page still has it.
      page.losing('before')
      const onItsWay = page.note('on its way')
      await settled()
      expect(page.outbox.kept.isSafe.value).toBe(false)
      expect(isFault(await page.note('away'), 'not-kept')).toBe(true)
      page.open()
      expect(await onItsWay).toEqual({ of: 'on its way' })
      expect(page.outbox.kept.isSafe.value).toBe(true)
    }
    expect(studio.made).toEqual(['online', 'on its way', 'online', 'on its way'])
  })

  it('that another program wrote into the storage are not sent', async () => {
    const [browser, studio] = [browserWithTabs(), openStudio()]
    const id = randomId()
    const entry = { id, folderId: here, pageId: randomId(), at: 1, order: 1, call: 'jobs.retry', input: {}, notDone: null }
    browser.storage?.setItem(`takeroom.change ${id}`, JSON.stringify(entry))
    browser.storage?.setItem('takeroom.change x', '{')
    openPage(browser, studio).open()
    await settled()
    expect(studio.made).toEqual([])
  })
})

type Step = 'ask' | 'open' | 'lose' | 'before' | 'after' | 'reload'

it('each change is made exactly once, in the order of its page, or is listed: any interleaving of edits, breaks and reloads', async () => {
  const steps = fc.array(fc.constantFrom<Step>('ask', 'ask', 'ask', 'open', 'open', 'lose', 'before', 'after', 'reload'), { maxLength: 40 })
  await fc.assert(fc.asyncProperty(steps, fc.array(fc.nat(20), { maxLength: 4 }), fc.nat(8), async (all, refused, pauseEvery) => {
    const [browser, studio] = [browserWithTabs(), openStudio()]
    for (const each of refused)
      studio.refuses.add(each)
    let page = openPage(browser, studio)
    page.open()
    await settled()
    let asked = 0
    const told: unknown[] = []
    for (const [at, step] of all.entries()) {
      if (step === 'ask') {
        const mine = asked++
        void page.note(mine).then(answer => isFault(answer, 'not-found') && told.push(mine))
      }
      else if (step === 'open') {
        page.open()
      }
      else if (step === 'lose') {
        page.lose()
      }
      else if (step === 'reload') {
        page.close()
        page = openPage(browser, studio)
        page.open()
      }
      else {
        page.losing(step)
      }
      // A page that has just been loaded shows nothing that could be edited.
      if (step === 'reload' || (pauseEvery > 0 && at % pauseEvery === 0))
        await settled()
    }
    page.losing()
    page.lose()
    page.open()
    await settled()
    await settled()
    const listed = page.outbox.kept.all.value
    expect(listed.every(each => each.notDone !== null)).toBe(true)
    const made = studio.made as number[]
    expect(new Set(made).size).toBe(made.length)
    expect([...new Set([...made, ...listed.map(each => each.input), ...told])].toSorted((a, b) => Number(a) - Number(b)))
      .toEqual(Array.from({ length: asked }, (_, index) => index))
    expect(made.filter(each => studio.refuses.has(each))).toEqual([])
  }), { numRuns: 400 })
})

describe('changes while main cannot write to its disk', () => {
  function onFullDisk() {
    const studio = openStudio()
    const page = openPage(browserWithTabs(), studio)
    const disk = { is: 'full' as 'full' | 'ok' }
    const asked: unknown[] = []
    const { make } = studio
    studio.make = (id, input) => {
      asked.push(input)
      if (disk.is === 'full')
        throw new Fault('disk-full', { neededBytes: 0, freeBytes: 0 })
      return make(id, input)
    }
    const say = (is: typeof disk.is): void => {
      disk.is = is
      page.outbox.diskIs(is)
    }
    page.open()
    return { studio, page, asked, say }
  }

  it('wait, stay kept, and are made by themselves in their order when it can', async () => {
    const { studio, page, asked, say } = onFullDisk()
    await settled()
    say('full')
    const answers = ['a', 'b', 'c'].map(each => page.note(each))
    await settled()
    expect([studio.made, page.outbox.stalledBy.value?.code]).toEqual([[], 'disk-full'])
    expect(page.outbox.kept.all.value.map(each => [each.input, each.notDone])).toEqual([['a', null], ['b', null], ['c', null]])
    answers.push(page.note('d'))
    const before = asked.length
    await page.pass()
    expect(asked.length).toBe(before)
    say('ok')
    await page.pass()
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'].map(of => ({ of })))
    expect([studio.made, page.outbox.kept.all.value, page.outbox.stalledBy.value]).toEqual([['a', 'b', 'c', 'd'], [], null])
  })

  it('wait again, for longer each time, while the room does not suffice', async () => {
    const { studio, page, say } = onFullDisk()
    await settled()
    const answer = page.note('a')
    for (let time = 0; time < 7; time += 1) {
      await settled()
      page.outbox.diskIs('ok')
      await page.pass()
    }
    expect(page.pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    say('ok')
    await page.pass()
    expect([await answer, studio.made]).toEqual([{ of: 'a' }, ['a']])
  })

  it('are sent by the next page when this one is closed in the meantime', async () => {
    const browser = browserWithTabs()
    const studio = openStudio()
    const page = openPage(browser, studio)
    const { make } = studio
    studio.make = () => {
      throw new Fault('disk-full', { neededBytes: 0, freeBytes: 0 })
    }
    page.open()
    await settled()
    void page.note('a')
    await settled()
    page.close()
    studio.make = make
    const next = openPage(browser, studio)
    next.open()
    await settled()
    expect([studio.made, next.outbox.kept.all.value]).toEqual([['a'], []])
  })

  it('of somebody who keeps them wait as well, and end with the connection', async () => {
    const { studio, page, say } = onFullDisk()
    await settled()
    const send = (id: string, input: string) => page.outbox.link.call(['sequences', 'edit'], input, { context: { changeId: id } })
      .catch((thrown: unknown) => thrown)
    const [lost, made] = [send('1', 'x'), send('2', 'y')]
    await settled()
    expect(studio.made).toEqual([])
    page.lose()
    expect(isFault(await lost, 'disconnected') && isFault(await made, 'disconnected')).toBe(true)
    page.open()
    await settled()
    say('full')
    const again = send('1', 'x')
    await settled()
    say('ok')
    await page.pass()
    expect([await again, studio.made]).toEqual([{ of: 'x' }, ['x']])
  })

  it('are never what costs money, nor what is not kept: that is refused at once', async () => {
    const { page } = onFullDisk()
    await settled()
    page.refuseUnkept(new Fault('disk-full', { neededBytes: 1, freeBytes: 0 }))
    for (const call of [['make', 'speech'], ['spend', 'setBudget'], ['jobs', 'cancel']])
      expect(await page.note('paid', call), call.join('.')).toMatchObject({ code: 'disk-full' })
    expect([page.outbox.kept.all.value, page.outbox.stalledBy.value]).toEqual([[], null])
  })
})
