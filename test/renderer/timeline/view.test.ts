/** How a sequence is seen: rows, zoom about the pointer, what is under the pointer, and the selection. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitsPerFrame } from '../../../src-renderer/rooms/timeline/gestures/limits.ts'
import { gainShare, hitAt } from '../../../src-renderer/rooms/timeline/view/hit.ts'
import { boxAt, boxesBetween, fittedHeights, rowOnTop, rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import { fitted, rulerSteps, zoomedAbout } from '../../../src-renderer/rooms/timeline/view/scale.ts'
import { clipsWithin, kept, neighbourOf, nothing, selectOnly, toggled } from '../../../src-renderer/rooms/timeline/view/selection.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack } from '../../kit/sequence.ts'

const document = documentOf(
  pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 50)]),
  soundTrack(3, [sound(31, 20, 60), sound(32, 90, 200, { points: [{ at: 80_000, gainDb: -10 }] })]),
  pictureTrack(2, [picture(21, 40, 40)]),
  captionTrack(5, [caption(51, 20, 60)]),
)
const rows = rowsOf(document)
const options = { pixelsPerFrame: 4, unitsPerFrame: (row: typeof rows[number]) => unitsPerFrame(row.track, rate), showsGain: true }

describe('rows', () => {
  it('have the highest pictures on top, then sound, then captions', () => {
    expect(rows.map(row => Number(row.track.id.slice(-12)))).toEqual([2, 1, 3, 5])
    expect(rows.map(row => row.top)).toEqual([0, 62, 124, 186])
  })

  it('have a place for a new title only where no picture covers it', () => {
    const placed = (from: number, to: number, of = rows) => Number(rowOnTop(of, 'pictures', from, to)?.track.id.slice(-12) ?? 0)
    // The upper track is free, whatever is below it; where it is not, the free one below is no place.
    expect(placed(0, 40)).toBe(2)
    expect(placed(200, 240)).toBe(2)
    const covered = rowsOf(documentOf(pictureTrack(1, []), pictureTrack(2, [picture(21, 40, 40)])))
    expect(placed(60, 90, covered)).toBe(0)
    expect(placed(80, 90, covered)).toBe(2)
    const locked = rowsOf(documentOf(pictureTrack(1, []), { ...pictureTrack(2, []), isLocked: true }))
    expect(placed(60, 90, locked)).toBe(1)
  })

  it('find exactly the clips between two frames', () => {
    const spans = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 9 })), { maxLength: 20 })
    fc.assert(fc.property(spans, fc.nat(300), fc.nat(60), (gaps, from, length) => {
      let at = 0
      const clips = gaps.map(([gap, frames], index) => {
        const clip = picture(index + 1, at + gap, frames)
        at = clip.start + frames
        return clip
      })
      const [row] = rowsOf(documentOf(pictureTrack(900, clips)))
      const found = boxesBetween(row!.boxes, from, from + length).map(box => box.clip.id)
      expect(found).toEqual(
        length === 0 ? found : clips.filter(clip => clip.start < from + length && clip.start + clip.length > from).map(clip => clip.id),
      )
      expect(boxAt(row!.boxes, from)?.clip.id).toBe(clips.find(clip => clip.start <= from && clip.start + clip.length > from)?.id)
    }))
  })
})

describe('the heights of tracks in a low window', () => {
  it('fit as far as their names can be read, in the same order, and stay as they are where there is room', () => {
    const heights = fc.array(fc.integer({ min: 24, max: 400 }), { minLength: 1, maxLength: 8 })
    fc.assert(fc.property(heights, fc.integer({ min: 1, max: 1500 }), (wanted, room) => {
      const document = documentOf(...wanted.map((height, index) => ({ ...pictureTrack(index + 1, []), height })))
      const fitted = fittedHeights(document, room)
      const needed = wanted.reduce((sum, height) => sum + height + 2, 0)
      const least = wanted.length * 26
      if (needed <= room || room < least) {
        expect(fitted.size).toBe(0)
        return
      }
      const shown = [...fitted.values()]
      expect(shown.reduce((sum, height) => sum + height + 2, 0)).toBeLessThanOrEqual(room)
      expect(Math.min(...shown)).toBeGreaterThanOrEqual(24)
      expect(shown.every((height, index) => height <= [...wanted].reverse()[index]!)).toBe(true)
    }))
  })

  it('show all six at 1024 × 700', () => {
    const sounds = [3, 4, 5].map(number => soundTrack(number, []))
    const six = documentOf(pictureTrack(1, []), pictureTrack(2, []), ...sounds, captionTrack(6, []))
    const rows = rowsOf(six, fittedHeights(six, 240))
    expect((rows.at(-1)?.top ?? 0) + (rows.at(-1)?.height ?? 0)).toBeLessThanOrEqual(240)
  })
})

describe('scale', () => {
  it('keeps what is under the pointer there', () => {
    fc.assert(fc.property(fc.double({
      min: 0.01,
      max: 40,
      noNaN: true,
    }), fc.double({ min: 0.5, max: 2, noNaN: true }), fc.nat(100_000), fc.nat(1400), (pixelsPerFrame, factor, scroll, x) => {
      const zoomed = zoomedAbout({ pixelsPerFrame, scroll }, factor, x)
      const [before, after] = [(scroll + x) / pixelsPerFrame, (zoomed.scroll + x) / zoomed.pixelsPerFrame]
      // At the beginning there is nothing to scroll to.
      if (zoomed.scroll > 0)
        expect(after).toBeCloseTo(before, 3)
    }))
  })

  it('fits all of it, and labels no closer than can be read', () => {
    expect(fitted(1000, 1000).pixelsPerFrame * 1000).toBeLessThanOrEqual(1000)
    fc.assert(fc.property(fc.double({ min: 0.001, max: 60, noNaN: true }), (pixelsPerFrame) => {
      const { label, mark } = rulerSteps(pixelsPerFrame, rate)
      expect(label * pixelsPerFrame).toBeGreaterThanOrEqual(pixelsPerFrame < 0.0001 ? 0 : Math.min(92, 36_000 * 30 * pixelsPerFrame))
      expect(label % mark).toBe(0)
    }))
  })
})

describe('what is grabbed', () => {
  it.each([
    ['the edge of a clip', 2, 62 + 30, 11, 'start'],
    ['its end, and not the start of the next', 397, 62 + 30, 11, 'end'],
    ['its middle', 200, 62 + 30, 11, 'body'],
    ['the handle of a fade that is not there yet', 8, 62 + 5, 11, 'fade-in'],
    ['the gain line', 300, 124 + gainShare(0) * 60, 31, 'body'],
  ] as const)('%s', (what, x, y, number, part) => {
    const hit = hitAt(rows, x, y, options)
    expect(Number(hit.box?.clip.id.slice(-12))).toBe(number)
    expect(hit.part).toBe(what === 'the gain line' ? 'gain' : part)
  })

  it('is a point of the gain line before the line', () => {
    expect(hitAt(rows, 90 * 4 + 200, 124 + gainShare(-10) * 60, options)).toMatchObject({ part: 'gain', point: 0 })
  })

  it('is nothing next to the clips, and the track there', () => {
    expect(hitAt(rows, 5000, 62 + 30, options)).toMatchObject({ box: null, row: { top: 62 } })
    expect(hitAt(rows, 5000, 5000, options)).toMatchObject({ box: null, row: null })
  })
})

describe('selection', () => {
  it('adds and takes away, and forgets what is gone', () => {
    const two = toggled(selectOnly(clipId(1)), clipId(2))
    expect([...two.ids]).toEqual([clipId(1), clipId(2)])
    expect(toggled(two, clipId(2))).toEqual(selectOnly(clipId(1)))
    expect(kept(two, id => id === clipId(1))).toEqual(selectOnly(clipId(1)))
    expect(kept(two, () => true)).toBe(two)
    expect(kept(two, () => false)).toEqual(nothing)
  })

  it('takes every clip that the frame touches', () => {
    expect(clipsWithin(rows, { fromFrame: 70, untilFrame: 95, top: 0, bottom: 130 })).toEqual([21, 11, 31, 32].map(clipId))
  })

  it('goes by arrows along a track and to the nearest clip of the next one', () => {
    expect(neighbourOf(rows, clipId(11), 'right')).toBe(clipId(12))
    expect(neighbourOf(rows, clipId(12), 'right')).toBe(clipId(12))
    expect(neighbourOf(rows, clipId(12), 'down')).toBe(clipId(32))
    expect(neighbourOf(rows, clipId(31), 'up')).toBe(clipId(11))
    expect(neighbourOf(rows, null, 'right')).toBe(clipId(21))
  })
})
