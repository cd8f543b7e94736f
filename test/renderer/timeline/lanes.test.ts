/** What of the tracks is built and drawn: never less than is seen, and again only where something differs. */
import type { Piece } from '../../../src-renderer/rooms/timeline/lanes/draw-lane.ts'
import type { ClipMedia } from '../../../src-renderer/rooms/timeline/lanes/use-clip-media.ts'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { computed, effectScope, nextTick, shallowRef } from 'vue'
import { changedStretch, scrolledStretch } from '../../../src-renderer/rooms/timeline/lanes/draw-lane.ts'
import { useSteadySet } from '../../../src-renderer/rooms/timeline/lanes/use-steady-set.ts'
import { drawnAt, useDrawn } from '../../../src-renderer/rooms/timeline/view/drawn.ts'
import { clipId, picture } from '../../kit/sequence.ts'

const zoom = fc.double({ min: 0.001, max: 60, noNaN: true })

it('all that is seen is drawn, and a little scrolling needs nothing new', () => {
  const [place, wide, shifted] = [500_000, 3000, 383].map(max => fc.integer({ min: 0, max }))
  fc.assert(fc.property(zoom, place!, wide!, shifted!, (pixelsPerFrame, scroll, width, shift) => {
    const { from, until } = drawnAt({ pixelsPerFrame, scroll }, width, shift)
    expect(from * pixelsPerFrame).toBeLessThanOrEqual(Math.max(0, scroll - 383) + 1e-6)
    expect(until * pixelsPerFrame).toBeGreaterThanOrEqual(scroll + width + 383)
    const step = Math.floor(scroll / 384) * 384
    expect(drawnAt({ pixelsPerFrame, scroll: step }, 0).from).toBe(drawnAt({ pixelsPerFrame, scroll: step + 383 }, 0).from)
  }))
})

it('after scrolling, what is kept was drawn before, and the rest has come; as wide as before, so that it can be moved', () => {
  const [place, way, wide] = [{ min: 384, max: 500_000 }, { min: -3000, max: 3000 }, { min: 1, max: 3000 }].map(fc.integer)
  fc.assert(fc.property(zoom, place!, way!, wide!, (pixelsPerFrame, scroll, by, width) => {
    const at = (left: number) => drawnAt({ pixelsPerFrame, scroll: Math.max(384, left) }, width)
    const [before, after] = [at(scroll), at(scroll + by)]
    expect((after.until - after.from) * pixelsPerFrame).toBeCloseTo((before.until - before.from) * pixelsPerFrame, 3)
    const found = scrolledStretch(before, after)
    const isApart = after.from >= before.until || after.until <= before.from
    expect(found === null).toBe(isApart || after.from === before.from)
    if (!found)
      return
    const { kept, come } = found
    expect([kept.from >= before.from, kept.until <= before.until]).toEqual([true, true])
    expect([Math.min(kept.from, come.from), Math.max(kept.until, come.until)]).toEqual([after.from, after.until])
    expect(Math.max(kept.from, come.from)).toBe(Math.min(kept.until, come.until))
  }))
  expect(scrolledStretch({ from: 0, until: 10, pixelsPerFrame: 1 }, { from: 5, until: 15, pixelsPerFrame: 2 })).toBeNull()
})

it('one frame of a scroll draws few tracks again, and all of them in turn; what each draws covers what is seen', async () => {
  const scope = effectScope()
  const view = { pixelsPerFrame: shallowRef(2), scrollLeft: shallowRef(1000), width: shallowRef(1200) }
  const { ofRow } = scope.run(() => useDrawn(view))!
  const rows = Array.from({ length: 8 }, (_, index) => ofRow(index))
  const counts = rows.map(() => 0)
  for (let step = 0; step < 40; step++) {
    const before = rows.map(({ drawn }) => drawn.value)
    view.scrollLeft.value += 48
    await nextTick()
    const changed = rows.flatMap(({ drawn }, index) => drawn.value === before[index] ? [] : index)
    expect(changed).toHaveLength(1)
    changed.forEach(index => counts[index]!++)
    for (const { drawn, seen } of rows) {
      expect(drawn.value).toBe(seen.value)
      expect(drawn.value.from * 2).toBeLessThanOrEqual(view.scrollLeft.value - 383)
      expect(drawn.value.until * 2).toBeGreaterThanOrEqual(view.scrollLeft.value + 1200 + 383)
    }
  }
  expect(counts).toEqual(rows.map(() => 5))
  scope.stop()
})

