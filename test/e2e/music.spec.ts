/** Music in the Timeline: panned by the slider and by keys, its beats marked, and an edge that snaps to one. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

/** Ten seconds of strokes at 120 for each minute, the first at half a second; then a tone that beats nowhere. */
const drums = 'aevalsrc=0.5*sin(2*PI*180*t)*exp(-18*mod(t+0.0001\\,0.5)):s=48000:d=10'
const tone = 'sine=frequency=220:sample_rate=48000:duration=6'

/** Of a time code at 30 frames per second. */
function secondsOf(code: string): number {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = code.split(/[:;]/).map(Number)
  return hours * 3600 + minutes * 60 + seconds + frames / 30
}

test('audio is panned, and edges snap to the marked beats of music', async ({ studio }) => {
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const { inspector, menu } = timeline
  const media = await openMediaKit()
  const paste = async (name: string, source: string): Promise<void> => {
    const path = await media.make(`${name}.wav`, ['-f', 'lavfi', '-i', source])
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await give(page.locator('body'), 'paste', [await handed(path, 'audio/wav')])
    // Only clips that are on the screen are there.
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(new RegExp(`^${name}`))).toHaveCount(1, { timeout: 1000 })
    }).toPass()
  }
  await paste('drums', drums)
  const song = timeline.clip(/^drums/)
  await song.click()

  // A drag of the slider is one step, and so is a typed number; a double-click sets it back.
  const pan = inspector.getByRole('slider', { name: 'Pan' })
  await pan.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(pan).toHaveAttribute('aria-valuetext', '1 % left')
  const typed = inspector.getByRole('spinbutton', { name: 'Pan' })
  await typed.fill('60')
  await typed.press('Enter')
  await expect(pan).toHaveAttribute('aria-valuetext', '60 % right')
  await pan.dblclick()
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')
  await timeline.tools.getByRole('button', { name: 'Undo: Pan' }).click()
  await expect(pan).toHaveAttribute('aria-valuetext', '60 % right')

  // That of the track is apart from it.
  await timeline.grid.getByRole('row').filter({ hasText: 'drums' }).getByRole('button', { name: /^A\d \w+$/ }).click()
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')
  await typed.fill('-25')
  await typed.press('Enter')
  await expect(pan).toHaveAttribute('aria-valuetext', '25 % left')
  await song.click()
  await expect(pan).toHaveAttribute('aria-valuetext', '60 % right')

  // Beats, from the menu of the clip.
  await song.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Mark beats…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark beats' })
  await expect(dialog.getByText(/^About 1(19|20|21) beats per minute\.$/)).toBeVisible()
  await dialog.getByText('Every second beat').click()
  await dialog.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(song.locator('.beats path')).toBeAttached()

  // By keys: from beat to beat, a second apart.
  await song.click()
  await page.keyboard.press('Home')
  await expect.poll(() => timeline.playhead()).toBe('00:00:00:00')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => secondsOf(await timeline.playhead() ?? '')).toBeGreaterThan(0)
  const first = secondsOf(await timeline.playhead() ?? '')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => Math.abs(secondsOf(await timeline.playhead() ?? '') - first - 1)).toBeLessThan(0.1)

  // From the palette, they are removed again; and a tone has none, which is said.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Mark beats')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove beats' }).press('Enter')
  await expect(song.locator('.beats')).toHaveCount(0)
  await paste('hum', tone)
  await timeline.clip(/^hum/).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Mark beats…' }).click()
  await expect(dialog.getByText('No steady beat was found in this audio.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Mark', exact: true })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
