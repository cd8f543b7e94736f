/** A film in another shape, by mouse and keys: filled, whole over its blurred copy, and reframed to what moves, which a person corrects. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'
import { choose, chooseFromMenu } from './pages/parts.ts'

test('a sequence is duplicated in another shape with its pictures reframed or over a blurred background @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  // A white square at the right, which moves up and down.
  const shot = await media.make('walker.mp4', [
    ...['-f', 'lavfi', '-i', 'color=0x806040:s=640x360:r=30:d=3', '-f', 'lavfi', '-i', 'color=white:s=60x60:r=30:d=3'],
    ...['-filter_complex', `[0:v][1:v]overlay=x=480:y='150+100*sin(4*t)'`, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '15'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ])
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await give(timeline.grid, 'drop', [await handed(shot, 'video/mp4')])
  await timeline.expectPlaces('3.0 s at 0:00.0')
  await expect(timeline.saved).toBeVisible()
  const { inspector } = timeline
  const fit = (name: string) => inspector.getByRole('group', { name: 'Fit' }).getByRole('button', { name, exact: true })
  const typed = (name: string) => inspector.getByRole('spinbutton', { name, exact: true })
  const duplicate = async (way: string): Promise<void> => {
    await chooseFromMenu(page.getByRole('button', { name: 'Sequence menu' }), 'Duplicate as 9:16, vertical')
    const dialog = page.getByRole('dialog', { name: 'Duplicate as 9:16, vertical' })
    await dialog.getByText(way, { exact: true }).click()
    await expect(dialog.getByRole('radio', { name: way })).toBeChecked()
    await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  const select = async (): Promise<void> => {
    await timeline.clip(/^walker/).click({ position: { x: 40, y: 12 } })
    await page.keyboard.press('Home')
  }
  /** Of the preview, at shares of its width and height. */
  const shown = (x: number, y: number): Promise<number[]> =>
    timeline.preview.locator('canvas').first().evaluate((canvas: HTMLCanvasElement, at) => {
      const context = canvas.getContext('2d')
      return [...context?.getImageData(Math.floor(canvas.width * at.x), Math.floor(canvas.height * at.y), 1, 1).data ?? []].slice(0, 3)
    }, { x, y })
  const undo = (step: string) => timeline.tools.getByRole('button', { name: `Undo: ${step}` })

  // Whole, over its blurred copy: above the picture is a darker brown, not the black of the sequence.
  await duplicate('Blurred background')
  await expect(page.getByText(/ 9:16$/).first()).toBeVisible()
  await select()
  await expect(fit('Blurred')).toHaveAttribute('aria-pressed', 'true')
  const isNear = async (wanted: readonly number[]): Promise<boolean> =>
    (await shown(0.3, 0.1)).every((value, at) => Math.abs(value - wanted[at]!) <= 4)
  await expect.poll(() => isNear([0x80 * 0.7, 0x60 * 0.7, 0x40 * 0.7]), 'seventy percent as bright').toBe(true)
  await typed('Darkness').fill('60')
  await typed('Darkness').press('Enter')
  await expect.poll(() => isNear([0x80 * 0.4, 0x60 * 0.4, 0x40 * 0.4])).toBe(true)
  await expect(undo('Transform')).toBeVisible()
  await fit('Fit').click()
  await expect.poll(() => shown(0.3, 0.1)).toEqual([0, 0, 0])
  await page.keyboard.press('Control+z')
  await expect(fit('Blurred')).toHaveAttribute('aria-pressed', 'true')

  // The same act for a clip, from its menu: it fills the frame around the square.
  await timeline.clip(/^walker/).click({ button: 'right', position: { x: 40, y: 12 } })
  await page.getByRole('menuitem', { name: 'Reframe automatically' }).click()
  await expect(page.getByText('1 clip reframed.', { exact: false })).toBeVisible()
  await expect(fit('Fill')).toHaveAttribute('aria-pressed', 'true')
  const x = async (): Promise<number> => Number(await typed('Position X').inputValue())
  expect(await x()).toBeLessThan(-80)
  await expect(undo('Reframe')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(fit('Blurred')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(x).toBe(0)

  // For all of a film at once, as one step of the duplicate; then corrected by hand.
  await choose(page, 'Sequence', 'Film · 16:9')
  await duplicate('Auto')
  await expect(undo('Reframe')).toBeVisible()
  await select()
  await expect.poll(x).toBeLessThan(-80)
  await typed('Position X').fill('-70')
  await typed('Position X').press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await select()
  await expect.poll(x).toBe(0)
  await expect(fit('Fill')).toHaveAttribute('aria-pressed', 'true')
  await media.close()
})
