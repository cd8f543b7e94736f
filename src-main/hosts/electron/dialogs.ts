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

const choices = ['open', 'copy', 'quit'] as const

/**
 * Tells that the studio is in the browser, with an address to open by hand: a browser that was started may show nothing. Answers whether
 * the person wants it opened again, its address copied, or to quit.
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
