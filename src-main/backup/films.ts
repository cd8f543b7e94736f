/** Delivered films in a backup: named by delivery id in the archive, by their own file name in the restored studio. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { DeliveredFiles } from '../library/deliveries.ts'
import type { Database } from '../storage/database.ts'
import type { BackupSource } from './archive.ts'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { freeFileBase, safeFileBase } from '../base/file-name.ts'
import { inside } from '../base/inside.ts'
import { deliveredFiles, hasNoPlace, moveDeliveredFiles, pathOfDelivered } from '../library/deliveries.ts'
import { mayBeBackedUp } from './archive.ts'

const folderName = 'deliveries'

/** Counts films by their names in a backup; a film and its captions count as one. */
export function countFilms(names: readonly string[]): number {
  return new Set(names.filter(isFilm).map(name => basename(name).replace(/\..*$/, ''))).size
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
    // Of a kit only the film or the sound itself: everything else is made again from the studio.
    for (const file of inBackup(delivered.files)) {
      const name = nameInBackup(delivered, file)
      // The studio never gave such a name, or it was restored without the file.
      if (hasNoPlace(delivered) || !mayBeBackedUp(name) || sources.some(source => source.name === name))
        continue
      const path = pathOfDelivered(delivered, file)
      const found = path === null ? null : await stat(path).catch(() => null)
      if (path !== null && found?.isFile()) {
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
  return files.filter(({ role }) => !isKit || role === 'video' || role === 'audio' || role === 'picture')
}

function nameInBackup(delivered: Pick<DeliveredFiles, 'deliveryId' | 'files'>, file: DeliveryFile): string {
  return `${folderName}/${delivered.deliveryId}${endingOf(delivered.files, file).toLowerCase()}`
}

/** What follows the name of the delivery: `.mp4`, or `.en.srt` where there are several languages. */
function endingOf(files: readonly DeliveryFile[], { name }: DeliveryFile): string {
  const own = files.find(({ role }) => role === 'video' || role === 'audio' || role === 'picture')?.name ?? name
  const base = own.slice(0, own.length - extname(own).length)
  const rest = name.startsWith(`${base}.`) ? name.slice(base.length) : ''
  return /^(?:\.[\w-]{1,20})?\.\w+$/.test(rest) ? rest : extname(name)
}

/**
 * Gives the films in `partFolder` their own names back and points the library at `folder`, the final path of `partFolder`. Answers how
 * many deliveries the backup did not hold: where their files were is nothing that a restored studio goes by.
 */
export async function settleFilms(library: Pick<Database, 'all' | 'run'>, partFolder: string, folder: string): Promise<number> {
  const from = join(partFolder, folderName)
  const came = new Set(await readdir(from).catch(() => []))
  const placed: string[] = []
  let notHere = 0
  for (const delivered of await deliveredFiles(library)) {
    const kept = inBackup(delivered.files)
    const left = new Set(came)
    const own = kept.flatMap((file) => {
      const names = [basename(nameInBackup(delivered, file)), `${delivered.deliveryId}${extname(file.name).toLowerCase()}`]
      // Earlier versions left the language out, and so kept one file of several.
      const name = names.find(each => left.delete(each))
      return name === undefined ? [] : [{ file, name }]
    })
    const [first] = own
    if (!first) {
      notHere += 1
      continue
    }
    const ending = (file: DeliveryFile): string => endingOf(delivered.files, file).toLowerCase()
    // The name comes from a foreign file, so it is made anew.
    const wanted = basename(first.file.name).slice(0, -ending(first.file).length || undefined)
    const base = freeFileBase(safeFileBase(wanted), [...placed, ...came])
    const files = kept.map(file => ({ ...file, name: `${base}${ending(file)}` }))
    for (const { file, name } of own)
      await rename(inside(from, name), inside(from, `${base}${ending(file)}`))
    placed.push(...files.map(file => file.name))
    await moveDeliveredFiles(library, { deliveryId: delivered.deliveryId, folder: join(folder, folderName), files })
  }
  return notHere
}
