/**
 * The Electron host: one window on the same studio and the same page as the web host.
 *
 * The page loads files by its own scheme and makes all calls over one port; it has no Node and no remote content.
 * Paid requests never pass Chromium's network stack (`net`, the page's `fetch`): it repeats a POST on a stale connection,
 * and a repeated POST is bought twice. The studio sends them itself, from this process, by undici.
 */
import type { BrowserWindow } from 'electron'
import type { HostPorts, Studio } from '../../studio/ports.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { app, ipcMain, protocol, session } from 'electron'
import { systemClock } from '../../base/clock.ts'
import { createLog, openFileLog } from '../../base/log.ts'
import { openSecretStore } from '../../secrets/open-secret-store.ts'
import { openStudio } from '../../studio/open-studio.ts'
import { findFolders } from '../folders.ts'
import { readPage } from '../page.ts'
import { catchUncaught } from '../uncaught.ts'
import { createRouter, stackOf } from '../wire.ts'
import { openBridge } from './bridge.ts'
import { confirmQuit, reveal, showCannotOpen, showFatalError } from './dialogs.ts'
import { guardPages, guardSession } from './guards.ts'
import { setMenu } from './menu.ts'
import { createNotices } from './notices.ts'
import { guardQuit } from './quit.ts'
import { mediaUrl, schemes, serveScheme } from './scheme.ts'
import { textsFor } from './texts.ts'
import { openWindowState } from './window-state.ts'
import { openWindow } from './window.ts'

// The bundle is in out/main, beside out/preload and out/renderer, both in a checkout and in a package.
const built = join(import.meta.dirname, '..')

// These must be set before the app is ready.
app.enableSandbox()
// Windows shows notifications only for programs with an app id; electron-builder sets the same one for the installed program.
app.setAppUserModelId('app.takeroom.studio')
protocol.registerSchemesAsPrivileged(schemes)
guardPages(app)

if (app.requestSingleInstanceLock())
  void app.whenReady().then(open).catch(giveUp)
else
  app.quit()

async function open(): Promise<void> {
  const folders = await findFolders({ platform: process.platform, env: process.env, home: app.getPath('home') })
  await mkdir(join(folders.folder, 'logs'), { recursive: true })
  const logFile = openFileLog(join(folders.folder, 'logs', 'host.log'), { maxBytes: 2 * 1024 * 1024 })
  const log = createLog({ write: logFile.write, clock: systemClock })
  log.info('host-started', {
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
    sqlite: process.versions.sqlite,
  })
  catchUncaught({ log, flush: logFile.flush, end: endBroken })

  let window: BrowserWindow | null = null
  const ports: HostPorts = {
    host: 'electron',
    version: app.getVersion(),
    ...folders,
    resourcesPath: app.isPackaged ? process.resourcesPath : null,
    secrets: await openSecretStore(),
    mediaUrl,
    reveal,
    ...createNotices(() => window, language => textsFor(language === 'system' ? app.getLocale() : language)),
  }
  const studio = await openStudio(ports)
  const texts = textsFor(app.getLocale())

  guardSession(session.defaultSession)
  const files = serveScheme(session.defaultSession, { studio, log, page: await readPage(join(built, 'renderer')) })
  setMenu({
    texts,
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    showFolder: () => void reveal(join(folders.folder, 'library.db')),
  })
  window = openWindow({
    preload: join(built, 'preload', 'index.cjs'),
    isPackaged: app.isPackaged,
    state: openWindowState(app.getPath('userData')),
    log,
  })
  keepForward(window)
  connect(window, studio, log, {
    texts,
    async closeRest() {
      files.close()
      await logFile.close()
    },
  })
}

function connect(
  window: BrowserWindow,
  studio: Studio,
  log: ReturnType<typeof createLog>,
  { texts, closeRest }: { texts: ReturnType<typeof textsFor>, closeRest: () => Promise<void> },
): void {
  const bridge = openBridge(ipcMain, window.webContents, createRouter(studio.handlers, log))
  guardQuit({
    app,
    window,
    studio,
    log,
    ask: () => confirmQuit(window, texts),
    async closeRest() {
      bridge.close()
      await closeRest()
    },
  })
}

/** A second start brings the first one's window to the front. */
function keepForward(window: BrowserWindow): void {
  app.on('second-instance', () => {
    if (window.isMinimized())
      window.restore()
    window.focus()
  })
}

function endBroken(reference: string): void {
  showFatalError(textsFor(app.getLocale()), reference)
  app.exit(1)
}

function giveUp(thrown: unknown): void {
  process.stderr.write(`${stackOf(thrown)}\n`)
  showCannotOpen(textsFor(app.getLocale()), thrown instanceof Error ? thrown.message : String(thrown))
  app.exit(1)
}
