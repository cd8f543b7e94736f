/** Files dropped or pasted from another program. */
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

export interface Handed { name: string, type: string, base64: string }

export async function handed(path: string, type = 'image/png'): Promise<Handed> {
  return { name: basename(path), type, base64: await readFile(path, 'base64') }
}

/** Drops files on an element, or pastes them into it. */
export async function give(place: Locator, how: 'drop' | 'paste', files: readonly Handed[]): Promise<void> {
  const carried = await place.page().evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const { name, type, base64 } of list)
      transfer.items.add(new File([Uint8Array.from(atob(base64), sign => sign.charCodeAt(0))], name, { type }))
    return transfer
  }, [...files])
  if (how === 'paste') {
    await place.evaluate(
      (element, clipboardData) => element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      carried,
    )
    return
  }
  await place.dispatchEvent('dragover', { dataTransfer: carried })
  await place.dispatchEvent('drop', { dataTransfer: carried })
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
