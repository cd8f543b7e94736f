/** The source viewer: a part of a take is marked with mouse and keys, comes onto the tracks, and is kept with the take. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a take is opened, marked, inserted, overwritten, appended, replaced and dragged; its marks are kept @web @wide', async ({ studio }) => {
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()

  // From the bin; the keys of the transport are for the source now.
  await page.keyboard.press('Alt+b')
  const bin = page.getByRole('complementary', { name: 'Bin', exact: true })
  await give(bin, 'drop', [await handed(await media.clip('harbour.mp4', { seconds: 4, rate: '30' }), 'video/mp4')])
  const row = bin.getByRole('listitem').filter({ hasText: 'harbour' }).locator('.bin-row')
  await row.dblclick()
  const source = page.getByRole('region', { name: 'Source', exact: true })
  const time = source.locator('.time').first()
  await expect(page.getByRole('tab', { name: 'Source' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(time).toHaveText('00:00:01:00')
  await page.keyboard.press('i')
  await time.click()
  await page.keyboard.type('2:00')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('o')
  await expect(source.getByTitle('Length from in to out')).toHaveText('00:00:01:00')

  // Insert twice: the second comes behind the first. Each is one step.
  await source.getByRole('button', { name: 'Insert' }).click()
  await timeline.expectPlaces('1.0 s at 0:00.0')
  await page.keyboard.press('<')
  await timeline.expectPlaces('1.0 s at 0:00.0', '1.0 s at 0:01.0')
  await page.keyboard.press('Control+z')
  await timeline.expectPlaces('1.0 s at 0:00.0')

  // A click on the tracks gives the keys to the sequence: the playhead moves, and the part overwrites the second half.
  const clip = timeline.clip(/^harbour/).first()
  await clip.click()
  await page.keyboard.press('Home')
  for (let frame = 0; frame < 15; frame++)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('>')
  await timeline.expectPlaces('0.5 s at 0:00.0', '1.0 s at 0:00.5')
  await page.keyboard.press('Shift+a')
  // Only what is near the playhead is built.
  await page.keyboard.press('\\')
  await timeline.expectPlaces('0.5 s at 0:00.0', '1.0 s at 0:00.5', '1.0 s at 0:01.5')

  // Match frame shows the part that the clip plays, and keeps nothing of it.
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+f')
  await expect(source.getByTitle('Length from in to out')).toHaveText('00:00:00:15')
  await expect(time).toHaveText('00:00:01:00')
  const before = await markedPart()
  expect(before).toEqual({ inSeconds: 1, outSeconds: 2 })

  // The out point by the mouse, which is kept; undo takes it back.
  const out = source.getByRole('slider', { name: 'Out point of the source' })
  const [handle, ruler] = [await out.boundingBox(), await source.locator('.ruler').boundingBox()]
  if (!handle || !ruler)
    throw new Error('the ruler is not on the screen')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(ruler.x + ruler.width * 0.75, handle.y + 4, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await markedPart()).outSeconds ?? 0)).toBe(3)
  await page.keyboard.press('Control+z')
  await expect.poll(markedPart).toEqual(before)
  await expect(page.getByText('Undone: set the in and out of')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => Math.round((await markedPart()).outSeconds ?? 0)).toBe(3)
  await page.keyboard.press('Alt+x')
  await expect.poll(markedPart).toEqual({ inSeconds: null, outSeconds: null })
  await page.keyboard.press('i')
  await expect.poll(async () => (await markedPart()).inSeconds).toBeGreaterThan(1)

  // Replace keeps the place and the length of the clip.
  await clip.click()
  await page.keyboard.press('Shift+x')
  await timeline.expectPlaces('0.5 s at 0:00.0', '1.0 s at 0:00.5', '1.0 s at 0:01.5')
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Replace from source' })).toBeVisible()

  // Dragged onto a track: the marked part, as from the bin.
  await page.getByRole('tab', { name: 'Source' }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('i')
  await expect(source.getByTitle('Length from in to out')).toHaveText('00:00:01:01')
  const grid = await timeline.grid.boundingBox()
  const track = await clip.boundingBox()
  if (!grid || !track)
    throw new Error('the tracks are not on the screen')
  await source.locator('[data-drag=all]').dragTo(timeline.grid, { targetPosition: { x: grid.width - 120, y: track.y - grid.y + 20 } })
  // The tracks scroll to what came; all of them are shown again.
  await expect(async () => {
    await page.keyboard.press('\\')
    await expect(timeline.clips).toHaveCount(4, { timeout: 1000 })
  }).toPass()
  const dropped = async () => (await timeline.places()).filter(place => place.startsWith('1.0 s at') && !/0:0[01]\.5$/.test(place))
  await expect.poll(async () => (await dropped()).length).toBe(1)
  await media.close()

  async function markedPart() {
    let marks = { inSeconds: null as number | null, outSeconds: null as number | null }
    await studio.running.call?.(async (client) => {
      const { takes: [take] } = await client.takes.search({
        ...{ text: '', kinds: [], media: ['video'], modelIds: [], projectId: null, onlyMadeThere: false, lineId: null },
        ...{ onlyStarred: false, onlyIncomplete: false, inTrash: false, cursor: null, limit: 5 },
      })
      marks = take?.marks ?? marks
    })
    return marks
  }
})
