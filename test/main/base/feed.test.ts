/** Feeds: no event is lost between the current state and the first change. */
import { expect, it } from 'vitest'
import { createChanges } from '../../../src-main/base/changes.ts'
import { createFeed } from '../../../src-main/base/feed.ts'

it('a change made while the state is being read is sent after it', async () => {
  const feed = createFeed<string>()
  const events = feed.subscribe(async () => {
    feed.publish('during')
    return 'state'
  })
  feed.publish('before reading')
  const heard = [(await events.next()).value, (await events.next()).value, (await events.next()).value]
  expect(heard).toEqual(['state', 'before reading', 'during'])
})

it('ends for a listener that unsubscribes, and continues for the others', async () => {
  const feed = createFeed<number>()
  const stop = new AbortController()
  const going = feed.subscribe(() => 0, stop.signal)
  const staying = feed.subscribe(() => 0)
  await going.next()
  await staying.next()
  const waiting = going.next()
  stop.abort()
  expect((await waiting).done).toBe(true)
  feed.publish(1)
  expect((await staying.next()).value).toBe(1)
})

it('ends at once for a listener that unsubscribed before the first event', async () => {
  const feed = createFeed<number>()
  const events = feed.subscribe(() => 0, AbortSignal.abort())
  for (let event = await events.next(); !event.done; event = await events.next())
    feed.publish(1)
  expect(await events.next()).toMatchObject({ done: true })
})

it('sends a listener only the items that it asked for', async () => {
  const changes = createChanges<{ id: number, project: string }, number>()
  const events = changes.subscribe(async () => [], undefined, item => item.project === 'a')
  await events.next()
  changes.changed({ id: 1, project: 'b' })
  changes.changed({ id: 2, project: 'a' }, { id: 3, project: 'b' })
  expect((await events.next()).value).toMatchObject({ isWhole: false, changed: [{ id: 2 }] })
})
