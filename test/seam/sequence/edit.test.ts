/** The laws of editing, over any document and any edits, and what a person expects of single edits. */
import type { CaptionClip, Clip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, MarkerId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as ADocument } from '#contract/sequence-document.ts'
import { SequenceEdit as AnEdit } from '#contract/sequence-edits.ts'
import { clipsOf, endOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { copyForEdit, differences } from '#rules/sequence/edit/differences.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { movedAt } from '#rules/sequence/motion.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { consumedBy } from '#rules/sequence/ramp.ts'
import { idOf } from './arbitrary.ts'
import { clipOf, documents, editsOf } from './edits.ts'

const edited = documents.chain(document => fc.record({
  document: fc.constant(document),
  edits: fc.array(editsOf(document), { minLength: 1, maxLength: 4 }),
}))

/** Null when it is refused. */
function tried(document: SequenceDocument, edits: readonly SequenceEdit[]) {
  try {
    return applyEdits(document, edits)
  }
  catch (error) {
    expect(error).toBeInstanceOf(EditRefusedError)
    return null
  }
}

function frozen<Plain extends object>(plain: Plain): Plain {
  Object.values(plain).forEach(part => typeof part === 'object' && part !== null && frozen(part as object))
  return Object.freeze(plain)
}

function expectSound(document: SequenceDocument): void {
  const ids = tracksOf(document).flatMap(track => clipsOf(track).map(clip => clip.id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const track of tracksOf(document)) {
    let end = 0
    for (const clip of clipsOf(track)) {
      expect(clip.start, 'no clip lies over another').toBeGreaterThanOrEqual(end)
      end = endOf(clip)
      if (!('in' in clip))
        continue
      expect(clip.fadeIn + clip.fadeOut).toBeLessThanOrEqual(clip.length)
      if (clip.sourceLength !== null)
        expect(clip.in + consumedBy(clip), 'a clip stays inside its source').toBeLessThanOrEqual(clip.sourceLength + 2)
      for (const points of 'points' in clip ? [clip.points, clip.panPoints ?? []] : []) {
        expect(points.every(({ at }, index) => index === 0 || at > points[index - 1]!.at)).toBe(true)
        // Outside of the clip is no more than the one that an eased course leads to, and the one that it comes from.
        expect(points.slice(1).every(({ at }) => at >= 0) && points.slice(0, -1).every(({ at }) => at <= clip.length)).toBe(true)
      }
    }
  }
}

describe('laws', () => {
  it('an edited document keeps the form, has no overlaps, and no clip leaves its source', () => {
    fc.assert(fc.property(edited, ({ document, edits }) => {
      edits.forEach(edit => AnEdit.parse(edit))
      const after = tried(document, edits)?.document
      if (!after)
        return
      expectSound(after)
      ADocument.parse(after)
    }), { numRuns: 600 })
  })

  it('the inverse restores exactly, the patches lead there again, and the document before is not touched', () => {
    fc.assert(fc.property(edited, ({ document, edits }) => {
      const before = JSON.stringify(document)
      const result = tried(frozen(document), edits)
      expect(JSON.stringify(document)).toBe(before)
      if (!result)
        return
      expect(patched(result.document, result.inverse)).toEqual(document)
      expect(patched(document, result.patches)).toEqual(result.document)
      // As they come over the wire and out of the journal.
      const stored = JSON.parse(JSON.stringify(result.inverse)) as typeof result.inverse
      expect(patched(result.document, stored)).toEqual(document)
    }), { numRuns: 400 })
  })

  it('nothing on a locked track changes', () => {
    fc.assert(fc.property(edited, ({ document, edits }) => {
      // Another frame rate is about the whole sequence.
      const after = tried(document, edits.filter(edit => edit.do !== 'setTrack' && edit.do !== 'refit'))?.document
      for (const track of tracksOf(document)) {
        if (track.isLocked && after)
          expect(after.tracks[track.id]?.clips).toEqual(track.clips)
      }
    }), { numRuns: 300 })
  })

  it('linked clips keep their distance when one of them is moved', () => {
    fc.assert(fc.property(documents, fc.integer({ min: 0, max: 60 }), (document, byFrames) => {
      const linked = tracksOf(document).flatMap(track => clipsOf(track)).find(clip => clip.linkId !== null)
      const after = linked && tried(document, [{ do: 'move', clipIds: [linked.id], byFrames, toTracks: {}, how: 'overwrite' }])?.document
      if (!linked || !after)
        return
      const all = tracksOf(document).flatMap(track => clipsOf(track).map(clip => ({ track, clip })))
      const group = all.filter(({ clip }) => clip.linkId === linked.linkId)
      for (const { track, clip } of group) {
        const now = after.tracks[track.id]?.clips[clip.id]
        const unit = track.kind === 'speech' || track.kind === 'sound' ? 48_000 * document.rate.denominator / document.rate.numerator : 1
        expect(Math.abs((now?.start ?? 0) - clip.start - byFrames * unit)).toBeLessThanOrEqual(1)
      }
    }), { numRuns: 200 })
  })
})

const shape = { gap: 0, length: 50, before: 10, behind: 10, speed: 100, isStill: false, link: null as number | null }

/** A document of 30 frames a second from the clips of each track: number, start, length and what else differs. */
type Written = [number: number, start: number, length: number, has?: Partial<typeof shape>]
function documentOf(...tracks: [Track['kind'], Written[]][]): SequenceDocument {
  const all = tracks.map(([kind, clips], place) => ({
    ...plainTrack(kind, idOf(10 + place) as TrackId),
    clips: Object.fromEntries(clips.map(([number, start, length, has]) => {
      const clip = clipOf(kind, idOf(number) as ClipId, start, { ...shape, length, ...has })
      return [clip.id, clip]
    })),
  }) as Track)
  return {
    name: 'S',
    width: 1280,
    height: 720,
    rate: { numerator: 30, denominator: 1 },
    background: '#000000',
    inFrame: null,
    outFrame: null,
    markers: {},
    trackIds: all.map(track => track.id),
    tracks: Object.fromEntries(all.map(track => [track.id, track])),
  }
}
const id = (number: number): ClipId => idOf(number) as ClipId
const isSound = (track: Track): boolean => track.kind === 'speech' || track.kind === 'sound'
/** Start and end of each clip in frames, by track. */
function placesIn(document: SequenceDocument): [number, number][][] {
  return tracksOf(document).map(track => clipsOf(track).map((clip): [number, number] => {
    const unit = isSound(track) ? 1600 : 1
    return [clip.start / unit, endOf(clip) / unit]
  }))
}
function clipIn<One extends Clip = PictureClip>(document: SequenceDocument, number: number): One {
  return findClip(document, id(number))?.clip as One
}
const places = (document: SequenceDocument, ...edits: SequenceEdit[]) => placesIn(applyEdits(document, edits).document)
function refusal(document: SequenceDocument, ...edits: SequenceEdit[]) {
  try {
    applyEdits(document, edits)
    return null
  }
  catch (error) {
    return error instanceof EditRefusedError ? error.because : error
  }
}

describe('single edits', () => {
  const two = documentOf(['pictures', [[1, 0, 50], [2, 50, 50]]], ['speech', [[3, 10, 30], [4, 60, 30]]])
  const stills = documentOf(
    ['pictures', [[1, 0, 50, { isStill: true }], [2, 50, 50, { isStill: true }]]],
    ['speech', [[3, 10, 30], [4, 60, 30]]],
  )

  it('removing leaves the gap, or closes it on every unlocked track', () => {
    expect(places(two, { do: 'remove', clipIds: [id(3)], closesGap: false })).toEqual([[[0, 50], [50, 100]], [[60, 90]]])
    expect(places(stills, { do: 'remove', clipIds: [id(3)], closesGap: true })).toEqual([[[0, 20], [20, 70]], [[30, 60]]])
    const locked = applyEdits(two, [{ do: 'setTrack', trackId: idOf(10) as TrackId, values: { isLocked: true } }]).document
    expect(places(locked, { do: 'remove', clipIds: [id(3)], closesGap: true })).toEqual([[[0, 50], [50, 100]], [[30, 60]]])
  })

  it('a gap does not close over a clip that is in it', () => {
    const three = documentOf(['speech', [[3, 10, 30], [4, 60, 30]]], ['captions', [[5, 15, 20], [6, 60, 30]]])
    expect(refusal(three, { do: 'remove', clipIds: [id(3)], closesGap: true })).toBe('blocked')
    expect(places(three, { do: 'remove', clipIds: [id(3), id(5)], closesGap: true })).toEqual([[[30, 60]], [[30, 60]]])
  })

  it('whatever ripples cuts nothing of a clip on another track: it is refused, and a still over all of the time gives it', () => {
    // A still above a shot with its sound, and a shot that follows; see what is under the still's end.
    const film = documentOf(
      ['pictures', [[5, 28, 49, { isStill: true }]]],
      ['pictures', [[1, 64, 40], [2, 104, 30]]],
      ['sound', [[3, 64, 40], [4, 104, 30]]],
    )
    const shorter: SequenceEdit = { do: 'trim', clipIds: [id(5)], edge: 'end', byFrames: -7, ripples: true }
    const faster: SequenceEdit = { do: 'setSpeed', clipIds: [id(3)], speed: 200, ripples: true }
    const otherTake: SequenceEdit
      = { do: 'swapTake', clipId: id(3), takeId: idOf(99) as SoundClip['takeId'], sourceLength: 20 * 1600, ripples: true }
    expect(refusal(film, shorter)).toBe('blocked')
    expect(refusal(film, { ...shorter, edge: 'start', byFrames: 40 })).toBe('blocked')
    expect(refusal(two, { do: 'remove', clipIds: [id(3)], closesGap: true })).toBe('blocked')
    expect([faster, otherTake].map(edit => refusal(two, edit))).toEqual(['blocked', 'blocked'])
    expect(places(stills, otherTake)).toEqual([[[0, 30], [30, 80]], [[10, 20], [40, 70]]])
    expect(places(stills, faster)).toEqual([[[0, 35], [35, 85]], [[10, 25], [45, 75]]])
    expect(places(stills, { do: 'closeGap', trackId: idOf(11) as TrackId, atFrame: 45 }))
      .toEqual([[[0, 50], [50, 100]], [[10, 40], [40, 70]]])
  })

  it('a shot and its sound that play faster or slower move what follows once', () => {
    const shots = documentOf(
      ['pictures', [[1, 0, 50, { link: 1 }], [2, 50, 50]]],
      ['sound', [[3, 0, 50, { link: 1 }], [4, 50, 50]]],
      ['captions', [[5, 60, 20]]],
    )
    const atSpeed = (speed: number): SequenceEdit => ({ do: 'setSpeed', clipIds: [id(1)], speed, ripples: true })
    expect(places(shots, atSpeed(50))).toEqual([[[0, 100], [100, 150]], [[0, 100], [100, 150]], [[110, 130]]])
    expect(places(shots, atSpeed(200))).toEqual([[[0, 25], [25, 75]], [[0, 25], [25, 75]], [[35, 55]]])
    expect(refusal(shots, { ...atSpeed(50), ripples: false } as SequenceEdit)).toBe('in-the-way')
  })

  it('a ripple trim moves what follows, and a picture over the place grows with it as far as its source lasts', () => {
    const still = documentOf(['pictures', [[1, 0, 50, { isStill: true }], [2, 50, 50]]], ['speech', [[3, 10, 30], [4, 60, 30]]])
    const longer: SequenceEdit = { do: 'trim', clipIds: [id(3)], edge: 'end', byFrames: 8, ripples: true }
    expect(places(still, longer)).toEqual([[[0, 58], [58, 108]], [[10, 48], [68, 98]]])
    expect(places(two, { ...longer, byFrames: 10 })).toEqual([[[0, 60], [60, 110]], [[10, 50], [70, 100]]])
    expect(refusal(two, { ...longer, byFrames: 11 })).toBe('source-too-short')
    expect(places(still, { ...longer, byFrames: -5 })).toEqual([[[0, 45], [45, 95]], [[10, 35], [55, 85]]])
  })

  it('a shorter line keeps the captions inside it, cuts the one that its edge passes, and loses those outside', () => {
    const said = documentOf(
      ['speech', [[3, 10, 90, { link: 1 }], [4, 110, 30]]],
      ['captions', [[5, 10, 30, { link: 1 }], [6, 40, 30, { link: 1 }], [7, 70, 30, { link: 1 }], [8, 110, 30]]],
    )
    const trim = (edge: 'start' | 'end', byFrames: number, ripples: boolean): SequenceEdit =>
      ({ do: 'trim', clipIds: [id(3)], edge, byFrames, ripples })
    expect(places(said, trim('end', -40, false))).toEqual([[[10, 60], [110, 140]], [[10, 40], [40, 60], [110, 140]]])
    expect(places(said, trim('end', -40, true))).toEqual([[[10, 60], [70, 100]], [[10, 40], [40, 60], [70, 100]]])
    expect(places(said, trim('start', 40, false))).toEqual([[[50, 100], [110, 140]], [[50, 70], [70, 100], [110, 140]]])
    expect(places(said, trim('start', 40, true))).toEqual([[[10, 60], [70, 100]], [[10, 30], [30, 60], [70, 100]]])
  })

  it('a caption that moves to the edge with its line never covers another', () => {
    const said = (start: number, length: number) => documentOf(
      ['speech', [[3, 10, 90, { link: 1 }]]],
      ['captions', [[8, start, length], [5, 40, 60, { link: 1 }]]],
    )
    const trim: SequenceEdit = { do: 'trim', clipIds: [id(3)], edge: 'start', byFrames: 35, ripples: true }
    expect(places(said(0, 10), trim)).toEqual([[[10, 65]], [[0, 10], [10, 65]]])
    expect([refusal(said(0, 40), trim), refusal(said(12, 20), trim)]).toEqual(['blocked', 'blocked'])
  })

  it('however a line is cut, its captions show what they showed, and never outlast it', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 11, max: 99 }), { maxLength: 6 }).map(all => [10, ...all.sort((a, b) => a - b), 100])
    const eitherEdge = fc.constantFrom('start' as const, 'end' as const)
    fc.assert(fc.property(cuts, fc.integer({ min: 1, max: 89 }), eitherEdge, fc.boolean(), (edges, by, edge, ripples) => {
      const captions = edges.slice(1).map((end, at): [number, number, number, { link: number }] =>
        [20 + at, edges[at]!, end - edges[at]!, { link: 1 }])
      const said = documentOf(['speech', [[3, 10, 90, { link: 1 }]]], ['captions', captions])
      const byFrames = edge === 'end' ? -by : by
      const [, shown] = places(said, { do: 'trim', clipIds: [id(3)], edge, byFrames, ripples })
      const [from, until] = edge === 'end' ? [10, 100 - by] : [10 + by, 100]
      const moved = edge === 'start' && ripples ? -by : 0
      const expected = captions.map(([, start, length]) => [Math.max(start, from) + moved, Math.min(start + length, until) + moved])
      expect(shown).toEqual(expected.filter(([start, end]) => start! < end!))
    }), { numRuns: 100 })
  })

  it('a ripple trim at the start keeps the place and takes from the beginning', () => {
    const after = applyEdits(two, [{ do: 'trim', clipIds: [id(4)], edge: 'start', byFrames: 6, ripples: true }]).document
    expect(placesIn(after)[1]).toEqual([[10, 40], [60, 84]])
    expect(clipIn<SoundClip>(after, 4).in).toBe(16 * 1600)
  })

  it('a ripple trim at the start leaves alone what begins before its clip, even in the same frame', () => {
    const close = documentOf(['speech', [[3, 0, 0.75], [4, 0.75, 50, { link: 1 }]]], ['captions', [[5, 0, 50, { link: 1 }]]])
    const trim: SequenceEdit = { do: 'trim', clipIds: [id(5)], edge: 'start', byFrames: -1, ripples: true }
    expect(places(close, trim)).toEqual([[[0, 0.75], [0.75, 51.75]], [[0, 51]]])
  })

  it('a ripple trim at the start of two sounds that begin in one frame gives each its time', () => {
    const close = documentOf(['sound', [[3, 10, 0.75, { link: 1 }], [4, 10.75, 50, { link: 1 }]]])
    const trim: SequenceEdit = { do: 'trim', clipIds: [id(4), id(3)], edge: 'start', byFrames: -2, ripples: true }
    expect(places(close, trim)).toEqual([[[10, 12.75], [12.75, 64.75]]])
  })

  it('a plain trim fills a gap, and never grows over a neighbour', () => {
    const trim = (number: number, edge: 'start' | 'end', byFrames: number): SequenceEdit =>
      ({ do: 'trim', clipIds: [id(number)], edge, byFrames, ripples: false })
    expect([refusal(two, trim(1, 'end', 10)), refusal(two, trim(2, 'start', -1))]).toEqual(['in-the-way', 'in-the-way'])
    expect(places(two, trim(3, 'end', 10))[1]).toEqual([[10, 50], [60, 90]])
    // Less than a frame away: there the edge stops.
    const close = documentOf(['sound', [[3, 0, 30], [4, 34.5, 30]]])
    expect(places(close, trim(3, 'end', 5))).toEqual([[[0, 34.5], [34.5, 64.5]]])
    expect(places(close, trim(4, 'start', -5))).toEqual([[[0, 30], [30, 64.5]]])
    expect(refusal(close, trim(3, 'end', 6))).toBe('in-the-way')
  })

  it('roll moves the cut, slip what is shown, and neither moves anything else', () => {
    const rolled = applyEdits(two, [{ do: 'roll', clipId: id(2), byFrames: 7 }]).document
    expect(placesIn(rolled)[0]).toEqual([[0, 57], [57, 100]])
    expect(clipIn(rolled, 2).in).toBe(17)
    const slipped = applyEdits(two, [{ do: 'slip', clipIds: [id(2)], byFrames: -10 }]).document
    expect(clipIn(slipped, 2).in).toBe(0)
    expect(refusal(two, { do: 'slip', clipIds: [id(2)], byFrames: -11 })).toBe('source-too-short')
    expect(refusal(two, { do: 'roll', clipId: id(1), byFrames: 1 })).toBe('no-neighbour')
  })

  it('split halves continue where the other ends, in source, movement and gain', () => {
    const one = documentOf(['pictures', [[1, 0, 50, { isStill: true }]]], ['sound', [[3, 0, 50, { speed: 200 }]]])
    const pieces = [{ clipId: id(1), newId: id(11) }, { clipId: id(3), newId: id(13) }]
    const after = applyEdits(one, [{ do: 'split', atFrame: 20, pieces }]).document
    expect(placesIn(after)).toEqual([[[0, 20], [20, 50]], [[0, 20], [20, 50]]])
    for (let frame = 0; frame < 50; frame++)
      expect(movedAt(clipIn<PictureClip>(after, frame < 20 ? 1 : 11), frame - (frame < 20 ? 0 : 20)).scale).toBeCloseTo(1 + frame / 49, 9)
    expect(clipIn<SoundClip>(after, 13).in).toBe(10 * 1600 + 40 * 1600)
    expect(clipIn<SoundClip>(after, 3).points.at(-1)).toEqual({ at: 20 * 1600, gainDb: -6 + 6 * 20 / 50 })
    expect(clipIn<SoundClip>(after, 13).points[0]).toEqual({ at: 0, gainDb: -6 + 6 * 20 / 50 })
  })

  it('a caption that is split, or covered in its middle, gives each half the words that are said in it; others follow their sound', () => {
    const text = 'The boat is gone, and nobody saw it leave.'
    const line = documentOf(['speech', [[3, 0, 90, { link: 1 }]]], ['captions', [[5, 0, 60, { link: 1 }], [6, 60, 30, { link: 1 }]]])
    const said = applyEdits(line, [{ do: 'setCaption', clipIds: [id(5)], values: { text, laidText: text } }]).document
    const words = (document: SequenceDocument) => tracksOf(document).flatMap(track => track.kind === 'captions'
      ? clipsOf(track).map(({ start, length, text, laidText }) => [start, start + length, text, laidText])
      : [])
    const pieces = [{ clipId: id(3), newId: id(13) }, { clipId: id(5), newId: id(15) }]
    const cut = applyEdits(said, [{ do: 'split', atFrame: 28, pieces }]).document
    const rest = 'and nobody saw it leave.'
    expect(words(cut)).toEqual([[0, 28, 'The boat is gone,', 'The boat is gone,'], [28, 60, rest, rest], [60, 90, 'x', undefined]])
    expect([5, 15, 6].map(number => clipIn<CaptionClip>(cut, number).linkId)).toEqual([idOf(901), id(13), id(13)])
    const clip = clipOf('captions', id(20), 10, { ...shape, length: 18 })
    const covered = applyEdits(said, [{ do: 'place', placements: [{ trackId: idOf(11) as TrackId, clip }], how: 'overwrite' }]).document
    expect(words(covered).map(each => each.slice(0, 3)))
      .toEqual([[0, 10, 'The boat is gone,'], [10, 28, 'x'], [28, 60, rest], [60, 90, 'x']])
  })

  it('the captions of a line share its new time, and rolling one of them moves nothing else', () => {
    const line = documentOf(
      ['speech', [[3, 10, 90, { before: 0, behind: 0, link: 1 }], [4, 110, 30]]],
      ['captions', [[5, 10, 30, { link: 1 }], [6, 40, 30, { link: 1 }], [7, 70, 30, { link: 1 }], [8, 110, 30]]],
    )
    const swap = (frames: number, ripples: boolean): SequenceEdit =>
      ({ do: 'swapTake', clipId: id(3), takeId: idOf(99) as SoundClip['takeId'], sourceLength: frames * 1600, ripples })
    expect(places(line, swap(180, true))[1]).toEqual([[10, 70], [70, 130], [130, 190], [200, 230]])
    expect(places(line, swap(45, true))[1]).toEqual([[10, 25], [25, 40], [40, 55], [65, 95]])
    expect(places(line, swap(180, false))[1]).toEqual([[10, 43], [43, 77], [77, 110], [110, 140]])
    expect(places(line, swap(2, false))[1]).toEqual([[10, 11], [11, 12], [110, 140]])
    const faster: SequenceEdit = { do: 'setSpeed', clipIds: [id(3)], speed: 200, ripples: true }
    expect(places(line, faster)[1]).toEqual([[10, 25], [25, 40], [40, 55], [65, 95]])
    const rolled = places(line, { do: 'roll', clipId: id(6), byFrames: 7 })
    expect(rolled).toEqual([placesIn(line)[0], [[10, 47], [47, 70], [70, 100], [110, 140]]])
  })

  it('an insert into a shot cuts its sound, too, so that both stay in step', () => {
    const shot = documentOf(
      ['pictures', [[1, 0, 50, { link: 1 }]]],
      ['sound', [[3, 0, 50, { link: 1 }], [4, 50, 50]]],
      ['sound', [[5, 0, 90]]],
    )
    const clip = clipOf('pictures', id(20), 20, { ...shape, length: 10 })
    const after = applyEdits(shot, [{ do: 'place', placements: [{ trackId: idOf(10) as TrackId, clip }], how: 'insert' }]).document
    expect(placesIn(after)).toEqual([[[0, 20], [20, 30], [30, 60]], [[0, 20], [30, 60], [60, 110]], [[0, 90]]])
    const [seen, heard] = tracksOf(after).map(track => clipsOf(track).map(({ linkId }) => linkId))
    expect([seen?.[0], heard?.[0]]).toEqual([idOf(901), idOf(901)])
    expect(seen?.[2]).toBe(heard?.[1])
    expect(seen?.[2]).not.toBe(seen?.[0])
  })

  it('placing overwrites what is there, or pushes it back on every track, or takes only a free place', () => {
    const clip = clipOf('pictures', id(20), 20, { ...shape, length: 10 })
    const placements = [{ trackId: idOf(10) as TrackId, clip }]
    const placing = (how: 'overwrite' | 'insert' | 'free', at = 20): SequenceEdit =>
      ({ do: 'place', placements: placements.map(each => ({ ...each, clip: { ...each.clip, start: at } })), how })
    expect(refusal(two, placing('free'))).toBe('in-the-way')
    expect(refusal(two, { do: 'move', clipIds: [id(3)], byFrames: 30, toTracks: {}, how: 'free' })).toBe('in-the-way')
    expect(places(two, placing('free', 100))[0]).toEqual([[0, 50], [50, 100], [100, 110]])
    expect(places(two, placing('overwrite'))).toEqual([[[0, 20], [20, 30], [30, 50], [50, 100]], [[10, 40], [60, 90]]])
    expect(places(two, placing('insert'))).toEqual([[[0, 20], [20, 30], [30, 60], [60, 110]], [[10, 40], [70, 100]]])
  })

  it('two sounds that touch and are moved against another one lose no more than the rounding of frames', () => {
    const ntsc = { numerator: 30_000, denominator: 1001 }
    const close = { ...documentOf(['sound', [[2, 71, 7], [3, 79, 24, { link: 1 }], [4, 103, 23, { link: 1 }]]]), rate: ntsc }
    const move: SequenceEdit = { do: 'move', clipIds: [id(3)], byFrames: -1, toTracks: {}, how: 'free' }
    expect(placesIn(applyEdits(close, [move]).document)).toEqual([[[71, 78], [78, 163_199 / 1600], [163_199 / 1600, 199_999 / 1600]]])
  })

  it('a new take comes in place: whole when the clip was whole, else as long as before', () => {
    const line = documentOf(
      ['speech', [[3, 10, 30, { before: 0, behind: 0, link: 1 }], [4, 60, 30]]],
      ['captions', [[5, 10, 30, { link: 1 }], [6, 60, 30]]],
    )
    const swap = (frames: number, ripples: boolean): SequenceEdit =>
      ({ do: 'swapTake', clipId: id(3), takeId: idOf(99) as SoundClip['takeId'], sourceLength: frames * 1600, ripples })
    expect(places(line, swap(45, true))).toEqual([[[10, 55], [75, 105]], [[10, 55], [75, 105]]])
    expect(places(line, swap(20, true))).toEqual([[[10, 30], [50, 80]], [[10, 30], [50, 80]]])
    expect(places(line, swap(45, false))[0]).toEqual([[10, 55], [60, 90]])
    const trimmed = applyEdits(line, [{ do: 'trim', clipIds: [id(3)], edge: 'end', byFrames: -10, ripples: false }]).document
    expect(places(trimmed, swap(45, true))).toEqual([[[10, 30], [60, 90]], [[10, 30], [60, 90]]])
  })

  it('speed keeps the part of the source that is played', () => {
    const after = applyEdits(two, [{ do: 'setSpeed', clipIds: [id(1)], speed: 200, ripples: false }]).document
    expect(placesIn(after)[0]).toEqual([[0, 25], [50, 100]])
    expect(clipIn(after, 1)).toMatchObject({ in: 10, speed: 200 })
  })

  it.each<[string, SequenceEdit, string]>([
    [
      'a clip of another kind',
      { do: 'move', clipIds: [id(1)], byFrames: 0, toTracks: { [id(1)]: idOf(11) as TrackId }, how: 'overwrite' },
      'wrong-track',
    ],
    ['a start before zero', { do: 'move', clipIds: [id(3)], byFrames: -11, toTracks: {}, how: 'overwrite' }, 'before-start'],
    ['a clip that is not there', { do: 'remove', clipIds: [id(77)], closesGap: false }, 'gone'],
    ['a split outside', { do: 'split', atFrame: 50, pieces: [{ clipId: id(1), newId: id(78) }] }, 'too-short'],
    ['an id twice', { do: 'split', atFrame: 20, pieces: [{ clipId: id(1), newId: id(2) }] }, 'id-taken'],
    ['an in point after the out point', { do: 'setSequence', values: { inFrame: 9, outFrame: 4 } }, 'in-after-out'],
  ])('%s is refused, and nothing changes', (_, edit, because) => {
    expect(refusal(two, edit)).toBe(because)
  })

  it('captions say what is typed, and only captions do', () => {
    const cued = documentOf(['captions', [[5, 0, 30]]])
    const after = applyEdits(cued, [{ do: 'setCaption', clipIds: [id(5)], values: { text: 'New words' } }])
    expect(clipIn<CaptionClip>(after.document, 5).text).toBe('New words')
    expect(after.patches).toEqual([{ op: 'replace', path: ['tracks', idOf(10), 'clips', id(5), 'text'], value: 'New words' }])
    expect(applyEdits(cued, [{ do: 'setCaption', clipIds: [id(5)], values: { text: 'x' } }]).patches).toEqual([])
    expect(refusal(two, { do: 'setCaption', clipIds: [id(1)], values: { text: 'x' } })).toBe('wrong-track')
  })
})

