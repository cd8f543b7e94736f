/** What pages are told of a burst: the first event at once, the others as one, nothing is lost, and the source ends with its reader. */
import type { Changes } from '../../../src-preload/contract/define.ts'
import { describe, expect, it } from 'vitest'
import { createChanges } from '../../../src-main/base/changes.ts'
import { gatheredChanges, mergeChanges } from '../../../src-main/base/gathered.ts'

interface Item { id: number, words: string }
type Event = Changes<Item, number>

function open() {
  const source = createChanges<Item, number>()
  const signals: AbortSignal[] = []
  const pages = new AbortController()
  const events = gatheredChanges((signal) => {
    signals.push(signal)
    return source.subscribe(async () => [{ id: 0, words: 'first' }], signal)
  }, pages.signal)
  return { source, events, leave: () => pages.abort(), isHeard: () => signals.some(signal => !signal.aborted) }
}

describe('a burst', () => {
  it('is told as its first event, and then as one with each item as it is now', async () => {
    const { source, events } = open()
    expect((await events.next()).value).toMatchObject({ isWhole: true, changed: [{ id: 0 }] })
    for (let at = 1; at <= 50; at++)
      source.changed({ id: at % 5, words: `${at}` })
    source.removed(3)
    const told = (await events.next()).value as Event
    expect(told).toEqual({
      isWhole: false,
      revision: 51,
      changed: [{ id: 1, words: '46' }, { id: 2, words: '47' }, { id: 4, words: '49' }, { id: 0, words: '50' }],
      removed: [3],
    })
  })

  it('after a rest is told at once', async () => {
    const { source, events } = open()
    await events.next()
    const next = events.next()
    await new Promise(resolve => setTimeout(resolve, 150))
    source.changed({ id: 7, words: 'late' })
    expect((await next).value).toMatchObject({ changed: [{ id: 7 }] })
  })
})

it('what was gathered when the source ends is told before the end', async () => {
  const event = (id: number): Event => ({ revision: id, isWhole: false, changed: [{ id, words: '' }], removed: [] })
  async function* ending(): AsyncGenerator<Event, void, void> {
    yield* [event(1), event(2), event(3)]
  }
  const told: number[][] = []
  for await (const { changed } of gatheredChanges(ending))
    told.push(changed.map(item => item.id))
  expect(told).toEqual([[1], [2, 3]])
})

it.each(['its signal', 'a reader that stops'] as const)('%s ends the source, too', async (how) => {
  const { events, leave, isHeard } = open()
  await events.next()
  expect(isHeard()).toBe(true)
  if (how === 'its signal')
    leave()
  await (how === 'its signal' ? events.next() : events.return())
  expect(isHeard()).toBe(false)
})

it('a failure of the source is the reader\'s', async () => {
  async function* broken(): AsyncGenerator<Event, void, void> {
    yield { revision: 1, isWhole: true, changed: [], removed: [] }
    throw new Error('closed')
  }
  const events = gatheredChanges(broken)
  await events.next()
  await expect(events.next()).rejects.toThrow('closed')
})

it('a whole state replaces what came before it, and what was removed and came back is there', () => {
  const event = (changed: number[], removed: number[], isWhole = false): Event =>
    ({ revision: 1, isWhole, changed: changed.map(id => ({ id, words: '' })), removed })
  const merged = (...events: Event[]) => {
    const { changed, removed, isWhole } = mergeChanges<Event, number>(events)
    return [changed.map(item => item.id), removed, isWhole]
  }
  expect(merged(event([1], [2]), event([3], [], true), event([4], [3]))).toEqual([[4], [3], true])
  expect(merged(event([], [1]), event([1], []))).toEqual([[1], [], false])
})
