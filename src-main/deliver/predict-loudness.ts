/** Predicts how loud a delivery will be: mixes its sounds in a temporary folder and measures them. */
import type { LoudnessReport } from '#contract/loudness.ts'
import type { LoudnessTarget } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { ClipId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Takes } from '../library/takes.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Script } from '../script/script-port.ts'
import type { SpeakerTones } from '../script/speaker-tones.ts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '#contract/faults.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { predictSound } from '../media/sound/predict-sound.ts'
import { loudnessDetails } from '../media/sound/sound-report.ts'
import { placedTakeIds } from './placed-takes.ts'
import { soundOf } from './render-plan.ts'
import { tonedSequence } from './toned-sequence.ts'
import { heardIn } from './used-clips.ts'

export interface LoudnessPrediction {
  readonly report: LoudnessReport
  /** Gain that levelling adds; unchanged clips are not listed. */
  readonly clips: readonly { readonly clipId: ClipId, readonly gainDb: number }[]
}

interface PredictionPorts {
  readonly takes: Pick<Takes, 'find'>
  readonly assets: Pick<Assets, 'pathOf'>
  readonly script: Pick<Script, 'lines'>
  readonly tones: Pick<SpeakerTones, 'of'>
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<Ffmpeg>
  readonly workFolder: string
}

export interface PredictionWish {
  readonly sequence: Sequence
  /** Null is as mixed. */
  readonly target: LoudnessTarget | null
  readonly levelsLines: boolean
}

/** @throws Fault nothing-to-deliver, no-ffmpeg, not-found (a take that is heard) */
export async function predictLoudness(
  { sequence: asked, target, levelsLines }: PredictionWish,
  ports: PredictionPorts,
  signal: AbortSignal,
): Promise<LoudnessPrediction> {
  const sequence = await tonedSequence(asked, ports)
  const range = rangeOf(sequence, resolve(sequence).durationFrames)
  if (range.frames === 0)
    throw new Fault('nothing-to-deliver', {})
  const ffmpeg = await ports.needFfmpeg()
  const paths = new Map((await ports.takes.find(placedTakeIds(sequence))).map(take => [take.id, ports.assets.pathOf(take.asset)]))
  const speakers = new Map((await ports.script.lines(sequence.projectId)).map(({ id, speaker }) => [id, speaker]))
  const heard = heardIn(sequence, range)
  const sounds = heard.map(event => soundOf(event, {
    sequence,
    speakerOf: lineId => speakers.get(lineId),
    pathOf(takeId) {
      const path = paths.get(takeId)
      if (path === undefined)
        throw new Fault('not-found', { word: 'take', id: takeId })
      return path
    },
  }))
  await mkdir(ports.workFolder, { recursive: true })
  const folder = await mkdtemp(join(ports.workFolder, 'loudness-'))
  try {
    const plan = { sounds, durationFrames: range.frames, rate: sequence.rate, loudness: target, levelsLines }
    const made = await predictSound(plan, { folder, ffmpeg, signal })
    const { integratedLufs, truePeakDbtp, lines } = made
    return {
      report: { integratedLufs, truePeakDbtp, targetLufs: target?.targetLufs ?? null, details: loudnessDetails(made, plan) },
      clips: heard.flatMap(({ clip }, at) => {
        const gainDb = lines[at]?.levelledDb ?? 0
        return gainDb === 0 ? [] : [{ clipId: clip.id, gainDb }]
      }),
    }
  }
  finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
