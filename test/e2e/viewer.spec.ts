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

test('an image is zoomed, a video is stepped and a sound is played, all by keys; Escape returns to the one that was shown', async ({ studio, media }) => {
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

  await library.take('map').dblclick()
  const viewer = page.getByRole('dialog', { name: 'map' })
  await expect(viewer.getByRole('status')).toHaveText('1 of 4')
  const percent = viewer.locator('.percent')
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
