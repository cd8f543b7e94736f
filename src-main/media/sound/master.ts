/** Brings a mix to a target loudness with one static gain, and limits its true peaks. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Loudness } from './loudness.ts'
import { mixSampleRate } from './decode.ts'
import { measureIntegrated, rounded } from './loudness.ts'

const largestGainDb = 30
const passes = 7
/** Encoders round peaks up a little; this much room keeps most sound under the limit after encoding. */
export const encodingRoomDb = 0.5
const attackMs = 5
/** Nearer than this is not heard, and nearer than reports show. */
const nearEnoughLu = 0.1

export interface MasterJob {
  readonly mixPath: string
  readonly frames: number
  /** Of the mix. */
  readonly before: Loudness
  readonly target: NonNullable<RenderPlan['loudness']>
  /** How far below the limit peaks are kept; `encodingRoomDb` at first. */
  readonly roomDb: number
}

export interface Mastering {
  /** 0 for silence. */
  readonly gainDb: number
  /** The limit of true peaks in dBTP; null where none exceeds it. */
  readonly ceilingDb: number | null
}

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal?: AbortSignal }

/** What consists of single peaks stays quieter than its target: they are limited before it is reached. */
export async function masterMix(job: MasterJob, tools: Tools): Promise<Mastering> {
  const { before } = job
  const measuring = { ...tools, seconds: job.frames / mixSampleRate }
  const { gainDb: first, ceilingDb } = gainOf(before, job.target, job.roomDb)
  let gainDb = first
  if (ceilingDb === null || before.integratedLufs === null)
    return { gainDb, ceilingDb }
  // The limiter lowers the loudness together with the peaks, so the gain is raised again by what is missing.
  let tried: { gainDb: number, reached: number } | null = null
  for (let pass = 1; pass < passes; pass++) {
    const through = masterFilters({ gainDb, ceilingDb })
    const reached = await measureIntegrated(job.mixPath, { ...measuring, through }) ?? job.target.targetLufs
    const missing = job.target.targetLufs - reached
    if (Math.abs(missing) < nearEnoughLu || (gainDb >= largestGainDb && missing > 0))
      break
    // What a decibel of gain still brings, once much of it is limited away again.
    const yields = tried && Math.abs(gainDb - tried.gainDb) > 0.01 ? (reached - tried.reached) / (gainDb - tried.gainDb) : 1
    tried = { gainDb, reached }
    gainDb = Math.min(largestGainDb, gainDb + missing / Math.min(1, Math.max(0.25, yields)))
  }
  return { gainDb, ceilingDb }
}

/** What a mix gets, before the limiter takes some of it away. */
export function gainOf(before: Loudness, { targetLufs, truePeakDbtp }: MasterJob['target'], roomDb = encodingRoomDb): Mastering {
  const gainDb = before.integratedLufs === null ? 0 : Math.min(largestGainDb, targetLufs - before.integratedLufs)
  const ceilingDb = truePeakDbtp - roomDb
  return { gainDb, ceilingDb: (before.truePeakDbtp ?? -Infinity) + gainDb > ceilingDb ? ceilingDb : null }
}

/** The true peak of a mix with its gain, in dBTP; undefined where that must be measured: without a target, and where it is limited. */
export function peakAfterGain({ gainDb, ceilingDb, before }: Mastering & { readonly before: Loudness | null }): number | null | undefined {
  if (before === null || ceilingDb !== null)
    return undefined
  return before.truePeakDbtp === null ? null : rounded(before.truePeakDbtp + gainDb)
}

/** ffmpeg filters for the mix. */
export function masterFilters({ gainDb, ceilingDb }: Mastering): string[] {
  return [...gainDb === 0 ? [] : [`volume=${gainDb.toFixed(3)}dB:precision=float`], ...ceilingDb === null ? [] : [limiter(ceilingDb)]]
}

/** Four times the rate, because peaks between two samples count too; the look-ahead that `alimiter` delays by is cut off again. */
function limiter(ceilingDb: number): string {
  const delay = attackMs * 192
  const limit = Math.max(0.0625, 10 ** (ceilingDb / 20))
  return [
    `aresample=192000,apad=pad_len=${delay}`,
    `alimiter=limit=${limit.toFixed(6)}:attack=${attackMs}:release=50:level=0`,
    `atrim=start_sample=${delay},asetpts=PTS-STARTPTS,aresample=48000,aformat=sample_fmts=flt`,
  ].join(',')
}
