/** Reads a bundle from a file: its manifest first, then what that lists and nothing else, each compared with its size and hash. */
import type { AssetId } from '#contract/words.ts'
import type { InsidePath } from '../base/inside.ts'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { isFault } from '#contract/faults.ts'
import { AssetId as AssetIdShape } from '#contract/words.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { plainJson } from '../backup/plain-json.ts'
import { inside } from '../base/inside.ts'
import { newestVersion } from '../storage/migrate.ts'
import { libraryMigrations } from '../storage/migrations/library/index.ts'
import { isDiskTrouble } from '../storage/storage-error.ts'
import { badBundle, bundleFormat, BundleManifest, bundleVersion, documentName, manifestName, mediaName, most } from './bundle-format.ts'

export interface ReadBundle {
  /** Not checked yet: what `documentIn` reads. */
  readonly text: string
  /** Where the files are that were wanted. */
  readonly paths: ReadonlyMap<AssetId, InsidePath>
}

export interface ReadOptions {
  /** For files that were wanted; it is made, and the caller removes it. */
  readonly folder: string
  /** Which of these files are to be kept, as some may be in the library. Throws where there is no room for them. */
  readonly choose: (listed: BundleManifest['files']) => Promise<ReadonlySet<AssetId>>
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

type Listed = BundleManifest['files'][number]

/** @throws Fault bad-bundle, those of `choose` */
export async function readBundle(path: string, options: ReadOptions): Promise<ReadBundle> {
  const { folder, signal } = options
  await mkdir(folder, { recursive: true })
  const entries = extract()
  const reading = pipeline(createReadStream(path), entries, { signal })
  // Awaited below; until then a failure is thrown by the loop.
  reading.catch(() => {})
  const paths = new Map<AssetId, InsidePath>()
  const read = new Set<string>()
  let listed: ReadonlyMap<string, Listed> | null = null
  let wanted: ReadonlySet<AssetId> = new Set()
  let text: string | null = null
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header
      // No encoding is set, so the chunks are bytes.
      const bytes = entry as unknown as AsyncIterable<Uint8Array>
      if (type !== 'file' && type !== 'contiguous-file')
        throw badBundle(listed ? 'damaged' : 'not-a-bundle', name)
      if (!listed) {
        if (name !== manifestName || size > most.manifestBytes)
          throw badBundle('not-a-bundle', name)
        const manifest = manifestIn(await allOf(bytes))
        listed = new Map(manifest.files.map(file => [file.name, file]))
        wanted = await options.choose(manifest.files)
        continue
      }
      const file = listed.get(name)
      if (!file || read.has(name) || size !== file.sizeBytes)
        throw badBundle('damaged', name)
      read.add(name)
      const id = AssetIdShape.safeParse(name.slice(mediaName('' as AssetId).length)).data
      const place = id !== undefined && wanted.has(id) ? inside(folder, id) : null
      if (name === documentName)
        text = await compared(file, bytes, options, allOf)
      else
        await compared(file, bytes, options, place === null ? passed : pieces => written(place, pieces))
      if (id !== undefined && place !== null)
        paths.set(id, place)
    }
    await reading
  }
  catch (error) {
    signal.throwIfAborted()
    if (isFault(error) || isDiskTrouble(error))
      throw error
    throw badBundle(listed ? 'cut' : 'not-a-bundle', '', error)
  }
  if (!listed)
    throw badBundle('not-a-bundle')
  if (text === null || read.size < listed.size)
    throw badBundle('cut')
  return { text, paths }
}

function manifestIn(text: string): BundleManifest {
  const plain = plainJson(text)
  const head = z.object({ format: z.literal(bundleFormat), version: z.int().min(1), libraryVersion: z.int().min(1) })
    .safeParse(plain === null ? null : parsedJson(plain))
    .data
  if (!head || plain === null)
    throw badBundle('not-a-bundle')
  if (head.version > bundleVersion || head.libraryVersion > newestVersion(libraryMigrations))
    throw badBundle('newer')
  const manifest = BundleManifest.safeParse(parsedJson(plain)).data
  const names = new Set(manifest?.files.map(file => file.name))
  const isWhole = manifest?.files.every(({ name, sizeBytes, sha256 }) =>
    name === documentName ? sizeBytes <= most.documentBytes : name === mediaName(sha256)) === true
  if (!manifest || !isWhole || names.size !== manifest.files.length || !names.has(documentName))
    throw badBundle('unreadable', manifestName)
  return manifest
}

/** Passes the bytes on, and compares them at the end. */
async function compared<Read>(
  { name, sha256 }: Listed,
  bytes: AsyncIterable<Uint8Array>,
  { onBytes }: Pick<ReadOptions, 'onBytes'>,
  use: (bytes: AsyncIterable<Uint8Array>) => Promise<Read>,
): Promise<Read> {
  const hash = createHash('sha256')
  async function* counted(): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of bytes) {
      hash.update(piece)
      onBytes(piece.byteLength)
      yield piece
    }
  }
  const used = await use(counted())
  if (hash.digest('hex') !== sha256)
    throw badBundle('damaged', name)
  return used
}

/** As text. Its length was compared before. */
async function allOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes)
    pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

async function passed(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(bytes, new Writable({ write: (_piece, _encoding, done) => done() }))
}

async function written(place: InsidePath, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(bytes, createWriteStream(place, { flags: 'wx' }))
}
