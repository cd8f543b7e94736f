/** When words of captions are said: found from what is heard, and kept by every edit. */
import type { CaptionClip, CaptionTrack, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinedMarks, marksOfText } from '#rules/captions/word-marks.ts'
import { clipsOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { markEdits, takesUnder } from '#rules/sequence/words/caption-marks.ts'
import { caption, captionTrack, clipId, documentOf, sound, soundTrack, takeId, trackId } from '../../../kit/sequence.ts'
import { idOf } from '../arbitrary.ts'

const text = 'The lamp is lit, the door is open.'
/** A word every 12 frames at 30 fps. */
const words: WordTime[] = [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }, at) =>
  ({ from: index, to: index + word.length, start: at * 0.4, end: at * 0.4 + 0.3, sureness: 1 }))
const lineId = idOf(77) as LineId
const linked = { lineId, linkId: clipId(90) }
function lineWith(...captions: CaptionClip[]): SequenceDocument {
  return documentOf(soundTrack(2, [sound(21, 0, 96, linked)], { kind: 'speech' }), captionTrack(3, captions))
}
const film = lineWith(
  caption(31, 0, 48, { ...linked, text: 'The lamp is lit,', laidText: 'The lamp is lit,' }),
  caption(32, 48, 48, { ...linked, text: 'the door is open.', laidText: 'the door is open.' }),
)
function trackOf(document: SequenceDocument): CaptionTrack {
  return document.tracks[trackId(3)] as CaptionTrack
}
function marked(document: SequenceDocument, said = words): SequenceDocument {
  const edits = markEdits(document, trackOf(document), () => ({ text, words: said }))
  return edits.length === 0 ? document : applyEdits(document, edits).document
}
function after(document: SequenceDocument, ...edits: SequenceEdit[]): SequenceDocument {
  return applyEdits(document, edits).document
}
/** Frames of the timeline. */
function saidAt(document: SequenceDocument): number[][] {
  return clipsOf(trackOf(document)).map(({ start, words = [] }) => words.map(({ at }) => start + at))
}

describe('the words of captions', () => {
  it('are said when they are heard at their time', () => {
    const found = marked(film)
    expect(takesUnder(film, trackOf(film))).toEqual([sound(21, 0, 96).takeId])
    expect(saidAt(found)).toEqual([[0, 12, 24, 36], [48, 60, 72, 84]])
    expect(clipsOf(trackOf(found))[1]?.words?.map(({ lettersBefore }) => lettersBefore)).toEqual([0, 3, 7, 9])
    // Nothing more is to be done.
    expect(markEdits(found, trackOf(found), () => ({ text, words }))).toEqual([])
  })

  it('follow a sound that plays faster, later or in part, and are not known of words that are not sure', () => {
    const cut = documentOf(
      soundTrack(2, [sound(21, 30, 24, { ...linked, in: 48 * 1600, speed: 200 })], { kind: 'speech' }),
      captionTrack(3, [caption(31, 30, 24, { ...linked, text: 'the door is open.' })]),
    )
    expect(saidAt(marked(cut))).toEqual([[30, 36, 42, 48]])
    const unsure = words.map((word, at) => at === 1 ? { ...word, sureness: 0.1 } : word)
    expect(saidAt(marked(film, unsure))[0]).toEqual([0, 24, 36])
  })

  it('are found of captions that came from elsewhere, and of words that a person corrected', () => {
    const foreign = lineWith(caption(31, 10, 40, { text: 'lamp is lit' }), caption(32, 50, 40, { text: 'The door is ajar.' }))
    expect(saidAt(marked(foreign))).toEqual([[12, 24, 36], [48, 60, 72, 84]])
    const corrected = lineWith(caption(31, 0, 48, { ...linked, text: 'The lantern is lit,', laidText: 'The lamp is lit,' }))
    expect(saidAt(marked(corrected))).toEqual([[0, 12, 24, 36]])
    expect(clipsOf(trackOf(marked(corrected)))[0]?.words?.map(({ lettersBefore }) => lettersBefore)).toEqual([0, 3, 10, 12])
    expect(saidAt(marked(lineWith(caption(31, 0, 48, { text: '清晨' }))))).toEqual([[]])
  })

  it('stay where they are said when a caption is cut, trimmed or moved', () => {
    const found = marked(film)
    const split = after(found, { do: 'split', atFrame: 23, pieces: [{ clipId: clipId(31), newId: clipId(41) }] })
    expect(clipsOf(trackOf(split)).map(clip => clip.text)).toEqual(['The lamp', 'is lit,', 'the door is open.'])
    expect(saidAt(split)).toEqual([[0, 12], [24, 36], [48, 60, 72, 84]])
    const trimmed = after(found, { do: 'trim', clipIds: [clipId(31)], edge: 'start', byFrames: 8, ripples: false, isAlone: true })
    expect(saidAt(trimmed)[0]).toEqual([0, 12, 24, 36])
    const moved = after(found, { do: 'move', clipIds: [clipId(21)], byFrames: 10, toTracks: {}, how: 'free' })
    expect(saidAt(moved)).toEqual([[10, 22, 34, 46], [58, 70, 82, 94]])
    const refitted = after(found, { do: 'refit', width: 1280, height: 720, rate: { numerator: 60, denominator: 1 } })
    expect(saidAt(refitted)).toEqual([[0, 24, 48, 72], [96, 120, 144, 168]])
  })

  it('are no longer known when other words are heard', () => {
    const found = marked(film)
    const edits: SequenceEdit[] = [
      { do: 'setSpeed', clipIds: [clipId(21)], speed: 200, ripples: true },
      { do: 'swapTake', clipId: clipId(21), takeId: takeId(99), sourceLength: 96 * 1600, ripples: true },
    ]
    for (const edit of edits)
      expect(clipsOf(trackOf(after(found, edit))).map(clip => clip.words)).toEqual([undefined, undefined])
  })

  it('follow time that is taken out before them', () => {
    const cut = after(marked(film), { do: 'cutTime', trackIds: [trackId(2)], cuts: [{ at: 12 * 1600, frames: 6 }], crossFade: 0 })
    expect(saidAt(cut)).toEqual([[0, 12, 18, 30], [42, 54, 66, 78]])
  })

  it('can be taken away, and what is done is undone to the letter', () => {
    const found = marked(film)
    const step = applyEdits(found, [{ do: 'setCaption', clipIds: [clipId(31)], values: { words: [] } }])
    expect(clipsOf(trackOf(step.document))[0]).not.toHaveProperty('words')
    expect(patched(step.document, step.inverse)).toEqual(found)
  })

  it('of captions that are merged are those of all of them', () => {
    const clips = clipsOf(trackOf(marked(film)))
    expect(joinedMarks(clips)).toEqual([0, 3, 7, 9, 12, 15, 19, 21].map((lettersBefore, at) => ({ lettersBefore, at: at * 12 })))
  })
})

