/** The menu bar, made of standard roles so that shortcuts and labels are the system's own. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Texts } from './texts.ts'
import { Menu } from 'electron'
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
  return [
    isMac
      ? { role: 'appMenu' }
      : { label: texts.file, submenu: [{ label: texts.studioFolder, click: showFolder }, separator, { role: 'quit', label: texts.quit }] },
    { label: texts.edit, submenu: [...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'selectAll')] },
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
