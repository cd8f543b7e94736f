/** The sound of a shot comes below it: the same part at the same speed, linked, on a free track. */
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import { expect, it } from 'vitest'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { extractSound, soundOfShot } from '../../../src-renderer/rooms/timeline/acts/extract-sound.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

const take = aTake(7, { id: takeId(7), medium: 'video', kind: 'video', asset: { durationSeconds: 4, channels: 2 } })
function newIds() {
  let next = 900
  return <Id extends string>(): Id => clipId(next++) as string as Id
}
function film(has: Partial<PictureClip> = {}, ...heard: SoundClip[]): SequenceDocument {
  return documentOf(
    pictureTrack(1, [picture(11, 30, 30, { takeId: take.id, sourceLength: 120, in: 15, speed: 200, ...has })]),
    soundTrack(2, heard),
  )
}
const shotOf = (document: SequenceDocument): PictureClip => findClip(document, clipId(11))?.clip as PictureClip // made above

function extracted(document: SequenceDocument): { after: SequenceDocument, heard: SoundClip } {
  const { edits, clipId: id } = extractSound(document, shotOf(document), take, newIds())!
  const after = applyEdits(document, edits).document
  return { after, heard: findClip(after, id)?.clip as SoundClip } // it was just placed
}

it('plays what the picture shows, linked with it', () => {
  const { after, heard } = extracted(film())
  expect(heard).toMatchObject({ start: sampleOfFrame(30, rate), length: sampleOfFrame(30, rate), in: sampleOfFrame(15, rate), speed: 200 })
  expect(heard.sourceLength).toBe(4 * 48_000)
  expect(heard.linkId).toBe(shotOf(after).linkId)
  expect(soundOfShot(after, shotOf(after))?.id).toBe(heard.id)
  expect(soundOfShot(film(), shotOf(film()))).toBeNull()
})

it('keeps the link that the shot has, ends where its source ends, and is on a new track where the others are taken', () => {
  const { after, heard } = extracted(film({ linkId: clipId(11), in: 100, length: 60, speed: 100, sourceLength: 160 }, sound(21, 40, 10)))
  expect(heard).toMatchObject({ linkId: clipId(11), length: 4 * 48_000 - sampleOfFrame(100, rate) })
  expect(tracksOf(after).map(track => clipsOf(track).length)).toEqual([1, 1, 1])
})

it('is none where the part that is shown is behind the sound, or the shot is silent', () => {
  const late = film({ in: 125, sourceLength: 300 })
  expect(extractSound(late, shotOf(late), take, newIds())).toBeNull()
  const silent = { ...take, asset: { ...take.asset, channels: null } }
  expect(extractSound(film(), shotOf(film()), silent, newIds())).toBeNull()
})
