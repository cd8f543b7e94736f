/** Font files as every libass reads them whole. */

const recordBytes = 16
const cmapRecordBytes = 8

/**
 * A TrueType font whose table of the first 65,536 characters is replaced by that of all of them: libass 0.17.1 and older reads the former
 * only, and draws emoji and rare Chinese characters as boxes. The bytes as they are where the font has one table, or is not TrueType.
 */
export function withAllCharacters(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const patched = file.slice()
  const view = new DataView(patched.buffer)
  try {
    const cmap = tableAt(view, 'cmap')
    const encodings = Array.from({ length: view.getUint16(cmap + 2) }, (_, index) => cmap + 4 + index * cmapRecordBytes)
    const [some, all] = [1, 10].map(encoding => encodings.find(at => view.getUint16(at) === 3 && view.getUint16(at + 2) === encoding))
    if (some !== undefined && all !== undefined)
      view.setUint32(some + 4, view.getUint32(all + 4))
    return patched
  }
  catch (error) {
    if (error instanceof RangeError)
      return file
    throw error
  }
}

function tableAt(view: DataView, tag: string): number {
  for (let at = 12; at < 12 + view.getUint16(4) * recordBytes; at += recordBytes) {
    if (String.fromCharCode(...[0, 1, 2, 3].map(index => view.getUint8(at + index))) === tag)
      return view.getUint32(at + 8)
  }
  throw new RangeError(`No table ${tag}`)
}
