/** Matching colours: a clip gets the look of another one by values that are seen, less of it by its strength, and loses it by one undo. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a clip is matched to another one, as far as wanted, in one step @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  // The same picture in another light: the second one is darker, warmer and paler.
  const drawn = (name: string, light: string): Promise<string> =>
    media.make(name, ['-f', 'lavfi', '-i', 'gradients=s=320x180:c0=0x405880:c1=0xb09868:n=2:seed=3', '-vf', light, '-frames:v', '1'])
  const files = [
    await drawn('day.png', 'null'),
    await drawn('evening.png', 'colorchannelmixer=rr=0.62:gg=0.5:bb=0.38'),
    await drawn('night.png', 'colorchannelmixer=rr=0.2:gg=0.25:bb=0.4'),
  ]
  await give(timeline.grid, 'drop', await Promise.all(files.map(file => handed(file))))
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0', '4.0 s at 0:08.0')
  await page.keyboard.press('\\')
  const clip = (name: string) => timeline.clip(new RegExp(`^${name}`))
  const click = (name: string, how: { readonly modifiers?: 'Shift'[] } = {}) => clip(name).click({ position: { x: 40, y: 20 }, ...how })
  const { inspector } = timeline
  const typed = (name: string) => inspector.getByRole('spinbutton', { name, exact: true })
  const bar = page.getByRole('group', { name: 'Match colour' })
  /** Mean of the preview, 0–255 each. */
  const shown = (): Promise<number[]> => timeline.preview.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const small = new OffscreenCanvas(32, 18).getContext('2d')
    small?.drawImage(canvas, 0, 0, 32, 18)
    const pixels = small?.getImageData(0, 0, 32, 18).data ?? []
    return [0, 1, 2].map(channel => [...pixels].filter((_, at) => at % 4 === channel).reduce((sum, value) => sum + value, 0) / (32 * 18))
  })
  const near = async (colour: readonly number[], within: number): Promise<boolean> =>
    (await shown()).every((value, at) => Math.abs(value - colour[at]!) <= within)
  const settled = async (): Promise<number[]> => {
    let before = await shown()
    await expect.poll(async () => {
      const [now, last] = [await shown(), before]
      before = now
      return Math.max(...now) > 20 && now.every((value, at) => Math.abs(value - last[at]!) < 0.01)
    }).toBe(true)
    return before
  }

  // Where they were: the look of the evening, and of the day.
  await click('evening')
  await page.keyboard.press('Home')
  const dayLook = await settled()
  for (let step = 0; step < 5; step++)
    await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => Math.abs((await shown())[2]! - dayLook[2]!)).toBeGreaterThan(20)
  const eveningLook = await settled()
  await page.keyboard.press('Home')
  await expect.poll(() => near(dayLook, 1)).toBe(true)

  // By the button, and a click on the clip, which stays unselected.
  await click('day')
  await inspector.getByRole('button', { name: 'Match colour to another clip…' }).click()
  await expect(bar.getByRole('status')).toHaveText(/^Click the clip that this clip should look like/)
  await click('day')
  await expect(page.getByText('This clip is one of those being matched. Choose another.')).toBeVisible()
  await click('evening')
  await expect(bar.getByRole('status')).toHaveText(/^Matched to evening/)
  await expect.poll(() => near(eveningLook, 4)).toBe(true)
  expect(Number(await typed('Exposure').inputValue())).toBeLessThan(-0.5)
  const exposure = Number(await typed('Exposure').inputValue())

  // Half of it, then all, and kept.
  await bar.getByRole('spinbutton', { name: 'Strength' }).fill('50')
  await bar.getByRole('spinbutton', { name: 'Strength' }).press('Enter')
  await expect(typed('Exposure')).toHaveValue(new RegExp(`^${(exposure / 2).toFixed(1).slice(0, 4)}`))
  await expect.poll(() => near(eveningLook, 4)).toBe(false)
  await bar.getByRole('slider', { name: 'Strength' }).focus()
  await page.keyboard.press('End')
  await expect.poll(() => near(eveningLook, 4)).toBe(true)
  await bar.getByRole('button', { name: 'Apply' }).click()
  await expect(bar).toHaveCount(0)
  await expect.poll(() => near(eveningLook, 4)).toBe(true)
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Colour' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(typed('Exposure')).toHaveValue('0')
  await expect.poll(() => near(dayLook, 1)).toBe(true)

  // Several by the menu and keys, each for itself; Escape leaves everything as it was.
  await click('night', { modifiers: ['Shift'] })
  await clip('night').click({ button: 'right', position: { x: 40, y: 20 } })
  await timeline.menu.getByRole('menuitem', { name: 'Match colour to another clip…' }).click()
  await expect(bar.getByRole('status')).toHaveText(/^Click the clip that these 2 clips should look like/)
  const offer = bar.getByRole('button', { name: /^After: evening/ })
  await offer.focus()
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText(/^Matched to evening/)
  await expect.poll(() => near(eveningLook, 4)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect.poll(() => near(dayLook, 1)).toBe(true)

  // The source viewer's picture, for both; one step back for both.
  await page.keyboard.press('Escape')
  for (let step = 0; step < 5; step++)
    await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+f')
  await click('day')
  await click('night', { modifiers: ['Shift'] })
  await inspector.getByRole('button', { name: 'Match colour to another clip…' }).click()
  await bar.getByRole('button', { name: /^Source viewer: evening/ }).click()
  await expect(bar.getByRole('status')).toHaveText(/^Matched to evening/)
  await bar.getByRole('button', { name: 'Apply' }).click()
  await click('day')
  await expect(typed('Exposure')).not.toHaveValue('0')
  await click('night')
  await expect(typed('Exposure')).not.toHaveValue('0')
  await page.keyboard.press('Control+z')
  await expect(typed('Exposure')).toHaveValue('0')
  await click('day')
  await expect(typed('Exposure')).toHaveValue('0')
  await media.close()
})
