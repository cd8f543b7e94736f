/** Projects are found, put in order, kept in folders and the archive, duplicated, and have a chosen cover: by mouse and by keys. */
import { expect, test } from './kit/story.ts'
import { projectsRoom } from './pages/projects-room.ts'

test('projects are searched, sorted, kept in folders, archived and duplicated', async ({ studio }) => {
  test.slow()
  await studio.lookAround()
  const { page, shell } = studio
  const room = projectsRoom(page)
  for (const name of ['Zebra', 'Harbour', 'Apple']) {
    await room.create(name)
    await shell.go('Projects')
    await expect(room.card(name)).toBeVisible()
  }
  const names = () => page.getByRole('article').locator('strong').allTextContents()
  const act = async (name: string, item: string) => {
    await room.card(name).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  // In order, which this browser keeps.
  await expect.poll(names).toEqual(['Apple', 'Harbour', 'Zebra'])
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Name')
  await expect.poll(names).toEqual(['Apple', 'Harbour', 'Zebra'])
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest')
  await expect.poll(names).toEqual(['Apple', 'Harbour', 'Zebra'])

  // Into a folder: from the menu, then by the mouse.
  const folders = page.getByRole('group', { name: 'Folders' })
  const folder = (name: RegExp) => folders.getByRole('button', { name })
  await act('Harbour', 'Move to folder…')
  const dialog = page.getByRole('dialog', { name: 'Folder for Harbour' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('Clients')
  await dialog.getByRole('textbox', { name: 'Folder' }).press('Enter')
  await expect(folder(/^Clients 1$/)).toBeVisible()
  await room.card('Zebra').dragTo(folder(/^Clients/))
  await expect(folder(/^Clients 2$/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(folder(/^Clients 1$/)).toBeVisible()
  await folder(/^Clients/).click()
  await expect.poll(names).toEqual(['Harbour'])
  await folder(/^All/).click()

  // Duplicated: same folder, opened from the notice.
  await act('Harbour', 'Duplicate…')
  const duplicate = page.getByRole('dialog', { name: 'Duplicate Harbour' })
  await expect(duplicate.getByRole('textbox')).toHaveValue('Harbour copy')
  await duplicate.getByRole('textbox').press('Enter')
  await expect(folder(/^Clients 2$/)).toBeVisible()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Harbour copy' })).toBeVisible()
  await shell.go('Projects')

  // Archived: out of the list, found by the search, and back by undo and from the archive.
  await act('Zebra', 'Archive')
  await expect(room.card('Zebra')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(room.card('Zebra')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(room.card('Zebra')).toHaveCount(0)
  await page.keyboard.press('/')
  await page.keyboard.type('zeb')
  await expect.poll(names).toEqual(['Zebra'])
  await expect(room.card('Zebra')).toContainText('Archived')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('nothing so')
  await expect(page.getByText('No project found')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Archive (1)' }).click()
  await act('Zebra', 'Remove from the archive')
  await expect(page.getByText('The archive is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Back to projects' }).click()
  await expect(room.card('Zebra')).toBeVisible()

  // The folder is renamed and removed.
  await folder(/^Clients/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename folder…' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename folder' })
  await renaming.getByRole('textbox').fill('Films')
  await renaming.getByRole('textbox').press('Enter')
  await expect(folder(/^Films 2$/)).toBeVisible()
  await folder(/^Films/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove folder' }).click()
  await expect(folders).toHaveCount(0)
  await expect(page.getByText('“Films” removed. Its 2 projects are in no folder now.')).toBeVisible()
})

test('an image of the sample is its cover until the newest one is again', async ({ studio }) => {
  test.slow()
  await studio.open()
  await studio.firstRun.openSample()
  const { page, shell } = studio
  const room = projectsRoom(page)
  await expect(page.getByText(/Generating the sample/)).toHaveCount(0)
  await shell.go('Library')
  await page.getByText(/^A lighthouse on a cli/).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Use as project cover' }).click()
  await expect(page.getByText(/^The card of “.*” shows this image now\.$/)).toBeVisible()
  await shell.go('Projects')
  const cover = page.getByRole('article').first().locator('img')
  const chosen = await cover.getAttribute('src')
  await page.getByRole('article').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Use newest image as cover' }).click()
  await expect.poll(() => cover.getAttribute('src')).not.toBe(chosen)
  await page.keyboard.press('Control+z')
  await expect.poll(() => cover.getAttribute('src')).toBe(chosen)
  await expect(room.heading).toBeVisible()
})

test('a chosen colour is a mark on the card and next to the name, which keeps its row; undone by key, and seen on a second page', async ({ studio, hostName }) => {
  await studio.lookAround()
  const { page, shell } = studio
  const room = projectsRoom(page)
  await room.create('Harbour')
  const header = page.locator('header.bar')
  const height = async () => (await page.getByRole('navigation', { name: 'Project' }).boundingBox())!.y
  const before = await height()
  await shell.go('Projects')
  await room.card('Harbour').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Colour…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Colour of “Harbour”' })
  await expect(dialog.getByRole('radio', { name: 'Automatic' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const mark = room.card('Harbour').getByRole('img', { name: 'Orange' })
  await expect(mark).toBeVisible()
  const other = hostName === 'web' ? await studio.running.openAnother() : null
  await other?.goto(page.url())
  const there = other && projectsRoom(other).card('Harbour').getByRole('img', { name: 'Orange' })
  await there?.waitFor()

  await page.keyboard.press('Control+z')
  await expect(mark).toHaveCount(0)
  await there?.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+z')
  await expect(mark).toBeVisible()
  await page.getByRole('link', { name: 'Harbour' }).first().click()
  await expect(header.getByRole('img', { name: 'Orange' })).toBeVisible()
  expect(await height(), 'the tabs stay in their row').toBe(before)
})
