/** A library of thousands of takes: the scroll bar spans all of them, keys reach both ends, columns sort, and nothing moves by itself. */
import type { Page } from '@playwright/test'
import type { MediaKit } from '../kit/media.ts'
import type { StoryStudio } from './kit/story.ts'
import type { Watch } from './kit/watch.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../../src-main/base/ids.ts'
import { segment } from '../../src-main/storage/search-text.ts'
import { openMediaKit } from '../kit/media.ts'
import { holdWire } from './kit/cut-wire.ts'
import { expect, test as story } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { libraryRoom } from './pages/library-room.ts'

const takeCount = 3000

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

/** One imported sound, and as many takes of it. */
async function openWithTakes({ studio, media, watch }: { studio: StoryStudio, media: MediaKit, watch: Watch }): Promise<void> {
  watch.expect(studioGone)
  await studio.lookAround()
  await studio.shell.go('Library')
  await studio.library.import([await media.tone('horn.wav')])
  await expect(studio.library.takes).toHaveCount(1)
  await studio.kill()
  const db = new DatabaseSync(join(studio.folder, 'library.db'))
  const asset = db.prepare('SELECT asset_id AS id FROM takes').get()
  const take = db.prepare(`INSERT INTO takes (id, kind, medium, title, text, asset_id, taken_at) VALUES (?, 'speech', 'audio', ?, ?, ?, ?)`)
  const words = db.prepare('INSERT INTO takes_search (rowid, words) VALUES (?, ?)')
  db.exec('BEGIN')
  for (let number = 1; number <= takeCount; number++) {
    const title = `Gull ${String(number).padStart(4, '0')}`
    const { lastInsertRowid } = take.run(newId(), title, title, asset?.id ?? null, 1_700_000_000_000 + number * 3_600_000)
    words.run(lastInsertRowid, segment(title))
  }
  db.exec('COMMIT')
  db.close()
  await studio.reopen()
  await studio.shell.go('Library')
  await expect(studio.library.room).toContainText('3,001 takes')
}

/** The topmost take that is whole in sight, and where it is. */
async function topmost(page: Page): Promise<{ words: string, top: number }> {
  return page.locator('.scroller').evaluate((scroller) => {
    const edge = scroller.getBoundingClientRect().top
    const [first] = [...scroller.querySelectorAll('.take-card, .take-row')]
      .map(card => ({ words: card.querySelector('.title')?.textContent?.trim() ?? '', top: card.getBoundingClientRect().top - edge }))
      .filter(({ top }) => top >= 0)
      .sort((a, b) => a.top - b.top)
    return first ?? { words: '', top: 0 }
  })
}

test('the scroll bar and keys reach any take, and what is in sight does not move when others leave @wide', async ({ studio, media, watch }) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library } = studio
  const scroller = page.locator('.scroller')
  await library.take('Gull 3000').click()
  await page.keyboard.press('End')
  await expect(library.take('horn')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(library.take('Gull 0001')).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(library.take('Gull 0001')).not.toBeFocused()
  await page.keyboard.press('Home')
  await expect(library.take('Gull 3000')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(library.inspector).toHaveCount(0)
  const cards = async (): Promise<number> => (await library.takes.first().boundingBox())?.width ?? 0
  const width = await cards()
  await page.keyboard.press('-')
  await expect.poll(cards).toBeLessThan(width)
  await page.getByRole('slider', { name: 'Thumbnail size' }).fill('2')
  await expect.poll(cards).toBe(width)

  await scroller.evaluate(area => area.scrollTop = area.scrollHeight / 2)
  await expect(library.take(/Gull 1[45]\d\d/).first()).toBeVisible()
  await expect(page.locator('.blank')).toHaveCount(0)
  const place = await topmost(page)
  expect(place.words).toMatch(/^Gull 1/)
  await library.take(place.words).focus()

  // Whole rows of takes above leave, as by another window.
  await studio.running.call?.(async (client) => {
    const { takes } = await client.takes.search({
      ...{ text: 'gull', kinds: [], media: [], modelIds: [], projectId: null, onlyMadeThere: false, lineId: null },
      ...{ onlyStarred: false, onlyIncomplete: false, inTrash: false, cursor: null, limit: 60 },
    })
    await client.takes.trash({ takeIds: takes.map(take => take.id) })
  })
  if (studio.running.call)
    await expect(library.room).toContainText('2,941 takes')
  await expect.poll(() => topmost(page)).toEqual(place)
  await expect(library.take(place.words)).toBeFocused()
})

