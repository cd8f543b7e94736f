/** The viewer: a take over the window, all others by the arrow keys, and what is done with it by keys. */
import type { MediaKit } from '../kit/media.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'
import { shotIn, soundIn } from './pages/parts.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

test('an image is zoomed, a video is stepped and a sound is played, all by keys; Escape returns to the one that was shown @wide', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  // The newest is first.
  await library.import([await media.picture('oldest.png', { width: 40, height: 40, colour: 'blue' })])
  await expect(library.takes).toHaveCount(1)
  await library.import([await media.tone('horn.wav', { seconds: 4 })])
  await expect(library.takes).toHaveCount(2)
  await library.import([await media.clip('harbour.mp4', { width: 320, height: 180, rate: '25', seconds: 4, withSound: true })])
  await expect(library.takes).toHaveCount(3)
  await library.import([await media.picture('map.png', { width: 2400, height: 1600, colour: 'green' })])
  await expect(library.takes).toHaveCount(4)

  // The details that the first click opens move the takes; the second click means the same one.
  await library.take('oldest').dblclick()
  await expect(page.getByRole('dialog', { name: 'oldest' }).getByRole('status')).toHaveText('4 of 4')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await library.take('map').dblclick()
  const viewer = page.getByRole('dialog', { name: 'map' })
  await expect(viewer.getByRole('status')).toHaveText('1 of 4')
  const percent = viewer.locator('.percent')
  // Fitted, once its frame was measured.
  await expect(percent).not.toHaveText('100%')
  await page.keyboard.press('1')
  await expect(percent).toHaveText('100%')
  await page.keyboard.press('-')
  await expect(percent).toHaveText('80%')
  await page.keyboard.press('0')
  await expect(percent).not.toHaveText('80%')

  await page.keyboard.press('ArrowRight')
  const film = page.getByRole('dialog', { name: 'harbour' })
  await expect(film.getByRole('status')).toHaveText('2 of 4')
  const shot = shotIn(film)
  await expect.poll(() => shot.video.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await expect.poll(shot.secondsNow).toBeCloseTo(2.5 / 25, 2)
  await page.keyboard.press('r')
  await expect(film.getByRole('button', { name: 'Loop' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('l')
  await expect.poll(shot.secondsNow).toBeGreaterThan(0.2)
  await page.keyboard.press('k')
  await expect.poll(() => shot.video.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await page.keyboard.press('f')
  await expect(film.getByRole('toolbar').getByRole('button', { name: 'Remove star' })).toBeVisible()
  // The details are folded, and stay so.
  await page.keyboard.press('i')
  await expect(film.getByRole('complementary')).toHaveCount(0)

  await page.keyboard.press('ArrowRight')
  const sound = page.getByRole('dialog', { name: 'horn' })
  await expect(sound.getByRole('complementary')).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect.poll(soundIn(sound).secondsNow).toBeGreaterThan(0.1)
  await page.keyboard.press('ArrowRight')
  const last = page.getByRole('dialog', { name: 'oldest' })
  await expect(last.getByRole('button', { name: 'Next take' })).toBeDisabled()
  await page.keyboard.press('ArrowLeft')
  // What was heard ended with its take.
  await expect(sound.getByRole('button', { name: /^Play “/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(library.take('horn')).toBeFocused()
  await expect(library.take('horn')).toHaveAttribute('aria-current', 'true')
})

test('what is moved to trash makes room for the next one; Space looks at an image and closes it', async ({ studio, media }) => {
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  for (const [index, colour] of (['red', 'green', 'blue'] as const).entries()) {
    await library.import([await media.picture(`${colour}.png`, { colour })])
    await expect(library.takes).toHaveCount(index + 1)
  }
  await library.take('green').click()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog', { name: 'green' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(library.take('green')).toBeFocused()
  await library.take('red').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open in the viewer' }).click()
  await expect(page.getByRole('dialog', { name: 'red' }).getByRole('status')).toHaveText('3 of 3')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(library.take('green')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  const next = page.getByRole('dialog', { name: 'red' })
  await expect(next.getByRole('status')).toHaveText('2 of 2')
  await page.keyboard.press('t')
  await expect(page.getByText('Tags of the take')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Tags of the take')).toHaveCount(0)
  await expect(next).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog', { name: 'blue' }).getByRole('status')).toHaveText('1 of 1')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(library.takes).toHaveCount(0)
})

test('the details of a take say when it was sent, and its request is copied as a command without the key', async ({ studio, service, context }) => {
  test.slow()
  await studio.enterWith(service)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await studio.shell.go('Make')
  await studio.make.speak('A gull over the harbour.')
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.take('A gull').click()
  const factOf = (name: string) => library.inspector.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd')
  for (const name of ['Queued', 'Sent', 'Created', 'Took', 'Codec', 'Bit rate'])
    await expect(factOf(name), name).not.toBeEmpty()
  await library.inspector.getByRole('button', { name: 'Copy as curl command' }).click()
  await expect(page.getByText('variable TAKEROOM_KEY').first()).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${service.url}/api/v1/generate`)
  expect(copied).toContain('Bearer $TAKEROOM_KEY')
  expect(copied).toContain('A gull over the harbour.')
  expect(copied).not.toContain(service.key)
})

test('a sound is heard under the pointer on its card and moved by keys; what a person plays plays on', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  await library.import([
    await media.tone('horn.wav', { seconds: 12, level: 0.2 }),
    await media.tone('bell.wav', { seconds: 11, level: 0.1 }),
  ])
  await expect(library.takes).toHaveCount(2)
  const card = library.take('horn')
  const box = (await card.locator('.thumb').boundingBox())!
  const to = (share: number) => page.mouse.move(box.x + 10 + (box.width - 20) * share, box.y + box.height / 2, { steps: 3 })
  await to(0.25)
  await expect(card.locator('.sound-scrub')).toBeAttached()
  await to(0.5)
  await expect(card).toHaveClass(/is-playing/)
  const share = async () => Number.parseFloat((await card.locator('.waveform .head').getAttribute('style'))?.match(/[\d.]+/)?.[0] ?? '0')
  await expect.poll(share).toBeGreaterThan(49)
  await to(0.75)
  await expect.poll(share).toBeGreaterThan(74)
  await page.mouse.move(2, 2)
  await expect(card).not.toHaveClass(/is-playing/)

  await card.focus()
  await page.keyboard.press('Space')
  await expect(card).toHaveClass(/is-playing/)
  await page.keyboard.press('Space')
  const before = await share()
  await page.keyboard.press('Comma')
  await expect.poll(share).toBeLessThan(before - 5)
  await page.keyboard.press('Shift+Comma')
  await expect.poll(share).toBeLessThan(before - 40)

  // The other one is not heard while this one plays, and not at all once that is switched off.
  await page.keyboard.press('Space')
  const other = library.take('bell')
  const place = (await other.locator('.thumb').boundingBox())!
  const over = (at: number) => page.mouse.move(place.x + place.width * at, place.y + place.height / 2, { steps: 3 })
  await over(0.4)
  await expect(other.locator('.sound-scrub')).toBeAttached()
  await over(0.6)
  await expect(card).toHaveClass(/is-playing/)
  await expect(other).not.toHaveClass(/is-playing/)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Play sounds under the pointer' }).click()
  await over(0.4)
  await expect(other.locator('.sound-scrub')).toHaveCount(0)
})

test('a sound that the pointer rests on is selected by a click', async ({ studio, media }) => {
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  await library.import([await media.tone('horn.wav', { seconds: 3 })])
  const card = library.take('horn')
  const box = (await card.locator('.thumb').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 })
  await expect(card.locator('.sound-scrub')).toBeAttached()
  await page.mouse.down()
  await expect(card.locator('.sound-scrub')).toHaveCount(0)
  await page.mouse.up()
  await expect(card).toHaveAttribute('aria-current', 'true')
})

test('the pointer scrubs a video in its card; its lineage is walked by keys to what was made from it, and back', async ({ studio, media }) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  await library.import([await media.clip('harbour.mp4', { width: 320, height: 180, rate: '25', seconds: 4 })])
  const card = library.take('harbour')
  await card.hover()
  const moving = card.locator('video')
  await expect.poll(() => moving.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1)
  const box = (await moving.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2)
  await expect.poll(() => moving.evaluate((video: HTMLVideoElement) => video.paused ? video.currentTime : 0)).toBeCloseTo(3, 1)

  await card.click()
  await library.inspector.getByRole('button', { name: 'Continue from this frame' }).click()
  await expect(page.getByText('Frame saved and set as source image.')).toBeVisible()
  await shell.go('Library')
  await expect(library.takes).toHaveCount(2)
  await library.take(/ · 0:0/).click()
  await library.inspector.getByRole('button', { name: 'Show lineage' }).click()
  const lineage = page.getByRole('dialog', { name: /^Lineage of/ })
  const boxes = lineage.locator('[data-key]')
  await expect(boxes).toHaveCount(2)
  await expect(lineage.getByRole('button', { name: /^Image: harbour/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(lineage.getByRole('button', { name: /^Video: harbour/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lineage).toHaveCount(0)
  await expect(library.inspector.getByRole('heading', { level: 2 })).toHaveText(/^harbour(?:\.mp4)?$/)
})
