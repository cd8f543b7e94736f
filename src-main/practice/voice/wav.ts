/** Mono 16-bit sound as WAV files and samples, over the header code of base. */
import { pcm16Header, readWavHead, wavHeader } from '../../base/wav.ts'

export interface Sound {
  readonly sampleRate: number
  /** One channel. */
  readonly samples: Int16Array
}

/** Header, samples, and after them the comment (LIST/INFO ICMT), where simple readers do not look. */
export function encodeWav({ sampleRate, samples }: Sound, comment?: string): Buffer {
  const data = pcmBytes(samples)
  if (comment === undefined)
    return Buffer.concat([pcm16Header({ sampleRate, channels: 1 }, data.length), data])
  const info = infoChunk(comment)
  const header = wavHeader({
    sampleRate,
    channels: 1,
    encoding: 'int',
    bitsPerSample: 16,
    dataLength: data.length,
    trailingLength: info.length,
  })
  return Buffer.concat([header, data, info])
}

/** Little-endian bytes of the samples. */
export function pcmBytes(samples: Int16Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2)
  for (let i = 0; i < samples.length; i++)
    bytes.writeInt16LE(samples[i] ?? 0, i * 2)
  return bytes
}

function infoChunk(comment: string): Buffer {
  const text = Buffer.from(`${comment}\0`)
  const padded = text.length % 2 === 0 ? text : Buffer.concat([text, Buffer.alloc(1)])
  const head = Buffer.alloc(20)
  head.write('LIST', 0, 'latin1')
  head.writeUInt32LE(12 + padded.length, 4)
  head.write('INFOICMT', 8, 'latin1')
  head.writeUInt32LE(text.length, 16)
  return Buffer.concat([head, padded])
}

/** Channels are mixed to one. Null for anything but 16-bit PCM; a size beyond the end of the file means "until the end". */
export function decodeWav(bytes: Buffer): Sound | null {
  const head = readWavHead(bytes)
  if (!head?.pcm || head.encoding !== 'int' || head.bitsPerSample !== 16)
    return null
  const data = bytes.subarray(head.dataOffset, head.dataOffset + Math.min(head.claimedBytes ?? bytes.length, bytes.length))
  return { sampleRate: head.sampleRate, samples: mixed(data, head.channels) }
}

function mixed(data: Buffer, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor(data.length / 2 / channels))
  for (let i = 0; i < samples.length; i++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++)
      sum += data.readInt16LE((i * channels + channel) * 2)
    samples[i] = sum / channels
  }
  return samples
}
