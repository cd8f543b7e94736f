/** Motion by keys: it stays on its pictures whatever is done with the clip, and is drawn as it is told. */
import type { Grade } from '#contract/grade.ts'
import type { Keys, PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Property } from '#rules/sequence/motion.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SequenceDocument as Document, Keys as KeysShape } from '#contract/sequence-document.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { gradeAt } from '#rules/sequence/graded.ts'
import { courseCuts, courseOf, eased, keyPlaceAt, movedAt, offsetOfKey, properties, unkeyedValue } from '#rules/sequence/motion.ts'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { clipId, picture, trackId } from '../../kit/sequence.ts'
import { lutId } from '../colour/arbitrary.ts'

const easing = fc.constantFrom('linear' as const, 'ease' as const, 'hold' as const)
/** Thousandths between these. */
const between = (least: number, most: number) => fc.integer({ min: least * 1000, max: most * 1000 }).map(value => value / 1000)
const ranges = {
  ...{ x: [-1, 1], y: [-1, 1], scale: [0.1, 4], rotation: [-180, 180], opacity: [0, 1] },
  ...{ cropLeft: [0, 0.4], cropTop: [0, 0.4], cropRight: [0, 0.4], cropBottom: [0, 0.4] },
  ...{ exposure: [-5, 5], temperature: [-1, 1], tint: [-1, 1], contrast: [-1, 1], pivot: [0, 1], saturation: [-1, 1] },
  ...{ liftAll: [-1, 1], liftRed: [-1, 1], liftGreen: [-1, 1], liftBlue: [-1, 1] },
  ...{ gammaAll: [-1, 1], gammaRed: [-1, 1], gammaGreen: [-1, 1], gammaBlue: [-1, 1] },
  ...{ gainAll: [-1, 1], gainRed: [-1, 1], gainGreen: [-1, 1], gainBlue: [-1, 1] },
  ...{ lutAmount: [0, 1], vignette: [0, 1], vignetteStart: [0, 0.95] },
} as const satisfies Record<Property, readonly [number, number]>
function keyWithin(most: number, property: Property) {
  return fc.record({ at: fc.integer({ min: -500, max: most * 100 }), value: between(...ranges[property]), easing })
}
function keysWithin(most: number): fc.Arbitrary<Keys> {
  return fc.record(Object.fromEntries(properties.map(property => [
    property,
    fc.uniqueArray(keyWithin(most, property), {
      ...{ minLength: 1, maxLength: 4, selector: key => key.at },
    }).map(keys => keys.sort((a, b) => a.at - b.at)),
  ])), { requiredKeys: [] })
}

const grade: Grade = { ...neutralGrade, contrast: 0.1, lut: { id: lutId, amount: 0.5 } }
const shots: fc.Arbitrary<PictureClip> = fc.record({
  from: fc.nat(40),
  length: fc.integer({ min: 2, max: 60 }),
  speed: fc.constantFrom(100, 100, 50, 33, 200, 400),
  keys: keysWithin(300),
  isReversed: fc.boolean(),
}).map(({ from, length, speed, keys, isReversed }) => picture(1, 100, length, {
  ...{ in: from, speed, sourceLength: from + Math.ceil(length * speed / 100) + 60, keys, grade },
  ...isReversed && { isReversed: true as const },
}))
const stills: fc.Arbitrary<PictureClip> = fc.record({ length: fc.integer({ min: 2, max: 60 }), keys: keysWithin(60) })
  .map(({ length, keys }) => picture(1, 100, length, { keys, grade }))

function documentOf(clip: PictureClip): SequenceDocument {
  const track = { ...plainTrack('pictures', trackId(50)), clips: { [clip.id]: clip } }
  return Document.parse({
    ...{ name: 'S', width: 1280, height: 720, rate: { numerator: 30, denominator: 1 }, background: '#000000' },
    ...{ inFrame: null, outFrame: null, markers: {}, trackIds: [track.id], tracks: { [track.id]: track } },
  })
}

