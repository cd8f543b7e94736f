/** Titles from a template: chosen with mouse or keys, at the playhead, with words that are typed over at once, and a look that is changed. */
import { Buffer } from 'node:buffer'
import { expect, test } from './kit/story.ts'
import { openTitles } from './kit/titles.ts'

test('a title from a template comes to the playhead, is typed over, gets a shadow, and is taken back in one step @wide', async ({ studio }) => {
  await openTitles(studio)
  const { page, timeline } = studio
  const count = await timeline.clips.count()
  await page.keyboard.press('End')
  await timeline.tools.getByRole('button', { name: 'Title from template…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Title from template' })
  await dialog.getByRole('button', { name: 'Lower third' }).click()
  await expect(dialog).toBeHidden()
  const text = timeline.inspector.getByRole('textbox', { name: 'Text' })
  await expect(text).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await expect(timeline.clip(/^Ada Lovelace.* 5\.0 seconds/)).toBeVisible()
  await expect(timeline.clips).toHaveCount(count + 1)
  await expect(timeline.inspector.getByLabel('Box', { exact: true })).toBeChecked()
  await expect(timeline.inspector.getByLabel('Shadow', { exact: true })).toHaveCount(0)
  await timeline.inspector.getByLabel('Box', { exact: true }).uncheck()
  await timeline.inspector.getByLabel('Shadow', { exact: true }).check()
  const blur = timeline.inspector.getByLabel('Shadow blur')
  await blur.fill('20')
  await blur.press('Enter')
  await expect(blur).toHaveValue('20')
  const undo = timeline.tools.getByRole('button', { name: /^Undo: / })
  await undo.click()
  await expect(blur).toHaveValue('6')

  // It comes from the left; letter by letter instead, and back.
  const enters = timeline.inspector.locator('.n-select').and(timeline.inspector.getByLabel('Enters'))
  await expect(enters).toContainText('From the left')
  await enters.click()
  await page.locator('.n-base-select-option').filter({ hasText: 'Letter by letter' }).click()
  await expect(enters).toContainText('Letter by letter')
  await undo.click()
  await expect(enters).toContainText('From the left')

  // Kept as a template of one's own; renamed, exported, deleted and imported again; placed with the same look.
  await timeline.inspector.getByRole('button', { name: 'Save as template' }).click()
  await expect(page.getByText('Template “Ada Lovelace” saved.')).toBeVisible()
  const open = timeline.tools.getByRole('button', { name: 'Title from template…' })
  await open.click()
  await dialog.getByRole('button', { name: 'Rename “Ada Lovelace”…' }).click()
  const name = page.getByRole('dialog', { name: 'Rename template' })
  await name.getByRole('textbox').fill('Our names')
  await page.keyboard.press('Enter')
  await expect(name).toBeHidden()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export “Our names”' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Our names.json')
  const file = await saved.path()
  await dialog.getByRole('button', { name: 'Delete “Our names”' }).click()
  const own = dialog.getByRole('button', { name: 'Our names', exact: true })
  await expect(own).toHaveCount(0)
  const bring = async (path: string | { name: string, mimeType: string, buffer: Buffer }): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Import…' }).click()])
    await chooser.setFiles(path)
  }
  await bring({ name: 'strange.json', mimeType: 'application/json', buffer: Buffer.from('{"takeroom":"presets"}') })
  await expect(page.getByText('“strange.json” contains no Takeroom title templates.')).toBeVisible()
  await bring(file)
  await own.click()
  await expect(text).toHaveValue('Ada Lovelace')
  await expect(blur).toHaveValue('6')
  await expect(timeline.clips).toHaveCount(count + 2)
  await timeline.tools.getByRole('button', { name: 'Undo: Place clips' }).click()
  await expect(timeline.clips).toHaveCount(count + 1)

  // By keys alone: the palette, an arrow of Tab, Enter.
  await studio.shell.command('Title from template…')
  await expect(dialog.getByRole('button', { name: 'Lower third' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Chapter one')
  await expect(timeline.clips).toHaveCount(count + 2)
  await page.keyboard.press('Escape')
  await timeline.tools.getByRole('button', { name: 'Undo: Place clips' }).click()
  await expect(timeline.clips).toHaveCount(count + 1)
})
