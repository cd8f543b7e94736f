/** Mixes the sound of a delivery without rendering it, and measures its loudness and the gain that it needs. */
import type { RenderPlan } from '../plan/render-plan.ts'
import type { SoundTools } from './render-sound.ts'
import type { MixedLine, SoundReport } from './sound-report.ts'
import { gainOf } from './master.ts'
import { mixAndMeasure } from './render-sound.ts'

interface PredictedLoudness {
  readonly sound: SoundReport
  readonly integratedLufs: number | null
  readonly truePeakDbtp: number | null
  readonly rangeLu: number | null
  /** In the order of the plan's sounds; null for what is not speech. */
  readonly lines: readonly (MixedLine | null)[]
}

type Sounds = Pick<RenderPlan, 'sounds' | 'durationFrames' | 'rate' | 'loudness' | 'levelsLines'>

/** Limited peaks make it a little quieter than its target, with a smaller range. The render corrects this; the prediction does not. */
export async function predictSound(plan: Sounds, tools: Omit<SoundTools, 'advance'>): Promise<PredictedLoudness> {
  const { lines, loudness: before } = await mixAndMeasure(plan, { ...tools, advance: () => {} })
  const { gainDb, ceilingDb } = plan.loudness ? gainOf(before, plan.loudness) : { gainDb: 0, ceilingDb: null }
  const peak = before.truePeakDbtp === null ? null : before.truePeakDbtp + gainDb
  return {
    sound: { gainDb, ceilingDb, before: plan.loudness ? before : null, lines: lines.filter(line => line !== null) },
    integratedLufs: before.integratedLufs === null ? null : before.integratedLufs + gainDb,
    truePeakDbtp: peak === null || !plan.loudness ? peak : Math.min(peak, plan.loudness.truePeakDbtp),
    rangeLu: before.rangeLu,
    lines,
  }
}
