/** The transcription workbench: the request at the left, the transcript at the right. */
import type { Page } from '@playwright/test'
import { choose, openBench, shotIn, soundIn } from './parts.ts'

export function transcribeRoom(page: Page) {
  const form = page.getByRole('form', { name: 'Request' })
  const results = page.getByRole('region', { name: 'Transcripts', exact: true })
  const pieces = results.getByRole('list', { name: 'Segments' }).getByRole('listitem')
  return {
    form,
    results,
    pieces,
    search: results.getByRole('textbox', { name: 'Search this transcript' }),
    sound: soundIn(results),
    film: shotIn(results),
    open: () => openBench(page, 'Transcribe'),
    chooseModel: (model: string) => choose(form, 'Model', model),
    field: (name: string) => form.locator('.field-row').filter({ has: page.getByText(name, { exact: true }) }),
    bring: (path: string) => form.locator('input[type=file]').setInputFiles(path),
    send: () => form.locator('button[type=submit]').click(),
    job: results.getByRole('article', { name: /^In the queue/ }),
    /** Exports the transcript in this format; returns the file's path and name. */
    async takeAlong(format: 'TXT' | 'SRT' | 'VTT'): Promise<{ name: string, path: string }> {
      const coming = page.waitForEvent('download')
      await results.getByRole('button', { name: `Export as ${format}` }).click()
      const download = await coming
      return { name: download.suggestedFilename(), path: await download.path() }
    },
    /** Corrects a segment by mouse. */
    async correct(place: number, words: string): Promise<void> {
      await pieces.nth(place).locator('.words').dblclick()
      await pieces.nth(place).getByRole('textbox').fill(words)
      await page.keyboard.press('Enter')
    },
  }
}
