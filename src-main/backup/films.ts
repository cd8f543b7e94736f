/** Delivered films in a backup: under their delivery's name in the file, under their own in a folder of the restored studio. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { DeliveredFiles } from '../library/deliveries.ts'
import type { Database } from '../storage/database.ts'
import type { BackupSource } from './archive.ts'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { freeFileBase, safeFileBase } from '#rules/deliver/file-name.ts'
import { deliveredFiles, moveDeliveredFiles } from '../library/deliveries.ts'
import { mayBeBackedUp } from './archive.ts'

const folderName = 'deliveries'

/** By their names in a backup: a film is one, with its captions or without. */
export function countFilms(names: readonly string[]): number {
  return new Set(names.filter(isFilm).map(name => basename(name, extname(name)))).size
}

export function isFilm(name: string): boolean {
  return name.startsWith(`${folderName}/`)
}

/** What would be copied, and the names of what is not where it was delivered any more. */
export async function filmsToBackUp(library: Pick<Database, 'all'>): Promise<{ sources: BackupSource[], missing: string[], sizeBytes: number }> {
  const sources: BackupSource[] = []
  const missing: string[] = []
  let sizeBytes = 0
  for (const delivered of await deliveredFiles(library)) {
    for (const file of delivered.files) {
      const [name, path] = [nameInBackup(delivered, file), join(delivered.folder, file.name)]
      const found = await stat(path).catch(() => null)
      // A name that no backup may hold was never given by the studio.
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

function nameInBackup({ deliveryId }: Pick<DeliveredFiles, 'deliveryId'>, { name }: DeliveryFile): string {
  return `${folderName}/${deliveryId}${extname(name).toLowerCase()}`
}

/**
 * Gives the films that lie in `partFolder` the names they had, and tells the library where they will be: in `folder`, which
 * `partFolder` becomes. Deliveries of which nothing came along stay where the library has them: on the same machine they are there.
 */
export async function settleFilms(library: Pick<Database, 'all' | 'run'>, partFolder: string, folder: string): Promise<void> {
  const from = join(partFolder, folderName)
  const came = new Set(await readdir(from).catch(() => []))
  const placed: string[] = []
  for (const delivered of came.size === 0 ? [] : await deliveredFiles(library)) {
    const nameOf = (file: DeliveryFile): string => basename(nameInBackup(delivered, file))
    const own = delivered.files.filter(file => came.has(nameOf(file)))
    if (own.length === 0)
      continue
    // The names stand in the library, which is somebody's file by now: only a plain name is taken from them.
    const base = freeFileBase(safeFileBase(basename(own[0]?.name ?? '', extname(own[0]?.name ?? ''))), [...placed, ...came])
    const files = delivered.files.map(file => ({ ...file, name: `${base}${extname(nameOf(file))}` }))
    for (const file of own)
      await rename(join(from, nameOf(file)), join(from, `${base}${extname(nameOf(file))}`))
    placed.push(...files.map(file => file.name))
    await moveDeliveredFiles(library, { deliveryId: delivered.deliveryId, folder: join(folder, folderName), files })
  }
}
