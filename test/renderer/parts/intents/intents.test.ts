/** Presses, gestures and request ids: what is asked for once is sent once, and nothing that is asked for is dropped. */
import type { RequestId } from '../../../../src-preload/contract/words.ts'
import type { OpenId } from '../../../../src-renderer/parts/intents/request-ids.ts'
import type { Attempt } from '../../../../src-renderer/wire/attempt.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '#rules/plain-data.ts'
import { digestOf } from '../../../../src-renderer/parts/intents/digest.ts'
import { createGestures } from '../../../../src-renderer/parts/intents/gestures.ts'
import { createPresses } from '../../../../src-renderer/parts/intents/presses.ts'
import { createRequestIds } from '../../../../src-renderer/parts/intents/request-ids.ts'

const lost: Attempt<string> = { fault: { code: 'disconnected', data: {} } }

/** A page with a form, and a main that works once for each id. `reload` is the page opened again with the same storage. */
function openPage(stored: { open: readonly OpenId[] } = { open: [] }, done = new Map<RequestId, string>()) {
  const gestures = createGestures()
  const { press, isUnderWay } = createPresses(gestures)
  const { once } = createRequestIds({
    storage: { read: () => stored.open, write: (open) => { stored.open = open } },
    newId: () => crypto.randomUUID() as RequestId,
  })
  const answers: (() => void)[] = []
  let losing = 0
  const page = {
    isUnderWay,
    gestures,
    done: () => [...done.values()],
    answer: async () => {
      await new Promise(setImmediate)
      answers.splice(0).forEach(each => each())
      await new Promise(setImmediate)
    },
    /** Main takes the next request, and its answer is lost. */
    loseNext: () => void (losing += 1),
    press: (text: string) => press('form', text, () => once(text, async (id): Promise<Attempt<string>> => {
      await new Promise<void>(resolve => answers.push(resolve))
      if (!done.has(id))
        done.set(id, text)
      const isLost = losing > 0
      losing -= isLost ? 1 : 0
      return isLost ? lost : { value: id }
    })),
    click(text: string, detail = 1) {
      if (detail === 1)
        gestures.note({ type: 'pointerdown', detail: 0 })
      gestures.note({ type: 'mousedown', detail })
      gestures.note({ type: 'click', detail })
      return page.press(text)
    },
    /** A key on the form itself, or on its focused button, which the browser then clicks. */
    key(text: string, { repeat = false, isOnButton = false } = {}) {
      gestures.note({ type: 'keydown', repeat })
      if (isOnButton)
        gestures.note({ type: 'click', detail: 0 })
      return page.press(text)
    },
    reload: () => openPage(stored, done),
    settle: async () => {
      for (let turn = 0; turn < 4; turn += 1)
        await page.answer()
    },
  }
  return page
}

describe('what is asked for', () => {
  it('is done once when the answer was lost and it is pressed again', async () => {
    const page = openPage()
    page.loseNext()
    void page.click('One')
    await page.settle()
    void page.click('One')
    await page.settle()
    expect(page.done()).toEqual(['One'])
  })

  it('is done once when the page was reloaded after the answer was lost, or before it came', async () => {
    for (const isAnswered of [true, false]) {
      let page = openPage()
      page.loseNext()
      void page.click('One')
      await page.answer()
      if (isAnswered)
        await page.settle()
      page = page.reload()
      void page.click('One')
      await page.settle()
      expect(page.done()).toEqual(['One'])
    }
  })

  it('is a new request once the last one was confirmed', async () => {
    const page = openPage()
    for (let turn = 0; turn < 3; turn += 1) {
      void page.click('One')
      await page.settle()
    }
    expect(page.done()).toEqual(['One', 'One', 'One'])
  })

  it('keeps its id while something else is asked for in between', async () => {
    const page = openPage()
    page.loseNext()
    for (const text of ['One', 'Two', 'One']) {
      void page.click(text)
      await page.settle()
    }
    expect(page.done()).toEqual(['One', 'Two'])
  })
})

