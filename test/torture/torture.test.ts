/**
 * Thirty kills with every `npm test`, two hundred with `npm run test:long`; ten thousand by `npm run torture`, see resources/torture.md.
 */
import { expect, it } from 'vitest'
import { isLong } from '../kit/how-long.ts'
import { reportOf } from './report.ts'
import { torture } from './torture.ts'

const kills = isLong ? 200 : 30
/** The share of charged jobs among the unsure ones that the great run is held to. */
const wantedShare = 0.97

it(`${kills} kills in the midst of work lose nothing, pay nothing twice and leave nothing half done`, async () => {
  const outcome = await torture({ kills, seed: 'every test', killsEach: isLong ? 50 : 15, workers: 4 })
  const said = reportOf(outcome)
  expect(outcome.breaches, said).toEqual([])
  expect(outcome.kills).toBe(kills)
  // The kills came where something was at stake.
  expect(outcome.accepted, said).toBeGreaterThan(kills / 4)
  expect(outcome.unsure.length, said).toBeGreaterThan(kills / 20)
  // Of so few a share is known only roughly: fails only when so few charged ones would come by chance less often than once in a thousand
  // runs.
  // In few kills, only those that came at their planned moment count: the others say how busy the machine was, not how the studio sends.
  const heard = outcome.unsure.filter(each => !each.wasRefused && (isLong || each.killedAt !== 'its time was up'))
  const charged = heard.filter(each => each.wasCharged).length
  expect(chanceOfAtMost(charged, heard.length, wantedShare), said).toBeGreaterThan(0.001)
}, 1_800_000)

it('the chance by which the share is judged is that of the binomial distribution', () => {
  expect(chanceOfAtMost(1, 2, 0.5)).toBeCloseTo(0.75, 10)
  expect(chanceOfAtMost(0, 3, 0.97)).toBeCloseTo(0.03 ** 3, 12)
  expect(chanceOfAtMost(0, 0, 0.97)).toBe(1)
  // At 30 kills: one that was not charged may be, three of five may not.
  expect(chanceOfAtMost(4, 5, 0.97)).toBeGreaterThan(0.1)
  expect(chanceOfAtMost(2, 5, 0.97)).toBeLessThan(0.001)
})

/** The chance that at most `hits` of `count` tries succeed when each does so with the chance `share`. */
function chanceOfAtMost(hits: number, count: number, share: number): number {
  let sum = 0
  let term = (1 - share) ** count
  for (let index = 0; index <= hits; index++) {
    sum += term
    term *= (count - index) / (index + 1) * share / (1 - share)
  }
  return Math.min(1, sum)
}
