/** Edges of several clips trimmed together: all by as much, and no further than the tightest of them. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Basis, TrimmedEdge } from '../../../src-renderer/rooms/timeline/gestures/gesture.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endFrameOf, findClip, startFrameOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { edgesGesture } from '../../../src-renderer/rooms/timeline/gestures/several-edges.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'

/** Two shots that meet at 100, the first with its sound; music that ends there, and more of it from 130 on. */
const film = documentOf(
  pictureTrack(1, [
    picture(11, 0, 100, { sourceLength: 120, linkId: clipId(11) }),
    picture(12, 100, 100, { sourceLength: 200, in: 40 }),
  ]),
  soundTrack(2, [sound(21, 0, 100, { linkId: clipId(11), sourceLength: 120 * 1600 })]),
  soundTrack(3, [sound(31, 20, 80, { sourceLength: 300 * 1600 }), sound(32, 130, 60, { sourceLength: 90 * 1600, in: 20 * 1600 })]),
)
const drag = { byFrames: 0, frame: 0, trackId: null, share: 0.5, reach: 0, isFree: true, copies: false, inserts: false }
const newId = <Id extends string>(): Id => clipId(900) as string as Id
function basis(document: SequenceDocument, has: Partial<Basis> = {}): Basis {
  return { document, rows: rowsOf(document), selected: new Set(), playhead: 0, snaps: false, newId, ...has }
}
const edge = (number: number, side: 'start' | 'end'): TrimmedEdge => ({ clipId: clipId(number), edge: side })
function frameOf(document: SequenceDocument, { clipId: id, edge: side }: TrimmedEdge): number {
  const found = findClip(document, id)!
  return (side === 'start' ? startFrameOf : endFrameOf)(found.track, found.clip, rate)
}
function proposed(edges: readonly TrimmedEdge[], byFrames: number, options = {}) {
  const proposal = edgesGesture(basis(film), edges, edges[0]!, options)({ ...drag, byFrames })
  const moved = 'frames' in proposal.by ? proposal.by.frames : 0
  return { proposal, moved, after: applyEdits(film, proposal.edits).document }
}

it('whichever edges they are, all move by the same frames as far as is wanted or possible, and nothing is refused', () => {
  const any = fc.uniqueArray(fc.constantFrom(...[11, 12, 31, 32, 21].flatMap(number => [edge(number, 'start'), edge(number, 'end')])), {
    ...{ minLength: 1, maxLength: 5, selector: ({ clipId: id, edge: side }: TrimmedEdge) => `${id} ${side}` },
  })
  fc.assert(fc.property(any, fc.integer({ min: -150, max: 150 }), fc.boolean(), (edges, byFrames, isAlone) => {
    const { moved, after } = proposed(edges, byFrames, { isAlone })
    expect(Math.abs(moved)).toBeLessThanOrEqual(Math.abs(byFrames))
    for (const one of edges)
      expect(frameOf(after, one) - frameOf(film, one)).toBe(moved + 0)
  }), { numRuns: 500 })
})

it('the end of a shot with its sound, and that of the music, go as far as the shot has material', () => {
  const ends = [edge(11, 'end'), edge(31, 'end')]
  const inward = proposed(ends, -30)
  expect([...ends, edge(21, 'end')].map(one => frameOf(inward.after, one))).toEqual([70, 70, 70])
  expect(proposed(ends, 30)).toMatchObject({ moved: 0, proposal: { trimmed: { stop: 'clip' } } })
  // With the start that it meets, the next clip makes way.
  const cut = [...ends, edge(12, 'start')]
  const onward = proposed(cut, 50)
  expect(onward).toMatchObject({ moved: 20, proposal: { trimmed: { edges: cut, stop: 'source' } } })
  expect(cut.map(one => frameOf(onward.after, one))).toEqual([120, 120, 120])
  const back = proposed(cut, -60)
  expect(back).toMatchObject({ moved: -40, proposal: { trimmed: { stop: 'source' } } })
})

it('both sides of a cut keep the transition there', () => {
  const crossed = documentOf(pictureTrack(1, [
    picture(11, 0, 100, { sourceLength: 120 }),
    picture(12, 100, 100, { sourceLength: 200, in: 40, crossIn: 8, crossBefore: 4 }),
  ]))
  for (const byFrames of [7, -7]) {
    const { edits } = edgesGesture(basis(crossed), [edge(11, 'end'), edge(12, 'start')], edge(11, 'end'), {})({ ...drag, byFrames })
    const { document } = applyEdits(crossed, edits)
    expect(findClip(document, clipId(12))?.clip).toMatchObject({ start: 100 + byFrames, crossIn: 8, crossBefore: 4 })
  }
})

it('ripples where all are ends, or all are starts, and what follows moves once', () => {
  const { after } = proposed([edge(11, 'end'), edge(31, 'end')], -10, { ripples: true })
  expect([edge(12, 'start'), edge(32, 'start')].map(one => frameOf(after, one))).toEqual([90, 120])
})

it('goes no further than a sound that begins before its shot, and loses the same, has material', () => {
  const shot = { linkId: clipId(90), takeId: takeId(90) }
  const early = documentOf(
    pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 100, { ...shot, in: 50, sourceLength: 300 })]),
    soundTrack(2, [sound(22, 90, 110, { ...shot, in: 20 * 1600, sourceLength: 300 * 1600 })]),
    soundTrack(3, [sound(31, 100, 50, { in: 60 * 1600, sourceLength: 300 * 1600 })]),
  )
  const starts = [edge(12, 'start'), edge(31, 'start')]
  for (const [wanted, by] of [[-40, -20], [-15, -15], [30, 30]] as const) {
    const { edits } = edgesGesture(basis(early), starts, edge(12, 'start'), { ripples: true })({ ...drag, byFrames: wanted })
    const { document } = applyEdits(early, edits)
    expect([12, 22, 31].map(number => findClip(document, clipId(number))!.clip))
      .toMatchObject([{ in: 50 + by }, { in: (20 + by) * 1600 }, { in: (60 + by) * 1600 }])
  }
})

it('snaps by the edge that is grabbed', () => {
  const at = basis(film, { snaps: true, playhead: 92 })
  const gesture = edgesGesture(at, [edge(11, 'end'), edge(32, 'start')], edge(11, 'end'), {})
  expect(gesture({ ...drag, byFrames: -7, reach: 3, isFree: false })).toMatchObject({ by: { frames: -8 }, guide: { is: 'playhead' } })
  expect(() => applyEdits(film, gesture({ ...drag, byFrames: -999 }).edits)).not.toThrow(EditRefusedError)
})
