/** Reads single files of a ZIP archive, such as a Word document. */
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'

/**
 * The text of a file in an archive, in UTF-8. Null where there is no such file, where the archive is damaged or locked, and where the
 * file has more than `mostBytes`: a small archive may claim to hold endless files, or hold them.
 */
export async function textInZip(archive: Uint8Array, name: string, mostBytes: number): Promise<string | null> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false })
  try {
    const entry = (await reader.getEntries()).find(each => each.filename === name)
    if (!entry || entry.directory)
      return null
    const decoder = new TextDecoder()
    const parts: string[] = []
    let size = 0
    await entry.getData(new WritableStream<Uint8Array>({
      write(piece) {
        size += piece.length
        if (size > mostBytes)
          throw new RangeError('The file is larger than it may be')
        parts.push(decoder.decode(piece, { stream: true }))
      },
    }))
    return parts.join('') + decoder.decode()
  }
  catch {
    return null
  }
  finally {
    await reader.close()
  }
}
