/** The containers of icons: ICO for Windows, ICNS for macOS. Pure. */
import { Buffer } from 'node:buffer'

/** Up to this size Windows and the makers of its installers want plain pixels; larger ones are PNG. */
const largestPlain = 64

/** `images` are `{ size, png, pixels }`, with `pixels` as rows of RGBA from the top. */
export function ico(images) {
  const bodies = images.map(({ size, png, pixels }) => size <= largestPlain ? bitmap(size, pixels) : png)
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let at = head.length
  images.forEach(({ size }, index) => {
    const entry = 6 + 16 * index
    // 0 means 256.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bodies[index].length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += bodies[index].length
  })
  return Buffer.concat([head, ...bodies])
}

/** A bitmap without its file header: rows of BGRA from the bottom, then a mask that hides nothing, since alpha does. */
function bitmap(size, pixels) {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(size, 4)
  // Colours and mask together.
  head.writeInt32LE(size * 2, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(32, 14)
  const rows = Buffer.alloc(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4
      const to = ((size - 1 - y) * size + x) * 4
      rows.set([pixels[from + 2], pixels[from + 1], pixels[from], pixels[from + 3]], to)
    }
  }
  return Buffer.concat([head, rows, Buffer.alloc(Math.ceil(size / 32) * 4 * size)])
}

/** The types that hold a PNG, by pixels; some sizes have two: at their own size, and at half of it for dense screens. */
const types = { 32: ['ic11'], 64: ['ic12'], 128: ['ic07'], 256: ['ic13', 'ic08'], 512: ['ic14', 'ic09'], 1024: ['ic10'] }

/** `images` are `{ size, png }`. */
export function icns(images) {
  const parts = images.flatMap(({ size, png }) => types[size].map((type) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  }))
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.write('icns', 'latin1')
  head.writeUInt32BE(body.length + 8, 4)
  return Buffer.concat([head, body])
}
