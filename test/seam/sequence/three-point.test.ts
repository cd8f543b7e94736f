/** Three-point editing: the fourth point follows from the other three. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { threePoint } from '#rules/sequence/three-point.ts'

const none = { in: null, out: null }
const source = { ...none, frames: 300 }

describe('the fourth point', () => {
  it.each([
    ['sequence out, of source in and out and sequence in', { in: 30, out: 90 }, { in: 500, out: null }, { from: 30, length: 60, at: 500 }],
    ['sequence in, of source in and out and sequence out', { in: 30, out: 90 }, { in: null, out: 500 }, { from: 30, length: 60, at: 440 }],
    ['source out, of source in and sequence in and out', { in: 30, out: null }, { in: 500, out: 560 }, { from: 30, length: 60, at: 500 }],
    ['source in, of source out and sequence in and out', { in: null, out: 90 }, { in: 500, out: 560 }, { from: 30, length: 60, at: 500 }],
  ])('is %s', (_, marks, sequence, part) => {
    expect(threePoint({ ...source, ...marks }, sequence, 7)).toEqual(part)
  })
})

it('with fewer points is the playhead, the beginning or the end; with four, the range and the source in point count', () => {
  expect(threePoint(source, none, 7)).toEqual({ from: 0, length: 300, at: 7 })
  expect(threePoint({ ...source, in: 100 }, none, 7)).toEqual({ from: 100, length: 200, at: 7 })
  expect(threePoint({ ...source, out: 100 }, none, 7)).toEqual({ from: 0, length: 100, at: 7 })
  expect(threePoint(source, { in: 10, out: 40 }, 7)).toEqual({ from: 0, length: 30, at: 10 })
  expect(threePoint({ ...source, in: 100, out: 110 }, { in: 10, out: 40 }, 7)).toEqual({ from: 100, length: 30, at: 10 })
})

it('is refused where the source is too short, or the part would begin before the sequence; a still lasts as long as wanted', () => {
  expect(threePoint({ ...source, in: 280 }, { in: 0, out: 30 }, 0)).toBe('source-too-short')
  expect(threePoint({ ...source, out: 20 }, { in: 0, out: 30 }, 0)).toBe('source-too-short')
  expect(threePoint({ ...source, in: 0, out: 60 }, { in: null, out: 30 }, 0)).toBe('before-start')
  expect(threePoint({ ...none, frames: 120, isEndless: true }, { in: 5, out: 905 }, 0)).toEqual({ from: 0, length: 900, at: 5 })
})

it('keeps to both ranges and stays in the source, whatever is marked', () => {
  const frame = fc.option(fc.integer({ min: 0, max: 400 }))
  const points = fc.record({ in: frame, out: frame }).filter(one => one.in === null || one.out === null || one.in < one.out)
  fc.assert(fc.property(points, points, fc.integer({ min: 1, max: 300 }), fc.nat({ max: 900 }), (marks, sequence, frames, playhead) => {
    fc.pre((marks.in ?? 0) < frames && (marks.out ?? frames) <= frames && (marks.in ?? 0) < (marks.out ?? frames))
    const part = threePoint({ ...marks, frames }, sequence, playhead)
    if (typeof part === 'string')
      return
    expect(part.from).toBeGreaterThanOrEqual(0)
    expect(part.from + part.length).toBeLessThanOrEqual(frames)
    expect(part.at).toBeGreaterThanOrEqual(0)
    const isRange = sequence.in !== null && sequence.out !== null
    if (sequence.in !== null)
      expect(part.at).toBe(sequence.in)
    if (sequence.out !== null)
      expect(part.at + part.length).toBe(sequence.out)
    if (marks.in !== null)
      expect(part.from).toBe(marks.in)
    if (marks.out !== null && !(isRange && marks.in !== null))
      expect(part.from + part.length).toBe(marks.out)
  }))
})
