/** Opens the studio with what the web host lends: no window system, so nothing is revealed and the page itself tells the news. */
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { HostPorts } from '../../studio/ports.ts'
import type { Folders } from '../folders.ts'
import type { MediaAddresses } from './media.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog, openFileLog } from '../../base/log.ts'
import { openSecretStore } from '../../secrets/open-secret-store.ts'
import { createMediaAddresses } from './media.ts'

export interface Lent {
  readonly ports: HostPorts
  readonly media: MediaAddresses
  readonly log: Log
  /** Brings what was logged to the disk. */
  readonly flush: () => Promise<void>
  /** Ends the log; the studio itself is closed by whoever opened it. */
  close: () => Promise<void>
}

const logBytes = 2 * 1024 * 1024

/** Makes the studio folder when it is missing. */
export async function lendToStudio(folders: Folders, version: string, clock: Clock): Promise<Lent> {
  await mkdir(join(folders.folder, 'logs'), { recursive: true })
  const file = openFileLog(join(folders.folder, 'logs', 'host.log'), { maxBytes: logBytes })
  const media = createMediaAddresses(clock)
  return {
    media,
    log: createLog({ write: file.write, clock }),
    flush: file.flush,
    close: file.close,
    ports: {
      host: 'web',
      version,
      ...folders,
      resourcesPath: null,
      secrets: await openSecretStore(),
      mediaUrl: media.sign,
      reveal: null,
      tell: () => {},
      showProgress: () => {},
      stayAwake: () => {},
    },
  }
}
