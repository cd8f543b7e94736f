/** A sequence as a clip of another one, by mouse and keys: placed, opened and changed, taken apart, made of clips, and never in itself. */
import { openMediaKit } from '../kit/media.ts'
import { makeShot } from '../kit/preview/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a sequence is nested in another one, follows its changes, and is taken apart @web @wide', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await makeShot(media, 0, { seconds: 3, rate: '30' })
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  const { grid, clips, inspector } = timeline
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(grid, 'drop', [await handed(media.file('shot-0.mp4'), 'video/mp4')])
  await timeline.expectPlaces('3.0 s at 0:00.0')
  await expect(timeline.saved).toBeVisible()
  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('menuitem', { name: '16:9, landscape' }).click()
  await expect(clips).toHaveCount(0)
  await timeline.tools.getByRole('button', { name: 'Add title' }).click()
  await timeline.expectPlaces('4.0 s at 0:00.0')

  // By keys: it comes in at the playhead, and the title moves back.
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+N')
  const shelf = page.getByRole('dialog', { name: 'Sequences' })
  await expect(shelf.getByRole('button', { name: 'Film 00:00:03:00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shelf).toBeHidden()
  await timeline.expectPlaces('3.0 s at 0:00.0', '4.0 s at 0:03.0')
  const nested = timeline.clip(/^Film, .*nested sequence/)
  await expect(nested).toHaveAttribute('aria-selected', 'true')
  await expect(inspector.getByRole('heading', { name: 'Image' })).toBeVisible()

  // Half clear, as a whole and with keys, and panned: as clips it looks different, which is told, and is taken back.
  const opacity = inspector.getByRole('spinbutton', { name: 'Opacity' })
  await opacity.fill('50')
  await opacity.press('Enter')
  const pan = inspector.getByRole('slider', { name: 'Pan' })
  await pan.focus()
  await page.keyboard.press('ArrowRight')
  await expect(pan).toHaveAttribute('aria-valuetext', '1 % right')
  await nested.click()
  await page.keyboard.press('Alt+k')
  // One for each of x, y and scale.
  await expect(nested.locator('.key')).toHaveCount(3)
  await page.keyboard.press('Alt+Shift+N')
  await expect(page.getByText(/^Taken apart\..*Opacity and title style\./)).toBeVisible()
  await expect(nested).toBeHidden()
  for (const undone of ['its clips', 'its key', 'its pan', 'its opacity']) {
    await expect(timeline.saved, undone).toBeVisible()
    await page.keyboard.press('Control+z')
  }
  await nested.click()
  await expect(opacity).toHaveValue('100')
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')

  // Opened and cut to a second; the outer one tells it, and plays nothing after that.
  await nested.dblclick()
  const back = page.getByRole('button', { name: 'Back to Film 2' })
  await expect(back).toBeVisible()
  await timeline.expectPlaces('3.0 s at 0:00.0')
  await clips.first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press(']')
  await timeline.expectPlaces('1.0 s at 0:00.0')
  await page.keyboard.press('Shift+N')
  await expect(shelf.getByRole('button', { name: 'Film 2' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+O')
  await timeline.expectPlaces('3.0 s at 0:00.0', '4.0 s at 0:03.0')
  await nested.click()
  await expect(inspector).toContainText('The clip is longer than its sequence')

  // Its clips in its place, as one step.
  await page.keyboard.press('Alt+Shift+N')
  await timeline.expectPlaces('1.0 s at 0:00.0', '4.0 s at 0:03.0')
  await expect(nested).toBeHidden()
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('3.0 s at 0:00.0', '4.0 s at 0:03.0')

  // Both clips become one, with a sequence of their own.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Alt+N')
  await timeline.expectPlaces('7.0 s at 0:00.0')
  await page.getByRole('button', { name: 'Open', exact: true }).last().click()
  await timeline.expectPlaces('3.0 s at 0:00.0', '4.0 s at 0:03.0')
  await back.click()
  await timeline.expectPlaces('7.0 s at 0:00.0')
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('3.0 s at 0:00.0', '4.0 s at 0:03.0')

  // By mouse, from the shelf onto the beginning of the title, which it covers.
  await timeline.tools.getByRole('button', { name: 'Sequences' }).click()
  await shelf.getByRole('button', { name: 'Film 00:00:01:00' }).dragTo(timeline.clip(/^Title/), { targetPosition: { x: 5, y: 20 } })
  await timeline.expectPlaces('3.0 s at 0:00.0', '1.0 s at 0:03.0', '3.0 s at 0:04.0')
  await expect(timeline.saved).toBeVisible()

  // It dissolves from the one before it, which has no more pictures then, as a shot would.
  await page.keyboard.press('Escape')
  const second = timeline.clip(/^Film, .*1\.0 seconds at 0:03\.0/)
  await second.click()
  await page.keyboard.press('d')
  await expect(second.getByRole('button', { name: 'Cross-fade, 0.50 s' })).toBeVisible()
  await expect(page.getByText(/Freezes the last frame/).first()).toBeVisible()
  await media.close()
})
