/** Captions and scripts that come in are shown before they are taken: in the encoding that was found, or another one. */
import { encodeAs } from '../kit/legacy-bytes.ts'
import { expect, test } from './kit/story.ts'
import { give } from './pages/files.ts'
import { chooseByTyping } from './pages/parts.ts'

const russian = `1
00:00:01,000 --> 00:00:02,000
Маяк ещё горит.

2
00:00:03,1000 --> 00:00:04,000
Это не понято.

3
00:00:05,000 --> 00:00:06,000
Кто там?
`
const fileOf = (name: string, bytes: Buffer) => ({ name, type: '', base64: bytes.toString('base64') })

test('a file of captions shows its words in its encoding, which can be changed, and the rows that are left out @web', async ({ studio, service }) => {
  const { page, timeline } = studio
  await studio.enterWith(service)
  await studio.projects.create('Words')
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  const area = page.locator('.area')
  await expect(area).toBeVisible()
  await give(area, 'drop', [fileOf('film.srt', encodeAs(russian, 'windows-1251'))])

  const dialog = page.getByRole('dialog', { name: 'Captions of “film.srt”' })
  const first = dialog.getByLabel('The first captions')
  await expect(first).toContainText('Маяк ещё горит.')
  await expect(dialog.getByText('Cyrillic (Windows-1251)')).toBeVisible()
  await expect(dialog.getByRole('status')).toHaveText('2 captions.')
  await dialog.getByText('2 rows could not be read and were skipped').click()
  await expect(dialog.getByRole('listitem').filter({ hasText: '00:00:03,1000' })).toContainText('6')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Это не понято.' })).toContainText('7')

  await chooseByTyping(dialog, 'Encoding of the file', 'Greek', 'Greek (Windows-1253)')
  await expect(first).not.toContainText('Маяк')
  await chooseByTyping(dialog, 'Encoding of the file', 'Windows-1251', 'Cyrillic (Windows-1251)')
  await expect(first).toContainText('Маяк ещё горит.')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 captions imported')).toBeVisible()
  await expect(timeline.clip(/Маяк ещё горит/).first()).toBeVisible()
  await expect(timeline.clip(/Это не понято/)).toHaveCount(0)

  await give(area, 'drop', [fileOf('other.srt', encodeAs(russian, 'koi8-u'))])
  const other = page.getByRole('dialog', { name: 'Captions of “other.srt”' })
  await expect(other).toContainText('Кто там?')
  await other.getByRole('button', { name: 'Cancel' }).click()
  await expect(other).toHaveCount(0)
  await expect(page.getByText(/captions imported/)).toHaveCount(1)
})

test('the file of a script is read in its encoding, and in the one that is chosen @web', async ({ studio, service }) => {
  const { page } = studio
  await studio.enterWith(service)
  await studio.projects.create('Words')
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  const source = dialog.getByRole('textbox', { name: 'Paste script' })
  const file = dialog.locator('input[type=file]')
  const words = 'ANNA: Où est le phare ?\n\nBEN: Déjà vu, mon élève.\n'
  await file.setInputFiles({ name: 'script.txt', mimeType: 'text/plain', buffer: encodeAs(words, 'macintosh') })
  await expect(source).toHaveValue(words)
  await expect(dialog.getByText('Western European (Mac Roman)')).toBeVisible()
  await chooseByTyping(dialog, 'Encoding of the file', 'Windows-1252', 'Western European (Windows-1252)')
  await expect(source).not.toHaveValue(words)
  await chooseByTyping(dialog, 'Encoding of the file', 'Mac Roman', 'Western European (Mac Roman)')
  await expect(source).toHaveValue(words)
  await source.fill('ANNA: Mine.')
  await expect(dialog.getByText('Western European (Mac Roman)')).toHaveCount(0)

  await file.setInputFiles({ name: 'film.srt', mimeType: '', buffer: encodeAs(russian, 'windows-1251') })
  await expect(dialog.getByText('2 rows could not be read and were skipped')).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Маяк ещё горит.' })).toBeVisible()
})
