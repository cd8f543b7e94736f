/** Folders of voices: made from the menu of a voice, filled by dragging, renamed, removed, undone, and found in the sheet of casting. */
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'
import { choose } from './pages/parts.ts'
import { voicesRoom } from './pages/voices-room.ts'

test('voices are kept in folders, by mouse and by keys', async ({ studio, service }) => {
  test.slow()
  const media = await openMediaKit()
  await studio.enterWith(service)
  const { page, shell } = studio
  const room = voicesRoom(page)
  await shell.go('Voices')
  for (const [name, hertz] of [['Ann', 220], ['Ben', 330], ['Cleo', 440]] as const) {
    await room.create.click()
    await room.pick(await media.tone(`${name}.wav`, { seconds: 10, level: 0.4, frequency: hertz }))
    await room.name.fill(name)
    await room.consent.fill('They agreed in writing.')
    await room.make.click()
    await expect(room.own(name)).toBeVisible()
  }
  const folders = page.getByRole('group', { name: 'Folders' })
  const folder = (name: RegExp) => folders.getByRole('button', { name })
  await expect(folders).toHaveCount(0)

  // The first one, from the menu.
  await room.more('Ann', 'Move to folder…')
  const dialog = page.getByRole('dialog', { name: 'Folder for Ann' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('Narrators')
  await dialog.getByRole('textbox', { name: 'Folder' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(folder(/^Narrators 1$/)).toBeVisible()
  await expect(folder(/^No folder 2$/)).toBeVisible()

  // By the mouse: a voice is dropped on it.
  await room.own('Ben').locator('header').dragTo(folder(/^Narrators/))
  await expect(folder(/^Narrators 2$/)).toBeVisible()
  await folder(/^Narrators/).click()
  await expect(room.own('Cleo')).toHaveCount(0)
  await expect(room.own('Ben')).toContainText('Narrators')
  await page.keyboard.press('Control+z')
  await expect(folder(/^Narrators 1$/)).toBeVisible()
  await expect(room.own('Ben')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(folder(/^Narrators 2$/)).toBeVisible()

  // It is renamed from its menu, and found by its name.
  await folder(/^Narrators/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename folder…' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename folder' })
  await renaming.getByRole('textbox').fill('Old men')
  await renaming.getByRole('textbox').press('Enter')
  await expect(folder(/^Old men 2$/)).toHaveAttribute('aria-pressed', 'true')
  await folder(/^All 3$/).click()
  await room.search.fill('old men')
  await expect(room.own('Cleo')).toHaveCount(0)
  await expect(room.own('Ann')).toBeVisible()
  await room.search.fill('')

  // The sheet that compares voices filters by it.
  await page.getByRole('button', { name: 'Compare voices' }).click()
  const sheet = page.getByRole('dialog').filter({ has: page.getByRole('group', { name: 'Filters' }) })
  await choose(sheet, 'Folder', 'Old men')
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Cleo' })).toHaveCount(0)
  await expect(sheet.getByRole('listitem').filter({ hasText: 'Ann' })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  // By keys: it is removed from the palette, and undone from the notice.
  await folder(/^Old men/).press('Enter')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Remove folder')
  await page.keyboard.press('Enter')
  await expect(folders).toHaveCount(0)
  await expect(page.getByText('“Old men” removed. Its 2 voices are in no folder now.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(folder(/^Old men 2$/)).toBeVisible()
})
