/** Files and texts of great length: captions come as one step, and what is too long is refused before it is read. */
import { expect, test } from './kit/story.ts'
import { give } from './pages/files.ts'

const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
function wordByWord(count: number): string {
  return Array.from({ length: count }, (_, at) =>
    `${at + 1}\n${time(at * 300)} --> ${time(at * 300 + 280)}\nword number ${at}\n`).join('\n')
}
const fileOf = (name: string, text: string) => ({ name, type: '', base64: Buffer.from(text).toString('base64') })

test('captions that are being imported are counted, and nothing of them is there when it is cancelled @web', async ({ studio, service }) => {
  const { page, timeline } = studio
  await studio.enterWith(service)
  await studio.projects.create('Words')
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  const area = page.locator('.area')
  const preview = page.getByRole('dialog', { name: /^Captions of/ })
  await expect(area).toBeVisible()
  const tracks = await timeline.grid.getByRole('rowheader').count()

  // Held back, the worker tells what it has read, and no more.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: Worker, request: { do?: string }) {
      if (request.do !== 'bring')
        return postMessage.call(this, request)
      this.dispatchEvent(new MessageEvent('message', { data: { part: { captions: [], count: 6000 } } }))
      Reflect.set(globalThis, 'goOn', () => postMessage.call(this, request))
    }
  })
  await give(area, 'drop', [fileOf('film.srt', wordByWord(6000))])
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  const news = page.getByRole('listitem').filter({ hasText: 'Importing the captions of “film.srt”: 0 of 6,000' })
  await expect(news).toBeVisible()
  await news.getByRole('button', { name: 'Cancel' }).click()
  await expect(news).toHaveCount(0)
  await page.evaluate(() => (Reflect.get(globalThis, 'goOn') as () => void)())
  await give(area, 'drop', [fileOf('other.srt', wordByWord(100))])
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Importing the captions of “other.srt”')).toBeVisible()
  await page.evaluate(() => (Reflect.get(globalThis, 'goOn') as () => void)())
  await expect(page.getByText('100 captions imported')).toBeVisible()
  // On the captions track that was there, and empty.
  await expect(timeline.grid.getByRole('rowheader')).toHaveCount(tracks)
  await expect(page.getByText(/captions imported/)).toHaveCount(1)
})

test('captions of half an hour, word by word, are one step; too many are counted and refused; a text of 12 MB is refused when it is pasted', async ({ studio, service }) => {
  test.slow()
  const { page, timeline, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('Words')
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await expect(timeline.tools).toBeVisible()
  const area = page.locator('.area')
  const preview = page.getByRole('dialog', { name: /^Captions of/ })
  await expect(area).toBeVisible()
  const undo = timeline.tools.getByRole('button', { name: /^Undo/ })

  await give(area, 'drop', [fileOf('film.srt', wordByWord(6000))])
  await preview.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('6,000 captions imported').or(page.getByText('6000 captions imported'))).toBeVisible()
  await expect(timeline.clip(/word number 0\b/).first()).toBeVisible()
  await expect(timeline.saved).toBeVisible()
  await undo.click()
  await expect(timeline.clip(/word number/)).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(timeline.clip(/word number 0\b/).first()).toBeVisible()

  await give(area, 'drop', [fileOf('year.srt', wordByWord(100_000))])
  await expect(page.getByText('“year.srt” has 100,000 captions. A track can have 10,000')).toBeVisible()
  await give(area, 'drop', [fileOf('noise.srt', 'no times at all')])
  await expect(page.getByText('“noise.srt” has no captions that can be read.')).toBeVisible()

  await page.getByRole('link', { name: 'Script', exact: true }).click()
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  const source = dialog.getByRole('textbox', { name: 'Paste script' })
  await source.evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'word\n'.repeat(2_400_000))
    const how = { bubbles: true, cancelable: true }
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', code: 'KeyV', ctrlKey: true, ...how }))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...how }))
  })
  await expect(dialog.getByRole('alert')).toContainText('too long for a script')
  await expect(source).toHaveValue('')
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'novel.txt', mimeType: 'text/plain', buffer: Buffer.from('ANNA: Yes.\n\nBEN: No.\n\n'.repeat(10_000)) })
  await expect(dialog.getByRole('status')).toContainText('20000 lines, 2 speakers — More than 5000 lines. Only the first 5000 are added.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await file.setInputFiles({ name: 'rows.txt', mimeType: 'text/plain', buffer: Buffer.from('word\n'.repeat(2_400_000)) })
  await expect(dialog.getByRole('alert')).toContainText('too long for a script')
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(script.line(1)).toBeVisible()
})
