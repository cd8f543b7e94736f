/** The studio's window: web preferences, position, and recovery when its process crashes. */
import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron'
import type { Log } from '../../base/log.ts'
import type { WindowState } from './window-state.ts'
import process from 'node:process'
import { BrowserWindow } from 'electron'
import { startAddress } from './origin.ts'

export interface WindowOptions {
  /** Absolute path of the built preload script. */
  readonly preload: string
  /** Absolute path of the picture for the taskbar, where the system does not take it from the program. */
  readonly icon: string
  readonly isPackaged: boolean
  readonly state: WindowState
  /** The colour of the page before it is there. */
  readonly backgroundColor: string
  readonly log: Log
}

/** Written out in full and never spread into: a hidden `commandLineSwitches` once got in that way (CVE-2026-34769). */
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
    // macOS has its own; elsewhere Chromium would download dictionaries.
    spellcheck: process.platform === 'darwin',
    devTools: !isPackaged,
  })
}

/** Opens the window, and shows it once the page has rendered. */
export function openWindow({ preload, icon, isPackaged, state, backgroundColor, log }: WindowOptions): BrowserWindow {
  const place = state.read()
  const options: BrowserWindowConstructorOptions = {
    ...place.bounds,
    ...state.least(),
    show: false,
    title: 'Takeroom',
    icon,
    backgroundColor,
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

/** Reloads the page when its process crashes: main keeps all state, so nothing is lost. Gives up when it keeps crashing. */
function revive(window: BrowserWindow, log: Log): void {
  let deaths: number[] = []
  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    if (reason === 'clean-exit')
      return
    const now = Date.now()
    deaths = [...deaths.filter(at => now - at < revivalsWithinMs), now]
    log.error('page-process-gone', { reason, exitCode, deaths: deaths.length })
    if (deaths.length <= mostRevivals && !window.isDestroyed())
      window.webContents.reload()
  })
}
