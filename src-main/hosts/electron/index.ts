/**
 * The Electron host: one window on the same studio and the same page as the web host.
 *
 * The page loads files by its own scheme and makes all calls over one port; it has no Node and no remote content.
 * Paid requests never pass Chromium's network stack (`net`, the page's `fetch`): it repeats a POST on a stale connection,
 * and a repeated POST is bought twice. The studio sends them itself, from this process (`service/wire`).
 */
import '../limit-memory.ts'

import type { BrowserWindow } from 'electron'
import type { PreparedMove } from '../../move/prepared-move.ts'
import type { HostPorts, Studio } from '../../studio/ports.ts'
import type { Machine } from '../folders.ts'
import type { Look } from './look.ts'
import type { StartWords } from './second-starts.ts'
import type { Texts } from './texts.ts'
import { join } from 'node:path'
import process from 'node:process'
import { app, ipcMain, protocol, session, systemPreferences } from 'electron'
import { makeFolder } from '../../base/atomic-file.ts'
import { systemClock } from '../../base/clock.ts'
import { createLog, openFileLog } from '../../base/log.ts'
import { isOfStudio } from '../../base/of-studio.ts'
import { printable } from '../../base/printable.ts'
import { createRedactor } from '../../base/redact.ts'
import { CannotOpenStudio } from '../../databases/cannot-open.ts'
import { finishMove } from '../../move/finish-move.ts'
import { environmentSecret } from '../../secrets/environment-secret.ts'
import { openSecretStore } from '../../secrets/open-secret-store.ts'
import { rememberSecrets } from '../../secrets/redacting-store.ts'
import { openStudio } from '../../studio/open-studio.ts'
import { findFolders, folderOption, studioFolder, usualFolder } from '../folders.ts'
import { readPage } from '../page.ts'
import { proxyFromList } from '../proxy.ts'
import { catchUncaught } from '../uncaught.ts'
import { createRouter, stackOf } from '../wire.ts'
import { openBridge } from './bridge.ts'
import {
  askOtherPlace,
  chooseFile,
  chooseFolder,
  confirmQuit,
  confirmReload,
  reveal,
  showCannotOpen,
  showFatalError,
  showNotSaved,
} from './dialogs.ts'
import { openDownloads } from './downloads.ts'
import { startDrag } from './drag.ts'
import { guardPages, guardSession } from './guards.ts'
import { isTooLong } from './long-lists.ts'
import { openLook } from './look.ts'
import { menuTextsFor } from './menu-texts.ts'
import { offerContextMenu, setMenu } from './menu.ts'
import { createNotices } from './notices.ts'
import { profileFolder } from './profile.ts'
import { guardQuit } from './quit.ts'
import { isHeld, whyRefused } from './refused-lock.ts'
import { mediaUrl, schemes, serveScheme } from './scheme.ts'
import { createSecondStarts, givenIn, startAgain } from './second-starts.ts'
import { languageOf, textsFor } from './texts.ts'
import { openWindowState } from './window-state.ts'
import { openWindow } from './window.ts'
import { serveBrowser } from './without-sandbox.ts'
import type { TextLanguage } from '#contract/words.ts'
import { cannotOpenIn } from '#rules/text/cannot-open-words.ts'

// The bundle is in out/main, next to out/preload and out/renderer, both in a checkout and in a package.
const built = join(import.meta.dirname, '..')
const icon = join(built, 'renderer', 'icon-256.png')

const machine: Machine = { platform: process.platform, env: process.env, home: app.getPath('home') }
const chosen = folderOption(process.argv.slice(1))

// These must be set before the app is ready, and the profile before the lock, which is in it.
// Everything that is made from here on is for its owner alone.
process.umask(0o077)
chooseProfile()
// The launcher of an AppImage passes this switch where the system forbids the sandbox. Only tests of a checkout open a window all the same.
const mayHaveWindow = !app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')
if (!app.commandLine.hasSwitch('no-sandbox'))
  app.enableSandbox()
// Windows shows notifications only for programs with an app id; electron-builder sets the same one for the installed program.
app.setAppUserModelId('app.takeroom.studio')
protocol.registerSchemesAsPrivileged(schemes)
guardPages(app)

