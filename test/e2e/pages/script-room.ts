/** The script of a project: lines, casting, and making lines. */
import type { Page } from '@playwright/test'
import { expect } from '../kit/expect.ts'
import { choose, soundIn } from './parts.ts'

export type LineState = 'Not generated' | 'Generated' | 'Outdated' | 'Generating'

export function scriptRoom(page: Page) {
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  const line = (place: number) => page.getByRole('listitem', { name: `Line ${place}`, exact: true })
  const casting = page.getByRole('complementary', { name: 'Casting' })
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
      await (isLong ? expect(page.getByText(`${lineCount} lines, `)).toBeVisible() : expect(lines).toHaveCount(lineCount))
    },
    async cast(speaker: string, model: string, voice: string): Promise<void> {
      const role = casting.locator('section').filter({ has: page.getByRole('button', { name: new RegExp(`^${speaker} `) }) })
      await role.getByRole('button', { name: new RegExp(`^${speaker} `) }).click()
      await choose(role, 'Model', model)
      await choose(role, 'Preset voice', voice)
      await expect(role.getByRole('button', { name: new RegExp(`^${speaker} `) })).toContainText(`${model} · ${voice}`)
      await role.getByRole('button', { name: new RegExp(`^${speaker} `) }).click()
    },
    write: (place: number, words: string) => text(place).fill(words),
  }
}
