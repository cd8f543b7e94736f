/** A film of another rate has each of its frames once, from the one picture that is on show when it begins. */
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filmFrames, ratePhase } from '../../../../src-main/media/picture/film-rate.ts'
import { onlyEncoding } from '../../../kit/plain-plan.ts'
import { rates } from '../../../seam/sequence/arbitrary.ts'

const { video, ...rest } = onlyEncoding({ width: 64, height: 48 })
const plans = fc.tuple(rates, rates).map(([rate, to]): Pick<RenderPlan, 'rate' | 'encoding'> =>
  ({ rate, encoding: { ...rest, video: video && { ...video, rate: to } } }))
const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 500_000 }), { maxLength: 20 }).map(all => [0, ...all.sort((a, b) => a - b)])

it('segments take all frames of the film, one after another, and each begins in its own', () => {
  fc.assert(fc.property(plans, cuts, (plan, edges) => {
    let next = 0
    for (const [at, startFrame] of edges.slice(0, -1).entries()) {
      const { first, frames } = filmFrames(plan, { startFrame, frames: edges[at + 1]! - startFrame })
      expect(first).toBe(next)
      next = first + frames
      const { rate, encoding: { video } } = plan
      const seconds = (frame: number): bigint =>
        BigInt(frame) * BigInt(video!.rate!.denominator) * BigInt(rate.numerator)
      const edge = (frame: number): bigint => BigInt(frame) * BigInt(rate.denominator) * BigInt(video!.rate!.numerator)
      // The first frame begins at the cut or after it, the one before it began earlier.
      expect(seconds(first) >= edge(startFrame)).toBe(true)
      expect(first === 0 || seconds(first - 1) < edge(startFrame)).toBe(true)
    }
  }))
})

it('a film of the same rate is not converted, and has every frame', () => {
  const rate = { numerator: 60, denominator: 2 }
  const plan = { rate: { numerator: 30, denominator: 1 }, encoding: { ...rest, video: video && { ...video, rate } } }
  expect(ratePhase(plan, { startFrame: 7, frames: 11 })).toBeNull()
  expect(filmFrames(plan, { startFrame: 7, frames: 11 })).toEqual({ first: 7, frames: 11 })
})
