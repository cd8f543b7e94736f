/** Cross-fades at cuts by key and by numbers: what is missing of a source is said, sounds have a curve, and undo takes all back at once. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('cross-fades are set at all cuts, say when a last frame freezes, and have a curve for audio @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const shot = (source: string) => ['-f', 'lavfi', '-i', `${source}=s=320x180:r=30:d=3`, '-pix_fmt', 'yuv420p']
  const add = async (path: string, type: string): Promise<void> => {
    // Only clips that are on the screen are there.
    await page.keyboard.press('\\')
    const count = await timeline.clip(/./).count()
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    await give(page.locator('body'), 'paste', [await handed(path, type)])
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(/./)).toHaveCount(count + 1, { timeout: 1000 })
    }).toPass()
  }
  await add(await media.make('boat.mp4', shot('testsrc')), 'video/mp4')
  await add(await media.make('sea.mp4', shot('testsrc2')), 'video/mp4')
  await page.keyboard.press('\\')

  // All of the first shot is shown: its last frame freezes, and the page says so before and after.
  const { inspector } = timeline
  const sea = timeline.clip(/^sea/)
  await sea.click()
  await expect(inspector).toContainText('The clip before has 0.0 s more for it.')
  await page.keyboard.press('d')
  await expect(page.getByText('Freezes the last frame for 0.5 s.')).toHaveCount(2)
  await expect(inspector).toContainText('Freezes the last frame for 0.5 s.')
  await expect(sea.locator('.cross')).toBeVisible()
  await page.keyboard.press('d')
  await expect(sea.locator('.cross')).toHaveCount(0)

  // A second is cut off its end: that is what the cross-fade uses now.
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await timeline.clip(/^boat/).click()
  await page.keyboard.press('w')
  await sea.click()
  await expect(inspector).toContainText('The clip before has 1.0 s more for it.')
  const length = inspector.getByRole('textbox', { name: 'Cross-fade', exact: true })
  await length.fill('36f')
  await length.press('Enter')
  await expect(inspector).toContainText('Freezes the last frame for')
  await page.keyboard.press('Escape')
  await sea.click()
  await page.keyboard.press('Control+z')
  await expect(inspector).toContainText('The clip before has 1.0 s more for it.')

  // Two sounds, too: every cut of the selection in one step, and back in one.
  await add(await media.tone('bell.wav'), 'audio/wav')
  await add(await media.tone('horn.wav'), 'audio/wav')
  await page.keyboard.press('\\')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('d')
  await expect(timeline.clip(/./).locator('.cross')).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(timeline.clip(/./).locator('.cross')).toHaveCount(0)
  await page.keyboard.press('d')

  const horn = timeline.clip(/^horn/)
  await page.keyboard.press('Escape')
  await horn.click()
  await expect(inspector).toContainText('The clip before is silent for the last 0.5 s.')
  await inspector.getByText('Equal power').click()
  await page.getByText('S-curve', { exact: true }).click()
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Cross-fade' })).toBeVisible()
  await page.reload()
  await horn.click()
  await expect(inspector.getByText('S-curve', { exact: true })).toBeVisible()
  await media.close()
})
