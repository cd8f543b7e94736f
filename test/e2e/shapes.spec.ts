/** Shapes, a counter, a gradient and a sticker over the picture: placed, changed on the preview and in the inspector, taken back. */
import type { Page } from '@playwright/test'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'
import { give, handed } from './pages/files.ts'

/** Of the preview, at shares of its width and height. */
function pixelAt(page: Page, x: number, y: number): Promise<number[]> {
  return page.getByRole('region', { name: 'Preview' }).locator('canvas').first().evaluate((canvas: HTMLCanvasElement, at) => {
    const [left, top] = [Math.floor(canvas.width * at.x), Math.floor(canvas.height * at.y)]
    return [...canvas.getContext('2d')?.getImageData(left, top, 1, 1).data ?? []].slice(0, 3)
  }, { x, y })
}
function expectPixel(page: Page, [x, y]: readonly [number, number], colour: readonly number[], within = 6): Promise<void> {
  return expect.poll(async () => {
    const found = await pixelAt(page, x, y)
    return found.every((value, at) => Math.abs(value - colour[at]!) <= within) || found
  }).toBe(true)
}
const yellow = [0xFF, 0xD2, 0x3F]
const black = [0, 0, 0]

test('a shape comes to the playhead, is stretched on the preview, and becomes another one @web', async ({ studio }) => {
  await openTitles(studio)
  const { page, timeline } = studio
  const { inspector, preview, tools } = timeline
  await page.keyboard.press('End')
  await tools.getByRole('button', { name: 'Add shape' }).click()
  await page.getByRole('dialog', { name: 'Add shape' }).getByRole('button', { name: 'Rectangle' }).click()
  const rectangle = timeline.clip(/^Rectangle.* 4\.0 seconds/)
  await expect(rectangle).toBeVisible()
  await expectPixel(page, [0.5, 0.5], yellow)
  await expectPixel(page, [0.72, 0.5], black)

  // By its right side: as wide again.
  const width = inspector.getByRole('spinbutton', { name: 'Width' })
  await expect(width).toHaveValue('60')
  const box = (await preview.locator('.handle.e').boundingBox())!
  const frame = (await preview.locator('canvas').first().boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + frame.height * 0.1, box.y + box.height / 2, { steps: 4 })
  await page.mouse.move(box.x + box.width / 2 + frame.height * 0.3, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.abs(Number(await width.inputValue()) - 120)).toBeLessThan(2)
  await expectPixel(page, [0.72, 0.5], yellow)
  const undo = (step: string) => tools.getByRole('button', { name: `Undo: ${step}` })
  await undo('Edit shape').click()
  await expect(width).toHaveValue('60')
  await expectPixel(page, [0.72, 0.5], black)

  // Hollow; and another kind, which has its name.
  await inspector.getByLabel('Outline', { exact: true }).check()
  await inspector.getByLabel('Fill', { exact: true }).uncheck()
  await expectPixel(page, [0.5, 0.5], black)
  await inspector.getByLabel('Fill', { exact: true }).check()
  const kind = inspector.locator('.n-select').and(inspector.getByLabel('Kind'))
  await kind.click()
  await page.locator('.n-base-select-option').filter({ hasText: 'Star' }).click()
  await expect(timeline.clip(/^Star/)).toBeVisible()
  await expect(inspector.getByRole('spinbutton', { name: 'Points' })).toHaveValue('5')
  const enters = inspector.locator('.n-select').and(inspector.getByLabel('Enters'))
  await enters.click()
  const choices = page.locator('.n-base-select-option')
  await expect(choices.filter({ hasText: 'Growing' })).toBeVisible()
  await expect(choices.filter({ hasText: 'Letter by letter' })).toHaveCount(0)
  await choices.filter({ hasText: 'Growing' }).click()
  await expect(timeline.clip(/^Star/)).toBeVisible()

  // By keys alone.
  const count = await timeline.clips.count()
  await page.keyboard.press('Escape')
  await studio.shell.command('Add arrow')
  await expect(timeline.clip(/^Arrow/)).toBeVisible()
  await undo('Place clips').click()
  await expect(timeline.clips).toHaveCount(count)
})

