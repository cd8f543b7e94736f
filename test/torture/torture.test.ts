/**
 * Crash test: 30 kills in `npm test`, 200 in `npm run test:long`, 10,000 with `npm run torture`; see resources/torture.md.
 *
 * @module-tag wide
 */
import { expect, it } from 'vitest'
import { isLong } from '../kit/how-long.ts'
import { reportOf } from './report.ts'
import { torture } from './torture.ts'

const kills = isLong ? 200 : 30
/** The least share of charged jobs among the unsure ones, as required of the 10,000 kills. */
const wantedShare = 0.97

it(`${kills} kills during work lose nothing, pay nothing twice and leave nothing half done`, async () => {
  const outcome = await torture({ kills, seed: 'every test', killsEach: isLong ? 50 : 15, workers: 4 })
  const said = reportOf(outcome)
  expect(outcome.breaches, said).toEqual([])
  expect(outcome.kills).toBe(kills)
  // The kills hit work in progress.
  expect(outcome.accepted, said).toBeGreaterThan(kills / 4)
  expect(outcome.unsure.length, said).toBeGreaterThan(kills / 20)
  // A small sample gives only a rough share: fails only when so few charged jobs would occur by chance less than once in a thousand
  // runs.
  // With few kills, only those at their planned moment count: the others depend on how busy the machine is.
  const heard = outcome.unsure.filter(each => !each.wasRefused && (isLong || each.killedAt !== 'its time was up'))
  const charged = heard.filter(each => each.wasCharged).length
  expect(chanceOfAtMost(charged, heard.length, wantedShare), said).toBeGreaterThan(0.001)
}, 1_800_000)

it('the share is judged by the binomial distribution', () => {
  expect(chanceOfAtMost(1, 2, 0.5)).toBeCloseTo(0.75, 10)
  expect(chanceOfAtMost(0, 3, 0.97)).toBeCloseTo(0.03 ** 3, 12)
  expect(chanceOfAtMost(0, 0, 0.97)).toBe(1)
  // At 30 kills one uncharged job may occur by chance, three of five may not.
  expect(chanceOfAtMost(4, 5, 0.97)).toBeGreaterThan(0.1)
  expect(chanceOfAtMost(2, 5, 0.97)).toBeLessThan(0.001)
})

/** Probability of at most `hits` successes in `count` tries, each with probability `share`. */
function chanceOfAtMost(hits: number, count: number, share: number): number {
  let sum = 0
  let term = (1 - share) ** count
  for (let index = 0; index <= hits; index++) {
    sum += term
    term *= (count - index) / (index + 1) * share / (1 - share)
  }
  return Math.min(1, sum)
}