describe('presses', () => {
  it('of two texts are both sent, one after the other, however soon', async () => {
    const page = openPage()
    void page.click('One')
    void page.click('Two')
    expect(page.isUnderWay('form')).toBe(true)
    await page.answer()
    expect(page.done()).toEqual(['One'])
    await page.settle()
    expect([page.done(), page.isUnderWay('form')]).toEqual([['One', 'Two'], false])
  })

  it('of the same text are one while it is under way', async () => {
    const page = openPage()
    const answers = [page.click('One'), page.click('Two'), page.click('One'), page.key('Two')]
    await page.settle()
    expect(page.done()).toEqual(['One', 'Two'])
    expect((await answers[0])?.value).toBe((await answers[2])?.value)
  })

  it('are sent although the one before failed', async () => {
    const { press } = createPresses({ isRepeat: () => false })
    const first = press('form', 'One', () => Promise.reject(new Error('broken')))
    const second = press('form', 'Two', () => Promise.resolve('sent'))
    await expect(first).rejects.toThrow('broken')
    expect(await second).toBe('sent')
  })

  it('of a double-click are one, also when the first was answered before the second', async () => {
    for (const isAnsweredBetween of [true, false]) {
      const page = openPage()
      void page.click('One')
      if (isAnsweredBetween)
        await page.settle()
      void page.click('One', 2)
      await page.settle()
      expect(page.done()).toEqual(['One'])
      void page.click('One')
      await page.settle()
      expect(page.done()).toEqual(['One', 'One'])
    }
  })

  it('of the second click of a double-click begin nothing where the first hit something else', async () => {
    const page = openPage()
    page.gestures.note({ type: 'pointerdown' })
    page.gestures.note({ type: 'click', detail: 1 })
    void page.click('One', 2)
    await page.settle()
    expect(page.done()).toEqual([])
  })

  it('of a key that is held are one, on the form and on its button', async () => {
    for (const isOnButton of [true, false]) {
      const page = openPage()
      for (let turn = 0; turn < 20; turn += 1) {
        void page.key('One', { repeat: turn > 0, isOnButton })
        if (turn % 3 === 0)
          await page.settle()
      }
      expect(page.done()).toEqual(['One'])
      void page.key('One', { isOnButton })
      await page.settle()
      expect(page.done()).toEqual(['One', 'One'])
    }
  })

  it('of the second click are known from its beginning: what it closes may close on the way down', () => {
    const { gestures } = openPage()
    gestures.note({ type: 'pointerdown' })
    gestures.note({ type: 'mousedown', detail: 2 })
    expect(gestures.isRepeat()).toBe(true)
  })

  it('by assistive technology count after a double-click elsewhere', async () => {
    const page = openPage()
    page.gestures.note({ type: 'click', detail: 2 })
    void page.click('One', 0)
    await page.settle()
    expect(page.done()).toEqual(['One'])
  })
})

it('for any presses, losses and reloads: each text is done at least once, and never again before the user could know', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('press' as const), text: fc.constantFrom('A', 'B', 'C') }),
    fc.record({ do: fc.constant('lose' as const) }),
    fc.record({ do: fc.constant('reload' as const) }),
  )
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
    let page = openPage()
    const confirmed: string[] = []
    const unconfirmed = new Set<string>()
    let losing = 0
    for (const each of steps) {
      if (each.do === 'reload') {
        page = page.reload()
        losing = 0
      }
      else if (each.do === 'lose') {
        page.loseNext()
        losing += 1
      }
      else {
        void page.click(each.text)
        await page.settle()
        const isLost = losing > 0
        losing = Math.max(0, losing - 1)
        if (isLost) {
          unconfirmed.add(each.text)
        }
        else {
          unconfirmed.delete(each.text)
          confirmed.push(each.text)
        }
      }
    }
    expect(page.done().toSorted()).toEqual([...confirmed, ...unconfirmed].toSorted())
  }), { numRuns: 60 })
})

describe('plain text', () => {
  it('is the same for the same data in another order, and its digest differs for other data', () => {
    expect(plainText({ b: [1, { d: 1, c: 2 }], a: 'x' })).toBe(plainText({ a: 'x', b: [1, { c: 2, d: 1 }] }))
    fc.assert(fc.property(fc.string(), fc.string(), (one, other) => (digestOf(one) === digestOf(other)) === (one === other)))
    expect(digestOf('')).toMatch(/^[0-9a-f]{32}$/)
  })
})
