/**
 * Looks for all missing files in a folder of the user's: those of the same size are read, and what has the same content is copied back
 * into the library. Nothing is imported, and nothing outside the studio folder is changed.
 */
import type { RelinkEvent, RelinkReport } from '#contract/relinks.ts'
import type { Asset } from '#contract/takes.ts'
import type { AssetId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Transaction } from '../storage/database.ts'
import type { SearchedFile } from './searched-files.ts'
import { randomUUID } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { relative } from 'node:path'
import { Fault, isFault } from '#contract/faults.ts'
import { copyFileAtomic } from '../base/atomic-file.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { createFeed } from '../base/feed.ts'
import { sha256File } from '../base/hash.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { restoreDerivedFiles } from '../library/backfill-derived-files.ts'
import { markMissing } from '../library/mark-missing.ts'
import { titleOfFile } from '../library/take-rows.ts'
import { isDiskTrouble, StorageError } from '../storage/storage-error.ts'
import { judgeSearched } from './judge-searched.ts'
import { searchedFiles } from './searched-files.ts'

export interface Relinks {
  changes: (signal?: AbortSignal) => AsyncIterable<RelinkEvent>
  /** How many files are marked as missing. */
  missing: () => Promise<number>
  /** Begins, and answers. @throws Fault relink-refused, relink-under-way */
  find: (asked: string) => Promise<void>
  /** Resolves when the search has ended. What was found stays. */
  stop: () => Promise<void>
  readonly isRunning: () => boolean
}

export interface RelinkPorts {
  /** Of the studio. */
  readonly folder: string
  readonly incomingFolder: string
  readonly library: Pick<Transaction, 'get'>
  readonly assets: Pick<Assets, 'all' | 'missing' | 'markMissing' | 'putBack' | 'pathOf' | 'backfillDerivedFiles'>
  readonly takes: Pick<Takes, 'announceAssets'>
  readonly freeBytes: () => Promise<number>
  /** What is left free, for results that are paid for. */
  readonly minFreeBytes: number
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** Ends when the studio closes, which waits for what is joined. */
  readonly signal: AbortSignal
  readonly join: (work: Promise<unknown>) => void
  /** Default: a few hundred thousand. */
  readonly mostFiles?: number
}

const usualMostFiles = 300_000
/** As many are named in a report. */
const mostNamed = 200
const tellEveryMs = 100

type Work = NonNullable<RelinkEvent['work']>
/** What a search has come to. */
interface Search {
  readonly folder: string
  readonly wanted: Map<AssetId, Asset>
  readonly found: Asset[]
  readonly unread: string[]
  readonly signal: AbortSignal
}

