/** Native dialogs: revealing a file, where to save, the questions before quitting and reloading, and fatal errors. */
import type { BrowserWindow, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron'
import type { UnderWay } from '../../studio/ports.ts'
import type { Losable, Texts } from './texts.ts'
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { dialog, shell } from 'electron'

/** `path` comes from the studio, looked up by id; never from the page. */
export async function reveal(path: string): Promise<void> {
  // A NUL once passed checks of the text before it (CVE-2026-70603).
  if (path.includes('\0') || !isAbsolute(path))
    throw new RangeError('Only a whole path can be shown')
  shell.showItemInFolder(path)
}

/** Where the user saved last; both kinds of dialog begin there. */
export interface LastFolder { readonly read: () => string | null, readonly write: (folder: string) => void }

/** A folder to save files in; null when the user cancels. */
export async function chooseFolder(window: BrowserWindow | null, texts: Texts, last: LastFolder): Promise<string | null> {
  const options: OpenDialogOptions = {
    title: texts.saveInFolder,
    properties: ['openDirectory', 'createDirectory'],
    ...startIn(last),
  }
  const { canceled, filePaths: [path] } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  if (canceled || path === undefined)
    return null
  last.write(path)
  return path
}

/** Where a file is to be saved; the dialog asks before it replaces one. Null when the user cancels. */
export async function chooseFile(window: BrowserWindow | null, texts: Texts, last: LastFolder, name: string): Promise<string | null> {
  const options: SaveDialogOptions = {
    title: texts.saveAs,
    defaultPath: join(startIn(last).defaultPath ?? '', name),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  }
  const { canceled, filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
  if (canceled || filePath === '')
    return null
  last.write(dirname(filePath))
  return filePath
}

/** Tells that `path` is among the files of the studio. True when the user wants to choose another place. Escape saves nothing. */
export async function askOtherPlace(window: BrowserWindow | null, texts: Texts, path: string): Promise<boolean> {
  return confirm(window, {
    message: texts.ofStudio(path),
    detail: texts.ofStudioDetail,
    buttons: [texts.doNotSave, texts.chooseOtherPlace],
  })
}

export function showNotSaved(texts: Texts, name: string, reason: string): void {
  dialog.showErrorBox(texts.notSaved(name), texts.notSavedDetail(reason))
}

/** The system remembers no folder by itself. One that is gone is not offered. */
function startIn(last: LastFolder): { defaultPath?: string } {
  const folder = last.read()
  return folder !== null && existsSync(folder) ? { defaultPath: folder } : {}
}

/** True when the user wants to quit although this is under way. */
export function confirmQuit(window: BrowserWindow | null, texts: Texts, underWay: Iterable<UnderWay>): Promise<boolean> {
  return confirm(window, {
    message: texts.stillWorking,
    detail: [...underWay].map(work => texts.stillWorkingDetail[work]).join('\n\n'),
    buttons: [texts.keepWorking, texts.quit],
  })
}

/** True when the user wants the page loaded again although it is doing this. */
export function confirmReload(window: BrowserWindow, texts: Texts, losable: readonly Losable[]): Promise<boolean> {
  return confirm(window, {
    message: texts.reload,
    detail: losable.map(work => texts.reloadDetail[work]).join('\n\n'),
    buttons: [texts.keepWorking, texts.reloadAnyway],
  })
}

/** True for the second button. Escape is the first. */
async function confirm(window: BrowserWindow | null, words: Pick<MessageBoxOptions, 'message' | 'detail' | 'buttons'>): Promise<boolean> {
  const question: MessageBoxOptions = { type: 'question', ...words, defaultId: 0, cancelId: 0, noLink: true }
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  return response === 1
}

const choices = ['open', 'copy', 'quit'] as const

/**
 * Tells that the studio is in the browser, with an address to open by hand: a browser that was started may show nothing. Answers whether
 * the user wants it opened again, its address copied, or to quit.
 */
export async function showInBrowser(
  texts: Texts,
  { address, isOpened }: { readonly address: string, readonly isOpened: boolean },
): Promise<typeof choices[number]> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: isOpened ? texts.inBrowser : texts.noBrowser,
    detail: [texts.inBrowserDetail, texts.openByHand(address)].join('\n\n'),
    buttons: [texts.openAgain, texts.copyAddress, texts.quit],
    defaultId: isOpened ? 0 : 1,
    cancelId: 2,
    noLink: true,
  })
  return choices[response] ?? 'quit'
}

export function showCannotOpen(texts: Texts, reason: string): void {
  dialog.showErrorBox(texts.cannotOpen, reason)
}

export function showFatalError(texts: Texts, reference: string): void {
  dialog.showErrorBox(texts.broke, texts.brokeDetail(reference))
}
