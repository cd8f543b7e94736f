/** The next step follows from what a project has: each act leads to the next, and nothing is told to people who know the way. */
import type { NextStep, ProjectFacts } from '#rules/guide/next-step.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextStep } from '#rules/guide/next-step.ts'

const nothing: ProjectFacts = {
  isSample: false,
  hasDelivered: false,
  wordedLines: 0,
  voiceless: [],
  toMake: 0,
  beingMade: 0,
  toDraw: 0,
  beingDrawn: 0,
  unsure: 0,
  takes: 0,
  sequences: 0,
  delivered: 0,
  isRendering: false,
}
const count = fc.nat({ max: 5 })
const anyFacts: fc.Arbitrary<ProjectFacts> = fc.record({
  isSample: fc.boolean(),
  hasDelivered: fc.boolean(),
  wordedLines: count,
  voiceless: fc.uniqueArray(fc.string({ maxLength: 8 }), { maxLength: 4 }),
  toMake: count,
  beingMade: count,
  toDraw: count,
  beingDrawn: count,
  unsure: count,
  takes: count,
  sequences: count,
  delivered: count,
  isRendering: fc.boolean(),
})

/** What the project has once the person has followed the step. */
function followed(facts: ProjectFacts, step: NextStep): ProjectFacts {
  switch (step.is) {
    case 'write': return { ...facts, wordedLines: 1, voiceless: ['ANNA'], toDraw: 1 }
    case 'cast': return { ...facts, voiceless: facts.voiceless.slice(1), toMake: facts.toMake + 1 }
    case 'make': return { ...facts, toMake: 0, beingMade: facts.beingMade + step.count }
    case 'draw': return { ...facts, toDraw: 0, beingDrawn: facts.beingDrawn + step.count }
    case 'wait': return { ...facts, beingMade: 0, beingDrawn: 0, takes: facts.takes + step.lines + step.images }
    case 'decide': return { ...facts, unsure: 0 }
    case 'look': return { ...facts, sequences: 1 }
    case 'deliver': return { ...facts, delivered: 1 }
    case 'own': return { ...facts, hasDelivered: true }
  }
}

describe('the next step of a project', () => {
  it('leads from an empty project to a delivery: write, cast, make, draw, look, deliver', () => {
    const steps: string[] = []
    let facts = nothing
    for (let step = nextStep(facts); step; step = nextStep(facts)) {
      steps.push(step.is)
      facts = followed(facts, step)
    }
    expect(steps).toEqual(['write', 'cast', 'make', 'draw', 'wait', 'look', 'deliver'])
  })

  it('is done by itself when its act is done, and always ends', () => {
    fc.assert(fc.property(anyFacts, (start) => {
      let facts = start
      const told: string[] = []
      for (let step = nextStep(facts); step; step = nextStep(facts)) {
        const before = JSON.stringify(step)
        told.push(step.is)
        facts = followed(facts, step)
        expect(JSON.stringify(nextStep(facts))).not.toBe(before)
        expect(told.length).toBeLessThan(20)
      }
    }))
  })

  it('is never told to somebody who has delivered, nor while the delivery is rendered', () => {
    fc.assert(fc.property(anyFacts, (facts) => {
      expect(nextStep({ ...facts, hasDelivered: true })).toBeNull()
      expect(nextStep({ ...facts, isSample: false, delivered: facts.delivered + 1 })).toBeNull()
      expect(nextStep({ ...facts, delivered: 0, isRendering: true })).toBeNull()
    }))
  })

  it('after the sample was delivered, is a project of one’s own', () => {
    expect(nextStep({ ...nothing, isSample: true, delivered: 1 })).toEqual({ is: 'own' })
  })

  it('names a speaker without a voice, and generates only when each speaker has one', () => {
    fc.assert(fc.property(anyFacts, (facts) => {
      const step = nextStep(facts)
      if (step?.is === 'cast')
        expect([step.speaker, step.others]).toEqual([facts.voiceless[0], facts.voiceless.length - 1])
      if (step?.is === 'make')
        expect([facts.voiceless, step.count]).toEqual([[], facts.toMake])
    }))
  })

  it('of a project without a script, leads to the timeline and not back to the script', () => {
    expect(nextStep({ ...nothing, takes: 2 })).toEqual({ is: 'look' })
    expect(nextStep({ ...nothing, takes: 2, sequences: 1 })).toEqual({ is: 'deliver' })
  })

  it('where a line may have been charged, is the decision', () => {
    expect(nextStep({ ...nothing, wordedLines: 3, unsure: 1, toMake: 2 })).toEqual({ is: 'decide' })
  })
})
