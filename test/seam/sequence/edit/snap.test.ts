/** An edge snaps to the nearest place within reach, and never to what is moving along. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearest, snap, snapPoints, snapTogether } from '#rules/sequence/edit/snap.ts'
import { captionTrack, clipId, documentOf, markerId, picture, pictureTrack, sound, soundTrack } from '../../../kit/sequence.ts'

const spans = fc.array(fc.tuple(fc.nat(5000), fc.integer({ min: 1, max: 300 })), { maxLength: 12 })
const documents = fc.tuple(spans, spans, fc.array(fc.nat(6000), { maxLength: 4 })).map(([seen, heard, marks]) => {
  const document = documentOf(
    pictureTrack(1, seen.map(([start, length], index) => picture(100 + index, start, length))),
    soundTrack(2, heard.map(([start, length], index) => sound(200 + index, start, length))),
    captionTrack(3, []),
  )
  return {
    ...document,
    markers: Object.fromEntries(marks.map((at, index) => [markerId(300 + index), { id: markerId(300 + index), at, name: '' }])),
  }
})

describe('snap', () => {
  it('moves an edge by no more than the reach, onto a point, and leaves no nearer one', () => {
    fc.assert(fc.property(documents, fc.nat(6000), fc.nat(40), (document, at, reach) => {
      const points = snapPoints(document, new Set())
      const snapped = snap(document, at, reach, new Set())
      const near = Math.min(...points.map(point => Math.abs(point.at - at)))
      expect(snapped.to === null).toBe(near > reach)
      expect(Math.abs(snapped.at - at)).toBe(snapped.to ? near : 0)
      expect(snap(document, snapped.at, reach, new Set()).at).toBe(snapped.at)
    }))
  })

  it('takes the edges of clips on every kind of track, markers, in, out and the playhead', () => {
    const document = documentOf(pictureTrack(1, [picture(4, 10, 5)]), soundTrack(2, [sound(5, 100, 7)]))
    const marked = { ...document, inFrame: 30, outFrame: 40, markers: { [markerId(9)]: { id: markerId(9), at: 15, name: '' } } }
    expect(snapPoints(marked, new Set(), 100).map(point => [point.at, point.is])).toEqual([
      [0, 'start'],
      [10, 'clip'],
      [15, 'marker'],
      [30, 'in-out'],
      [40, 'in-out'],
      [100, 'playhead'],
      [107, 'clip'],
    ])
    expect(snapPoints(marked, new Set([clipId(4), markerId(9), clipId(5)])).map(point => point.at)).toEqual([0, 30, 40])
  })

  it('moves several edges by the same distance, which puts one of them on a point', () => {
    fc.assert(fc.property(documents, fc.array(
      fc.nat(6000),
      { minLength: 1, maxLength: 4 },
    ), fc.integer({ min: -500, max: 500 }), fc.nat(30), (document, edges, by, reach) => {
      const points = snapPoints(document, new Set())
      const moved = snapTogether(points, edges, by, reach)
      expect(Math.abs(moved.by - by)).toBeLessThanOrEqual(reach)
      if (moved.to)
        expect(edges.map(edge => edge + moved.by)).toContain(moved.to.at)
      else
        expect(edges.every(edge => nearest(points, edge + by, reach).to === null)).toBe(true)
    }))
  })
})
