/** What a line has to fit: a shot before a clip before a take, and otherwise what it is estimated at. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedSeconds, fitTargets, roomsOfLines } from '#rules/fit/target.ts'

const [a, b, c] = ['a', 'b', 'c'] as LineId[]
const none = { shotSeconds: null, clipSeconds: null, takeSeconds: null, estimate: 2.04 }

describe('targets', () => {
  it('name what is there, the most telling first', () => {
    expect(fitTargets({ ...none, shotSeconds: 5, clipSeconds: 3.21, takeSeconds: 4 })).toEqual([
      { from: 'shot', seconds: 5 },
      { from: 'timeline', seconds: 3.2 },
      { from: 'take', seconds: 4 },
    ])
    expect(fitTargets(none)).toEqual([{ from: 'estimate', seconds: 2 }])
    // An assembled clip says nothing that its take does not.
    expect(fitTargets({ ...none, clipSeconds: 4.02, takeSeconds: 4 })).toEqual([{ from: 'take', seconds: 4 }])
  })

  it('are never empty, and within what can be asked for', () => {
    const seconds = fc.option(fc.double())
    fc.assert(fc.property(seconds, seconds, seconds, fc.double(), (shotSeconds, clipSeconds, takeSeconds, estimate) => {
      const targets = fitTargets({ shotSeconds, clipSeconds, takeSeconds, estimate })
      expect(targets.length).toBeGreaterThan(0)
      expect(targets.every(target => target.seconds >= 0.3 && target.seconds <= 600)).toBe(true)
      expect(boundedSeconds(estimate)).toBe(boundedSeconds(boundedSeconds(estimate)))
    }))
  })
})

describe('the rooms of lines in a sequence', () => {
  type Laid = [lineId: LineId | null, start: number, length: number, from?: number, takeId?: string]
  const clips = (...all: Laid[]): Pick<SequenceDocument, 'tracks'> => ({
    tracks: {
      speech: {
        kind: 'speech',
        clips: Object.fromEntries(all.map(([lineId, start, length, from = 0, takeId = `of ${lineId}`], place) =>
          [String(place), { lineId, takeId, start: start * 48_000, length: length * 48_000, in: from * 48_000 }])),
      },
    },
  }) as never // as much as is read

  it('end where the next clip begins, without the pause after the line', () => {
    const rooms = roomsOfLines(clips([b!, 6, 2], [a!, 0, 3], [null, 9, 1], [c!, 12, 2.5]), () => 0.5)
    expect([...rooms].sort()).toEqual([[a, 5.5], [b, 2.5], [c, 2.5]])
  })

  it('are never shorter than a clip that is free, and are cut where the next one begins within it', () => {
    expect(roomsOfLines(clips([a!, 0, 3], [b!, 3.2, 1]), () => 1).get(a!)).toBe(3)
    expect(roomsOfLines(clips([a!, 0, 3], [b!, 2, 1]), () => 1).get(a!)).toBe(2)
  })

  it('of a line whose clip is in pieces are from the first of them to the last', () => {
    const roomOf = (...all: Laid[]) => roomsOfLines(clips(...all), () => 0.5).get(a!)
    expect(roomOf([a!, 0, 1.2], [a!, 1.2, 4.8, 1.2]), 'nothing follows').toBe(6)
    expect(roomOf([a!, 0, 1.2], [a!, 1.2, 2, 1.2], [a!, 4, 2, 3.2], [b!, 8, 1]), 'in three, one of them moved').toBe(7.5)
    expect(roomOf([a!, 0, 1.2], [a!, 1.2, 4.8, 1.2], [b!, 5, 1]), 'cut where the next one begins').toBe(5)
    // The line again, or another take of it, is no piece.
    expect(roomOf([a!, 0, 3], [a!, 5, 3]), 'a copy').toBe(4.5)
    expect(roomOf([a!, 0, 3], [a!, 5, 3, 1, 'another']), 'another take').toBe(4.5)
  })
})
