/** Pauses of a recording become shorter, or are removed: found by the sound, heard, chosen, cut in one step, and taken back in one. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'
import { dropFromDesktop } from './pages/files.ts'

/** Seven seconds that are quiet from 1 to 2 and from 3.5 to 5. */
const talk = 'aevalsrc=if(between(t\\,1\\,2)+between(t\\,3.5\\,5)\\,0.0005*(random(0)-0.5)\\,0.3*sin(2*PI*220*t)):s=48000:d=7'

test('pauses are listed, heard and tightened in one step; removing silences leaves nothing of them', async ({ studio, hostName }) => {
  test.skip(hostName !== 'web', 'the sequence is made from outside, which the web host allows only')
  await openTitles(studio)
  const { timeline, page } = studio
  const track = await timeline.grid.getByRole('row').filter({ hasText: 'Audio' }).boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  const media = await openMediaKit()
  const path = await media.make('talk.wav', ['-f', 'lavfi', '-i', talk])
  await dropFromDesktop(page, [path], { x: track.x + track.width / 2, y: track.y + track.height / 2 })
  const parts = timeline.clip(/^talk/)
  await expect(parts).toHaveCount(1)
  await parts.click()

  // By the mouse: from the menu of the clip, with one of the two left as it is.
  await parts.click({ button: 'right' })
  await timeline.menu.getByRole('menuitem', { name: 'Tighten pauses…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tighten pauses' })
  const rows = dialog.getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText(/0\.99 s|1\.00 s/)
  await expect(rows.nth(1)).toContainText(/1\.49 s|1\.50 s/)
  await expect(dialog.getByText(/^2 pauses, 1\.[89] s saved$/)).toBeVisible()
  await rows.nth(0).getByRole('button', { name: 'Play how it will sound' }).click()
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await rows.nth(1).getByRole('checkbox').click()
  await expect(dialog.getByText(/^1 pause, 0\.[67] s saved$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Tighten', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(parts).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(parts).toHaveCount(1)

  // By keys: from the palette, both removed but for what protects speech.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Remove silences')
  await page.keyboard.press('Enter')
  const removing = page.getByRole('dialog', { name: 'Remove silences' })
  await expect(removing.getByText(/^2 pauses, 2\.[01] s saved$/)).toBeVisible()
  await removing.getByRole('row').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(removing.getByText(/^1 pause, 0\.[78] s saved$/)).toBeVisible()
  await page.keyboard.press('Space')
  await removing.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(removing).toHaveCount(0)
  await expect(parts).toHaveCount(3)
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Remove silences' })).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect(parts).toHaveCount(1)

  await media.close()

  // A locked track is refused in words.
  await parts.click()
  await timeline.grid.getByRole('button', { name: 'Lock A2 Audio' }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Tighten pauses')
  await page.keyboard.press('Enter')
  await expect(studio.shell.news.said(/locked/i).last()).toBeVisible()
})
