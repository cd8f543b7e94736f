/** A nested sequence is slowed down, reversed, split and frozen like a shot, heard backwards, and taken apart with its speed. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a nested sequence has a speed, plays backwards and freezes @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  const { grid, clips, inspector } = timeline
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const still = async (name: string, colour: string) => handed(await media.picture(`${name}.png`, { width: 64, height: 36, colour }))
  await give(grid, 'drop', [await still('red', '0xc02020'), await still('blue', '0x2020c0')])
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0')
  await expect(timeline.saved).toBeVisible()
  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('menuitem', { name: '16:9, landscape' }).click()
  await timeline.expectPlaces()
  await grid.focus()
  await page.keyboard.press('Shift+N')
  await expect(page.getByRole('dialog', { name: 'Sequences' }).getByRole('button', { name: /^Film/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await timeline.expectPlaces('8.0 s at 0:00.0')
  const nested = timeline.clip(/^Film.*, .*nested sequence/).first()
  await expect(nested).toHaveAttribute('aria-selected', 'true')

  const canvas = timeline.preview.locator('canvas').first()
  const shown = (): Promise<string> => canvas.evaluate((canvas: HTMLCanvasElement) => {
    const [red = 0, , blue = 0] = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []
    return red > 150 && blue < 80 ? 'red' : blue > 150 && red < 80 ? 'blue' : `${red} ${blue}`
  })
  const expectAt = async (seconds: number, colour: string): Promise<void> => {
    await clips.first().click()
    await page.keyboard.press('Home')
    for (let at = 0; at < seconds; at++)
      await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(shown).toBe(colour)
  }

  // Twice as fast, it is half as long.
  const speed = inspector.getByRole('spinbutton', { name: 'Speed' })
  await speed.fill('200')
  await speed.press('Enter')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await expect(nested).toContainText('200%')
  await expectAt(1, 'red')
  await expectAt(3, 'blue')

  // Backwards, also where it is split.
  await nested.click()
  await page.keyboard.press('Shift+R')
  await expectAt(1, 'blue')
  await expectAt(3, 'red')
  await page.keyboard.press('s')
  await timeline.expectPlaces('3.0 s at 0:00.0', '1.0 s at 0:03.0')
  await expectAt(1, 'blue')
  await expectAt(3, 'red')
  await expect(timeline.saved).toBeVisible()
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('4.0 s at 0:00.0')

  // Frozen for two seconds, and kept over a reload.
  await page.keyboard.press('Shift+H')
  await timeline.expectPlaces('3.0 s at 0:00.0', '2.0 s at 0:03.0', '1.0 s at 0:05.0')
  await expect(timeline.saved).toBeVisible()
  await page.reload()
  await timeline.expectPlaces('3.0 s at 0:00.0', '2.0 s at 0:03.0', '1.0 s at 0:05.0')
  await expectAt(4, 'red')
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('4.0 s at 0:00.0')

  // As clips, each has the speed and the other order.
  await nested.click()
  await page.keyboard.press('Alt+Shift+N')
  await timeline.expectPlaces('2.0 s at 0:00.0', '2.0 s at 0:02.0')
  await expectAt(1, 'blue')
  await expectAt(3, 'red')
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await media.close()
})
