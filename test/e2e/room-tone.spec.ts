/** Gaps of a recording are filled with its own room tone: found by its levels, heard, filled in one step, taken back in one. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'
import { dropFromDesktop } from './pages/files.ts'

/** Seven seconds that are quiet from 3.5 to 5. */
const talk = 'aevalsrc=if(between(t\\,3.5\\,5)\\,0.0005*(random(0)-0.5)\\,0.3*sin(2*PI*220*t)):s=48000:d=7'

test('a gap is filled with room tone of the same track, from its menu and from the palette @web', async ({ studio, hostName }) => {
  test.skip(hostName !== 'web', 'the sequence is made from outside, which the web host allows only')
  await openTitles(studio)
  const { timeline, page } = studio
  const track = await timeline.grid.getByRole('row').filter({ hasText: 'Audio' }).boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  const media = await openMediaKit()
  const path = await media.make('talk.wav', ['-f', 'lavfi', '-i', talk])
  await dropFromDesktop(page, [path], { x: track.x + track.width / 2, y: track.y + track.height / 2 })
  const parts = timeline.clip(/^talk/)
  await expect(parts).toHaveCount(1)

  // The third second is cut out.
  await parts.click()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+I')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('s')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('s')
  await expect(parts).toHaveCount(3)
  const box = await parts.nth(1).boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.keyboard.press('Escape')
  await parts.nth(1).click()
  await page.keyboard.press('Delete')
  await expect(parts).toHaveCount(2)

  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' })
  await timeline.menu.getByRole('menuitem', { name: 'Fill gap with room tone…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill with room tone' })
  await expect(dialog.getByText('1 gap, 1.0 s in total.')).toBeVisible()
  await expect(dialog.getByText(/^The quiet stretch is from “talk.*1\.[23] s long/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Listen' }).click()
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Listen' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Fill', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(parts).toHaveCount(3)
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Fill with room tone' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(parts).toHaveCount(2)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Fill gaps with room tone')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('1 gap, 1.0 s in total.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fill', exact: true }).press('Enter')
  await expect(parts).toHaveCount(3)
  await media.close()
})
