/** Shots and images are generated where they are missed: in a gap, behind a clip, at the playhead. Each waits in its place. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { give, handed } from './pages/files.ts'
import { timelineRoom } from './pages/timeline-room.ts'

test('a gap is filled, a shot extended, an image generated and a clip replaced in place; each waits there, and says what failed @short', async ({ studio, service, context }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.lookAround()
  const { page, shell, timeline, projects } = studio
  await studio.enterWith(service)
  await projects.create('Tides')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  const shot = (source: string) => ['-f', 'lavfi', '-i', `${source}=s=320x180:r=30:d=3`, '-pix_fmt', 'yuv420p']
  for (const [at, [name, source]] of [['boat', 'testsrc'], ['sea', 'testsrc2']].entries()) {
    await page.keyboard.press('End')
    await page.keyboard.press('Escape')
    if (at > 0) {
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('Shift+ArrowRight')
    }
    await give(page.locator('body'), 'paste', [await handed(await media.make(`${name}.mp4`, shot(source!)), 'video/mp4')])
    await expect(async () => {
      await page.keyboard.press('\\')
      await expect(timeline.clip(/./)).toHaveCount(at + 1, { timeout: 1000 })
    }).toPass()
  }
  await timeline.expectPlaces('3.0 s at 0:00.0', '3.0 s at 0:05.0')
  const [boat, sea] = [timeline.clip(/^boat/), timeline.clip(/^sea/)]
  const step = (name: RegExp) => timeline.tools.getByRole('button', { name })

  // With the mouse: the gap between them.
  const letThrough = service.hold('video')
  const [left, right] = [await boat.boundingBox(), await sea.boundingBox()]
  if (!left || !right)
    throw new Error('the clips are not on the screen')
  await page.mouse.click((left.x + left.width + right.x) / 2, left.y + 20, { button: 'right' })
  await timeline.menu.getByRole('menuitem', { name: 'Fill gap with a shot…' }).click()
  const filling = page.getByRole('dialog', { name: 'Fill gap at 00:00:03:00' })
  const prompt = filling.getByRole('textbox', { name: 'Motion prompt' })
  await expect(prompt).toBeFocused()
  await expect(filling.getByRole('spinbutton', { name: 'Length' })).toHaveValue('2')
  await expect(filling.getByText('First frame')).toBeVisible()
  await expect(filling.getByRole('button', { name: 'Generate' })).toBeDisabled()
  await prompt.fill('The boat drifts out.')
  await prompt.press('Control+Enter')
  await expect(filling).toBeHidden()
  const place = timeline.grid.getByRole('button', { name: /^In the queue: The boat drifts out/ })
  await expect(place).toBeVisible()
  await page.reload()
  await expect(place).toBeVisible()
  // A second page shows it as well, and asks for nothing of its own.
  const other = await context.newPage()
  await other.goto(page.url())
  const theirs = timelineRoom(other)
  const elsewhere = theirs.grid.getByRole('button', { name: /^In the queue: The boat drifts out/ })
  await expect(elsewhere).toBeVisible()
  letThrough()
  await timeline.expectPlaces('3.0 s at 0:00.0', '2.0 s at 0:03.0', '3.0 s at 0:05.0')
  await expect(place).toBeHidden()
  await expect(theirs.clip(/^The boat drifts out/)).toHaveCount(1)
  await expect(elsewhere).toHaveCount(0)
  expect(service.taken('video')).toBe(1)
  await other.close()
  await step(/^Undo/).click()
  await timeline.expectPlaces('3.0 s at 0:00.0', '3.0 s at 0:05.0')
  await step(/^Redo/).click()
  await timeline.expectPlaces('3.0 s at 0:00.0', '2.0 s at 0:03.0', '3.0 s at 0:05.0')

  // By keys: the selected clip is continued, and what follows makes room.
  await boat.click()
  await page.keyboard.press('p')
  const extending = page.getByRole('dialog', { name: 'Extend shot at 00:00:03:00' })
  await extending.getByRole('textbox', { name: 'Motion prompt' }).fill('The boat comes back.')
  await page.keyboard.press('Control+Enter')
  await expect(extending).toBeHidden()
  await expect(timeline.clips).toHaveCount(4)
  await expect.poll(async () => (await timeline.places()).map(each => each.replace(/^.* at /, ''))).toEqual(
    expect.arrayContaining(['0:00.0', '0:03.0']),
  )
  await expect(timeline.clip(/^The boat comes back/)).toHaveAccessibleName(/5(\.\d)? seconds at 0:03\.0/)
  expect(service.taken('video')).toBe(2)

  // An image at the playhead. What fails is told in its place, with what can be done.
  const permit = service.faults.set({ do: 'refuse', status: 400, message: 'The prompt offends the tide', when: { kind: 'image' } })
  await page.keyboard.press('Escape')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+p')
  const drawing = page.getByRole('dialog', { name: /^Image at/ })
  const length = drawing.getByRole('spinbutton', { name: 'Length' })
  await expect(length).toHaveValue('4')
  await length.fill('2.5')
  await drawing.getByRole('textbox', { name: 'Prompt' }).fill('An empty bay.')
  await drawing.getByRole('button', { name: 'Generate' }).click()
  await expect(drawing).toBeHidden()
  const failed = timeline.grid.getByRole('button', { name: /^In the queue: An empty bay/ })
  await expect(failed).toHaveAccessibleName(/The prompt offends the tide/)
  permit()
  await failed.click()
  await timeline.menu.getByRole('menuitem', { name: 'Retry' }).click()
  await expect(timeline.clip(/^An empty bay/)).toHaveAccessibleName(/2\.5 seconds/)
  await expect(failed).toHaveCount(0)

  // Another take of what was generated: its prompt is there to be changed, and the clip keeps its place.
  const held = service.hold('video')
  const drifting = timeline.clip(/^The boat drifts out/)
  const before = await timeline.places()
  await drifting.click({ button: 'right' })
  await timeline.menu.getByRole('menuitem', { name: 'Generate a replacement…' }).click()
  const replacing = page.getByRole('dialog', { name: /^Replace clip at/ })
  const words = replacing.getByRole('textbox', { name: 'Motion prompt' })
  await expect(words).toHaveValue('The boat drifts out.')
  await words.fill('The boat sinks.')
  await words.press('Control+Enter')
  await expect(replacing).toBeHidden()
  await expect(timeline.grid.getByRole('button', { name: /^In the queue: The boat sinks/ })).toBeVisible()
  held()
  await expect(timeline.clip(/^The boat sinks/)).toBeVisible()
  await expect(drifting).toHaveCount(0)
  expect(await timeline.places()).toEqual(before)
  await step(/^Undo/).click()
  await expect(drifting).toBeVisible()
  expect(service.taken('video')).toBe(3)
})

test('an image that is cancelled stays at its place: it is generated again from there, or dismissed', async ({ studio, service }) => {
  await studio.enterWith(service)
  const { page, shell, timeline, projects, queue } = studio
  // Nothing is sent, so that cancelling asks no question.
  await shell.go('Queue')
  await queue.pause.click()
  await shell.go('Projects')
  await projects.create('Tides')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await page.getByRole('button', { name: 'Menu of V1 Video' }).waitFor()
  const place = timeline.grid.getByRole('button', { name: /^In the queue: A bay/ })
  const act = async (name: string) => {
    await place.click()
    await timeline.menu.getByRole('menuitem', { name }).click()
  }
  const ask = async (words: string) => {
    await page.keyboard.press('Shift+p')
    await page.getByRole('dialog', { name: /^Image at/ }).getByRole('textbox', { name: 'Prompt' }).fill(words)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await ask('A bay at night.')
  await act('Cancel')
  await act('Dismiss')
  await expect(place).toHaveCount(0)

  await ask('A bay.')
  await act('Cancel')
  await expect(place).toHaveAccessibleName(/Cancelled/)
  await page.reload()
  await expect(place).toHaveAccessibleName(/Cancelled/)
  await act('Retry')
  await expect(place).not.toHaveAccessibleName(/Cancelled/)
  await expect(place).toHaveCount(1)
  await page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: /^Resume:/ }).click()
  await expect(timeline.clip(/^A bay/)).toBeVisible()
  await expect(place).toHaveCount(0)
  expect(service.taken('image')).toBe(1)
})

test('several tries are compared in their place: the first is placed, a number or a click chooses another, and all are kept', async ({ studio, service }) => {
  await studio.enterWith(service)
  const { page, shell, timeline, projects } = studio
  await projects.create('Tides')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.tools.waitFor()
  await page.getByRole('button', { name: 'Menu of V1 Video' }).waitFor()
  await page.keyboard.press('Shift+p')
  const dialog = page.getByRole('dialog', { name: 'Image at 00:00:00:00' })
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('A bay at low tide.')
  const count = dialog.getByRole('spinbutton', { name: 'Tries' })
  await count.fill('3')
  await count.press('Control+Enter')
  await expect(dialog).toBeHidden()
  const shelf = page.getByRole('group', { name: 'Tries of this clip' })
  const tries = shelf.getByRole('button', { name: /^Use try/ })
  await expect(tries).toHaveCount(3)
  const [one, two, three] = [tries.nth(0), tries.nth(1), tries.nth(2)]
  for (const each of [one, two, three])
    await expect(each).toBeEnabled()
  await expect(timeline.clips).toHaveCount(1)
  expect(service.taken('image')).toBe(3)
  const undo = timeline.tools.getByRole('button', { name: /^Undo/ })

  // It is seen: the playhead comes to the clip.
  await page.keyboard.press('End')
  await expect.poll(() => timeline.playhead()).not.toBe('00:00:00:00')
  await page.keyboard.press('2')
  await expect(two).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => timeline.playhead()).toBe('00:00:00:00')
  await three.click()
  await expect(three).toHaveAttribute('aria-pressed', 'true')
  await expect(two).toHaveAttribute('aria-pressed', 'false')
  await undo.click()
  await expect(two).toHaveAttribute('aria-pressed', 'true')
  await expect(timeline.clips).toHaveCount(1)

  // Closed by key, whatever is edited then, and opened again after a reload: nothing is asked for again.
  await page.keyboard.press('Escape')
  await expect(shelf).toBeHidden()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(undo).toHaveAccessibleName(/Nudge|Move/)
  await expect(shelf).toBeHidden()
  await page.reload()
  await timeline.clip(/^A bay at low tide/).click({ button: 'right' })
  await timeline.menu.getByRole('menuitem', { name: 'Compare tries' }).click()
  await expect(tries).toHaveCount(3)
  await expect(two).toHaveAttribute('aria-pressed', 'true')
  expect(service.taken('image')).toBe(3)
})