let look: Look | null = null
/** The user's, as far as it is known. */
const language = (): TextLanguage => look?.language() ?? languageOf(app.getLocale())
const texts = (): Texts => textsFor(language())

const startedWith = { ...process.env }
const words: StartWords = {
  before: app.isPackaged ? 1 : 2,
  own: process.argv.slice(app.isPackaged ? 1 : 2),
  folder: process.cwd(),
  platform: process.platform,
  profile: () => app.getPath('userData'),
}
const secondStarts = createSecondStarts(app, startedWith, words)
if (process.platform === 'linux' && isTooLong(process.argv, words.folder) && isHeld(app.getPath('userData')))
  void startAgain(app, startedWith, words, givenIn(words)).then(() => app.exit(0), giveUp)
else
  void app.whenReady().then(app.requestSingleInstanceLock(secondStarts.data()) ? openFirst : openUnlessRefused).catch(giveUp)

function openFirst(): Promise<void> {
  return mayHaveWindow ? open() : openBrowserInstead()
}

/** Dialogs need an app that is ready, so the lock's refusal is told only then. */
async function openUnlessRefused(): Promise<void> {
  const profile = app.getPath('userData')
  const refusal = await whyRefused({
    ...{ profile, studio: (await findFolders(machine, chosen)).folder, machine, sleep: systemClock.sleep },
    ask: () => app.requestSingleInstanceLock(secondStarts.data()),
  })
  if (refusal.is === 'second')
    return app.exit(0)
  if (refusal.is === 'locked')
    return openFirst()
  switch (refusal.is) {
    case 'unwritable': return refuseStart(texts().unwritable(profile, refusal.reason))
    case 'elsewhere': return refuseStart(texts().elsewhere(refusal.host, refusal.link))
    case 'silent': return refuseStart(texts().silent(refusal.pid))
  }
}

function chooseProfile(): void {
  const electronsOwn = app.getPath('userData')
  const places = { studio: studioFolder(machine, chosen), usualStudio: usualFolder(machine), electronsOwn }
  const profile = profileFolder(machine, places)
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
}

async function openBrowserInstead(): Promise<void> {
  const moving = await serveBrowser({
    app,
    machine,
    folders: await findFolders(machine, chosen),
    version: app.getVersion(),
    page: await readPage(join(built, 'renderer')),
    ports: { resourcesPath: app.isPackaged ? process.resourcesPath : null, proxyFor },
    texts: texts(),
    end: endBroken,
    secondStarts,
  })
  await moveOrReopen(moving)
  app.exit(0)
}

async function proxyFor(url: string): Promise<string | null> {
  return proxyFromList(await session.defaultSession.resolveProxy(url))
}

