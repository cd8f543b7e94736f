/** A sequence has limits: whatever numbers an edit has, it is refused or makes a document that can be read again. */
import type { CaptionClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, MarkerId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as ADocument, FrameRate } from '#contract/sequence-document.ts'
import { SequenceEdit as AnEdit } from '#contract/sequence-edits.ts'
import { mostClips, mostFrames, mostSamples, mostTracks } from '#contract/sequence-limits.ts'
import { clipsOf, durationFrames, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { idOf } from './arbitrary.ts'
import { clipOf, documents, editsOf } from './edits.ts'

const extremes = [0, 1, 2, 10, 1000, mostFrames, mostFrames - 1, mostSamples, 2 ** 31, 2 ** 32, 1e12, 2 ** 50, Number.MAX_SAFE_INTEGER]
const extreme = fc.constantFrom(...extremes, ...extremes.map(number => -number))

/** The same value with some of its whole numbers replaced. */
function withExtremes(value: unknown, pick: () => number | null): unknown {
  if (Number.isInteger(value))
    return pick() ?? value
  if (Array.isArray(value))
    return value.map(each => withExtremes(each, pick))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withExtremes(each, pick)]))
  return value
}

const fuzzed = documents.chain(document => fc.record({
  document: fc.constant(document),
  edits: fc.array(editsOf(document), { minLength: 1, maxLength: 4 }),
  picks: fc.array(fc.option(extreme, { freq: 1 }), { minLength: 40, maxLength: 40 }),
}))

/** Null when it is refused; every other error fails the test. */
function tried(document: SequenceDocument, edits: readonly SequenceEdit[]): SequenceDocument | null {
  try {
    return applyEdits(document, edits).document
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return null
    throw error
  }
}

function because(document: SequenceDocument, edits: readonly SequenceEdit[]): string {
  try {
    applyEdits(document, edits)
    return 'carried out'
  }
  catch (error) {
    return error instanceof EditRefusedError ? error.because : String(error)
  }
}

const shape = { gap: 0, length: 10, before: 0, behind: 0, speed: 100, isStill: true, link: null }
const pictures = plainTrack('pictures', idOf(1) as TrackId) // idOf returns the form of an id, here and below
const captions = plainTrack('captions', idOf(2) as TrackId)
const still = clipOf('pictures', idOf(10) as ClipId, 0, shape)
const empty: SequenceDocument = {
  name: 'Film',
  width: 1280,
  height: 720,
  rate: { numerator: 30, denominator: 1 },
  background: '#000000',
  inFrame: null,
  outFrame: null,
  markers: {},
  trackIds: [pictures.id, captions.id],
  tracks: { [pictures.id]: { ...pictures, clips: { [still.id]: still } }, [captions.id]: captions } as SequenceDocument['tracks'],
}
const dayOfFrames = 24 * 60 * 60 * 30

function caption(number: number): CaptionClip {
  return { id: idOf(100_000 + number) as ClipId, start: number * 2, length: 2, linkId: null, lineId: null, speaker: '', text: 'Word' }
}
function manyCaptions(count: number): SequenceEdit {
  return {
    do: 'place',
    how: 'overwrite',
    placements: Array.from({ length: count }, (_, number) => ({ trackId: captions.id, clip: caption(number) })),
  }
}

describe('whatever numbers an edit has', () => {
  it('it is refused, or its document can be read again and measured', () => {
    let carriedOut = 0
    fc.assert(fc.property(fuzzed, ({ document, edits, picks }) => {
      let next = 0
      const odd = (withExtremes(edits, () => picks[next++ % picks.length] ?? null) as unknown[]).flatMap((edit) => {
        const parsed = AnEdit.safeParse(edit)
        return parsed.success ? [parsed.data] : []
      })
      const after = tried(document, odd)
      if (!after)
        return
      carriedOut += odd.length > 0 ? 1 : 0
      ADocument.parse(after)
      expect(Number.isSafeInteger(durationFrames(after))).toBe(true)
      for (const track of tracksOf(after)) {
        let end = 0
        for (const clip of clipsOf(track)) {
          expect(clip.start).toBeGreaterThanOrEqual(end)
          end = endOf(clip)
        }
      }
    }), { numRuns: 2000 })
    expect(carriedOut, 'some of the edits were carried out').toBeGreaterThan(20)
  })
})

