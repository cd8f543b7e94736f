/** Transitions with the mouse and with keys: dragged from the shelf onto a cut, selected, changed, lengthened and taken away. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a transition is dragged onto a cut, changed, and taken away, and the next one is like it @web @wide', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const shot = (source: string) => ['-f', 'lavfi', '-i', `${source}=s=320x180:r=30:d=3`, '-pix_fmt', 'yuv420p']
  for (const [at, [name, source]] of [['boat', 'testsrc'], ['sea', 'testsrc2'], ['sky', 'smptebars']].entries()) {
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    await give(page.locator('body'), 'paste', [await handed(await media.make(`${name}.mp4`, shot(source!)), 'video/mp4')])
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(/./)).toHaveCount(at + 1, { timeout: 1000 })
    }).toPass()
  }
  const { inspector } = timeline
  const [sea, sky] = [timeline.clip(/^sea/), timeline.clip(/^sky/)]
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })

  // With the mouse: from the shelf onto the cut before the sea.
  await timeline.tools.getByRole('button', { name: 'Transitions' }).click()
  const shelf = page.getByRole('dialog', { name: 'Transitions' })
  const wipe = shelf.getByRole('radio', { name: 'Wipe' })
  await wipe.click()
  await expect(wipe).toBeChecked()
  await wipe.dragTo(sea, { targetPosition: { x: 5, y: 20 } })
  const block = sea.getByRole('button', { name: 'Wipe, 0.50 s' })
  await expect(block).toHaveAttribute('aria-pressed', 'true')
  await expect(undo('Transition')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shelf).toBeHidden()

  // The inspector has what it is; the transition is still selected.
  await block.click()
  await expect(inspector.getByRole('heading', { level: 2 })).toHaveText('Transition')
  await inspector.getByText('To the right').click()
  await page.getByText('Upwards', { exact: true }).click()
  await expect(inspector.getByText('Upwards')).toBeVisible()
  await expect(inspector).toContainText('Freezes the last frame for 0.5 s.')

  // Its end is dragged, told with what freezes, and Escape gives the drag up.
  const box = (await block.boundingBox())!
  const end = { x: box.x + box.width - 1, y: box.y + box.height / 2 }
  await page.mouse.move(end.x, end.y)
  await page.mouse.down()
  await page.mouse.move(end.x + box.width / 2, end.y, { steps: 4 })
  await page.mouse.move(end.x + box.width, end.y, { steps: 4 })
  await expect(page.getByText(/· Freezes the last frame for 1\.0 s\./)).toBeVisible()
  await page.mouse.up()
  await expect(sea.getByRole('button', { name: /^Wipe, (?:0\.9|1\.0)/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(block).toBeVisible()

  // With keys: frame by frame, away, and back; the next one is like what the shelf has chosen.
  await page.keyboard.press('.')
  await expect(sea.getByRole('button', { name: 'Wipe, 0.53 s' })).toBeVisible()
  await page.keyboard.press('Alt+,')
  await expect(sea.getByRole('button', { name: 'Wipe, 0.20 s' })).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(sea.getByRole('button')).toHaveCount(0)
  await expect(timeline.clip(/./)).toHaveCount(3)
  await page.keyboard.press('Control+z')
  await expect(sea.getByRole('button', { name: 'Wipe, 0.20 s' })).toBeVisible()

  await page.keyboard.press('Alt+Shift+U')
  await expect(wipe).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(shelf.getByRole('radio', { name: 'Push' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(shelf).toBeHidden()
  await sky.click()
  await page.keyboard.press('d')
  await expect(sky.getByRole('button', { name: 'Push, 0.50 s' })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+u')
  await expect(sea.getByRole('button', { name: 'Wipe, 0.20 s' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Alt+u')
  await expect(sky.getByRole('button', { name: 'Push, 0.50 s' })).toHaveAttribute('aria-pressed', 'true')

  await page.reload()
  await expect(sky.getByRole('button', { name: 'Push, 0.50 s' })).toBeVisible()
  await timeline.tools.getByRole('button', { name: 'Transitions' }).click()
  await expect(shelf.getByRole('radio', { name: 'Push' })).toBeChecked()
  await media.close()
})
