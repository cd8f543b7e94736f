/** A file that is gone from the studio folder: its take is found, and gets the file back, and no other one. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openMediaKit } from '../kit/media.ts'
import { expect, test } from './kit/story.ts'

test('a take whose file is missing is found and relinked; a different file is added as a take of its own @wide', async ({ studio }) => {
  test.slow()
  const media = await openMediaKit()
  const [bell, horn] = [await media.tone('bell.wav'), await media.tone('horn.wav', { frequency: 110 })]
  await studio.lookAround()
  const { library, page, shell } = studio
  await shell.go('Library')
  await library.import([bell])
  await expect(library.take('bell')).toBeVisible()
  const folder = join(studio.folder, 'assets')
  const name = (await readdir(folder, { recursive: true })).find(each => each.endsWith('.wav')) ?? ''
  await rm(join(folder, name))
  await shell.go('Settings')
  await studio.settings.open('Storage and safety')
  await page.locator('#safety').getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.locator('#safety')).toContainText('1 file missing.')

  await shell.go('Library')
  await library.search.fill('is:missing')
  await expect(library.takes).toHaveCount(1)
  await library.take('bell').click()
  const details = page.getByRole('complementary', { name: 'Take', exact: true })
  const relink = async (path: string) => {
    const chooser = page.waitForEvent('filechooser')
    await details.getByRole('button', { name: 'Relink…' }).click()
    await (await chooser).setFiles(path)
  }
  await expect(details).toContainText('The file of this take is missing.')
  await relink(horn)
  await expect(shell.news.said('This is a different file. It was added as “horn.wav”.')).toBeVisible()
  await expect(details).toContainText('The file of this take is missing.')
  await relink(bell)
  await expect(shell.news.said('“bell.wav” relinked.')).toBeVisible()
  await expect(details.getByRole('button', { name: 'Relink…' })).toHaveCount(0)
  await library.search.fill('')
  await expect(library.takes).toHaveCount(2)
  await media.close()
})
