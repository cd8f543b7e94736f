/**
 * The backup file format: a plain tar archive that ends with a manifest listing every file and its hash. An archive without
 * the manifest, or whose files differ from it, is rejected.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { found } from '#contract/found.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { errnoOf } from '../base/errno.ts'

const format = 'takeroom-backup'
/** 2 may contain delivered films. */
const version = 2
const manifestName = 'manifest.json'
const mostManifestBytes = 512 * 2 ** 20
/** Ten times a library of 100,000 takes, of which each has up to three files. */
const mostFilesOfStudio = 3_000_000

const BackupManifest = z.object({
  format: z.literal(format),
  version: z.int(),
  madeAt: z.int(),
  madeBy: z.string(),
  /** Migrations that the two databases are at. */
  ledgerVersion: z.int(),
  libraryVersion: z.int(),
  takes: z.int(),
  /** Files that the library names but that could not be found. */
  missing: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.int(), sha256: z.string() })),
})
export type BackupManifest = z.infer<typeof BackupManifest>

/** The file is not a complete backup. The message is a sentence for the user. */
export class BadBackupError extends Error {
  override readonly name = 'BadBackupError'
}

/** The only names allowed in a backup: no entry can escape the folder it is restored into, and among deliveries is nothing to run. */
const allowedName = /^(?:ledger\.db|library\.db|assets\/[0-9a-f]{2}\/[0-9a-f]{64}\.[\w.]{1,40}|work\/[0-9a-f-]{36}\/[\w-][\w.-]{0,120}|deliveries\/[0-9a-f-]{36}(?:\.[\w-]{1,20})?\.(?:mp4|mov|webm|mkv|gif|webp|png|jpg|wav|flac|mp3|m4a|opus|m4b|srt|vtt|ass|txt|json))$/

export function mayBeBackedUp(name: string): boolean {
  return allowedName.test(name)
}

export interface BackupSource { readonly name: string, readonly path: string }

/**
 * Writes the archive to `path` (a temporary name) and flushes it to disk. A source that has disappeared by the time it is
 * read is listed as missing.
 */
export async function writeArchive(
  path: string,
  sources: Iterable<BackupSource>,
  about: Omit<BackupManifest, 'format' | 'version' | 'files'>,
  options: { signal: AbortSignal, onBytes: (bytes: number) => void },
): Promise<BackupManifest> {
  const tar = pack()
  const written = pipeline(tar, createWriteStream(path, { flags: 'wx', flush: true }), { signal: options.signal })
  // It may reject while a source is still being read. It is awaited below; until then the rejection must not count as unhandled.
  written.catch(() => {})
  const files: BackupManifest['files'] = []
  const missing = [...about.missing]
  try {
    for (const source of sources) {
      options.signal.throwIfAborted()
      const file = await addFile(tar, source, options.onBytes)
      if (file)
        files.push(file)
      else
        missing.push(source.name)
    }
    const manifest: BackupManifest = { ...about, format, version, missing, files }
    tar.entry({ name: manifestName, mtime: new Date(about.madeAt) }, JSON.stringify(manifest))
    tar.finalize()
    await written
    return manifest
  }
  catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    // Rejects with the first cause (the stop or a disk error); the caught error may only be a consequence.
    await written
    throw error
  }
}

type Pack = ReturnType<typeof pack>

async function addFile(
  tar: Pack,
  { name, path }: BackupSource,
  onBytes: (bytes: number) => void,
): Promise<BackupManifest['files'][number] | null> {
  // An open handle keeps the content readable even if the file is deleted in the meantime.
  const file = await open(path, 'r').catch(() => null)
  if (!file)
    return null
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256')
    const entry = tar.entry({ name, size, mtime: new Date(0) })
    if (size > 0)
      await pipeline(file.createReadStream({ autoClose: false, start: 0, end: size - 1 }), counted(hash, onBytes), entry)
    else
      entry.end(Buffer.alloc(0))
    return { name, sizeBytes: size, sha256: hash.digest('hex') }
  }
  finally {
    await file.close()
  }
}

