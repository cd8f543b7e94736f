/** The user's settings for the whole studio. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
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
  /** How a delivery is named unless somebody types a name; see `nameByTemplate`. */
  deliveryName: z.string().max(200),
  /** While nobody uses the studio, and it runs on mains power, segments of the open sequence are encoded ahead of its delivery. */
  rendersAhead: z.boolean(),
  /** Keys that a person chose, by the act's id; none at all where the list is empty. Acts that are absent have their own. */
  keys: z.record(z.string().min(1).max(80), z.array(z.string().min(1).max(40)).max(4)),
  /** The person's own presets of deliveries, in the order in which they are offered. */
  presets: z.array(Preset).max(50),
  /** The welcome of the first run was shown. */
  hasSeenWelcome: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const settings = {
  /** All settings, now and after each change. */
  changes: feed({ input: z.object({}), event: Settings }),
  /** Changes the given settings only. */
  change: procedure({
    effect: 'writes',
    input: z.object({ settings: Settings.partial() }),
    output: z.object({ settings: Settings }),
    faults: ['library-read-only'],
  }),
}
