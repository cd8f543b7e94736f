/** Watches every page of a story for errors and for requests to other machines. */
import type { BrowserContext } from '@playwright/test'

export interface Watch {
  /** Starts watching every page of this context. */
  follow: (context: BrowserContext) => void
  /** Errors that this story causes on purpose. */
  expect: (complaint: RegExp) => void
  /** Console errors, thrown errors and violations of the page's content security policy. */
  complaints: () => string[]
  /** Requested addresses outside this machine. */
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
