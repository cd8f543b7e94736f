/** Brings the project of a bundle into the library: its files first, then all of its rows in one transaction, or nothing. */
import type { Asset } from '#contract/takes.ts'
import type { AssetId, ProjectId, SequenceId, TakeId, VoiceId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { BundleManifest } from './bundle-format.ts'
import type { CarriedRows } from './carried-rows.ts'
import type { ForeignProject } from './foreign-document.ts'
import { rm } from 'node:fs/promises'
import { Fault, isFault } from '#contract/faults.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { chooseHeard, insertMissingAsset, noteMeasured, shownOf } from '../library/asset-rows.ts'
import { outOfTrash } from '../library/checks.ts'
import { addToProject } from '../library/project-takes.ts'
import { insertProject } from '../library/projects.ts'
import { voicesOutOfTrash } from '../library/voices.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'
import { writeProjectVersion } from '../snapshots/project-version.ts'
import { sql } from '../storage/sql.ts'
import { StorageError } from '../storage/storage-error.ts'
import { UnreadableRowError } from '../storage/table.ts'
import { badBundle, documentName, mediaName } from './bundle-format.ts'
import { insertRows, readRows } from './carried-rows.ts'
import { requireReadable } from './check-written.ts'
import { foreignProject } from './foreign-document.ts'
import { readBundle } from './read-bundle.ts'

export interface BringInPorts {
  readonly library: Database
  readonly assets: Pick<Assets, 'get' | 'pinHere' | 'adopt' | 'adoptAsItIs' | 'insert' | 'releasePin' | 'discard'>
  readonly takes: Pick<Takes, 'index'>
  readonly clock: Clock
  readonly freeBytes: () => Promise<number>
  readonly minFreeBytes: number
  /** For files on their way in, which a start of the studio empties. */
  readonly incomingFolder: string
}

export interface BroughtIn {
  readonly projectId: ProjectId
  readonly sequenceIds: readonly SequenceId[]
  /** Those that were not here. */
  readonly takeIds: readonly TakeId[]
  readonly rows: CarriedRows
  /** How many takes were here already. */
  readonly knownTakes: number
  /** Those that were in the trash here. */
  readonly takesBack: readonly TakeId[]
  readonly voicesBack: readonly VoiceId[]
  /** Files that were missing here. */
  readonly returnedIds: readonly AssetId[]
}

export interface Progress { readonly signal: AbortSignal, readonly onBytes: (bytes: number) => void }

/** How many files are measured at once. */
const atOnce = 2

/** @throws Fault bad-bundle, disk-full, newer-document; what the signal aborted leaves nothing */
export async function bringIn(ports: BringInPorts, path: string, { signal, onBytes }: Progress): Promise<BroughtIn> {
  const folder = inside(ports.incomingFolder, `bundle-${newId(ports.clock.now())}`)
  const adopted = new Map<AssetId, Asset>()
  /** Files that are here already, and may be deleted meanwhile by somebody else. */
  const held = new Map<AssetId, Asset>()
  try {
    const listed = new Set<AssetId>()
    const returnedIds: AssetId[] = []
    const { text, paths } = await readBundle(path, { folder, signal, onBytes, choose: async (files) => {
      for (const file of files.filter(each => each.name !== documentName))
        listed.add(file.sha256)
      return missingHere(ports, files, { held, returnedIds })
    } })
    await mapConcurrently(atOnce, [...paths], async ([id, place]) => {
      signal.throwIfAborted()
      adopted.set(id, await adopt(ports.assets, place))
    })
    signal.throwIfAborted()
    // What is here is looked up in the transaction that writes: the same bundle may come twice at once.
    const written = await ports.library.transaction(async tx =>
      write(tx, ports, await foreignProject(tx, text, listed), { adopted, held })).catch(refuse)
    return { ...written, returnedIds }
  }
  finally {
    const pinned = [...adopted.values(), ...held.values()]
    for (const { id } of pinned)
      ports.assets.releasePin(id)
    // What nothing refers to: after a failure, what came; otherwise, what somebody has deleted meanwhile.
    for (const asset of pinned)
      await ports.assets.discard(asset)
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a constraint of a table, or the reader of a row, says of it is about the bundle. */
function refuse(error: unknown): never {
  if (isFault(error, 'newer-document'))
    throw badBundle('newer', '', error)
  if (error instanceof UnreadableRowError || (error instanceof StorageError && error.kind === 'constraint'))
    throw badBundle('unreadable', documentName, error)
  throw error
}

/**
 * Of these files those that the library does not have. `held` gets those that it has, with a pin each, and `returnedIds` those that it had.
 * @throws Fault disk-full
 */
async function missingHere(
  { assets, freeBytes, minFreeBytes }: BringInPorts,
  files: BundleManifest['files'],
  { held, returnedIds }: { readonly held: Map<AssetId, Asset>, readonly returnedIds: AssetId[] },
): Promise<Set<AssetId>> {
  const missing = new Set<AssetId>()
  let neededBytes = minFreeBytes
  for (const { name, sha256: id, sizeBytes } of files) {
    if (name !== mediaName(id) || held.has(id))
      continue
    const asset = await assets.get(id)
    if (asset && !asset.isMissing && await assets.pinHere(asset)) {
      held.set(id, asset)
      continue
    }
    missing.add(id)
    neededBytes += sizeBytes
    if (asset)
      returnedIds.push(id)
  }
  const free = await freeBytes()
  if (missing.size > 0 && free < neededBytes)
    throw new Fault('disk-full', { neededBytes, freeBytes: free })
  return missing
}

/** What cannot be read is kept as it is, and never as anything that a browser might run. */
async function adopt(assets: BringInPorts['assets'], place: InsidePath): Promise<Asset> {
  try {
    return (await assets.adopt(place, 'media')).asset
  }
  catch (error) {
    if (error instanceof UnreadableMediaError)
      return assets.adoptAsItIs(place)
    throw error
  }
}

/** One whose row was deleted since its file was held. */
async function deletedOf(tx: Transaction, asset: Asset | undefined): Promise<Asset | undefined> {
  return asset && await shownOf(tx, asset.id) === null ? asset : undefined
}

async function write(
  tx: Transaction,
  { assets, takes, clock }: BringInPorts,
  project: ForeignProject,
  { adopted, held }: Record<'adopted' | 'held', ReadonlyMap<AssetId, Asset>>,
): Promise<Omit<BroughtIn, 'returnedIds'>> {
  const { id: projectId, rows, here, version } = project
  const changedAt = clock.now()
  const { name, folder, colour = null, coverTakeId } = project
  const templateAt = project.isTemplate ? changedAt : null
  const own = { folder, colour, coverTakeId, templateAt }
  await insertProject(tx, { id: projectId, name, isSample: false, createdAt: changedAt, ...own })
  for (const { id, sizeBytes, missing, heard } of project.assets) {
    const asset = adopted.get(id) ?? await deletedOf(tx, held.get(id))
    if (!asset) {
      if (missing)
        await insertMissingAsset(tx, { id, sizeBytes, ...missing }, changedAt)
      continue
    }
    await assets.insert(tx, asset)
    // It may have been missing here, under what somebody said of it.
    await noteMeasured(tx, asset)
    if (heard)
      await chooseHeard(tx, id, heard)
  }
  const isNew = (row: CarriedRows['takes'][number]): boolean => !here.takes.has(String(row.id))
  const newTakes = rows.takes.filter(isNew)
  const ofNew = new Set(newTakes.map(row => row.id))
  const takeIds = newTakes.map(row => row.id as TakeId) // ids that were checked
  const luts = await readRows(tx, 'luts', sql`asset_id IN ${sql.list(rows.luts.map(row => String(row.asset_id)))}`)
  const knownLuts = new Set(luts.map(row => row.asset_id))
  await insertRows(tx, 'takes', newTakes)
  for (const name of ['take_tags', 'transcripts', 'right_takes', 'accepted_drift'] as const)
    await insertRows(tx, name, rows[name].filter(row => ofNew.has(row.take_id ?? null)))
  await insertRows(tx, 'luts', rows.luts.filter(row => !knownLuts.has(row.asset_id ?? null)))
  // What the project is made of is no longer something to delete: without these, all of it would be generated and paid for again.
  const takesBack = await outOfTrash(tx, [...here.takes] as TakeId[]) // ids that were checked
  const voicesBack = await voicesOutOfTrash(tx, [...here.voices] as VoiceId[]) // ids that were checked
  await insertRows(tx, 'voices', rows.voices.filter(row => !here.voices.has(String(row.id))))
  for (const name of ['conversations', 'messages', 'delivery_choices'] as const)
    await insertRows(tx, name, rows[name])
  // Those that are here are of the project that they were made in, and are added to this one.
  const filedHere = rows.takes.filter(row => row.project_id === projectId && !isNew(row)).map(row => row.id as TakeId)
  await addToProject(tx, { projectId, takeIds: filedHere, addedAt: changedAt })
  const how = { from: newId<ProjectId>(), into: projectId, takenAt: changedAt, newIds: new Map<string, string>(), changedAt }
  const sequenceIds = await writeProjectVersion(tx, version, how)
  await takes.index(tx, takeIds)
  await requireReadable(tx, projectId, sequenceIds)
  return { projectId, sequenceIds, takeIds, rows, knownTakes: here.takes.size, takesBack, voicesBack }
}
