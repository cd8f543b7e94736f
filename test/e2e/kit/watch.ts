/** Watches every page of a story for errors and for requests to other machines. */
import type { BrowserContext } from '@playwright/test'

export interface Watch {
  /** Starts watching every page of this context. */
  follow: (context: BrowserContext) => void
  /** Errors that this story causes on purpose. */
  expect: (error: RegExp) => void
  /** Console errors, thrown errors and violations of the page's content security policy. */
  errors: () => string[]
  /** Requested addresses outside this machine. */
  foreignRequests: () => string[]
}

// `takeroom:` is the page's own scheme in Electron; data and blob addresses never leave the page.
const own = /^(?:https?|wss?):\/\/127\.0\.0\.1(?::\d+)?\/|^(?:takeroom|data|blob|devtools|about|chrome-extension):/

export function createWatch(): Watch {
  const expected: RegExp[] = []
  const errors: string[] = []
  const foreignRequests: string[] = []
  const note = (url: string): void => {
    if (!own.test(url))
      foreignRequests.push(url)
  }
  return {
    follow(context) {
      context.on('console', (message) => {
        if (message.type() === 'error' || /content security policy/i.test(message.text()))
          errors.push(`${message.text()} (${message.location().url})`)
      })
      context.on('weberror', error => errors.push(error.error().stack ?? error.error().message))
      context.on('request', request => note(request.url()))
      context.on('page', page => page.on('websocket', socket => note(socket.url())))
    },
    expect: error => expected.push(error),
    errors: () => errors.filter(text => !expected.some(one => one.test(text))),
    foreignRequests: () => foreignRequests,
  }
}
