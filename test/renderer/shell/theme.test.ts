/** The theme on the page: as it was chosen, or the system's, also when that changes while the page is open. */
import { expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { palettes } from '../../../src-renderer/shell/palettes.ts'
import { useTheme } from '../../../src-renderer/shell/theme.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

/** What a browser has of it before any module of the page looks for one. */
const browser = vi.hoisted(() => {
  const properties = new Map<string, string>()
  const style = { colorScheme: '', setProperty: (name: string, value: string) => void properties.set(name, value) }
  const root = { style, dataset: {} as Record<string, string> }
  const dark = Object.assign(new EventTarget(), { matches: false, media: '' })
  const document = { documentElement: root, querySelector: () => null, createElement: () => ({ style: {} }) }
  vi.stubGlobal('document', Object.assign(new EventTarget(), document))
  vi.stubGlobal('window', Object.assign(new EventTarget(), { matchMedia: () => dark }))
  vi.stubGlobal('Image', class {})
  vi.stubGlobal('requestAnimationFrame', setImmediate)
  vi.stubGlobal('cancelAnimationFrame', clearImmediate)
  return {
    properties,
    root,
    systemTurns(isDark: boolean): void {
      dark.matches = isDark
      dark.dispatchEvent(Object.assign(new Event('change'), { matches: isDark }))
    },
  }
})

it('follows the system until a person chooses, then the choice', async () => {
  const page = openPage(await openTestStudio())
  const settings = page.run(() => useSettings())
  await expect.poll(() => settings.isReady).toBe(true)
  await settings.change({ theme: 'system' })
  const theme = page.run(() => useTheme())
  const shown = async (): Promise<string[]> => {
    await nextTick()
    const { root, properties } = browser
    return [theme.name.value, root.dataset.theme ?? '', root.style.colorScheme, properties.get('--page') ?? '']
  }
  const [dark, light] = (['dark', 'light'] as const).map(name => [name, name, name, palettes[name].page])
  expect(await shown()).toEqual(light)
  browser.systemTurns(true)
  expect(await shown()).toEqual(dark)
  await settings.change({ theme: 'light' })
  expect(await shown()).toEqual(light)
  browser.systemTurns(false)
  browser.systemTurns(true)
  expect(await shown(), 'the system has no say any more').toEqual(light)
  await settings.change({ theme: 'dark' })
  expect(await shown()).toEqual(dark)
})

it('gives the controls the same colours as the page, and no type smaller than 12 px', async () => {
  const opened = openPage(await openTestStudio())
  const settings = opened.run(() => useSettings())
  await expect.poll(() => settings.isReady).toBe(true)
  const theme = opened.run(() => useTheme())
  for (const name of ['dark', 'light'] as const) {
    await settings.change({ theme: name })
    const { common = {} } = theme.overrides.value
    expect(theme.naive.value.name).toBe(name)
    const { page, accent, bad } = palettes[name]
    expect([common.bodyColor, common.primaryColor, common.errorColor]).toEqual([page, accent, bad])
    const sizes = Object.entries(common).filter(([key]) => key.startsWith('fontSize')).map(([, size]) => Number.parseFloat(String(size)))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
  }
})
