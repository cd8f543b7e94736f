/**
 * Saves what the page makes itself, such as a text. A dialog that Electron opens for a download puts the file wherever it is told, also
 * over a database of the studio: so the bytes are received in a folder of the cache, and the person is asked afterwards, by our dialog.
 */
import type { DownloadItem } from 'electron'
import type { Log } from '../../base/log.ts'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyFileAtomic } from '../../base/atomic-file.ts'
import { errnoOf } from '../../base/errno.ts'
import { newId } from '../../base/ids.ts'

export interface DownloadPorts {
  /** What is received, until it is saved. Only this run of the app has files in it. */
  readonly folder: string
  /** Null when the person cancels. */
  readonly chooseFile: (name: string) => Promise<string | null>
  readonly isOfStudio: (path: string) => Promise<boolean>
  /** Tells that nothing is saved there. True when the person wants to choose another place. */
  readonly askOtherPlace: (path: string) => Promise<boolean>
  readonly tellNotSaved: (name: string, reason: string) => void
  readonly log: Pick<Log, 'error'>
}

/** What a run that ended in between has left is removed. */
export async function openDownloads(ports: DownloadPorts): Promise<(item: DownloadItem) => void> {
  await rm(ports.folder, { recursive: true, force: true }).catch(() => {})
  return (item) => {
    // At once: later Electron has opened a dialog of its own.
    const received = join(ports.folder, newId())
    const name = item.getFilename()
    item.setSavePath(received)
    item.once('done', (_, state) => void finish(ports, { received, name, state }))
  }
}

interface Received { readonly received: string, readonly name: string, readonly state: 'completed' | 'cancelled' | 'interrupted' }

async function finish(ports: DownloadPorts, { received, name, state }: Received): Promise<void> {
  try {
    const path = state === 'completed' ? await placeFor(name, ports) : null
    if (path !== null)
      // The part has no name of its own: with that of the file it may be longer than the disk allows.
      await copyFileAtomic(received, path, join(dirname(path), `.${newId()}.part`))
    else if (state === 'interrupted')
      ports.tellNotSaved(name, state)
  }
  catch (error) {
    ports.log.error('download-not-saved', { error })
    ports.tellNotSaved(name, errnoOf(error) || 'EIO')
  }
  finally {
    await rm(received, { force: true }).catch(() => {})
  }
}

async function placeFor(name: string, { chooseFile, isOfStudio, askOtherPlace }: DownloadPorts): Promise<string | null> {
  for (;;) {
    const path = await chooseFile(name)
    if (path === null || !await isOfStudio(path))
      return path
    if (!await askOtherPlace(path))
      return null
  }
}
