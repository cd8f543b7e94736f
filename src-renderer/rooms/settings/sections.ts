/** The sections of the settings, their routes, and where each single setting is. Pure. */
import type { Model } from '#contract/models.ts'
import type { Texts } from '../../texts/texts.ts'
import { rank } from '../../actions/palette.ts'

export const allSections = ['accounts', 'models', 'spend', 'safety', 'queue', 'delivery', 'look', 'pages', 'about'] as const
export type Section = typeof allSections[number]

/** The name of each section's route. */
export const routeOf = {
  accounts: 'settings-accounts',
  models: 'settings-models',
  spend: 'spend',
  safety: 'settings-safety',
  queue: 'settings-queue',
  delivery: 'settings-delivery',
  look: 'settings-look',
  pages: 'settings-pages',
  about: 'settings-about',
} as const satisfies Record<Section, string>

/** Where links from before the sections lead: `#models`, `#safety` and `#studio` were parts of one page. */
const olderHashes: Readonly<Record<string, Section>> = { '#models': 'models', '#safety': 'safety', '#studio': 'about' }
export const sectionOfHash = (hash: string): Section => olderHashes[hash] ?? 'accounts'

/** One setting that the search finds. Its element has the id as `data-setting`; the spend section has tabs instead. */
export interface SettingEntry {
  readonly id: string
  readonly section: Section
  readonly label: string
  readonly detail: string
  /** The tab of the spend section. */
  readonly tab?: 'overview' | 'prices' | 'budgets'
}

/** The `data-setting` of one model in the list of models. */
export const modelSetting = (model: Pick<Model, 'id'>): string => `model ${model.id}`

export function entriesOf(t: Texts, models: readonly Model[]): SettingEntry[] {
  const { moves, settings: words, safety, spend, trash } = t
  const entry = (section: Section, id: string, label: string, detail = ''): SettingEntry => ({ section, id, label, detail })
  return [
    entry('accounts', 'accounts', words.sections.accounts, `${words.accounts.key} ${words.accounts.replace} ${words.accounts.socket.label}`),
    entry('accounts', 'connect', words.accounts.addTitle, words.accounts.intro),
    entry('accounts', 'network-roots', words.accounts.roots.title, `${words.accounts.roots.detail} TLS SSL CA proxy`),
    entry('models', 'models', words.sections.models, `${words.models.intro} ${words.models.add} ${words.models.refresh}`),
    ...models.map(model => entry('models', modelSetting(model), model.label, `${model.id} ${t.shell.kinds[model.kind]}`)),
    { ...entry('spend', 'overview', `${spend.title}: ${spend.tabs.overview}`, words.spend), tab: 'overview' },
    { ...entry('spend', 'prices', spend.tabs.prices, words.spend), tab: 'prices' },
    { ...entry('spend', 'budgets', spend.tabs.budgets, words.spend), tab: 'budgets' },
    entry('safety', 'files', words.studio.files, words.studio.filesDetail),
    entry('safety', 'move-studio', moves.title, moves.detail),
    entry('safety', 'backup', safety.backup.title, `${safety.backup.detail} ${safety.backup.restore}`),
    entry('safety', 'backup-schedule', safety.backup.schedule.label, safety.backup.schedule.keep),
    entry('safety', 'backup-folder', safety.backup.folder.title, safety.backup.folder.choose),
    entry('safety', 'trash', trash.setting.title, `${trash.title} ${trash.setting.detail}`),
    entry('safety', 'preview-files', safety.previewFiles.title, safety.previewFiles.detail),
    entry('safety', 'segments', safety.segments.title, safety.segments.detail),
    entry('safety', 'check', safety.check.title, safety.check.detail),
    entry('safety', 'diagnostics', safety.diagnostics.title, safety.diagnostics.detail),
    entry('queue', 'requests', words.requests.label, words.requests.detail),
    entry('queue', 'at-once', words.queue.atOnce, words.queue.atOnceDetail),
    entry('queue', 'on-start', words.queue.onStart),
    entry('queue', 'ahead', words.queue.ahead, words.queue.aheadDetail),
    entry('queue', 'unasked', words.queue.unasked, words.queue.unaskedDetail),
    entry('queue', 'notifies', words.queue.notifies, words.queue.notifiesDetail),
    entry('queue', 'awake', words.queue.awake, words.queue.awakeSystem),
    entry('delivery', 'embeds-settings', t.saving.embedded.label, t.saving.embedded.detail),
    entry('delivery', 'credentials', t.delivery.credentials.title, `C2PA ${t.delivery.credentials.detail}`),
    entry('look', 'theme', words.theme.label, `${words.theme.dark} ${words.theme.light}`),
    entry('look', 'language', words.language.label, `${words.language.en} ${words.language.zh}`),
    entry('look', 'next-step', t.guide.setting.label, t.guide.setting.detail),
    entry('look', 'keys', words.keys.label, words.keys.detail('', 0)),
    entry('pages', 'open-pages', words.sections.pages, `${words.pages.intro} ${words.pages.detail}`),
    entry('about', 'ffmpeg', words.studio.ffmpeg),
    entry('about', 'keychain', words.studio.secrets),
    entry('about', 'library', words.studio.library),
    entry('about', 'practice', words.studio.practice),
    entry('about', 'versions', words.studio.versions, 'Node SQLite'),
    entry('about', 'welcome', words.welcome.label),
  ]
}

/** The settings whose name, section or description has every word of `asked`, the best first; a name counts more than a description. */
export function findSettings(asked: string, t: Texts, models: readonly Model[]): SettingEntry[] {
  const entries = entriesOf(t, models)
  const byName = rank(entries, asked, each => each.label)
  const byAll = rank(entries, asked, each => `${each.label} ${t.settings.sections[each.section]} ${each.detail}`)
  return [...new Set([...byName, ...byAll])]
}
