/** A speed ramp of a shot and its audio: both follow it, are heard along it, are cut and undone together; an audio clip has its own. */
import { Buffer } from 'node:buffer'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a shot and its audio follow one ramp, and an audio clip has its own @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const spoken = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=30:d=4', '-f', 'lavfi', '-i', 'sine=d=4', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await give(timeline.grid, 'drop', [await handed(await media.make('gull.mp4', spoken), 'video/mp4')])
  await expect(timeline.clip(/^gull/)).toHaveCount(2)
  await page.keyboard.press('\\')
  const { inspector } = timeline
  const [shot, sound] = [timeline.clip(/^gull/).first(), timeline.clip(/^gull/).last()]
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })
  const choose = async (name: string): Promise<void> => {
    await inspector.locator('.pair', { hasText: 'Ramp' }).locator('.n-base-selection').click()
    await page.locator('.n-base-select-option').getByText(name, { exact: true }).click()
  }
  const copy = page.waitForResponse(response => courseIn(response.url())?.startsWith('k') === true)

  // The ramp of the shot is that of its audio: as long, and at the same speeds.
  await shot.click()
  await choose('Ease in')
  await expect(undo('Speed')).toBeVisible()
  await expect(shot).toHaveAccessibleName(/≈\d+%/)
  await expect(sound).toHaveAccessibleName(/≈\d+%/)
  await timeline.expectPlaces('5.1 s at 0:00.0', '5.1 s at 0:00.0')
  await sound.click()
  await expect(inspector.getByRole('spinbutton', { name: 'Speed of point 1' })).toHaveValue('25')
  await expect(sound.locator('.point')).toHaveCount(2)

  // It is heard: the copy along the ramp is made and played. Its pitch is kept, or not.
  expect((await copy).ok()).toBe(true)
  const pitch = inspector.getByRole('switch', { name: 'Keep pitch' })
  await expect(pitch).toBeChecked()
  const shifted = page.waitForResponse(response => courseIn(response.url())?.startsWith('s') === true)
  await pitch.click()
  await expect(pitch).not.toBeChecked()
  expect((await shifted).ok()).toBe(true)

  // Dragged in the audio, a point changes both.
  const point = await sound.locator('.point').nth(1).boundingBox()
  if (!point)
    throw new Error('no point is on the screen')
  const [x, y] = [point.x + point.width / 2, point.y + point.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 24, { steps: 4 })
  await page.mouse.up()
  const second = inspector.getByRole('spinbutton', { name: 'Speed of point 2' })
  await expect(second).toHaveValue('200')
  await shot.click()
  await expect(second).toHaveValue('200')

  // One key cuts both, one key joins them.
  await page.keyboard.press('Home')
  for (let frame = 0; frame < 20; frame++)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('s')
  await expect(timeline.clip(/^gull/)).toHaveCount(4)
  await page.keyboard.press('Control+z')
  await expect(timeline.clip(/^gull/)).toHaveCount(2)

  // After a reload it is there; without a ramp, both have one speed.
  await page.reload()
  await shot.click()
  await expect(second).toHaveValue('200')
  await expect(pitch).not.toBeChecked()
  await choose('None')
  await expect(sound.locator('.point')).toHaveCount(0)
  const speed = await inspector.getByRole('spinbutton', { name: 'Speed', exact: true }).inputValue()
  await sound.click()
  await expect(inspector.getByRole('spinbutton', { name: 'Speed', exact: true })).toHaveValue(speed)
  await media.close()
})

/** The course of the copy that an address of media names; undefined for any other. */
function courseIn(url: string): string | undefined {
  const parts = new URL(url).pathname.split('/').map(part => Buffer.from(part, 'base64url').toString('utf8'))
  const named: unknown = JSON.parse(parts.find(part => part.startsWith('{"of"')) ?? 'null')
  return typeof named === 'object' && named !== null && 'along' in named ? String(named.along) : undefined
}
