/** What the web host provides to the studio: no file manager and no system notifications, which the page shows itself. */
import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import type { HostPorts } from '../../studio/ports.ts'
import type { Folders } from '../folders.ts'
import type { MediaAddresses } from './media.ts'
import type { Sessions } from './session.ts'
import { join } from 'node:path'
import process from 'node:process'
import { makeFolder } from '../../base/atomic-file.ts'
import { createLog, openFileLog } from '../../base/log.ts'
import { createRedactor } from '../../base/redact.ts'
import { environmentSecret } from '../../secrets/environment-secret.ts'
import { openSecretStore } from '../../secrets/open-secret-store.ts'
import { rememberSecrets } from '../../secrets/redacting-store.ts'
import { withoutDesktop } from '../../studio/without-desktop.ts'
import { isOnBattery } from '../battery.ts'
import { proxyFromEnvironment } from '../proxy.ts'
import { callers } from './callers.ts'
import { openKnownBrowsers } from './known-browsers.ts'
import { createMediaAddresses } from './media.ts'
import { createSessions } from './session.ts'

export interface WebPorts {
  readonly ports: HostPorts
  readonly media: MediaAddresses
  readonly sessions: Sessions
  readonly log: Log
  /** Writes the buffered log to disk. */
  readonly flush: () => Promise<void>
  /** Closes the log. The caller closes the studio. */
  close: () => Promise<void>
}

const logBytes = 2 * 1024 * 1024

/** Makes the studio folder when it is missing. `secrets` are those of an earlier life of this process, with what is in memory only. */
export async function openWebPorts(
  folders: Folders,
  version: string,
  clock: Clock,
  { moveOn = null, secrets = openSecretStore() }: Partial<Pick<HostPorts, 'moveOn' | 'secrets'>> = {},
): Promise<WebPorts> {
  await makeFolder(join(folders.folder, 'logs'))
  const file = openFileLog(join(folders.folder, 'logs', 'host.log'), { maxBytes: logBytes })
  const known = new Set([environmentSecret(process.env)])
  const log = createLog({ write: file.write, clock, redact: createRedactor(known) })
  const browsers = await openKnownBrowsers(folders.folder, log)
  const sessions = createSessions(clock, browsers)
  const media = createMediaAddresses(clock, sessions.isKnown)
  return {
    media,
    sessions,
    log,
    flush: file.flush,
    async close() {
      await browsers.flush()
      await file.close()
    },
    ports: {
      host: 'web',
      version,
      ...folders,
      resourcesPath: null,
      secrets: rememberSecrets(secrets, known),
      mediaUrl: media.sign,
      pages: {
        changes: signal => sessions.changes(callers.getStore(), signal),
        end: sessions.end,
        endOthers: () => sessions.endOthers(callers.getStore()),
      },
      moveOn,
      proxyFor: proxyFromEnvironment(process.env),
      ...withoutDesktop,
      isOnBattery: () => isOnBattery(),
    },
  }
}
