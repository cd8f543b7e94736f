/**
 * A nested sequence is ramped like a shot: by a template and by points, heard along its ramp, cut, kept, and taken apart with it. Of
 * another shape, it is over its own blurred copy.
 */
import { Buffer } from 'node:buffer'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('the speed of a nested sequence changes by points, in picture and sound @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  const { inspector, grid } = timeline
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  // Red for two seconds, then blue.
  const film = `color=c=0xc02020:s=320x180:r=30:d=4,drawbox=w=iw:h=ih:c=0x2020c0:t=fill:enable='gte(t,2)'`
  const spoken = ['-f', 'lavfi', '-i', film, '-f', 'lavfi', '-i', 'sine=d=4', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await give(grid, 'drop', [await handed(await media.make('gull.mp4', spoken), 'video/mp4')])
  await expect(timeline.clip(/^gull/)).toHaveCount(2)
  await expect(timeline.saved).toBeVisible()
  await page.getByRole('button', { name: 'New sequence' }).click()
  await page.getByRole('menuitem', { name: /^9:16/ }).click()
  await timeline.expectPlaces()
  await grid.focus()
  await page.keyboard.press('Shift+N')
  await expect(page.getByRole('dialog', { name: 'Sequences' }).getByRole('button', { name: /^Film/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await page.keyboard.press('\\')
  const nested = timeline.clip(/^Film.*, .*nested sequence/).first()
  await expect(nested).toHaveAttribute('aria-selected', 'true')
  const choose = async (name: string): Promise<void> => {
    await inspector.locator('.pair', { hasText: 'Ramp' }).locator('.n-base-selection').click()
    await page.locator('.n-base-select-option').getByText(name, { exact: true }).click()
  }
  const copyOf = (pitch: 'k' | 's') => page.waitForResponse(response => courseIn(response.url())?.startsWith(pitch) === true)

  const canvas = timeline.preview.locator('canvas').first()
  const shownAt = (down: number): Promise<string> => canvas.evaluate((canvas: HTMLCanvasElement, down) => {
    const at = [canvas.width / 2, Math.floor(canvas.height * down), 1, 1] as const
    const [red = 0, , blue = 0] = canvas.getContext('2d')?.getImageData(...at).data ?? []
    const [most, least] = [Math.max(red, blue), Math.min(red, blue)]
    return most < 20 ? 'black' : most < 2.5 * least ? `${red} ${blue}` : `${most > 155 ? '' : 'dark '}${red > blue ? 'red' : 'blue'}`
  }, down)
  const expectAt = async (seconds: number, colour: string): Promise<void> => {
    await nested.click()
    await page.keyboard.press('Home')
    for (let at = 0; at < seconds; at++)
      await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => shownAt(0.5)).toBe(colour)
  }
  await expectAt(1, 'red')
  await expectAt(2, 'blue')

  // A template: all of the sequence, for longer. What is heard of it follows, with its pitch or without.
  const kept = copyOf('k')
  await choose('Ease in')
  await expect(nested).toHaveAccessibleName(/≈\d+%/)
  await timeline.expectPlaces('5.1 s at 0:00.0')
  expect((await kept).ok()).toBe(true)
  const pitch = inspector.getByRole('switch', { name: 'Keep pitch' })
  await expect(pitch).toBeChecked()
  const shifted = copyOf('s')
  await pitch.click()
  await expect(pitch).not.toBeChecked()
  expect((await shifted).ok()).toBe(true)

  // Its points are dragged in the clip.
  await expect(nested.locator('.point')).toHaveCount(2)
  const point = await nested.locator('.point').nth(1).boundingBox()
  if (!point)
    throw new Error('no point is on the screen')
  const [x, y] = [point.x + point.width / 2, point.y + point.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 24, { steps: 4 })
  await page.mouse.up()
  const second = inspector.getByRole('spinbutton', { name: 'Speed of point 2' })
  await expect(second).toHaveValue('200')

  // It is slower at first, also where it is cut; undo joins both.
  await expectAt(2, 'red')
  await page.keyboard.press('s')
  await expect(timeline.clip(/^Film.*, .*nested sequence/)).toHaveCount(2)
  await expect.poll(() => shownAt(0.5)).toBe('red')
  await page.keyboard.press('Control+z')
  await expect(timeline.clip(/^Film.*, .*nested sequence/)).toHaveCount(1)

  // In its own shape, the frame has nothing above it; then its own blurred copy, which is darker.
  const fit = inspector.getByRole('group', { name: 'Fit' })
  await nested.click()
  await expect.poll(() => shownAt(0.1)).toBe('black')
  await fit.getByRole('button', { name: 'Blurred' }).click()
  await expect(fit.getByRole('button', { name: 'Blurred' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => shownAt(0.1)).toBe('dark red')
  await expect.poll(() => shownAt(0.5)).toBe('red')
  await inspector.getByRole('spinbutton', { name: 'Darkness' }).fill('0')
  await inspector.getByRole('spinbutton', { name: 'Darkness' }).press('Enter')
  await expect.poll(() => shownAt(0.1)).toBe('red')
  await expect(timeline.saved).toBeVisible()

  // It is there after a reload, and taken apart the shot and its audio have it.
  await page.reload()
  await nested.click()
  await expect(second).toHaveValue('200')
  await expect(pitch).not.toBeChecked()
  await expect(fit.getByRole('button', { name: 'Blurred' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Alt+Shift+N')
  await expect(timeline.clip(/^gull.*≈\d+%/)).toHaveCount(2)
  await timeline.clip(/^gull/).first().click()
  await expect(second).toHaveValue('200')
  await page.keyboard.press('Control+z')
  await nested.click()
  await choose('None')
  await expect(nested.locator('.point')).toHaveCount(0)
  await media.close()
})

/** The course of the copy that an address of media names; undefined for any other. */
function courseIn(url: string): string | undefined {
  const parts = new URL(url).pathname.split('/').map(part => Buffer.from(part, 'base64url').toString('utf8'))
  const named: unknown = JSON.parse(parts.find(part => part.startsWith('{"of"')) ?? 'null')
  return typeof named === 'object' && named !== null && 'along' in named ? String(named.along) : undefined
}
