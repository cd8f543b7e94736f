/** Assets: the files behind takes, each stored once under the hash of its content, with waveform peaks and a poster. */
import type { AsMoving, Asset } from '#contract/takes.ts'
import type { AssetId, Medium } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Probe } from '../media/probe/probe-types.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { AssetVariant } from './asset-names.ts'
import type { NewAsset } from './asset-rows.ts'
import type { DerivedPaths } from './derived-files.ts'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileExists, flushFolder, keepFile, makeFolder, placeFile, writeFileAtomic } from '../base/atomic-file.ts'
import { sha256, sha256File } from '../base/hash.ts'
import { inside } from '../base/inside.ts'
import { sniff } from '../base/magic.ts'
import { readHead } from '../base/read-head.ts'
import { inBackground } from '../media/ffmpeg/ffmpeg.ts'
import { filmOfPictures, movementIn, stillOfWebp } from '../media/moving/film-of-pictures.ts'
import { proveDecoding } from '../media/probe/probe-by-ffmpeg.ts'
import { probe as probeFile } from '../media/probe/probe.ts'
import { OtherMediumError, UnreadableMediaError } from '../media/unreadable.ts'
import { sql } from '../storage/sql.ts'
import { assetVariants, endingOf, idInName, placeInLibrary } from './asset-names.ts'
import { assetOf, assetsTable, deleteAssets, factsVersion, insertAsset, noteMeasured } from './asset-rows.ts'
import { writeDerivedFiles } from './derived-files.ts'
import { measureAsset, unmeasured } from './measure-asset.ts'
import { createPins } from './pins.ts'

export interface AdoptedFile { readonly asset: Asset, readonly medium: Exclude<Medium, 'text'> | null, readonly probe: Probe }

export interface Assets {
  /**
   * Moves a finished file into the library and measures it. Repeating it for the same bytes is harmless.
   * `insert` writes the row, in the transaction that files the take.
   * With `wanted`, a file of another medium stays where it is, since nothing would ever refer to it in the library.
   * @throws UnreadableMediaError when the file is damaged; OtherMediumError when it is not what is wanted
   */
  adopt: (partPath: string, wanted?: Medium | 'media') => Promise<AdoptedFile>
  /**
   * For a file that a person brings, which costs nothing to refuse: whether ffmpeg decodes the picture and the sound of it that will be
   * used. Without ffmpeg nothing is refused here. @throws UnreadableMediaError
   */
  prove: (asset: Asset, probe: Probe) => Promise<void>
  /**
   * Writes what becomes of a picture that moves: a film, or a still where ffmpeg cannot read the first frame by itself. False where the
   * file is taken as it is, and nothing was written. @throws UnreadableMediaError, FfmpegError
   */
  convertMoving: (path: InsidePath, outPath: InsidePath, as: AsMoving) => Promise<boolean>
  /** Whether a file is sound or picture; for bytes that `sniff` does not know. @throws UnreadableMediaError when it is damaged */
  recognises: (path: InsidePath) => Promise<boolean>
  /**
   * Moves a file into the library as it is, whatever it is, without measuring it. What a browser might run gets a type that it saves.
   */
  adoptAsItIs: (partPath: string) => Promise<Asset>
  /** Stores a text document in the library, as `adopt` does with a file. */
  adoptText: (text: string, as: Pick<Asset, 'mime' | 'extension'>) => Promise<Asset>
  insert: (tx: Transaction, asset: NewAsset) => Promise<void>
  /** Deletes rows. `discard` removes the files, once that is durable. */
  remove: (tx: Transaction, assetIds: readonly AssetId[]) => Promise<void>
  /** Pins an asset whose file is here, as `adopt` does, so that nobody removes it. False, and no pin, where it is not. */
  pinHere: (asset: Pick<Asset, 'id' | 'extension'>) => Promise<boolean>
  /** The take of an adopted file is filed, or will not be. Until this call its bytes are never removed. What fails to adopt has no pin. */
  releasePin: (assetId: AssetId) => void
  get: (assetId: AssetId) => Promise<Asset | undefined>
  /** Absolute path of the file, or of what was derived from it. */
  pathOf: (asset: Pick<Asset, 'id' | 'extension'>, variant?: AssetVariant) => InsidePath
  /** Where the original with this path is now; null for any other file. The studio may have moved, so it is found by its file name. */
  pathNow: (path: string) => InsidePath | null
  /** The asset whose original has this path; null for any other file. */
  idOf: (path: string) => AssetId | null
  /** Whether its file is in its place, with its size. */
  isHere: (asset: Pick<Asset, 'id' | 'extension' | 'sizeBytes'>) => Promise<boolean>
  /** Bytes on disk, including derived files; 0 when the file is gone. */
  weigh: (asset: Pick<Asset, 'id' | 'extension'>) => Promise<number>
  /** Removes the files of an asset, unless a row refers to it again or a caller is about to file it. */
  discard: (asset: Pick<Asset, 'id' | 'extension'>) => Promise<void>
  /**
   * The take of an adopted file could not be filed: the file is at `path` again, and not in the library unless something else needs it.
   * Call it without a pin. False where the disk cannot do that.
   */
  giveBack: (asset: Pick<Asset, 'id' | 'extension'>, path: string) => Promise<boolean>
  /** Called after the files of an asset were removed for good. */
  onDiscard: (listener: (assetId: AssetId) => Promise<void>) => void
  /** Marks an asset whose file is missing, or back. */
  markMissing: (assetId: AssetId, isMissing: boolean) => Promise<void>
  /** Those that are marked, the oldest first. */
  missing: () => Promise<Asset[]>
  /**
   * Takes the file of an asset back from `partPath`, which is moved or removed. False, and nothing is kept, when that is not its
   * content or the asset was deleted meanwhile.
   */
  putBack: (asset: Pick<Asset, 'id' | 'extension' | 'sizeBytes'>, partPath: InsidePath) => Promise<boolean>
  /** Media whose files are there, without the peaks or the poster that they could have; the newest first. */
  withoutDerivedFiles: () => Promise<Asset[]>
  /** Makes what is next to the file of an asset, and says whether it has more now. @throws UnreadableMediaError, `signal.reason` */
  backfillDerivedFiles: (asset: Asset, signal: AbortSignal) => Promise<boolean>
  /** Those that an earlier version measured, whose files are there; the newest first. */
  old: () => Promise<AssetId[]>
  /**
   * Measures the file of an asset and makes its poster as a new one's, and says whether anything is otherwise now. What cannot be made
   * stays as it was. @throws `signal.reason`
   */
  measureAgain: (asset: Asset, signal: AbortSignal) => Promise<boolean>
  all: () => Promise<Asset[]>
  /** Of all of them. */
  ids: () => Promise<Set<AssetId>>
  readonly folder: string
}

