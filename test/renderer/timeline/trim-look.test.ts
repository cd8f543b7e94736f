/** What is seen of edges while they are trimmed, why they stop, and which edge keys trim. */
import type { Basis, Drag, Gesture, Proposal } from '../../../src-renderer/rooms/timeline/gestures/gesture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endOf, findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { cutsOf, nearestCut, nextEdge } from '../../../src-renderer/rooms/timeline/acts/edges.ts'
import { rollGesture, slipGesture, trimGesture } from '../../../src-renderer/rooms/timeline/gestures/edge.ts'
import { slideGesture } from '../../../src-renderer/rooms/timeline/gestures/slide.ts'
import { looksOf } from '../../../src-renderer/rooms/timeline/gestures/trim-look.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack } from '../../kit/sequence.ts'

const take = { sourceLength: 200, takeId: '00000000-0000-7000-8000-000000000777' as never } // an id by its form
/** Three shots one after another, the middle one with its sound. */
const film = documentOf(
  pictureTrack(1, [
    picture(11, 0, 100, { ...take, in: 50 }),
    picture(12, 100, 80, { ...take, in: 60, linkId: clipId(12) }),
    picture(13, 180, 100, { ...take, in: 30 }),
  ]),
  soundTrack(2, [sound(21, 100, 80, { linkId: clipId(12), in: sampleOfFrame(60, rate), sourceLength: sampleOfFrame(200, rate) })]),
)
const newId = (): never => clipId(900) as never // no gesture here makes a clip
const basis: Basis = { document: film, rows: rowsOf(film), selected: new Set(), playhead: 0, snaps: false, newId }
const still: Drag = { byFrames: 0, frame: 0, trackId: null, share: 0.5, reach: 0, isFree: true, copies: false, inserts: false }
function dragged(gesture: Gesture, byFrames: number): Proposal {
  return gesture({ ...still, byFrames })
}
/** Edge, frame of the sequence, frame of the source, frames left. */
function seen({ edits, trimmed }: Proposal) {
  const { document } = applyEdits(film, edits)
  return looksOf(document, trimmed!).map(({ edge, frame, picture: shown, left }) => [edge, frame, shown?.sourceFrame, left])
}

describe('what is seen', () => {
  it('of a trim is the frame of its edge, and what the source has left there', () => {
    expect(seen(dragged(trimGesture(basis, clipId(13), 'end', {}), 20))).toEqual([['end', 299, 149, 50]])
    expect(seen(dragged(trimGesture(basis, clipId(13), 'start', { ripples: true }), 10))).toEqual([['start', 180, 40, 40]])
  })

  it('of a sound that is cut with its shot is the frame of the shot', () => {
    const [look] = looksOf(film, { edges: [{ clipId: clipId(21), edge: 'end' }] })
    expect(look).toMatchObject({ frame: 179, picture: { sourceFrame: 139, into: 79 } })
  })

  it('of a roll is both sides of the cut', () => {
    expect(seen(dragged(rollGesture(basis, clipId(12), 'start', {}), -15))).toEqual([['end', 84, 134, 65], ['start', 85, 45, 45]])
  })

  it('of a slip is its first and its last frame, of a slide what comes before and after', () => {
    expect(seen(dragged(slipGesture(basis, clipId(12)), 10))).toEqual([['start', 100, 50, 50], ['end', 179, 129, 70]])
    expect(seen(dragged(slideGesture(basis, clipId(12)), 10))).toEqual([['end', 109, 159, 40], ['start', 190, 40, 40]])
  })
})

describe('an edge stops', () => {
  it.each([
    ['where its source ends', trimGesture(basis, clipId(13), 'end', {}), 500, 70, 'source'],
    ['where its source begins', trimGesture(basis, clipId(12), 'start', { ripples: true }), -500, -60, 'source'],
    ['at one frame', trimGesture(basis, clipId(13), 'end', {}), -500, -99, 'length'],
    ['at the next clip', trimGesture(basis, clipId(11), 'end', {}), 10, 0, 'clip'],
    ['in a roll where one of both sources ends', rollGesture(basis, clipId(13), 'start', {}), -500, -30, 'source'],
    ['in a slip where the source ends', slipGesture(basis, clipId(11)), -500, -49, 'source'],
    ['in a slide where the source of a neighbour ends', slideGesture(basis, clipId(12)), 500, 50, 'source'],
    ['nowhere before', slideGesture(basis, clipId(12)), -20, -20, null],
  ] as const)('%s', (_, gesture, wanted, by, stop) => {
    const proposal = dragged(gesture, wanted)
    // Slipped sound is rounded: a frame less.
    expect(Math.abs(('frames' in proposal.by ? proposal.by.frames : NaN) - by)).toBeLessThanOrEqual(1)
    expect(proposal.trimmed?.stop).toBe(stop)
  })
})

it('a slide keeps what is shown, and its neighbours touch it wherever it is', () => {
  fc.assert(fc.property(fc.integer({ min: -300, max: 300 }), (byFrames) => {
    const { edits } = dragged(slideGesture(basis, clipId(12)), byFrames)
    const { document } = applyEdits(film, edits)
    const of = (number: number) => findClip(document, clipId(number))!.clip
    const [before, slid, after] = [of(11), of(12), of(13)]
    expect(slid).toMatchObject({ in: 60, length: 80 })
    expect([endOf(before), endOf(slid)]).toEqual([slid.start, after.start])
    expect([before.start, endOf(after)]).toEqual([0, 280])
    expect(of(21).start).toBe(sampleOfFrame(slid.start, rate))
  }))
})

describe('the edge that keys trim', () => {
  const cuts = cutsOf(basis.rows[0]!.boxes)

  it('is the nearest, before one that is as near later', () => {
    expect(cuts.map(({ frame }) => frame)).toEqual([0, 100, 180, 280])
    expect([0, 49, 50, 51, 1000].map(frame => nearestCut(cuts, frame)?.frame)).toEqual([0, 0, 0, 100, 280])
    expect(nearestCut([], 5)).toBeNull()
  })

  it('is the end before, then the start after, then both, and again', () => {
    const first = nextEdge(cuts[1]!, null)
    const second = nextEdge(cuts[1]!, first)
    const third = nextEdge(cuts[1]!, second)
    expect([first, second, third]).toEqual([
      { clipId: clipId(11), edge: 'end', how: 'trim' },
      { clipId: clipId(12), edge: 'start', how: 'trim' },
      { clipId: clipId(12), edge: 'start', how: 'roll' },
    ])
    expect(nextEdge(cuts[1]!, third)).toEqual(first)
    expect(nextEdge(cuts[3]!, nextEdge(cuts[3]!, null))).toEqual(nextEdge(cuts[3]!, null))
  })
})
