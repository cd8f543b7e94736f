/** The gaps between spans, compared with the definition frame by frame. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gapsBetween } from '#rules/sequence/runs.ts'

const span = fc.record({ startFrame: fc.integer({ min: 0, max: 120 }), frames: fc.integer({ min: 1, max: 60 }) })

it('each frame that no span covers is in one gap, and no other; no gap touches the next', () => {
  fc.assert(fc.property(fc.array(span, { maxLength: 8 }), fc.nat({ max: 150 }), (some, length) => {
    const spans = some.filter(({ startFrame }) => startFrame <= length).sort((a, b) => a.startFrame - b.startFrame)
    const gaps = gapsBetween(spans, length)
    const within = (list: typeof spans, frame: number) =>
      list.filter(each => each.startFrame <= frame && frame < each.startFrame + each.frames)
    for (let frame = 0; frame < length; frame++)
      expect(within(gaps, frame)).toHaveLength(within(spans, frame).length === 0 ? 1 : 0)
    expect(gaps.filter(({ frames }) => frames < 1)).toEqual([])
    expect(gaps.filter((gap, at) => gap.startFrame + gap.frames === gaps[at + 1]?.startFrame)).toEqual([])
  }))
})