describe('differences', () => {
  it('are found in every field that a clip, a track, a marker or a document has, and lead back', () => {
    const document = documentOf(['pictures', [[1, 0, 50]]], ['sound', [[2, 0, 50]]], ['captions', [[3, 0, 50]]])
    const marker = { id: idOf(90) as MarkerId, at: 4, name: 'here' }
    const before: SequenceDocument = { ...document, markers: { [marker.id]: marker } }
    const owners = [
      ...tracksOf(before).flatMap(track => clipsOf(track).map(clip => ['tracks', track.id, 'clips', clip.id])),
      ...before.trackIds.map(trackId => ['tracks', trackId]),
      [],
    ]
    const at = (plain: unknown, path: readonly string[]): object =>
      path.reduce((part, key) => Reflect.get(part, key) as object, plain as object)
    for (const path of owners) {
      for (const name of Object.keys(at(before, path)).filter(key => !['clips', 'tracks', 'markers'].includes(key))) {
        const after = copyForEdit(before)
        Reflect.set(at(after, path), name, 'other')
        const { document: kept, patches, inverse } = differences(before, after)
        expect(patches, name).toEqual([{ op: 'replace', path: [...path, name], value: 'other' }])
        expect(at(kept, path)).toHaveProperty(name, 'other')
        expect(patched(kept, inverse)).toEqual(before)
      }
    }
    const moved = copyForEdit(before)
    moved.markers[marker.id] = { ...marker, at: 9 }
    expect(differences(before, moved).patches).toEqual([{ op: 'replace', path: ['markers', marker.id], value: { ...marker, at: 9 } }])
  })

  it('are none for an equal copy, and what did not change stays the same object', () => {
    fc.assert(fc.property(edited, ({ document, edits }) => {
      expect(differences(document, structuredClone(document))).toEqual({ document, patches: [], inverse: [] })
      const after = tried(document, edits)?.document
      for (const track of tracksOf(document)) {
        const now = after?.tracks[track.id]
        for (const clip of Object.values<Clip>(track.clips)) {
          const is = now?.clips[clip.id]
          expect(is === clip).toBe(JSON.stringify(is) === JSON.stringify(clip))
        }
      }
    }), { numRuns: 100 })
  })
})
