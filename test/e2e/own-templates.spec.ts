/** A project is saved as a template of one's own; new projects begin with it; it is renamed, deleted, exported and imported. */
import { readFile } from 'node:fs/promises'
import { expect, test } from './kit/story.ts'
import { projectsRoom } from './pages/projects-room.ts'

test('a template of one’s own begins new projects, and is renamed, deleted, exported and imported', async ({ studio, service }) => {
  test.slow()
  await studio.lookAround()
  const { page, shell, script } = studio
  const room = projectsRoom(page)
  await room.create('Small Hours 1')
  await script.paste('JUNE: Welcome to the show.\n\nTOM: Thank you for having me.', 2)
  await shell.go('Projects')

  // Saved from the menu; what was generated stays out unless it is wanted.
  await room.card('Small Hours 1').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Save as template…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save “Small Hours 1” as a template' })
  await expect(saving.getByRole('checkbox', { name: 'Script and storyboard' })).toBeChecked()
  await expect(saving.getByRole('checkbox', { name: 'Your own files' })).toBeChecked()
  await expect(saving.getByRole('checkbox', { name: 'Generated takes' })).not.toBeChecked()
  await saving.getByRole('textbox', { name: 'Template name' }).fill('Small Hours')
  await saving.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('“Small Hours” saved. Find it under New project.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  // One step of undo, to and fro.
  const newProject = page.getByRole('button', { name: 'New project' }).first()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  const own = dialog.getByRole('group', { name: 'Your templates' })
  const templates = own.getByRole('radio')
  await page.keyboard.press('Control+z')
  await newProject.click()
  await expect(own.getByText('To add your own')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+z')
  await newProject.click()
  await expect(templates).toHaveCount(1)

  // A project from it has its lines; undo takes it away, and redo gives it back.
  await own.getByText('Small Hours', { exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Example script' })).toContainText('Welcome to the show.')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Small Hours 2')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('“Small Hours 2” created from “Small Hours”.')).toBeVisible()
  await expect(script.lines).toHaveCount(2)
  await expect(script.text(2)).toHaveValue('Thank you for having me.')
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(room.heading).toBeVisible()
  await expect(room.card('Small Hours 1')).toBeVisible()
  await expect(room.card('Small Hours 2')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(room.card('Small Hours 2')).toContainText('2 lines')

  // Renamed and exported from its menu.
  const act = async (name: string, item: string) => {
    await own.getByRole('button', { name: `More actions for “${name}”` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await newProject.click()
  await act('Small Hours', 'Rename…')
  const renaming = page.getByRole('dialog', { name: 'Rename template' })
  await renaming.getByRole('textbox').fill('Night show')
  await renaming.getByRole('textbox').press('Enter')
  await expect(own.getByText('Night show', { exact: true })).toBeVisible()
  const exported = page.waitForEvent('download')
  await act('Night show', 'Export template…')
  const download = await exported
  expect(download.suggestedFilename()).toBe('Night show.takeroom')
  const bytes = await readFile(await download.path())

  // Deleted, and back by the notice; imported from its file.
  await act('Night show', 'Move to trash')
  await expect(templates).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(templates).toHaveCount(1)
  const pick = async (name: string, buffer: typeof bytes) => {
    const picked = page.waitForEvent('filechooser')
    await own.getByRole('button', { name: 'Import template…' }).click()
    await (await picked).setFiles({ name, mimeType: '', buffer })
  }
  await pick('Night show.takeroom', bytes)
  await expect(templates).toHaveCount(2)
  await expect(page.getByText('Template “Night show” imported.', { exact: false })).toBeVisible()
  await pick('cut.takeroom', bytes.subarray(0, bytes.length - 1500))
  await expect(page.getByText('The file of this project is not complete.')).toBeVisible()
  await expect(templates).toHaveCount(2)
  expect(service.ledger(), 'nothing is sent').toEqual([])
})