function picturesIn(document: SequenceDocument): PictureClip[] {
  return tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
}

/** What is seen at each frame of the timeline: the picture of the source, and how it is. */
function seenIn(document: SequenceDocument): Map<number, { source: number, look: object, grade: Grade }> {
  return new Map(picturesIn(document).flatMap(clip => Array.from({ length: clip.length }, (_, at) =>
    [clip.start + at, { source: sourceFrameAt(clip, at), look: movedAt(clip, at), grade: gradeAt(clip, at) }] as const)))
}

/** Null where it is refused. */
function edited(document: SequenceDocument, edit: SequenceEdit): SequenceDocument | null {
  try {
    return applyEdits(document, [edit]).document
  }
  catch (error) {
    if (error instanceof EditRefusedError)
      return null
    throw error
  }
}
const asIs = (clip: PictureClip, offset: number) => ({ look: { ...plainLook, ...movedAt(clip, offset) }, grade: gradeAt(clip, offset) })
const only = (document: SequenceDocument): PictureClip => picturesIn(document)[0]!

describe('motion stays on its pictures', () => {
  it('when a clip is split or trimmed: what is still seen is seen in the same place', () => {
    const exact = fc.oneof(stills, shots.filter(clip => clip.speed % 100 === 0))
    const edges = fc.constantFrom('start' as const, 'end' as const)
    fc.assert(fc.property(exact, fc.integer({ min: -20, max: 20 }), fc.nat(59), edges, (clip, byFrames, at, edge) => {
      const document = documentOf(clip)
      const before = seenIn(document)
      const edits: SequenceEdit[] = [
        { do: 'trim', clipIds: [clip.id], edge, byFrames, ripples: false },
        { do: 'split', atFrame: 100 + at, pieces: [{ clipId: clip.id, newId: clipId(2) }] },
      ]
      for (const edit of edits) {
        const after = edited(document, edit)
        for (const [frame, { source, look, grade }] of after ? seenIn(after) : []) {
          const was = before.get(frame)
          if (!was)
            continue
          expect(source).toBe(was.source)
          expect(look).toEqual(was.look)
          expect(grade).toEqual(was.grade)
        }
      }
    }))
  })

  it('when a clip is slipped, reversed or played at another speed: each picture looks as it did', () => {
    const lookOf = (clip: PictureClip, place: number): number[] => {
      const now = asIs(clip, offsetOfKey(clip, place))
      return properties.map(property => unkeyedValue(now, property))
    }
    const changes = fc.oneof(
      fc.integer({ min: -20, max: 20 }).map((byFrames): SequenceEdit => ({ do: 'slip', clipIds: [clipId(1)], byFrames })),
      fc.boolean().map((isReversed): SequenceEdit => ({ do: 'setReversed', clipIds: [clipId(1)], isReversed })),
      fc.constantFrom(25, 50, 200, 300).map((speed): SequenceEdit => ({ do: 'setSpeed', clipIds: [clipId(1)], speed, ripples: true })),
    )
    // Between keys, which are at whole places: at a key that ends a hold, the last bit of a place would decide.
    const places = fc.integer({ min: 0, max: 20_000 }).map(at => at + 0.5)
    fc.assert(fc.property(shots, changes, places, (clip, change, place) => {
      const after = edited(documentOf(clip), change)
      if (after)
        expect(lookOf(only(after), place)).toEqual(lookOf(clip, place).map(value => expect.closeTo(value, 9)))
    }))
  })

  it('a place in the source and the frame in which it is seen are each other’s inverse', () => {
    fc.assert(fc.property(fc.oneof(shots, stills), fc.integer({ min: -50, max: 100 }), (clip, offset) => {
      expect(offsetOfKey(clip, keyPlaceAt(clip, offset))).toBeCloseTo(offset, 9)
    }))
  })
})