it('a gesture of many zoom steps is drawn again once it rests; a single step at once', async () => {
  vi.useFakeTimers()
  const scope = effectScope()
  const view = { pixelsPerFrame: shallowRef(1), scrollLeft: shallowRef(0), width: shallowRef(1000) }
  const { drawn, seen, ofRow } = scope.run(() => useDrawn(view))!
  const zoomTo = async (pixelsPerFrame: number): Promise<void> => {
    view.pixelsPerFrame.value = pixelsPerFrame
    await nextTick()
    expect(seen.value.pixelsPerFrame).toBe(pixelsPerFrame)
  }
  await zoomTo(2)
  expect(drawn.value).toBe(seen.value)
  for (const step of [3, 4, 5]) {
    await vi.advanceTimersByTimeAsync(50)
    await zoomTo(step)
    expect(drawn.value.pixelsPerFrame).toBe(2)
  }
  await vi.advanceTimersByTimeAsync(200)
  expect(drawn.value).toBe(seen.value)
  expect(ofRow(11).drawn.value.pixelsPerFrame).toBe(5)
  view.scrollLeft.value = 5000
  await nextTick()
  expect(drawn.value).toEqual(drawnAt({ pixelsPerFrame: 5, scroll: 5000 }, 1000))
  scope.stop()
  vi.useRealTimers()
})

function piece(id: number, start: number, length: number, wave: string | null = null): Piece {
  return {
    box: { clip: { ...picture(id, start, length), id: clipId(id) }, start, end: start + length },
    media: null,
    inner: [],
    wave,
  }
}

it('what is drawn again covers what moved, left, came or got another colour', () => {
  const [first, second, third] = [piece(1, 0, 10), piece(2, 20, 10), piece(3, 40, 10)]
  expect(changedStretch([first, second, third], [first, second, third])).toBeNull()
  expect(changedStretch([first, second, third], [first, piece(2, 25, 10), third])).toEqual({ from: 20, until: 35 })
  expect(changedStretch([first, second], [first, second, third])).toEqual({ from: 40, until: 50 })
  expect(changedStretch([first, second, third], [second, third])).toEqual({ from: 0, until: 10 })
  expect(changedStretch([first, second], [first, { ...second, wave: 'red' }])).toEqual({ from: 20, until: 30 })
})

it('a nested clip is drawn again when a picture in it differs', () => {
  const media: ClipMedia = { peaks: null, film: null, still: null }
  const inside = (id: number) => [{ clip: picture(id, 20, 10), from: 20, until: 25, media }]
  const [first, second] = [piece(1, 0, 10), { ...piece(2, 20, 10), inner: inside(3) }]
  expect(changedStretch([first, second], [first, { ...second, inner: [...second.inner] }])).toBeNull()
  expect(changedStretch([first, second], [first, { ...second, inner: inside(3) }])).toEqual({ from: 20, until: 30 })
  expect(changedStretch([first, second], [first, { ...second, inner: [] }])).toEqual({ from: 20, until: 30 })
})

it('a set stays the same object until its members are others', () => {
  const members = shallowRef(['a', 'b'])
  const set = useSteadySet(() => members.value)
  const size = computed(() => set.value.size)
  const before = set.value
  members.value = ['b', 'a', 'b']
  expect([set.value === before, size.value]).toEqual([true, 2])
  members.value = ['b', 'c']
  expect([...set.value]).toEqual(['b', 'c'])
})
