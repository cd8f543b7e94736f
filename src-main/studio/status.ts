/** The studio's status: versions, folders, damage and missing tools; published when it changes. */
import type { StudioStatus } from '#contract/studio.ts'
import type { Practice } from '../accounts/practice.ts'
import type { PlanStore } from '../backup/plan-store.ts'
import type { WatchedLedger } from '../jobs/detect-ledger-damage.ts'
import type { RecoveryNotice } from '../jobs/recovery-notice.ts'
import type { Library } from '../library/open-library.ts'
import type { StudioFfmpeg } from '../media/ffmpeg/studio-ffmpeg.ts'
import type { DiskState } from '../storage/disk-state.ts'
import type { HostPorts } from './ports.ts'
import process from 'node:process'
import { createFeed } from '../base/feed.ts'

export interface Status {
  get: () => Promise<StudioStatus>
  changes: (signal?: AbortSignal) => AsyncIterable<StudioStatus>
  /** Reads the status again and publishes it. */
  refresh: () => void
}

export function createStatus(parts: {
  ports: HostPorts
  /** Why other users of the machine may get into the studio folder. */
  exposure: StudioStatus['exposure']
  ffmpeg: Pick<StudioFfmpeg, 'facts'>
  practice: Practice
  freeBytes: () => Promise<number>
  disk: Pick<DiskState, 'now'>
  library: Pick<Library, 'damage' | 'recovered'>
  ledger: Pick<WatchedLedger, 'damage'>
  recoveries: Pick<RecoveryNotice, 'unseen'>
  backupPlan: Pick<PlanStore, 'get'>
}): Status {
  const feed = createFeed<StudioStatus>()
  const { ports } = parts

  async function get(): Promise<StudioStatus> {
    const { practice } = parts
    const damage = parts.library.damage()
    return {
      version: ports.version,
      host: ports.host,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? '',
      folder: ports.folder,
      exposure: parts.exposure,
      freeBytes: await parts.freeBytes(),
      disk: parts.disk.now(),
      libraryDamage: damage && { ...damage, takes: parts.library.recovered()?.rows.takes ?? 0 },
      ledgerDamage: parts.ledger.damage(),
      ledgerRecovery: parts.ledger.damage() === null ? await parts.recoveries.unseen() : null,
      secrets: {
        backend: ports.secrets.store.backend,
        isPersistent: ports.secrets.store.persistent,
        reason: ports.secrets.fallbackReason ?? '',
      },
      noticesFailure: ports.notices?.failure() ?? null,
      backupFailure: (await parts.backupPlan.get()).failure,
      ...await parts.ffmpeg.facts(),
      practice: { isRunning: practice.url !== null, url: practice.url ?? '' },
    }
  }

  return {
    get,
    changes: signal => feed.subscribe(get, signal),
    refresh() {
      get().then(status => feed.publish(status), () => {
        // The studio is closing; there are no subscribers left.
      })
    },
  }
}
