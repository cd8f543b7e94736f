/**
 * A film may have another rate than its sequence. Pictures are drawn at the rate of the sequence; of these each frame of the film takes the
 * one that is on show when it begins, so that every cut, title and caption comes at its time, to within a frame.
 */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Segment } from './segments.ts'

type Rates = Pick<RenderPlan, 'rate' | 'encoding'>

export function filmRate({ rate, encoding }: Rates): FrameRate {
  return encoding.video?.rate ?? rate
}

/** The frames of the film that begin while these frames of the sequence are on show; none, where that is shorter than a frame of the film. */
export function filmFrames(plan: Rates, { startFrame, frames }: Pick<Segment, 'startFrame' | 'frames'>): { first: number, frames: number } {
  const first = firstFrom(startFrame, plan)
  return { first, frames: firstFrom(startFrame + frames, plan) - first }
}

function firstFrom(frame: number, plan: Rates): number {
  const [from, to] = [plan.rate, filmRate(plan)]
  return Math.ceil(frame * from.denominator * to.numerator / (from.numerator * to.denominator))
}

export function isConverted(plan: Rates): boolean {
  const [from, to] = [plan.rate, filmRate(plan)]
  return from.numerator * to.denominator !== to.numerator * from.denominator
}

/** From the frames of the sequence to those of the film; none where both are the same. */
export function rateFilters(plan: Rates, { startFrame }: Pick<Segment, 'startFrame'>): string[] {
  if (!isConverted(plan))
    return []
  const [from, to] = [plan.rate, filmRate(plan)]
  return [
    `settb=${from.denominator}/${from.numerator}`,
    `setpts=N+${startFrame}`,
    // A frame is shown from the first one on that begins with it or after it.
    `fps=${to.numerator}/${to.denominator}:round=up`,
    'setpts=N',
  ]
}

/** Where the frames of the film are between those of the segment: equal in two places, they take the same pictures. */
export function ratePhase(plan: Rates, { startFrame, frames }: Pick<Segment, 'startFrame' | 'frames'>): object | null {
  if (!isConverted(plan))
    return null
  const [from, to] = [plan.rate, filmRate(plan)]
  const taken = filmFrames(plan, { startFrame, frames })
  const late = taken.first * from.numerator * to.denominator - startFrame * from.denominator * to.numerator
  return { to, late, frames: taken.frames }
}
