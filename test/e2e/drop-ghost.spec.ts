/** What is held over the tracks says what it will do before it is let go: how long it is, what it covers, and the keys that change it. */
import { join } from 'node:path'
import process from 'node:process'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a drop shows its length, its word and what it covers; a drag, a copy and a nudge cover nothing unseen @web', async ({ studio }) => {
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const [ghosts, covered] = [page.locator('.sheet > .ghost'), page.locator('.sheet > .covered')]
  const label = page.locator('.area > .label')
  const look = async (name: string): Promise<void> => {
    if (!process.env.PICTURES)
      return
    const before = page.viewportSize()
    for (const size of [{ width: 1024, height: 700 }, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      for (const theme of ['light', 'dark'] as const) {
        await studio.running.call?.(async client => void await client.settings.change({ settings: { theme } }))
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await page.screenshot({ path: join(process.env.PICTURES, `${name}-${size.width}-${theme}.png`) })
      }
    }
    if (before)
      await page.setViewportSize(before)
  }

  // Files of the desktop: a still lasts as long as the sequence says, a sound is not known before it is read.
  const still = await handed(await media.picture('harbour.png'))
  const sound = await handed(await media.tone('bell.wav', { seconds: 6 }), 'audio/wav')
  const lane = async (name: string) => {
    const found = await timeline.grid.getByRole('row').filter({ hasText: name }).boundingBox()
    const { x, y, width, height } = found ?? { x: 0, y: 0, width: 0, height: 0 }
    return { x: x + Math.min(204, width), y: y + height / 2 }
  }
  await give(timeline.grid, 'hover', [still], await lane('V1'))
  await expect(label).toHaveText('Overwrite · Ctrl: insert · Alt: new track')
  await expect(ghosts).toHaveCount(1)
  await give(timeline.grid, 'drop', [still], await lane('V1'))
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await give(timeline.grid, 'hover', [sound], await lane('V1'))
  await expect(label).toHaveText('Length not known before the drop: covers nothing · Ctrl: insert')
  await give(timeline.grid, 'drop', [sound], await lane('V1'))
  await timeline.expectPlaces('4.0 s at 0:00.0', '6.0 s at 0:00.0')
  await expect(label).toHaveCount(0)

  // A shot with its sound, from the bin: both are shown where they come, as long as they are.
  await page.keyboard.press('Alt+b')
  const bin = page.getByRole('complementary', { name: 'Bin', exact: true })
  await give(bin, 'drop', [await handed(await media.clip('ship.mp4', { seconds: 3, withSound: true }), 'video/mp4')])
  const row = bin.getByRole('listitem').filter({ hasText: 'ship' }).locator('.bin-row')
  await row.waitFor()
  await page.keyboard.press('\\')
  const clip = timeline.clip(/^harbour/)
  const box = async (which = clip) => await which.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  const { x, y, width, height } = await box()
  const second = (width + 1) / 4
  await row.hover()
  await page.mouse.down()
  await page.mouse.move(x + second * 2, y + height / 2, { steps: 4 })
  await page.mouse.move(x + second * 2 + 1, y + height / 2)
  await expect(label).toHaveText('Overwrite · Ctrl: insert · Alt: new track')
  const shown = await box(ghosts.first())
  expect(Math.abs(shown.width - second * 3)).toBeLessThan(4)
  expect(Math.abs(shown.y - y)).toBeLessThan(4)
  await expect(ghosts).toHaveCount(2)
  await expect(covered).toHaveCount(1)
  expect(Math.abs((await box(covered)).width - second * 2)).toBeLessThan(4)
  await look('overwrite')
  await page.keyboard.down('Control')
  await page.mouse.move(x + second * 2, y + height / 2)
  await expect(label).toHaveText('Insert · without Ctrl: overwrite')
  await expect(covered).toHaveCount(0)
  await look('insert')
  await page.keyboard.up('Control')
  await page.keyboard.down('Alt')
  await page.mouse.move(x + second * 2 + 1, y + height / 2)
  await expect(label).toHaveText('New track · without Alt: overwrite')
  await expect(covered).toHaveCount(0)
  await look('new-track')
  await page.keyboard.up('Alt')
  await page.mouse.move(x + second * 2, y + height / 2)
  await expect(covered).toHaveCount(1)
  await page.mouse.up()
  await expect(label).toHaveCount(0)
  await expect(timeline.clip(/^ship/).first()).toBeVisible()
  await expect(timeline.clip(/^harbour\.png, 2\.0 seconds/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('4.0 s at 0:00.0', '6.0 s at 0:00.0')

  // A copy comes where nothing is; a clip that is dragged over another says so.
  await clip.click({ position: { x: 60, y: 30 } })
  await page.keyboard.press('Control+d')
  await page.keyboard.press('\\')
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0', '6.0 s at 0:00.0')
  await page.keyboard.press('n')
  await timeline.drag(clip.first(), 60, second, { drop: false })
  await expect(label).toHaveText(/^\+00:00:0\d:\d\d · Overwrite · Ctrl: insert$/)
  await expect(covered).toHaveCount(1)
  await look('drag')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(covered).toHaveCount(0)

  // An edge stops at its neighbour, and a nudge into it is refused in words.
  await clip.first().click({ position: { x: 60, y: 30 } })
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('Another clip is in the way. Move it, use another track, or insert.')).toBeVisible()
  await timeline.drag(clip.first(), -2, second)
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0', '6.0 s at 0:00.0')
  await media.close()
})
