/** Panning: what each side of a sound becomes, and what remains in the document. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { balanceDb, balanceOf } from '#rules/sequence/balance.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits } from '#rules/sequence/edit/attributes.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { clipId, documentOf, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'

const pans = fc.integer({ min: -100, max: 100 })

it('no side becomes louder, and the side to which a sound moves stays as it is', () => {
  fc.assert(fc.property(pans, pans, (ofClip, ofTrack) => {
    const { left, right } = balanceOf(ofClip, ofTrack) ?? { left: 1, right: 1 }
    for (const side of [left, right]) {
      expect(side).toBeGreaterThanOrEqual(0)
      expect(side).toBeLessThanOrEqual(1)
    }
    if (ofClip >= 0 && ofTrack >= 0)
      expect(right).toBe(1)
    if (ofClip <= 0 && ofTrack <= 0)
      expect(left).toBe(1)
  }))
})

it('a pan to the other side swaps the sides, and more pan leaves less of the far one', () => {
  fc.assert(fc.property(pans, fc.nat({ max: 99 }), (pan, less) => {
    const [one, other] = [balanceOf(pan), balanceOf(-pan)]
    expect(one && [one.left, one.right]).toEqual(other && [other.right, other.left])
    expect(balanceOf(less + 1)!.left).toBeLessThan(balanceOf(less)?.left ?? 1)
  }))
  expect(balanceOf(0, 0)).toBeNull()
  expect(balanceOf(100)).toEqual({ left: 0, right: 1 })
  expect(balanceDb(balanceOf(100))).toBeCloseTo(-3.01, 2)
})

it('a clip in the middle is as it was before it was panned, and so is its track', () => {
  const film = documentOf(soundTrack(1, [sound(1, 0, 30)]))
  const panned = applyEdits(film, [
    { do: 'setSound', clipIds: [clipId(1)], values: { pan: -30 } },
    { do: 'setTrack', trackId: trackId(1), values: { pan: 80 } },
  ])
  expect(soundEvents(panned.document)[0]?.balance).toEqual(balanceOf(-30, 80))
  const back = applyEdits(panned.document, [
    { do: 'setSound', clipIds: [clipId(1)], values: { pan: 0 } },
    { do: 'setTrack', trackId: trackId(1), values: { pan: 0 } },
  ])
  expect(back.document).toEqual(film)
})

it('a cut leaves both parts where they are heard, and pasting the gain takes the pan along', () => {
  const film = documentOf(soundTrack(1, [sound(1, 0, 30, { pan: 45 }), sound(2, 40, 30)]))
  const cut = applyEdits(film, [{ do: 'split', atFrame: 10, pieces: [{ clipId: clipId(1), newId: clipId(3) }] }]).document
  expect(soundEvents(cut).map(({ clip }) => clip.pan)).toEqual([45, 45, undefined])
  const source = { clips: Object.values(film.tracks[trackId(1)]!.clips).slice(0, 1), rate: film.rate }
  const pasted = applyEdits(film, attributeEdits(film, source, [clipId(2)], new Set(['gain'])))
  expect(soundEvents(pasted.document).map(({ clip }) => clip.pan)).toEqual([45, 45])
})

it('only tracks that are heard have a pan', () => {
  const film = documentOf(pictureTrack(1, []))
  expect(() => applyEdits(film, [{ do: 'setTrack', trackId: trackId(1), values: { pan: 10 } }])).toThrow(EditRefusedError)
})
