/** Compares the studio's files with its databases and, when asked, repairs what it can. Deletes nothing: stray files are set aside. */
import type { CheckReport } from '#contract/checks.ts'
import type { Asset } from '#contract/takes.ts'
import type { AssetId, TakeId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Takes } from '../library/takes.ts'
import type { Database } from '../storage/database.ts'
import { copyFile, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { JobId } from '#contract/words.ts'
import { fileExists, makeFolder, moveFile } from '../base/atomic-file.ts'
import { filesBelow } from '../base/files-below.ts'
import { sha256File } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { ledgerTables, libraryTables } from '../databases/tables.ts'
import { assetVariants, isDerivedName } from '../library/asset-names.ts'
import { assetsTable, updateAsset } from '../library/asset-rows.ts'
import { reopenAtNewestMessage } from '../library/conversation-rows.ts'
import { markMissing } from '../library/mark-missing.ts'
import { findBrokenRenditions } from '../library/rendition-store.ts'
import { countOutOfStep, rebuildSearch } from '../library/search-index.ts'
import { keepTakesOfLostLines } from '../library/take-rows.ts'
import { importOf } from '../library/takes.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'
import { sql } from '../storage/sql.ts'
import { findUnreadable } from './find-unreadable.ts'
import { findBrokenBeside, findChangedDeliveries } from './inspect-derived.ts'

export interface InspectPorts {
  /** The studio folder. */
  readonly folder: string
  readonly library: Database
  readonly ledger: Pick<Database, 'check' | 'all' | 'get'>
  readonly assets: Assets
  readonly takes: Takes
  readonly deliveries: Pick<Deliveries, 'noteFiles'>
  readonly clock: Clock
}

export interface InspectOptions {
  readonly isDeep: boolean
  readonly isRepairing: boolean
  /** Files younger than this are not counted as stray: a file that is being filed has no row for a moment. */
  readonly strayAgeMs: number
  readonly signal: AbortSignal
}

const mostExamples = 50

/** Open pages are told what is otherwise now, also of a check that was stopped. */
export async function inspectStudio(ports: InspectPorts, options: InspectOptions): Promise<CheckReport> {
  const changed: Changed = { assetIds: new Set(), takeIds: new Set() }
  try {
    return await inspect(ports, options, changed)
  }
  finally {
    await ports.takes.announceAssets([...changed.assetIds])
    if (changed.takeIds.size > 0)
      await ports.takes.noteTurned([...changed.takeIds])
    await ports.deliveries.noteFiles()
  }
}

/** What a check found to be otherwise than its row said, or made again. */
interface Changed {
  readonly assetIds: Set<AssetId>
  readonly takeIds: Set<TakeId>
}

async function inspect(
  ports: InspectPorts,
  { isDeep, isRepairing, strayAgeMs, signal }: InspectOptions,
  changed: Changed,
): Promise<CheckReport> {
  const { folder, library, ledger, assets } = ports
  const aside = createSetAside(folder, ports.clock.now())
  const found = (paths: readonly string[]) => ({
    count: paths.length,
    examples: paths.slice(0, mostExamples).map(path => relative(folder, path)),
  })

  if (isRepairing)
    await remeasurePlaceholders(ports, changed)
  const wrong = isDeep ? await findWrong(await assets.all(), assets, signal) : []
  if (isRepairing) {
    for (const path of wrong)
      await aside.put(path)
  }
  // After what may take hours.
  const all = await assets.all()
  const missing = (await markMissing(all, assets, { signal, onChange: id => changed.assetIds.add(id) })).map(asset => assets.pathOf(asset))
  const { orphans, halves } = await findStrays(folder, assets, ports.clock.now() - strayAgeMs)
  if (isRepairing) {
    for (const path of halves)
      await aside.put(path)
    for (const path of orphans)
      await adoptOrphan(path, ports, aside)
  }
  // After the files that they were made of.
  const beside = await findBrokenBeside(await assets.all(), assets, signal)
  const old = await assets.old()
  const previews = await findBrokenRenditions(join(folder, 'renditions'), { isDeep, signal })
  if (isRepairing) {
    for (const { asset, path } of beside)
      await makeAgain(asset, path, { assets, aside, changed, signal })
    for (const path of previews)
      await aside.put(path)
    for (const asset of await assets.all()) {
      if (old.includes(asset.id) && await assets.measureAgain(asset, signal))
        changed.assetIds.add(asset.id)
    }
  }
  const outOfStep = await countOutOfStep(library)
  if (isRepairing && outOfStep > 0)
    await rebuildSearch(library)
  const dangling = await findDangling(library, { isRepairing, changed })
  const unreadable = [...await findUnreadable(ledger, ledgerTables, signal), ...await findUnreadable(library, libraryTables, signal)]
  return {
    takes: (await library.get<{ count: number }>(sql`SELECT count(*) AS count FROM takes`))?.count ?? 0,
    files: all.length,
    damage: [
      ...(await library.check()).map(said => ({ file: 'library.db', said }) as const),
      ...(await ledger.check()).map(said => ({ file: 'ledger.db', said }) as const),
    ],
    missing: found(missing),
    wrong: found(wrong),
    orphans: found(orphans),
    halves: found(halves),
    outOfStep,
    dangling: { count: dangling.length, examples: dangling.slice(0, mostExamples) },
    unreadable: { count: unreadable.length, examples: unreadable.slice(0, mostExamples) },
    unclaimed: found(await findUnclaimed(folder, ledger)),
    beside: found(beside.map(each => each.path)),
    old: old.length,
    previews: found(previews),
    deliveries: found(await findChangedDeliveries(library, { isDeep, signal })),
    isDeep,
    isRepaired: isRepairing,
    setAside: aside.used(),
  }
}

/** Work folders of unknown jobs: each may contain the only answer to a paid request whose job was lost with a damaged ledger. */
async function findUnclaimed(folder: string, ledger: Pick<Database, 'get'>): Promise<string[]> {
  const unclaimed: string[] = []
  for (const name of await readdir(join(folder, 'work')).catch(() => [])) {
    const jobId = JobId.safeParse(name).data
    const isKnown = jobId === undefined || await ledger.get(sql`SELECT id FROM jobs WHERE id = ${jobId}`) !== undefined
    if (!isKnown && (await filesBelow(join(folder, 'work', name))).length > 0)
      unclaimed.push(join(folder, 'work', name))
  }
  return unclaimed
}

interface SetAside { put: (path: string) => Promise<void>, used: () => string | null }

/** A folder for stray files, one per check; each keeps its relative path. */
function createSetAside(folder: string, nowMs: number): SetAside {
  const place = join(folder, 'set-aside', new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-'))
  let isUsed = false
  return {
    used: () => isUsed ? place : null,
    async put(path) {
      // Somebody else has removed it meanwhile. A preview is a folder.
      if (!await stat(path).then(() => true, () => false))
        return
      const to = join(place, relative(folder, path))
      await makeFolder(dirname(to))
      await moveFile(path, to)
      isUsed = true
    },
  }
}

/** A poster or a waveform; where its file cannot be read any more, it is gone. */
async function makeAgain(
  asset: Asset,
  path: string,
  { assets, aside, changed, signal }: {
    readonly assets: Assets
    readonly aside: SetAside
    readonly changed: Changed
    readonly signal: AbortSignal
  },
): Promise<void> {
  changed.assetIds.add(asset.id)
  await aside.put(path)
  await assets.backfillDerivedFiles(asset, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!(error instanceof UnreadableMediaError))
      throw error
  })
}

