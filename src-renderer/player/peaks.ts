/** Peaks of a sound: reads the audiowaveform `.dat` layout (version 2) and picks what a waveform of some width shows. */

export interface Peaks {
  /** Peaks for each second of sound. */
  perSecond: number
  durationSeconds: number
  /** Lowest and highest of each peak, one after the other, −1 to 1; the loudest channel where there are several. */
  pairs: Float32Array
}

const headerBytes = 24
const eightBits = 1

/** Null when the bytes are not such a file. */
export function parsePeaks(bytes: ArrayBuffer): Peaks | null {
  if (bytes.byteLength < headerBytes)
    return null
  const view = new DataView(bytes)
  const isWide = (view.getUint32(4, true) & eightBits) === 0
  const sampleRate = view.getInt32(8, true)
  const samplesPerPeak = view.getInt32(12, true)
  const channels = view.getInt32(20, true)
  if (view.getInt32(0, true) !== 2 || sampleRate < 1 || samplesPerPeak < 1 || channels < 1)
    return null
  const valueBytes = isWide ? 2 : 1
  // A file that was cut short shows what it has.
  const count = Math.min(view.getUint32(16, true), Math.floor((bytes.byteLength - headerBytes) / (2 * channels * valueBytes)))
  const read = isWide
    ? (index: number) => view.getInt16(headerBytes + index * 2, true) / 32768
    : (index: number) => view.getInt8(headerBytes + index) / 128
  const perSecond = sampleRate / samplesPerPeak
  return { perSecond, durationSeconds: count / perSecond, pairs: loudestPairs(count, channels, read) }
}

function loudestPairs(count: number, channels: number, read: (index: number) => number): Float32Array {
  const pairs = new Float32Array(count * 2)
  for (let peak = 0; peak < count; peak++) {
    let low = 1
    let high = -1
    for (let channel = 0; channel < channels; channel++) {
      const index = (peak * channels + channel) * 2
      low = Math.min(low, read(index))
      high = Math.max(high, read(index + 1))
    }
    pairs[peak * 2] = low
    pairs[peak * 2 + 1] = high
  }
  return pairs
}

/** Lowest and highest for each of `columns` equal stretches from `fromSeconds` to `toSeconds`; silence outside the sound. */
export function pickPeaks(peaks: Peaks, columns: number, fromSeconds = 0, toSeconds = peaks.durationSeconds): Float32Array {
  const picked = new Float32Array(Math.max(0, columns) * 2)
  const count = peaks.pairs.length / 2
  const first = fromSeconds * peaks.perSecond
  const perColumn = (toSeconds - fromSeconds) * peaks.perSecond / columns
  for (let column = 0; column < columns; column++) {
    const start = Math.max(0, Math.floor(first + column * perColumn))
    const end = Math.min(count, Math.max(start + 1, Math.ceil(first + (column + 1) * perColumn)))
    let low = 0
    let high = 0
    for (let peak = start; peak < end; peak++) {
      low = Math.min(low, peaks.pairs[peak * 2] ?? 0)
      high = Math.max(high, peaks.pairs[peak * 2 + 1] ?? 0)
    }
    picked[column * 2] = low
    picked[column * 2 + 1] = high
  }
  return picked
}
