/** The user's settings for the whole studio, their defaults, and how they are changed. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { OwnTitle, OwnTitleChanges } from './own-titles.ts'
import { Preset } from './presets.ts'
import { AccountId } from './words.ts'

const atOnce = z.int().min(1).max(16)

/** How many jobs of each kind run at once, over all accounts; an edit counts as an image, a join as a render. */
export const AtOnce = z.object({
  speech: atOnce,
  image: atOnce,
  video: atOnce,
  transcribe: atOnce,
  chat: atOnce,
  upload: atOnce,
  render: z.int().min(1).max(8),
})
export type AtOnce = z.infer<typeof AtOnce>

/** Certificates that are trusted besides those of the system: `name` is that of the file, `pem` its certificates. */
export const NetworkRoots = z.object({ name: z.string().min(1).max(200), pem: z.string().max(400_000) })
export type NetworkRoots = z.infer<typeof NetworkRoots>

export const Settings = z.object({
  theme: z.enum(['dark', 'light', 'system']),
  language: z.enum(['en', 'zh', 'system']),
  /** The default account of the workbenches. */
  accountId: AccountId.nullable(),
  /** How many requests run at once for each account. */
  requestsAtOnce: atOnce,
  atOnce: AtOnce,
  /** What the queue does when the studio opens. */
  queueOnStart: z.enum(['run', 'paused', 'as-left']),
  /** Jobs that were queued offline are sent automatically when the network is back. */
  sendsAfterOffline: z.boolean(),
  /** Shows system notifications when work ends or needs the user. */
  notifies: z.boolean(),
  /** Days after which items in the trash are deleted permanently; null keeps them until the user deletes them. */
  trashDays: z.int().min(1).max(3650).nullable(),
  /** How many gigabytes of preview files are kept; the least recently used are deleted first. */
  previewGigabytes: z.int().min(1).max(10_000),
  /** How many gigabytes of encoded segments are kept for later deliveries; the least recently used are deleted first. */
  segmentGigabytes: z.int().min(1).max(10_000),
  /** How a delivery is named unless the user types a name; see `nameByTemplate`. */
  deliveryName: z.string().max(200),
  /** While the studio is idle and on mains power, segments of the open sequence are encoded before its delivery. */
  rendersAhead: z.boolean(),
  /** Keys that a person chose, by the act's id; none at all where the list is empty. Acts that are absent have their own. */
  keys: z.record(z.string().min(1).max(80), z.array(z.string().min(1).max(40)).max(4)),
  /** Takes that are saved have in their files how they were made. */
  embedsSettings: z.boolean(),
  /** The user's own presets of deliveries, in the order in which they are offered. */
  presets: z.array(Preset).max(50),
  /** The user's own titles to begin with, in the order in which they are offered. */
  titles: z.array(OwnTitle).max(50),
  /** Of a company's network, which looks into encrypted connections; null where there is none, or the system knows them. */
  networkRoots: NetworkRoots.nullable(),
  /** The welcome of the first run was shown. */
  hasSeenWelcome: z.boolean(),
  /** The next step of a project is told, until something is delivered for the first time. */
  showsNextStep: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

/** The defaults, until the user changes them. Stated only here. */
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
  embedsSettings: true,
  keys: {},
  presets: [],
  titles: [],
  networkRoots: null,
  hasSeenWelcome: false,
  showsNextStep: true,
}

/** Changes in the list of own presets, by id: other presets in the list stay as they are. */
export const PresetChanges = z.object({
  /** Replaces the preset with the same id, or adds it under a name that is free. */
  put: z.array(Preset).max(50),
  /** Where presets are added; at the end when it is left out. */
  at: z.int().min(0).max(50).optional(),
  remove: z.array(Preset.shape.id).max(50),
})
export type PresetChanges = z.infer<typeof PresetChanges>

/**
 * The parts that change, so that two pages can change different parts of one setting. Settings that are absent stay. In `keys` the given
 * actions change; null gives an action its own keys back. Main and the page carry it out by the same rule (`rules/settings/change.ts`).
 */
export const SettingsChange = Settings.partial().extend({
  atOnce: AtOnce.partial().optional(),
  keys: z.record(z.string().min(1).max(80), z.array(z.string().min(1).max(40)).max(4).nullable()).optional(),
  presets: PresetChanges.optional(),
  titles: OwnTitleChanges.optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

/** What a person wrote, as it was when the change was asked for: the pattern of names, and the presets and titles that are there. */
export const SettingsExpected = Settings.pick({ deliveryName: true, presets: true, titles: true }).partial()
export type SettingsExpected = z.infer<typeof SettingsExpected>

/** `revision` grows by one with each change, over restarts as well. */
export const SettingsNow = z.object({ settings: Settings, revision: z.int().min(0) })
export type SettingsNow = z.infer<typeof SettingsNow>

export const settings = {
  /** All settings, now and after each change. */
  changes: feed({ input: z.object({}), event: SettingsNow }),
  /**
   * Changes the given parts only, all of them or none. Answers the revision that has them. The last choice of a value is the one that is
   * meant; what was written, the pattern of names, presets and titles, is compared. Fails with changed-meanwhile when that is neither as
   * expected nor as asked for, and with list-full when a preset or a title that is to be added has no room.
   */
  change: procedure({
    effect: 'writes',
    input: z.object({ settings: SettingsChange, expected: SettingsExpected.optional() }),
    output: SettingsNow,
    faults: ['changed-meanwhile', 'list-full', 'roots-refused', 'library-read-only'],
  }),
}
