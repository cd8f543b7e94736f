/** Look-up tables: dropped on the colours of a clip, mixed, renamed, removed with a word about where they are used, and written. */
import { readFile, writeFile } from 'node:fs/promises'
import { cubeOf } from '#rules/colour/cube.ts'
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { openMediaKit } from '../kit/media.ts'
import { lutTexts } from '../kit/truth/luts.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a look-up table is dropped on a clip, mixed, renamed, removed, and its colours are saved as a file @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(timeline.grid, 'drop', [await handed(await media.picture('harbour.png', { colour: '0x806040' }))])
  await timeline.expectPlaces('4.0 s at 0:00.0')
  const harbour = timeline.clip(/^harbour/)
  const { inspector } = timeline
  const shown = (): Promise<number[]> => timeline.preview.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d')
    return [...context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []].slice(0, 3)
  })
  const expectShown = (colour: readonly number[]) => expect.poll(async () =>
    (await shown()).every((value, at) => Math.abs(value - colour[at]!) <= 2) || await shown()).toBe(true)
  const brown = [0x80, 0x60, 0x40] as const
  const { id, text } = lutTexts['teal.cube']!
  const looked = (amount: number): number[] =>
    grading({ ...neutralGrade, lut: { id, amount } }, cubeOf(text))([brown[0] / 255, brown[1] / 255, brown[2] / 255])
      .map(value => Math.round(value * 255))
  const choice = inspector.locator('.lut')

  await page.keyboard.press('Home')
  await harbour.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await expectShown(brown)

  // What is no table says what is wrong with it; the clip stays as it is.
  for (const [name, content] of [['teal.cube', text], ['broken.cube', text.replace('LUT_3D_SIZE 17', 'LUT_3D_SIZE 16')]] as const)
    await writeFile(media.file(name), content)
  await give(inspector.getByRole('heading', { name: 'Colour', exact: true }), 'drop', [await handed(media.file('broken.cube'), '')])
  await expect(page.getByText(/“broken\.cube” can’t be read: it has more colours than its size says, from line \d+ on/)).toBeVisible()
  await expectShown(brown)

  // Dropped on the colours it is seen at once: one step.
  await give(inspector.getByRole('heading', { name: 'Colour', exact: true }), 'drop', [await handed(media.file('teal.cube'), '')])
  await expectShown(looked(1))
  await expect(choice).toContainText('teal')
  const amount = inspector.getByRole('spinbutton', { name: 'LUT amount' })
  await amount.fill('40')
  await amount.press('Enter')
  await expectShown(looked(0.4))
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expectShown(looked(1))
  await page.keyboard.press('Control+z')
  await expectShown(brown)
  await page.keyboard.press('Control+Shift+z')
  await expectShown(looked(1))

  // Saved as a file that other programs read.
  await harbour.click({ position: { x: 60, y: 20 } })
  const more = choice.getByRole('button', { name: 'More about LUTs' })
  await more.click()
  const download = page.waitForEvent('download')
  await page.getByText('Save these colours as .cube', { exact: true }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^harbour.*\.cube$/)
  const written = cubeOf(await readFile(await saved.path(), 'utf8'))
  expect(grading({ ...neutralGrade, lut: { id, amount: 1 } }, written)([0.5, 0.375, 0.25]).map(value => Math.round(value * 255)))
    .toEqual(grading({ ...neutralGrade, lut: { id, amount: 1 } }, cubeOf(text))([0.5, 0.375, 0.25]).map(value => Math.round(value * 255)))

  // Renamed and removed: the clip keeps it, and undo puts it back in the list.
  await more.click()
  await page.getByText('Manage LUTs…', { exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Your LUTs' })
  await list.getByRole('textbox', { name: 'Name of “teal”' }).fill('Evening')
  await page.keyboard.press('Enter')
  await expect(list.getByRole('textbox', { name: 'Name of “Evening”' })).toBeVisible()
  await list.getByRole('button', { name: 'Remove “Evening”' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the LUT “Evening”?' })
  await expect(question).toContainText('in Film (1 clip)')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(list).toContainText('No LUTs yet.')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(list.getByRole('textbox', { name: 'Name of “Evening”' })).toBeVisible()
  await list.getByRole('button', { name: 'Close' }).click()
  await expectShown(looked(1))

  // Kept over a reload.
  await page.reload()
  await harbour.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await expectShown(looked(1))
  await expect(choice).toContainText('Evening')
  await media.close()
})
