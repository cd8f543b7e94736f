/** A backup as somebody left it who had it in their hands: files changed, and the manifest's hashes made good again. */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { extract, pack } from 'tar-stream'
import { makeFolder } from './folder.ts'

export type Files = Map<string, Buffer>
/** As in the headers of an archive. */
interface Entry {
  readonly name: string
  readonly type?: 'file' | 'symlink' | 'link' | 'fifo' | 'character-device' | 'directory'
  readonly linkname?: string
  readonly bytes?: Buffer
}
interface Manifest { files: { name: string, sizeBytes: number, sha256: string }[], [other: string]: unknown }

export interface Change {
  readonly ledger?: (db: DatabaseSync) => void
  readonly library?: (db: DatabaseSync) => void
  /** Before the manifest is made good. */
  readonly files?: (files: Files) => void
  /** After it was made good. */
  readonly manifest?: (manifest: Manifest) => void
  /** Besides its files, before the manifest. */
  readonly entries?: readonly Entry[]
}

export async function readBackup(path: string): Promise<Files> {
  const files: Files = new Map()
  for await (const entry of createReadStream(path).pipe(extract())) {
    const pieces: Buffer[] = []
    for await (const piece of entry)
      pieces.push(Buffer.from(piece as Uint8Array))
    files.set(entry.header.name, Buffer.concat(pieces))
  }
  return files
}

/** Written into this folder. Answers the path of the changed backup. */
export async function changedBackup(original: Files, change: Change, folder: string): Promise<string> {
  const files: Files = new Map(original)
  const manifest = JSON.parse(files.get('manifest.json')!.toString()) as Manifest
  files.delete('manifest.json')
  for (const [name, run] of [['ledger.db', change.ledger], ['library.db', change.library]] as const) {
    if (run)
      files.set(name, await changedDatabase(join(folder, name), files.get(name)!, run))
  }
  change.files?.(files)
  const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
  manifest.files = [...files].map(([name, bytes]) => ({ name, sizeBytes: bytes.length, sha256: hashOf(bytes) }))
  change.manifest?.(manifest)
  const tar = pack()
  for (const [name, bytes] of files)
    tar.entry({ name, mtime: new Date(0) }, bytes)
  for (const { bytes = Buffer.alloc(0), ...header } of change.entries ?? [])
    tar.entry({ ...header, size: bytes.length, mtime: new Date(0) }, bytes)
  tar.entry({ name: 'manifest.json', mtime: new Date(0) }, JSON.stringify(manifest))
  tar.finalize()
  const pieces: Buffer[] = []
  for await (const piece of tar)
    pieces.push(Buffer.from(piece as Uint8Array))
  const changed = join(folder, 'tampered.tar')
  await writeFile(changed, Buffer.concat(pieces))
  return changed
}

async function changedDatabase(path: string, bytes: Buffer, change: (db: DatabaseSync) => void): Promise<Buffer> {
  await writeFile(path, bytes)
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false })
  try {
    change(db)
  }
  finally {
    db.close()
  }
  return readFile(path)
}

/** Runs the statements on the ledger in the backup. Answers the path of the changed backup. */
export async function tamperedBackup(path: string, statements: string): Promise<string> {
  return changedBackup(await readBackup(path), { ledger: db => db.exec(statements) }, await makeFolder())
}
