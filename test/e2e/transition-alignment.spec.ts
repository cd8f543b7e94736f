/** Transitions around their cuts: dragged by their edges and as a whole, aligned in the inspector, and the same after what moves the cut. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('a transition is centred at its cut, by the pointer and in the inspector, and stays so @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const shot = (source: string) => ['-f', 'lavfi', '-i', `${source}=s=320x180:r=30:d=4`, '-pix_fmt', 'yuv420p']
  for (const [at, [name, source]] of [['boat', 'testsrc'], ['sea', 'testsrc2']].entries()) {
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    await give(page.locator('body'), 'paste', [await handed(await media.make(`${name}.mp4`, shot(source!)), 'video/mp4')])
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(/./)).toHaveCount(at + 1, { timeout: 1000 })
    }).toPass()
  }
  const { inspector } = timeline
  const sea = timeline.clip(/^sea/)
  const block = sea.getByRole('button')
  const places = async () => {
    const [clip, transition] = [(await sea.boundingBox())!, (await block.boundingBox())!]
    const [begins, ends] = [transition.x, transition.x + transition.width]
    return { before: clip.x - begins, after: ends - clip.x, y: transition.y + transition.height / 2, cut: clip.x }
  }

  // With the key it begins at the cut, as ever; the inspector centres it.
  await sea.click()
  await page.keyboard.press('d')
  await expect(block).toHaveAccessibleName('Cross-fade, 0.50 s')
  const began = await places()
  expect(Math.abs(began.before)).toBeLessThanOrEqual(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+u')
  await expect(block).toHaveAttribute('aria-pressed', 'true')
  await inspector.getByText('Start at cut').click()
  await page.getByText('Centre at cut', { exact: true }).click()
  await expect(inspector.getByText('Centre at cut')).toBeVisible()
  await expect(inspector).toContainText('Freezes the last frame for 0.3 s. Freezes the first frame of the next clip for 0.2 s.')
  await expect.poll(async () => (await places()).before).toBeGreaterThan(began.after / 3)

  // Its beginning is dragged to the left, told with what freezes.
  const centred = await places()
  await page.mouse.move(centred.cut - centred.before + 1, centred.y)
  await page.mouse.down()
  await page.mouse.move(centred.cut - centred.before - began.after, centred.y, { steps: 4 })
  await expect(page.getByText(/Freezes the first frame of the next clip for 0\.[67] s\./).first()).toBeVisible()
  await page.mouse.up()
  await expect(block).toHaveAccessibleName(/^Cross-fade, (?:0\.9|1\.0)\d s$/)
  await expect(inspector.getByText('Custom')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(block).toHaveAccessibleName('Cross-fade, 0.50 s')

  // All of it, until it ends at the cut: near to that it snaps.
  await page.mouse.move(centred.cut - centred.before / 2, centred.y)
  await page.mouse.down()
  await page.mouse.move(centred.cut - centred.before / 2 - centred.after * 0.9, centred.y, { steps: 4 })
  await expect(page.getByText(/· End at cut/)).toBeVisible()
  await page.mouse.up()
  await expect(inspector.getByText('End at cut')).toBeVisible()
  await expect(block).toHaveAccessibleName('Cross-fade, 0.50 s')
  await page.keyboard.press('.')
  await expect(block).toHaveAccessibleName('Cross-fade, 0.53 s')
  const ended = await places()
  expect(Math.abs(ended.after)).toBeLessThanOrEqual(1.5)

  // Time is taken out behind the cut: the transition stays there, and what was cut off is before it. So it is after a reload.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('q')
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Trim' })).toBeVisible()
  await expect(block).toHaveAccessibleName('Cross-fade, 0.53 s')
  await page.reload()
  await expect(block).toHaveAccessibleName('Cross-fade, 0.53 s')
  await page.keyboard.press('Alt+u')
  await expect(inspector.getByText('End at cut')).toBeVisible()
  await expect(inspector).not.toContainText('Freezes')
  await media.close()
})
