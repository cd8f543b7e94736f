/** Colours that change within a clip: keyed in the inspector, seen between the keys, dragged in the clip, kept by cuts, given to others. */
import { grading, neutralGrade } from '#rules/colour/grade.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('colours change from keyframe to keyframe, stay on their pictures when a clip is cut, and are copied @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const files = [await media.picture('harbour.png', { colour: '0x604830' }), await media.picture('meadow.png', { colour: '0x406080' })]
  await give(timeline.grid, 'drop', await Promise.all(files.map(file => handed(file))))
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0')
  await page.keyboard.press('\\')
  const { inspector } = timeline
  const [harbour, meadow] = [timeline.clip(/^harbour/), timeline.clip(/^meadow/)]

  /** In the middle of the preview. */
  const shown = (): Promise<number[]> => timeline.preview.locator('canvas').first().evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext('2d')
    return [...context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []].slice(0, 3)
  })
  const brown = [0x60, 0x48, 0x30] as const
  const exposed = (exposure: number): number[] => {
    const [red, green, blue] = brown
    return grading({ ...neutralGrade, exposure })([red / 255, green / 255, blue / 255]).map(value => Math.round(value * 255))
  }
  const expectExposed = (exposure: number) => expect.poll(async () =>
    (await shown()).every((value, at) => Math.abs(value - exposed(exposure)[at]!) <= 2) || await shown()).toBe(true)
  const exposure = inspector.getByRole('spinbutton', { name: 'Exposure', exact: true })
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })
  const forward = async (frames: number): Promise<void> => {
    for (let frame = 0; frame < frames; frame++)
      await page.keyboard.press('ArrowRight')
  }

  // A key at the beginning, another value a second later: two keys, and the colours change between them.
  await harbour.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await inspector.getByRole('button', { name: 'Add keyframe for exposure' }).click()
  await expect(inspector.getByRole('button', { name: 'Remove keyframe for exposure' })).toHaveAttribute('aria-pressed', 'true')
  await expect(undo('Keyframes')).toBeVisible()
  await page.keyboard.press('Shift+ArrowRight')
  await exposure.fill('2')
  await exposure.press('Enter')
  await page.keyboard.press('Escape')
  await harbour.click({ position: { x: 60, y: 20 } })
  await expect(harbour.locator('.key')).toHaveCount(2)
  await page.keyboard.press('Home')
  await expectExposed(0)
  await forward(15)
  await expect(exposure).toHaveValue('1')
  await expectExposed(1)
  await forward(15)
  await expectExposed(2)
  await forward(20)
  await expectExposed(2)

  // Back to the first one by its button; it holds until the next one.
  await inspector.getByRole('button', { name: 'Previous keyframe for exposure' }).click()
  await inspector.getByRole('button', { name: 'Previous keyframe for exposure' }).click()
  await expect(exposure).toHaveValue('0')
  await inspector.getByRole('button', { name: 'Linear' }).click()
  await page.getByRole('menuitemradio', { name: 'Hold', exact: true }).click()
  await forward(29)
  await expectExposed(0)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await shown())[0]!).toBeGreaterThan(exposed(1.7)[0]!)

  // A key is dragged in the clip: one step of undo.
  const keys = harbour.locator('.key')
  const from = await keys.last().boundingBox()
  if (!from)
    throw new Error('no key is on the screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 120, from.y + from.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(undo('Keyframes')).toBeVisible()
  await expect.poll(async () => Number(await exposure.inputValue())).toBeLessThan(1.9)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Math.abs(((await keys.last().boundingBox())?.x ?? 0) - from.x)).toBeLessThan(2)

  // Cut in the middle of the change: the second half begins as it was there.
  await page.keyboard.press('Home')
  await forward(15)
  await page.keyboard.press('s')
  await expect(harbour).toHaveCount(2)
  await harbour.last().click({ position: { x: 30, y: 20 } })
  await expect(exposure).toHaveValue('1')
  await expectExposed(1)

  // Given to another picture, as far from its start; after a reload it is the same.
  await harbour.first().click({ position: { x: 20, y: 20 } })
  await page.keyboard.press('Control+c')
  await meadow.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Control+Alt+v')
  await page.getByRole('dialog', { name: 'Paste attributes' }).getByRole('button', { name: 'Paste' }).click()
  await expect(meadow.locator('.key')).toHaveCount(2)
  await page.reload()
  await meadow.click({ position: { x: 60, y: 20 } })
  await expect(meadow.locator('.key')).toHaveCount(2)

  // All of it is taken away at once.
  await inspector.getByRole('button', { name: 'Reset all' }).click()
  await expect(meadow.locator('.key')).toHaveCount(0)
  await expect(inspector.getByRole('button', { name: 'Reset all' })).toBeDisabled()
  await media.close()
})
