/** How far a slip goes: as far as its source lasts to each side, also of what is played backwards. */
import { expect, it } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { slipRange } from '../../../src-renderer/rooms/timeline/gestures/limits.ts'
import { clipId, documentOf, picture, pictureTrack } from '../../kit/sequence.ts'

it.each([{}, { isReversed: true as const }])('as far as its source lasts: %o', (has) => {
  const document = documentOf(pictureTrack(1, [picture(11, 0, 50, { in: 10, sourceLength: 100, ...has })]))
  const range = slipRange(document, [findClip(document, clipId(11))!])
  expect(range).toEqual({ least: -10, most: 40 })
  for (const byFrames of [range.least, range.most])
    applyEdits(document, [{ do: 'slip', clipIds: [clipId(11)], byFrames }])
})
