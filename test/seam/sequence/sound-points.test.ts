/** Gain and pan that change within a clip: their courses, and that a cut leaves what is heard as it is. */
import type { GainPoint, PanPoint, SoundClip } from '#contract/sequence-document.ts'
import type { Level, SoundEvent } from '#rules/sequence/levels.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { attributeEdits } from '#rules/sequence/edit/attributes.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { pointsOf, pointValueAt } from '#rules/sequence/sound-points.ts'
import { clipId, documentOf, rate, sound, soundTrack } from '../../kit/sequence.ts'

const frames = 60
const length = sampleOfFrame(frames, rate)
const easing = fc.constantFrom(undefined, 'ease' as const, 'hold' as const)
function inOrder<Point extends { at: number }>(point: fc.Arbitrary<Point>): fc.Arbitrary<Point[]> {
  return fc.uniqueArray(point, { maxLength: 5, selector: ({ at }) => at }).map(points => points.sort((a, b) => a.at - b.at))
}
const at = fc.nat({ max: length })
const gains: fc.Arbitrary<GainPoint[]> = inOrder(fc.record({ at, gainDb: fc.integer({ min: -40, max: 12 }), easing }))
const pans: fc.Arbitrary<PanPoint[]> = inOrder(fc.record({ at, pan: fc.integer({ min: -100, max: 100 }), easing }))

function levelAt(levels: readonly Level[], place: number): number {
  const next = levels.findIndex(level => level.at >= place)
  const [before, after] = next < 0 ? [levels.at(-1), undefined] : [levels[next - 1], levels[next]]
  if (!before || !after)
    return (before ?? after)!.amplitude
  return before.amplitude + (after.amplitude - before.amplitude) * (place - before.at) / (after.at - before.at)
}
/** Amplitudes of the left and right side at a sample of the sequence. */
function heardAt(events: readonly SoundEvent[], sample: number): [number, number] {
  const event = events.find(one => one.start <= sample && one.start + one.length > sample)!
  const { sides, balance } = event
  const level = levelAt(event.levels, sample - event.start)
  const [left, right] = sides
    ? [levelAt(sides.left, sample - event.start), levelAt(sides.right, sample - event.start)]
    : [balance?.left ?? 1, balance?.right ?? 1]
  return [level * left, level * right]
}
const filmOf = (has: Partial<SoundClip>) => documentOf(soundTrack(1, [sound(1, 0, frames, has)]))

describe('a course', () => {
  it('is at each point what the point says, and between two of them never beyond them', () => {
    fc.assert(fc.property(gains, at, (points, place) => {
      const own = pointsOf({ points }, 'gain')
      points.forEach(point => expect(pointValueAt(own, point.at)).toBeCloseTo(point.gainDb, 9))
      const before = points.findLast(point => point.at <= place) ?? points[0]
      const after = points.find(point => point.at > place) ?? points.at(-1)
      const ends = before && after ? [before.gainDb, after.gainDb] : [0]
      expect(pointValueAt(own, place)).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-9)
      expect(pointValueAt(own, place)).toBeLessThanOrEqual(Math.max(...ends) + 1e-9)
    }))
  })

  it('eases at both ends, and a held value gets to the next one within five milliseconds', () => {
    const points = pointsOf({ points: [{ at: 0, gainDb: 0, easing: 'ease' }, { at: 1000, gainDb: -10 }] }, 'gain')
    expect([250, 500, 750].map(place => pointValueAt(points, place))).toEqual([-1.5625, -5, -8.4375])
    const held = pointsOf({ points: [], panPoints: [{ at: 0, pan: -50, easing: 'hold' }, { at: 1000, pan: 50 }] }, 'pan')
    expect([0, 760, 880, 1000].map(place => pointValueAt(held, place))).toEqual([-50, -50, 0, 50])
  })

  it('becomes lines of amplitude that are as near to it as can be heard', () => {
    fc.assert(fc.property(gains, at, (points, place) => {
      const [event] = soundEvents(filmOf({ points }))
      const expected = 10 ** (pointValueAt(pointsOf({ points }, 'gain'), place) / 20)
      expect(Math.abs(20 * Math.log10(levelAt(event!.levels, place) / expected))).toBeLessThan(0.1)
    }))
  })
})

describe('a cut', () => {
  const cuts = fc.integer({ min: 1, max: frames - 1 })

  it('leaves the gain and the pan of every sample as they are', () => {
    fc.assert(fc.property(gains, pans, cuts, fc.array(at, { minLength: 8, maxLength: 8 }), (points, panPoints, cut, places) => {
      const whole = filmOf({ points, ...panPoints.length > 0 && { panPoints } })
      const edit = { do: 'split' as const, atFrame: cut, pieces: [{ clipId: clipId(1), newId: clipId(2) }] }
      const halves = soundEvents(applyEdits(whole, [edit]).document)
      for (const place of places.filter(each => each < length)) {
        const [before, after] = [heardAt(soundEvents(whole), place), heardAt(halves, place)]
        // A pan is whole at the cut: half a hundredth of the louder side. Lines of decibels are drawn in steps.
        const louder = Math.max(...before)
        after.forEach((amplitude, side) =>
          expect(Math.abs(amplitude - before[side]!)).toBeLessThan(0.006 * (louder + before[side]!) + 1e-5))
      }
    }), { numRuns: 300 })
  })

  it('keeps the point that an eased course leads to outside of the clip, and that of a straight one at its edge', () => {
    const trimmed = (easing?: 'ease') => {
      const points = [{ at: 0, gainDb: 0, ...easing && { easing } }, { at: length, gainDb: -20 }]
      const edit = { do: 'trim' as const, clipIds: [clipId(1)], edge: 'end' as const, byFrames: -frames / 2, ripples: false }
      return soundEvents(applyEdits(filmOf({ points }), [edit]).document)[0]!.clip.points
    }
    expect(trimmed('ease')).toEqual([{ at: 0, gainDb: 0, easing: 'ease' }, { at: length, gainDb: -20 }])
    expect(trimmed()).toEqual([{ at: 0, gainDb: 0 }, { at: length / 2, gainDb: -10 }])
  })
})

it('pasting the gain takes the keys of gain and pan along, and takes those away that the other clip does not have', () => {
  const panPoints: PanPoint[] = [{ at: 0, pan: -20, easing: 'ease' }, { at: 4000, pan: 60 }]
  const points: GainPoint[] = [{ at: 0, gainDb: -6, easing: 'hold' }, { at: 900, gainDb: 0 }]
  const [keyed, plain] = [sound(1, 0, 30, { panPoints, points }), sound(2, 30, 30)]
  const film = documentOf(soundTrack(1, [keyed, plain]))
  const pasted = (from: SoundClip, to: SoundClip) => {
    const edits = attributeEdits(film, { clips: [from], rate }, [to.id], new Set(['gain']))
    return soundEvents(applyEdits(film, edits).document).find(({ clip }) => clip.id === to.id)!.clip
  }
  expect(pasted(keyed, plain)).toMatchObject({ panPoints, points })
  expect(pasted(plain, keyed)).toEqual({ ...keyed, points: [], panPoints: undefined })
})
