/** Reads single files of a ZIP archive that somebody else made. */
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'

/** An archive with more is none of ours. */
const mostEntries = 10_000

/**
 * The bytes of the file that `isWanted` by its whole name in the archive. Null where there is none, where the archive is damaged or locked,
 * and where the file has more than `mostBytes`: a small archive may claim to have endless files, or have them.
 */
export async function fileInZip(
  archive: Uint8Array,
  isWanted: (name: string) => boolean,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false })
  try {
    const entries = await reader.getEntries()
    const entry = entries.length > mostEntries ? undefined : entries.find(each => isWanted(each.filename))
    if (!entry || entry.directory)
      return null
    const parts: Uint8Array<ArrayBuffer>[] = []
    let size = 0
    await entry.getData(new WritableStream<Uint8Array<ArrayBuffer>>({
      write(piece) {
        size += piece.length
        if (size > mostBytes)
          throw new RangeError('The file is larger than it may be')
        parts.push(piece)
      },
    }))
    return new Uint8Array(await new Blob(parts).arrayBuffer())
  }
  catch {
    return null
  }
  finally {
    await reader.close()
  }
}
