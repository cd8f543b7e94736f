/** Clips of gradients: they keep what their image was drawn from, until they show another take. */
import { expect, it } from 'vitest'
import { plainGradient, turnedAround } from '#rules/colour/gradient.ts'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { clipId, documentOf, picture, pictureTrack, takeId } from '../../../kit/sequence.ts'

const document = documentOf(pictureTrack(1, [picture(10, 0, 60, { gradient: plainGradient, fadeIn: 10 }), picture(11, 60, 30)]))
const swap = { do: 'swapTake', clipId: clipId(10), takeId: takeId(2), sourceLength: null, ripples: false } as const

it('another take is no gradient any more; another gradient is one step that is taken back', () => {
  expect(findClip(applyEdits(document, [swap]).document, clipId(10))!.clip).not.toHaveProperty('gradient')
  const gradient = turnedAround(plainGradient)
  const { document: after, inverse } = applyEdits(document, [swap, { do: 'setPicture', clipIds: [clipId(10)], values: { gradient } }])
  expect(findClip(after, clipId(10))!.clip).toMatchObject({ takeId: takeId(2), gradient, fadeIn: 10, length: 60 })
  expect(patched(after, inverse)).toEqual(document)
})

it('the same image with other stops is an edit, too, and both halves of a cut know what they show', () => {
  const { document: after } = applyEdits(document, [{ do: 'setPicture', clipIds: [clipId(11)], values: { gradient: plainGradient } }])
  expect(findClip(after, clipId(11))!.clip).toMatchObject({ gradient: plainGradient })
  const { document: cut } = applyEdits(document, [{ do: 'split', atFrame: 20, pieces: [{ clipId: clipId(10), newId: clipId(20) }] }])
  for (const number of [10, 20])
    expect(findClip(cut, clipId(number))!.clip).toMatchObject({ gradient: plainGradient })
})
