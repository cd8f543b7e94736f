/** Changing the keys of acts: what is pressed next, what another act loses by it, and how both come back. */
import type { Action } from '../../../src-renderer/actions/action.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useActionRegistry, useActions } from '../../../src-renderer/actions/action.ts'
import { useChangeKeys } from '../../../src-renderer/shell/use-change-keys.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const act = (id: string, keys: string[], group: Action['group'] = 'studio'): Action => ({ id, group, keys, label: () => id, run: () => {} })

async function open() {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('navigator', { platform: 'Linux x86_64' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { parts, ...studio } = await openTestStudio()
  const page = openPage(studio)
  const settings = page.run(() => useSettings())
  await expect.poll(() => settings.isReady).toBe(true)
  page.run(() => useActions([
    act('studio.one', ['mod+1', 'mod+j']),
    act('studio.two', ['mod+2']),
    act('timeline.split', ['mod+2'], 'timeline'),
    act('script.add', ['alt+n'], 'script'),
  ]))
  const registry = useActionRegistry()
  return {
    /** As they are on record. */
    kept: async () => (await parts.settings.get()).keys,
    /** As the page has been told of them, which may be later. */
    known: () => settings.now.keys,
    changing: page.run(() => useChangeKeys()),
    find: (id: string) => registry.find(id)!,
    /** Answers whether it was ours: then nothing else on the page hears it. */
    press(key: string, has: Partial<KeyboardEvent> = {}): boolean {
      const plain = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
      const event = Object.assign(new Event('keydown', { cancelable: true }), plain, has)
      window.dispatchEvent(event)
      return event.defaultPrevented
    },
  }
}

it('gives an act the key that is pressed next, and leaves keys alone before and after', async () => {
  const { changing, kept, find, press } = await open()
  expect(press('9', { ctrlKey: true })).toBe(false)
  changing.ask(find('studio.one'))
  expect(press('Control', { ctrlKey: true }), 'more is to come').toBe(false)
  expect(press('a', { isComposing: true }), 'of an input method').toBe(false)
  expect(press('9', { ctrlKey: true })).toBe(true)
  expect(changing.asked.value).toBeNull()
  await expect.poll(kept).toEqual({ 'studio.one': ['mod+9'] })
  const changed = ['studio.one', 'studio.two'].map(id => changing.isChanged(find(id)))
  expect([changing.hasChanges.value, ...changed]).toEqual([true, true, false])
  expect(press('8', { ctrlKey: true })).toBe(false)
})

it('changes nothing by Escape', async () => {
  const { changing, kept, find, press } = await open()
  changing.ask(find('studio.one'))
  expect(press('Escape')).toBe(true)
  expect([changing.asked.value, await kept()]).toEqual([null, {}])
})

it('asks before it takes a key from other acts, which keep their other keys', async () => {
  const { changing, kept, find, press } = await open()
  changing.ask(find('studio.two'))
  press('j', { ctrlKey: true })
  expect(changing.asked.value?.taken).toMatchObject({ chord: 'mod+j', by: [{ id: 'studio.one' }] })
  // The question waits for a button, not for a key.
  expect(press('k', { ctrlKey: true })).toBe(false)
  changing.cancel()
  expect(await kept()).toEqual({})
  changing.ask(find('studio.two'))
  press('j', { ctrlKey: true })
  changing.take()
  await expect.poll(kept).toEqual({ 'studio.one': ['mod+1'], 'studio.two': ['mod+j'] })
})

it('may give one key to acts of two rooms, which are never there together', async () => {
  const { changing, kept, find, press } = await open()
  changing.ask(find('script.add'))
  press('j', { altKey: true })
  changing.ask(find('timeline.split'))
  press('j', { altKey: true })
  await expect.poll(kept).toEqual({ 'script.add': ['alt+j'], 'timeline.split': ['alt+j'] })
})

it('sets an act back together with those that were given its own key meanwhile, or all of them', async () => {
  const { changing, kept, known, find, press } = await open()
  changing.ask(find('studio.two'))
  press('1', { ctrlKey: true })
  changing.take()
  changing.ask(find('script.add'))
  press('m', { altKey: true })
  await expect.poll(kept)
    .toEqual({ 'studio.one': ['mod+j'], 'studio.two': ['mod+1'], 'script.add': ['alt+m'] })
  useActionRegistry().rebind(await kept())
  changing.reset(find('studio.one'))
  await expect.poll(kept).toEqual({ 'script.add': ['alt+m'] })
  await expect.poll(known).toEqual({ 'script.add': ['alt+m'] })
  changing.resetAll()
  await expect.poll(kept).toEqual({})
})
