/** Reads single files of a ZIP archive that somebody else made, such as a Word document, a book or a voice. */
import type { FileEntry } from '@zip.js/zip.js'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'

/** A book has a few hundred files. */
const mostFiles = 20_000

/** Why nothing is read. */
type ZipFault = 'damaged' | 'too-large' | 'protected'

export class ZipError extends Error {
  readonly fault: ZipFault

  constructor(fault: ZipFault) {
    super(`The archive is ${fault}`)
    this.fault = fault
  }
}

export interface OpenZip {
  readonly names: () => Iterable<string>
  readonly has: (name: string) => boolean
  /** Null where there is no such file. @throws ZipError */
  readonly bytesOf: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** In UTF-8, or in UTF-16 with its mark. Null where there is no such file. @throws ZipError */
  readonly textOf: (name: string) => Promise<string | null>
}

/**
 * Gives `use` the files of an archive, which may have `mostBytes` together as they are unpacked: a small archive may claim to have
 * endless files, or have them. @throws ZipError
 */
export async function withZip<Result>(archive: Uint8Array, mostBytes: number, use: (zip: OpenZip) => Promise<Result>): Promise<Result> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false })
  try {
    const files = await filesOf(reader)
    let rest = mostBytes
    const bytesOf: OpenZip['bytesOf'] = async (name) => {
      const file = files.get(name)
      if (!file)
        return null
      const bytes = await unpack(file, rest)
      rest -= bytes.length
      return bytes
    }
    return await use({
      names: () => files.keys(),
      has: name => files.has(name),
      bytesOf,
      async textOf(name) {
        const bytes = await bytesOf(name)
        return bytes && new TextDecoder(encodingOf(bytes)).decode(bytes)
      },
    })
  }
  finally {
    await reader.close()
  }
}

async function filesOf(reader: ZipReader<unknown>): Promise<ReadonlyMap<string, FileEntry>> {
  const files = new Map<string, FileEntry>()
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (files.size >= mostFiles)
        throw new ZipError('too-large')
      if (!entry.directory)
        files.set(entry.filename, entry)
    }
  }
  catch (error) {
    throw error instanceof ZipError ? error : new ZipError('damaged')
  }
  return files
}

async function unpack(file: FileEntry, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (file.encrypted)
    throw new ZipError('protected')
  const parts: Uint8Array[] = []
  let size = 0
  try {
    await file.getData(new WritableStream<Uint8Array>({
      write(piece) {
        size += piece.length
        if (size > mostBytes)
          throw new ZipError('too-large')
        parts.push(piece)
      },
    }))
  }
  catch {
    throw new ZipError(size > mostBytes ? 'too-large' : 'damaged')
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xFF && second === 0xFE)
    return 'utf-16le'
  return first === 0xFE && second === 0xFF ? 'utf-16be' : 'utf-8'
}
