/** Taking a range of time out of tracks, and what moves along: tracks out of sync lock stay, markers follow. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import { describe, expect, it } from 'vitest'
import { CaptionClip, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { copyForEdit, differences } from '#rules/sequence/edit/differences.ts'
import { countGaps } from '#rules/sequence/edit/gaps.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  markerId,
  picture,
  pictureTrack,
  rate,
  sound,
  soundTrack,
  trackId,
} from '../../../kit/sequence.ts'

/** Start and end in frames of all clips, track by track. */
function places(document: SequenceDocument, ...edits: SequenceEdit[]) {
  const { document: after } = applyEdits(document, edits)
  return tracksOf(after).map(track => clipsOf(track).map(clip => [startFrameOf(track, clip, rate), endFrameOf(track, clip, rate)]))
}
function refusal(document: SequenceDocument, ...edits: SequenceEdit[]) {
  try {
    applyEdits(document, edits)
    return null
  }
  catch (error) {
    return error instanceof EditRefusedError ? error.because : error
  }
}
function clear(from: number, until: number, tracks: readonly number[], closesGap: boolean): SequenceEdit {
  return { do: 'clearTime', fromFrame: from, untilFrame: until, trackIds: tracks.map(trackId), closesGap }
}

const film = documentOf(
  pictureTrack(1, [picture(11, 0, 100, { linkId: clipId(90), sourceLength: 200 }), picture(12, 100, 60)]),
  soundTrack(2, [sound(21, 0, 100, { linkId: clipId(90) }), sound(22, 130, 30)]),
  captionTrack(3, [caption(31, 10, 20), caption(32, 120, 20)]),
)

describe('a range of time', () => {
  it('is lifted from the tracks that are named, and leaves a gap there', () => {
    expect(places(film, clear(40, 70, [1, 2, 3], false)))
      .toEqual([[[0, 40], [70, 100], [100, 160]], [[0, 40], [70, 100], [130, 160]], [[10, 30], [120, 140]]])
    expect(places(film, clear(40, 70, [1], false)))
      .toEqual([[[0, 40], [70, 100], [100, 160]], [[0, 100], [130, 160]], [[10, 30], [120, 140]]])
  })

  it('is extracted: three seconds leave everything, and all that follows moves forward', () => {
    expect(places(film, clear(40, 130, [1, 2, 3], true))).toEqual([[[0, 40], [40, 70]], [[0, 40], [40, 70]], [[10, 30], [40, 50]]])
    const all = applyEdits(film, [clear(40, 130, [1, 2, 3], true)])
    expect(applyEdits(film, [clear(40, 130, [1, 2, 3], true)]).document).toEqual(all.document)
  })

  it('leaves the shot and its sound linked on each side of the cut, and not across it', () => {
    const { document } = applyEdits(film, [clear(40, 70, [1, 2], true)])
    const [pictures, sounds] = tracksOf(document).map(track => clipsOf(track).map(({ linkId }) => linkId))
    expect([pictures?.[0], sounds?.[0]]).toEqual([clipId(90), clipId(90)])
    expect(pictures?.[1]).toBe(sounds?.[1])
    expect(pictures?.[1]).not.toBe(clipId(90))
  })

  it('cuts nothing on a track that is not named: it is refused where what follows would run into a clip, and on a locked track', () => {
    expect(refusal(film, clear(40, 75, [1], true))).toBe('blocked')
    expect(refusal(film, clear(70, 40, [1], true))).toBe('in-after-out')
    const locked: SequenceEdit = { do: 'setTrack', trackId: trackId(2), values: { isLocked: true } }
    expect(refusal(film, locked, clear(40, 70, [1, 2], true))).toBe('locked-track')
    expect(places(film, locked, clear(40, 70, [1, 3], true)))
      .toEqual([[[0, 40], [40, 70], [70, 130]], [[0, 100], [130, 160]], [[10, 30], [90, 110]]])
  })
})

describe('a track out of sync lock', () => {
  const free: SequenceEdit = { do: 'setTrack', trackId: trackId(2), values: { isSyncLocked: false } }

  it('stays when time is taken out or comes in on others', () => {
    expect(places(film, free, clear(100, 130, [1, 3], true)))
      .toEqual([[[0, 100], [100, 130]], [[0, 100], [130, 160]], [[10, 30], [100, 110]]])
    const longer: SequenceEdit = { do: 'trim', clipIds: [clipId(11)], edge: 'end', byFrames: 20, ripples: true, isAlone: true }
    expect(places(film, free, longer)).toEqual([[[0, 120], [120, 180]], [[0, 100], [130, 160]], [[10, 30], [140, 160]]])
  })

  it('moves along with what is done on itself', () => {
    expect(places(film, free, clear(110, 120, [2], true))[1]).toEqual([[0, 100], [120, 150]])
    expect(places(film, free, { do: 'closeGap', trackId: trackId(2), atFrame: 110 })[1]).toEqual([[0, 100], [100, 130]])
  })
})