test('the viewer walks the whole result, and returns to a take that was not in sight', async ({ studio, media, watch }) => {
  await openWithTakes({ studio, media, watch })
  const { page, library } = studio
  await library.take('Gull 3000').click()
  await page.keyboard.press('End')
  await expect(library.take('horn')).toBeFocused()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByRole('status')).toHaveText('3,001 of 3,001')
  const steps = 90
  for (let at = 0; at < steps; at++)
    await page.keyboard.press('ArrowLeft')
  await expect(viewer.getByRole('status')).toHaveText('2,911 of 3,001')
  await expect(viewer.getByRole('heading', { name: 'Gull 0090' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(library.take('Gull 0090')).toBeFocused()
})

test('the rail of months jumps by mouse and keys', async ({ studio, media, watch }) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library } = studio
  const rail = page.getByRole('navigation', { name: 'Jump to month' })
  await rail.getByRole('button', { name: 'January 2024' }).click()
  // The last hour of January, whatever the time zone.
  await expect(library.take(/Gull 18\d\d/).first()).toBeVisible()
  await expect(rail.getByRole('button', { name: 'January 2024' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(rail.getByRole('button', { name: 'December 2023' })).toBeFocused()
  await expect(library.take(/Gull 1[01]\d\d/).first()).toBeVisible()
  await page.keyboard.press('End')
  await expect(rail.getByRole('button', { name: 'November 2023' })).toBeFocused()
  await expect(library.take(/Gull 0[34]\d\d/).first()).toBeVisible()
  await page.keyboard.press('Home')
  await expect(library.take('Gull 3000')).toBeVisible()
  // In the order of names there are no months.
  await page.getByLabel('Sort by').click()
  await page.locator('.n-base-select-option').filter({ hasText: 'Name, A to Z' }).click()
  await expect(library.take('Gull 0001')).toBeVisible()
  await expect(rail).toHaveCount(0)
})

test('the list sorts by its heads, which are in line with their cells; columns are chosen and resized', async ({ studio, media, watch }) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library } = studio
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(library.takes.first()).toContainText('Gull 3000')
  const head = (name: string) => page.locator('.heads').getByRole('button', { name, exact: true })
  await head('Take').click()
  await expect(library.takes.first()).toContainText('Gull 0001')
  await head('Take').click()
  await expect(library.takes.first()).toContainText('horn')
  await head('Created').click()
  await expect(library.takes.first()).toContainText('Gull 3000')

  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('checkbox', { name: 'Tags' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.heads')).toContainText('Tags')
  const width = page.getByRole('separator', { name: 'Width of column “Created”' })
  const before = Number(await width.getAttribute('aria-valuenow'))
  await width.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(width).toHaveAttribute('aria-valuenow', String(before + 8))
  const lefts = async (place: string) => page.locator(place).first().evaluate(row =>
    [...row.children].map(cell => Math.round(cell.getBoundingClientRect().left)))
  expect(await lefts('.heads')).toEqual(await lefts('.take-row'))

  await page.getByLabel('Sort by').click()
  await page.locator('.n-base-select-option').filter({ hasText: 'Oldest first' }).click()
  await expect(library.takes.first()).toContainText('horn')
  // Another room and back: order and columns are as they were.
  await studio.shell.go('Voices')
  await studio.shell.go('Library')
  await expect(library.takes.first()).toContainText('horn')
  await expect(page.locator('.heads')).toContainText('Tags')
})

test('columns are moved by keys and by hand, sorted by any head, and given back', async ({ studio, media, watch }) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library } = studio
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const names = () => page.locator('.heads [data-column] button').allTextContents()
  const head = (name: string) => page.locator('.heads').getByRole('button', { name, exact: true })
  await expect.poll(names).toEqual(['Take', 'Model', 'Voice', 'Length', 'Size', 'Created'])
  await head('Voice').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(names).toEqual(['Take', 'Model', 'Length', 'Voice', 'Size', 'Created'])
  await expect(head('Voice')).toBeFocused()
  const [from, to] = [(await head('Created').boundingBox())!, (await head('Model').boundingBox())!]
  await page.mouse.move(from.x + 8, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + to.height / 2)
  await page.mouse.move(to.x + 4, to.y + to.height / 2)
  await page.mouse.up()
  await expect.poll(names).toEqual(['Take', 'Created', 'Model', 'Length', 'Voice', 'Size'])
  await expect(library.takes.first(), 'a drag sorts nothing').toContainText('Gull 3000')

  // Of one name, or of none, the newest is first.
  await library.take('Gull 2999').click()
  await library.inspector.locator('.n-select').and(library.inspector.getByLabel('Tags')).click()
  await page.keyboard.type('boat')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('checkbox', { name: 'Tags' }).click()
  await page.keyboard.press('Escape')
  await head('Tags').click()
  await expect(library.takes.first()).toContainText('Gull 2999')
  await expect(library.takes.nth(1)).toContainText('Gull 3000')
  await head('Tags').click()
  await expect(library.takes.first()).toContainText('Gull 2999')

  await studio.shell.go('Voices')
  await studio.shell.go('Library')
  await expect.poll(names).toEqual(['Take', 'Created', 'Model', 'Tags', 'Length', 'Voice', 'Size'])
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(names).toEqual(['Take', 'Model', 'Voice', 'Length', 'Size', 'Created'])
})

test('a stretch is selected over takes that were never in sight', async ({ studio, media, watch }) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library } = studio
  const scroller = page.locator('.scroller')
  await library.take('Gull 3000').click()
  await scroller.evaluate(area => area.scrollTop = area.scrollHeight / 5)
  const far = library.take('Gull 2400')
  await expect(far).toBeVisible()
  await far.click({ modifiers: ['Shift'] })
  await expect(library.selection).toContainText('601 selected')
  await page.keyboard.press('f')
  await library.facet('Starred').click()
  await expect(library.room).toContainText('601 of 3,001 takes')
  await studio.page.keyboard.press('Control+z')
  await expect(library.nothingFound).toBeVisible()
  await library.facet('Starred').click()
  await expect(library.take('Gull 3000')).toBeVisible()
})

