/** Captions with the text of an earlier take: found wherever they could not follow, and only there; new words come when they are asked for. */
import type { CaptionClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionsWithOldWords, keepOldWords, saidIn, takeNewWords } from '#rules/captions/old-words.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { caption, captionTrack, documentOf, picture, pictureTrack, sound, soundTrack } from '../../kit/sequence.ts'
import { aLine, aTake, idOf, rates } from '../sequence/arbitrary.ts'

const line = aLine(7)
const takeId = aTake(20).id
const links = [idOf(901), idOf(902)] as ClipId[]
const linesSaying = (text: string, chosenTakeId: TakeId = takeId) => saidIn([aLine(7, { text, state: 'made', chosenTakeId })])
function captionsIn(document: SequenceDocument): CaptionClip[] {
  return tracksOf(document)
    .flatMap(track => track.kind === 'captions' ? clipsOf(track) : [])
}
const textsIn = (document: SequenceDocument) => captionsIn(document).map(each => each.text)

/** One take of 100 frames that is cut into two parts at this frame; each has a caption with these words. */
function cutInTwo(at: number, said: readonly [string, string], has: Partial<CaptionClip> = {}): SequenceDocument {
  const part = (id: number, from: number, until: number, linkId: ClipId) => ({
    ...sound(id, from, until - from, { lineId: line.id, takeId, linkId }),
    in: sound(0, from, 1).start,
    sourceLength: sound(0, 0, 100).length,
  })
  const words = (id: number, from: number, until: number, text: string, linkId: ClipId) =>
    caption(id, from, until - from, { text, laidText: text, lineId: line.id, linkId, ...has })
  return documentOf(
    soundTrack(1, [part(20, 0, at, links[0]!), part(21, at, 100, links[1]!)]),
    captionTrack(2, [words(30, 0, at, said[0], links[0]!), words(31, at, 100, said[1], links[1]!)]),
  )
}
function done(document: SequenceDocument, edits: ReturnType<typeof takeNewWords>): SequenceDocument {
  return applyEdits(document, edits).document
}

describe('captions with old words', () => {
  it('are those whose words the line does not say any more, while their sound plays what it says', () => {
    const document = cutInTwo(50, ['One two', 'three four'])
    const old = (text: string, chosenTakeId?: TakeId) => [...captionsWithOldWords(document, linesSaying(text, chosenTakeId)).keys()]
    expect(old('One two three four')).toEqual([])
    expect(old('One two five four')).toEqual([captionsIn(document)[1]!.id])
    expect(old('Quite other')).toEqual(captionsIn(document).map(each => each.id))
    expect(old('Quite other', aTake(99).id), 'the clips keep another take').toEqual([])
    const stale = saidIn([aLine(7, { text: 'Quite other', state: 'stale', chosenTakeId: takeId })])
    expect([...captionsWithOldWords(document, stale)]).toEqual([])
    const corrected = cutInTwo(50, ['One two', 'three four'], { text: 'Quite' })
    expect([...captionsWithOldWords(corrected, linesSaying('Quite other'))], 'written by hand already').toEqual([])
    const copied = cutInTwo(50, ['One two', 'three four'])
    for (const each of captionsIn(copied))
      Reflect.deleteProperty(each, 'laidText')
    expect([...captionsWithOldWords(copied, linesSaying('Quite other'))], 'not laid out').toEqual([])
  })

  it('of a part that plays its whole take are found also where words were only added', () => {
    const whole = documentOf(
      soundTrack(1, [sound(20, 0, 100, { lineId: line.id, takeId, linkId: links[0]! })]),
      captionTrack(2, [caption(30, 0, 100, { text: 'Two, corrected', laidText: 'Two', lineId: line.id, linkId: links[0]! })]),
    )
    const [one] = captionsIn(whole)
    expect([...captionsWithOldWords(whole, linesSaying('Two'))]).toEqual([])
    expect([...captionsWithOldWords(whole, linesSaying('Two again'))]).toEqual([[one!.id, 'Two again']])
    expect(textsIn(done(whole, takeNewWords(whole, one!.id, 'Two again')))).toEqual(['Two again'])
    const kept = done(whole, keepOldWords(whole, one!.id, 'Two again'))
    expect([textsIn(kept), captionsWithOldWords(kept, linesSaying('Two again')).size]).toEqual([['Two, corrected'], 0])
  })

  it('take new words in their place and for their part; together the parts say all, and nothing is left to tell', () => {
    const words = fc.array(fc.stringMatching(/^[a-f]{1,9}$/), { minLength: 1, maxLength: 14 })
    fc.assert(fc.property(rates, fc.integer({ min: 20, max: 80 }), words, (rate, at, said) => {
      const before = { ...cutInTwo(at, ['Zig zag', 'zog zug']), rate }
      const text = said.join(' ')
      let now = before
      for (const [id] of captionsWithOldWords(before, linesSaying(text)))
        now = done(now, takeNewWords(now, id, text))
      expect(captionsWithOldWords(now, linesSaying(text)).size).toBe(0)
      expect(textsIn(now).join(' ').replaceAll(/\s+/g, ' ')).toBe(text)
      for (const each of captionsIn(now)) {
        const place = captionsIn(before).find(one => one.linkId === each.linkId)!
        expect(each.start).toBeGreaterThanOrEqual(place.start)
        expect(endOf(each)).toBeLessThanOrEqual(endOf(place))
      }
      const [first] = captionsIn(now)
      expect(first ? takeNewWords(now, first.id, text) : [], 'twice is once').toEqual([])
    }), { numRuns: 60 })
  })

  it('that take new words are linked as before, and so are the sound and its picture: also the next take finds them', () => {
    const two = cutInTwo(50, ['One two', 'three four'])
    const shots = pictureTrack(3, [picture(40, 0, 50, { linkId: links[0]! }), picture(41, 50, 50, { linkId: links[1]! })])
    let now: SequenceDocument = { ...two, trackIds: [...two.trackIds, shots.id], tracks: { ...two.tracks, [shots.id]: shots } }
    const linkedNow = () => tracksOf(now).map(track => clipsOf(track).map(({ linkId }) => linkId))
    const before = linkedNow()
    for (const text of ['Five six seven eight', 'Nine ten eleven twelve']) {
      for (const [id] of captionsWithOldWords(now, linesSaying(text)))
        now = done(now, takeNewWords(now, id, text))
      expect(textsIn(now).join(' '), 'each part says what is said in it').toBe(text)
      expect(linkedNow()).toEqual(before)
    }
  })

  it('on a locked track stay', () => {
    const document = cutInTwo(50, ['One two', 'three four'])
    const track = tracksOf(document).find(each => each.kind === 'captions')!
    const locked = { ...document, tracks: { ...document.tracks, [track.id]: { ...track, isLocked: true } } } as SequenceDocument
    const [one] = captionsIn(locked)
    expect([takeNewWords(locked, one!.id, 'Other'), keepOldWords(locked, one!.id, 'Other')]).toEqual([[], []])
  })
})
