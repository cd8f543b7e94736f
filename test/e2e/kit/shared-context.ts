/**
 * One browser context for the stories of a worker. Each story has pages of its own and finds no stored data, but the browser keeps the
 * process and the compiled scripts of the stories before: a fresh context would spend a second on each.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

export interface SharedContext {
  take: (browser: Browser) => Promise<BrowserContext>
  /** Of a story. */
  closePages: () => Promise<void>
  /** Closes the pages of a story and clears what it stored. */
  release: () => Promise<void>
}

interface Open {
  readonly context: BrowserContext
  /** An empty page of this machine's address, which keeps the process of such pages alive. */
  readonly anchor: Page
  readonly session: CDPSession
}

export function createSharedContext(): SharedContext {
  let open: Open | null = null

  async function openContext(browser: Browser): Promise<Open> {
    const context = await browser.newContext()
    const anchor = await context.newPage()
    await anchor.route('**', route => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await anchor.goto('http://127.0.0.1/')
    return { context, anchor, session: await context.newCDPSession(anchor) }
  }

  async function closePages(): Promise<void> {
    for (const page of open?.context.pages().filter(page => page !== open?.anchor) ?? [])
      await page.close()
  }

  return {
    closePages,
    async take(browser) {
      open ??= await openContext(browser)
      return open.context
    },
    async release() {
      if (open === null)
        return
      const { context, anchor, session } = open
      await closePages()
      // A clock that a story drives is the context's, and cannot be given back.
      const isClockDriven = !await anchor.evaluate(() => setTimeout.toString().includes('[native code]'))
      if (isClockDriven) {
        open = null
        return context.close()
      }
      await context.clearCookies()
      await context.clearPermissions()
      await context.unrouteAll()
      await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems' })
    },
  }
}
