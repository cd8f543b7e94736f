/** The language and the theme outside of the page: as they were chosen, or the system's. */
import type { Settings } from '#contract/settings.ts'
import { expect, it, vi } from 'vitest'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createFeed } from '../../../src-main/base/feed.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { openLook } from '../../../src-main/hosts/electron/look.ts'
import { palettes } from '../../../src-renderer/shell/palettes.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'

const theme = vi.hoisted(() => ({ themeSource: 'system', isSystemDark: true, get shouldUseDarkColors(): boolean {
  return this.themeSource === 'system' ? this.isSystemDark : this.themeSource === 'dark'
} }))
vi.mock('electron', () => ({ nativeTheme: theme }))

type Chosen = Pick<Settings, 'language' | 'theme'>

async function open(first: Chosen, locale: string) {
  let settings = first
  const feed = createFeed<{ settings: Chosen }>()
  const fake = createFakeStudio()
  fake.answers.set('settings.changes', (_, signal) => feed.subscribe(() => ({ settings }), signal))
  const lines: string[] = []
  const log = createLog({ write: line => void lines.push(line), clock: systemClock })
  return {
    lines,
    look: await openLook(fake, locale, log),
    choose(next: Chosen) {
      settings = next
      feed.publish({ settings })
    },
  }
}

it('follows what is chosen in Settings, and tells each change', async () => {
  const { look, choose } = await open({ language: 'zh', theme: 'light' }, 'en-GB')
  const told: string[] = []
  look.follow(() => told.push(`${look.language()} ${look.background()}`))
  expect(told).toEqual([`zh ${palettes.light.page}`])
  choose({ language: 'en', theme: 'dark' })
  await expect.poll(() => told).toEqual([`zh ${palettes.light.page}`, `en ${palettes.dark.page}`])
})

const systems = [['zh-CN', 'zh'], ['zh', 'zh'], ['de-AT', 'en'], ['', 'en']] as const
it.each(systems)('of a system that speaks %j is %s where none is chosen', async (locale, language) => {
  const { look } = await open({ language: 'system', theme: 'system' }, locale)
  expect(look.language()).toBe(language)
  for (const isDark of [true, false]) {
    theme.isSystemDark = isDark
    expect(look.background()).toBe(palettes[isDark ? 'dark' : 'light'].page)
  }
})

it('is the system’s where the settings cannot be read, and the log says so', async () => {
  const fake = createFakeStudio()
  fake.answers.set('settings.changes', () => {
    throw new Error('The library is damaged')
  })
  const lines: string[] = []
  const look = await openLook(fake, 'zh-CN', createLog({ write: line => void lines.push(line), clock: systemClock }))
  expect(look.language()).toBe('zh')
  expect(lines.join('')).toMatch(/window-settings-failed.+The library is damaged/)
})
