/** Every take in any project: dragged onto one, found in its bin, used there, and named before it is deleted. */
import type { Locator, Page } from '@playwright/test'
import type { MediaKit } from '../kit/media.ts'
import { openMediaKit } from '../kit/media.ts'
import { expect, test as story } from './kit/story.ts'
import { dropFromDesktop, give, handed } from './pages/files.ts'
import { openBench } from './pages/parts.ts'

const test = story.extend<{ media: MediaKit }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  media: async ({}, use) => {
    const media = await openMediaKit()
    await use(media)
    await media.close()
  },
})

/** The first move over an element only enters it. */
async function dragOver(page: Page, element: Locator): Promise<void> {
  const { x, y } = await element.boundingBox() ?? { x: 0, y: 0 }
  for (const step of [1, 2, 3])
    await page.mouse.move(x + 20 + step, y + 12)
}

const binOf = (page: Page) => page.getByRole('complementary', { name: 'Bin', exact: true })

test('a take of one project is dragged onto another, used from its bin, and deleting it names the bin @web @wide', async ({ studio, media }) => {
  await studio.lookAround()
  const { page, shell, library, projects } = studio
  await projects.create('Film')
  await give(page.locator('.room').first(), 'drop', [await handed(await media.picture('harbour.png'))])
  await expect(shell.news.said('1 file imported into “Film”.')).toBeVisible()
  await shell.go('Projects')
  await projects.create('Trailer')

  await shell.go('Library')
  await library.take('harbour').hover()
  await page.mouse.down()
  await dragOver(page, shell.rail.getByRole('link', { name: 'Projects', exact: true }))
  await dragOver(page, page.locator('[data-project="Trailer"]'))
  await page.mouse.up()
  await expect(shell.news.said('1 take added to “Trailer”.')).toBeVisible()
  await library.chooseFacet('Project', 'Trailer')
  await expect(library.takes).toHaveCount(1)

  await shell.news.said('1 take added').getByRole('button', { name: 'Show' }).click()
  const row = binOf(page).getByRole('listitem').filter({ hasText: 'harbour' })
  await expect(row).toBeVisible()
  await openBench(page, 'Video')
  await row.locator('.bin-row').dragTo(page.getByRole('form', { name: 'Request' }))
  await expect(page.locator('.held-file')).toContainText('harbour')
  await row.locator('.bin-row').focus()
  await page.keyboard.press('Enter')
  await expect(shell.inspector.getByRole('button', { name: 'Trailer (bin)' })).toBeVisible()
  await shell.inspector.getByRole('button', { name: 'Move to trash' }).click()
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Escape')

  await shell.command('Trash')
  await page.getByRole('checkbox', { name: 'Select harbour' }).click()
  await page.getByRole('button', { name: 'Delete permanently…' }).click()
  await expect(page.locator('[data-question]').getByRole('listitem')).toHaveText(['in the bin of “Trailer”'])
})

test('a file dropped anywhere is imported or refused with a reason, and never replaces the page @web', async ({ studio, media }) => {
  await studio.lookAround()
  const { page, shell, library, projects } = studio
  const address = (): string => new URL(page.url()).pathname
  const home = address()
  const middle = { x: 700, y: 500 }
  const bell = await media.tone('bell.wav')
  for (const room of ['Queue', 'Settings', 'Projects'] as const) {
    await shell.go(room)
    await dropFromDesktop(page, [bell], middle)
    await expect(shell.news.said('Files cannot be dropped here.').last()).toBeVisible()
    expect(address()).toBe(home)
  }
  await shell.news.said('Files cannot be dropped here.').last().getByRole('button', { name: 'Import to the library' }).click()
  await expect(shell.news.said('1 file imported.')).toBeVisible()

  await shell.go('Projects')
  await projects.create('Film')
  for (const part of ['Script', 'Deliver', 'Make'] as const) {
    await shell.goToPart(part)
    await dropFromDesktop(page, [await media.tone(`${part}.wav`, { frequency: 200 + part.length * 50 })], { x: 900, y: 600 })
    await page.getByRole('button', { name: 'Bin', exact: true }).click()
    await expect(binOf(page).getByRole('listitem').filter({ hasText: part })).toBeVisible()
    await page.getByRole('button', { name: 'Bin', exact: true }).click()
  }
  expect(address()).toBe(home)

  await shell.go('Library')
  await give(page.locator('body'), 'paste', [{ ...await handed(await media.picture('shot.png')), name: 'image.png' }])
  await expect(library.take('pasted-')).toBeVisible()
})
