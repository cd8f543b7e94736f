/**
 * No edit covers, shortens or removes a clip that it does not name, but one that says that it overwrites.
 *
 * @module-tag wide
 */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clipsOf, endFrameOf, findClip, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { lossesIn, withOwnTakes } from '../../kit/kept-clips.ts'
import { documents, editsOf } from './edits.ts'

const edited = documents.map(withOwnTakes).chain(document => fc.record({ document: fc.constant(document), edit: editsOf(document) }))

/** Another frame rate; stretches of time that are taken out: cut-time.test.ts. */
const hasOwnLaws: ReadonlySet<SequenceEdit['do']> = new Set(['removeTrack', 'refit', 'cutTime'])

/** The clips that an edit is about. Of the cut that rolls, both sides; of a range of time, what plays in it on its tracks. */
function named(document: SequenceDocument, edit: SequenceEdit): readonly ClipId[] {
  switch (edit.do) {
    case 'split': return edit.pieces.map(({ clipId }) => clipId)
    case 'clearTime':
      return tracksOf(document).filter(({ id }) => edit.trackIds.includes(id)).flatMap(track => clipsOf(track)
        .filter(clip => startFrameOf(track, clip, document.rate) < edit.untilFrame)
        .filter(clip => endFrameOf(track, clip, document.rate) > edit.fromFrame)
        .map(({ id }) => id))
    case 'roll':
    case 'swapTake': return [edit.clipId]
    default: return 'clipIds' in edit ? edit.clipIds : []
  }
}

it('what an edit does not name keeps all that it showed, and its dissolve', () => {
  const met = new Set<string>()
  fc.assert(fc.property(edited, ({ document, edit }) => {
    if (('how' in edit && edit.how === 'overwrite') || edit.do === 'roll' || hasOwnLaws.has(edit.do))
      return
    try {
      const after = applyEdits(document, [edit]).document
      const clipIds = named(document, edit)
      // Where it was cut for an insert, or moves without what it was linked with, a clip is about to be judged by its parts.
      const closes = ('closesGap' in edit && edit.closesGap) || edit.do === 'closeGap' || edit.do === 'closeGaps'
      const takesTimeOut = ('ripples' in edit && edit.ripples) || closes
      const meant = { clipIds: clipIds.filter(id => findClip(document, id)), takesTimeOut }
      expect(lossesIn(document, after, meant), JSON.stringify(edit)).toEqual([])
      met.add(`${edit.do}${'how' in edit ? ` ${edit.how}` : ''}${takesTimeOut ? ' ripples' : ''}`)
    }
    catch (error) {
      if (!(error instanceof EditRefusedError))
        throw error
    }
  }), { numRuns: 4000 })
  expect([...met]).toEqual(expect.arrayContaining([
    ...['place insert', 'place free', 'move insert', 'move free', 'trim', 'trim ripples', 'slip', 'split', 'remove', 'remove ripples'],
    ...['closeGap ripples', 'clearTime', 'clearTime ripples', 'closeGaps ripples'],
    ...['link', 'setSpeed', 'setSpeed ripples', 'setRamp', 'setRamp ripples', 'swapTake', 'swapTake ripples'],
  ]))
})
