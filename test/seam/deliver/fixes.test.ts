/** Fixes of findings before a delivery touch the clip that they are about: what is linked with it stays, and stays linked. */
import type { FindingPlace } from '#contract/deliveries.ts'
import type { SequenceDocument } from '#contract/sequence-document.ts'
import { expect, it } from 'vitest'
import { fixOf } from '#rules/deliver/fixes.ts'
import { clipsOf, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack } from '../../kit/sequence.ts'

const linkId = clipId(20)
const text = 'A caption of fifty-one characters that are too many'

function filmWith(isLocked: boolean): SequenceDocument {
  return documentOf(
    pictureTrack(1, [picture(10, 0, 30), picture(11, 30, 1, { linkId }), picture(12, 31, 30, { linkId: clipId(12) }), picture(13, 70, 30)]),
    soundTrack(2, [sound(20, 0, 31, { linkId }), sound(21, 31, 30, { linkId: clipId(12) })], { kind: 'speech', isLocked }),
    captionTrack(3, [caption(30, 0, 15, { linkId, text }), caption(31, 100, 60, { linkId, text: 'One two three four' })]),
  )
}
function linksIn(document: SequenceDocument): string[] {
  return tracksOf(document).flatMap(track => clipsOf(track)).map(({ id, linkId: link }) => `${id} ${link}`)
}
function placeOf(number: number | null, has: Partial<FindingPlace> = {}): FindingPlace {
  const nowhere = { name: '', startFrame: null, frames: 0, lineId: null, takeId: null, value: null }
  return { ...nowhere, clipId: number === null ? null : clipId(number), ...has }
}
function fixed(document: SequenceDocument, finding: Parameters<typeof fixOf>[1], place: FindingPlace): SequenceDocument {
  const fix = fixOf(document, finding, place)
  expect(fix).not.toBeNull()
  return applyEdits(document, fix!.edits).document
}

it('also where the sound is locked', () => {
  for (const isLocked of [false, true]) {
    const film = filmWith(isLocked)
    const alone = (number: number) => linksIn(film).map(link => link.startsWith(clipId(number)) ? `${clipId(number)} null` : link)
    const long = fixed(film, 'caption-fast', placeOf(30))
    expect(linksIn(long)).toEqual(alone(30))
    expect(endOf(findClip(long, clipId(30))!.clip)).toBeGreaterThan(15)
    const halves = fixed(film, 'caption-outside', placeOf(31))
    expect(linksIn(halves).filter(link => alone(31).includes(link))).toEqual(alone(31))
    expect(linksIn(halves)).toHaveLength(alone(31).length + 1)
    const calm = fixed(film, 'flash', placeOf(11, { startFrame: 30, frames: 1 }))
    expect(linksIn(calm)).toEqual(linksIn(film).filter(link => !link.startsWith(clipId(11))))
  }
})

it('a picture that fills a gap without its sound, which does not last, stays linked with it', () => {
  const [pictures, ...others] = tracksOf(filmWith(false))
  const film = documentOf(pictures!, ...others, soundTrack(4, [sound(40, 0, 100)]))
  const full = fixed(film, 'gap', placeOf(null, { startFrame: 61, frames: 9 }))
  expect([endOf(findClip(full, clipId(12))!.clip), linksIn(full)]).toEqual([70, linksIn(film)])
})