const idsTable = assetsTable.part('id')

export function createAssets(options: {
  db: Database
  folder: string
  ffmpeg: () => Promise<Ffmpeg | null>
  clock: Clock
  log: Log
}): Assets {
  const { db, folder, clock, log } = options
  const pins = createPins()
  const discardListeners = new Set<(assetId: AssetId) => Promise<void>>()
  let lastTurn: Promise<unknown> = Promise.resolve()

  /** Adding and removing an asset's files never overlap: the same bytes may arrive while they are being deleted. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work)
    // The caller gets the error; the next task runs in any case.
    lastTurn = turn.catch(() => {})
    return turn
  }

  function pathOf(asset: Pick<Asset, 'id' | 'extension'>, variant: AssetVariant = 'original'): InsidePath {
    return inside(folder, asset.id.slice(0, 2), `${asset.id}${endingOf(asset.extension, variant)}`)
  }

  function derivedPathsOf(asset: Pick<Asset, 'id' | 'extension'>): DerivedPaths {
    return { original: pathOf(asset), peaks: pathOf(asset, 'peaks'), poster: pathOf(asset, 'poster') }
  }

  /** Whether the same bytes are already stored. Content is compared when `check` found the file damaged, else only the size. */
  async function isWhole(path: string, { id, sizeBytes }: Pick<Asset, 'id' | 'sizeBytes'>): Promise<boolean> {
    if ((await stat(path).catch(() => null))?.size !== sizeBytes)
      return false
    // A studio that was killed may have moved it here and not flushed that.
    await flushFolder(dirname(path))
    const row = await db.get<{ is_missing: number }>(sql`SELECT is_missing FROM assets WHERE id = ${id}`)
    return row?.is_missing !== 1 || await sha256File(path) === id
  }

  /** Pins the asset, and writes its file where the library does not have it whole; `known` is called where it does. A failure pins nothing. */
  async function keep(
    asset: Pick<Asset, 'id' | 'extension' | 'sizeBytes'>,
    { write, known = async () => {} }: { readonly write: (path: InsidePath) => Promise<void>, readonly known?: () => Promise<void> },
  ): Promise<void> {
    const path = pathOf(asset)
    await makeFolder(dirname(path))
    await inTurn(() => pins.during(asset.id, async () => await isWhole(path, asset) ? known() : write(path)))
  }

  async function moveIn(partPath: string, extension: string): Promise<Pick<Asset, 'id' | 'extension' | 'sizeBytes'>> {
    const { size: sizeBytes } = await stat(partPath)
    const id = await sha256File(partPath) as AssetId // 64 lower-case hexadecimal digits by construction
    await keep({ id, extension, sizeBytes }, {
      write: path => placeFile(partPath, path),
      known: () => rm(partPath, { force: true }),
    })
    return { id, extension, sizeBytes }
  }

  async function adopt(partPath: string, wanted?: Medium | 'media'): Promise<AdoptedFile> {
    const ffmpeg = await options.ffmpeg()
    const probe = await probeFile(partPath, { ffmpeg })
    if (wanted !== undefined && (wanted === 'media' ? probe.medium === 'unknown' : probe.medium !== wanted))
      throw new OtherMediumError(wanted, probe.mime)
    const moved = await moveIn(partPath, probe.extension)
    try {
      const measured = await measureAsset(derivedPathsOf(moved), { probe, ffmpeg, log })
      return { probe, medium: probe.medium === 'unknown' ? null : probe.medium, asset: { ...measured, ...moved, mime: probe.mime } }
    }
    catch (error) {
      pins.release(moved.id)
      await giveBack(moved, partPath)
      throw error
    }
  }

  function giveBack(asset: Pick<Asset, 'id' | 'extension'>, path: string): Promise<boolean> {
    return inTurn(async () => {
      try {
        // A second name needs no room.
        await keepFile(pathOf(asset), path)
      }
      catch (error) {
        log.warn('file-return-failed', { assetId: asset.id, error })
        return false
      }
      await discard(asset)
      return true
    })
  }

  /**
   * Notes what was made next to a file; where the file was deleted meanwhile, that goes too. In turn: the same bytes may just come again.
   * The original is never touched here: a library that was just found damaged may not know it for a while.
   */
  function noteBeside({ original, peaks, poster }: DerivedPaths, note: () => Promise<boolean>): Promise<boolean> {
    return inTurn(async () => {
      if (await fileExists(original))
        return note()
      await Promise.all([peaks, poster].map(path => rm(path, { force: true })))
      return false
    })
  }

  async function measureAgain(asset: Asset, signal: AbortSignal): Promise<boolean> {
    const ffmpeg = await options.ffmpeg()
    const paths = derivedPathsOf(asset)
    if (!ffmpeg || !await fileExists(paths.original))
      return false
    try {
      const probe = await probeFile(paths.original, { ffmpeg })
      // One that would get another name by now is left as it was filed.
      const isSame = probe.extension === asset.extension
      const { sounds: _before, ...rest } = asset
      const now = isSame
        ? { ...rest, ...await measureAsset(paths, { probe, ffmpeg: inBackground(ffmpeg), log, signal, remakes: true }) }
        : asset
      return await noteBeside(paths, async () => {
        await noteMeasured(db, now)
        return isSame
      })
    }
    catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof UnreadableMediaError))
        throw error
      // Nor will it be readable the next time.
      await noteMeasured(db, asset)
      return false
    }
  }

  async function prove({ id, extension, hasPeaks, hasPoster, durationSeconds }: Asset, probe: Probe): Promise<void> {
    if (probe.medium === 'audio' && durationSeconds === 0)
      throw new UnreadableMediaError('no-samples', 'the sound has no samples')
    const ffmpeg = await options.ffmpeg()
    // What was made of all of a sound, or of a picture, proves that this ffmpeg decodes it.
    const used = {
      picture: !hasPoster && (probe.medium === 'picture' || probe.medium === 'video'),
      sound: hasPeaks || probe.audioCodec === null ? null : probe.sound,
    }
    if (ffmpeg && (used.picture || used.sound !== null))
      await proveDecoding(pathOf({ id, extension }), used, ffmpeg)
  }

  async function adoptAsItIs(partPath: string): Promise<Asset> {
    const found = sniff((await readHead(partPath)).head)
    const isPlain = found !== null && (found.medium !== 'unknown' || ['json', 'txt', 'vtt'].includes(found.extension))
    const { mime, extension } = found && isPlain ? found : { mime: 'application/octet-stream', extension: 'bin' }
    return { ...await moveIn(partPath, extension), mime, ...unmeasured }
  }

  async function adoptText(text: string, { mime, extension }: Pick<Asset, 'mime' | 'extension'>): Promise<Asset> {
    const bytes = Buffer.from(text)
    const kept = { id: sha256(bytes) as AssetId, extension, sizeBytes: bytes.length } // 64 hexadecimal digits by construction
    await keep(kept, { write: path => writeFileAtomic(path, bytes) })
    return { ...kept, mime, ...unmeasured }
  }

  async function discard(asset: Pick<Asset, 'id' | 'extension'>): Promise<void> {
    if (pins.has(asset.id) || await db.get(sql`SELECT id FROM assets WHERE id = ${asset.id}`))
      return
    for (const variant of assetVariants)
      await rm(pathOf(asset, variant), { force: true })
    for (const listener of discardListeners)
      await listener(asset.id)
  }

  return {
    adopt,
    prove,
    async convertMoving(path, outPath, as) {
      const [ffmpeg, movement] = [await options.ffmpeg(), await movementIn(path)]
      const isWebp = movement !== null && sniff((await readHead(path)).head)?.extension === 'webp'
      if (!ffmpeg || !movement || (as === 'still' && !isWebp))
        return false
      await (as === 'film' ? filmOfPictures(path, outPath, movement, { ffmpeg }) : stillOfWebp(path, outPath, { ffmpeg }))
      return true
    },
    async recognises(path) {
      const { medium } = await probeFile(path, { ffmpeg: await options.ffmpeg() })
      return medium !== 'unknown'
    },
    adoptAsItIs,
    adoptText,
    pathOf,
    pathNow(path) {
      const place = placeInLibrary(path)
      return place === null ? null : inside(folder, place)
    },
    idOf: idInName,
    folder,
    insert: (tx, asset) => insertAsset(tx, asset, clock.now()),
    remove: deleteAssets,
    async get(assetId) {
      const row = await db.get(sql`SELECT ${assetsTable.columns} FROM assets WHERE id = ${assetId}`)
      return row && assetOf(assetsTable.parse(row))
    },
    isHere: async asset => (await stat(pathOf(asset)).catch(() => null))?.size === asset.sizeBytes,
    async weigh(asset) {
      const sizes = await Promise.all(assetVariants.map(variant => stat(pathOf(asset, variant)).then(file => file.size, () => 0)))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    pinHere: asset => inTurn(async () => {
      if (!await fileExists(pathOf(asset)))
        return false
      await pins.during(asset.id, async () => {})
      return true
    }),
    releasePin: pins.release,
    discard: asset => inTurn(() => discard(asset)),
    giveBack,
    onDiscard: listener => void discardListeners.add(listener),
    async markMissing(assetId, isMissing) {
      await db.run(sql`UPDATE assets SET is_missing = ${isMissing ? 1 : 0} WHERE id = ${assetId}`)
    },
    async missing() {
      const rows = await db.all(sql`SELECT ${assetsTable.columns} FROM assets WHERE is_missing = 1 ORDER BY created_at, id`)
      return assetsTable.read(rows).map(assetOf)
    },
    async putBack(asset, partPath) {
      if (await sha256File(partPath) !== asset.id)
        return false
      await keep(asset, { write: path => placeFile(partPath, path), known: () => rm(partPath, { force: true }) })
      try {
        const { changes } = await db.run(sql`UPDATE assets SET is_missing = 0 WHERE id = ${asset.id}`)
        return changes > 0
      }
      finally {
        pins.release(asset.id)
        // Where its row was deleted meanwhile, nothing would ever refer to the file.
        await inTurn(() => discard(asset))
      }
    },
    async withoutDerivedFiles() {
      const rows = await db.all(sql`
        SELECT ${assetsTable.columns} FROM assets
        WHERE is_missing = 0 AND ((mime LIKE 'image/%' OR mime LIKE 'video/%') AND has_poster = 0
          OR (mime LIKE 'audio/%' OR mime LIKE 'video/%') AND channels IS NOT NULL AND has_peaks = 0)
        ORDER BY created_at DESC`)
      return assetsTable.read(rows).map(assetOf)
    },
    async backfillDerivedFiles(asset, signal) {
      const ffmpeg = await options.ffmpeg()
      const paths = derivedPathsOf(asset)
      const probe = await probeFile(paths.original, { ffmpeg })
      const { hasPeaks, hasPoster } = await writeDerivedFiles(paths, { probe, ffmpeg: ffmpeg && inBackground(ffmpeg), log, signal })
      return noteBeside(paths, async () => {
        if (hasPeaks === asset.hasPeaks && hasPoster === asset.hasPoster)
          return false
        await db.run(sql`UPDATE assets SET has_peaks = ${hasPeaks ? 1 : 0}, has_poster = ${hasPoster ? 1 : 0} WHERE id = ${asset.id}`)
        return true
      })
    },
    async old() {
      const rows = await db.all(sql`
        SELECT ${idsTable.columns} FROM assets WHERE facts_version < ${factsVersion} AND is_missing = 0
          AND (mime LIKE 'image/%' OR mime LIKE 'video/%' OR mime LIKE 'audio/%') ORDER BY created_at DESC`)
      return idsTable.read(rows).map(row => row.id)
    },
    measureAgain,
    async ids() {
      return new Set(idsTable.read(await db.all(sql`SELECT ${idsTable.columns} FROM assets ORDER BY id`)).map(row => row.id))
    },
    async all() {
      return assetsTable.read(await db.all(sql`SELECT ${assetsTable.columns} FROM assets ORDER BY id`)).map(assetOf)
    },
  }
}
