/** The language and the theme that the user chose in Settings, for what is outside the page: menus, dialogs, frame, first picture. */
import type { Settings } from '#contract/settings.ts'
import type { TextLanguage } from '#contract/words.ts'
import type { Log } from '../../base/log.ts'
import type { Studio } from '../../studio/ports.ts'
import { nativeTheme } from 'electron'
import { stackOf } from '../wire.ts'
import { languageOf } from './texts.ts'

export interface Look {
  readonly language: () => TextLanguage
  /** Calls back at once, and after each change. */
  readonly follow: (listener: () => void) => void
  readonly background: () => string
}

/** As `palettes.page` of the page; a test compares them. */
const backgrounds = { dark: '#15181c', light: '#f4f5f7' }

/** Resolves when the settings are read; `locale` is the system's. */
export async function openLook(studio: Pick<Studio, 'handlers'>, locale: string, log: Log): Promise<Look> {
  const listeners = new Set<() => void>()
  const first = Promise.withResolvers<void>()
  let language: TextLanguage = languageOf(locale)

  function turn(settings: Pick<Settings, 'language' | 'theme'>): void {
    language = settings.language === 'system' ? languageOf(locale) : settings.language
    nativeTheme.themeSource = settings.theme
    first.resolve()
    listeners.forEach(listener => listener())
  }

  async function follow(): Promise<void> {
    for await (const { settings } of studio.handlers.settings.changes({}, { signal: new AbortController().signal, origin: 'command' }))
      turn(settings)
  }
  // Ends with the studio. Without settings the system's own hold.
  follow().catch((error: unknown) => log.warn('window-settings-failed', { error: stackOf(error) })).finally(first.resolve)
  await first.promise
  return {
    language: () => language,
    follow(listener) {
      listeners.add(listener)
      listener()
    },
    background: () => backgrounds[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
  }
}
