/** The page's copy of main's state: loaded whole, then patched, and complete again after a lost connection. */
import type { Changes } from '#contract/define.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { effectScope, nextTick, shallowRef } from 'vue'
import { createFeed } from '../../../src-main/base/feed.ts'
import { mirror, patch } from '../../../src-renderer/stores/mirror.ts'

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
    const picture = openMirror(() => mirror(main.open, { ...atOnce, key: () => 'a' }))
    expect(picture.isReady.value).toBe(false)
    await until(() => picture.isReady.value)
    main.publish('a', change(2, [{ id: '3', word: 'three' }, { id: '1', word: 'first' }], ['2']))
    await until(() => picture.byId.value.has('3'))
    expect(words(picture)).toEqual(['first', 'three'])
    expect(picture.get('1')?.word).toBe('first')
    expect(picture.get(null)).toBeUndefined()
  })

  it('is complete again after a lost connection, without items deleted meanwhile', async () => {
    const main = openThings()
    main.set('a', whole(5, { id: '1', word: 'one' }, { id: '2', word: 'two' }))
    const picture = openMirror(() => mirror(main.open, { ...atOnce, key: () => 'a' }))
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
    openMirror(() => mirror(main.open, { whenOpen: () => opened, key: () => 'a' }))
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
    const picture = openMirror(() => mirror(main.open, { ...atOnce, key: () => key.value }))
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

describe('patching', () => {
  it('ignores updates older than its state', () => {
    const picture = patch({ revision: -1, byId: new Map<string, Thing>() }, whole(7, { id: '1', word: 'new' }))
    expect(patch(picture, change(7, [{ id: '1', word: 'old' }]))).toBe(picture)
    expect(patch(picture, change(6, [], ['1']))).toBe(picture)
  })
})
