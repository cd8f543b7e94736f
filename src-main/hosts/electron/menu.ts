/** The menu bar, and the menu of a right click in a text. */
import type { BrowserWindow, WebContents } from 'electron'
import type { MenuOptions, Press } from './menu-template.ts'
import type { MenuTexts } from './menu-texts.ts'
import { Menu } from 'electron'
import { openExternal } from './external.ts'
import { contextTemplate, menuTemplate } from './menu-template.ts'

export function setMenu(options: Omit<MenuOptions, 'getFfmpeg' | 'press'>, page: () => WebContents | null): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({
    ...options,
    getFfmpeg: () => void openExternal('https://ffmpeg.org/download.html'),
    press: key => press(page(), key),
  })))
}

function press(page: WebContents | null, { key, modifiers }: Press): void {
  page?.focus()
  for (const type of ['keyDown', 'keyUp'] as const)
    page?.sendInputEvent({ type, keyCode: key, modifiers: [...modifiers] })
}

/** Electron has no menu of its own for text. The page prevents the event where it shows one. */
export function offerContextMenu(window: BrowserWindow, texts: () => MenuTexts): void {
  const page = window.webContents
  page.on('context-menu', (_, clicked) => {
    const template = contextTemplate(texts(), clicked, word => page.isDestroyed() || page.replaceMisspelling(word))
    if (template.length > 0 && !window.isDestroyed())
      Menu.buildFromTemplate(template).popup({ window, x: clicked.x, y: clicked.y, sourceType: clicked.menuSourceType })
  })
}
