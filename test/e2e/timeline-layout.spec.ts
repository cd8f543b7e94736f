/** Where things are in the Timeline: the bin left, the inspector right, the tracks across, and all tracks in a low window. */
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'

test('the tracks keep more than half of the width next to bin and inspector, and six are seen in a low window @web @wide', async ({ studio }) => {
  const { page, timeline } = studio
  await openTitles(studio)
  const { inspector, preview, grid, tools } = timeline
  const bin = page.getByRole('complementary', { name: 'Bin', exact: true })
  const boxOf = async (which: typeof bin) => await which.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  const look = async (name: string): Promise<void> => {
    if (!process.env.PICTURES)
      return
    for (const theme of ['light', 'dark'] as const) {
      await studio.running.call?.(async client => void await client.settings.change({ settings: { theme } }))
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await page.screenshot({ path: join(process.env.PICTURES, `layout-${name}-${theme}.png`) })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Alt+b')
  await expect(bin).toBeVisible()
  const [left, middle, right, lanes] = [await boxOf(bin), await boxOf(preview), await boxOf(inspector), await boxOf(tools)]
  expect(left.x + left.width).toBeLessThanOrEqual(middle.x + 1)
  expect(middle.x + middle.width).toBeLessThanOrEqual(right.x + 1)
  expect(lanes.width).toBeGreaterThan(1440 / 2)
  expect(right.x + right.width).toBeLessThanOrEqual(lanes.x + lanes.width + 1)
  expect((await boxOf(preview.locator('canvas').first())).width).toBeGreaterThan(400)
  await look('1440')
  await page.keyboard.press('Alt+b')

  // Six tracks, of which none has to be scrolled to.
  await page.setViewportSize({ width: 1024, height: 700 })
  for (const item of ['Add video track', 'Add audio track']) {
    await page.getByRole('button', { name: /^Menu of V1/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const rows = grid.getByRole('row')
  await expect(rows).toHaveCount(6)
  const area = await boxOf(page.locator('.area'))
  for (const row of await rows.all()) {
    const { y, height } = await boxOf(row)
    expect(y + height).toBeLessThanOrEqual(area.y + area.height)
    expect(height).toBeGreaterThanOrEqual(24)
  }
  expect((await boxOf(preview.locator('canvas').first())).width).toBeGreaterThan(250)
  await look('1024')

  // Pictures have an eye, sound has a loudspeaker.
  await page.getByRole('button', { name: /^Hide V1/ }).click()
  await expect(page.getByRole('button', { name: /^Hide V1/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: /^Mute A1/ })).toBeVisible()

  // A title and a plain colour have buttons.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('End')
  await tools.getByRole('button', { name: 'Add title' }).click()
  await expect(timeline.clip(/^Title/)).toBeVisible()
  await tools.getByLabel('Add colour…').fill('#30a050')
  await expect(timeline.clip(/^Colour #30a050/)).toBeVisible()
  // By keys alone.
  await studio.shell.command('Add colour…')
  const dialog = page.getByRole('dialog', { name: 'Colour' })
  await dialog.getByLabel('Colour').fill('#a03050')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(timeline.clip(/^Colour #a03050/)).toBeVisible()
})
