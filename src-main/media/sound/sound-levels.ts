/** How loud a sound is in every hundredth of a second: its power, without what is too low for speech. */
import type { SoundChoice } from '#contract/words.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { createReadStream } from 'node:fs'
import { levelOf, levelsPerSecond } from '#rules/sequence/pauses/quiet.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { probe } from '../probe/probe.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { readWavLayout } from '../wav.ts'
import { heardOf } from './decode.ts'
import { samplesOfBytes } from './peaks.ts'

/** Hum and rumble are no speech. */
const lowestHertz = 80
const decodedRate = 16_000

interface LevelTools {
  readonly ffmpeg: Ffmpeg | null
  readonly choice?: SoundChoice | undefined
  readonly signal: AbortSignal
}

/**
 * Bytes as `levelOf` gives them. What is decoded is looked at piece by piece, so that an hour of it holds up nothing else. Throws
 * UnreadableMediaError without sound, and `no-reader` without ffmpeg for anything but plain 16-bit WAV.
 */
export async function soundLevels(path: string, { ffmpeg, choice, signal }: LevelTools): Promise<Uint8Array<ArrayBuffer>> {
  const probed = await probe(path, { ffmpeg })
  const { sampleRate, channels } = probed
  if (!sampleRate || !channels)
    throw new UnreadableMediaError('damaged', 'no sound')
  const heard = heardOf(probed, choice)
  if (probed.container === 'wav' && probed.audioCodec === 'pcm-s16') {
    const meter = createMeter(sampleRate, channels, heard.channel)
    const { dataOffset, dataLength } = await readWavLayout(path)
    const place = { start: dataOffset, end: dataOffset + dataLength - 1, highWaterMark: 1 << 18, signal }
    for await (const chunk of dataLength > 0 ? createReadStream(path, place) : [])
      meter.add(chunk)
    return meter.levels()
  }
  if (ffmpeg === null)
    throw new UnreadableMediaError('no-reader', 'ffmpeg is needed to read this format')
  const meter = createMeter(decodedRate, 1, 'both')
  const side = { both: [], left: ['pan=mono|c0=c0'], right: ['pan=mono|c0=c1'] }[heard.channels === 1 ? 'both' : heard.channel]
  // Next to a picture, sound that begins later keeps its place, as it does in the mix.
  const filters = [...side, `aresample=${decodedRate}${heard.hasPicture ? ':first_pts=0' : ''}`].join(',')
  const raw = ['-map', `0:a:${heard.track}`, '-af', filters, '-ac', '1', '-c:a', 'pcm_s16le', '-f', 's16le', '-']
  await ffmpeg.run([...await fileInput(path), ...raw], { onStdout: meter.add, signal })
  return meter.levels()
}

interface Meter {
  add: (chunk: Uint8Array) => void
  levels: () => Uint8Array<ArrayBuffer>
}

function createMeter(sampleRate: number, channels: number, side: SoundChoice['channel']): Meter {
  const levels: number[] = []
  const [first, count] = side === 'both' || channels === 1 ? [0, channels] : [side === 'left' ? 0 : 1, 1]
  const keeps = 1 / (1 + 2 * Math.PI * lowestHertz / sampleRate)
  const scale = 1 / (count * 32_768)
  let rest = Buffer.alloc(0)
  let [before, high, sum, frame, begun] = [0, 0, 0, 0, 0]
  let end = Math.ceil(sampleRate / levelsPerSecond)
  const finish = (): void => {
    levels.push(levelOf(sum / (frame - begun)))
    sum = 0
    begun = frame
    end = Math.ceil((levels.length + 1) * sampleRate / levelsPerSecond)
  }
  return {
    add(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      const whole = bytes.length - bytes.length % (channels * 2)
      const samples = samplesOfBytes(bytes, whole)
      for (let at = 0; at < samples.length; at += channels) {
        let now = samples[at + first]!
        for (let channel = 1; channel < count; channel++)
          now += samples[at + channel]!
        high = keeps * (high + (now - before) * scale)
        before = now
        sum += high * high
        frame++
        if (frame >= end)
          finish()
      }
      rest = Buffer.from(bytes.subarray(whole))
    },
    levels() {
      if (frame > begun)
        finish()
      return Uint8Array.from(levels)
    },
  }
}