export function createRelinks(ports: RelinkPorts): Relinks {
  const { assets, takes, clock, log } = ports
  const feed = createFeed<RelinkEvent>()
  let work: Work | null = null
  let last: RelinkReport | null = null
  let running: { readonly stop: AbortController, readonly over: Promise<void> } | undefined
  let isBeginning = false
  let toldAt = 0

  function tell(next: Work | null): void {
    const isOtherStep = work?.step !== next?.step
    work = next
    if (!isOtherStep && clock.now() - toldAt < tellEveryMs)
      return
    toldAt = clock.now()
    feed.publish({ work, last })
  }

  async function search(of: Search): Promise<{ files: number, ended: RelinkReport['ended'] }> {
    const { folder, wanted, found, unread, signal } = of
    // A file may have gone since the marks were set: a delivery tells so before anything else does.
    const changed: AssetId[] = []
    const gone = await markMissing(await assets.all(), assets, { signal, onChange: id => changed.push(id) })
      .finally(() => takes.announceAssets(changed))
    wanted.clear()
    for (const asset of gone)
      wanted.set(asset.id, asset)
    const all = wanted.size
    if (all === 0)
      return { files: 0, ended: 'whole' }
    const now: Work = { step: 'listing', folder, files: 0, doneBytes: 0, totalBytes: 0, found: 0, wanted: all }
    const sizes = new Map<number, number>()
    for (const { sizeBytes } of wanted.values())
      sizes.set(sizeBytes, (sizes.get(sizeBytes) ?? 0) + 1)
    const listed = await searchedFiles(folder, {
      wantsSize: sizeBytes => sizes.has(sizeBytes),
      leftOut: await realpath(ports.folder),
      mostFiles: ports.mostFiles ?? usualMostFiles,
      signal,
      onCount: files => tell({ ...now, files }),
    })
    unread.push(...listed.unread)
    const totalBytes = listed.files.reduce((sum, file) => sum + file.sizeBytes, 0)
    let doneBytes = 0
    for (const file of listed.files) {
      if (wanted.size === 0)
        break
      tell({ ...now, step: 'comparing', files: listed.count, doneBytes, totalBytes, found: found.length })
      const left = sizes.get(file.sizeBytes) ?? 0
      if (left > 0 && await tryFile(file, of))
        sizes.set(file.sizeBytes, left - 1)
      doneBytes += file.sizeBytes
    }
    return { files: listed.count, ended: listed.isTooMany && wanted.size > 0 ? 'too-many' : 'whole' }
  }

  /** Whether it is one of the missing files, and was put back. */
  async function tryFile({ path }: SearchedFile, { wanted, found, unread, signal }: Search): Promise<boolean> {
    let asset: Asset | undefined
    try {
      asset = wanted.get(await sha256File(path, signal) as AssetId) // 64 lower-case hexadecimal digits by construction
    }
    catch {
      signal.throwIfAborted()
      unread.push(path)
    }
    if (!asset)
      return false
    const isBack = await takeBack(asset, path)
    if (!isBack) {
      unread.push(path)
      return false
    }
    wanted.delete(asset.id)
    found.push(asset)
    await takes.announceAssets([asset.id])
    return true
  }

  /** False where the file changes or vanishes while it is copied: what was copied is compared again. */
  async function takeBack(asset: Asset, path: string): Promise<boolean> {
    const [freeBytes, neededBytes] = [await ports.freeBytes(), asset.sizeBytes + ports.minFreeBytes]
    if (freeBytes < neededBytes)
      throw new Fault('disk-full', { neededBytes, freeBytes })
    const partPath = inside(ports.incomingFolder, newId())
    try {
      await copyFileAtomic(path, partPath)
      return await assets.putBack(asset, partPath)
    }
    catch (error) {
      if (isDiskTrouble(error) || error instanceof StorageError || isFault(error))
        throw error
      log.warn('file-not-copied', { assetId: asset.id, error })
      return false
    }
    finally {
      await rm(partPath, { force: true })
    }
  }

  async function nameOf({ id, extension }: Asset): Promise<string> {
    return await titleOfFile(ports.library, id) ?? `${id.slice(0, 12)}.${extension}`
  }
  async function named(of: readonly Asset[]): Promise<RelinkReport['found']> {
    const names: string[] = []
    for (const asset of of.slice(0, mostNamed))
      names.push(await nameOf(asset))
    return { count: of.length, names }
  }

  async function run(of: Search): Promise<void> {
    let outcome: { files: number, ended: RelinkReport['ended'] }
    let reference = ''
    try {
      outcome = await search(of)
    }
    catch (error) {
      const isFull = isFault(error, 'disk-full') || isDiskFull(error) || (error instanceof StorageError && error.kind === 'full')
      outcome = { files: work?.files ?? 0, ended: of.signal.aborted ? 'stopped' : isFull ? 'disk-full' : 'failed' }
      if (outcome.ended === 'failed') {
        reference = newId().slice(-8)
        log.error('relink-failed', { reference, error })
      }
    }
    const unread = of.unread.map(path => relative(of.folder, path) || of.folder)
    last = {
      ...outcome,
      reportId: randomUUID(),
      folder: of.folder,
      reference,
      found: await named(of.found),
      notFound: await named([...of.wanted.values()]),
      unread: { count: unread.length, names: unread.slice(0, mostNamed) },
    }
    log.info('files-relinked', { ended: last.ended, files: last.files, found: last.found.count, notFound: last.notFound.count })
    ports.join(restoreDerivedFiles(of.found, ports, ports.signal))
  }

  async function begin(asked: string): Promise<void> {
    const folder = await judgeSearched(asked, ports.folder)
    const wanted = new Map((await assets.missing()).map(asset => [asset.id, asset]))
    const stop = new AbortController()
    const of: Search = { folder, wanted, found: [], unread: [], signal: stop.signal }
    tell({ step: 'listing', folder, files: 0, doneBytes: 0, totalBytes: 0, found: 0, wanted: wanted.size })
    const over = run(of).catch(error => log.error('relink-report-failed', { error })).finally(() => {
      running = undefined
      tell(null)
    })
    running = { stop, over }
  }

  return {
    changes: signal => feed.subscribe(() => ({ work, last }), signal),
    missing: async () => (await assets.missing()).length,
    async find(asked) {
      if (running || isBeginning)
        throw new Fault('relink-under-way', {})
      isBeginning = true
      try {
        await begin(asked)
      }
      finally {
        isBeginning = false
      }
    },
    async stop() {
      running?.stop.abort()
      await running?.over
    },
    isRunning: () => running !== undefined,
  }
}
