/** Slices of long sounds, fetched by range when they are needed and forgotten when others were used later. */
import type { TakeId } from '#contract/words.ts'
import type { HeardClip, Report, SoundSource, SoundUrlOf } from './media.ts'
import { saidBy, sampleRate } from './media.ts'

/** Ten seconds: small enough to start at once, large enough for few requests. */
export const sliceSamples = 10 * sampleRate
/** Beyond the end of a slice, so that sound that is slowed down or sped up has a next sample to lean on. */
const tailSamples = 64
const frameBytes = 4
const retryMs = 3000

export interface Slices {
  /** The file to play a clip from; null while there is none. */
  source: (clip: HeardClip) => SoundSource | null
  /** Null while it is not loaded. */
  at: (source: SoundSource, index: number) => AudioBuffer | null
  /** Resolves when it is there, or cannot be. */
  load: (takeId: TakeId, source: SoundSource, index: number) => Promise<void>
  readonly bytes: number
  close: () => void
}

export function createSlices(options: { soundUrlOf: SoundUrlOf, report: Report, limitBytes?: number }): Slices {
  const { soundUrlOf, report, limitBytes = 64 * 2 ** 20 } = options
  /** In order of use, the latest last. */
  const loaded = new Map<string, AudioBuffer>()
  const loading = new Map<string, Promise<void>>()
  const failedAt = new Map<string, number>()
  const closing = new AbortController()
  let bytes = 0

  const sizeOf = (buffer: AudioBuffer): number => buffer.length * buffer.numberOfChannels * 4
  const keyOf = (source: SoundSource, index: number): string => `${index} ${source.name}`

  function keep(key: string, buffer: AudioBuffer): void {
    loaded.set(key, buffer)
    bytes += sizeOf(buffer)
    for (const [oldest, old] of loaded) {
      if (bytes <= limitBytes || oldest === key)
        break
      loaded.delete(oldest)
      bytes -= sizeOf(old)
    }
  }

  async function fetchSlice(takeId: TakeId, source: SoundSource, index: number): Promise<void> {
    const first = index * sliceSamples
    const count = Math.min(sliceSamples + tailSamples, source.samples - first)
    if (count <= 0)
      return
    const start = source.dataOffset + first * frameBytes
    try {
      const range = `bytes=${start}-${start + count * frameBytes - 1}`
      const response = await fetch(source.url, { headers: { Range: range }, signal: closing.signal })
      if (!response.ok)
        throw new Error(`HTTP ${response.status}`)
      const all = await response.arrayBuffer()
      // A server that ignores the range sends the whole file.
      const data = response.status === 206 ? all : all.slice(start, start + count * frameBytes)
      keep(keyOf(source, index), decode(data))
      failedAt.delete(keyOf(source, index))
    }
    catch (cause) {
      if (closing.signal.aborted)
        return
      failedAt.set(keyOf(source, index), performance.now())
      report({ what: 'unreadable', of: 'sound', takeId, said: saidBy(cause) })
    }
  }

  return {
    source(clip) {
      const found = soundUrlOf(clip)
      if (found.kind === 'missing' || found.kind === 'unreadable')
        report({ what: found.kind, of: 'sound', takeId: clip.takeId, said: '' })
      return found.kind === 'sound' ? found : null
    },
    at(source, index) {
      const key = keyOf(source, index)
      const buffer = loaded.get(key)
      if (!buffer)
        return null
      loaded.delete(key)
      loaded.set(key, buffer)
      return buffer
    },
    load(takeId, source, index) {
      const key = keyOf(source, index)
      const failed = failedAt.get(key)
      if (loaded.has(key) || (failed !== undefined && performance.now() - failed < retryMs))
        return Promise.resolve()
      const running = loading.get(key) ?? fetchSlice(takeId, source, index).finally(() => loading.delete(key))
      loading.set(key, running)
      return running
    },
    get bytes() {
      return bytes
    },
    close() {
      closing.abort()
      loaded.clear()
      bytes = 0
    },
  }
}

/** 16 bits, stereo, little-endian like every machine that runs a browser. */
function decode(data: ArrayBuffer): AudioBuffer {
  const length = Math.floor(data.byteLength / frameBytes)
  const values = new Int16Array(data, 0, length * 2)
  const buffer = new AudioBuffer({ length: Math.max(1, length), numberOfChannels: 2, sampleRate })
  for (const channel of [0, 1]) {
    const samples = buffer.getChannelData(channel)
    for (let index = 0; index < length; index++)
      samples[index] = (values[index * 2 + channel] ?? 0) / 32768
  }
  return buffer
}
