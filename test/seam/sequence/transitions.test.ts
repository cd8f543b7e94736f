/** What transitions make of both pictures: where each is, how much of it is seen, and that nothing else is changed by them. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { Placed } from '#rules/sequence/resolve.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { titlesOf } from '#rules/captions/title.ts'
import { placedAt, resolve, stretchAt } from '#rules/sequence/resolve.ts'
import { crossingCuts, effectOf, seenAt, shiftCourse } from '#rules/sequence/transitions.ts'
import { documentOf, picture, pictureTrack } from '../../kit/sequence.ts'
import { transitions } from './arbitrary.ts'

const cut = 30
function film(has: Partial<PictureClip>, gap = 0) {
  return documentOf(pictureTrack(1, [
    picture(11, 0, cut, { sourceLength: 200, fadeOut: 6 }),
    picture(12, cut + gap, 40, { sourceLength: 200, ...has }),
  ]))
}
function shownAt(document: ReturnType<typeof film>, frame: number): Placed[] {
  const stretch = stretchAt(resolve(document).stretches, frame)
  return stretch?.layers.map(({ clip, offset }) => placedAt(clip, offset + frame - stretch.startFrame)) ?? []
}

describe('both pictures', () => {
  it('are as they are without a transition in its first frame, but for the one that comes; after it there is only that', () => {
    fc.assert(fc.property(transitions, fc.integer({ min: 1, max: 40 }), (transition, crossIn) => {
      const document = film({ crossIn, transition })
      const [leaving, coming, ...others] = shownAt(document, cut)
      expect(others).toEqual([])
      expect(leaving).toMatchObject({ x: 0, y: 0, scale: 1, opacity: 1 })
      const { edge, veil, opacity = 0, x = 0, y = 0 } = coming!
      const isWiped = edge && [0, 0.5, 0.99].every(at => seenAt(edge, at, 0.01) === 0)
      const isHidden = opacity === 0 || Math.abs(x) >= 1 || Math.abs(y) >= 1 || isWiped
      expect(isHidden).toBe(true)
      expect(veil?.opacity ?? 0).toBe(0)
      const after = shownAt(document, cut + crossIn)
      if (crossIn < 40)
        expect(after).toEqual([placedAt(picture(12, cut, 40, { sourceLength: 200 }), crossIn)])
    }))
  })

  it('leave no part of the frame to what is below, where both fill it', () => {
    fc.assert(fc.property(transitions, fc.integer({ min: 1, max: 40 }), fc.nat(39), (transition, crossIn, at) => {
      fc.pre(at < crossIn)
      const [leaving, coming] = shownAt(film({ crossIn, transition }), cut + at)
      const covers = ({ x, y, scale, opacity, edge }: Placed, [across, down]: readonly [number, number]): boolean => {
        const isThere = [[across - 0.5 - x, scale], [down - 0.5 - y, scale]].every(([far, size]) => Math.abs(far!) <= size! / 2 + 1e-9)
        const isAcross = edge?.direction === 'left' || edge?.direction === 'right'
        return isThere && opacity === 1 && (!edge || seenAt(edge, isAcross ? across : down, 1e-9) === 1)
      }
      for (const across of [0.001, 0.3, 0.5, 0.77, 0.999]) {
        for (const down of [0.001, 0.4, 0.999])
          expect([leaving!, coming!].some(one => covers(one, [across, down])), `${across} ${down}`).toBe(true)
      }
    }))
  })

  it('move as their courses say', () => {
    fc.assert(fc.property(transitions, fc.integer({ min: 2, max: 40 }), fc.nat(39), (transition, crossIn, at) => {
      fc.pre(at < crossIn)
      const [, layer] = stretchAt(resolve(film({ crossIn, transition })).stretches, cut)!.layers
      for (const shift of ['x', 'y', 'scale'] as const) {
        const course = shiftCourse(layer!.clip, shift, 0)
        const { from, to, span, start, pace } = course ?? { from: 0, to: 0, span: 1, start: 0, pace: 0 }
        const own = shift === 'scale' ? 1 : 0
        expect(placedAt(layer!.clip, at)[shift]).toBeCloseTo(course ? from + (to - from) * (at * pace + start) / span : own, 12)
      }
    }))
  })

  it('have no transition where they do not touch: the one that comes does so over what is below', () => {
    const transition = { kind: 'wipe', direction: 'down', softness: 0 } as const
    const { stretches } = resolve(film({ crossIn: 10, transition }, 2))
    expect(stretches.flatMap(({ layers }) => layers.map(({ clip }) => clip.leaves))).toEqual([undefined, undefined])
    expect(shownAt(film({ crossIn: 10, transition }, 2), cut + 7)).toMatchObject([{ edge: { full: 0.5, isLeaving: false } }])
  })
})

it('the edge of a wipe uncovers more with every frame, by its softness at once', () => {
  const wipe = { kind: 'wipe', direction: 'right', softness: 0.5 } as const
  const edgeAt = (at: number) => effectOf({ transition: wipe, isLeaving: false, at, over: 10 }).edge!
  for (const place of [0, 0.25, 0.5, 0.9]) {
    const seen = Array.from({ length: 11 }, (_, at) => seenAt(edgeAt(at), place, 0.01))
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect([seen[0], seen[10]]).toEqual([0, 1])
  }
  expect(seenAt(edgeAt(5), 0.5, 0)).toBeCloseTo(0.5)
  const sharp = effectOf({ transition: { ...wipe, direction: 'up', softness: 0 }, isLeaving: false, at: 3, over: 10 }).edge!
  // A tenth of the pixel at 0.7 is still the other picture.
  expect([0.6, 0.7, 0.8].map(place => seenAt(sharp, place, 0.1))).toEqual([0, expect.closeTo(1), 1])
})

it('films are cut to be drawn where a transition begins, ends, and changes', () => {
  const { clip } = resolve(film({ crossIn: 9, transition: { kind: 'dip', colour: '#ffffff' } })).stretches[1]!.layers[0]!
  expect(crossingCuts(clip)).toEqual([30, 35, 39])
  expect(crossingCuts(picture(1, 0, 30, { crossIn: 9, transition: { kind: 'zoom' } }))).toEqual([0, 5, 9])
  expect(crossingCuts(picture(1, 0, 30, { crossIn: 9 }))).toEqual([])
})

it('words are wiped with a sharp edge', () => {
  const title = { text: 'The End', style: titleStyle }
  const transition = { kind: 'wipe', direction: 'right', softness: 0.2 } as const
  const shown = titlesOf(picture(1, 0, 20, { takeId: null, title, crossIn: 10, transition }), 20)
  expect(shown.map(({ start, length }) => [start, length])).toEqual([...Array.from({ length: 10 }, (_, at) => [at, 1]), [10, 10]])
  expect(shown[5]!.look.edge).toMatchObject({ direction: 'right' })
  expect(shown.at(-1)!.look.edge).toBeUndefined()
})
