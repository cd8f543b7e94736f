/** A nested sequence is one picture: fitted, made smaller, coloured, moved by keys, copied from, and taken apart with what that loses. */
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a nested sequence is fitted, placed and graded as one picture @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  const { grid, inspector } = timeline
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const brown = [0x80, 0x60, 0x40] as const
  await give(grid, 'drop', [await handed(await media.picture('harbour.png', { width: 64, height: 36, colour: '0x806040' }))])
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await expect(timeline.saved).toBeVisible()
  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('menuitem', { name: /^9:16/ }).click()
  await timeline.expectPlaces()
  await grid.focus()
  await page.keyboard.press('Shift+N')
  await page.keyboard.press('Enter')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  const nested = timeline.clip(/^Film, .*nested sequence/)
  await expect(nested).toHaveAttribute('aria-selected', 'true')

  const typed = (name: string) => inspector.getByRole('spinbutton', { name, exact: true })
  const set = async (name: string, value: string): Promise<void> => {
    await typed(name).fill(value)
    await typed(name).press('Enter')
  }
  const canvas = timeline.preview.locator('canvas').first()
  const shownAt = (down: number): Promise<number[]> => canvas.evaluate((canvas: HTMLCanvasElement, down) =>
    [...canvas.getContext('2d')?.getImageData(canvas.width / 2, Math.floor(canvas.height * down), 1, 1).data ?? []].slice(0, 3), down)
  const expectShown = (down: number, colour: readonly number[]) => expect.poll(async () => {
    const shown = await shownAt(down)
    return shown.every((value, at) => Math.abs(value - colour[at]!) <= 2) || shown
  }).toBe(true)
  const black = [0, 0, 0]

  // All of it fills the frame in its own shape.
  const fit = inspector.getByRole('group', { name: 'Fit' })
  await expect(fit.getByRole('button', { name: 'Each clip' })).toHaveAttribute('aria-pressed', 'true')
  await expectShown(0.5, brown)
  await expectShown(0.1, black)
  await fit.getByRole('button', { name: 'Fill' }).click()
  await expectShown(0.1, brown)
  await expect(fit.getByRole('button', { name: 'Fill' })).toHaveAttribute('aria-pressed', 'true')

  // Half as large, in other colours, and half clear: one step each.
  await set('Scale', '50')
  await expectShown(0.1, black)
  await expectShown(0.5, brown)
  await set('Exposure', '1')
  const lit = grading({ ...neutralGrade, exposure: 1 })([brown[0] / 255, brown[1] / 255, brown[2] / 255]).map(value => value * 255)
  await expectShown(0.5, lit)
  await set('Opacity', '50')
  await expectShown(0.5, lit.map(value => value / 2))
  await nested.click()
  await page.keyboard.press('Control+z')
  await expectShown(0.5, lit)

  // Moved by keys, and kept over a reload.
  await page.keyboard.press('Alt+k')
  // One for each of x, y and scale.
  await expect(nested.locator('.key')).toHaveCount(3)
  await page.keyboard.press('Shift+ArrowRight')
  await set('Position Y', '100')
  await expect(nested.locator('.key')).toHaveCount(4)
  await expectShown(0.5, black)
  await page.reload()
  await expect(nested.locator('.key')).toHaveCount(4)
  await nested.click()
  await page.keyboard.press('Home')
  await expectShown(0.5, lit)

  // What it has can be given to a title.
  await page.keyboard.press('Control+c')
  await page.keyboard.press('End')
  await timeline.tools.getByRole('button', { name: 'Add title' }).click()
  await page.keyboard.press('Control+Alt+v')
  const attributes = page.getByRole('dialog', { name: 'Paste attributes' })
  await expect(attributes.getByRole('checkbox', { name: /^Position/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')

  // Single clips do not get it, which is told; one step brings it back.
  await nested.click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Alt+Shift+N')
  await expect(page.getByText(/^Taken apart\. .*Position, size, rotation and crop; Colour\./)).toBeVisible()
  await expect(nested).toBeHidden()
  await expectShown(0.5, brown)
  await page.keyboard.press('Control+z')
  await expect(nested).toBeVisible()
  await expectShown(0.5, lit)
  await media.close()
})
