/** Collections and saved searches: filled by drag, menu and keys, renamed, removed, undone, counted on a second page, and kept over a restart. */
import type { Page } from '@playwright/test'
import type { MediaKit } from '../kit/media.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { libraryRoom } from './pages/library-room.ts'
import { choose } from './pages/parts.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

function listsOf(page: Page) {
  const { panel } = libraryRoom(page).filters
  const within = (title: string) => panel.getByRole('group', { name: title, exact: true })
  return {
    collections: within('Collections'),
    searches: within('Saved searches'),
    collection: (name: RegExp) => within('Collections').getByRole('button', { name }),
    search: (name: RegExp) => within('Saved searches').getByRole('button', { name }),
  }
}

test('takes are collected by keys, menu and mouse, seen on a second page, and undone @wide', async ({ studio, media, context }) => {
  test.slow()
  await studio.lookAround()
  await studio.shell.go('Library')
  const { library, page } = studio
  const lists = listsOf(page)
  await library.import([
    await media.tone('bell.wav'),
    await media.tone('horn.wav', { frequency: 110 }),
    await media.picture('north sea.png'),
  ])
  await expect(library.takes).toHaveCount(3)

  // By a key, into a new one: the lists are shown then.
  await library.take('bell').click()
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Add take to a collection' })
  await dialog.getByRole('textbox', { name: 'Collection' }).fill('Best of 2026')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(lists.collection(/^Best of 2026\s*1$/)).toBeVisible()

  // By the mouse: both that are selected are dropped on it.
  await library.take('horn').click()
  await library.take('north sea').click({ modifiers: ['Control'] })
  await library.take('horn').dragTo(lists.collection(/^Best of 2026/))
  await expect(lists.collection(/^Best of 2026\s*3$/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(lists.collection(/^Best of 2026\s*1$/)).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(lists.collection(/^Best of 2026\s*3$/)).toBeVisible()

  // A press shows what is in it; what is removed from it leaves the list, not the library.
  await lists.collection(/^Best of 2026/).click()
  await expect(library.search).toHaveValue('collection:"Best of 2026" ')
  await expect(library.takes).toHaveCount(3)
  await library.take('horn').click()
  await library.take('horn').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from “Best of 2026”' }).click()
  await expect(library.takes).toHaveCount(2)
  await expect(lists.collection(/^Best of 2026\s*2$/)).toBeVisible()

  // It is renamed from its menu, and stays open.
  await lists.collection(/^Best of 2026/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename collection…' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename collection' })
  await renaming.getByRole('textbox').fill('Harbour')
  await page.keyboard.press('Enter')
  await expect(lists.collection(/^Harbour\s*2$/)).toHaveAttribute('aria-pressed', 'true')
  await expect(library.search).toHaveValue('collection:Harbour ')
  await expect(library.takes).toHaveCount(2)

  // A second page has the same, and its trash changes the count here.
  const other = await context.newPage()
  await other.goto(page.url())
  const theirs = libraryRoom(other)
  await expect(listsOf(other).collection(/^Harbour\s*2$/)).toBeVisible()
  await theirs.take('bell').click()
  await other.keyboard.press('Delete')
  await expect(lists.collection(/^Harbour\s*1$/)).toBeVisible()
  await expect(library.takes).toHaveCount(1)
  await other.keyboard.press('Control+z')
  await expect(lists.collection(/^Harbour\s*2$/)).toBeVisible()
  await other.close()

  // Removed with the palette: its takes stay, nothing is hidden, and undo puts it back.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Remove collection')
  await page.keyboard.press('Enter')
  await expect(lists.collection(/^Harbour/)).toHaveCount(0)
  await expect(library.search).toHaveValue('')
  await expect(library.takes).toHaveCount(3)
  await page.keyboard.press('Control+z')
  await expect(lists.collection(/^Harbour\s*2$/)).toBeVisible()
})

test('takes of a collection are put in order by hand: dragged, moved by keys, undone, and the same on a second page', async ({
  studio,
  media,
  context,
}) => {
  test.slow()
  await studio.lookAround()
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.import([
    await media.tone('bell.wav'),
    await media.tone('drum.wav', { frequency: 110 }),
    await media.tone('horn.wav', { frequency: 220 }),
    await media.picture('sea.png'),
  ])
  await expect(library.takes).toHaveCount(4)
  const header = page.locator('.room-bar')
  const isOrder = (...names: string[]) => expect(library.takes).toContainText(names)
  await choose(header, 'Sort by', 'Name, A to Z')
  await isOrder('bell', 'drum', 'horn', 'sea')
  await library.take('bell').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('b')
  await page.getByRole('dialog', { name: 'Add 4 takes to a collection' }).getByRole('textbox', { name: 'Collection' }).fill('Trailer')
  await page.keyboard.press('Enter')
  await listsOf(page).collection(/^Trailer\s*4$/).click()
  await choose(header, 'Sort by', 'By hand')
  await isOrder('bell', 'drum', 'horn', 'sea')

  // Dragged, in the grid: a mark shows where.
  await library.take('sea').click()
  await expect(library.selection).toHaveCount(0)
  const edge = { targetPosition: { x: 6, y: 30 } }
  await library.take('sea').hover()
  await page.mouse.down()
  await library.take('drum').hover({ position: { x: 40, y: 30 } })
  await library.take('drum').hover({ position: { x: 6, y: 30 } })
  await expect(page.locator('.is-place-before')).toContainText('drum')
  await page.mouse.up()
  await isOrder('bell', 'sea', 'drum', 'horn')
  await expect(page.locator('.is-place-before')).toHaveCount(0)
  await library.take('horn').dragTo(library.take('bell'), edge)
  await isOrder('horn', 'bell', 'sea', 'drum')
  await page.keyboard.press('Control+z')
  await isOrder('bell', 'sea', 'drum', 'horn')

  // By keys, one and several; each move is one step.
  await library.take('bell').click()
  await page.keyboard.press('Alt+ArrowRight')
  await isOrder('sea', 'bell', 'drum', 'horn')
  await page.keyboard.press('Alt+End')
  await isOrder('sea', 'drum', 'horn', 'bell')
  await expect(library.take('bell')).toBeFocused()
  await library.take('drum').click({ modifiers: ['Control'] })
  await page.keyboard.press('Alt+Home')
  await isOrder('drum', 'bell', 'sea', 'horn')
  await page.keyboard.press('Control+z')
  await isOrder('sea', 'drum', 'horn', 'bell')
  await page.keyboard.press('Control+Shift+z')
  await isOrder('drum', 'bell', 'sea', 'horn')
  await page.keyboard.press('Escape')

  // A key that is held down moves on, which is one step; the take keeps the focus.
  await library.take('drum').click()
  await page.keyboard.down('Alt')
  for (let time = 0; time < 3; time++)
    await page.keyboard.down('ArrowRight')
  await page.keyboard.up('ArrowRight')
  await page.keyboard.up('Alt')
  await isOrder('bell', 'sea', 'horn', 'drum')
  await expect(library.take('drum')).toBeFocused()
  await page.keyboard.press('Control+z')
  await isOrder('drum', 'bell', 'sea', 'horn')

  // A menu means the take that it was opened on, whatever is selected.
  await library.take('sea').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from “Trailer”' }).click()
  await expect(library.takes).toHaveCount(3)
  await isOrder('drum', 'bell', 'horn')
  await page.keyboard.press('Control+z')
  await isOrder('drum', 'bell', 'sea', 'horn')
  await page.keyboard.press('Escape')

  // In the list, too, also both that are selected.
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await library.take('sea').click()
  await page.keyboard.press('Alt+ArrowUp')
  await isOrder('drum', 'sea', 'bell', 'horn')
  await library.take('horn').click({ modifiers: ['Control'] })
  await library.take('horn').dragTo(library.take('drum'), { targetPosition: { x: 200, y: 4 } })
  await isOrder('sea', 'horn', 'drum', 'bell')
  await page.keyboard.press('Escape')

  // What leaves comes back to its place.
  await library.take('horn').click()
  await page.keyboard.press('Shift+B')
  await isOrder('sea', 'drum', 'bell')
  await page.keyboard.press('Control+z')
  await isOrder('sea', 'horn', 'drum', 'bell')

  // A second page has the same order, and what it moves moves here.
  const other = await context.newPage()
  await other.goto(page.url())
  const theirs = libraryRoom(other)
  await listsOf(other).collection(/^Trailer/).click()
  await choose(other.locator('.room-bar'), 'Sort by', 'By hand')
  await expect(theirs.takes).toContainText(['sea', 'horn', 'drum', 'bell'])
  await theirs.take('sea').click()
  await other.keyboard.press('Alt+End')
  await isOrder('horn', 'drum', 'bell', 'sea')
  await other.close()

  // Other orders stay as they are, and only a collection has its own.
  await choose(header, 'Sort by', 'Name, A to Z')
  await isOrder('bell', 'drum', 'horn', 'sea')
  await choose(header, 'Sort by', 'By hand')
  await isOrder('horn', 'drum', 'bell', 'sea')
  await library.search.fill('')
  await expect(header.getByText('Newest first')).toBeVisible()
  await library.search.fill('collection:trailer ')
  await expect(header.getByText('By hand')).toBeVisible()
  await isOrder('horn', 'drum', 'bell', 'sea')
})

test('a search is saved with its order, counted, updated, and there after a restart', async ({ studio, media, watch }) => {
  test.slow()
  watch.expect(studioGone)
  await studio.lookAround()
  await studio.shell.go('Library')
  const { library, page } = studio
  await library.import([
    await media.tone('gull.wav'),
    await media.tone('a gull far over the harbour and the lighthouse.wav', { frequency: 110 }),
    await media.picture('north sea.png'),
  ])
  await expect(library.takes).toHaveCount(3)

  // Order by how well words fit is there while there are words.
  const header = page.locator('.room-bar')
  await library.search.fill('gull')
  await expect(library.takes).toHaveCount(2)
  await choose(header, 'Sort by', 'Best match first')
  await expect(library.takes.first()).toContainText('gull')
  await expect(library.takes.nth(1)).toContainText('far over')
  await library.facet('Save search').click()
  const dialog = page.getByRole('dialog', { name: 'Save search' })
  await dialog.getByRole('textbox').fill('Gulls')
  await page.keyboard.press('Enter')
  await expect(listsOf(page).search(/^Gulls\s*2$/)).toHaveAttribute('aria-pressed', 'true')

  await library.search.fill('')
  await expect(library.takes).toHaveCount(3)
  await expect(header.getByText('Newest first')).toBeVisible()
  await library.take('far over').click()
  await page.keyboard.press('Delete')
  await expect(listsOf(page).search(/^Gulls\s*1$/)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(listsOf(page).search(/^Gulls\s*2$/)).toBeVisible()

  await studio.kill()
  await studio.reopen()
  await studio.shell.go('Library')
  // Another address has kept nothing of what is shown.
  await studio.library.facet('Filters').click()
  const lists = listsOf(studio.page)
  await lists.search(/^Gulls\s*2$/).click()
  await expect(studio.library.search).toHaveValue('gull ')
  await expect(studio.library.takes).toHaveCount(2)
  await expect(studio.page.locator('.room-bar').getByText('Best match first')).toBeVisible()

  // Keys: the next order, and the other way round.
  await studio.library.take('far over').click()
  await studio.page.keyboard.press('s')
  await studio.page.keyboard.press('s')
  await studio.page.keyboard.press('Shift+S')
  await expect(studio.page.locator('.room-bar').getByText('Name, Z to A')).toBeVisible()

  await lists.search(/^Gulls/).click({ button: 'right' })
  await studio.page.getByRole('menuitem', { name: 'Update to the current search' }).click()
  await expect(lists.search(/^Gulls\s*2$/)).toHaveAttribute('aria-pressed', 'true')
  await lists.search(/^Gulls/).click({ button: 'right' })
  await studio.page.getByRole('menuitem', { name: 'Remove saved search' }).click()
  await expect(lists.search(/^Gulls/)).toHaveCount(0)
  await studio.page.keyboard.press('Control+z')
  await expect(lists.search(/^Gulls\s*2$/)).toBeVisible()
})
