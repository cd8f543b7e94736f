/**
 * The Electron host: one window on the same studio and the same page as the web host.
 *
 * The page loads files by its own scheme and makes all calls over one port; it has no Node and no remote content.
 * Paid requests never pass Chromium's network stack (`net`, the page's `fetch`): it repeats a POST on a stale connection,
 * and a repeated POST is bought twice. The studio sends them itself, from this process (`service/wire`).
 */
import type { BrowserWindow } from 'electron'
import type { HostPorts, Studio } from '../../studio/ports.ts'
import type { Machine } from '../folders.ts'
import type { Moved } from './profile.ts'
import { join } from 'node:path'
import process from 'node:process'
import { app, ipcMain, protocol, session, systemPreferences } from 'electron'
import { makeFolder } from '../../base/atomic-file.ts'
import { systemClock } from '../../base/clock.ts'
import { createLog, openFileLog } from '../../base/log.ts'
import { printable } from '../../base/printable.ts'
import { createRedactor } from '../../base/redact.ts'
import { limitYoungGeneration } from '../../base/young-generation.ts'
import { openSecretStore } from '../../secrets/open-secret-store.ts'
import { createRememberingStore } from '../../secrets/remembering-store.ts'
import { openStudio } from '../../studio/open-studio.ts'
import { findFolders, folderOption, studioFolder, usualFolder } from '../folders.ts'
import { readPage } from '../page.ts'
import { proxyFromList } from '../proxy.ts'
import { catchUncaught } from '../uncaught.ts'
import { createRouter, stackOf } from '../wire.ts'
import { openBridge } from './bridge.ts'
import { chooseFolder, confirmQuit, reveal, showCannotOpen, showFatalError } from './dialogs.ts'
import { startDrag } from './drag.ts'
import { guardPages, guardSession } from './guards.ts'
import { setMenu } from './menu.ts'
import { createNotices } from './notices.ts'
import { isSameFolder, moveProfile, profileFolder } from './profile.ts'
import { guardQuit } from './quit.ts'
import { mediaUrl, schemes, serveScheme } from './scheme.ts'
import { textsFor } from './texts.ts'
import { openWindowState } from './window-state.ts'
import { openWindow } from './window.ts'
import { serveBrowser } from './without-sandbox.ts'

// The bundle is in out/main, beside out/preload and out/renderer, both in a checkout and in a package.
const built = join(import.meta.dirname, '..')
const icon = join(built, 'renderer', 'icon-256.png')

const machine: Machine = { platform: process.platform, env: process.env, home: app.getPath('home') }
const chosen = folderOption(process.argv.slice(1))

// These must be set before the app is ready, and the profile before the lock, which is in it.
// Everything that is made from here on is for its owner alone.
process.umask(0o077)
limitYoungGeneration()
const profileMove = chooseProfile()
// The launcher of an AppImage passes this switch where the system forbids the sandbox. Only tests of a checkout open a window all the same.
const mayHaveWindow = !app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')
if (!app.commandLine.hasSwitch('no-sandbox'))
  app.enableSandbox()
// Windows shows notifications only for programs with an app id; electron-builder sets the same one for the installed program.
app.setAppUserModelId('app.takeroom.studio')
protocol.registerSchemesAsPrivileged(schemes)
guardPages(app)

if (app.requestSingleInstanceLock())
  void app.whenReady().then(mayHaveWindow ? open : openBrowserInstead).catch(giveUp)
else
  app.quit()

function chooseProfile(): Moved {
  const electronsOwn = app.getPath('userData')
  const places = { studio: studioFolder(machine, chosen), usualStudio: usualFolder(machine), electronsOwn }
  const profile = profileFolder(machine, places)
  // Only the usual studio ever shared its folder with a profile.
  const move = isSameFolder(electronsOwn, places.studio) ? moveProfile(places.studio, profile) : { moved: [], failed: [] }
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
  return move
}

async function openBrowserInstead(): Promise<void> {
  await serveBrowser({
    app,
    machine,
    folders: await findFolders(machine, chosen),
    version: app.getVersion(),
    page: await readPage(join(built, 'renderer')),
    ports: { resourcesPath: app.isPackaged ? process.resourcesPath : null, proxyFor },
    texts: textsFor(app.getLocale()),
    end: endBroken,
  })
  app.exit(0)
}

async function proxyFor(url: string): Promise<string | null> {
  return proxyFromList(await session.defaultSession.resolveProxy(url))
}

async function open(): Promise<void> {
  const folders = await findFolders(machine, chosen)
  await makeFolder(join(folders.folder, 'logs'))
  const logFile = openFileLog(join(folders.folder, 'logs', 'host.log'), { maxBytes: 2 * 1024 * 1024 })
  const known = new Set([process.env.TAKEROOM_API_KEY ?? ''])
  const log = createLog({ write: logFile.write, clock: systemClock, redact: createRedactor(known) })
  log.info('host-started', {
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
    sqlite: process.versions.sqlite,
  })
  if (profileMove.moved.length > 0 || profileMove.failed.length > 0)
    log.info('profile-moved', { ...profileMove })
  catchUncaught({ log, flush: logFile.flush, end: endBroken })

  let window: BrowserWindow | null = null
  const secrets = await openSecretStore()
  const ports: HostPorts = {
    host: 'electron',
    version: app.getVersion(),
    ...folders,
    resourcesPath: app.isPackaged ? process.resourcesPath : null,
    secrets: { ...secrets, store: createRememberingStore(secrets.store, known) },
    mediaUrl,
    pages: null,
    proxyFor,
    reveal,
    chooseFolder: () => chooseFolder(window),
    startDrag: paths => window && startDrag(window.webContents, paths),
    ...createNotices(icon, () => window, language => textsFor(language === 'system' ? app.getLocale() : language)),
  }
  const studio = await openStudio(ports)
  // The studio has read it. The programs that open links inherit what stays here.
  delete process.env.TAKEROOM_API_KEY
  const texts = textsFor(app.getLocale())

  guardSession(session.defaultSession, systemPreferences)
  const files = serveScheme(session.defaultSession, { studio, log, page: await readPage(join(built, 'renderer')) })
  setMenu({
    texts,
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    showFolder: () => void reveal(join(folders.folder, 'library.db')),
  })
  window = openWindow({
    preload: join(built, 'preload', 'index.cjs'),
    icon,
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

/** A second start with the same studio brings the first one's window to the front. */
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
  process.stderr.write(`${stackOf(thrown).split('\n').map(printable).join('\n')}\n`)
  showCannotOpen(textsFor(app.getLocale()), thrown instanceof Error ? thrown.message : String(thrown))
  app.exit(1)
}