async function open(): Promise<void> {
  const folders = await findFolders(machine, chosen)
  await makeFolder(join(folders.folder, 'logs'))
  const logFile = openFileLog(join(folders.folder, 'logs', 'host.log'), { maxBytes: 2 * 1024 * 1024 })
  const known = new Set([environmentSecret(process.env)])
  const log = createLog({ write: logFile.write, clock: systemClock, redact: createRedactor(known) })
  log.info('host-started', {
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
    sqlite: process.versions.sqlite,
  })
  catchUncaught({ log, flush: logFile.flush, end: endBroken })

  let opened: BrowserWindow | null = null
  let moving: { readonly move: PreparedMove, readonly stay: () => void } | null = null
  /** Every method of a window that has been closed throws. */
  const window = (): BrowserWindow | null => opened?.isDestroyed() === false ? opened : null
  const state = openWindowState(app.getPath('userData'))
  const ports: HostPorts = {
    host: 'electron',
    version: app.getVersion(),
    ...folders,
    resourcesPath: app.isPackaged ? process.resourcesPath : null,
    secrets: rememberSecrets(openSecretStore(), known),
    mediaUrl,
    pages: null,
    moveOn(move, stay) {
      moving = { move, stay }
      app.quit()
    },
    proxyFor,
    reveal,
    chooseFolder: () => chooseFolder(window(), texts(), state.folder),
    chooseFile: name => chooseFile(window(), texts(), state.folder, name),
    startDrag(paths) {
      const page = window()?.webContents
      if (page)
        startDrag(page, paths)
    },
    ...createNotices(icon, window, language => textsFor(language === 'system' ? app.getLocale() : language)),
  }
  const studio = await openStudio(ports)
  // The studio has read it. The programs that open links inherit what stays here.
  delete process.env.TAKEROOM_API_KEY

  const chosenLook = look = await openLook(studio, app.getLocale(), log)
  guardSession(session.defaultSession, systemPreferences, await openDownloads({
    folder: join(folders.cacheFolder, 'downloads'),
    chooseFile: name => chooseFile(window(), texts(), state.folder, name),
    isOfStudio: path => isOfStudio(path, folders),
    askOtherPlace: path => askOtherPlace(window(), texts(), path),
    tellNotSaved: (name, reason) => showNotSaved(texts(), name, reason),
    log,
  }))
  const files = serveScheme(session.defaultSession, { studio, log, page: await readPage(join(built, 'renderer')) })
  opened = openWindow({
    preload: join(built, 'preload', 'index.cjs'),
    icon,
    isPackaged: app.isPackaged,
    state,
    backgroundColor: chosenLook.background(),
    log,
  })
  dress(opened, window, chosenLook, {
    showFolder: () => void reveal(join(folders.folder, 'library.db')),
    reload: () => void reload(window, studio),
  })
  const bridge = openBridge(ipcMain, opened.webContents, createRouter(studio.handlers, log))
  guardQuit({
    app,
    window: opened,
    studio,
    log,
    ask: () => confirmQuit(window(), texts(), studio.underWay()),
    onStay() {
      const asked = moving
      // What is closed later for another reason does not finish this move.
      moving = null
      asked?.stay()
    },
    onClosing: secondStarts.close,
    onEnd: () => moveOrReopen(moving?.move ?? null),
    async closeRest() {
      bridge.close()
      files.close()
      await logFile.close()
    },
  })
  secondStarts.openBy(studio.openFiles)
  secondStarts.showBy(() => {
    if (window()?.isMinimized())
      window()?.restore()
    window()?.show()
    window()?.focus()
  })
}

/** With the studio and its log closed, so that nothing in the folder is open. */
async function moveOrReopen(move: PreparedMove | null): Promise<void> {
  if (move !== null) {
    if (await finishMove(move) === 'lost')
      return showCannotOpen(texts(), cannotOpenIn(language(), 'disk-gone', { folder: move.from }))
    secondStarts.startAgain()
  }
  await secondStarts.reopen()
}

/** Menus and colours as the user chose them, also while the window is open. */
function dress(
  opened: BrowserWindow,
  window: () => BrowserWindow | null,
  look: Look,
  acts: { readonly showFolder: () => void, readonly reload: () => void },
): void {
  look.follow(() => {
    window()?.setBackgroundColor(look.background())
    const options = { texts: menuTextsFor(look.language()), platform: process.platform, isPackaged: app.isPackaged, ...acts }
    setMenu(options, () => window()?.webContents ?? null)
  })
  offerContextMenu(opened, () => menuTextsFor(look.language()))
}

/** What main does continues without the page; what the page does would be lost. */
async function reload(window: () => BrowserWindow | null, studio: Studio): Promise<void> {
  const losable = [...studio.underWay()].filter(work => work === 'recording' || work === 'importing')
  const open = window()
  if (open && (losable.length === 0 || await confirmReload(open, texts(), losable)))
    window()?.webContents.reload()
}

function endBroken(reference: string): void {
  showFatalError(texts(), reference)
  app.exit(1)
}

function giveUp(thrown: unknown): void {
  if (thrown instanceof CannotOpenStudio)
    return refuseStart(thrown.sentenceIn(language()))
  process.stderr.write(`${stackOf(thrown).split('\n').map(printable).join('\n')}\n`)
  showCannotOpen(texts(), texts().unexpected(thrown instanceof Error ? thrown.message : String(thrown)))
  app.exit(1)
}

/** A start without a terminal shows only the dialog; one in a terminal may have no desktop. */
function refuseStart(sentence: string): void {
  process.stderr.write(`${printable(sentence)}\n`)
  showCannotOpen(texts(), sentence)
  app.exit(1)
}
