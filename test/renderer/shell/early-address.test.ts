/** An address that is entered while the first room still loads is where the studio goes. */
import type { Router } from 'vue-router'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { heedEarlyAddress } from '../../../src-renderer/shell/routes.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page whose first room is on its way, and where the router was told to go. */
function openPage() {
  const page = new EventTarget()
  const ready = Promise.withResolvers<void>()
  const gone: unknown[] = []
  vi.stubGlobal('window', page)
  const router = {
    isReady: () => ready.promise,
    replace: async (to: unknown) => void gone.push(to),
  } as unknown as Router // The two calls that are made.
  const over = heedEarlyAddress(router)
  const tell = (hash: string): void =>
    void page.dispatchEvent(Object.assign(new Event('hashchange'), { newURL: `http://127.0.0.1:1/${hash}` }))
  return { ready, gone, over, tell }
}

it('goes to the last address that was entered before the room came', async () => {
  const { ready, gone, over, tell } = openPage()
  tell('#/queue')
  tell('#/voices')
  ready.resolve()
  await over
  expect(gone).toEqual(['/voices'])
})

it('goes to what was entered before the room came and is told just after it', async () => {
  const { ready, gone, over, tell } = openPage()
  ready.resolve()
  await Promise.resolve()
  tell('#/voices')
  await over
  expect(gone).toEqual(['/voices'])
})

it('leaves later addresses to the router', async () => {
  const { ready, gone, over, tell } = openPage()
  ready.resolve()
  await over
  tell('#/voices')
  await setImmediate()
  expect(gone).toEqual([])
})

it('stops listening when the room cannot be loaded', async () => {
  const { ready, gone, over, tell } = openPage()
  ready.reject(new Error('lost'))
  await expect(over).rejects.toThrow('lost')
  tell('#/voices')
  await setImmediate()
  expect(gone).toEqual([])
})
