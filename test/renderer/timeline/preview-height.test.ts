/** How high the preview is: its share of the room, what was chosen by hand, and a picture in a low window for whoever asks for it. */
import { expect, it } from 'vitest'
import { previewHeights } from '../../../src-renderer/rooms/timeline/use-preview-height.ts'

it('has its share of the room, and leaves the tracks theirs', () => {
  expect(previewHeights(800, 0)).toEqual({ shown: 368, most: 540 })
  expect(previewHeights(500, 0)).toEqual({ shown: 230, most: 240 })
  expect(previewHeights(420, 0)).toEqual({ shown: 160, most: 252 })
})

it('is as high as was chosen, up to what the room allows', () => {
  expect(previewHeights(800, 300).shown).toBe(300)
  expect(previewHeights(800, 700).shown).toBe(540)
  expect(previewHeights(800, 100).shown, 'too low for a picture').toBe(36)
})

it('shows no picture in a low window, unless somebody drags its edge', () => {
  expect(previewHeights(330, 0)).toEqual({ shown: 36, most: 198 })
  expect(previewHeights(330, 150).shown).toBe(150)
  expect(previewHeights(330, 400).shown).toBe(198)
})

it.each([
  ['without the bar of the next step', 580],
  ['with it', 541],
  ['with it in two rows', 517],
])('leaves six tracks their room at 1024 × 700 %s, however high it was chosen in a higher window', (_, room) => {
  // The edge of the preview, the tools, the ruler and a scrollbar; each track has at least 24 pixels, and 2 between it and the next.
  const [besides, tracks] = [5 + 38 + 30 + 15, 6 * (24 + 2)]
  for (const chosen of [0, 200, 300, 340, 400, 700])
    expect(room - previewHeights(room, chosen).shown - besides, `${chosen}`).toBeGreaterThanOrEqual(tracks)
})
