/** Edges that are selected together: added and taken away one by one, and all of a cut. */
import { describe, expect, it } from 'vitest'
import { edgesOf, nextEdges, toggledEdge } from '../../../src-renderer/rooms/timeline/acts/edges.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack } from '../../kit/sequence.ts'

const rows = rowsOf(documentOf(
  pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 100)]),
  soundTrack(2, [sound(21, 0, 100)]),
  soundTrack(3, [sound(31, 0, 100)], { isLocked: true }),
))
const [end, start, music] = [
  { clipId: clipId(11), edge: 'end' as const },
  { clipId: clipId(12), edge: 'start' as const },
  { clipId: clipId(21), edge: 'end' as const },
]

describe('edges', () => {
  it('come one by one, the last one first, and go again; the last of them leaves none', () => {
    const two = toggledEdge({ ...end, how: 'ripple' }, rows, music)
    expect(two).toEqual({ ...music, how: 'ripple', others: [end] })
    expect(edgesOf(two!, rows)).toEqual([music, end])
    const one = toggledEdge(two!, rows, music)
    expect(one).toEqual({ ...end, how: 'ripple' })
    expect(toggledEdge(one!, rows, end)).toBeNull()
  })

  it('of a cut that rolls are both of its sides', () => {
    expect(edgesOf({ ...start, how: 'roll' }, rows)).toEqual([start, end])
    expect(edgesOf({ ...end, how: 'roll' }, rows)).toEqual([end, start])
    expect(toggledEdge({ ...start, how: 'roll' }, rows, music)).toEqual({ ...music, how: 'trim', others: [start, end] })
  })

  it('of one frame are selected on all unlocked tracks: ends, then starts, then both, and ends again', () => {
    const ends = nextEdges(rows, 100, null)
    expect(edgesOf(ends!, rows)).toEqual([end, music])
    const starts = nextEdges(rows, 100, ends)
    expect(starts).toEqual({ ...start, how: 'trim' })
    const both = nextEdges(rows, 100, starts)
    expect(edgesOf(both!, rows)).toEqual([end, music, start])
    expect(nextEdges(rows, 100, both)).toEqual(ends)
    expect(nextEdges(rows, 50, null)).toBeNull()
  })
})
