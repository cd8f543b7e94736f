/** Takes are compared until one is kept: images side by side and over each other, videos in step, sounds at one loudness. */
import type { MediaKit } from '../kit/media.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

test('of three images two are laid over each other, one is left out, and one is kept', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  const names = ['red', 'green', 'blue'] as const
  await library.import(await Promise.all(names.map(colour => media.picture(`${colour}.png`, { colour }))))
  await expect(library.takes).toHaveCount(3)
  await library.takes.first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: '3 images side by side' })
  const images = dialog.getByRole('listitem')
  await expect(images).toHaveCount(3)
  // Truly side by side.
  const boxes = await Promise.all([0, 1, 2].map(at => images.nth(at).boundingBox()))
  expect(new Set(boxes.map(box => Math.round(box!.y))).size).toBe(1)

  await page.keyboard.press('s')
  const divider = dialog.getByRole('slider', { name: 'Divider between 1 and 2' })
  await divider.press('Home')
  await expect(divider).toHaveAttribute('aria-valuetext', '0% 1')
  await page.keyboard.press('x')
  await expect(dialog.getByRole('slider', { name: 'Divider between 2 and 1' })).toBeVisible()
  await dialog.getByRole('button', { name: '3', exact: true }).click()
  await expect(dialog.getByRole('slider', { name: 'Divider between 2 and 3' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Side by side' }).click()

  const first = await images.first().locator('.cut').textContent()
  await images.first().getByRole('button', { name: 'Keep this one' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Starred. The 2 others moved to trash.')).toBeVisible()
  await expect(library.takes).toHaveCount(1)
  await expect(library.take(first!)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(library.takes).toHaveCount(3)
  await expect(library.takes.getByRole('button', { name: 'Unstar' })).toHaveCount(0)
})

test('videos play and step together, and one of them is heard', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  const film = (name: string, hertz: number) => media.make(`${name}.mp4`, [
    ...['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=30:d=4', '-f', 'lavfi', '-i', `sine=f=${hertz}:d=4`],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest'],
  ])
  await library.import([await film('one', 330), await film('two', 440), await film('three', 550)])
  await expect(library.takes).toHaveCount(3)
  await library.takes.first().click()
  await page.keyboard.press('Control+a')
  await library.selection.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: /^\d videos side by side$/ })
  const videos = dialog.locator('video')
  await expect(videos).toHaveCount(3)
  const times = () => videos.evaluateAll(all => all.map(video => (video as HTMLVideoElement).currentTime))
  const heard = () => videos.evaluateAll(all => all.map(video => !(video as HTMLVideoElement).muted))
  await expect.poll(() => videos.evaluateAll(all => all.every(video => (video as HTMLVideoElement).readyState >= 2))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => new Set((await times()).map(time => Math.floor(time * 30 + 0.01))).size).toBe(1)
  expect((await times())[0]).toBeGreaterThan(1 / 30)
  await page.keyboard.press('2')
  await expect.poll(heard).toEqual([false, true, false])
  await page.keyboard.press('Space')
  await expect.poll(async () => Math.min(...await times())).toBeGreaterThan(0.3)
  await page.keyboard.press('Space')
  await expect.poll(async () => new Set((await times()).map(time => time.toFixed(3))).size).toBe(1)
  await dialog.getByRole('listitem').nth(2).getByRole('button', { name: 'Remove from comparison' }).click()
  await expect(videos).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(library.takes).toHaveCount(3)
})

test('two videos are laid over each other while they play, and a divider is moved by keys and by hand', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  const film = (name: string, colour: string) => media.make(`${name}.mp4`, [
    ...['-f', 'lavfi', '-i', `color=c=${colour}:s=320x180:r=30:d=20`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p'],
  ])
  await library.import([await film('one', 'red'), await film('two', 'blue'), await film('three', 'green')])
  await expect(library.takes).toHaveCount(3)
  await library.takes.first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: '3 videos side by side' })
  const videos = dialog.locator('video')
  await expect.poll(() => videos.evaluateAll(all => all.every(video => (video as HTMLVideoElement).readyState >= 2))).toBe(true)
  const seconds = () => videos.evaluateAll(all => (all[0] as HTMLVideoElement).currentTime)
  await page.keyboard.press('Space')
  await expect.poll(seconds).toBeGreaterThan(0.2)

  await page.keyboard.press('s')
  const divider = dialog.getByRole('slider', { name: 'Divider between 1 and 2' })
  await expect(divider).toHaveAttribute('aria-valuenow', '50')
  await expect(videos.nth(2)).toBeHidden()
  const boxes = [(await videos.nth(0).boundingBox())!, (await videos.nth(1).boundingBox())!]
  expect(boxes[0]).toEqual(boxes[1])
  const played = await seconds()
  expect(await videos.evaluateAll(all => all.every(video => !(video as HTMLVideoElement).paused)), 'it plays on').toBe(true)
  await expect.poll(seconds).toBeGreaterThan(played)

  await divider.press('ArrowRight')
  await expect(divider).toHaveAttribute('aria-valuetext', '52% 1')
  await divider.press('End')
  await expect(divider).toHaveAttribute('aria-valuetext', '100% 1')
  const { x, y, width, height } = boxes[0]!
  await page.mouse.move(x + width * 0.8, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.25, y + height / 2)
  await page.mouse.up()
  await expect.poll(async () => Number(await divider.getAttribute('aria-valuenow'))).toBeCloseTo(25, -1)
  await page.keyboard.press('3')
  await expect(dialog.getByRole('slider', { name: 'Divider between 1 and 3' })).toBeVisible()
  await expect(videos.nth(1)).toBeHidden()
  await page.keyboard.press('x')
  await expect(dialog.getByRole('slider', { name: 'Divider between 3 and 1' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Side by side' }).click()
  await expect(videos.nth(1)).toBeVisible()
  await expect(dialog.getByRole('slider', { name: /^Divider/ })).toHaveCount(0)
})

test('sounds are heard at the loudness of the quietest, one after the other at the same moment', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  await library.import([
    await media.tone('loud.wav', { seconds: 6, level: 0.5 }),
    await media.tone('quiet.wav', { seconds: 6, level: 0.125 }),
  ])
  await expect(library.takes).toHaveCount(2)
  await library.takes.first().click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: '2 sounds side by side' })
  const sounds = dialog.locator('audio')
  const volumes = () => sounds.evaluateAll(all =>
    all.map(sound => Math.round((sound as HTMLAudioElement).volume * 100)).toSorted((a, b) => a - b))
  await expect.poll(volumes).toEqual([25, 100])
  await page.keyboard.press('Space')
  const playing = () => sounds.evaluateAll(all => all.map(sound => !(sound as HTMLAudioElement).paused))
  await expect.poll(playing).toEqual([true, false])
  const seconds = () => sounds.evaluateAll(all => all.map(sound => (sound as HTMLAudioElement).currentTime))
  await expect.poll(async () => (await seconds())[0]).toBeGreaterThan(0.5)
  await page.keyboard.press('2')
  await expect.poll(playing).toEqual([false, true])
  const [before, after] = await seconds()
  expect(after).toBeGreaterThan(before! - 0.2)
  await page.keyboard.press('Space')
  await expect.poll(playing).toEqual([false, false])
  await dialog.getByRole('listitem').nth(1).getByRole('button', { name: 'Keep this one' }).click()
  await expect(library.takes).toHaveCount(1)
  await expect(page.getByText('Starred. The other one moved to trash.')).toBeVisible()
})