async function findWrong(all: readonly Asset[], assets: Assets, signal: AbortSignal): Promise<string[]> {
  const wrong: string[] = []
  for (const asset of all) {
    signal.throwIfAborted()
    const path = assets.pathOf(asset)
    const hash = await sha256File(path, signal).catch(() => null)
    signal.throwIfAborted()
    // A file that does not exist is reported as missing instead.
    if (hash !== null && hash !== asset.id)
      wrong.push(path)
  }
  return wrong
}

async function findStrays(
  folder: string,
  assets: Assets,
  untouchedSince: number,
): Promise<{ orphans: string[], halves: string[] }> {
  const isOld = async (path: string): Promise<boolean> =>
    stat(path).then(file => Math.max(file.mtimeMs, file.ctimeMs) <= untouchedSince, () => false)
  const isHalf = (path: string): boolean => path.endsWith('.part')
  const besides = (await readdir(folder).catch(() => [])).map(name => join(folder, name)).filter(isHalf)
  const paths = [...await filesBelow(assets.folder).catch(() => []), ...besides]
  // After the files: a take that is filed in between has its row by now.
  const known = new Set<string>((await assets.all()).flatMap(asset => assetVariants.map(variant => assets.pathOf(asset, variant))))
  const strays: string[] = []
  for (const path of paths) {
    if (!known.has(path) && await isOld(path))
      strays.push(path)
  }
  return { orphans: strays.filter(path => !isHalf(path)), halves: strays.filter(isHalf) }
}

