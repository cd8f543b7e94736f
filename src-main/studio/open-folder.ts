/** Takes the studio folder: makes it private, locks it against a second studio, and opens its log. */
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Scope } from '../base/scope.ts'
import type { Exposure } from '../storage/private-folder.ts'
import { join } from 'node:path'
import { makeFolder } from '../base/atomic-file.ts'
import { createLog, openFileLog } from '../base/log.ts'
import { createRedactor } from '../base/redact.ts'
import { wasKilled } from '../check/sweep.ts'
import { explainOpenError } from '../databases/cannot-open.ts'
import { assertCurrent } from '../databases/current-folder.ts'
import { lockFileName, lockFolder } from '../storage/lock.ts'
import { makePrivateFolder, tightenContents } from '../storage/private-folder.ts'

export interface OpenFolder {
  readonly log: Log
  /** What keeps the folder from being private; null when it is. */
  readonly exposure: Exposure | null
  /** Whether the last studio in this folder was killed, or its machine lost power. */
  readonly isAfterKill: boolean
}

/** `knownSecrets` never get into the log; more may be added later. @throws CannotOpenStudio when another studio has the folder */
export async function openFolder(
  folder: string,
  { clock, knownSecrets, scope }: { readonly clock: Clock, readonly knownSecrets: Set<string>, readonly scope: Scope },
): Promise<OpenFolder> {
  const { exposure, wasOpen } = await makePrivateFolder(folder)
  const lock = lockOf(folder)
  scope.add(() => lock.close())
  assertCurrent(folder)
  for (const name of ['assets', 'work', 'logs'])
    await makeFolder(join(folder, name))

  const logFile = openFileLog(join(folder, 'logs', 'studio.log'), { maxBytes: 5 * 2 ** 20 })
  scope.add(() => logFile.close())
  const log = createLog({ write: logFile.write, clock, redact: createRedactor(knownSecrets) })

  if (exposure !== null)
    log.warn('folder-permissions-failed', { exposure })
  if (wasOpen) {
    // Not awaited: nobody else gets into the folder any more, and there may be many files in it.
    tightenContents(folder, scope.signal).then(
      failed => failed > 0 && log.warn('file-permissions-failed', { failed }),
      error => log.warn('file-permissions-failed', { error }),
    )
  }
  return { log, exposure, isAfterKill: await wasKilled(folder) }
}

function lockOf(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder)
  }
  catch (thrown) {
    throw explainOpenError(thrown, folder, lockFileName)
  }
}
