/** Reads the orientation that cameras write next to a picture, from EXIF and from TIFF, whose directory it shares. */

/** Where EXIF begins after these bytes, in JPEG always, elsewhere sometimes. */
const mark = 'Exif\0\0'

/** From 1 to 8; null where none is said. `bytes` may begin with the mark of EXIF or with the header of TIFF. */
export function exifOrientation(bytes: Buffer): number | null {
  return orientationInTiff(bytes.toString('latin1', 0, mark.length) === mark ? bytes.subarray(mark.length) : bytes)
}

/** TIFF 6.0 §2, EXIF 2.3 tag 0x0112: only the first directory can hold it. */
export function orientationInTiff(tiff: Buffer): number | null {
  const entry = firstDirectory(tiff)?.find(({ tag }) => tag === 0x0112)
  return entry && entry.value >= 1 && entry.value <= 8 ? entry.value : null
}

/** The bytes of a tag of the first directory; null where it is missing, or elsewhere than in the file. */
export function bytesInTiff(tiff: Buffer, tag: number): Buffer | null {
  const entry = firstDirectory(tiff)?.find(each => each.tag === tag)
  return entry && entry.offset + entry.count <= tiff.length ? tiff.subarray(entry.offset, entry.offset + entry.count) : null
}

interface Entry { readonly tag: number, readonly count: number, readonly value: number, readonly offset: number }

function firstDirectory(tiff: Buffer): Entry[] | null {
  if (tiff.length < 8)
    return null
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  // Not more than the bytes hold, whatever they claim: a file may have a great many small ones.
  const entries = Math.max(0, Math.min(short(directory), Math.ceil((tiff.length - directory - 2) / 12)))
  return Array.from({ length: entries }, (_, index) => {
    const at = directory + 2 + index * 12
    return { tag: short(at), count: long(at + 4), value: short(at + 8), offset: long(at + 8) }
  })
}
