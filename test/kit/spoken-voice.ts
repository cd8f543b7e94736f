/** A voice without words, as samples and as a WAV: overtones that swell as syllables do, with a pause between phrases. */
import { Buffer } from 'node:buffer'

export interface SpokenVoice {
  /** The pitch at the beginning and at the end. */
  readonly hz: readonly [number, number]
  readonly seconds: number
  readonly gainDb: number
  /** How much weaker each octave of overtones is, in decibels. */
  readonly tiltDb: number
  readonly sampleRate: number
}

const usual: SpokenVoice = { hz: [140, 140], seconds: 2, gainDb: 0, tiltDb: 9, sampleRate: 16_000 }
const pauseSeconds = 0.3

/** `seconds` of speech in two phrases, with silence around and between them. */
export function spokenVoice(more: Partial<SpokenVoice> = {}): Float32Array {
  const { hz: [from, to], seconds, gainDb, tiltDb, sampleRate } = { ...usual, ...more }
  const overtones = Array.from({ length: 40 }, (_, at) => at + 1)
  const weights = overtones.map(n => 10 ** (-tiltDb * Math.log2(n) / 20))
  const silence = Array.from<number>({ length: Math.round(pauseSeconds * sampleRate) }).fill(0)
  const gain = 0.1 * 10 ** (gainDb / 20)
  let phase = 0
  const phrase = (share: number): number[] => Array.from({ length: Math.round(seconds / 2 * sampleRate) }, (_, at) => {
    const t = at / sampleRate
    const hz = from + (to - from) * (share + t / seconds)
    phase += hz / sampleRate
    const swell = 0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * t)
    return gain * swell * overtones.reduce((sum, n, index) =>
      n * hz < sampleRate / 2.2 ? sum + weights[index]! * Math.sin(2 * Math.PI * n * phase) : sum, 0)
  })
  return Float32Array.from([...silence, ...phrase(0), ...silence, ...phrase(0.5), ...silence])
}

/** 16 bits, mono. */
export function wavOf(samples: Float32Array, sampleRate = usual.sampleRate): Buffer {
  const bytes = Buffer.alloc(44 + 2 * samples.length)
  bytes.write('RIFF', 0, 'latin1')
  bytes.writeUInt32LE(36 + 2 * samples.length, 4)
  bytes.write('WAVEfmt ', 8, 'latin1')
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(2 * sampleRate, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36, 'latin1')
  bytes.writeUInt32LE(2 * samples.length, 40)
  samples.forEach((sample, at) => bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), 44 + 2 * at))
  return bytes
}
