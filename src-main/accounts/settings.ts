/** Settings of the whole studio: one JSON value for each name, and the number of changes there were. */
import type { SettingsChange, SettingsExpected, SettingsNow } from '#contract/settings.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { defaultSettings, Settings } from '#contract/settings.ts'
import { ownTitlesIn } from '#rules/captions/own-titles.ts'
import { ownPresetsIn } from '#rules/deliver/own-presets.ts'
import { changedNames, changeSettings, fullList } from '#rules/settings/change.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createFeed } from '../base/feed.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, jsonText } from '../storage/table.ts'

/** One damaged value is read as none: see `get`. */
export const settingsTable = defineTable('settings', z.object({ name: z.string().max(80), value: z.string() }), {
  unread: { value: jsonText(z.unknown().refine(value => value !== undefined)) },
})

/** The row with the number of changes. It is no setting: each change of one adds 1 to it. */
export const revisionName = 'revision'

export interface SettingsStore {
  get: () => Promise<Settings>
  /** Resolves with the settings right after the change, whatever else changes in the meantime. @throws Fault changed-meanwhile, list-full */
  change: (change: SettingsChange, expected?: SettingsExpected) => Promise<SettingsNow>
  changes: (signal?: AbortSignal) => AsyncIterable<SettingsNow>
}

export function createSettings({ db }: { db: Database }): SettingsStore {
  const feed = createFeed<SettingsNow>()

  async function read(from: Pick<Transaction, 'all'>): Promise<SettingsNow> {
    const rows = settingsTable.read(await from.all(sql`SELECT ${settingsTable.columns} FROM settings`))
    const values = rows.map(row => [row.name, readValue(row)] as const).filter(([, value]) => value !== undefined)
    // One that is damaged is the default again, and takes no other with it.
    const kept = values.map(([name, value]) => Settings.partial().safeParse({ [name]: value }).data ?? {})
    const revision = z.int().min(0).catch(0).parse(values.find(([name]) => name === revisionName)?.[1])
    return { settings: { ...defaultSettings, ...Object.assign({}, ...kept) as Partial<Settings> }, revision }
  }

  return {
    get: async () => (await read(db)).settings,
    async change(change, expected) {
      const changed = await db.transaction(async (tx) => {
        const before = await read(tx)
        requireAsWritten(before.settings, change, expected)
        const full = fullList(before.settings, change)
        if (full)
          throw new Fault('list-full', full)
        const settings = changeSettings(before.settings, change)
        const revision = before.revision + 1
        const values = changedNames(change).map((name): [string, unknown] => [name, settings[name]])
        values.push([revisionName, revision])
        for (const [name, value] of values) {
          await tx.run(
            sql`INSERT INTO settings (name, value) VALUES (${name}, ${JSON.stringify(value)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          )
        }
        return { settings, revision }
      })
      feed.publish(changed)
      return changed
    },
    changes: signal => feed.subscribe(() => read(db), signal),
  }
}

/** Of lists, those that are replaced or removed: one that is gone in the meantime would come back, and one that was changed be lost. */
function requireAsWritten(now: Settings, { deliveryName, presets, titles }: SettingsChange, expected: SettingsExpected = {}): void {
  if (deliveryName !== undefined)
    requireAsExpected('setting', now.deliveryName, expected.deliveryName, deliveryName)
  requireItems('preset', now.presets, expected.presets, presets)
  requireItems('setting', now.titles, expected.titles, titles)
}

interface Item { readonly id: string }
interface ListChange { readonly put: readonly Item[], readonly remove: readonly string[] }

function requireItems(word: 'preset' | 'setting', now: readonly Item[], expected: readonly Item[] | undefined, change?: ListChange): void {
  const asked = new Map<string, Item | null>([
    ...(change?.remove ?? []).map((id): [string, null] => [id, null]),
    ...(change?.put ?? []).map((item): [string, Item] => [item.id, item]),
  ])
  for (const [id, item] of expected === undefined ? [] : asked) {
    const [present = null, wasThere = null] = [now, expected].map(all => all?.find(each => each.id === id))
    requireAsExpected(word, { is: present }, { is: wasThere }, { is: item })
  }
}

/** Undefined where it is not JSON. Of presets and titles, those that are whole: the others are left out. */
function readValue({ name, value }: { readonly name: string, readonly value: string }): unknown {
  try {
    const kept: unknown = JSON.parse(value)
    return wholeOf(name, kept)
  }
  catch {
    return undefined
  }
}

/** Of a list, without what is not whole: one damaged entry takes no other with it. */
export function wholeOf(name: string, kept: unknown): unknown {
  return name === 'presets' ? ownPresetsIn(kept) : name === 'titles' ? ownTitlesIn(kept) : kept
}
