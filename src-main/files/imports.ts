/** Receives files that a person dropped or picked: bytes in, a ticket out. The page never sends a path. */
import type { AsMoving, Take } from '#contract/takes.ts'
import type { ImportTicket, Medium, ProjectId, TakeId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Probe } from '../media/probe/probe-types.ts'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { emptyFileType, Fault } from '#contract/faults.ts'
import { withoutDirections } from '#contract/words.ts'
import { fileExists } from '../base/atomic-file.ts'
import { saysDiskFull } from '../base/disk-full.ts'
import { newId } from '../base/ids.ts'
import { inside } from '../base/inside.ts'
import { sniff } from '../base/magic.ts'
import { readHead } from '../base/read-head.ts'
import { beforeFiling } from '../library/pins.ts'
import { importOf } from '../library/takes.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { OtherMediumError, UnreadableMediaError, withoutPaths } from '../media/unreadable.ts'
import { isDiskTrouble } from '../storage/storage-error.ts'
import { contentOf } from './content-of.ts'
import { settingsOfFile } from './file-settings.ts'

const limitBytes = 16 * 2 ** 30
const ticketLifeMs = 3_600_000

interface Received {
  readonly path: InsidePath
  readonly name: string
  readonly receivedAt: number
  /** The take of a picture as it came, once it is filed: the film that was made of it may wait for a disk that is full. */
  originalId: TakeId | null
}

/** A stored import. */
export interface Adopted { readonly asset: NewAsset, readonly medium: Medium, readonly name: string }
type NewAsset = Awaited<ReturnType<Assets['adopt']>>['asset']

export interface Imports {
  /** Faults: unsupported-file, file-too-large, disk-full. */
  receive: (name: string, bytes: AsyncIterable<Uint8Array>, sizeBytes: number | null) => Promise<ImportTicket>
  /**
   * Files the ticket's file as a take. A picture that moves becomes what `moving` says, a film by default, whose source is a take of the
   * picture as it came. Faults: ticket-expired, unsupported-file, unreadable-file.
   */
  file: (ticket: ImportTicket, projectId: ProjectId | null, moving?: AsMoving) => Promise<Take>
  /**
   * Gives a take its missing file back, when this is that file; else files it as its own take. Returns which of the two it became.
   * Faults: as `file`, and not-found.
   */
  locate: (ticket: ImportTicket, takeId: TakeId, projectId: ProjectId | null) => Promise<Take>
  /**
   * Stores and measures the ticket's file and passes it to `use`. Faults: as `file`, and those of `use`. Throws OtherMediumError,
   * and stores nothing, when the file is not of the medium that is wanted.
   */
  adopt: (ticket: ImportTicket, use: (adopted: Adopted) => Promise<Take>, wanted?: Medium) => Promise<Take>
  /** Passes the ticket's file to `use` as it came, which may move it away. Faults: ticket-expired, and those of `use`. */
  hand: <Made>(ticket: ImportTicket, use: (path: InsidePath, name: string) => Promise<Made>) => Promise<Made>
}

/** What says nothing of itself in its first bytes: a table of colours, and a project of another studio. Who reads it checks all of it. */
const knownByName = /\.(?:cube|takeroom)$/i

