/** Captions that show the word that is spoken: chosen for a track, with the times of the voice, seen in the preview, and taken back in one step. */
import { expect, test } from './kit/story.ts'

const said = 'The lamp is lit, the door is open, and the whole house is waiting for you tonight.'

test('the word that is spoken is shown by itself, grows or has another colour, in the preview as it is heard', async ({ studio, service }) => {
  const { page, script, shell, timeline } = studio
  await studio.enterWith(service)
  await studio.projects.create('The lamp')
  await script.paste(`ANN: ${said}`, 1)
  await script.cast('ANN', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.state(1, 'Generated')).toBeVisible()
  await shell.goToPart('Timeline')
  await timeline.assemble.click()
  // As soon as the words of the clip are shown, their times are known.
  await timeline.clip(/^ANN The lamp is lit/).first().click()
  await expect(timeline.inspector.getByRole('listbox', { name: 'Words of the clip' }).getByRole('option')).toHaveCount(17)

  await page.getByRole('button', { name: 'Menu of C1 Captions' }).click()
  await timeline.menu.getByRole('menuitem', { name: 'Language and style…' }).click()
  const spoken = timeline.inspector.locator('.n-select').and(timeline.inspector.getByLabel('Spoken word'))
  const choose = async (name: string): Promise<void> => {
    await spoken.click()
    await page.locator('.n-base-select-option').filter({ hasText: name }).click()
  }
  await choose('One word at a time')
  await expect(timeline.inspector.getByRole('status').filter({ hasText: 'All words have the times' })).toBeVisible()
  const undo = timeline.tools.getByRole('button', { name: 'Undo: Track settings' })
  await expect(undo).toBeVisible()

  await choose('Grow')
  const colour = timeline.inspector.getByLabel('Colour of the word')
  await expect(colour).toHaveValue('#ffd23f')
  await colour.fill('#00ff00')
  await expect(colour).toHaveValue('#00ff00')

  // It is stored with the sequence, and one undo takes back one choice.
  await expect(timeline.saved).toBeVisible()
  await page.reload()
  await expect(timeline.clips.first()).toBeVisible()
  await page.getByRole('button', { name: 'Menu of C1 Captions' }).click()
  await timeline.menu.getByRole('menuitem', { name: 'Language and style…' }).click()
  await expect(colour).toHaveValue('#00ff00')
  await undo.click()
  await expect(colour).toHaveValue('#ffd23f')
  await undo.click()
  await expect(colour).toHaveValue('#ffffff')
  await undo.click()
  await expect(colour).toHaveCount(0)
})
