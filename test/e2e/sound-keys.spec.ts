/** Gain and pan by keyframes: set in the inspector and by keys, eased, moved in the clip, kept by a cut, and pasted. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'

test('gain and pan change by keyframes, which stay with the audio and are pasted to other clips @web', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await projects.create('Film')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const { inspector, menu } = timeline
  const paste = async (name: string, hertz: number): Promise<void> => {
    const path = await media.make(`${name}.wav`, ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000:duration=6`])
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await give(page.locator('body'), 'paste', [await handed(path, 'audio/wav')])
    // Only clips that are on the screen are there.
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(new RegExp(`^${name}`))).toHaveCount(1, { timeout: 1000 })
    }).toPass()
    await page.keyboard.press('\\')
  }
  await paste('song', 220)
  await paste('hum', 330)
  const song = timeline.clip(/^song/)
  await song.click()
  await page.keyboard.press('Home')

  // A key of the gain by the keyboard, and a second later another value: the gain falls between them, and eases.
  await page.keyboard.press('Alt+k')
  await expect(inspector.getByRole('button', { name: 'Remove keyframe for gain' })).toHaveAttribute('aria-pressed', 'true')
  const gain = inspector.getByRole('spinbutton', { name: 'Gain', exact: true })
  await page.keyboard.press('Shift+ArrowRight')
  await gain.fill('-20')
  await gain.press('Enter')
  await song.click()
  await page.keyboard.press('Alt+j')
  await expect(gain).toHaveValue('0')
  await inspector.getByRole('button', { name: 'Linear' }).click()
  await page.getByRole('menuitemradio', { name: 'Ease', exact: true }).click()
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Keyframes' })).toBeVisible()
  for (let frame = 0; frame < 15; frame++)
    await page.keyboard.press('ArrowRight')
  await expect(gain).toHaveValue('-10')
  await page.keyboard.press('Alt+l')
  await expect(gain).toHaveValue('-20')
  await expect(inspector.getByText('2 gain points')).toBeVisible()

  // The pan: from the left to the right. While the slider moves, it leaves no other keys behind.
  await page.keyboard.press('Home')
  const pan = inspector.getByRole('slider', { name: 'Pan' })
  const typed = inspector.getByRole('spinbutton', { name: 'Pan' })
  await typed.fill('-80')
  await typed.press('Enter')
  await inspector.getByRole('button', { name: 'Add keyframe for pan' }).click()
  await song.click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await pan.focus()
  for (let press = 0; press < 3; press++)
    await page.keyboard.press('PageUp')
  await typed.fill('80')
  await typed.press('Enter')
  await expect(pan).toHaveAttribute('aria-valuetext', '80 % right')
  await song.click()
  const keys = song.locator('.key')
  await expect(keys).toHaveCount(2)
  await page.keyboard.press('Alt+j')
  await expect(pan).toHaveAttribute('aria-valuetext', '80 % left')
  for (let frame = 0; frame < 15; frame++)
    await page.keyboard.press('ArrowRight')
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')

  // A key of the pan is dragged in the clip: one step of undo.
  const from = await keys.last().boundingBox()
  if (!from)
    throw new Error('no key is on the screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 90, from.y + from.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await keys.last().boundingBox())?.x ?? 0).toBeGreaterThan(from.x + 50)
  await expect(pan).not.toHaveAttribute('aria-valuetext', 'Centre')
  await page.keyboard.press('Control+z')
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')

  // Cut within both courses: both parts are heard as before, also after a reload.
  const heard = await gain.inputValue()
  await page.keyboard.press('s')
  await expect(song).toHaveCount(2)
  await song.last().click()
  await expect(gain).toHaveValue(heard)
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')
  await page.reload()
  await song.last().click()
  await expect(gain).toHaveValue(heard)
  await expect(pan).toHaveAttribute('aria-valuetext', 'Centre')

  // Pasted to another sound, they are there too.
  await song.first().click()
  await page.keyboard.press('Control+c')
  await timeline.clip(/^hum/).click()
  await page.keyboard.press('Control+Alt+v')
  const attributes = page.getByRole('dialog', { name: 'Paste attributes' })
  await attributes.getByText('Gain and pan').waitFor()
  await attributes.getByRole('button', { name: 'Paste', exact: true }).click()
  await expect(attributes).toHaveCount(0)
  await timeline.clip(/^hum/).click()
  await page.keyboard.press('Alt+j')
  await expect(pan).toHaveAttribute('aria-valuetext', '80 % left')

  // All keys of the pan go by the menu of its key; the value at the playhead stays.
  await inspector.getByRole('button', { name: 'Remove keyframe for pan' }).click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Remove all keyframes for pan' }).click()
  await expect(inspector.getByRole('button', { name: 'Add keyframe for pan' })).toBeVisible()
  await expect(pan).toHaveAttribute('aria-valuetext', '80 % left')
  await media.close()
})
