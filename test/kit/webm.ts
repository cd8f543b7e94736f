/** WebM as Chromium records it: no sizes, a cluster each second, blocks of 10 ms of 32-bit floats. */
import { Buffer } from 'node:buffer'

export interface WebmOptions {
  /** Samples from −1 to 1, channels interleaved. */
  readonly samples: Float32Array
  readonly sampleRate?: number
  readonly channels?: number
  /** Blocks that the machine lost, by their number. */
  readonly lost?: (block: number) => boolean
  /** Added to the stamp of a block, in ms. */
  readonly jitterMs?: (block: number) => number
}

const unknownSize = Buffer.from('01ffffffffffffff', 'hex')

function element(id: string, data: Buffer): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(data.length) | 1n << 56n)
  return Buffer.concat([Buffer.from(id, 'hex'), size, data])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The header, then each cluster: as the slices of a recorder that is asked for one a second. */
export function webmSlices({ samples, sampleRate = 48_000, channels = 1, lost = () => false, jitterMs = () => 0 }: WebmOptions): Buffer[] {
  const rate = Buffer.alloc(8)
  rate.writeDoubleBE(sampleRate)
  const sound = element('e1', Buffer.concat([element('b5', rate), element('9f', Buffer.of(channels)), element('6264', Buffer.of(32))]))
  const track = element('ae', Buffer.concat([element('d7', Buffer.of(1)), element('86', Buffer.from('A_PCM/FLOAT/IEEE')), sound]))
  const head = Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from('matroska'))),
    Buffer.from('18538067', 'hex'),
    unknownSize,
    element('1549a966', element('2ad7b1', number(1_000_000))),
    element('1654ae6b', track),
  ])
  const length = sampleRate / 100 * channels
  const clusters: Buffer[][] = []
  for (let block = 0; block * length < samples.length; block++) {
    if (lost(block))
      continue
    const second = Math.floor(block / 100)
    const inCluster = clusters[second] ??= [Buffer.from('1f43b675', 'hex'), unknownSize, element('e7', number(second * 1000))]
    const stamp = Buffer.alloc(4)
    stamp.writeUInt8(0x81)
    stamp.writeInt16BE(block % 100 * 10 + jitterMs(block), 1)
    stamp.writeUInt8(0x80, 3)
    const floats = Float32Array.from(samples.subarray(block * length, (block + 1) * length))
    inCluster.push(element('a3', Buffer.concat([stamp, Buffer.from(floats.buffer)])))
  }
  const [first = Buffer.alloc(0), ...others] = clusters.filter(cluster => cluster !== undefined).map(cluster => Buffer.concat(cluster))
  return [Buffer.concat([head, first]), ...others]
}
