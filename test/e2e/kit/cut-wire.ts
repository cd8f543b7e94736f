/** The wire of a page before the web host, to be cut and mended at will: from the next time the page is loaded. */
import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '@playwright/test'
import { shell } from '../pages/shell.ts'

export async function holdWire(page: Page) {
  let isCut = false
  const wires: WebSocketRoute[] = []
  await page.routeWebSocket(/\/wire$/, (wire) => {
    if (isCut)
      return void wire.close({ code: 1011 })
    wires.push(wire)
    wire.connectToServer()
  })
  async function drop(): Promise<void> {
    await Promise.all(wires.splice(0).map(wire => wire.close({ code: 1011 })))
    await expect(shell(page).lost).toBeVisible()
  }
  return {
    /** Breaks it once: the next attempt goes through. */
    drop,
    /** Until it is mended. */
    async cut(): Promise<void> {
      isCut = true
      await drop()
    },
    async mend(): Promise<void> {
      isCut = false
      await expect(shell(page).lost).toHaveCount(0)
    },
  }
}
