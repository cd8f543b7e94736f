/** Motion by keyframes: set in the inspector, seen and moved in the clip, kept on its pictures; a held frame, and a shot backwards. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('keyframes move a picture, stay with it when it is cut, and are copied; a shot is held and plays backwards @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(timeline.grid, 'drop', [await handed(await media.picture('harbour.png'))])
  await timeline.expectPlaces('4.0 s at 0:00.0')
  await page.keyboard.press('\\')

  // A key at the beginning, another value a second later: two keys, and the picture grows between them.
  await timeline.clip(/^harbour/).click()
  await page.keyboard.press('Home')
  const { inspector } = timeline
  await inspector.getByRole('button', { name: 'Add keyframe for scale' }).click()
  await expect(inspector.getByRole('button', { name: 'Remove keyframe for scale' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+ArrowRight')
  const scale = inspector.getByRole('spinbutton', { name: 'Scale', exact: true })
  await scale.fill('200')
  await scale.press('Enter')
  await page.keyboard.press('Escape')
  await timeline.clip(/^harbour/).click()
  await expect(timeline.clip(/^harbour/).locator('.key')).toHaveCount(2)

  // Between them, and back to them by key; the first one eases.
  await page.keyboard.press('Alt+j')
  await expect(scale).toHaveValue('100')
  await inspector.getByRole('button', { name: 'Linear' }).click()
  await page.getByRole('menuitemradio', { name: 'Ease', exact: true }).click()
  await expect(inspector.getByRole('button', { name: 'Ease', exact: true })).toBeVisible()
  for (let frame = 0; frame < 15; frame++)
    await page.keyboard.press('ArrowRight')
  await expect(scale).toHaveValue('150')
  await page.keyboard.press('ArrowLeft')
  await expect(scale).not.toHaveValue(/^(100|150|200)$/)

  // A key is dragged in the clip: one step of undo.
  const keys = timeline.clip(/^harbour/).locator('.key')
  const from = await keys.last().boundingBox()
  if (!from)
    throw new Error('no key is on the screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 120, from.y + from.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Keyframes' })).toBeVisible()
  await expect.poll(async () => (await keys.last().boundingBox())?.x ?? 0).toBeGreaterThan(from.x + 60)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Math.abs(((await keys.last().boundingBox())?.x ?? 0) - from.x)).toBeLessThan(2)

  // Up and down is another value: the same time, one step, seen while it is dragged; with Shift a tenth.
  const last = keys.last()
  const pulled = async (up: number, modifier?: 'Shift') => {
    const at = await last.boundingBox()
    if (!at)
      throw new Error('no key is on the screen')
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    if (modifier)
      await page.keyboard.down(modifier)
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2 - up, { steps: 4 })
    await expect(last.locator('b')).toBeVisible()
    await page.mouse.up()
    if (modifier)
      await page.keyboard.up(modifier)
    expect(Math.abs(((await last.boundingBox())?.x ?? 0) - at.x)).toBeLessThan(2)
  }
  await pulled(20)
  await expect(last).toHaveAttribute('aria-valuenow', '220')
  await page.keyboard.press('Control+z')
  await expect(last).toHaveAttribute('aria-valuenow', '200')
  await pulled(20, 'Shift')
  await expect(last).toHaveAttribute('aria-valuenow', '202')
  // By keys, on the key that has the focus.
  await last.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(last).toHaveAttribute('aria-valuenow', '201')
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(last).toHaveAttribute('aria-valuenow', '201.1')
  for (let step = 0; step < 3; step++)
    await page.keyboard.press('Control+z')
  await expect(last).toHaveAttribute('aria-valuenow', '200')
  await page.keyboard.press('ArrowLeft')
  await expect(keys.first()).toBeFocused()

  // Cut in the middle of the move, as the playhead is on the first key now: both halves show what they showed.
  await timeline.clip(/^harbour/).click()
  for (let frame = 0; frame < 14; frame++)
    await page.keyboard.press('ArrowRight')
  await expect(scale).not.toHaveValue(/^(100|150|200)$/)
  const shown = await scale.inputValue()
  await page.keyboard.press('s')
  await expect(timeline.clip(/^harbour/)).toHaveCount(2)
  await timeline.clip(/^harbour/).last().click()
  await expect(scale).toHaveValue(shown)

  // Another page, and after a reload: the same.
  await page.reload()
  await timeline.clip(/^harbour/).last().click()
  await expect(scale).toHaveValue(shown)

  // A shot: held for two seconds at the playhead, and backwards.
  const colours = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=30:d=3', '-pix_fmt', 'yuv420p']
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await give(page.locator('body'), 'paste', [await handed(await media.make('boat.mp4', colours), 'video/mp4')])
  await timeline.clip(/^boat/).first().waitFor()
  await page.keyboard.press('\\')
  await timeline.clip(/^boat/).first().click()
  await page.keyboard.press('Shift+R')
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Reverse' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+H')
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Freeze frame' })).toBeVisible()
  await expect(timeline.clip(/^boat/)).toHaveCount(3)
  await expect.poll(async () => (await timeline.places()).some(place => place.startsWith('2.0 s at'))).toBe(true)
  await media.close()
})
