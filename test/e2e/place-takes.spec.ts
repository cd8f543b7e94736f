/** Everything that can be brought onto the tracks: from the desktop, the bin and the clipboard, onto a track, between two, at the playhead. */
import { Buffer } from 'node:buffer'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('files and takes land on the tracks from the desktop, the bin and the clipboard @web @wide', async ({ studio }) => {
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()

  // From the desktop: the browser's event, whose pointer is at the left edge.
  await give(timeline.grid, 'drop', [await handed(await media.tone('bell.wav'), 'audio/wav')])
  await timeline.expectPlaces('1.0 s at 0:00.0')

  // From the bin: at the playhead, over nothing that is there, and the playhead continues.
  await page.keyboard.press('Alt+b')
  const bin = page.getByRole('complementary', { name: 'Bin', exact: true })
  const row = bin.getByRole('listitem').filter({ hasText: 'bell' }).locator('.bin-row')
  const placeHere = async (): Promise<void> => {
    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Add at the playhead' }).click()
  }
  await placeHere()
  await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:00.0')
  await expect(timeline.preview.getByText('00:00:01:00').first()).toBeVisible()
  await placeHere()
  // The view goes along with the playhead; only what is near it is built.
  await expect(timeline.preview.getByText('00:00:02:00').first()).toBeVisible()
  await page.keyboard.press('\\')
  await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:00.0', '1.0 s at 0:01.0')

  // From the clipboard; what was copied here is pasted as before.
  await give(page.locator('body'), 'paste', [await handed(await media.picture('harbour.png'))])
  await timeline.clip(/^harbour/).waitFor()
  await page.keyboard.press('\\')
  await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:00.0', '1.0 s at 0:01.0', '4.0 s at 0:02.0')
  await timeline.clip(/^harbour/).click()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+v')
  await expect(timeline.clip(/^harbour/)).toHaveCount(2)
  await page.keyboard.press('\\')
  await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:00.0', '1.0 s at 0:01.0', '4.0 s at 0:02.0', '4.0 s at 0:06.0')

  // Between two tracks of sound: a new one.
  const rows = timeline.grid.getByRole('row')
  const before = await rows.count()
  const last = await timeline.grid.getByRole('row').filter({ hasText: 'A2' }).boundingBox()
  const grid = await timeline.grid.boundingBox()
  if (!last || !grid)
    throw new Error('the tracks are not on the screen')
  await row.dragTo(timeline.grid, { targetPosition: { x: 400, y: last.y - grid.y - 1 } })
  await expect(rows).toHaveCount(before + 1)
  await timeline.tools.getByRole('button', { name: 'Undo: Place clips' }).click()
  await expect(rows).toHaveCount(before)
  await media.close()
})

test('the preview of a shot is made again when somebody asks for it, and what cannot be read is told @web', async ({ studio, watch }) => {
  // The page may still be loading the preview that is thrown away; it asks again.
  watch.expect(/404 \(Not Found\) \(\S+\/media\//)
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(timeline.grid, 'drop', [await handed(await media.clip('harbour.mp4', { seconds: 3 }), 'video/mp4')])
  const clip = timeline.clip(/^harbour/)
  await clip.waitFor()
  const madeAt = async (): Promise<number> => {
    let at = 0
    await studio.running.call?.(async (client) => {
      const events = await client.renditions.changes({})
      const first = await events.next()
      await events.return?.()
      at = first.done ? 0 : Math.max(0, ...first.value.changed.map(one => one.state === 'ready' ? one.madeAt : 0))
    })
    return at
  }
  await expect.poll(madeAt).toBeGreaterThan(0)
  const before = await madeAt()
  const makeAgain = async (): Promise<void> => {
    await clip.click({ button: 'right' })
    await timeline.menu.getByRole('menuitem', { name: 'Rebuild proxy' }).click()
  }
  await makeAgain()
  await expect.poll(madeAt).toBeGreaterThan(before)

  const assets = join(studio.folder, 'assets')
  const [original = ''] = (await readdir(assets, { recursive: true })).filter(name => name.endsWith('.mp4'))
  await writeFile(join(assets, original), Buffer.alloc(5000))
  await makeAgain()
  await expect(timeline.inspector.getByText('The file is damaged.')).toBeVisible()
  await expect(timeline.preview.getByText('Media cannot be read')).toBeVisible()
  await media.close()
})
