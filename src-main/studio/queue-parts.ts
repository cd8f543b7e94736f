/** Creates the queue: the ledger of paid work, its order and limits, and the engine that drives every job. */
import type { JobId } from '#contract/words.ts'
import type { BaseParts } from './base-parts.ts'
import type { LibraryParts } from './library-parts.ts'
import type { HostPorts } from './ports.ts'
import type { ServiceParts } from './service-parts.ts'
import { join } from 'node:path'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { sweep } from '../check/sweep.ts'
import { createConnectivityMonitor } from '../jobs/connectivity.ts'
import { createEngine } from '../jobs/engine.ts'
import { keepListShort } from '../jobs/keep-list-short.ts'
import { openLedger } from '../jobs/ledger.ts'
import { createOrder } from '../jobs/order.ts'
import { createOutputs } from '../jobs/outputs.ts'
import { limitsFrom, pausedWhileDamaged } from '../jobs/queue-rules.ts'
import { createQueueStateFeed } from '../jobs/queue-state.ts'
import { createWorkNotifications } from '../jobs/work-notifications.ts'
import { createJournal } from '../journal/journal.ts'
import { createQueueKeeper } from '../journal/queue-keeper.ts'
import { inLedger } from '../journal/step-rows.ts'
import { createKinds, natureOf } from '../kinds/index.ts'
import { endStrayFfmpeg } from '../media/ffmpeg/stray-ffmpeg.ts'
import { createSpend } from '../spend/spend.ts'

/** What `createQueueParts` creates. */
export type QueueParts = Awaited<ReturnType<typeof createQueueParts>>

/** For a command that does one thing in a studio that nobody watches. */
export interface OnlyThis {
  /** Only these jobs run, paused or not. Nothing is sent, no keychain is asked but to sign a film, and nothing is taken up that was left. */
  readonly mayStart: (row: { readonly id: JobId }) => boolean
}

interface Needs extends BaseParts, ServiceParts, LibraryParts {
  readonly showProgress: HostPorts['showProgress']
}

export async function createQueueParts(needs: Needs, only: OnlyThis | null) {
  const { ledgerDb, library, isAfterKill, freeBytes, minFreeBytes, clock, log, scope } = needs
  const { accounts, client, settings, projects, takes, assets } = needs
  const ports = { ...needs.ports, showProgress: needs.showProgress }
  const workFolder = join(ports.folder, 'work')
  const ledger = await openLedger({ db: ledgerDb, clock })
  if (!only)
    scope.add(await keepListShort({ ledger, log }))
  if (isAfterKill) {
    const ended = await endStrayFfmpeg(workFolder)
    if (ended > 0)
      log.info('stray-ffmpeg-ended', { ended })
    const again = await sweep({
      folder: ports.folder,
      ledger,
      takes,
      assets,
      natureOf: row => natureOf(row.kind),
      mayFile: () => library.damage() === null,
    })
    if (again.length > 0)
      log.warn('take-files-missing', { jobIds: again })
  }
  const spend = createSpend({ db: ledgerDb, clock, nameOfProject: projects.nameOf })
  const outputs = createOutputs({ hasEnded: async jobId => isEnded((await ledger.row(jobId)).state) })
  const order = createOrder({ db: ledgerDb, ledger, clock })
  const connectivity = createConnectivityMonitor({
    ledger,
    accounts,
    client,
    sendsWithoutAsking: async () => (await settings.get()).sendsAfterOffline,
    clock,
    log,
    random: Math.random,
    signal: scope.signal,
  })
  const engine = createEngine(
    { ledger, outputs, workFolder, freeBytes, minFreeBytes, mayFile: () => library.damage() === null, clock, log, random: Math.random },
    createKinds({ ...needs, spend, deliveriesFolder: ports.deliveriesFolder }),
    {
      fitting: spend.fitting,
      onUnblocked: accounts.onUnblocked,
      limits: async () => limitsFrom(await settings.get()),
      order: pausedWhileDamaged(only ? { ...order, isPaused: async () => false } : order, ledgerDb),
      connectivity: only ? { ...connectivity, start: async () => {} } : connectivity,
      ...only,
    },
  )
  const queueJournal = createJournal({
    db: ledgerDb,
    records: inLedger,
    keepers: [createQueueKeeper({ ledger, engine })],
    clock,
  })
  const queueNews = createQueueStateFeed({ order, connectivity, holds: engine.holds })
  const notifications = createWorkNotifications({ ledger, order, settings, ports, signal: scope.signal, log })
  return { ledger, spend, outputs, order, connectivity, engine, queueJournal, queueNews, notifications }
}