describe('markers', () => {
  const marked = { ...film, markers: Object.fromEntries([20, 50, 150].map((at, index) =>
    [markerId(index), { id: markerId(index), at, name: `m${at}`, colour: 'red' as const, note: 'Look here.' }])) }
  const at = (document: SequenceDocument) => Object.values(document.markers).map(marker => marker.at)

  it('move with what follows, and are never lost', () => {
    const extracted = applyEdits(marked, [clear(40, 70, [1, 2, 3], true)])
    expect(at(extracted.document)).toEqual([20, 40, 120])
    expect(Object.values(extracted.document.markers)[2]).toMatchObject({ colour: 'red', note: 'Look here.', name: 'm150' })
    expect(at(applyEdits(marked, [clear(40, 70, [1, 2, 3], false)]).document)).toEqual([20, 50, 150])
    const inserted: SequenceEdit = { do: 'place', placements: [{ trackId: trackId(1), clip: picture(19, 100, 25) }], how: 'insert' }
    expect(at(applyEdits(marked, [inserted]).document)).toEqual([20, 50, 175])
  })

  it('on a clip stay on its picture when it is cut, trimmed or slipped; of a still, in its time', () => {
    const on = documentOf(
      pictureTrack(1, [picture(11, 0, 100, { in: 10, sourceLength: 200, markers: [{ id: markerId(1), at: 60, name: 'door' }] })]),
      pictureTrack(2, [picture(12, 0, 100, { markers: [{ id: markerId(2), at: 60, name: 'sign' }] })]),
    )
    const start = (clip: number): SequenceEdit => ({ do: 'trim', clipIds: [clipId(clip)], edge: 'start', byFrames: 30, ripples: false })
    const after = applyEdits(on, [start(11), start(12)]).document
    const [film, still] = tracksOf(after).map(track => clipsOf(track)[0])
    expect(film).toMatchObject({ start: 30, in: 40, markers: [{ at: 60 }] })
    expect(still).toMatchObject({ start: 30, in: 0, markers: [{ at: 30 }] })
  })
})

it('every field of a clip that an edit may change is compared, so that the change is written', () => {
  const clips = [
    ['setPicture', PictureClip, picture(11, 0, 100, { sourceLength: 200 })],
    ['setSound', SoundClip, sound(21, 0, 100)],
    ['setCaption', CaptionClip, caption(31, 0, 100)],
  ] as const
  for (const [, schema, clip] of clips) {
    const before = documentOf(pictureTrack(1, []), soundTrack(2, []), captionTrack(3, []))
    const track = before.tracks[trackId('look' in clip ? 1 : 'points' in clip ? 2 : 3)]!
    const holding = (one: object): SequenceDocument => {
      const tracks = { ...before.tracks, [track.id]: { ...track, clips: { [clip.id]: one } } }
      return { ...before, tracks } as SequenceDocument
    }
    for (const name of Object.keys(schema.shape).filter(each => each !== 'id'))
      expect(differences(holding(clip), copyForEdit(holding({ ...clip, [name]: ['another'] }))).patches, name).not.toEqual([])
  }
})

describe('an edge alone', () => {
  it('lets the sound begin before its picture, or stay longer, and rolls a cut of the picture only', () => {
    const two = documentOf(
      pictureTrack(1, [
        picture(11, 0, 50, { linkId: clipId(90), sourceLength: 100 }),
        picture(12, 50, 50, { linkId: clipId(91), in: 20, sourceLength: 100 }),
      ]),
      soundTrack(2, [sound(21, 0, 50, { linkId: clipId(90), sourceLength: sampleOfFrame(100, rate) })]),
      soundTrack(3, [sound(22, 50, 50, { linkId: clipId(91), in: sampleOfFrame(20, rate), sourceLength: sampleOfFrame(100, rate) })]),
    )
    const early: SequenceEdit = { do: 'trim', clipIds: [clipId(22)], edge: 'start', byFrames: -15, ripples: false, isAlone: true }
    expect(places(two, early)).toEqual([[[0, 50], [50, 100]], [[0, 50]], [[35, 100]]])
    const alone: SequenceEdit = { do: 'roll', clipId: clipId(12), byFrames: 10, isAlone: true }
    expect(places(two, alone)).toEqual([[[0, 60], [60, 100]], [[0, 50]], [[50, 100]]])
    // With its sound, on whatever track: where only one side of the cut is there, its edge moves by itself.
    expect(places(two, { do: 'roll', clipId: clipId(12), byFrames: 10 })).toEqual([[[0, 60], [60, 100]], [[0, 60]], [[60, 100]]])
    expect(places(two, { do: 'roll', clipId: clipId(12), byFrames: -10 })).toEqual([[[0, 40], [40, 100]], [[0, 40]], [[40, 100]]])
  })

  it('of a roll stops at the next clip, and tells which', () => {
    const blocked = documentOf(
      pictureTrack(1, [picture(11, 0, 50, { linkId: clipId(90) }), picture(12, 50, 50)]),
      soundTrack(2, [sound(21, 0, 50, { linkId: clipId(90), sourceLength: sampleOfFrame(100, rate) }), sound(23, 55, 20)]),
    )
    expect(refusal(blocked, { do: 'roll', clipId: clipId(12), byFrames: 10 })).toBe('in-the-way')
    expect(places(blocked, { do: 'roll', clipId: clipId(12), byFrames: 5 })[1]).toEqual([[0, 55], [55, 75]])
  })
})

it('all gaps close at once, where nothing plays on any track that moves along', () => {
  const gaps = documentOf(
    pictureTrack(1, [picture(11, 10, 40), picture(12, 80, 20), picture(13, 130, 10)]),
    soundTrack(2, [sound(21, 10, 50), sound(22, 85, 20)]),
  )
  const close = (...tracks: number[]): SequenceEdit => ({ do: 'closeGaps', trackIds: tracks.map(trackId) })
  expect(places(gaps, close(1))).toEqual([[[10, 50], [60, 80], [85, 95]], [[10, 60], [65, 85]]])
  expect(countGaps(gaps, [trackId(1)])).toEqual({ shared: 2, keptOpen: 0 })
  const free: SequenceEdit = { do: 'setTrack', trackId: trackId(2), values: { isSyncLocked: false } }
  expect(places(gaps, free, close(1))).toEqual([[[10, 50], [50, 70], [70, 80]], [[10, 60], [85, 105]]])
})
