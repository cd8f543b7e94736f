/**
 * What is in the menus. Electron brings keys and acts with its roles, but their labels in English only, so each is named here. Undo, redo
 * and settings are the page's: their items press its keys.
 */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuTexts } from './menu-texts.ts'

type Item = MenuItemConstructorOptions
type Role = keyof MenuTexts['roles']

export interface Press { readonly key: string, readonly modifiers: readonly ('meta' | 'control' | 'shift')[] }

export interface MenuOptions {
  readonly texts: MenuTexts
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  readonly showFolder: () => void
  readonly getFfmpeg: () => void
  readonly reload: () => void
  /** Presses a key in the page. */
  readonly press: (press: Press) => void
}

const separator: Item = { type: 'separator' }

export function menuTemplate(options: MenuOptions): Item[] {
  const { texts, platform, isPackaged, showFolder, getFfmpeg, reload } = options
  const isMac = platform === 'darwin'
  const roles = (...names: Role[]): Item[] => names.map(role => ({ role, label: texts.roles[role] }))
  const folder: Item = { label: texts.studioFolder, click: showFolder }
  // Without Shift it is the key that has the plus on it, and a pad of digits has keys of its own.
  const alike = (role: Role, ...keys: string[]): Item[] =>
    keys.map(accelerator => ({ role, label: texts.roles[role], accelerator, visible: false, acceleratorWorksWhenHidden: true }))
  const settings = pressing(options, texts.settings, { key: ',', shift: false })
  return [
    isMac
      ? { label: 'Takeroom', submenu: [
          ...roles('about'),
          separator,
          settings,
          separator,
          ...roles('services'),
          separator,
          ...roles('hide', 'hideOthers', 'unhide'),
          separator,
          ...roles('quit'),
        ] }
      : { label: texts.file, submenu: [folder, settings, separator, ...roles('quit')] },
    ...isMac ? [{ label: texts.file, submenu: [folder, separator, ...roles('close')] }] : [],
    { label: texts.edit, submenu: [
      pressing(options, texts.undo, { key: 'Z', shift: false }),
      pressing(options, texts.redo, { key: 'Z', shift: true }),
      separator,
      ...roles('cut', 'copy', 'paste', 'selectAll'),
    ] },
    { label: texts.view, submenu: [
      { label: texts.reload, accelerator: 'CmdOrCtrl+R', click: reload },
      ...isPackaged ? [] : roles('toggleDevTools'),
      separator,
      ...roles('resetZoom', 'zoomIn', 'zoomOut'),
      ...alike('resetZoom', 'CmdOrCtrl+num0'),
      ...alike('zoomIn', 'CmdOrCtrl+=', 'CmdOrCtrl+numadd'),
      ...alike('zoomOut', 'CmdOrCtrl+numsub'),
      separator,
      ...roles('togglefullscreen'),
    ] },
    { role: 'window', label: texts.window, submenu: isMac ? roles('minimize', 'zoom', 'front') : roles('minimize', 'close') },
    { role: 'help', label: texts.help, submenu: [{ label: texts.getFfmpeg, click: getFfmpeg }] },
  ]
}

/** The page has these keys already: Electron shows them, and does not take them from it. */
function pressing({ platform, press }: MenuOptions, label: string, { key, shift }: { key: string, shift: boolean }): Item {
  const mod = platform === 'darwin' ? 'meta' : 'control'
  return {
    label,
    accelerator: `CmdOrCtrl+${shift ? 'Shift+' : ''}${key}`,
    registerAccelerator: false,
    click: () => press({ key, modifiers: shift ? [mod, 'shift'] : [mod] }),
  }
}

/** What a right click may do there, as Chromium tells it. */
interface Clicked {
  readonly isEditable: boolean
  readonly selectionText: string
  readonly editFlags: { readonly canCut: boolean, readonly canCopy: boolean, readonly canPaste: boolean, readonly canSelectAll: boolean }
  readonly misspelledWord: string
  readonly dictionarySuggestions: readonly string[]
}

/** The menu of a text field, or of a text that is selected; empty where there is neither. `replace` puts in a suggestion of the spelling. */
export function contextTemplate({ roles, noSuggestions }: MenuTexts, clicked: Clicked, replace: (word: string) => void): Item[] {
  const { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions } = clicked
  const item = (role: Role, enabled: boolean): Item => ({ role, label: roles[role], enabled })
  if (!isEditable)
    return selectionText.trim() === '' ? [] : [item('copy', editFlags.canCopy)]
  const spelling: Item[] = misspelledWord === ''
    ? []
    : dictionarySuggestions.length === 0
      ? [{ label: noSuggestions, enabled: false }, separator]
      : [...dictionarySuggestions.map(word => ({ label: word, click: () => replace(word) })), separator]
  return [
    ...spelling,
    item('cut', editFlags.canCut),
    item('copy', editFlags.canCopy),
    item('paste', editFlags.canPaste),
    separator,
    item('selectAll', editFlags.canSelectAll),
  ]
}
