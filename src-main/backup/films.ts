/** Delivered films in a backup: named by delivery id in the archive, by their own file name in the restored studio. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { DeliveredFiles } from '../library/deliveries.ts'
import type { Database } from '../storage/database.ts'
import type { BackupSource } from './archive.ts'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { freeFileBase, safeFileBase } from '../base/file-name.ts'
import { deliveredFiles, moveDeliveredFiles } from '../library/deliveries.ts'
import { mayBeBackedUp } from './archive.ts'

const folderName = 'deliveries'

/** Counts films by their names in a backup; a film and its captions count as one. */
export function countFilms(names: readonly string[]): number {
  return new Set(names.filter(isFilm).map(name => basename(name, extname(name)))).size
}

export function isFilm(name: string): boolean {
  return name.startsWith(`${folderName}/`)
}

/** The files to copy, and the names of films that are no longer where they were delivered. */
export async function filmsToBackUp(
  library: Pick<Database, 'all'>,
): Promise<{ sources: BackupSource[], missing: string[], sizeBytes: number }> {
  const sources: BackupSource[] = []
  const missing: string[] = []
  let sizeBytes = 0
  for (const delivered of await deliveredFiles(library)) {
    // Of a kit only the film: everything else is made again from the studio.
    for (const file of inBackup(delivered.files)) {
      const [name, path] = [nameInBackup(delivered, file), join(delivered.folder, file.name)]
      const found = await stat(path).catch(() => null)
      // The studio never gave such a name.
      if (!mayBeBackedUp(name) || sources.some(source => source.name === name))
        continue
      if (found?.isFile()) {
        sources.push({ name, path })
        sizeBytes += found.size
      }
      else {
        missing.push(name)
      }
    }
  }
  return { sources, missing, sizeBytes }
}

function inBackup(files: readonly DeliveryFile[]): DeliveryFile[] {
  const isKit = files.some(({ role }) => role === 'manifest')
  return files.filter(({ role }) => !isKit || role === 'video')
}

function nameInBackup({ deliveryId }: Pick<DeliveredFiles, 'deliveryId'>, { name }: DeliveryFile): string {
  return `${folderName}/${deliveryId}${extname(name).toLowerCase()}`
}

/**
 * Gives the films in `partFolder` their own names back and points the library at `folder`, the final path of `partFolder`.
 * Deliveries without restored files keep their recorded place: on the same machine the files are still there.
 */
export async function settleFilms(library: Pick<Database, 'all' | 'run'>, partFolder: string, folder: string): Promise<void> {
  const from = join(partFolder, folderName)
  const came = new Set(await readdir(from).catch(() => []))
  const placed: string[] = []
  for (const delivered of came.size === 0 ? [] : await deliveredFiles(library)) {
    const nameOf = (file: DeliveryFile): string => basename(nameInBackup(delivered, file))
    const kept = inBackup(delivered.files)
    const own = kept.filter(file => came.has(nameOf(file)))
    if (own.length === 0)
      continue
    // The library comes from an untrusted file here, so only plain file names are accepted from it.
    const base = freeFileBase(safeFileBase(basename(own[0]?.name ?? '', extname(own[0]?.name ?? ''))), [...placed, ...came])
    const files = kept.map(file => ({ ...file, name: `${base}${extname(nameOf(file))}` }))
    for (const file of own)
      await rename(join(from, nameOf(file)), join(from, `${base}${extname(nameOf(file))}`))
    placed.push(...files.map(file => file.name))
    await moveDeliveredFiles(library, { deliveryId: delivered.deliveryId, folder: join(folder, folderName), files })
  }
}
