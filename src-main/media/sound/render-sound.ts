/** The sound of a render: its files decoded and stretched, mixed, and brought to a loudness. */
import type { Join } from '../../base/concurrency.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan, RenderSound } from '../plan/render-plan.ts'
import type { Loudness } from './loudness.ts'
import type { Stem } from './mix.ts'
import type { MixedLine, SoundReport } from './sound-report.ts'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { courseOfKey } from '#rules/sequence/course.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { mapConcurrently } from '../../base/concurrency.ts'
import { planSamples } from '../plan/render-plan.ts'
import { orBrokenSource } from '../probe/broken-source.ts'
import { UnreadableMediaError } from '../unreadable.ts'
import { readWavLayout } from '../wav.ts'
import { copyAlong } from './along-course.ts'
import { decodeAllToWav48k, mixSampleRate } from './decode.ts'
import { levelLines } from './level-lines.ts'
import { measureLoudness, silence } from './loudness.ts'
import { encodingRoomDb, masterMix } from './master.ts'
import { mixStems, mixToWav } from './mix.ts'
import { isMixable } from './samples.ts'
import { stretchWav } from './stretch.ts'
import { createWritten } from './written.ts'

export interface SoundTools {
  /** Existing, and its own: what is decoded stays in it. */
  readonly folder: string
  readonly ffmpeg: Ffmpeg
  readonly signal: AbortSignal
  /** Adds to the share that is done, of 1. */
  readonly advance: (share: number) => void
  readonly stems?: Stems
}

/** Parts of the mix before it is brought to its loudness, in their own files, which are written while the mix is measured and encoded. */
export interface Stems { readonly wanted: readonly Stem[], readonly join: Join }

/** Writes `mix.wav` into the folder, as long as the picture; `masterFilters` are what it goes through when it is encoded. */
export async function renderSound(plan: RenderPlan, tools: SoundTools): Promise<SoundReport> {
  const isMeasured = plan.loudness && plan.sounds.length > 0
  const { lines, loudness } = isMeasured
    ? await mixAndMeasure(plan, tools)
    : { lines: await mixSounds(plan, tools), loudness: plan.loudness && silence }
  return { ...await masterSound(plan, loudness, tools), lines: lines.filter(line => line !== null) }
}

type Sounds = Pick<RenderPlan, 'sounds' | 'durationFrames' | 'rate' | 'levelsLines'>

export interface Mixed {
  /** In the order of the sounds; null for what is not speech. */
  readonly lines: readonly (MixedLine | null)[]
  /** Of the whole, before any gain. */
  readonly loudness: Loudness
}

/** Writes `mix.wav` into the folder, with levelled lines where that is wanted. Each stretch is measured while the next is mixed. */
export async function mixAndMeasure(plan: Sounds, tools: SoundTools): Promise<Mixed> {
  const { folder, ffmpeg, signal } = tools
  const written = createWritten()
  const mixing = mixSounds(plan, tools, frames => written.reach(frames / mixSampleRate))
  mixing.then(() => written.reach(Infinity), written.fail)
  const seconds = planSamples(plan) / mixSampleRate
  const measuring = measureLoudness(join(folder, 'mix.wav'), { ffmpeg, signal, seconds, whenWritten: written.until })
  await Promise.allSettled([mixing, measuring])
  return { lines: await mixing, loudness: await measuring }
}

async function mixSounds(plan: Sounds, tools: SoundTools, onWritten?: (frames: number) => void): Promise<Mixed['lines']> {
  const { folder, signal, stems } = tools
  const options = { frames: planSamples(plan), signal }
  const { sounds, lines } = await levelLines(await decodeSounds(plan, tools), { isWanted: plan.levelsLines === true, signal })
  await mixToWav(sounds, join(folder, 'mix.wav'), { ...options, ...onWritten && { onWritten } })
  void stems?.join(mixStems(sounds, stems.wanted, options))
  return lines
}

