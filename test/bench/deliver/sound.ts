/** An hour of 300 spoken lines as sound alone, with and without stems, next to what encoders take by themselves. */
import type { Encoding } from '#contract/presets.ts'
import type { RenderPlan } from '../../../src-main/media/plan/render-plan.ts'
import type { Stem } from '../../../src-main/media/sound/mix.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { Spent } from './spent.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { wavHeader } from '../../../src-main/base/wav.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { soundArgs } from '../../../src-main/media/sound/sound-encoders.ts'
import { heard, screen, speech } from './film.ts'
import { spent } from './spent.ts'

const secondsOfLine = 12
const speakers = ['Anna', 'Ben', 'Clara', 'David'] as const
const audio = {
  wav: { codec: 'pcm', kilobits: null },
  flac: { codec: 'flac', kilobits: null },
  mp3: { codec: 'mp3', kilobits: 192 },
  opus: { codec: 'opus', kilobits: 128 },
  m4a: { codec: 'aac', kilobits: 192 },
} as const
export type SoundFormat = keyof typeof audio

export interface Spoken { readonly lines: readonly string[], readonly music: string, readonly seconds: number }

/** Each line has its own file, as the service writes them: 24 kHz, mono. */
export async function makeLines(kit: MediaKit, count: number): Promise<Spoken> {
  const seconds = count * secondsOfLine
  const lines = Array.from({ length: count }, (_, at) => kit.file(`line-${at}.wav`))
  for (const [at, path] of lines.entries())
    await writeFile(path, spokenWav(at))
  return { lines, seconds, music: await kit.tone('bed.wav', { seconds, frequency: 110, level: 0.05 }) }
}

/** Nine seconds of syllables, as loud and as rich as a voice. */
function spokenWav(line: number): Buffer {
  const [sampleRate, length] = [24_000, 9 * 24_000]
  const samples = new Int16Array(length)
  let phase = 0
  for (let at = 0; at < length; at++) {
    const time = at / sampleRate
    phase += 2 * Math.PI * (110 + line % 7 * 12 + 20 * Math.sin(2 * Math.PI * 0.7 * time)) / sampleRate
    let wave = 0.3 * (Math.random() - 0.5)
    for (let harmonic = 1; harmonic <= 12; harmonic++)
      wave += Math.sin(harmonic * phase) / harmonic
    samples[at] = 6000 * wave * Math.max(0, Math.sin(2 * Math.PI * 2.3 * time + line))
  }
  const format = { encoding: 'int', sampleRate, channels: 1, bitsPerSample: 16 } as const
  return Buffer.concat([wavHeader({ ...format, dataLength: length * 2 }), Buffer.from(samples.buffer)])
}

export async function deliverSound(kit: MediaKit, spoken: Spoken, format: SoundFormat, withStems = false): Promise<Spent> {
  const folder = kit.file(`sound-${format}${withStems ? '-stems' : ''}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const stems = withStems ? stemsOf(spoken, folder) : []
  return spent(() => renderPlan(planOf(spoken, format), join(folder, `hour.${format}`), { ffmpeg: kit.ffmpeg, workDir: folder, stems }))
}

/** What nobody can be faster than who encodes with it: the encoder of ffmpeg, for sound that is there ready. */
export async function encodeAlone({ ffmpeg, file }: MediaKit, format: SoundFormat): Promise<Spent> {
  return spent(() => ffmpeg.run(['-y', '-i', file('sound-wav/hour.wav'), ...soundArgs(audio[format]), file(`alone.${format}`)]))
}

function planOf({ lines, music, seconds }: Spoken, format: SoundFormat): RenderPlan {
  const encoding: Encoding = { format, video: null, audio: audio[format] }
  return {
    ...{ ...screen, durationFrames: seconds * screen.rate.numerator, background: '#000000', pictures: [], stretches: [] },
    sounds: [heard(music, 0, -12), ...lines.map((path, at) => ({
      ...heard(path, at * secondsOfLine * 48_000, 0),
      speech: { ...speech, speaker: speakers[at % speakers.length] ?? '' },
    }))],
    levelsLines: true,
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
    encoding,
    chapters: [],
    loudness: { targetLufs: -16, truePeakDbtp: -1 },
    metadata: {},
  }
}

/** One for each of two tracks, and one for each speaker. */
function stemsOf({ lines }: Spoken, folder: string): Stem[] {
  const spoken = lines.map((_, at) => at + 1)
  return [
    { path: join(folder, 'music.wav'), sounds: [0] },
    { path: join(folder, 'speech.wav'), sounds: spoken },
    ...speakers.map((name, at) => ({
      path: join(folder, `${name}.wav`),
      sounds: spoken.filter(place => (place - 1) % speakers.length === at),
    })),
  ]
}