/** Whether a row names it by now. */
async function isKnown(path: string, assets: Assets): Promise<boolean> {
  const asset = await assets.get(basename(path).slice(0, 64) as AssetId) // what is none has no row
  return asset !== undefined && assetVariants.some(variant => assets.pathOf(asset, variant) === path)
}

/**
 * Files a media file that no take names as an imported take in the trash. Anything else, and derived files, are set aside. Since the files
 * were compared, a take may have been filed with it, or it may have been removed.
 */
async function adoptOrphan(path: string, { folder, assets, takes, clock }: InspectPorts, aside: SetAside): Promise<void> {
  if (!await fileExists(path) || await isKnown(path, assets))
    return
  if (isDerivedName(path))
    return aside.put(path)
  const copy = join(folder, 'work', `found-${newId(clock.now())}`)
  await makeFolder(dirname(copy))
  await copyFile(path, copy)
  try {
    const { asset, medium } = await assets.adopt(copy)
    if (medium === null) {
      assets.releasePin(asset.id)
      if (await isKnown(path, assets))
        return
      await aside.put(path)
      return await assets.discard(asset)
    }
    const take = await takes.file(importOf({ medium, title: basename(path), fileName: basename(path) }), asset)
    await takes.trash([take.id])
    // Its name did not match its hash: the adopted copy has the right name.
    if (assets.pathOf(asset) !== path)
      await aside.put(path)
  }
  catch (error) {
    if (!(error instanceof UnreadableMediaError))
      throw error
    await aside.put(path)
    await aside.put(copy)
  }
}

const idsTable = assetsTable.part('id')

/** After a recovery, placeholder rows are filled in again from the files they name. */
async function remeasurePlaceholders({ library, folder, assets, clock }: InspectPorts, changed: Changed): Promise<void> {
  const placeholders = idsTable.read(await library.all(sql`
    SELECT ${idsTable.columns} FROM assets WHERE mime = 'application/octet-stream' AND size_bytes = 0`))
  const files = placeholders.length === 0 ? [] : await filesBelow(assets.folder)
  for (const { id } of placeholders) {
    const path = files.find(each => basename(each).startsWith(`${id}.`) && !isDerivedName(each) && !each.endsWith('.part'))
    if (path === undefined)
      continue
    const copy = join(folder, 'work', `found-${newId(clock.now())}`)
    await copyFile(path, copy)
    const asset = await assets.adopt(copy).then(adopted => adopted.asset, () => null)
    if (asset)
      assets.releasePin(asset.id)
    if (asset?.id !== id)
      continue
    await updateAsset(library, asset)
    changed.assetIds.add(id)
  }
}

/** References to missing things, where no foreign key protects them. */
async function findDangling(
  library: Database,
  { isRepairing, changed }: { readonly isRepairing: boolean, readonly changed: Changed },
): Promise<string[]> {
  const lines = await library.all<{ id: TakeId }>(sql`SELECT id FROM takes WHERE line_id IS NOT NULL AND line_id NOT IN (SELECT id FROM lines)`)
  const opens = await library.all<{ id: string }>(sql`SELECT id FROM conversations WHERE open_message_id IS NOT NULL AND open_message_id NOT IN (SELECT id FROM messages)`)
  const clips = await library.all<{ sequence_id: string, take_id: TakeId }>(sql`
    SELECT DISTINCT sequences.id AS sequence_id, clip.value ->> 'takeId' AS take_id
    FROM sequences, json_each(${sql.json(sql`sequences.document`)}, '$.tracks') AS track, json_each(track.value, '$.clips') AS clip
    WHERE clip.value ->> 'takeId' IS NOT NULL AND clip.value ->> 'takeId' NOT IN (SELECT id FROM takes)
    UNION SELECT sequence_id, take_id FROM sequence_clips WHERE take_id IS NOT NULL AND take_id NOT IN (SELECT id FROM takes)`)
  if (isRepairing) {
    await keepTakesOfLostLines(library)
    lines.forEach(({ id }) => changed.takeIds.add(id))
    await reopenAtNewestMessage(library)
  }
  return [
    ...lines.map(row => `take ${row.id} speaks a line that is gone`),
    ...opens.map(row => `conversation ${row.id} opens at a message that is gone`),
    ...clips.map(row => `sequence ${row.sequence_id} places take ${row.take_id}, which is gone`),
  ]
}
