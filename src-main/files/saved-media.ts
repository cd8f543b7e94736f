/** The download of files that are saved out of the studio: one file as it is, several as one archive of known length. */
import type { FileToSave, SavedFiles } from './file-to-save.ts'
import type { ZipEntry } from './zip.ts'
import { Buffer } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { tarLength, tarOf } from './tar.ts'
import { zipLength, zipOf } from './zip.ts'

export function entriesOf(files: readonly FileToSave[]): ZipEntry[] {
  return files.map(file => ({ name: file.name, sizeBytes: file.sizeBytes, at: file.at, sha256: file.sha256, read: () => readFrom(file) }))
}

const highWaterMark = 256 * 1024

export async function* readFrom({ content }: Pick<FileToSave, 'content'>): AsyncGenerator<Uint8Array, void, void> {
  if ('text' in content)
    return yield Buffer.from(content.text)
  if (content.pieces === undefined)
    return yield* createReadStream(content.path, { highWaterMark })
  for (const piece of content.pieces) {
    if ('bytes' in piece)
      yield piece.bytes
    else if (piece.to > piece.from)
      yield* createReadStream(content.path, { start: piece.from, end: piece.to - 1, highWaterMark })
  }
}

/** Of the one file, or the archive, in bytes. */
export function lengthOf({ files, isBundle }: SavedFiles): number {
  const [first] = files
  if (isBundle)
    return tarLength(files)
  return files.length === 1 && first ? first.sizeBytes : zipLength(entriesOf(files))
}

/** Of the download. */
export function mimeOfSaved({ files, isBundle }: SavedFiles): string {
  const [first] = files
  if (isBundle)
    return 'application/octet-stream'
  return files.length === 1 && first ? first.mime : 'application/zip'
}

/** A length that is known tells the browser that a download was cut off. */
export function downloadOf(saved: SavedFiles): {
  headers: Record<string, string>
  read: () => AsyncGenerator<Uint8Array, void, void>
} {
  const { name, files, isBundle = false } = saved
  const [first] = files
  const isOne = !isBundle && files.length === 1 && first !== undefined
  const entries = entriesOf(files)
  return {
    headers: {
      'Content-Type': mimeOfSaved(saved),
      'Content-Length': String(lengthOf(saved)),
      'Content-Disposition': attachment(name),
      'Cache-Control': 'no-store',
    },
    read: () => isOne ? readFrom(first) : isBundle ? tarOf(entries) : zipOf(entries),
  }
}

/** RFC 6266: plain letters for what is older than the second form, which has the name as it is. */
export function attachment(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
