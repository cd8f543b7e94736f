/**
 * Settings of a page: quick changes, changes of two pages, answers that come late, refusals, and a studio that was away.
 *
 * @module-tag wide
 */
import type { Studio } from '../../../src-main/studio/ports.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { watch } from 'vue'
import { defaultSettings } from '#contract/settings.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const call = { signal: new AbortController().signal, origin: 'page' } as const

/** Answers of `settings.change` wait here until they are let go, in any order; main has carried them out before. */
async function open({ isHeld = false } = {}) {
  vi.stubGlobal('localStorage', keptByBrowser())
  onTestFinished(() => void vi.unstubAllGlobals())
  const studio = await openTestStudio()
  const held: (() => void)[] = []
  const change: Studio['handlers']['settings']['change'] = async (input, context) => {
    const answer = await studio.handlers.settings.change(input, context)
    if (isHeld)
      await new Promise<void>(resolve => held.push(resolve))
    return answer
  }
  const page = openPage({ ...studio, handlers: { ...studio.handlers, settings: { ...studio.handlers.settings, change } } })
  const settings = page.run(() => useSettings())
  await expect.poll(() => settings.isReady).toBe(true)
  /** Every value that was on the screen. */
  const seen = <Value>(of: () => Value): Value[] => {
    const values: Value[] = []
    page.run(() => watch(of, value => values.push(value), { immediate: true, flush: 'sync' }))
    return values
  }
  return { studio, page, settings, held, seen, kept: () => studio.parts.settings.get() }
}

it('quick changes of one setting and of parts of one are all kept, and none jumps back', async () => {
  const { settings, seen, kept } = await open()
  const trash = seen(() => settings.now.trashDays)
  const chat = seen(() => settings.now.atOnce.chat)
  const days = Array.from({ length: 30 }, (_, day) => day + 1)
  await Promise.all([
    ...days.map(trashDays => settings.change({ trashDays })),
    settings.change({ atOnce: { chat: 7 } }),
    settings.change({ atOnce: { image: 8 } }),
    settings.change({ atOnce: { video: 9 } }),
  ])
  expect(await kept()).toEqual({ ...defaultSettings, trashDays: 30, atOnce: { ...defaultSettings.atOnce, chat: 7, image: 8, video: 9 } })
  await expect.poll(() => settings.now).toEqual(await kept())
  expect(trash).toEqual([null, ...days])
  expect(chat).toEqual([4, 7])
})

it('answers in any order do not change what is shown', async () => {
  const { settings, held, seen } = await open({ isHeld: true })
  const shown = seen(() => settings.now.requestsAtOnce)
  const changes = [5, 6, 7].map(requestsAtOnce => settings.change({ requestsAtOnce }))
  await expect.poll(() => held.length).toBe(3)
  for (const at of [2, 0, 1]) {
    held[at]!()
    await changes[at]
  }
  expect(shown).toEqual([3, 5, 6, 7])
})

it('what another page changes in the same setting stays, though this page has not heard of it', async () => {
  const { studio, settings, kept } = await open()
  const other = studio.handlers.settings.change({ settings: { atOnce: { speech: 9 }, keys: { cut: ['x'] } } }, call)
  await settings.change({ atOnce: { chat: 1 }, keys: { play: ['k'] } })
  await other
  expect((await kept()).atOnce).toEqual({ ...defaultSettings.atOnce, speech: 9, chat: 1 })
  await expect.poll(() => settings.now.keys).toEqual({ cut: ['x'], play: ['k'] })
  // Only the part that this page was asked to set back.
  await studio.handlers.settings.change({ settings: { keys: { save: ['s'] } } }, call)
  await settings.change({ keys: { play: null } })
  expect((await kept()).keys).toEqual({ cut: ['x'], save: ['s'] })
})

it('a change of another page after the own one is shown, also when the answer to the own one is late', async () => {
  const { studio, settings, held, seen } = await open({ isHeld: true })
  const shown = seen(() => settings.now.theme)
  const own = settings.change({ theme: 'light' })
  await expect.poll(() => held.length).toBe(1)
  await studio.parts.settings.change({ theme: 'system' })
  await studio.parts.settings.change({ trashDays: 7 })
  await expect.poll(() => settings.now.trashDays).toBe(7)
  held[0]!()
  await own
  expect(settings.now.theme).toBe('system')
  expect(shown).toEqual(['dark', 'light', 'system'])
})

it('a refused change is taken back alone', async () => {
  const { studio, settings } = await open()
  const wrong = settings.change({ trashDays: -4 })
  const right = settings.change({ trashDays: 9, theme: 'light' })
  expect((await wrong).fault).toBeDefined()
  expect((await right).fault).toBeUndefined()
  expect(settings.now).toMatchObject({ trashDays: 9, theme: 'light' })
  expect(await studio.parts.settings.get()).toMatchObject({ trashDays: 9, theme: 'light' })
})

it('what was changed while the studio was away is shown throughout, and kept when it is back', async () => {
  const { page, settings, seen, kept } = await open()
  const shown = seen(() => settings.now.deliveryName)
  // Before, nothing is kept by the browser.
  await settings.change({ trashDays: 5 })
  page.cut()
  const changes = [settings.change({ deliveryName: 'a' }), settings.change({ deliveryName: 'b' })]
  page.restore()
  await Promise.all(changes)
  expect((await kept()).deliveryName).toBe('b')
  await expect.poll(() => settings.now.deliveryName).toBe('b')
  expect(shown).toEqual(['{project}', 'a', 'b'])
})
