/** What a balance says that a request cost: with answers in any order, with a balance that is topped up, and without a first one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareBalances } from '../../../src-main/accounts/credits.ts'

/** All answers in their order, with when their requests were sent. */
function usedBy(first: number | null, answers: readonly { balance: number, sentAt: number, at: number }[]) {
  let known: { balance: number | null, at: number | null } = { balance: first, at: 0 }
  return answers.map((answer) => {
    const { credits, balance } = compareBalances(known, answer)
    known = { balance, at: answer.at }
    return credits
  })
}

it('requests at once add up to what they cost together, whichever answer comes first', () => {
  const costsOfAll = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 })
  fc.assert(fc.property(costsOfAll, fc.infiniteStream(fc.nat()), (costs, random) => {
    let balance = 1_000
    const charged = costs.map(cost => ({ balance: balance -= cost, sentAt: 1 }))
    const mixed = charged.map(answer => ({ answer, at: random.next().value as number })).sort((a, b) => a.at - b.at)
    const answers = mixed.map(({ answer }, at) => ({ ...answer, at: 10 + at }))
    expect(usedBy(1_000, answers).reduce((sum, each) => sum + each)).toBe(1_000 - balance)
  }))
})

it('a balance that was topped up is no use, and the next request is counted from it', () => {
  expect(usedBy(10, [
    { balance: 8, sentAt: 1, at: 2 },
    { balance: 106, sentAt: 3, at: 4 },
    { balance: 105.9, sentAt: 5, at: 6 },
  ])).toEqual([2, 0, 0.1])
})

it('a first balance has nothing to be compared with', () => {
  expect(usedBy(null, [{ balance: 90, sentAt: 1, at: 2 }, { balance: 85, sentAt: 3, at: 4 }])).toEqual([0, 5])
})
