/** Adjustment clips: added over what is selected, coloured, trimmed, made clearer, and taken back; what is below follows in the preview. */
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('one adjustment clip grades all clips below it, for its length @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const brown = [0x80, 0x60, 0x40] as const
  const blue = [0x40, 0x60, 0x80] as const
  const files = [
    await media.picture('harbour.png', { width: 64, height: 36, colour: '0x806040' }),
    await media.picture('meadow.png', { width: 64, height: 36, colour: '0x406080' }),
  ]
  await give(timeline.grid, 'drop', await Promise.all(files.map(file => handed(file))))
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0')
  await page.keyboard.press('\\')
  const { inspector } = timeline
  const typed = (name: string) => inspector.getByRole('spinbutton', { name, exact: true })
  const adjustment = timeline.clip(/^Adjustment/)
  const shown = (): Promise<number[]> => timeline.preview.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) =>
    [...canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []].slice(0, 3))
  const expectShown = (colour: readonly number[]) => expect.poll(async () =>
    (await shown()).every((value, at) => Math.abs(value - colour[at]!) <= 2) || await shown()).toBe(true)
  const graded = (has: Partial<typeof neutralGrade>, [red, green, third]: readonly [number, number, number], share = 1): number[] =>
    grading({ ...neutralGrade, ...has })([red / 255, green / 255, third / 255])
      .map((value, at) => value * 255 * share + [red, green, third][at]! * (1 - share))
  const seconds = async (count: number): Promise<void> => {
    await page.keyboard.press('Home')
    for (let second = 0; second < count; second++)
      await page.keyboard.press('Shift+ArrowRight')
  }

  // Over both that are selected, on a track of its own above them.
  await timeline.clip(/^harbour/).click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Control+a')
  await timeline.tools.getByRole('button', { name: 'Add adjustment clip' }).click()
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0', '8.0 s at 0:00.0')
  await expect(adjustment).toHaveAttribute('aria-selected', 'true')
  await expect(inspector.getByText('Its colours change everything below it.')).toBeVisible()
  await seconds(1)
  await expectShown(brown)

  // Its colours are those of both.
  await typed('Exposure').fill('1')
  await typed('Exposure').press('Enter')
  await expectShown(graded({ exposure: 1 }, brown))
  await page.keyboard.press('Escape')
  await adjustment.click({ position: { x: 120, y: 20 } })
  await seconds(5)
  await expectShown(graded({ exposure: 1 }, blue))

  // Half of it is seen.
  await typed('Opacity').fill('50')
  await typed('Opacity').press('Enter')
  await expectShown(graded({ exposure: 1 }, blue, 0.5))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expectShown(graded({ exposure: 1 }, blue))

  // Trimmed to the first clip, the second one is as it was; hidden, the first one, too.
  const box = await adjustment.boundingBox()
  if (!box)
    throw new Error('the adjustment is not on the screen')
  await timeline.drag(adjustment, -3, -box.width / 2)
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:00.0', '4.0 s at 0:04.0')
  await expectShown(blue)
  await seconds(1)
  await expectShown(graded({ exposure: 1 }, brown))
  await adjustment.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Shift+d')
  await expectShown(brown)
  await page.keyboard.press('Shift+d')
  await expectShown(graded({ exposure: 1 }, brown))

  // Split, each half is one of its own; kept over a reload.
  await page.keyboard.press('s')
  await expect(adjustment).toHaveCount(2)
  await page.reload()
  await expect(adjustment).toHaveCount(2)
  await seconds(1)
  await expectShown(graded({ exposure: 1 }, brown))
  await page.keyboard.press('Control+z')
  await expect(adjustment).toHaveCount(1)

  // It has no place and no transition: a refusal says why.
  await timeline.clip(/^meadow/).click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Control+c')
  await adjustment.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Control+Alt+v')
  const attributes = page.getByRole('dialog', { name: 'Paste attributes' })
  await expect(attributes.getByRole('checkbox', { name: 'Colour' })).toBeVisible()
  await expect(attributes.getByRole('checkbox', { name: /^Position/ })).toHaveCount(0)
  await media.close()
})
