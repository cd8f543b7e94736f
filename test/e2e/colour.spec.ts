/** Colours of clips: by sliders and typed, seen in the preview at once, compared with the original, given to other clips, taken back. */
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { gradePresets } from '#rules/colour/presets.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('pictures are graded, compared with their original, and give their colours to others @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const files = [await media.picture('harbour.png', { colour: '0x806040' }), await media.picture('meadow.png', { colour: '0x406080' })]
  await give(timeline.grid, 'drop', await Promise.all(files.map(file => handed(file))))
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0')
  await page.keyboard.press('\\')
  const [harbour, meadow] = [timeline.clip(/^harbour/), timeline.clip(/^meadow/)]
  const { inspector } = timeline

  /** In the middle of the preview. */
  const shown = (): Promise<number[]> => timeline.preview.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d')
    return [...context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []].slice(0, 3)
  })
  const expectShown = (colour: readonly number[]) => expect.poll(async () =>
    (await shown()).every((value, at) => Math.abs(value - colour[at]!) <= 2) || await shown()).toBe(true)
  const brown = [0x80, 0x60, 0x40] as const
  const graded = (has: Partial<typeof neutralGrade>, [red, green, blue]: readonly [number, number, number] = brown): number[] =>
    grading({ ...neutralGrade, ...has })([red / 255, green / 255, blue / 255]).map(value => Math.round(value * 255))
  const typed = (name: string) => inspector.getByRole('spinbutton', { name, exact: true })
  const slider = (name: string) => inspector.getByRole('slider', { name, exact: true })
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })

  await page.keyboard.press('Home')
  await expectShown(brown)
  await harbour.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')

  // Typed: a stop more is twice the light.
  await typed('Exposure').fill('1')
  await typed('Exposure').press('Enter')
  await expectShown(graded({ exposure: 1 }))
  await expect(undo('Colour')).toBeVisible()

  // Compared with the original, by button and by key.
  await page.keyboard.press('Escape')
  await harbour.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await inspector.getByRole('button', { name: 'Show without colour settings' }).click()
  await expectShown(brown)
  const note = timeline.preview.getByRole('button', { name: 'Colour settings are not shown' })
  await expect(note).toBeVisible()
  await page.keyboard.press('Alt+a')
  await expect(note).toHaveCount(0)
  await expectShown(graded({ exposure: 1 }))

  // A double-click sets it back; dragged, the preview follows, and all of it is one step.
  await inspector.getByText('Exposure', { exact: true }).dblclick()
  await expect(typed('Exposure')).toHaveValue('0')
  await expectShown(brown)
  await slider('Saturation').scrollIntoViewIfNeeded()
  const track = await slider('Saturation').boundingBox()
  if (!track)
    throw new Error('the slider is not on the screen')
  const middle = track.y + track.height / 2
  await page.mouse.move(track.x + track.width / 2, middle)
  await page.mouse.down()
  await page.mouse.move(track.x + track.width / 4, middle, { steps: 4 })
  await page.mouse.move(track.x - 20, middle, { steps: 4 })
  await expect(typed('Saturation')).toHaveValue('-100')
  await expectShown(graded({ saturation: -1 }))
  await page.mouse.up()
  await page.keyboard.press('Control+z')
  await expect(typed('Saturation')).toHaveValue('0')
  await expectShown(brown)

  // By arrow keys: however long one is held, one step.
  await slider('Temperature').focus()
  await page.keyboard.down('ArrowRight')
  for (let press = 0; press < 9; press++)
    await page.keyboard.down('ArrowRight')
  await expect(typed('Temperature')).toHaveValue('10')
  await page.keyboard.up('ArrowRight')
  await expectShown(graded({ temperature: 0.1 }))
  await page.keyboard.press('Control+z')
  await expect(typed('Temperature')).toHaveValue('0')

  // A wheel of one colour, a preset, and all set back.
  await inspector.getByRole('spinbutton', { name: 'Gain: red' }).fill('-20')
  await inspector.getByRole('spinbutton', { name: 'Gain: red' }).press('Enter')
  await expectShown(graded({ gain: { all: 0, red: -0.2, green: 0, blue: 0 } }))
  await inspector.getByRole('button', { name: 'Reset all' }).click()
  await expectShown(brown)
  await expect(inspector.getByRole('button', { name: 'Reset all' })).toBeDisabled()
  await inspector.getByRole('button', { name: 'Presets' }).click()
  await page.getByText('Black and white', { exact: true }).click()
  await expectShown(graded(gradePresets.blackAndWhite))

  // A curve: a point is added and dragged, moved by keys, and removed; each is one step.
  await inspector.getByRole('button', { name: 'Reset all' }).click()
  await inspector.getByRole('button', { name: 'Red', exact: true }).click()
  const graph = inspector.locator('svg.graph')
  await graph.scrollIntoViewIfNeeded()
  const box = await graph.boundingBox()
  if (!box)
    throw new Error('the curve is not on the screen')
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.25, { steps: 4 })
  await page.mouse.up()
  const point = inspector.getByRole('slider', { name: 'Point 2 of 3' })
  await expect(point).toHaveAttribute('aria-valuetext', /^(49|50|51)% becomes (74|75|76)%$/)
  await expect.poll(async () => (await shown())[0]!).toBeGreaterThan(180)
  expect((await shown()).slice(1).every((value, at) => Math.abs(value - brown[at + 1]!) <= 2)).toBe(true)
  await point.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(point).toHaveAttribute('aria-valuetext', /becomes (69|70|71)%$/)
  await page.keyboard.press('Delete')
  await expect(point).toHaveCount(0)
  await expectShown(brown)
  await page.keyboard.press('Control+z')
  await expect(point).toHaveAttribute('aria-valuetext', /becomes (69|70|71)%$/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(point).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expectShown(graded(gradePresets.blackAndWhite))

  // Given to another clip, as chosen among the attributes.
  await harbour.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Control+c')
  await meadow.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Control+Alt+v')
  const attributes = page.getByRole('dialog', { name: 'Paste attributes' })
  await expect(attributes.getByRole('checkbox', { name: 'Colour' })).toBeChecked()
  await attributes.getByRole('button', { name: 'Paste' }).click()
  await expect(typed('Saturation')).toHaveValue('-100')

  // Both at once, kept over a reload, and one step back for both.
  await harbour.click({ position: { x: 60, y: 20 }, modifiers: ['Shift'] })
  await typed('Exposure').fill('-0.5')
  await typed('Exposure').press('Enter')
  await expect(undo('Colour')).toBeVisible()
  await page.reload()
  await meadow.click({ position: { x: 60, y: 20 } })
  await expect(typed('Exposure')).toHaveValue('-0.5')
  await page.keyboard.press('Control+z')
  await expect(typed('Exposure')).toHaveValue('0')
  await harbour.click({ position: { x: 60, y: 20 } })
  await expect(typed('Exposure')).toHaveValue('0')
  await expect(typed('Saturation')).toHaveValue('-100')
  await media.close()
})
