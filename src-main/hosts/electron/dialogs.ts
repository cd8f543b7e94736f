/** Native dialogs: revealing a file, the question before quitting, and fatal errors. */
import type { BrowserWindow, MessageBoxOptions, OpenDialogOptions } from 'electron'
import type { Texts } from './texts.ts'
import { isAbsolute } from 'node:path'
import { dialog, shell } from 'electron'

/** `path` comes from the studio, looked up by id; never from the page. */
export async function reveal(path: string): Promise<void> {
  // A NUL once passed checks of the text before it (CVE-2026-70603).
  if (path.includes('\0') || !isAbsolute(path))
    throw new RangeError('Only a whole path can be shown')
  shell.showItemInFolder(path)
}

/** A folder to save files in; null when the person cancels. */
export async function chooseFolder(window: BrowserWindow | null): Promise<string | null> {
  const options: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] }
  const { canceled, filePaths: [path] } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return canceled ? null : path ?? null
}

/** True when the person wants to quit although work is running. */
export async function confirmQuit(window: BrowserWindow | null, texts: Texts): Promise<boolean> {
  const question: MessageBoxOptions = {
    type: 'question',
    message: texts.stillWorking,
    detail: texts.stillWorkingDetail,
    buttons: [texts.keepWorking, texts.quit],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  return response === 1
}

/** Tells that the studio is in the browser. True when the person wants it opened there again, false to quit. */
export async function showInBrowser(texts: Texts, address: string | null): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: texts.inBrowser,
    detail: [texts.inBrowserDetail, ...(address === null ? [] : [texts.openByHand(address)])].join('\n\n'),
    buttons: [texts.openAgain, texts.quit],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

export function showCannotOpen(texts: Texts, reason: string): void {
  dialog.showErrorBox(texts.cannotOpen, reason)
}

export function showFatalError(texts: Texts, reference: string): void {
  dialog.showErrorBox(texts.broke, texts.brokeDetail(reference))
}
