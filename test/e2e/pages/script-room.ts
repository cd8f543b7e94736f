/** The script of a project: lines, casting, and making lines. */
import type { Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'
import { soundIn } from './parts.ts'

export type LineState = 'Not generated' | 'Generated' | 'Outdated' | 'Generating'

export function scriptRoom(page: Page) {
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  const line = (place: number) => page.getByRole('listitem', { name: `Line ${place}`, exact: true })
  const casting = page.getByRole('complementary', { name: 'Casting' })
  const sheet = page.getByRole('dialog', { name: /^Voice for / })
  const voiceOf = (speaker: string) => casting.getByRole('button', { name: new RegExp(`^Voice for ${speaker}: `) })
  const text = (place: number) => line(place).getByRole('textbox', { name: 'Text', exact: true })
  return {
    lines,
    line,
    casting,
    text,
    make: page.getByRole('button', { name: /^Generate \d+ lines? \(/ }),
    allMade: page.getByRole('button', { name: 'All lines generated' }),
    state: (place: number, state: LineState) => line(place).getByRole('img', { name: state, exact: true }),
    sound: (place: number) => soundIn(line(place)),
    async texts(): Promise<string[]> {
      return lines.getByRole('textbox', { name: 'Text', exact: true }).evaluateAll(areas =>
        areas.map(area => area instanceof HTMLTextAreaElement ? area.value : ''))
    },
    /** Of a long script only a part is drawn. */
    async paste(script: string, lineCount: number, { isLong = false } = {}): Promise<void> {
      await page.getByRole('button', { name: 'Paste script…' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Paste script' })
      await dialog.getByRole('textbox', { name: 'Paste script' }).fill(script)
      await expect(dialog.getByRole('status')).toContainText(`${lineCount} line`)
      await dialog.getByRole('button', { name: 'Add to script' }).click()
      await expect(dialog).toHaveCount(0)
      await (isLong ? expect(page.getByText(new RegExp(`^${lineCount} lines(?:,|$)`))).toBeVisible() : expect(lines).toHaveCount(lineCount))
    },
    sheet,
    /** One voice of the sheet. */
    voice: (model: string, voice: string) => sheet.getByRole('listitem', { name: `${voice}, ${model}`, exact: true }),
    voiceOf,
    /** Two clicks: the sheet, and the voice. */
    async cast(speaker: string, model: string, voice: string): Promise<void> {
      await voiceOf(speaker).click()
      await sheet.getByRole('listitem', { name: `${voice}, ${model}`, exact: true }).getByRole('button', { name: 'Cast: ' }).click()
      await expect(sheet).toHaveCount(0)
      await expect(voiceOf(speaker)).toContainText(`${model} · ${voice}`)
    },
    write: (place: number, words: string) => text(place).fill(words),
  }
}
