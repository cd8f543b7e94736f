/** A duplicate in another shape fills its frame; one of the same shape is the same. */
import type { PictureClip } from '#contract/sequence-document.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { captionStyle, fontSizeOf } from '#rules/captions/style.ts'
import { usualBackdrop } from '#rules/sequence/backdrop.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { reshaped } from '#rules/sequence/reshape.ts'
import { captionTrack, clipId, documentOf, picture, pictureTrack, soundTrack } from '../../kit/sequence.ts'
import { documents } from './edits.ts'

const takeId = clipId(7) as never // has the form of an id
const upright = { width: 1080, height: 1920 }
function picturesOf(document: ReturnType<typeof documentOf>): PictureClip[] {
  return tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
}

it('each shot that filled a side of the frame fills all of it, whatever its size', () => {
  fc.assert(fc.property(fc.integer({ min: 100, max: 4000 }), fc.integer({ min: 100, max: 4000 }), (width, height) => {
    const [shot] = picturesOf(reshaped(documentOf(pictureTrack(1, [picture(11, 0, 50, { takeId, sourceLength: 50 })])), upright))
    const placed = placementOf(shot!.look, shot!.look, { width, height }, upright)
    expect(placed.width).toBeGreaterThanOrEqual(1080 - 1e-6)
    expect(placed.height).toBeGreaterThanOrEqual(1920 - 1e-6)
  }))
})

it('a title, and what was made small, stay as they are', () => {
  const small = picture(12, 0, 50, { takeId })
  const clips = [
    picture(11, 0, 50, { takeId: null, title: { text: 'The end', style: captionStyle } }),
    { ...small, start: 60, look: { ...small.look, scale: 0.3, x: 0.3 } },
  ]
  const document = documentOf(pictureTrack(1, clips))
  expect(picturesOf(reshaped(document, upright))).toEqual(picturesOf(document))
})

it('captions of the usual size grow in an upright frame, chosen ones stay', () => {
  const tracks = [1, 2].map(number => ({ ...captionTrack(number, []), style: captionStyle }) as ReturnType<typeof captionTrack>)
  const document = { ...documentOf(...tracks), width: 1920, height: 1080 }
  const [, second] = document.trackIds
  const chosen = document.tracks[second!]!
  if (chosen.kind !== 'captions')
    throw new Error('no captions')
  const own = { ...document, tracks: { ...document.tracks, [second!]: { ...chosen, style: { ...chosen.style, size: 0.2 } } } }
  const styles = tracksOf(reshaped(own, upright)).flatMap(track => track.kind === 'captions' ? [track.style] : [])
  expect(styles.map(({ size }) => size)).toEqual([expect.closeTo(0.096), 0.2])
  // In both about a twentieth of the height and of the width: a phone fills less of the sight than a screen.
  expect(fontSizeOf(upright, styles[0]!) / 1920).toBeGreaterThan(0.04)
  expect(fontSizeOf(upright, captionStyle) / 1920).toBeLessThan(0.03)
})

it('fits whole pictures, alone or over their blurred copies, whatever was seen of them before', () => {
  const moved = { ...picture(11, 0, 50, { takeId, sourceLength: 50 }), keys: { x: [{ at: 0, value: 0.2, easing: 'linear' as const }] } }
  const cut = { ...moved, look: { ...moved.look, fit: 'cover' as const, x: 0.3 } }
  const document = { ...documentOf(pictureTrack(1, [cut])), width: 1920, height: 1080 }
  const [fitted] = picturesOf(reshaped(document, upright, 'fit'))
  expect(fitted!.look).toMatchObject({ fit: 'contain', x: 0 })
  expect(fitted!.keys).toBeUndefined()
  const [blurred] = picturesOf(reshaped(document, upright, 'blur'))
  expect(blurred).toEqual({ ...fitted, backdrop: usualBackdrop })
  const again = { ...document, tracks: reshaped(document, upright, 'blur').tracks, ...upright }
  expect(picturesOf(reshaped(again, { width: 1080, height: 1080 }))[0]).not.toHaveProperty('backdrop')
})

it('changes no time, no sound and nothing at all in the same shape', () => {
  fc.assert(fc.property(documents, (document) => {
    expect(reshaped(document, { width: 1920, height: 1080 })).toEqual({ ...document, width: 1920, height: 1080 })
    const turned = reshaped(document, upright)
    for (const track of tracksOf(document)) {
      const times = (clips: Record<string, { start: number, length: number }>) =>
        Object.values(clips).map(({ start, length }) => [start, length])
      expect(times(turned.tracks[track.id]!.clips)).toEqual(times(track.clips))
      if (track.kind === 'speech' || track.kind === 'sound')
        expect(turned.tracks[track.id]).toEqual(track)
    }
  }))
  expect(reshaped(documentOf(soundTrack(1, [])), upright).tracks).toEqual(documentOf(soundTrack(1, [])).tracks)
})
