/** The menu bar, made of standard roles so that shortcuts and labels are the system's own, but for undo and redo, which are the page's. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Texts } from './texts.ts'
import { BrowserWindow, Menu } from 'electron'
import { openExternal } from './external.ts'

export interface MenuOptions {
  readonly texts: Texts
  readonly isMac: boolean
  readonly isPackaged: boolean
  readonly showFolder: () => void
}

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(template(options)))
}

function template({ texts, isMac, isPackaged, showFolder }: MenuOptions): MenuItemConstructorOptions[] {
  const roles = (...names: NonNullable<MenuItemConstructorOptions['role']>[]): MenuItemConstructorOptions[] => names.map(role => ({ role }))
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  // The role would undo what was typed last anywhere, and nothing once the page has done so itself. The page has these keys.
  const turn = (label: string, modifiers: readonly ('meta' | 'control' | 'shift')[]): MenuItemConstructorOptions => ({
    label,
    accelerator: modifiers.includes('shift') ? 'CmdOrCtrl+Shift+Z' : 'CmdOrCtrl+Z',
    registerAccelerator: false,
    click: (_item, window) => {
      if (window instanceof BrowserWindow)
        window.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Z', modifiers: [...modifiers] })
    },
  })
  const mod = isMac ? 'meta' : 'control'
  const [undo, redo] = [turn(texts.undo, [mod]), turn(texts.redo, [mod, 'shift'])]
  return [
    isMac
      ? { role: 'appMenu' }
      : { label: texts.file, submenu: [{ label: texts.studioFolder, click: showFolder }, separator, { role: 'quit', label: texts.quit }] },
    { label: texts.edit, submenu: [undo, redo, separator, ...roles('cut', 'copy', 'paste', 'selectAll')] },
    { label: texts.view, submenu: [
      ...roles('reload', ...(isPackaged ? [] : ['toggleDevTools'] as const)),
      separator,
      ...roles('resetZoom', 'zoomIn', 'zoomOut'),
      separator,
      ...roles('togglefullscreen'),
    ] },
    isMac ? { role: 'windowMenu' } : { label: texts.window, submenu: roles('minimize', 'close') },
    { role: 'help', label: texts.help, submenu: [
      ...(isMac ? [{ label: texts.studioFolder, click: showFolder }] : []),
      { label: texts.getFfmpeg, click: () => void openExternal('https://ffmpeg.org/download.html') },
    ] },
  ]
}
