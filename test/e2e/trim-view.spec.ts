/** One sees what one trims: the frame of the edge in the preview, both of a cut, how far it went, and where its source ends. */
import { join } from 'node:path'
import process from 'node:process'
import { openMediaKit } from '../kit/media.ts'
import { burned, makeShot } from '../kit/preview/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('the frame of an edge is seen while it is trimmed, rolled, slipped and slid, with the pointer and with keys @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  for (const file of [0, 1, 2])
    await makeShot(media, file, { seconds: 4 })
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const files = await Promise.all([0, 1, 2].map(file => handed(media.file(`shot-${file}.mp4`), 'video/mp4')))
  await give(timeline.grid, 'drop', files)
  await timeline.expectPlaces('4.0 s at 0:00.0', '4.0 s at 0:04.0', '4.0 s at 0:08.0')
  await page.keyboard.press('\\')
  await page.keyboard.press('n')

  const view = page.getByRole('group', { name: 'Frames at the edges' })
  const first = timeline.clip(/^shot-0/)
  const second = timeline.clip(/^shot-1/)
  /** The numbers burned into the frames that are shown. */
  const codes = (): Promise<number[]> => view.locator('canvas').evaluateAll(all => all.map((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement))
      return -1
    const box = canvas.width / 16
    const row = canvas.getContext('2d')?.getImageData(0, Math.round(box / 2), canvas.width, 1).data ?? new Uint8ClampedArray()
    const isWhite = (bit: number): boolean => (row[Math.round((bit + 0.5) * box) * 4 + 1] ?? 0) > 128
    return Array.from({ length: 12 }, (_, bit) => isWhite(bit) ? 2 ** bit : 0).reduce((sum, each) => sum + each, 0)
  }))
  const moved = async (): Promise<number> => {
    const told = await view.locator('.told strong').textContent() ?? ''
    const [, sign = '', seconds = '0', frames = '0'] = /^([-+]?)00:00:(\d\d):(\d\d)/.exec(told) ?? []
    return (sign === '-' ? -1 : 1) * (Number(seconds) * 30 + Number(frames))
  }
  const picture = async (name: string): Promise<void> => {
    if (process.env.PICTURES)
      await page.screenshot({ path: join(process.env.PICTURES, `trim-${name}.png`) })
  }
  const { width } = await first.boundingBox() ?? { width: 0 }
  const second30 = width / 4

  // An end, inward: the last frame that is left. The proxy comes first.
  await timeline.drag(first, -2, -second30, { drop: false })
  await expect(view).toBeVisible()
  const inward = await moved()
  expect(Math.abs(inward + 30)).toBeLessThan(3)
  await expect.poll(codes).toEqual([burned(0, 119 + inward)])
  await expect(view).toContainText('Last frame')
  await expect(view).toContainText('left in the source')
  await picture('end')
  await page.mouse.up()
  await expect(view).toHaveCount(0)

  // Outward to where the source ends, which is said.
  await timeline.drag(first, -2, second30 * 3, { drop: false })
  await expect.poll(codes).toEqual([burned(0, 119)])
  await expect(view.getByRole('status')).toHaveText('End of the source reached.')
  await expect(view).toContainText('Nothing left in the source')
  await picture('source-ends')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(view).toHaveCount(0)

  // A start that closes up, so that both sides of the next cut have some of their source left.
  await page.keyboard.down('Control')
  await timeline.drag(second, 2, second30, { drop: false })
  const start = await moved()
  await expect.poll(codes).toEqual([burned(1, start)])
  await page.mouse.up()
  await page.keyboard.up('Control')

  // Keys: the edge that was clicked, frame by frame. The clip is drawn as long as it is now before its end is looked for.
  const boxOf = async () => await second.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect.poll(async () => Math.abs((await boxOf()).width - width * (120 - start) / 120)).toBeLessThan(2)
  const box = await boxOf()
  await page.mouse.click(box.x + box.width - 2, box.y + box.height * 0.7)
  await expect(page.locator('.sheet > .edge')).toBeVisible()
  await expect(view).toHaveCount(0)
  for (let press = 0; press < 3; press++)
    await page.keyboard.press(',')
  await expect.poll(codes).toEqual([burned(1, 116)])
  expect(await moved()).toBe(-3)
  await page.keyboard.press('Alt+.')
  await expect(page.getByText('End of the source reached.').last()).toBeVisible()
  await expect.poll(codes).toEqual([burned(1, 119)])
  await picture('keys')
  await page.keyboard.press('Control+z')
  await expect.poll(codes).toEqual([burned(1, 116)])
  await page.keyboard.press('ArrowRight')
  await expect(view).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('.sheet > .edge')).toHaveCount(0)

  // A slip: in and out. A slide: what comes before and after.
  await page.keyboard.press('y')
  await timeline.drag(second, 40, second30 / 3, { drop: false })
  await expect.poll(async () => (await codes()).length).toBe(2)
  const slipped = await moved()
  await expect.poll(codes).toEqual([burned(1, start - slipped), burned(1, 116 - slipped)])
  await picture('slip')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await media.close()
})
