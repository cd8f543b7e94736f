/** Settings of the whole studio: one JSON value for each name. The defaults are written here and nowhere else. */
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { Settings } from '#contract/settings.ts'
import { ownPresetsIn } from '#rules/deliver/own-presets.ts'
import { createFeed } from '../base/feed.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, jsonText } from '../storage/table.ts'

/** One damaged value is read as none: see `get`. */
export const settingsTable = defineTable('settings', z.object({ name: z.string().max(80), value: z.string() }), {
  unread: { value: jsonText(z.unknown().refine(value => value !== undefined)) },
})

export const defaultSettings: Settings = {
  theme: 'dark',
  language: 'system',
  accountId: null,
  requestsAtOnce: 3,
  atOnce: { speech: 4, image: 3, video: 3, transcribe: 3, chat: 4, upload: 2, render: 1 },
  queueOnStart: 'as-left',
  sendsAfterOffline: false,
  notifies: true,
  trashDays: null,
  previewGigabytes: 20,
  segmentGigabytes: 20,
  deliveryName: '{project}',
  rendersAhead: true,
  keys: {},
  presets: [],
  hasSeenWelcome: false,
}

export interface SettingsStore {
  get: () => Promise<Settings>
  change: (settings: { readonly [Name in keyof Settings]?: Settings[Name] | undefined }) => Promise<Settings>
  changes: (signal?: AbortSignal) => AsyncIterable<Settings>
}

export function createSettings({ db }: { db: Database }): SettingsStore {
  const feed = createFeed<Settings>()

  async function get(): Promise<Settings> {
    const rows = settingsTable.read(await db.all(sql`SELECT ${settingsTable.columns} FROM settings`))
    const values = rows.map(row => [row.name, readValue(row)] as const)
    // One that is damaged is the default again, and takes no other with it.
    const kept = values.map(([name, value]) => Settings.partial().safeParse({ [name]: value }).data ?? {})
    return { ...defaultSettings, ...withoutUndefined(Object.assign({}, ...kept) as Partial<Settings>) }
  }

  return {
    get,
    async change(settings) {
      await db.transaction(async (tx) => {
        for (const [name, value] of Object.entries(withoutUndefined(settings))) {
          await tx.run(
            sql`INSERT INTO settings (name, value) VALUES (${name}, ${JSON.stringify(value)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
          )
        }
      })
      const all = await get()
      feed.publish(all)
      return all
    },
    changes: signal => feed.subscribe(get, signal),
  }
}

/** Undefined where it is not JSON. Of presets, those that are whole: the others are left out. */
function readValue({ name, value }: { readonly name: string, readonly value: string }): unknown {
  try {
    const kept: unknown = JSON.parse(value)
    return name === 'presets' ? ownPresetsIn(kept) : kept
  }
  catch {
    return undefined
  }
}

function withoutUndefined<Values extends object>(values: Values): { [Name in keyof Values]?: Exclude<Values[Name], undefined> } {
  // Filtering entries keeps names and values; Object.fromEntries forgets their types.
  return Object.fromEntries(Object.entries(values).filter(([, value]) =>
    value !== undefined)) as { [Name in keyof Values]?: Exclude<Values[Name], undefined> }
}
