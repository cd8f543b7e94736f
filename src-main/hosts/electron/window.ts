/** The studio's window: what its page may do, where it stands, and what happens when its process dies. */
import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import type { Log } from '../../base/log.ts'
import type { WindowState } from './window-state.ts'
import { BrowserWindow, nativeTheme } from 'electron'
import { startAddress } from './origin.ts'

export interface WindowOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  readonly isPackaged: boolean
  readonly state: WindowState
  readonly log: Log
}

/** Written out in one place and never spread into: a hidden `commandLineSwitches` once came in that way (CVE-2026-34769). */
function webPreferences(preload: string, isPackaged: boolean): Readonly<WebPreferences> {
  return Object.freeze({
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    // Chromium would fetch dictionaries from a server of its own.
    spellcheck: false,
    devTools: !isPackaged,
  })
}

/** Opens the window on the page. It shows when the page has something to show. */
export function openWindow({ preload, isPackaged, state, log }: WindowOptions): BrowserWindow {
  const place = state.read()
  const options: BrowserWindowConstructorOptions = {
    ...place.bounds,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    title: 'Takeroom',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#f7f7f8',
    webPreferences: webPreferences(preload, isPackaged),
  }
  const window = new BrowserWindow(options)
  window.once('ready-to-show', () => {
    if (place.isMaximized)
      window.maximize()
    window.show()
  })
  window.on('close', () => state.write({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() }))
  revive(window, log)
  void window.loadURL(startAddress)
  return window
}

const mostRevivals = 3
const revivalsWithinMs = 60_000

/** Loads the page again when its process dies: the truth is in main, so nothing is lost. A page that dies at once stays dead. */
function revive(window: BrowserWindow, log: Log): void {
  let deaths: number[] = []
  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    if (reason === 'clean-exit')
      return
    const now = Date.now()
    deaths = [...deaths.filter(at => now - at < revivalsWithinMs), now]
    log.error('page-died', { reason, exitCode, deaths: deaths.length })
    if (deaths.length <= mostRevivals && !window.isDestroyed())
      window.webContents.reload()
  })
}
