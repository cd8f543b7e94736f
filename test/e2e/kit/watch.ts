/** Watches every page of a story for errors and for requests to other machines. */
import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from '@playwright/test'

export interface Watch {
  /** Starts watching every page of this context. */
  follow: (context: BrowserContext) => void
  /** Stops watching, for contexts that outlive the story. */
  stop: () => void
  /** Errors that this story causes on purpose. */
  expect: (error: RegExp) => void
  /** Console errors, thrown errors and violations of the page's content security policy. */
  errors: () => string[]
  /** Requested addresses outside this machine. */
  foreignRequests: () => string[]
}

// `takeroom:` is the page's own scheme in Electron; data and blob addresses never leave the page.
const own = /^(?:https?|wss?):\/\/127\.0\.0\.1(?::\d+)?\/|^(?:takeroom|data|blob|devtools|about|chrome-extension):/

/** What a page says when its studio closes or is killed under it, whatever is on its way at that moment. */
export const studioGone = /WebSocket connection|ERR_CONNECTION_(?:REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|ERR_CONTENT_LENGTH_MISMATCH/

export function createWatch(): Watch {
  const expected: RegExp[] = []
  const errors: string[] = []
  const foreignRequests: string[] = []
  const note = (url: string): void => {
    if (!own.test(url))
      foreignRequests.push(url)
  }
  const endings: (() => void)[] = []
  return {
    follow(context) {
      const onConsole = (message: ConsoleMessage): void => {
        if (message.type() === 'error' || /content security policy/i.test(message.text()))
          errors.push(`${message.text()} (${message.location().url})`)
      }
      const onError = (error: WebError): unknown => errors.push(error.error().stack ?? error.error().message)
      const onRequest = (request: Request): void => note(request.url())
      const onPage = (page: Page): unknown => page.on('websocket', socket => note(socket.url()))
      context.on('console', onConsole).on('weberror', onError).on('request', onRequest).on('page', onPage)
      endings.push(() => context.off('console', onConsole).off('weberror', onError).off('request', onRequest).off('page', onPage))
    },
    stop: () => endings.splice(0).forEach(end => end()),
    expect: error => expected.push(error),
    errors: () => errors.filter(text => !expected.some(one => one.test(text))),
    foreignRequests: () => foreignRequests,
  }
}