describe('a course', () => {
  it('is what is seen in every frame until the next cut', () => {
    fc.assert(fc.property(fc.oneof(shots, stills), (clip) => {
      const cuts = [0, ...courseCuts(clip).filter(cut => cut < clip.length), clip.length]
      cuts.slice(0, -1).forEach((cut, index) => {
        for (const property of properties) {
          const { from, to, easing, pace, start, span } = courseOf(clip, property, cut)
          for (let frame = cut; frame < (cuts[index + 1] ?? cut); frame++) {
            const way = Math.min(1, Math.max(0, ((frame - cut) * pace + start) / span))
            const value = from === to ? from : from + (to - from) * eased(easing, way)
            expect(value).toBeCloseTo(unkeyedValue(asIs(clip, frame), property), 9)
          }
        }
      })
    }))
  })

  it('begins and ends at its keys, and holds, or passes evenly or slowly between them', () => {
    const moving = (way: 'linear' | 'ease' | 'hold') => picture(1, 0, 100, {
      keys: { x: [{ at: 1000, value: 0, easing: way }, { at: 3000, value: 1, easing: 'linear' }] },
    })
    const at = (way: 'linear' | 'ease' | 'hold') => [0, 10, 15, 20, 25, 29, 30, 99].map(frame => movedAt(moving(way), frame).x)
    expect(at('linear')).toEqual([0, 0, 0.25, 0.5, 0.75, 0.95, 1, 1])
    expect(at('ease')).toEqual([0, 0, 0.15625, 0.5, 0.84375, expect.closeTo(0.99275), 1, 1])
    expect(at('hold')).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
  })
})

it('keys that a document holds are those that it takes', () => {
  fc.assert(fc.property(keysWithin(100), (keys) => {
    expect(KeysShape.parse(keys)).toEqual(keys)
  }))
})

describe('backwards', () => {
  const shot = picture(1, 10, 20, { in: 30, sourceLength: 100, isReversed: true })
  const sources = (document: SequenceDocument): number[] => [...seenIn(document).values()].map(({ source }) => source)

  it('a clip shows the same pictures in the other order, and again forwards', () => {
    const { isReversed: _, ...forwards } = shot
    const there = applyEdits(documentOf(forwards), [{ do: 'setReversed', clipIds: [shot.id], isReversed: true }]).document
    expect(sources(there)).toEqual(sources(documentOf(forwards)).toReversed())
    expect(applyEdits(there, [{ do: 'setReversed', clipIds: [shot.id], isReversed: false }]).document).toEqual(documentOf(forwards))
  })

  it('its end reaches towards the beginning of the file, and its start towards the end', () => {
    const grow = (edge: 'start' | 'end', byFrames: number): SequenceDocument | null =>
      edited(documentOf({ ...shot, start: 100 }), { do: 'trim', clipIds: [shot.id], edge, byFrames, ripples: false })
    expect(sources(grow('end', 30)!)).toEqual(Array.from({ length: 50 }, (_, at) => 49 - at))
    expect(grow('end', 31)).toBeNull()
    expect(sources(grow('start', -50)!)).toEqual(Array.from({ length: 70 }, (_, at) => 99 - at))
    expect(grow('start', -51)).toBeNull()
  })

  it('another speed keeps its pictures', () => {
    const after = applyEdits(documentOf(shot), [{ do: 'setSpeed', clipIds: [shot.id], speed: 200, ripples: true }]).document
    expect(sources(after)).toEqual([48, 46, 44, 42, 40, 38, 36, 34, 32, 30])
  })
})

describe('a held frame', () => {
  const frozen = picture(1, 10, 20, { in: 30, sourceLength: 40, isFrozen: true })

  it('shows one picture for as long as wanted, and is slipped to another one', () => {
    const longer = edited(documentOf(frozen), { do: 'trim', clipIds: [frozen.id], edge: 'end', byFrames: 200, ripples: false })
    expect(new Set([...seenIn(longer!).values()].map(({ source }) => source))).toEqual(new Set([30]))
    const slip = (byFrames: number) => edited(documentOf(frozen), { do: 'slip', clipIds: [frozen.id as ClipId], byFrames })
    expect(only(slip(9)!).in).toBe(39)
    expect(slip(10)).toBeNull()
  })
})
