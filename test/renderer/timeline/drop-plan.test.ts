/** What is shown while something is held over the tracks is what the drop does: where it comes, how long it is, and what it covers. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { Spot } from '../../../src-renderer/rooms/timeline/acts/place-takes.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { stillsOver } from '../../../src-renderer/rooms/timeline/acts/new-things.ts'
import { placeTakes } from '../../../src-renderer/rooms/timeline/acts/place-takes.ts'
import { coveredBy } from '../../../src-renderer/rooms/timeline/gestures/covered.ts'
import { planOf } from '../../../src-renderer/rooms/timeline/gestures/drop-plan.ts'
import { moveGesture } from '../../../src-renderer/rooms/timeline/gestures/move.ts'
import { rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { lossesIn, withOwnTakes } from '../../kit/kept-clips.ts'
import { captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'
import { documents } from '../../seam/sequence/edits.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id
const shot = aTake(70, { medium: 'video', kind: 'video', asset: { durationSeconds: 2, channels: 2 } })
const film = documentOf(
  pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 100)]),
  soundTrack(3, [sound(31, 0, 80)]),
  captionTrack(5, []),
)
function plan(spot: Omit<Spot, 'frame'>, document: SequenceDocument = film) {
  const { edits } = placeTakes({ document, newId, isLine: () => false, chosenOf: () => null }, [shot], { frame: 70, ...spot })
  return planOf(document, rowsOf(document), edits)
}

describe('a shot with its sound', () => {
  it('is shown on both tracks, as long as it is, and marks what it covers', () => {
    expect(plan({ trackId: trackId(1), how: 'overwrite' })).toMatchObject({
      word: 'overwrite',
      ghosts: [{ top: 0, height: 60, start: 70, end: 130, isNew: false }, { start: 70, end: 130, isNew: true }],
      covered: [{ top: 0, height: 60, start: 70, end: 130 }],
    })
  })

  it('covers nothing where it is inserted or comes onto a new track, which is shown between the others', () => {
    expect(plan({ trackId: trackId(1), how: 'insert' })).toMatchObject({ word: 'insert', covered: [] })
    const { word, ghosts, covered } = plan({ trackId: null, how: 'overwrite' })
    expect([word, covered]).toEqual(['new-track', []])
    const bottom = rowsOf(film)[1]!.top + 60
    expect(ghosts.map(({ top, isNew }) => [top, isNew])).toEqual([[0, true], [expect.closeTo(bottom - 12, 0), true]])
  })
})

it('moving and copying mark what they cut away', () => {
  const frames = fc.integer({ min: -80, max: 80 })
  const lengthIn = (document: SequenceDocument): number => tracksOf(document).reduce((sum, track) => sum + clipsOf(track)
    .reduce((all, clip) => all + endFrameOf(track, clip, document.rate) - startFrameOf(track, clip, document.rate), 0), 0)
  fc.assert(fc.property(documents.map(withOwnTakes), fc.nat(), frames, fc.boolean(), (document, which, byFrames, copies) => {
    const all = tracksOf(document).filter(track => !track.isLocked).flatMap(track => clipsOf(track).map(clip => ({ track, clip })))
    const grabbed = all[which % Math.max(1, all.length)]
    if (!grabbed)
      return
    const [id, rows] = [grabbed.clip.id, rowsOf(document)]
    const gesture = moveGesture({ document, rows, selected: new Set(), playhead: 0, snaps: false, newId }, id)
    const drag = { byFrames, frame: 0, trackId: null, share: 0.5, reach: 0, isFree: true, inserts: false }
    const { edits, selects = [] } = gesture({ ...drag, copies })
    const marked = coveredBy(document, edits)
    try {
      const { document: after } = applyEdits(document, edits)
      const own = selects.length === 0 ? after : applyEdits(after, [{ do: 'remove', clipIds: [...selects], closesGap: false }]).document
      // Sounds that share a frame at their edges are marked without losing anything.
      if (lossesIn(document, own, { clipIds: copies ? [] : [id] }).length > 0)
        expect(marked.length).toBeGreaterThan(0)
      if (grabbed.clip.linkId === null && grabbed.track.kind === 'pictures' && !copies)
        expect(lengthIn(document) - lengthIn(after)).toBe(marked.reduce((sum, { start, end }) => sum + end - start, 0))
    }
    catch (error) {
      if (!(error instanceof Error && error.name === 'EditRefusedError'))
        throw error
    }
  }), { numRuns: 400 })
})

it('of files, only stills have a length before they are read', () => {
  const held = (...types: string[]) => stillsOver({ items: types.map(type => ({ kind: 'file', type })) as never })
  expect(held('image/png', 'image/jpeg')).toHaveLength(2)
  expect([held('image/png', 'audio/wav'), held('image/gif'), held('')]).toEqual([null, null, null])
})
