/** Watches every page of a story: what it complains about, and whom it talks to. */
import type { BrowserContext } from '@playwright/test'

export interface Watch {
  /** Begins to watch every page of this context. */
  follow: (context: BrowserContext) => void
  /** Complaints that this story brings about on purpose. */
  expect: (complaint: RegExp) => void
  /** Errors of the console, thrown errors, broken rules of the page's policy. */
  complaints: () => string[]
  /** Addresses outside this machine that some page asked for. */
  strangers: () => string[]
}

// `takeroom:` is the page's own scheme in Electron; data and blob addresses never leave the page.
const own = /^(?:https?|wss?):\/\/127\.0\.0\.1(?::\d+)?\/|^(?:takeroom|data|blob|devtools|about|chrome-extension):/

export function createWatch(): Watch {
  const expected: RegExp[] = []
  const complaints: string[] = []
  const strangers: string[] = []
  const note = (url: string): void => {
    if (!own.test(url))
      strangers.push(url)
  }
  return {
    follow(context) {
      context.on('console', (message) => {
        if (message.type() === 'error' || /content security policy/i.test(message.text()))
          complaints.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', error => complaints.push(error.error().stack ?? error.error().message))
      context.on('request', request => note(request.url()))
      context.on('page', page => page.on('websocket', socket => note(socket.url())))
    },
    expect: complaint => expected.push(complaint),
    complaints: () => complaints.filter(text => !expected.some(one => one.test(text))),
    strangers: () => strangers,
  }
}
