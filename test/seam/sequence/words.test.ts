/** Cutting words: at quiet places, never in the middle of a word, with captions that say what is left. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipsOf, endOf, shifted, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { cutWords } from '#rules/sequence/words/cut-words.ts'
import { spokenParts } from '#rules/sequence/words/spoken-parts.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, trackId } from '../../kit/sequence.ts'
import { idOf } from './arbitrary.ts'

const text = 'The lamp is lit, the door is open. Come in.'
/** Each word lasts 0.3 s, with 0.1 s behind it. */
const words: WordTime[] = [...text.matchAll(/\p{L}+/gu)].map(({ 0: word, index }, at) =>
  ({ from: index, to: index + word.length, start: at * 0.4, end: at * 0.4 + 0.3, sureness: 1 }))
const lineId = idOf(77) as LineId
const linked = { lineId, linkId: clipId(90) }
const line = documentOf(
  pictureTrack(1, [picture(11, 0, 120, { linkId: clipId(90), sourceLength: 200 })]),
  soundTrack(2, [sound(21, 0, 120, linked), sound(22, 120, 30)], { kind: 'speech' }),
  captionTrack(3, [
    caption(31, 0, 48, { ...linked, text: 'The lamp is lit,', laidText: 'The lamp is lit,' }),
    caption(32, 48, 48, { ...linked, text: 'the door is open.', laidText: 'the door is open.' }),
    caption(33, 96, 24, { ...linked, text: 'Come in.', laidText: 'Come in.' }),
  ]),
)

function cut(document: SequenceDocument, first: number, last = first, has: { words?: WordTime[], levels?: Uint8Array } = {}) {
  const parts = spokenParts(document, clipId(21), has.words ?? words)
  if (!parts)
    throw new Error('no parts')
  return cutWords(document, parts, { first, last, text, levels: has.levels ?? null })
}
function done(document: SequenceDocument, first: number, last = first): SequenceDocument {
  const found = cut(document, first, last)
  if (typeof found === 'string')
    throw new TypeError(found)
  return applyEdits(document, found.edits).document
}
function said(document: SequenceDocument): string[] {
  return clipsOf(document.tracks[trackId(3)]!).flatMap(clip => 'text' in clip ? [clip.text] : [])
}
function heard(document: SequenceDocument): string {
  return spokenParts(document, clipId(21), words)!.words.map(({ word }) => text.slice(word.from, word.to)).join(' ')
}

