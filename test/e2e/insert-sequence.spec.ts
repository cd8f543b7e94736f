/** Another sequence of the project comes in as clips, by keys and by mouse; each time one step takes it back. */
import { openMediaKit } from '../kit/media.ts'
import { makeShot } from '../kit/preview/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'
import { choose } from './pages/parts.ts'

test('the clips of a sequence come into another one at the playhead @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await makeShot(media, 0, { seconds: 3, rate: '30' })
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(timeline.grid, 'drop', [await handed(media.file('shot-0.mp4'), 'video/mp4')])
  await timeline.expectPlaces('3.0 s at 0:00.0')
  await expect(timeline.saved).toBeVisible()

  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('menuitem', { name: '16:9, landscape' }).click()
  await expect(timeline.clips).toHaveCount(0)
  await timeline.tools.getByRole('button', { name: 'Add title' }).click()
  await timeline.expectPlaces('4.0 s at 0:00.0')

  // By keys: the title moves back.
  await timeline.grid.focus()
  await page.keyboard.press('Home')
  await shell.command('Insert sequence as clips')
  const dialog = page.getByRole('dialog', { name: 'Insert sequence as clips' })
  await expect(dialog.getByText(/^Film · 16:9 · 00:00:03:00$|^Film · 00:00:03:00$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await timeline.expectPlaces('3.0 s at 0:00.0', '4.0 s at 0:03.0')
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('4.0 s at 0:00.0')

  // By mouse, behind the title.
  await page.keyboard.press('End')
  await page.keyboard.press('-')
  await page.keyboard.press('-')
  const [tracks, title] = [await timeline.grid.boundingBox(), await timeline.clips.first().boundingBox()]
  if (!tracks || !title)
    throw new Error('the tracks are not on the screen')
  await page.mouse.click(tracks.x + tracks.width - 60, title.y + title.height / 2, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Insert sequence as clips…' }).click()
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
  await timeline.expectPlaces('4.0 s at 0:00.0', '3.0 s at 0:04.0')

  // They are copies: the sequence that they came from keeps its own.
  await page.keyboard.press('Delete')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await expect(timeline.saved).toBeVisible()
  await choose(page, 'Sequence', 'Film · 16:9')
  await timeline.expectPlaces('3.0 s at 0:00.0')
  await media.close()
})
