/** Brings a mix to a target loudness with one static gain, and limits its true peaks. */
import type { Ffmpeg } from './ffmpeg.ts'
import type { RenderPlan } from './render-plan.ts'
import { ownInput } from './ffmpeg-input.ts'
import { measureLoudness } from './loudness.ts'

const largestGainDb = 30
const passes = 4
/** AAC rounds peaks up a little; this much room keeps them under the ceiling after encoding. */
const encodingRoomDb = 0.5
const attackMs = 5

export interface MasterJob {
  readonly mixPath: string
  readonly outPath: string
  readonly frames: number
  readonly target: NonNullable<RenderPlan['loudness']>
}

/** Writes `outPath` and returns the gain in dB. Silence gets none. */
export async function masterMix(job: MasterJob, tools: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }): Promise<number> {
  const { targetLufs, truePeakDbtp } = job.target
  const ceilingDb = truePeakDbtp - encodingRoomDb
  const before = await measureLoudness(job.mixPath, tools)
  let gainDb = before.integratedLufs === null ? 0 : Math.min(largestGainDb, targetLufs - before.integratedLufs)
  const hasHighPeaks = (before.truePeakDbtp ?? -Infinity) + gainDb > ceilingDb
  await applyGain(job, { gainDb, ceilingDb: hasHighPeaks ? ceilingDb : null }, tools)
  if (!hasHighPeaks || before.integratedLufs === null)
    return gainDb
  // The limiter lowers the loudness together with the peaks, so the gain is raised again by what is missing.
  for (let pass = 1; pass < passes; pass++) {
    const missing = targetLufs - ((await measureLoudness(job.outPath, tools)).integratedLufs ?? targetLufs)
    if (Math.abs(missing) < 0.2 || gainDb + missing > largestGainDb)
      break
    gainDb += missing
    await applyGain(job, { gainDb, ceilingDb }, tools)
  }
  return gainDb
}

async function applyGain(
  job: MasterJob,
  { gainDb, ceilingDb }: { gainDb: number, ceilingDb: number | null },
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal },
): Promise<void> {
  const filters = [
    `volume=${gainDb.toFixed(3)}dB:precision=float`,
    ...(ceilingDb === null ? [] : [limiter(ceilingDb)]),
    `apad=whole_len=${job.frames}`,
    `atrim=end_sample=${job.frames}`,
  ]
  await ffmpeg.run(
    ['-y', ...ownInput(job.mixPath, 'wav'), '-af', filters.join(','), '-ar', '48000', '-c:a', 'pcm_f32le', job.outPath],
    signal ? { signal } : {},
  )
}

/** Four times the rate, because peaks between two samples count too; the look-ahead that `alimiter` delays by is cut off again. */
function limiter(ceilingDb: number): string {
  const delay = attackMs * 192
  const limit = Math.max(0.0625, 10 ** (ceilingDb / 20))
  return [
    `aresample=192000,apad=pad_len=${delay}`,
    `alimiter=limit=${limit.toFixed(6)}:attack=${attackMs}:release=50:level=0`,
    `atrim=start_sample=${delay},asetpts=PTS-STARTPTS,aresample=48000`,
  ].join(',')
}