test('everything that is selected is saved in a new folder, with names by the template', async ({ studio, media, watch, hostName }) => {
  test.skip(hostName !== 'web', 'the dialog of the system chooses the folder there')
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library, shell } = studio
  await page.keyboard.press('Control+a')
  await library.selection.getByRole('button', { name: 'Save 3,001 files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save 3,001 files' })
  await expect(dialog.getByRole('list', { name: 'Example names' })).toContainText('0001 Gull 3000.wav')
  if (process.env.PICTURES)
    await page.screenshot({ path: join(process.env.PICTURES, 'save-very-many.png') })
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{kind}')
  await expect(dialog.getByRole('list', { name: 'Example names' })).toContainText('speech (3).wav')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(shell.news.said(/^Saved 3,001 files in /)).toBeVisible({ timeout: 120_000 })
  const names = await readdir(join(studio.folder, 'deliveries', 'Saved', 'Takeroom'))
  expect([names.length, names.includes('speech.wav'), names.includes('speech (3000).wav')]).toEqual([3001, true, true])
})

test('everything is selected at once, whatever is loaded, and changed as one step, which a second page sees @wide', async (
  { studio, media, watch, context },
) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library, shell } = studio
  const scroller = page.locator('.scroller')
  await page.keyboard.press('Control+a')
  await expect(library.selection).toContainText(/^3,001 takes · \d/)
  await scroller.evaluate(area => area.scrollTop = area.scrollHeight)
  await expect(library.take('Gull 0001')).toHaveClass(/is-selected/)
  // By keys, from the first to the last; then all but one, in another order.
  await page.keyboard.press('Escape')
  await scroller.evaluate(area => area.scrollTop = 0)
  await library.take('Gull 3000').click()
  await page.keyboard.press('Shift+End')
  await expect(library.selection).toContainText('3,001 takes')
  await library.take('horn').click({ modifiers: ['Control'] })
  await expect(library.selection).toContainText('3,000 takes')
  await page.getByLabel('Sort by').click()
  await page.locator('.n-base-select-option').filter({ hasText: 'Name, A to Z' }).click()
  await expect(library.take('Gull 0001')).toHaveClass(/is-selected/)
  await expect(library.selection).toContainText('3,000 takes')

  const other = await context.newPage()
  await other.goto(page.url())
  const second = libraryRoom(other)
  await expect(second.room).toContainText('3,001 takes')
  await second.facet('Starred').click()
  await expect(second.nothingFound).toBeVisible()
  await page.bringToFront()
  await library.selection.getByRole('button', { name: 'Star', exact: true }).click()
  await expect(second.room).toContainText('3,000 of 3,001 takes')
  await page.keyboard.press('Control+z')
  await expect(second.nothingFound).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(second.room).toContainText('3,000 of 3,001 takes')
  // The menu of one of them is about all of them.
  await expect(library.selection.getByRole('button', { name: 'Remove star' })).toBeVisible()
  await library.take('Gull 0001').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove star' }).click()
  await expect(second.nothingFound).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(second.room).toContainText('3,000 of 3,001 takes')

  // Into a collection, with a tag, and into the trash.
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Add 3,000 takes to a collection' })
  await dialog.getByRole('textbox', { name: 'Collection' }).fill('Gulls')
  await page.keyboard.press('Enter')
  await expect(shell.news.said('3,000 takes added to “Gulls”')).toBeVisible()
  await library.selection.getByRole('button', { name: 'Tags…' }).click()
  const tagging = page.getByRole('dialog', { name: 'Tags of 3,000 takes' })
  await tagging.locator('.n-select').and(tagging.getByLabel('Add to all')).click()
  await page.keyboard.type('sea')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await tagging.getByRole('button', { name: 'Save' }).click()
  // The second page sees when all of them have it.
  await second.search.fill('gull -tag:sea')
  await expect(second.nothingFound).toBeVisible()
  await library.search.fill('tag:sea collection:gulls')
  await expect(library.room).toContainText('3,000 of 3,001 takes')
  await expect(library.selection).toContainText('3,000 takes')
  await library.selection.getByRole('button', { name: 'Move to trash' }).click()
  await expect(shell.news.said('3,000 takes moved to trash')).toBeVisible()
  await expect(library.nothingFound).toBeVisible()
  await expect(library.selection).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(library.room).toContainText('3,000 of 3,001 takes')
})

test('a change of very many takes is seen and cancelled in another room, and what was changed is one step', async ({ studio, media, watch }) => {
  test.slow()
  await openWithTakes({ studio, media, watch })
  const { page, library, shell } = studio
  const wire = await holdWire(page)
  await page.reload()
  await expect(library.room).toContainText('3,001 takes')
  await page.keyboard.press('Control+a')
  await expect(library.selection).toContainText(/^3,001 takes · \d/)
  const letGo = wire.keepBack()
  await library.selection.getByRole('button', { name: 'Star', exact: true }).click()
  await shell.go('Queue')
  const strip = page.locator('footer.bar')
  await expect(strip).toContainText('0 of 3,001 takes')
  await strip.getByRole('button', { name: 'Cancel', exact: true }).click()
  letGo()
  await expect(shell.news.said('Cancelled. 1,000 of 3,001 takes were changed.')).toBeVisible()
  await expect(strip).not.toContainText('of 3,001 takes')
  await shell.go('Library')
  await library.facet('Starred').click()
  await expect(library.room).toContainText('1,000 of 3,001 takes')
  await page.keyboard.press('Control+z')
  await expect(library.nothingFound).toBeVisible()
})