function counted(hash: ReturnType<typeof createHash>, onBytes: (bytes: number) => void) {
  return async function* (pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of pieces) {
      hash.update(piece)
      onBytes(piece.byteLength)
      yield piece
    }
  }
}

/**
 * Reads a whole archive, passes every file to `keep`, and compares what it read with the manifest at the end. Trust what
 * `keep` received only after this has resolved.
 * @throws BadBackupError
 */
export async function readArchive(
  path: string,
  keep: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  options: { signal: AbortSignal, onBytes: (bytes: number) => void, mostFiles?: number },
): Promise<BackupManifest> {
  const { mostFiles = mostFilesOfStudio } = options
  const inArchive = new Map<string, { sizeBytes: number, sha256: string }>()
  let manifest: BackupManifest | undefined
  const entries = extract()
  const reading = pipeline(createReadStream(path), entries, { signal: options.signal })
  // Awaited below; until then a failure surfaces in the loop.
  reading.catch(() => {})
  try {
    for await (const entry of entries) {
      const { name, type } = entry.header
      // No encoding is set, so the chunks are bytes.
      const bytes = entry as unknown as AsyncIterable<Uint8Array>
      if (manifest
        || (type !== 'file' && type !== 'contiguous-file')
        || (name !== manifestName && (!mayBeBackedUp(name) || inArchive.has(name)))) {
        throw new BadBackupError(found('not-a-backup', name.slice(0, 100)))
      }
      if (inArchive.size >= mostFiles && name !== manifestName)
        throw new BadBackupError(found('backup-too-many-files', mostFiles))
      if (name === manifestName)
        manifest = readManifest(await textOf(bytes))
      else
        inArchive.set(name, await readFile(bytes, pieces => keep(name, pieces), options.onBytes))
    }
    await reading
  }
  catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof BadBackupError || isDiskError(error))
      throw error
    throw new BadBackupError(found('backup-cut'), { cause: error })
  }
  if (!manifest)
    throw new BadBackupError(found('backup-incomplete'))
  compare(manifest, inArchive)
  return manifest
}

async function readFile(
  entry: AsyncIterable<Uint8Array>,
  keep: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  onBytes: (bytes: number) => void,
): Promise<{ sizeBytes: number, sha256: string }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  await keep(counted(hash, (bytes) => {
    sizeBytes += bytes
    onBytes(bytes)
  })(entry))
  return { sizeBytes, sha256: hash.digest('hex') }
}

async function textOf(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of entry) {
    length += piece.byteLength
    if (length > mostManifestBytes)
      throw new BadBackupError(found('backup-list-too-long'))
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readManifest(text: string): BackupManifest {
  const parsed = BackupManifest.safeParse(parsedJson(text))
  if (!parsed.success)
    throw new BadBackupError(found('backup-list-unreadable'))
  if (parsed.data.version > version)
    throw new BadBackupError(found('backup-newer'))
  return parsed.data
}

function compare(manifest: BackupManifest, inArchive: ReadonlyMap<string, { sizeBytes: number, sha256: string }>): void {
  const named = new Set(manifest.files.map(file => file.name))
  for (const file of manifest.files) {
    const read = inArchive.get(file.name)
    if (!read)
      throw new BadBackupError(found('backup-file-missing', file.name))
    if (read.sizeBytes !== file.sizeBytes || read.sha256 !== file.sha256)
      throw new BadBackupError(found('backup-file-damaged', file.name))
  }
  if (inArchive.size !== named.size || !named.has('ledger.db') || !named.has('library.db'))
    throw new BadBackupError(found('backup-other-content'))
}

/** A full or failing disk during a restore says nothing about the archive. */
function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOENT'].includes(errnoOf(error))
}
