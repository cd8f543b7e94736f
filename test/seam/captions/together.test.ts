/** Captions that overlap: on their own tracks, shown above one another, and in files as they came. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { importCaptions, layOnTracks, mostTogether } from '#rules/captions/import.ts'
import { readCaptionFile } from '#rules/captions/read-file.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { cuesTogether, flatCues } from '#rules/captions/together.ts'
import { toSrt } from '#rules/captions/write-file.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { caption, captionTrack, documentOf, trackId } from '../../kit/sequence.ts'

const rate = { numerator: 25, denominator: 1 }
const said = (start: number, end: number, text: string) => ({ start, length: end - start, speaker: '', text })
/** In milliseconds. */
const file = [said(0, 4000, 'Listen!'), said(2000, 6000, 'What?'), said(3000, 5000, '(thunder)'), said(7000, 8000, 'Nothing.')]

describe('captions of a file that overlap', () => {
  it('are kept for all of their time, on as many tracks as that takes', () => {
    const { tracks, cut } = layOnTracks(file, rate)
    expect(cut).toBe(0)
    expect(tracks.map(track => track.map(({ text }) => text))).toEqual([['Listen!', 'Nothing.'], ['What?'], ['(thunder)']])
    expect(tracks.flat().map(({ start, length }) => [start, start + length])).toEqual([[0, 100], [175, 200], [50, 150], [75, 125]])
  })

  it('by as little as rounding makes them, or exactly alike, need no track of their own', () => {
    expect(layOnTracks([said(0, 1040, 'a'), said(1000, 2000, 'b')], rate).tracks.map(track => track.length)).toEqual([2])
    expect(layOnTracks([said(0, 1000, 'a'), said(0, 1000, 'b'), said(0, 900, 'a')], rate).tracks).toEqual([
      [{ start: 0, length: 25, speaker: '', text: 'a\nb' }],
      [{ start: 0, length: 23, speaker: '', text: 'a' }],
    ])
  })

  it('that begin together are all kept, also where their words are too long for one', () => {
    const long = (letter: string) => letter.repeat(3000)
    const all = [...'abcdefg'].map(letter => said(0, 2000, long(letter)))
    const [one, ...others] = [importCaptions(all, rate, 10)]
    expect(others).toEqual([])
    expect(one?.map(({ start, text }) => [start, text[0]])).toEqual([...'abcdefg'].map((letter, at) => [10 + at, letter]))
    expect(one?.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 44])
    const { tracks } = layOnTracks(all, rate)
    expect(tracks.flat().map(({ text }) => text[0]).sort()).toEqual([...'abcdefg'])
    const more = importCaptions([...all, said(0, 2000, 'y'), said(40, 1000, 'z')], rate)
    expect(more.flatMap(({ text }) => text.split('\n')).map(row => row[0])).toEqual([...'abcdefgyz'])
  })

  it('more than can be shown at once end earlier, and are counted; no word and no time goes wrong', () => {
    const many = Array.from({ length: mostTogether + 2 }, (_, at) => said(at * 1000, 60_000, `${at}`))
    expect(layOnTracks(many, rate).cut).toBe(2)
    const timed = fc.array(fc.record({
      start: fc.nat({ max: 20_000 }),
      length: fc.integer({ min: 1, max: 9000 }),
      speaker: fc.constant(''),
      text: fc.nat().map(String),
    }), { maxLength: 30 })
    fc.assert(fc.property(timed, fc.nat({ max: 500 }), (captions, atFrame) => {
      const { tracks, cut } = layOnTracks(captions, rate, atFrame)
      expect(tracks.length).toBeLessThanOrEqual(mostTogether)
      for (const track of tracks) {
        track.forEach((each, at) => {
          expect(each.length).toBeGreaterThan(0)
          expect(each.start).toBeGreaterThanOrEqual(atFrame)
          expect(each.start + each.length).toBeLessThanOrEqual(track[at + 1]?.start ?? Infinity)
        })
      }
      expect(new Set(tracks.flat().flatMap(each => each.text.split('\n')))).toEqual(new Set(captions.map(each => each.text)))
      if (tracks.length <= 1 && cut === 0)
        expect(tracks[0] ?? []).toEqual(importCaptions(captions, rate, atFrame))
    }))
  })
})

