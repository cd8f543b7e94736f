/** Files for wishes: a unique sound for each, and one image for all. */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { wavOfPcm16 } from '../../src-main/base/wav.ts'
import { encodePng } from '../../src-main/practice/drawing/png.ts'

/** Over a second of hum, unique for each marker. */
export function soundFor(marker: string): Uint8Array {
  const hash = createHash('sha256').update(marker).digest()
  const pcm = Buffer.alloc(2 * (9600 + hash.readUInt16LE(0) % 800))
  const pitch = 10 + hash.readUInt8(2) / 8
  for (let at = 0; at < pcm.length; at += 2)
    pcm.writeInt16LE(Math.round(6000 * Math.sin(at / 2 / pitch)), at)
  // Two markers may share length and pitch, so the last samples encode the marker.
  hash.copy(pcm, pcm.length - hash.length)
  return wavOfPcm16(pcm, { sampleRate: 8000, channels: 1 })
}

export function picture(): Promise<Buffer> {
  const [width, height] = [160, 96]
  const rgb = Buffer.alloc(width * height * 3)
  for (let at = 0; at < rgb.length; at++)
    rgb[at] = (at * 7 + (at / width | 0)) % 251
  return encodePng({ width, height, rgb })
}
