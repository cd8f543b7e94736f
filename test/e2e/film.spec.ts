/** One film from a pasted script to two deliveries, as a creator makes it, with a crash in the middle of the work. */
import { join } from 'node:path'
import { openMediaKit } from '../kit/media.ts'
import { probeFile } from './kit/probe-file.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { dropFromDesktop } from './pages/files.ts'
import { choose, chooseFromMenu } from './pages/parts.ts'

const words = ['Look 1.', 'Where 2.', 'There 3.', 'Here 4.', 'Look 5.', 'Where 6.', 'There 7.', 'Here 8.']
const scene = words.map((said, at) => `${at % 2 === 0 ? 'MARA' : 'IVO'}: ${said}`).join('\n\n')
/** Lines that have a picture of their own. */
const pictured = [1, 3, 4, 5, 7, 8]

test('a pasted scene becomes a film in two shapes @web', async ({ studio, service, watch }) => {
  test.slow()
  watch.expect(studioGone)
  const media = await openMediaKit()
  await studio.enterWith(service)
  await studio.projects.create('The boat')
  const { script, page, timeline } = studio
  const room = (name: string) => page.getByRole('link', { name, exact: true }).click()
  await script.paste(scene, 8)
  await script.cast('MARA', 'Qwen3 TTS', 'Serena')
  await script.cast('IVO', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  for (const line of pictured) {
    await page.getByRole('button', { name: `Image of line ${line}: empty` }).click()
    const panel = page.getByRole('complementary', { name: `Image of line ${line}` })
    await panel.getByRole('textbox', { name: 'Prompt', exact: true }).fill(`A boat, view ${line}`)
    await panel.getByRole('textbox', { name: 'Prompt', exact: true }).press('Escape')
  }
  await page.getByRole('button', { name: 'Generate 6 images' }).click()
  for (const line of pictured)
    await expect(page.getByRole('button', { name: `Image of line ${line}: image` })).toBeVisible()
  await room('Timeline')
  await timeline.assemble.waitFor()
  const address = new URL(page.url()).hash
  await timeline.assemble.click()
  await expect(timeline.clips).toHaveCount(2 * 8 + 6)

  const places = () => timeline.clips.evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  const track = await timeline.grid.getByRole('row').filter({ hasText: 'Audio' }).boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  await dropFromDesktop(page, [await media.tone('music.wav')], { x: track.x + track.width / 2, y: track.y + track.height / 2 })
  await expect(timeline.clip(/^music/)).toBeVisible()
  await chooseFromMenu(page.getByRole('button', { name: 'Menu of A2 Audio' }), 'Duck under speech')
  await timeline.drag(timeline.clip(/A boat, view 8/), -2, -60)
  await timeline.clip(/^MARA There 3\./).last().click()
  const caption = timeline.inspector.getByRole('textbox', { name: 'Text' })
  await caption.fill('There, at three.')
  await caption.press('Escape')
  await expect(timeline.clip(/There, at three\./)).toBeVisible()

  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(timeline.preview.getByText(/^00:00:0[2-9]/)).toBeVisible()
  await page.keyboard.press('Space')

  // Two lines are made again: their new takes come in place, and what follows moves.
  await room('Script')
  await script.write(1, 'Look at that, over there, behind the lighthouse.')
  await script.write(4, 'Here it is.')
  await page.keyboard.press('Tab')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  await room('Timeline')
  await expect(timeline.clip(/^MARA Look at that/).first()).toBeVisible()
  await expect(timeline.clip(/^IVO Here it is/).first()).toBeVisible()

  // The program is killed while a clip is under the hand: what is dropped then is kept, and is one step when the program is back.
  await expect.poll(async () => (await places()).join()).not.toMatch(/outdated|generating/)
  const before = await places()
  await page.keyboard.press('ArrowRight')
  const playhead = await timeline.playhead()
  await timeline.drag(timeline.clip(/A boat, view 3/), 20, 90, { drop: false })
  const { port } = studio.running
  await studio.kill()
  await page.mouse.up()
  await studio.reopen({ port: port ?? 0 })
  await page.evaluate(hash => void (location.hash = hash), address)
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Move' })).toBeVisible()
  await expect.poll(places).not.toEqual(before)
  await page.keyboard.press('Control+z')
  await expect.poll(places).toEqual(before)
  await expect.poll(() => timeline.playhead(), 'the playhead is where it was').toBe(playhead)
  await expect(timeline.clip(/A boat, view 3/), 'what was selected still is').toHaveAttribute('aria-selected', 'true')

  const undo = timeline.tools.getByRole('button', { name: /^Undo/ })
  for (let step = await undo.getAttribute('aria-label'); step !== 'Undo: Assemble'; step = await undo.getAttribute('aria-label')) {
    await page.keyboard.press('Control+z')
    await expect(undo).not.toHaveAttribute('aria-label', step ?? '')
  }
  await page.keyboard.press('Control+y')

  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Sequence menu' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate as 9:16, vertical' }).click()
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
  await expect(page.getByText(/ 9:16$/).first()).toBeVisible()
  // What was open in the Timeline is delivered; the other sequence is one choice away.
  await room('Deliver')
  await expect(studio.deliver.overview).toContainText('The boat 9:16 · 1080 × 1920')
  await studio.deliver.choosePreset('Vertical 9:16')
  const tall = await studio.deliver.deliver('Tall')
  await choose(studio.deliver.overview, 'Sequence', 'The boat · 1920 × 1080')
  await expect(studio.deliver.overview).toContainText('The boat · 1920 × 1080')
  await studio.deliver.choosePreset('Video 16:9, 720p')
  await studio.deliver.deliver('Wide')
  expect(await probeFile(join(tall, 'Tall.mp4'))).toMatchObject({ width: 1080, height: 1920 })
  const wide = await probeFile(join(tall, 'Wide.mp4'))
  expect(wide).toMatchObject({ width: 1280, height: 720 })
  expect(wide.seconds).toBeCloseTo(1, 1)
  await media.close()
})