describe('tracks that are shown together', () => {
  const levels = layOnTracks(file, rate).tracks

  it('are cues in order of time, each above the rows that it overlaps', () => {
    expect(cuesTogether(levels, rate).map(({ start, lines, rowsBelow }) => [start, lines[0], rowsBelow])).toEqual([
      [0, 'Listen!', undefined],
      [50, 'What?', 1],
      [75, '(thunder)', 2],
      [175, 'Nothing.', undefined],
    ])
    const twoRows = [[{ start: 0, length: 50, speaker: '', text: 'One\nTwo' }], [{ start: 49, length: 9, speaker: '', text: 'Over' }]]
    expect(cuesTogether(twoRows, rate)[1]).toMatchObject({ lines: ['Over'], rowsBelow: 2 })
  })

  it('come out of a file of captions as they went in', () => {
    const srt = toSrt(cuesTogether(levels, rate), rate)
    expect(readCaptionFile(srt, rate)!.captions).toEqual(file)
    expect(layOnTracks(readCaptionFile(srt, rate)!.captions, rate).tracks).toEqual(levels)
  })

  it('are one text at a time for what shows no two, with every word while it is said', () => {
    expect(flatCues(cuesTogether(levels, rate)).map(({ start, length, lines }) => [start, start + length, lines.join(' | ')])).toEqual([
      [0, 50, 'Listen!'],
      [50, 75, 'What? | Listen!'],
      [75, 100, '(thunder) | What? | Listen!'],
      [100, 125, '(thunder) | What?'],
      [125, 150, 'What?'],
      [175, 200, 'Nothing.'],
    ])
    const single = cuesTogether([levels[0]!], rate)
    expect(flatCues(single)).toBe(single)
  })

  it('are drawn at different heights, at the bottom and at the top', () => {
    for (const place of ['bottom', 'top'] as const) {
      const ass = toAss({ width: 1920, height: 1080, rate }, {
        captions: { cues: cuesTogether(levels, rate), style: { ...captionStyle, place }, speakerColours: {} },
      })
      const edges = ass.split('\n').filter(row => row.startsWith('Dialogue')).map(row => Number(row.split(',')[7]))
      expect(edges[0]).toBe(0)
      expect(edges[1]).toBeGreaterThan(65 + 65)
      expect(edges[2]! - edges[1]!).toBeGreaterThanOrEqual(65)
      expect(edges[3]).toBe(0)
    }
  })
})

describe('a track that is shown with another', () => {
  const document = documentOf(
    captionTrack(1, [caption(10, 0, 50, { text: 'Listen!' })]),
    captionTrack(2, [caption(20, 25, 50, { text: 'What?' })]),
    captionTrack(3, [caption(30, 0, 50, { text: 'Écoute !' })]),
  )
  const joined = (joins: typeof document.trackIds[number] | null) =>
    applyEdits(document, [{ do: 'setTrack', trackId: trackId(2), values: { joins } }])
  const shownIn = (shown: typeof document) => resolve(shown).captions.map(({ clip }) => clip.text)

  it('is seen with it, unless it is muted, or by itself where that one is', () => {
    expect(shownIn(document)).toEqual(['Listen!'])
    const { document: together, inverse } = joined(trackId(1))
    expect(shownIn(together)).toEqual(['Listen!', 'What?'])
    expect(resolve(together).captions).toBe(resolve({ ...together }).captions)
    const muted = (number: number) =>
      applyEdits(together, [{ do: 'setTrack', trackId: trackId(number), values: { isMuted: true } }]).document
    expect(shownIn(muted(2))).toEqual(['Listen!'])
    expect(shownIn(muted(1))).toEqual(['What?'])
    expect(inverse).toEqual([{ op: 'remove', path: ['tracks', trackId(2), 'joins'] }])
    const apart = applyEdits(together, [{ do: 'setTrack', trackId: trackId(2), values: { joins: null } }]).document
    expect(shownIn(apart)).toEqual(['Listen!'])
  })

  it('is shown with a caption track that is there, and with no other', () => {
    for (const wrong of [trackId(2), trackId(9)])
      expect(() => joined(wrong)).toThrow()
    const { document: together } = joined(trackId(1))
    const gone = applyEdits(together, [{ do: 'removeTrack', trackId: trackId(1) }]).document
    expect(shownIn(gone)).toEqual(['What?'])
  })
})
