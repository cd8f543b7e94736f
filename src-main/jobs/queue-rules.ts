/** What the settings and the state of the ledger mean for the queue: how much runs at once, and when nothing is sent. */
import type { Settings } from '#contract/settings.ts'
import type { WatchedLedger } from './detect-ledger-damage.ts'
import type { Limits } from './engine.ts'
import type { Order } from './order.ts'

/** Polls of running remote jobs for each account: they cost nothing and are short. */
const looksAtOnce = 8

export function limitsFrom({ requestsAtOnce, atOnce }: Settings): Limits {
  return { perAccount: requestsAtOnce, atOnce, looks: looksAtOnce }
}

/** A damaged ledger may not know what was already sent, so nothing new is sent while it is damaged. */
export function pausedWhileDamaged(order: Order, ledger: Pick<WatchedLedger, 'damage'>): Order {
  return { ...order, isPaused: async () => ledger.damage() !== null || order.isPaused() }
}

/** Pauses or resumes the queue when the studio opens, as the user has set it. */
export async function applyQueueOnStart(order: Pick<Order, 'pauseAll'>, settings: { get: () => Promise<Settings> }): Promise<void> {
  const { queueOnStart } = await settings.get()
  if (queueOnStart !== 'as-left')
    await order.pauseAll(queueOnStart === 'paused')
}
