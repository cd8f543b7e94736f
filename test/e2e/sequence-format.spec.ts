/** The frame rate and size of a sequence: proposed by the first film, chosen for a new one, changed later, and taken back in one step. */
import { openMediaKit } from '../kit/media.ts'
import { makeShot } from '../kit/preview/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a sequence takes the format of its first film, or another, and its clips keep their time @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await makeShot(media, 0, { seconds: 4, rate: '25' })
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const { inspector, preview } = timeline
  const rate = inspector.getByLabel('Frame rate')
  const size = inspector.getByLabel('Size')
  const length = preview.locator('.time.end')
  await expect(rate).toHaveValue('30')

  // The first film proposes its own.
  await give(timeline.grid, 'drop', [await handed(media.file('shot-0.mp4'), 'video/mp4')])
  await timeline.expectPlaces('4.0 s at 0:00.0')
  const proposal = page.getByText('The sequence can have the format of “shot-0')
  await expect(proposal).toBeVisible()
  await expect(length).toHaveText('00:00:04:00')
  await page.getByRole('button', { name: 'Use its format' }).click()
  await page.keyboard.press('Escape')
  await expect(rate).toHaveValue('25')
  await expect(size).toHaveValue('')
  await expect(inspector.getByLabel('Width')).toHaveValue('640')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await expect(length).toHaveText('00:00:04:00')

  // Another rate and size later: times stay, and one step takes each back.
  await rate.selectOption('59.94')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await expect(length).toHaveText('00:00:04;00')
  await size.selectOption('1080 × 1920')
  await expect(page.getByRole('region', { name: 'Preview' }).locator('.stage')).toHaveCSS('aspect-ratio', /^0\.5625/)
  await page.keyboard.press('Control+z')
  await expect(inspector.getByLabel('Width')).toHaveValue('640')
  await expect(rate).toHaveValue('59.94')
  await page.keyboard.press('Control+z')
  await expect(rate).toHaveValue('25')
  await page.keyboard.press('Control+z')
  await expect(rate).toHaveValue('30')
  await expect(size).toHaveValue('1920 × 1080')
  await timeline.expectPlaces('4.0 s at 0:00.0')

  // A new one, in any size.
  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('menuitem', { name: 'Other size or frame rate…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Square for the web')
  await dialog.getByLabel('Frame rate').selectOption('23.976')
  await dialog.getByLabel('Size').selectOption({ label: 'Other…' })
  await dialog.getByLabel('Width').fill('900')
  await dialog.getByLabel('Height').fill('900')
  await dialog.getByLabel('Height').press('Tab')
  await dialog.getByRole('button', { name: 'Create sequence' }).click()
  await expect(rate).toHaveValue('23.976')
  await expect(inspector.getByLabel('Width')).toHaveValue('900')
  await expect(inspector.getByLabel('Height')).toHaveValue('900')
  await media.close()
})
