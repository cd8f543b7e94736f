/** The language of the same words is found out once, for all that ask at the same time. */
import { beforeEach, expect, it, vi } from 'vitest'
import { detectLanguageAside } from '../../../src-renderer/rooms/script/paste/read-aside.ts'

let begun: (EventTarget & Record<'postMessage' | 'terminate', ReturnType<typeof vi.fn>> & { answer: (data: unknown) => void })[] = []

/** As much of a worker as is used. */
class WorkerLike extends EventTarget {
  readonly postMessage = vi.fn()
  readonly terminate = vi.fn()
  constructor() {
    super()
    begun.push(this)
  }

  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(() => {
  begun = []
  vi.stubGlobal('Worker', WorkerLike)
})

it('is asked once by the dialog and by the button that adds the words, and again when it is known', async () => {
  const asked = [detectLanguageAside('Good morning'), detectLanguageAside('Good morning')]
  expect(begun).toHaveLength(1)
  begun[0]?.answer('en')
  expect(await Promise.all(asked)).toEqual(['en', 'en'])
  const later = detectLanguageAside('Good morning')
  expect(begun).toHaveLength(2)
  begun[1]?.answer('en')
  expect(await later).toBe('en')
})

it('continues while anybody waits for it, and ends when nobody does', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const shown = detectLanguageAside('Bonjour', first.signal)
  const added = detectLanguageAside('Bonjour', second.signal)
  first.abort()
  expect(begun[0]?.terminate).not.toHaveBeenCalled()
  second.abort()
  expect(begun[0]?.terminate).toHaveBeenCalledOnce()
  const third = detectLanguageAside('Bonjour')
  await expect(Promise.all([shown, added])).rejects.toThrow('aborted')
  begun[1]?.answer('fr')
  expect(await third).toBe('fr')
})

it('does not stop what one waits for when others ask about other words', async () => {
  const added = detectLanguageAside('Buongiorno')
  const shown = detectLanguageAside('Buona sera')
  expect(begun).toHaveLength(2)
  expect(begun[0]?.terminate).not.toHaveBeenCalled()
  begun[1]?.answer('it')
  begun[0]?.answer('it')
  expect(await Promise.all([added, shown])).toEqual(['it', 'it'])
})

it('is asked again after the worker failed', async () => {
  const failed = detectLanguageAside('Guten Morgen')
  begun[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }))
  await expect(failed).rejects.toThrow('out of memory')
  const again = detectLanguageAside('Guten Morgen')
  begun[1]?.answer('de')
  expect(await again).toBe('de')
})
