/** Delivered films in a backup: named by delivery id in the archive, by their own file name in the restored studio. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { DeliveredFiles } from '../library/deliveries.ts'
import type { Database } from '../storage/database.ts'
import type { BackupSource } from './archive.ts'
import { readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { countOf, fileNamesOf, nameAt } from '#rules/deliver/frames.ts'
import { makeFolder } from '../base/atomic-file.ts'
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
  const named = new Set<string>()
  let sizeBytes = 0
  for (const delivered of await deliveredFiles(library)) {
    // Of a kit only the film or the sound itself: everything else is made again from the studio.
    for (const file of inBackup(delivered.files).flatMap(single)) {
      const name = nameInBackup(delivered, file)
      // The studio never gave such a name, or it was restored without the file.
      if (hasNoPlace(delivered) || !mayBeBackedUp(name) || named.has(name))
        continue
      named.add(name)
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

const isOwn = (role: DeliveryFile['role']): boolean => ['video', 'frames', 'audio', 'picture'].includes(role)

function inBackup(files: readonly DeliveryFile[]): DeliveryFile[] {
  const isKit = files.some(({ role }) => role === 'manifest')
  return files.filter(({ role }) => !isKit || isOwn(role))
}

/** The files that an entry stands for, each as one. */
function single({ frames, ...file }: DeliveryFile): DeliveryFile[] {
  return frames === undefined ? [file] : fileNamesOf({ ...file, frames }).map(name => ({ ...file, name }))
}

function nameInBackup(delivered: Pick<DeliveredFiles, 'deliveryId' | 'files'>, file: DeliveryFile): string {
  return `${folderName}/${delivered.deliveryId}${endingOf(delivered.files, file).toLowerCase()}`
}

/** What follows the name of the delivery: `.mp4`, `.en.srt` where there are several languages, or `.000001.png` of an image sequence. */
function endingOf(files: readonly DeliveryFile[], { role, name }: DeliveryFile): string {
  const number = role === 'frames' ? /-(\d+\.png)$/.exec(name)?.[1] : undefined
  if (number !== undefined)
    return `.${number}`
  const own = files.find(each => isOwn(each.role))?.name ?? name
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
  const came = await readdir(from).catch(() => [])
  const cameOf = Map.groupBy(came, name => name.slice(0, name.indexOf('.')))
  const placed: string[] = []
  let notHere = 0
  for (const delivered of await deliveredFiles(library)) {
    const kept = inBackup(delivered.files)
    const left = new Set(cameOf.get(delivered.deliveryId))
    const isSequence = kept.some(({ frames }) => frames !== undefined)
    const own = kept.flatMap(file => file.frames ? framesIn(left, file) : [file]).flatMap((file) => {
      const name = basename(nameInBackup(delivered, file))
      return left.delete(name) ? [{ file, name }] : []
    })
    const [first] = own
    if (!first) {
      notHere += 1
      continue
    }
    const ending = (file: DeliveryFile): string => endingOf(delivered.files, file).toLowerCase()
    // The name comes from a foreign file, so it is made again.
    const wanted = basename(first.file.name).slice(0, -ending(first.file).length || undefined)
    const base = freeFileBase(safeFileBase(wanted), [...placed, ...came])
    const nameOf = (file: DeliveryFile): string => isSequence ? inSequence(base, ending(file)) : `${base}${ending(file)}`
    const files = kept.map(file => ({ ...file, name: nameOf(file) }))
    for (const folderName of isSequence ? new Set(own.map(({ file }) => dirname(nameOf(file)))) : [])
      await makeFolder(inside(from, folderName))
    for (const { file, name } of own)
      await rename(inside(from, name), inside(from, nameOf(file)))
    placed.push(...isSequence ? [base] : files.map(file => file.name))
    await moveDeliveredFiles(library, { deliveryId: delivered.deliveryId, folder: join(folder, folderName), files })
  }
  return notHere
}

/** Those files of an image sequence that came, in order. */
function framesIn(came: ReadonlySet<string>, file: DeliveryFile): DeliveryFile[] {
  const numbers = new Set([...came].flatMap(name => /\.(\d+)\.png$/.exec(name)?.[1] ?? []))
  return [...numbers].sort().flatMap((number) => {
    const at = Number(number) - 1
    return at >= 0 && at < countOf(file) ? single(file.frames ? { ...file, name: nameAt(file, at), frames: undefined } : file) : []
  })
}

/** The pictures in a folder, the sound next to it, as they were delivered. */
function inSequence(base: string, ending: string): string {
  const number = /^\.(\d+\.png)$/.exec(ending)?.[1]
  return number === undefined ? `${base}/${base}${ending}` : `${base}/frames/${base}-${number}`
}