describe('a text that is changed', () => {
  const marks = (said: string) => [...said.matchAll(/\S+/g)].map(({ index }, at) =>
    ({ lettersBefore: said.slice(0, index).replaceAll(' ', '').length, at }))

  it('keeps the times of the words before and behind', () => {
    expect(marksOfText(marks('one two three'), 'one two three', 'one 2 three')).toEqual([
      { lettersBefore: 0, at: 0 },
      { lettersBefore: 3, at: 1 },
      { lettersBefore: 4, at: 2 },
    ])
    expect(marksOfText(marks('one two'), 'one two', 'One, two!')).toEqual(marks('one two'))
    expect(marksOfText(marks('one two'), 'one two', 'one and two')).toEqual([{ lettersBefore: 0, at: 0 }, { lettersBefore: 6, at: 1 }])
    expect(marksOfText(marks('one two'), 'one two', '“one – two”')).toEqual(marks('one two'))
  })

  it('has times of its own letters only, in order', () => {
    const said = fc.array(fc.constantFrom('a', 'bc', 'abc', 'ca'), { maxLength: 8 }).map(each => each.join(' '))
    fc.assert(fc.property(said, said, (before, now) => {
      const kept = marksOfText(marks(before), before, now)
      expect(kept.every(({ lettersBefore }) => lettersBefore <= now.replaceAll(' ', '').length)).toBe(true)
      expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b))
    }))
  })
})

describe('how a track shows the spoken word', () => {
  it('is set and taken away; other tracks have none', () => {
    const edit = (wordStyle: { how: 'pop', colour: string } | null, id = trackId(3)): SequenceEdit =>
      ({ do: 'setTrack', trackId: id, values: { wordStyle } })
    const styled = after(film, edit({ how: 'pop', colour: '#ff0000' }))
    expect(trackOf(styled).wordStyle).toEqual({ how: 'pop', colour: '#ff0000' })
    expect(after(styled, edit(null))).toEqual(film)
    expect(() => after(film, edit({ how: 'pop', colour: '#ff0000' }, trackId(2)))).toThrow()
  })
})
