/** The timeline: sequences, tracks, clips as cells of a grid, tools and the inspector. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'

export function timelineRoom(page: Page) {
  const grid = page.getByRole('grid', { name: 'Tracks and clips' })
  const clip = (name: string | RegExp): Locator => grid.getByRole('gridcell', { name })
  return {
    grid,
    clip,
    clips: grid.getByRole('gridcell'),
    tools: page.getByRole('toolbar', { name: 'Timeline tools' }),
    preview: page.getByRole('region', { name: 'Preview' }),
    inspector: page.getByRole('complementary', { name: 'Inspector' }),
    menu: page.getByRole('menu'),
    /** The words of a caption while they are typed where it is. */
    typed: grid.locator('xpath=..').getByRole('textbox', { name: 'Text' }),
    assemble: page.getByRole('button', { name: 'Assemble from the script' }),
    saved: page.getByText(/^Saved \d/),
    /** As timecode. */
    playhead: () => page.getByRole('region', { name: 'Preview' }).locator('.time').first().textContent(),
    /** Where clips begin and how long they are, in the order of the grid: `1.0 s at 0:02.0`. */
    async places(): Promise<string[]> {
      const spoken = await grid.getByRole('gridcell').evaluateAll(all => all.map(cell => cell.getAttribute('aria-label') ?? ''))
      return spoken.map(words => /([\d.]+) seconds at ([\d:.]+)/.exec(words)?.slice(1).join(' s at ') ?? words).sort()
    },
    expectPlaces(this: { places: () => Promise<string[]> }, ...places: string[]): Promise<void> {
      return expect.poll(() => this.places()).toEqual(places.toSorted())
    },
    /** Drags from a place of a clip (pixels from its left or, when negative, right edge) by so many pixels. */
    async drag(which: Locator, fromX: number, byX: number, how: { byY?: number, drop?: boolean } = {}): Promise<void> {
      const box = await which.boundingBox()
      if (!box)
        throw new Error('the clip is not on the screen')
      const [x, y] = [box.x + (fromX < 0 ? box.width : 0) + fromX, box.y + box.height * 0.7]
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + byX / 2, y, { steps: 3 })
      await page.mouse.move(x + byX, y + (how.byY ?? 0), { steps: 3 })
      if (how.drop ?? true)
        await page.mouse.up()
    },
  }
}
