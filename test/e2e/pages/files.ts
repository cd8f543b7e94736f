/** Files dropped or pasted from another program. */
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

export interface Handed { name: string, type: string, base64: string }

export async function handed(path: string, type = 'image/png'): Promise<Handed> {
  return { name: basename(path), type, base64: await readFile(path, 'base64') }
}

/** Drops files on an element, only holds them over it, or pastes them into it; `at` is the pointer's place on the page. */
export async function give(place: Locator, how: 'hover' | 'drop' | 'paste', files: readonly Handed[], at = { x: 0, y: 0 }): Promise<void> {
  const carried = await place.page().evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of list)
      transfer.items.add(new File([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], name, { type }))
    return transfer
  }, [...files])
  if (how === 'paste') {
    // As by Ctrl+V, with this on the clipboard.
    await place.evaluate((element, clipboardData) => {
      const how = { bubbles: true, cancelable: true }
      if (element.dispatchEvent(new KeyboardEvent('keydown', { key: 'v', code: 'KeyV', ctrlKey: true, ...how })))
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, ...how }))
    }, carried)
    return
  }
  const event = { dataTransfer: carried, clientX: at.x, clientY: at.y }
  await place.dispatchEvent('dragover', event)
  if (how === 'drop')
    await place.dispatchEvent('drop', event)
}

/** Holds imports back until the returned function is called. */
export async function holdFiles(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/import', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Drops files of the disk at a place of the page, as the browser itself does when they come from the desktop. */
export async function dropFromDesktop(page: Page, files: readonly string[], at: { x: number, y: number }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files: [...files], dragOperationsMask: 1 } })
  await send('dragEnter')
  // A hand is slower than a busy page: it lets go once the page has answered.
  for (let time = 0; time < 3; time++) {
    await send('dragOver')
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  await send('drop')
  await session.detach()
}
