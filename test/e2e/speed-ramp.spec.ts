/** A speed ramp: from a template and by points in the inspector, dragged in the clip, cut, and removed. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('the speed of a shot changes by points, and stays on its pictures when it is cut @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const shot = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=30:d=4', '-pix_fmt', 'yuv420p']
  await give(timeline.grid, 'drop', [await handed(await media.make('boat.mp4', shot), 'video/mp4')])
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await page.keyboard.press('\\')
  await timeline.clip(/^boat/).click()
  const { inspector } = timeline
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })

  // A template plays the same part of the shot, for longer.
  const choose = async (name: string): Promise<void> => {
    await inspector.locator('.pair', { hasText: 'Ramp' }).locator('.n-base-selection').click()
    await page.locator('.n-base-select-option').getByText(name, { exact: true }).click()
  }
  await choose('Ease in')
  await expect(undo('Speed')).toBeVisible()
  await expect(inspector.getByRole('spinbutton', { name: 'Speed of point 1' })).toHaveValue('25')
  await expect(inspector.getByRole('spinbutton', { name: 'Speed of point 2' })).toHaveValue('100')
  await timeline.expectPlaces('5.1 s at 0:00.0')

  // Escape gives up a number that is being typed, and nothing else.
  for (const name of ['Speed of point 1', 'Lift: red', 'Scale']) {
    const field = inspector.getByRole('spinbutton', { name, exact: true })
    const value = await field.inputValue()
    await field.fill('77')
    await field.press('Escape')
    await expect(field).not.toBeFocused()
    await expect(field).toHaveValue(value)
    await expect(timeline.clip(/^boat/)).toHaveAttribute('aria-selected', 'true')
    await expect(undo('Speed')).toBeVisible()
  }
  await timeline.expectPlaces('5.1 s at 0:00.0')

  // Typed speeds and times; a point at the playhead.
  const second = inspector.getByRole('spinbutton', { name: 'Speed of point 2' })
  await second.fill('200')
  await second.press('Enter')
  await timeline.expectPlaces('3.3 s at 0:00.0')
  await page.keyboard.press('Escape')
  await timeline.clip(/^boat/).click()
  await page.keyboard.press('Home')
  for (let frame = 0; frame < 15; frame++)
    await page.keyboard.press('ArrowRight')
  await inspector.getByRole('button', { name: 'Add point at playhead' }).click()
  await expect(inspector.getByRole('button', { name: /^Remove point/ })).toHaveCount(3)

  // Dragged up in the clip, a point gets faster: one step of undo.
  const points = timeline.clip(/^boat/).locator('.point')
  await expect(points).toHaveCount(3)
  const before = await inspector.getByRole('spinbutton', { name: 'Speed of point 2' }).inputValue()
  const from = await points.nth(1).boundingBox()
  if (!from)
    throw new Error('no point is on the screen')
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y - 24, { steps: 4 })
  await page.mouse.up()
  const dragged = inspector.getByRole('spinbutton', { name: 'Speed of point 2' })
  await expect(dragged).toHaveValue(String(Math.round(Number(before) * 2)))
  await page.keyboard.press('Control+z')
  await expect(dragged).toHaveValue(before)
  await inspector.getByRole('button', { name: 'Remove point 2' }).click()
  await expect(inspector.getByRole('button', { name: /^Remove point/ })).toHaveCount(2)

  // Cut in two: the speed at the cut is the same on both sides, and undo joins them.
  await page.keyboard.press('s')
  await expect(timeline.clip(/^boat/)).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(timeline.clip(/^boat/)).toHaveCount(1)
  await timeline.clip(/^boat/).click()

  // After a reload it is there; backwards it can only be looked at; without it, the clip has one speed.
  await page.reload()
  await timeline.clip(/^boat/).click()
  await expect(second).toHaveValue('200')
  await page.keyboard.press('Shift+R')
  await expect(inspector.getByText('Play it forwards to change the ramp.')).toBeVisible()
  await expect(second).toBeDisabled()
  await page.keyboard.press('Shift+R')
  await expect(second).toBeEnabled()
  await choose('None')
  await expect(inspector.getByRole('spinbutton', { name: 'Speed', exact: true })).not.toHaveValue('100')
  await expect(points).toHaveCount(0)
  await media.close()
})
