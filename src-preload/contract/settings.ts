/** Settings: what the person chose for the whole studio. */
import { z } from 'zod'
import { feed, procedure } from './define.ts'
import { AccountId } from './words.ts'

const atOnce = z.int().min(1).max(16)

/** How many of each kind are under way at once, over all accounts; an edit counts as an image, a join as a render. */
export const AtOnce = z.object({ speech: atOnce, image: atOnce, video: atOnce, transcribe: atOnce, chat: atOnce, upload: atOnce, render: z.int().min(1).max(8) })
export type AtOnce = z.infer<typeof AtOnce>

export const Settings = z.object({
  theme: z.enum(['dark', 'light', 'system']),
  language: z.enum(['en', 'zh', 'system']),
  /** The account that workbenches send to. */
  accountId: AccountId.nullable(),
  /** Requests under way at once, for each account. */
  requestsAtOnce: atOnce,
  atOnce: AtOnce,
  /** What the queue does when the studio opens. */
  queueOnStart: z.enum(['run', 'paused', 'as-left']),
  /** Jobs that were queued with no network go by themselves when it is back. */
  sendsAfterOffline: z.boolean(),
  /** Tells the person through the system when work ends or needs them. */
  notifies: z.boolean(),
  /** After so many days what lies in the trash is deleted for good; null keeps it until the person says so. */
  trashDays: z.int().min(1).max(3650).nullable(),
  /** First run is behind us. */
  hasSeenWelcome: z.boolean(),
})
export type Settings = z.infer<typeof Settings>

export const settings = {
  /** The settings, whole, now and after each change. */
  changes: feed({ input: z.object({}), event: Settings }),
  /** Changes the settings named and leaves the others. */
  change: procedure({
    effect: 'writes',
    input: z.object({ settings: Settings.partial() }),
    output: z.object({ settings: Settings }),
    faults: ['library-read-only'],
  }),
}
