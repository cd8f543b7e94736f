/** Scopes next to the preview: chosen in a menu, said in words, changed with the picture, and kept over a reload. */
import { chromaOf } from '#rules/colour/scopes.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a scope shows what the preview shows, follows the colours of a clip, and stays chosen @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(timeline.grid, 'drop', [await handed(await media.picture('grey.png', { width: 1280, height: 720, colour: '0x808080' }))])
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await page.keyboard.press('\\')
  await timeline.clip(/^grey/).click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')

  const choose = async (name: string) => {
    await timeline.preview.getByRole('button', { name: 'Preview settings' }).click()
    await page.getByText('Scopes', { exact: true }).hover()
    await page.getByText(name, { exact: true }).last().click()
  }
  const scope = (name: RegExp) => timeline.preview.getByRole('img', { name })
  /** The share of the scope's picture that is lit, and the middle of it, from 0 to 1. */
  const lit = () => timeline.preview.locator('.scope canvas').evaluate(async (canvas: HTMLCanvasElement) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
    copy.drawImage(canvas, 0, 0)
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
    let [count, x, y] = [0, 0, 0]
    for (let at = 0; at < data.length; at += 4) {
      // Lines and letters are fainter than a trace of thousands of pixels.
      if (data[at + 3]! < 170)
        continue
      count++
      x += at / 4 % canvas.width
      y += Math.floor(at / 4 / canvas.width)
    }
    return { count, x: x / count / canvas.width, y: y / count / canvas.height }
  })

  await choose('Waveform')
  await expect(scope(/^Waveform: brightness 50–50%, 50% on average; saturation 0%$/)).toBeVisible()
  await expect.poll(async () => Math.abs((await lit()).y - 0.5) < 0.02 || await lit()).toBe(true)

  // It follows the colours: darker, and then red.
  const { inspector } = timeline
  await inspector.getByRole('spinbutton', { name: 'Exposure', exact: true }).fill('-2')
  await inspector.getByRole('spinbutton', { name: 'Exposure', exact: true }).press('Enter')
  await expect(scope(/^Waveform: brightness 28–28%/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await timeline.clip(/^grey/).click({ position: { x: 60, y: 20 } })
  await page.keyboard.press('Home')
  await expect(scope(/^Waveform: brightness 50–50%/)).toBeVisible()

  await choose('Vectorscope')
  await expect(scope(/^Vectorscope: /)).toBeVisible()
  await inspector.getByRole('spinbutton', { name: 'Gain: red' }).fill('50')
  await inspector.getByRole('spinbutton', { name: 'Gain: red' }).press('Enter')
  await expect(scope(/^Vectorscope: .* saturation (?!0%)\d+%$/)).toBeVisible()
  const red = Math.min(1, 128 / 255 * Math.SQRT2)
  const { x, y } = chromaOf([red, 128 / 255, 128 / 255])
  await expect.poll(async () => {
    const found = await lit()
    return (Math.abs(found.x - (0.5 + x * 216 / 384)) < 0.03 && Math.abs(found.y - (0.5 - y)) < 0.03) || found
  }).toBe(true)

  for (const name of ['RGB parade', 'Histogram']) {
    await choose(name)
    await expect(scope(new RegExp(`^${name}: `))).toBeVisible()
    await expect.poll(async () => (await lit()).count > 0).toBe(true)
  }

  // Kept over a reload; hidden by its button, and by the same choice.
  await page.reload()
  await expect(scope(/^Histogram: /)).toBeVisible()
  await timeline.preview.getByRole('button', { name: 'Hide the scope' }).click()
  await expect(timeline.preview.locator('.scope')).toHaveCount(0)
  await choose('Waveform')
  await choose('Waveform')
  await expect(timeline.preview.locator('.scope')).toHaveCount(0)
  await media.close()
})
