/** Several edges at once: chosen with Shift, or all of a cut by a key, dragged and trimmed by keys together, in one step each. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('edges of several clips are trimmed together, with the mouse and with keys @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const paste = async (name: string, source: string, to: 'Home' | 'End'): Promise<void> => {
    const path = await media.make(name, ['-f', 'lavfi', '-i', source, ...name.endsWith('.mp4') ? ['-pix_fmt', 'yuv420p'] : []])
    await page.keyboard.press('Escape')
    await page.keyboard.press(to)
    await give(page.locator('body'), 'paste', [await handed(path, name.endsWith('.mp4') ? 'video/mp4' : 'audio/wav')])
    // Only clips that are on the screen are there.
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(new RegExp(`^${name.split('.')[0]}`))).toHaveCount(1, { timeout: 1000 })
    }).toPass()
    await page.keyboard.press('\\')
  }
  await paste('boat.mp4', 'testsrc=s=320x180:r=30:d=3', 'Home')
  await paste('hum.wav', 'sine=frequency=220:sample_rate=48000:duration=3', 'Home')
  await paste('car.mp4', 'testsrc2=s=320x180:r=30:d=3', 'End')
  await timeline.expectPlaces('3.0 s at 0:00.0', '3.0 s at 0:03.0', '3.0 s at 0:00.0')
  await page.keyboard.press('n')
  const [boat, hum, car] = [timeline.clip(/^boat/), timeline.clip(/^hum/), timeline.clip(/^car/)]
  const marks = page.locator('span.edge:is(.start, .end, .roll)')
  const view = page.getByRole('group', { name: 'Frames at the edges' })

  // The ends of the shot and of the audio: one drag moves both, and one undo brings both back.
  const box = async (of: typeof boat) => await of.boundingBox() ?? { width: 0, height: 0 }
  const { width, height } = await box(boat)
  await boat.click({ position: { x: width - 3, y: height / 2 } })
  await expect(marks).toHaveCount(1)
  await hum.click({ position: { x: width - 3, y: height / 2 }, modifiers: ['Shift'] })
  await expect(marks).toHaveCount(2)
  await timeline.drag(boat, -3, -width / 3, { drop: false })
  await expect(view).toBeVisible()
  await page.mouse.up()
  await expect.poll(async () => Math.abs((await box(boat)).width - width * 2 / 3)).toBeLessThan(4)
  await expect.poll(async () => Math.abs((await box(hum)).width - width * 2 / 3)).toBeLessThan(4)
  await expect.poll(async () => Math.abs((await box(car)).width - width)).toBeLessThan(2)
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('3.0 s at 0:00.0', '3.0 s at 0:03.0', '3.0 s at 0:00.0')

  // A click with Shift takes one away again.
  await hum.click({ position: { x: width - 3, y: height / 2 }, modifiers: ['Shift'] })
  await expect(marks).toHaveCount(1)

  // By keys: all ends at the cut, then its starts, then both; the tightest of them is the limit.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  for (let second = 0; second < 3; second++)
    await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Alt+Shift+E')
  await expect(marks).toHaveCount(2)
  await page.keyboard.press('Alt+,')
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Trim' })).toBeVisible()
  await timeline.expectPlaces('2.7 s at 0:00.0', '3.0 s at 0:03.0', '2.7 s at 0:00.0')
  await expect(view.locator('.told strong')).toHaveText('-00:00:00:10')
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('3.0 s at 0:00.0', '3.0 s at 0:03.0', '3.0 s at 0:00.0')
  await page.keyboard.press('Alt+Shift+E')
  await expect(marks).toHaveCount(1)
  await page.keyboard.press('Alt+Shift+E')
  await expect(marks).toHaveCount(3)
  await page.keyboard.press('.')
  await expect(view).toContainText('3 edges')
  await expect(view.getByRole('status')).toHaveText('End of the source reached.')
  await timeline.expectPlaces('3.0 s at 0:00.0', '3.0 s at 0:03.0', '3.0 s at 0:00.0')
  await page.keyboard.press('Escape')
  await expect(marks).toHaveCount(0)
  await media.close()
})
