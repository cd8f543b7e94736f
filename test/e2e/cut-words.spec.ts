/** Words are cut out of what is said: selected with the mouse or keys, deleted, no longer in the captions, and back with one undo. */
import { expect, test } from './kit/story.ts'

const said = 'The lamp is lit, the door is open, and the whole house is waiting for you tonight.'

test('words of a line are selected and deleted; the video closes up, captions follow, and undo brings them back @wide', async ({ studio, service }) => {
  const { page, script, shell, timeline } = studio
  await studio.enterWith(service)
  await studio.projects.create('The lamp')
  await script.paste(`ANN: ${said}`, 1)
  await script.cast('ANN', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.state(1, 'Generated')).toBeVisible()
  await shell.goToPart('Timeline')
  await timeline.assemble.click()
  const parts = timeline.clip(/^ANN The lamp is lit, the door is open, and .*line 1/)
  await parts.first().click()
  const list = timeline.inspector.getByRole('listbox', { name: 'Words of the clip' })
  const words = list.getByRole('option')
  const word = (text: string) => list.getByRole('option', { name: text, exact: true })
  await expect(words).toHaveCount(17)

  // A click on a word moves the playhead there; dragging over words selects them.
  const before = await timeline.playhead()
  await word('waiting').click()
  await expect.poll(() => timeline.playhead()).not.toBe(before)
  await word('whole').hover()
  await page.mouse.down()
  await word('house').hover()
  await page.mouse.up()
  await expect(list.getByRole('option', { selected: true })).toHaveText(['whole', 'house'])
  await timeline.inspector.getByRole('button', { name: 'Delete 2 words' }).click()
  await expect(words).toHaveCount(15)
  await expect(word('whole')).toHaveCount(0)
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
  await expect(timeline.tools.getByRole('button', { name: 'Undo: Cut words' })).toBeVisible()
  await expect(timeline.clip(/and the is waiting for you/)).toBeVisible()

  // With keys, over the join of the first cut: extended with Shift and the arrows.
  await word('and').click()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(list.getByRole('option', { selected: true })).toHaveText(['and', 'the', 'is'])
  await page.keyboard.press('Delete')
  await expect(words).toHaveCount(12)
  await timeline.tools.getByRole('button', { name: 'Undo: Cut words' }).click()
  await expect(words).toHaveCount(15)
  await timeline.tools.getByRole('button', { name: 'Undo: Cut words' }).click()
  await expect(words).toHaveCount(17)

  // The script still has its line as a whole.
  await shell.goToPart('Script')
  await expect(script.text(1)).toHaveValue(said)
})
