/** A narrator's chapter: from the template of an audiobook and a text of one's own to a file with chapters. */
import { join } from 'node:path'
import { probeFile } from './kit/probe-file.ts'
import { expect, test } from './kit/story.ts'

const book = [
  '# Chapter 1',
  '# The Lamp',
  'The lamp had been out for eleven nights, and nobody in the village said a word about it.',
  '“You came back,” said Mara.',
  '# Chapter 2',
  '# The Road',
  'There was no road.',
].join('\n\n')

test('an audiobook shows no empty images, its example is replaced by scenes, and its headings become chapters @wide', async ({ studio }) => {
  test.slow()
  const { page, script, deliver, shell } = studio
  await studio.lookAround()
  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('radio', { name: /^Audiobook/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(script.line(2)).toBeVisible()
  const images = page.getByRole('button', { name: /^Image of line/ })
  await expect(images).toHaveCount(0)
  await expect(script.casting.getByRole('combobox', { name: 'Language of the script' })).toHaveValue('en')

  // The example goes, scene by scene, as one step.
  await page.getByRole('button', { name: 'Select scene: Chapter One: The Last Ferry' }).click()
  await page.getByRole('button', { name: 'Select scene: Chapter Two: The Room Upstairs' }).click()
  const count = await script.lines.count()
  await expect(page.getByRole('toolbar', { name: 'Selected lines' })).toContainText(`${count} lines selected`)
  await page.keyboard.press('Delete')
  await expect(script.lines).toHaveCount(0)
  // Also in the moment before main tells of the step.
  await page.keyboard.press('Control+z')
  await expect(script.lines).toHaveCount(count)
  await expect(page.getByText(/^Undone: /).first()).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(script.lines).toHaveCount(0)

  await script.paste(book, 7)
  await expect(script.line(3), 'its language is that of the script').not.toContainText('EN')
  // With the menu of a line, too.
  await script.line(4).click({ button: 'right', position: { x: 60, y: 10 } })
  await page.getByRole('menuitem', { name: 'Select scene' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected lines' })).toContainText('3 lines selected')
  await page.keyboard.press('Escape')

  await script.cast('No speaker', 'Qwen3 TTS', 'Ryan')
  await script.make.click()
  await expect(script.allMade).toBeVisible()
  await shell.goToPart('Deliver')
  await expect(deliver.form).toContainText('Chapter 1: The Lamp')
  const picture = page.locator('.sequence-view canvas')
  await expect(picture).toHaveCount(1)
  await expect(picture, 'a file of sound has no picture').toBeHidden()
  await page.getByRole('button', { name: /^Render/ }).click()
  const row = deliver.row('The Last Ferry')
  await expect(row).not.toContainText('1280 × 720')
  await expect(row.locator('.file').first()).toBeVisible()
  await expect(row).not.toContainText('1280 × 720')
  const { chapters } = await probeFile(join(await row.locator('code').textContent() ?? '', 'The Last Ferry.m4b'))
  expect(chapters).toEqual(['Chapter 1: The Lamp', 'Chapter 2: The Road'])
})

test('the storyboard is shown or hidden for each project by itself', async ({ studio }) => {
  const { page, script, shell } = studio
  const images = page.getByRole('button', { name: /^Image of line/ })
  await studio.lookAround()
  await studio.projects.create('Harbour')
  await script.paste('One.\n\nTwo.', 2)
  await expect(images).toHaveCount(2)
  await page.keyboard.press('Alt+s')
  await expect(images).toHaveCount(0)
  await shell.go('Projects')
  await studio.projects.create('Pier')
  await script.paste('One.', 1)
  await expect(images).toHaveCount(1)
  await shell.go('Projects')
  await page.getByRole('link', { name: /^Harbour/ }).click()
  await expect(script.lines).toHaveCount(2)
  await expect(images).toHaveCount(0)
  await page.reload()
  await expect(script.lines).toHaveCount(2)
  await expect(images).toHaveCount(0)
})