test('a title counts: from the template, in another format, and after it is cut in two', async ({ studio }) => {
  await openTitles(studio)
  const { page, timeline } = studio
  const { inspector } = timeline
  await page.keyboard.press('End')
  await studio.shell.command('Title from template…')
  await page.getByRole('dialog', { name: 'Title from template' }).getByRole('button', { name: 'Counter' }).click()
  await expect(timeline.clip(/^100,? /)).toBeVisible()
  await page.keyboard.type('Over # readers')
  const to = inspector.getByRole('spinbutton', { name: 'To', exact: true })
  await to.fill('12000')
  await to.press('Enter')
  const format = inspector.locator('.n-select').and(inspector.getByLabel('Format'))
  await format.click()
  await page.locator('.n-base-select-option').filter({ hasText: '12,345' }).click()
  await expect(timeline.clip(/^Over 12,000 readers/)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await timeline.clip(/^Over 12,000 readers/).click({ position: { x: 40, y: 20 } })
  await page.keyboard.press('Control+b')
  await expect(timeline.clip(/^Over 12,000 readers/)).toHaveCount(2)
  // Both know what they are parts of, so their share of time is that of the whole.
  await expect(inspector.getByRole('spinbutton', { name: 'Done after' })).toHaveValue('80')
})

test('a gradient is drawn, placed and changed, and a film with transparency over it shows it @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await timeline.tools.getByRole('button', { name: 'Add gradient…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gradient' })
  await dialog.getByLabel('Colour', { exact: true }).fill('#c00000')
  await dialog.getByRole('button', { name: 'Stop 2 at 100%' }).focus()
  await dialog.getByLabel('Colour', { exact: true }).fill('#0000c0')
  await dialog.getByRole('button', { name: 'Add stop' }).click()
  await expect(dialog.getByRole('button', { name: 'Stop 2 at 50%' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove stop' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  const gradient = timeline.clip(/^Gradient #c00000 #0000c0/)
  await expect(gradient).toBeVisible()
  await page.keyboard.press('Home')
  await expectPixel(page, [0.5, 0.01], [0xBE, 0, 2])
  await expectPixel(page, [0.5, 0.5], [0x60, 0, 0x60])

  // The other way round, to the right, by the inspector; and back.
  await gradient.click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await timeline.inspector.getByRole('button', { name: 'Edit gradient…' }).click()
  const angle = dialog.getByRole('spinbutton', { name: 'Angle' })
  await angle.fill('90')
  await angle.press('Enter')
  await dialog.getByRole('button', { name: 'Reverse' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expectPixel(page, [0.99, 0.5], [0xBE, 0, 2])
  await timeline.tools.getByRole('button', { name: 'Undo: Edit gradient' }).click()
  await expectPixel(page, [0.5, 0.01], [0xBE, 0, 2])

  // A disc, clear around it, as VP9: above the gradient, which is seen around it.
  const disc = await media.make('sticker.webm', [
    ...['-f', 'lavfi', '-i', `color=c=black:s=320x180:r=30:d=2,format=rgba,geq=r=0:g=192:b=0:a='255*lt(hypot(X-160,Y-90),60)'`],
    ...['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-crf', '10', '-b:v', '0', '-auto-alt-ref', '0'],
  ])
  await give(timeline.grid, 'drop', [await handed(disc, 'video/webm')])
  await expect(timeline.clip(/^sticker/)).toBeVisible()
  await page.keyboard.press('Home')
  await expectPixel(page, [0.5, 0.5], [0, 0xC0, 0], 16)
  await expectPixel(page, [0.5, 0.01], [0xBE, 0, 2])
})
