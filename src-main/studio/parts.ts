/** Everything an open studio is made of, behind the contract. */
import type { Accounts } from '../accounts/accounts.ts'
import type { SettingsStore } from '../accounts/settings.ts'
import type { Signing } from '../accounts/signing.ts'
import type { Backups } from '../backup/backups.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Ahead } from '../deliver/ahead.ts'
import type { Deliver } from '../deliver/deliver.ts'
import type { Frames } from '../files/frames.ts'
import type { Imports } from '../files/imports.ts'
import type { OpenedFiles } from '../files/opened-files.ts'
import type { Recordings } from '../files/recordings.ts'
import type { Saves } from '../files/saves.ts'
import type { Saving } from '../files/saving.ts'
import type { VoiceClips } from '../files/voice-clips.ts'
import type { ConnectivityMonitor } from '../jobs/connectivity.ts'
import type { Engine } from '../jobs/engine.ts'
import type { Ledger } from '../jobs/ledger.ts'
import type { Order } from '../jobs/order.ts'
import type { Outputs } from '../jobs/outputs.ts'
import type { QueueStateFeed } from '../jobs/queue-state.ts'
import type { RecoveryNotice } from '../jobs/recovery-notice.ts'
import type { createCostEstimator } from '../kinds/estimate-cost.ts'
import type { Assets } from '../library/assets.ts'
import type { Conversations } from '../library/conversations.ts'
import type { DeliveredSources } from '../library/delivered-sources.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { DeliveryChoicesStore } from '../library/delivery-choices.ts'
import type { Models } from '../library/models.ts'
import type { Library } from '../library/open-library.ts'
import type { Projects } from '../library/projects.ts'
import type { Renditions } from '../library/renditions.ts'
import type { Takes } from '../library/takes.ts'
import type { Transcripts } from '../library/transcripts.ts'
import type { Voices } from '../library/voices.ts'
import type { Make } from '../make/make.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { SegmentCache } from '../media/render/segment-cache.ts'
import type { Sample } from '../sample/sample.ts'
import type { Script } from '../script/script-port.ts'
import type { Holds } from '../sequences/holds.ts'
import type { Sequences } from '../sequences/sequences.ts'
import type { ServiceClient } from '../service/client.ts'
import type { Trust } from '../service/wire/trust.ts'
import type { Snapshots } from '../snapshots/snapshots.ts'
import type { Spend } from '../spend/spend.ts'
import type { Database } from '../storage/database.ts'
import type { DiskReserve } from '../storage/disk-reserve.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { Trash } from '../trash/trash.ts'
import type { HostPorts } from './ports.ts'
import type { Status } from './status.ts'
import type { WorkNotifications } from './work-notifications.ts'

export interface Parts {
  readonly ports: HostPorts
  readonly folderId: string
  readonly library: Library
  readonly ledgerDb: Database
  readonly clock: Clock
  readonly client: ServiceClient
  readonly trust: Trust
  readonly accounts: Accounts
  readonly settings: SettingsStore
  readonly signing: Signing
  readonly projects: Projects
  readonly models: Models
  readonly assets: Assets
  readonly renditions: Renditions
  readonly segmentCache: SegmentCache
  /** Null where there is none. */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  readonly takes: Takes
  readonly transcripts: Transcripts
  readonly conversations: Conversations
  readonly voices: Voices
  readonly outputs: Outputs
  readonly spend: Spend
  readonly costEstimator: ReturnType<typeof createCostEstimator>
  readonly frames: Frames
  readonly voiceClips: VoiceClips
  readonly script: Script
  readonly storyboard: Storyboard
  readonly sequences: Sequences
  readonly holds: Holds
  readonly deliveries: Deliveries
  readonly deliveredSources: DeliveredSources
  readonly deliveryChoices: DeliveryChoicesStore
  readonly ledger: Ledger
  readonly order: Order
  readonly connectivity: ConnectivityMonitor
  readonly queueNews: QueueStateFeed
  readonly notifications: WorkNotifications
  readonly engine: Engine
  readonly make: Make
  readonly deliver: Deliver
  readonly ahead: Ahead
  readonly imports: Imports
  readonly recordings: Recordings
  readonly saving: Saving
  readonly saves: Saves
  readonly opened: OpenedFiles
  readonly sample: Sample
  readonly status: Status
  readonly reserve: Pick<DiskReserve, 'rescue'>
  readonly recoveries: RecoveryNotice
  readonly backups: Backups
  readonly trash: Trash
  readonly snapshots: Snapshots
  readonly log: Log
}