export async function openImports(ports: {
  folder: string
  assets: Assets
  takes: Takes
  clock: Clock
  freeBytes: () => Promise<number>
  minFreeBytes: number
}): Promise<Imports> {
  const tickets = new Map<ImportTicket, Received>()
  // Tickets last as long as the studio runs, so leftovers of another run are unused.
  await rm(ports.folder, { recursive: true, force: true })
  await mkdir(ports.folder, { recursive: true })

  async function* counted(bytes: AsyncIterable<Uint8Array>, name: string): AsyncIterable<Uint8Array> {
    let received = 0
    for await (const chunk of bytes) {
      received += chunk.byteLength
      if (received > limitBytes)
        throw new Fault('file-too-large', { name, limitBytes })
      yield chunk
    }
  }

  async function checkSpace(neededBytes: number): Promise<void> {
    const freeBytes = await ports.freeBytes()
    if (freeBytes < neededBytes + ports.minFreeBytes)
      throw new Fault('disk-full', { neededBytes: neededBytes + ports.minFreeBytes, freeBytes })
  }

  /** Null where the file is taken as it is. Where the disk is full, the same ticket is handed in again. */
  async function convert(ticket: ImportTicket, received: Received, moving: AsMoving): Promise<InsidePath | null> {
    const { path, name } = received
    const outPath = inside(ports.folder, `${ticket}.${moving}`)
    try {
      return await ports.assets.convertMoving(path, outPath, moving) ? outPath : null
    }
    catch (error) {
      await rm(outPath, { force: true })
      const isFull = error instanceof FfmpegError && saysDiskFull(error.said)
      if (isFull || !(error instanceof UnreadableMediaError || error instanceof FfmpegError)) {
        tickets.set(ticket, received)
        throw isFull ? new Fault('disk-full', { neededBytes: 0, freeBytes: await ports.freeBytes() }, { cause: error }) : error
      }
      await rm(path, { force: true })
      throw new Fault('unreadable-file', { name, reason: reasonOf(error) }, { cause: error })
    }
  }

  const isExpired = ({ receivedAt }: Received): boolean => ports.clock.awake() - receivedAt > ticketLifeMs

  /** Nobody can hand them in any more. */
  async function removeExpired(): Promise<void> {
    for (const [ticket, received] of tickets) {
      if (isExpired(received) && tickets.delete(ticket))
        await rm(received.path, { force: true })
    }
  }

  /** A ticket is good once. */
  async function handIn(ticket: ImportTicket): Promise<Received> {
    const received = tickets.get(ticket)
    tickets.delete(ticket)
    if (!received)
      throw new Fault('ticket-expired', {})
    if (isExpired(received)) {
      await rm(received.path, { force: true })
      throw new Fault('ticket-expired', {})
    }
    return received
  }

  async function adopt(
    ticket: ImportTicket,
    received: Received,
    use: (adopted: Adopted) => Promise<Take>,
    wanted: Medium | 'media' = 'media',
    { isProven }: { readonly isProven: boolean } = { isProven: true },
  ): Promise<Take> {
    let isStillGood = false
    let stored: NewAsset | null = null
    const { path, name } = received
    try {
      const { asset, probe } = await ports.assets.adopt(path, wanted)
      const { medium } = probe
      stored = asset
      if (medium === 'unknown')
        throw new Fault('unsupported-file', { name, found: asset.mime })
      if (isProven)
        await prove(asset, probe)
      return await use({ asset, medium, name })
    }
    catch (error) {
      isStillGood = isDiskTrouble(error) && (stored === null || await ports.assets.giveBack(stored, path))
      if (stored !== null && !isStillGood)
        await ports.assets.discard(stored)
      if (error instanceof OtherMediumError && wanted === 'media')
        throw new Fault('unsupported-file', { name, found: error.found })
      if (error instanceof UnreadableMediaError && !(error instanceof OtherMediumError))
        throw new Fault('unreadable-file', { name, reason: withoutPaths(error.message) }, { cause: error })
      throw error
    }
    finally {
      // Where the disk was full, the same ticket is handed in again.
      if (isStillGood)
        tickets.set(ticket, received)
      else
        await rm(path, { force: true })
    }
  }

  /** What is refused leaves the library again. */
  function prove(asset: NewAsset, probe: Probe): Promise<void> {
    return beforeFiling(ports.assets, asset, () => ports.assets.prove(asset, probe))
  }

  /** It is found by the words that it says it was made of, and known as the take that left with them. */
  async function fileIn(projectId: ProjectId | null, { asset, medium, name }: Adopted): Promise<Take> {
    const path = ports.assets.pathOf(asset)
    const { settings, contentId } = await beforeFiling(ports.assets, asset, async () => {
      const settings = await settingsOfFile(path, asset.mime)
      return { settings, contentId: settings && await contentOf(path, asset.mime, settings) }
    })
    const take = { ...importOf({ medium, title: name, fileName: name, projectId }), text: settings?.text ?? '' }
    return ports.takes.file(take, { ...asset, contentId })
  }

  async function adoptFilm(made: InsidePath): Promise<{ film: NewAsset, medium: Medium }> {
    const { asset: film, probe } = await ports.assets.adopt(made, 'media')
    await prove(film, probe)
    return { film, medium: probe.medium === 'video' ? 'video' : 'picture' }
  }

  async function originalOf({ originalId }: Received, adopted: Adopted): Promise<Take> {
    const { asset } = adopted
    const filed = await beforeFiling(ports.assets, asset, async () =>
      originalId === null ? undefined : (await ports.takes.find([originalId]))[0])
    if (!filed)
      return fileIn(null, adopted)
    ports.assets.releasePin(asset.id)
    return filed
  }

  /**
   * Files what was made of a picture that moves. The picture as it came is in the library alone: in the project, the film takes its place.
   * It is filed once the film is known to be good, and only once, also where the ticket is handed in again.
   */
  function fileMoving(ticket: ImportTicket, received: Received, made: InsidePath, projectId: ProjectId | null): Promise<Take> {
    return adopt(ticket, received, async (adopted) => {
      const { name } = adopted
      const { film, medium } = await adoptFilm(made).catch((error: unknown) => {
        ports.assets.releasePin(adopted.asset.id)
        throw error
      })
      const original = await beforeFiling(ports.assets, film, () => originalOf(received, adopted))
      received.originalId = original.id
      try {
        return await ports.takes.file(importOf({ medium, title: name, fileName: name, projectId, sourceTakeIds: [original.id] }), film)
      }
      catch (error) {
        await ports.assets.discard(film)
        throw error
      }
    }, 'media', { isProven: false })
  }

  return {
    async receive(rawName, bytes, sizeBytes) {
      const name = safeName(rawName)
      if (sizeBytes !== null && sizeBytes > limitBytes)
        throw new Fault('file-too-large', { name, limitBytes })
      await removeExpired()
      await checkSpace(sizeBytes ?? 0)
      const ticket = newId<ImportTicket>(ports.clock.now())
      const path = inside(ports.folder, ticket)
      try {
        await pipeline(Readable.from(counted(bytes, name)), createWriteStream(path, { flags: 'wx' }))
        const { head } = await readHead(path)
        if (head.byteLength === 0)
          throw new Fault('unsupported-file', { name, found: emptyFileType })
        const found = sniff(head)
        const isKnown = knownByName.test(name)
          || (found ? found.medium !== 'unknown' : await ports.assets.recognises(path).catch(() => false))
        if (!isKnown)
          throw new Fault('unsupported-file', { name, found: found?.mime ?? '' })
      }
      catch (error) {
        await rm(path, { force: true })
        throw error
      }
      tickets.set(ticket, { path, name, receivedAt: ports.clock.awake(), originalId: null })
      return ticket
    },
    async hand(ticket, use) {
      const received = await handIn(ticket)
      try {
        return await use(received.path, received.name)
      }
      catch (error) {
        // Where the disk was full, the same ticket is handed in again.
        if (isDiskTrouble(error) && await fileExists(received.path))
          tickets.set(ticket, received)
        throw error
      }
      finally {
        if (!tickets.has(ticket))
          await rm(received.path, { force: true })
      }
    },
    adopt: async (ticket, use, wanted) => adopt(ticket, await handIn(ticket), use, wanted),
    async file(ticket, projectId, moving = 'film') {
      const received = await handIn(ticket)
      const made = await convert(ticket, received, moving)
      if (made === null)
        return adopt(ticket, received, adopted => fileIn(projectId, adopted))
      try {
        return await fileMoving(ticket, received, made, projectId)
      }
      finally {
        await rm(made, { force: true })
      }
    },
    async locate(ticket, takeId, projectId) {
      const wanted = await ports.takes.get(takeId)
      return adopt(ticket, await handIn(ticket), async (adopted) => {
        const { id } = adopted.asset
        if (id !== wanted.asset.id)
          return fileIn(projectId, adopted)
        await ports.assets.markMissing(id, false).finally(() => ports.assets.releasePin(id))
        await ports.takes.announceAssets([id])
        return ports.takes.get(takeId)
      })
    },
  }
}

/** Reports only that ffmpeg failed: its messages are in the log. */
function reasonOf(error: UnreadableMediaError | FfmpegError): string {
  return error instanceof UnreadableMediaError ? withoutPaths(error.message) : 'damaged: ffmpeg cannot decode it'
}

const longestName = 200

/** For display and search only: files are stored under their hash. */
function safeName(name: string): string {
  const cleaned = withoutDirections(basename(name.replaceAll('\\', '/'))).replaceAll(/\p{Cc}/gu, '').trim()
  return cleaned === '' || cleaned === '.' || cleaned === '..' ? 'file' : shortened(cleaned)
}

/** With its ending, by which some files are known, and without half of a letter. */
function shortened(name: string): string {
  if (name.length <= longestName)
    return name
  const ending = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? ''
  return name.slice(0, longestName - ending.length).replace(/\p{Cs}$/u, '') + ending
}
