/** The rule of the hard limit: whatever is sent, in whatever order, and however it ends, nothing can exceed it. */
import type { BudgetStanding } from '#contract/spend.ts'
import type { ProjectId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fittingOf, holdersOf, takenMicros, warnersOf } from '#rules/spend/budget.ts'

const film = '0190b000-0000-7000-8000-000000000001' as ProjectId

function day(more: Partial<BudgetStanding> = {}): BudgetStanding {
  return {
    period: 'day',
    projectId: null,
    currency: 'USD',
    softMicros: null,
    hardMicros: null,
    spentMicros: 0,
    possibleMicros: 0,
    heldMicros: 0,
    isAgreed: false,
    ...more,
  }
}

const limit = fc.option(fc.integer({ min: 0, max: 1000 }))
const amount = fc.integer({ min: 0, max: 400 })
const budget = fc.record({
  place: fc.constantFrom<Pick<BudgetStanding, 'period' | 'projectId'>>(
    { period: 'day', projectId: null },
    { period: 'month', projectId: null },
    { period: 'all', projectId: film },
  ),
  currency: fc.constantFrom('USD', 'EUR'),
  softMicros: limit,
  hardMicros: limit,
  spentMicros: amount,
  possibleMicros: amount,
  heldMicros: amount,
  isAgreed: fc.boolean(),
}).map(({ place, ...rest }): BudgetStanding => ({ ...place, ...rest }))
const wish = fc.record({ projectId: fc.constantFrom(null, film), currency: fc.constantFrom('USD', 'EUR'), mostMicros: amount })

describe('a hard limit', () => {
  it('is never exceeded by released jobs, whether they then cost less, nothing, or an unknown amount', () => {
    const job = fc.record({
      most: amount,
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      end: fc.constantFrom('spent', 'free', 'possible', 'stays'),
    })
    fc.assert(fc.property(fc.integer({ min: 0, max: 1000 }), fc.array(job, { maxLength: 40 }), (hardMicros, jobs) => {
      let now = day({ hardMicros })
      for (const { most, share, end } of jobs) {
        if (holdersOf([now], { currency: 'USD', mostMicros: most, projectId: null }).length > 0)
          continue
        now = { ...now, heldMicros: now.heldMicros + most }
        expect(takenMicros(now)).toBeLessThanOrEqual(hardMicros)
        if (end === 'stays')
          continue
        now = { ...now, heldMicros: now.heldMicros - most }
        if (end === 'spent')
          now = { ...now, spentMicros: now.spentMicros + Math.floor(most * share) }
        if (end === 'possible')
          now = { ...now, possibleMicros: now.possibleMicros + most }
        expect(takenMicros(now)).toBeLessThanOrEqual(hardMicros)
      }
    }))
  })

  it('the jobs that fit together exceed no budget, and no omitted one would have fit', () => {
    fc.assert(fc.property(fc.array(budget, { maxLength: 4 }), fc.array(wish, { maxLength: 12 }), (budgets, wishes) => {
      const fitting = fittingOf(budgets, wishes)
      for (const one of budgets) {
        const added = fitting.filter(each => each.mostMicros > 0
          && each.currency === one.currency
          && (one.projectId === null || one.projectId === each.projectId)).reduce((sum, each) => sum + each.mostMicros, 0)
        if (one.hardMicros !== null && added > 0)
          expect(takenMicros(one) + added).toBeLessThanOrEqual(one.hardMicros)
      }
      const first = wishes.find(each => !fitting.includes(each))
      if (first) {
        const before = fittingOf(budgets, wishes.slice(0, wishes.indexOf(first)))
        expect(fittingOf(budgets, [...before, first])).toEqual(before)
      }
    }))
  })

  it('holds back nothing that is free, of another project, or in another currency', () => {
    const full = day({ hardMicros: 10, spentMicros: 10 })
    expect(holdersOf([full], { currency: 'USD', mostMicros: 0, projectId: null })).toEqual([])
    expect(holdersOf([full], { currency: 'EUR', mostMicros: 1, projectId: null })).toEqual([])
    expect(holdersOf([{ ...full, period: 'all', projectId: film }], { currency: 'USD', mostMicros: 1, projectId: null })).toEqual([])
    expect(holdersOf([{ ...full, period: 'all', projectId: film }], { currency: 'USD', mostMicros: 1, projectId: film })).toHaveLength(1)
  })
})

it('a soft limit warns until the user agrees, and stops nothing', () => {
  const soft = day({ softMicros: 10, spentMicros: 9 })
  const two = { currency: 'USD', mostMicros: 2, projectId: film }
  expect(warnersOf([soft], two)).toHaveLength(1)
  expect(warnersOf([{ ...soft, isAgreed: true }], two)).toEqual([])
  expect(warnersOf([soft], { ...two, mostMicros: 1 })).toEqual([])
  expect(holdersOf([soft], two)).toEqual([])
})