describe('a day', () => {
  it('is the longest that a sequence can be', () => {
    const until = (frame: number): SequenceEdit =>
      ({ do: 'move', clipIds: [still.id], byFrames: frame - endOf(still), toTracks: {}, how: 'overwrite' })
    expect(because(empty, [until(dayOfFrames)])).toBe('carried out')
    expect(because(empty, [until(dayOfFrames + 1)])).toBe('too-long')
    expect(because(empty, Array.from({ length: 10_000 }, () => until(mostFrames)))).toBe('too-long')
  })

  it('does not keep a clip that is too late from being moved back or removed', () => {
    const late = { ...still, start: dayOfFrames + 100 }
    const tracks = { ...empty.tracks, [pictures.id]: { ...pictures, clips: { [late.id]: late } } }
    const document = { ...empty, tracks } as SequenceDocument
    expect(because(document, [{ do: 'remove', clipIds: [late.id], closesGap: false }])).toBe('carried out')
    expect(because(document, [{ do: 'move', clipIds: [late.id], byFrames: -1000, toTracks: {}, how: 'overwrite' }])).toBe('carried out')
    expect(because(document, [{ do: 'setTrack', trackId: pictures.id, values: { name: 'Pictures' } }])).toBe('carried out')
  })

  it('is a limit of every number that a document or an edit has', () => {
    const placed = (values: object) => AnEdit.safeParse({
      do: 'place',
      how: 'overwrite',
      placements: [{ trackId: pictures.id, clip: { ...still, ...values } }],
    }).success
    expect(placed({})).toBe(true)
    for (const name of ['start', 'length', 'in', 'sourceLength', 'fadeIn', 'fadeOut', 'crossIn'])
      expect(placed({ [name]: 2 ** 50 }), name).toBe(false)
    const edit = (values: object) => AnEdit.safeParse({ do: 'slip', clipIds: [still.id], byFrames: 1, ...values }).success
    expect([edit({}), edit({ byFrames: mostFrames + 1 }), edit({ byFrames: -mostFrames - 1 })]).toEqual([true, false, false])
  })

  it('has at most 240 frames a second, and at least one', () => {
    const rate = (numerator: number, denominator: number) => FrameRate.safeParse({ numerator, denominator }).success
    expect([rate(24_000, 1001), rate(240, 1), rate(1, 1), rate(240_000, 1001)]).toEqual([true, true, true, true])
    expect([rate(241, 1), rate(1, 2), rate(2 ** 53 - 1, 1), rate(1, 2 ** 53 - 1), rate(2 ** 53 - 1, 2 ** 53 - 1)])
      .toEqual([false, false, false, false, false])
  })
})

describe('how many there may be', () => {
  it('is limited for tracks, for the clips of a track, and for markers', () => {
    const track = (number: number): SequenceEdit =>
      ({ do: 'addTrack', track: plainTrack('pictures', idOf(2000 + number) as TrackId), at: 0 })
    const tracks = (count: number) => Array.from({ length: count }, (_, number) => track(number))
    expect(because(empty, tracks(mostTracks - 2))).toBe('carried out')
    expect(because(empty, tracks(mostTracks - 1))).toBe('too-many')
    const marker = (number: number): SequenceEdit =>
      ({ do: 'setMarker', marker: { id: idOf(20_000 + number) as MarkerId, at: number, name: '' } })
    expect(because(empty, Array.from({ length: 10_001 }, (_, number) => marker(number)))).toBe('too-many')
    expect(because(empty, [manyCaptions(mostClips)])).toBe('carried out')
    const one = { ...caption(mostClips), id: idOf(7) as ClipId }
    expect(because(empty, [
      manyCaptions(mostClips),
      { do: 'place', how: 'overwrite', placements: [{ trackId: captions.id, clip: one }] },
    ])).toBe('too-many')
  })
})

describe('many captions at once', () => {
  it('cut what is there as one after another would', () => {
    fc.assert(fc.property(
      fc.array(fc.record({ gap: fc.nat({ max: 5 }), length: fc.integer({ min: 1, max: 9 }) }), { maxLength: 12 }),
      fc.array(fc.record({ gap: fc.nat({ max: 5 }), length: fc.integer({ min: 1, max: 9 }) }), { maxLength: 12 }),
      (there, incoming) => {
        const clips = (parts: typeof there, from: number): CaptionClip[] => {
          let at = 0
          return parts.map(({ gap, length }, index) => {
            const start = at + gap
            at = start + length
            return { id: idOf(from + index) as ClipId, start, length, linkId: null, lineId: null, speaker: '', text: '' }
          })
        }
        const placed = (list: readonly CaptionClip[]): SequenceEdit[] => list.length === 0
          ? []
          : [{ do: 'place', how: 'overwrite', placements: list.map(clip => ({ trackId: captions.id, clip })) }]
        const before = applyEdits(empty, placed(clips(there, 300))).document
        const next = clips(incoming, 400)
        const shown = (document: SequenceDocument) => clipsOf(document.tracks[captions.id]!).map(({ start, length }) => [start, length])
        const [atOnce, inTurn] = [placed(next), next.flatMap(clip => placed([clip]))]
        expect(shown(applyEdits(before, atOnce).document)).toEqual(shown(applyEdits(before, inTurn).document))
      },
    ), { numRuns: 300 })
  })
})
