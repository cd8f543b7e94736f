/** Writes and reads WAV files of 16-bit sound. */

export interface Sound {
  readonly sampleRate: number
  /** One channel. */
  readonly samples: Int16Array
}

/** A plain 44-byte header, the samples, and after them, where simple readers do not look, the comment (LIST/INFO ICMT). */
export function encodeWav({ sampleRate, samples }: Sound, comment?: string): Buffer {
  const data = pcmBytes(samples)
  const list = comment === undefined ? Buffer.alloc(0) : infoChunk(comment)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + data.length + list.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data, list])
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

/** Channels are mixed to one. Null for anything but 16-bit PCM; sizes beyond the end of the file are taken as "until the end". */
export function decodeWav(bytes: Buffer): Sound | null {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    return null
  let format: { channels: number, sampleRate: number } | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'fmt ' && body.length >= 16)
      format = readFormat(body)
    if (name === 'data')
      return format && { sampleRate: format.sampleRate, samples: mixed(body, format.channels) }
    at += 8 + size + size % 2
  }
  return null
}

function readFormat(body: Buffer): { channels: number, sampleRate: number } | null {
  const channels = body.readUInt16LE(2)
  const isPcm16 = body.readUInt16LE(0) === 1 && body.readUInt16LE(14) === 16 && channels > 0
  return isPcm16 ? { channels, sampleRate: body.readUInt32LE(4) } : null
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
