/** The page's copy of main's state: loaded whole, then patched, and complete again after a lost connection. */
import type { Changes } from '#contract/define.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { createFeed } from '../../../src-main/base/feed.ts'
import { mirror } from '../../../src-renderer/stores/mirror.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

interface Thing { id: string, word: string }
type News = Changes<Thing, string>

const whole = (revision: number, ...changed: Thing[]): News => ({ revision, isWhole: true, changed, removed: [] })
const change = (revision: number, changed: Thing[], removed: string[] = []): News => ({ revision, isWhole: false, changed, removed })

/** A fake main with items by key and real feeds. */
function openThings() {
  const feeds = new Map<string, ReturnType<typeof createFeed<News>>>()
  const states = new Map<string, News>()
  const asked: string[] = []
  const feedOf = (key: string) => feeds.get(key) ?? feeds.set(key, createFeed<News>()).get(key)!
  return {
    asked,
    set: (key: string, state: News) => states.set(key, state),
    publish: (key: string, news: News) => feedOf(key).publish(news),
    /** Ends every subscription, as a lost connection does. */
    cut: (key: string) => {
      feedOf(key).close()
      feeds.delete(key)
    },
    open: async (key: string, { signal }: { signal: AbortSignal }) => {
      asked.push(key)
      return feedOf(key).subscribe(() => states.get(key) ?? whole(0), signal)
    },
  }
}

function openMirror<Value>(make: () => Value): Value {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  return scope.run(make)!
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds())
    await new Promise(resolve => setTimeout(resolve, 1))
}

const atOnce = { whenOpen: async () => {}, pauseMs: 1 }
const words = (picture: { all: { value: readonly Thing[] } }) => picture.all.value.map(thing => thing.word)

describe('a mirror', () => {
  it('shows the current state, then each change', async () => {
    const main = openThings()
    main.set('a', whole(1, { id: '1', word: 'one' }, { id: '2', word: 'two' }))
    const picture = openMirror(() => mirror(main.open, { source: atOnce, key: () => 'a' }))
    expect(picture.isReady.value).toBe(false)
    await until(() => picture.isReady.value)
    main.publish('a', change(2, [{ id: '3', word: 'three' }, { id: '1', word: 'first' }], ['2']))
    await until(() => picture.byId.value.has('3'))
    expect(words(picture)).toEqual(['first', 'three'])
    expect(picture.get('1')?.word).toBe('first')
    expect(picture.get(null)).toBeUndefined()
  })

  it('is complete again after a lost connection, without items deleted in the meantime', async () => {
    const main = openThings()
    main.set('a', whole(5, { id: '1', word: 'one' }, { id: '2', word: 'two' }))
    const picture = openMirror(() => mirror(main.open, { source: atOnce, key: () => 'a' }))
    await until(() => picture.isReady.value)
    // A restarted host counts from the beginning.
    main.set('a', whole(1, { id: '2', word: 'zwei' }))
    main.cut('a')
    await until(() => picture.get('2')?.word === 'zwei')
    expect(words(picture)).toEqual(['zwei'])
    main.publish('a', change(2, [{ id: '4', word: 'four' }]))
    await until(() => picture.byId.value.has('4'))
  })

  it('does not ask before the wire is open', async () => {
    const main = openThings()
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    openMirror(() => mirror(main.open, { source: { whenOpen: () => opened }, key: () => 'a' }))
    await nextTick()
    expect(main.asked).toEqual([])
    open()
    await until(() => main.asked.length === 1)
  })

  it('starts empty for another key, and follows nothing without a key', async () => {
    const main = openThings()
    main.set('a', whole(1, { id: '1', word: 'of a' }))
    main.set('b', whole(1, { id: '2', word: 'of b' }))
    const key = shallowRef<string | null>('a')
    const picture = openMirror(() => mirror(main.open, { source: atOnce, key: () => key.value }))
    await until(() => picture.isReady.value)
    key.value = 'b'
    await nextTick()
    expect(picture.isReady.value).toBe(false)
    expect(words(picture)).toEqual([])
    await until(() => picture.isReady.value)
    main.publish('a', change(2, [{ id: '1', word: 'late' }]))
    expect(words(picture)).toEqual(['of b'])
    key.value = null
    await nextTick()
    expect(words(picture)).toEqual([])
  })
})

describe('many changes', () => {
  /** A mirror whose frames begin when the test says so. */
  async function openFramed(...first: Thing[]) {
    const main = openThings()
    main.set('a', whole(1, ...first))
    const frames: (() => void)[] = []
    const heard: { changed: string[], removed: string[] }[] = []
    const picture = openMirror(() => mirror(main.open, {
      source: atOnce,
      key: () => 'a',
      onFrame: act => frames.push(act),
      hear: ({ changed, removed }) => heard.push({ changed: [...changed.keys()], removed: [...removed] }),
    }))
    await until(() => picture.isReady.value)
    // Events that were published are taken in the same order, so the last one is taken when this is.
    const settle = () => new Promise(resolve => setTimeout(resolve))
    return { main, picture, heard, settle, frame: () => frames.splice(0).forEach(act => act()) }
  }

  it('are shown once for each frame, the first at once', async () => {
    const { main, picture, heard, settle, frame } = await openFramed()
    frame()
    for (let n = 2; n <= 1000; n++)
      main.publish('a', change(n, [{ id: `${n % 10}`, word: `${n}` }]))
    await settle()
    expect(heard).toHaveLength(2)
    frame()
    expect(heard).toHaveLength(3)
    expect(words(picture).toSorted()).toEqual(['1000', ...Array.from({ length: 9 }, (_, n) => `${991 + n}`)])
    frame()
    main.publish('a', change(1001, [{ id: 'late', word: 'late' }]))
    await settle()
    expect(picture.get('late')?.word).toBe('late')
  })

  it('say of each thing the last: there, or removed', async () => {
    const { main, picture, heard, settle, frame } = await openFramed({ id: '1', word: 'one' }, { id: '2', word: 'two' })
    main.publish('a', change(2, [], ['1', '2']))
    main.publish('a', change(3, [{ id: '2', word: 'again' }, { id: '3', word: 'three' }]))
    main.publish('a', change(4, [], ['3']))
    await settle()
    frame()
    expect(heard.at(-1)).toEqual({ changed: ['2'], removed: ['1', '3'] })
    expect(words(picture)).toEqual(['again'])
  })

  it('that are older than the picture are left out', async () => {
    const { main, picture, settle, frame } = await openFramed({ id: '1', word: 'new' })
    frame()
    main.publish('a', change(1, [{ id: '1', word: 'old' }]))
    main.publish('a', change(0, [], ['1']))
    await settle()
    frame()
    expect(words(picture)).toEqual(['new'])
  })

  it('of a thing that is no longer followed are not shown with the next frame', async () => {
    const main = openThings()
    main.set('a', whole(1, { id: '1', word: 'of a' }))
    const frames: (() => void)[] = []
    const key = shallowRef<string | null>('a')
    const picture = openMirror(() => mirror(main.open, { source: atOnce, key: () => key.value, onFrame: act => frames.push(act) }))
    await until(() => picture.isReady.value)
    main.publish('a', change(2, [{ id: '2', word: 'late' }]))
    await new Promise(resolve => setTimeout(resolve))
    key.value = null
    await nextTick()
    frames.splice(0).forEach(act => act())
    expect([words(picture), picture.isReady.value]).toEqual([[], false])
  })
})
