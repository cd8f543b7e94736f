/** Quitting: asks once while work is running, waits for paid answers, closes the studio, then exits. */
import type { App, BrowserWindow } from 'electron'
import type { Log } from '../../base/log.ts'
import type { Studio } from '../../studio/ports.ts'
import { stackOf } from '../wire.ts'

export interface QuitOptions {
  readonly app: App
  readonly window: BrowserWindow
  readonly studio: Studio
  readonly log: Log
  /** True when the user wants to quit anyway. */
  readonly ask: () => Promise<boolean>
  /** The user keeps working instead. */
  readonly onStay: () => void
  /** The studio has begun to close. */
  readonly onClosing: () => void
  /** Called right before the program ends. */
  readonly onEnd: () => Promise<void>
  /** Closes what depends on the studio: bridge and log. */
  readonly closeRest: () => Promise<void>
}

/** After this time the program exits even if the studio has not closed: the ledger survives being killed at any moment. */
const longestClosingMs = 45_000

export function guardQuit(options: QuitOptions): void {
  const { app, window, studio, ask } = options
  let state: 'open' | 'asking' | 'agreed' | 'closing' = 'open'

  window.on('close', (event) => {
    if (state !== 'open' && state !== 'asking')
      return
    if (studio.underWay().size === 0) {
      state = 'agreed'
      return
    }
    event.preventDefault()
    if (state === 'asking')
      return
    state = 'asking'
    void ask().then((isLeaving) => {
      state = isLeaving ? 'agreed' : 'open'
      if (!isLeaving)
        options.onStay()
      else if (!window.isDestroyed())
        window.close()
    })
  })
  window.once('closed', options.onClosing)
  app.on('window-all-closed', () => app.quit())
  // Every exit passes here once the window has closed, and waits until the studio is closed.
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (state === 'closing')
      return
    state = 'closing'
    void close(options)
      .then(options.onEnd)
      .catch((thrown: unknown) => options.log.error('closing-failed', { error: stackOf(thrown) }))
      .then(() => app.exit(0))
  })
}

async function close({ studio, log, closeRest }: QuitOptions): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, longestClosingMs)
  const closing = studio.close().catch((thrown: unknown) => log.error('closing-failed', { error: stackOf(thrown) }))
  await Promise.race([closing, patience.promise])
  clearTimeout(timer)
  await closeRest()
}