describe('words that are cut', () => {
  it('are no longer heard, nor said by captions; picture and what follows keep step', () => {
    const after = done(line, 3)
    expect(heard(after)).toBe('The lamp is the door is open Come in')
    expect(said(after)).toEqual(['The lamp is', 'the door is open.', 'Come in.'])
    expect(clipsOf(after.tracks[trackId(1)]!).map(({ start, length }) => [start, length])).toEqual([[0, 36], [36, 72]])
    expect(clipsOf(after.tracks[trackId(2)]!).map(({ start }) => start / 1600)).toEqual([0, 36, 108])
  })

  it('leave the end of a sentence, and take captions with them that say nothing else; those keep what they came with', () => {
    expect(said(done(line, 7))).toEqual(['The lamp is lit,', 'the door is.', 'Come in.'])
    const after = done(line, 4, 7)
    expect(said(after)).toEqual(['The lamp is lit,', 'Come in.'])
    expect(clipsOf(after.tracks[trackId(3)]!)[0]).toMatchObject({ laidText: 'The lamp is lit, the door is open.' })
    expect(said(done(after, 4, 5))).toEqual(['The lamp is lit,'])
  })

  it('can be cut in what is left, over the join, too', () => {
    const after = done(done(line, 3), 2, 3)
    expect(heard(after)).toBe('The lamp door is open Come in')
    expect(said(after)).toEqual(['The lamp', 'door is open.', 'Come in.'])
  })

  it('leave captions as they are that were changed by hand, which is told', () => {
    const track = line.tracks[trackId(3)]!
    const clips = { ...track.clips, [clipId(31)]: caption(31, 0, 48, { ...linked, text: 'A lamp' }) }
    const changed = { ...line, tracks: { ...line.tracks, [track.id]: { ...track, clips } } } as SequenceDocument
    expect(cut(changed, 3)).toMatchObject({ keepsCaptions: true })
    expect(said(done(changed, 3))).toEqual(['A lamp', 'the door is open.', 'Come in.'])
  })

  it('leave a translation of their captions as it is, which is told, and are taken from those that say them', () => {
    const translated = documentOf(...tracksOf(line), captionTrack(4, [
      caption(41, 0, 120, { linkId: clipId(90), text: 'Die Lampe brennt, die Tür ist offen. Herein.' }),
    ]))
    expect(cut(translated, 3)).toMatchObject({ keepsCaptions: true })
    const after = done(translated, 3)
    expect(said(after)).toEqual(['The lamp is', 'the door is open.', 'Come in.'])
    expect(clipsOf(after.tracks[trackId(4)]!)).toMatchObject([{ text: 'Die Lampe brennt, die Tür ist offen. Herein.' }])
  })

  it('take only captions with them where those gave their link its id, as a cut does', () => {
    const tracks = tracksOf(line).map((track) => {
      const clips = clipsOf(track).map(clip => clip.linkId === null ? clip : { ...clip, linkId: clipId(32) })
      return { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) } as typeof track
    })
    const after = done(documentOf(...tracks), 4, 7)
    expect(said(after)).toEqual(['The lamp is lit,', 'Come in.'])
    expect(clipsOf(after.tracks[trackId(1)]!)).toHaveLength(2)
    expect(heard(after)).toBe('The lamp is lit Come in')
  })

  it('are refused where it is uncertain where they are, or their neighbours', () => {
    const unsure = words.map((word, at) => at === 4 ? { ...word, sureness: 0.2 } : word)
    expect(cut(line, 3, 3, { words: unsure })).toBe('uncertain')
    expect(cut(line, 2, 2, { words: unsure })).toMatchObject({ keepsCaptions: false })
  })

  it('are cut at the quietest places near them', () => {
    const levels = Uint8Array.from({ length: 400 }, (_, at) => at >= 114 && at < 118 ? 20 : at >= 153 && at < 158 ? 20 : 200)
    const found = cut(line, 3, 3, { levels })
    const at = typeof found === 'string' ? 0 : found.at
    expect(at / 48_000).toBeGreaterThanOrEqual(1.14)
    expect(at / 48_000).toBeLessThanOrEqual(1.18)
  })
})

it('no other word is cut, what is taken out is gone for good, and undo restores all of it', () => {
  const levels = fc.uint8Array({ minLength: 400, maxLength: 400 })
  fc.assert(fc.property(fc.nat({ max: 9 }), fc.nat({ max: 4 }), levels, (first, more, measured) => {
    const last = Math.min(9, first + more)
    const found = cut(line, first, last, { levels: measured })
    if (typeof found === 'string')
      throw new TypeError(found)
    const edited = applyEdits(line, found.edits)
    const all = text.match(/\p{L}+/gu)!
    expect(heard(edited.document)).toBe(all.filter((_, at) => at < first || at > last).join(' '))
    expect(patched(edited.document, edited.inverse)).toEqual(line)
    const cutTime = found.edits.find(edit => edit.do === 'cutTime')
    const [one] = cutTime?.do === 'cutTime' ? cutTime.cuts : []
    const until = shifted('sound', one!.at, one!.frames, rate)
    for (const [at, { start, end }] of words.entries()) {
      const middle = (start + end) / 2 * 48_000
      expect(middle >= one!.at && middle < until).toBe(at >= first && at <= last)
    }
    tracksOf(edited.document).forEach(track => clipsOf(track).slice(1).forEach((clip, at) =>
      expect(clip.start).toBeGreaterThanOrEqual(endOf(clipsOf(track)[at]!))))
  }), { numRuns: 300 })
})
