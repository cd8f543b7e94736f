/** Duplicates: told on import, found by a filter, named in the details, and reduced to one by hand, with undo. */
import type { MediaKit } from '../kit/media.ts'
import { copyFile } from 'node:fs/promises'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'
import { libraryRoom } from './pages/library-room.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

test('a file that is there already is told on import, found with its twin, and one of them is kept', async ({ studio, media, context }, info) => {
  test.slow()
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  const bell = await media.tone('bell.wav')
  await library.import([bell, await media.tone('horn.wav', { frequency: 110 }), await media.picture('north sea.png')])
  await expect(shell.news.said('3 files imported.')).toBeVisible()
  const again = info.outputPath('the same bell.wav')
  await copyFile(bell, again)
  await library.import([again])
  const news = shell.news.said('1 file imported. It was already in the library.')
  await news.getByRole('button', { name: 'Show' }).click()
  const drawer = page.getByRole('dialog').getByRole('complementary', { name: 'Take', exact: true })
  await expect(drawer.getByRole('heading', { name: 'bell', exact: false }).first()).toContainText('bell.wav')
  await expect(drawer.getByRole('list', { name: 'The same content as' })).toContainText('the same bell.wav')
  await page.keyboard.press('Escape')

  // Typed, and completed by keys.
  await library.search.click()
  await page.keyboard.type('is:dup')
  await expect(page.getByText('duplicate', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(library.search).toHaveValue('is:duplicate ')
  await expect(library.takes).toHaveCount(2)

  // As a filter with its count, which another page keeps right.
  await library.search.fill('')
  await expect(library.takes).toHaveCount(4)
  await library.facet('Filters').click()
  await expect(library.filters.value('Content', 'Duplicates')).toHaveText(/Duplicates\s*2/)
  await library.filters.value('Content', 'Duplicates').click()
  await expect(library.takes).toHaveCount(2)

  // The links lead from one to the other.
  await library.take('the same bell').click()
  const same = library.inspector.getByRole('list', { name: 'The same content as' })
  await same.getByRole('button').click()
  await expect(library.inspector.getByRole('heading', { level: 2 })).toHaveText('bell.wav')
  await expect(same.getByRole('listitem')).toHaveText([/the same bell\.wav/])

  const other = await context.newPage()
  await other.goto(page.url())
  await expect(libraryRoom(other).takes).toHaveCount(4)

  // The details stay with the one that is kept.
  await library.inspector.getByRole('button', { name: 'Keep this one' }).click()
  await expect(shell.news.said('1 take moved to trash.')).toBeVisible()
  await expect(libraryRoom(other).takes).toHaveCount(3)
  await expect(library.takes).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(library.takes).toHaveCount(2)
  await expect(libraryRoom(other).takes).toHaveCount(4)
  await other.close()

  // Several are shown in the list.
  await library.search.fill('')
  await library.import([bell, await media.tone('horn.wav', { frequency: 110 })])
  const all = shell.news.said('2 files imported. All were already in the library.')
  await all.getByRole('button', { name: 'Show' }).click()
  await expect(library.search).toHaveValue('is:duplicate')
  await expect(library.takes).toHaveCount(5)
})
