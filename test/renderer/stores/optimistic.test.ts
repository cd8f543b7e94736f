/** Hoped-for values: whatever main answers when, each change is shown until main has told a state with it, and none jumps back. */
import type { Attempt } from '../../../src-renderer/wire/attempt.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useOptimistic } from '../../../src-renderer/stores/optimistic.ts'

type Values = Readonly<Record<string, number>>
const apply = (state: Values, change: Values): Values => ({ ...state, ...change })

/** Main carries changes out in the order in which they are made; its answers and its feed arrive when they are let go. */
function openMain() {
  let state: Values = {}
  let revision = 0
  const answers: (() => void)[] = []
  const news: { state: Values, revision: number }[] = []
  const refused: Attempt<never, 'changed-meanwhile'> = { fault: { code: 'changed-meanwhile', data: {} } as never }
  return {
    now: () => state,
    answers,
    news,
    change(change: Values, isRefused = false): Promise<Attempt<{ state: Values, revision: number }, 'changed-meanwhile'>> {
      if (!isRefused) {
        state = apply(state, change)
        news.push({ state, revision: ++revision })
      }
      const answer = isRefused ? refused : { value: { state, revision } }
      return new Promise(resolve => answers.push(() => resolve(answer)))
    },
    restart(): { state: Values, revision: number } {
      revision = 0
      news.length = 0
      return { state, revision }
    },
  }
}

const key = fc.constantFrom('speech', 'image', 'video')
const step = fc.oneof(
  fc.record({ is: fc.constant('own' as const), key, isRefused: fc.boolean() }),
  fc.record({ is: fc.constant('other' as const), key }),
  fc.record({ is: fc.constant('answer' as const), at: fc.nat(20) }),
  fc.record({ is: fc.constant('news' as const) }),
)

const settle = () => new Promise(resolve => setImmediate(resolve))

it('after every step, what this page changed last is shown, unless another page or a refusal changed it since', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
    const main = openMain()
    const { now, receive, change } = useOptimistic<Values, Values>({ first: {}, apply })
    const own = new Set<Promise<unknown>>()
    const hoped = new Map<string, number>()
    let value = 0
    for (const each of steps) {
      if (each.is === 'own') {
        const wanted = { [each.key]: ++value }
        own.add(change(wanted, () => main.change(wanted, each.isRefused), answer => answer))
        if (each.isRefused)
          hoped.delete(each.key)
        else
          hoped.set(each.key, value)
        expect(now.value[each.key]).toBe(value)
      }
      else if (each.is === 'other') {
        const wanted = { [each.key]: ++value }
        void main.change(wanted)
        main.answers.pop()
        hoped.delete(each.key)
      }
      else if (each.is === 'answer') {
        main.answers.splice(each.at % Math.max(1, main.answers.length), 1)[0]?.()
        await settle()
      }
      else {
        const told = main.news.shift()
        if (told)
          receive(told)
      }
      for (const [name, last] of hoped)
        expect(now.value[name]).toBe(last)
    }
    for (const answer of main.answers.splice(0))
      answer()
    await Promise.all(own)
    for (const told of main.news)
      receive(told)
    expect(now.value).toEqual(main.now())
  }), { numRuns: 300 })
})

it('three quick changes of one object are all shown, also when the first is answered last', async () => {
  const main = openMain()
  const { now, change } = useOptimistic<Values, Values>({ first: {}, apply })
  const all = [{ chat: 7 }, { image: 8 }, { video: 9 }].map(wanted => change(wanted, () => main.change(wanted), answer => answer))
  for (const answer of main.answers.toReversed()) {
    answer()
    await settle()
    expect(now.value).toEqual({ chat: 7, image: 8, video: 9 })
  }
  await Promise.all(all)
  expect(now.value).toEqual({ chat: 7, image: 8, video: 9 })
})

it('a studio that was started again counts from the beginning: what it tells first counts, and what it has is waited for no longer', async () => {
  const main = openMain()
  const { now, receive, change } = useOptimistic<Values, Values>({ first: {}, apply })
  const changing = change({ chat: 1 }, () => main.change({ chat: 1 }), answer => answer)
  main.answers[0]!()
  await changing
  receive(main.restart(), true)
  void main.change({ chat: 2 })
  receive(main.news[0]!)
  expect(now.value).toEqual({ chat: 2 })
})
