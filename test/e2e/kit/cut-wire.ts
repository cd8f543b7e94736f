/** Cuts, restores and slows the WebSocket between a page and the web host; takes effect with the next load of the page. */
import type { Page, WebSocketRoute } from '@playwright/test'
import { shell } from '../pages/shell.ts'
import { expect } from './expect.ts'

export async function holdWire(page: Page) {
  let isCut = false
  let lostCall: string | null = null
  let late: (() => void)[] | null = null
  const wires: WebSocketRoute[] = []
  await page.routeWebSocket(/\/wire$/, (wire) => {
    if (isCut)
      return void wire.close({ code: 1011 })
    wires.push(wire)
    const host = wire.connectToServer()
    host.onMessage(message => late ? late.push(() => wire.send(message)) : wire.send(message))
    wire.onMessage((message) => {
      host.send(message)
      if (lostCall === null || !String(message).includes(`/${lostCall}`))
        return
      lostCall = null
      void wire.close({ code: 1011 })
    })
  })
  async function drop(): Promise<void> {
    await Promise.all(wires.splice(0).map(wire => wire.close({ code: 1011 })))
    await expect(shell(page).lost).toBeVisible()
  }
  return {
    /** Breaks it once; the next attempt succeeds. */
    drop,
    /** The next such call (`room/verb`) reaches the host; its answer does not reach the page. */
    loseAnswer(call: string): void {
      lostCall = call
    },
    /** Nothing that the host says reaches the page, until what this returns is called. */
    keepBack(): () => void {
      const kept: (() => void)[] = []
      late = kept
      return () => {
        late = null
        kept.forEach(say => say())
      }
    },
    /** Stays cut until it is restored. */
    async cut(): Promise<void> {
      isCut = true
      await drop()
    },
    async restore(): Promise<void> {
      isCut = false
      await expect(shell(page).lost).toHaveCount(0)
    },
  }
}