/** Finds what brings the mix in the folder, of this loudness, to that of the plan, with its peaks this far below the limit. */
export async function masterSound(
  plan: Pick<RenderPlan, 'loudness' | 'durationFrames' | 'rate'>,
  before: Loudness | null,
  { folder, ffmpeg, signal }: Pick<SoundTools, 'folder' | 'ffmpeg' | 'signal'>,
  roomDb = encodingRoomDb,
): Promise<Omit<SoundReport, 'lines'>> {
  if (!plan.loudness || !before)
    return { gainDb: 0, ceilingDb: null, before }
  const job = { mixPath: join(folder, 'mix.wav'), frames: planSamples(plan), before, target: plan.loudness, roomDb }
  return { ...await masterMix(job, { ffmpeg, signal }), before }
}

type Pace = Pick<RenderSound, 'speed' | 'along'>

/** Tells apart how fast a file plays. */
function paceKey({ speed, along }: Pace): string {
  return along ?? String(speed)
}

/** How many files one command decodes: each is open as long as it runs. */
const mostAtOnce = 16

/** Each file is decoded once, however often it sounds, and stretched once for each speed and for each course of speed. */
async function decodeSounds(plan: Pick<RenderPlan, 'sounds'>, { folder, ffmpeg, signal, advance }: SoundTools): Promise<RenderSound[]> {
  const keyOf = ({ path, heard }: Pick<RenderSound, 'path' | 'heard'>): string => `${heardKey(heard)} ${resolve(path)}`
  const fileOf = ({ path, heard }: RenderSound) => ({ path: resolve(path), choice: heard, paces: new Map<string, Pace>() })
  const wanted = new Map(plan.sounds.map(sound => [keyOf(sound), fileOf(sound)]))
  plan.sounds.forEach(sound => wanted.get(keyOf(sound))?.paces.set(paceKey(sound), sound))
  const ready = new Map<string, string>()
  const lanes = availableParallelism()
  const files = [...wanted].map(([key, file], at) => ({ ...file, key, at, outPath: join(folder, `sound-${at}.wav`) }))
  await mapConcurrently(lanes, inGroups(files, Math.min(mostAtOnce, Math.ceil(files.length / lanes))), async (group) => {
    signal.throwIfAborted()
    const isReady = await Promise.all(group.map(async ({ path, choice }) => heardKey(choice) === '' && await isReadable(path)))
    const raw = group.filter((_, at) => !isReady[at])
    if (raw.length > 0)
      await orBrokenSource(decodeAllToWav48k(raw, { ffmpeg, signal }), soundsOf(raw), { ffmpeg, signal })
    for (const [index, { at, key, path, outPath, paces }] of group.entries()) {
      const wav = isReady[index] ? path : outPath
      for (const [number, [pace, { speed, along }]] of [...paces].entries()) {
        const isCopy = along !== undefined || speed !== 100
        const copy = isCopy ? join(folder, `sound-${at}-copy-${number}.wav`) : wav
        if (along)
          await copyAlong(wav, copy, courseOfKey(along), { signal, samples: 'float' })
        else if (isCopy)
          await stretchWav(wav, copy, speed, { ffmpeg, signal, samples: 'float' })
        ready.set(`${pace} ${key}`, copy)
      }
    }
    advance(group.length / wanted.size)
  })
  return plan.sounds.map((sound) => {
    const { path, speed, along } = sound
    const from = along ? sound.in : Math.round(sound.in * 100 / speed)
    return { ...sound, path: ready.get(`${paceKey(sound)} ${keyOf(sound)}`) ?? path, in: from }
  })
}

function soundsOf(files: readonly { readonly path: string }[]): { of: 'sound', paths: string[] } {
  return { of: 'sound', paths: files.map(({ path }) => path) }
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) || 0 }, (_, at) => items.slice(at * size, (at + 1) * size))
}

async function isReadable(path: string): Promise<boolean> {
  try {
    return isMixable(await readWavLayout(path))
  }
  catch (error) {
    if (error instanceof UnreadableMediaError)
      return false
    throw error
  }
}
