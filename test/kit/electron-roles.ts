/** Menus as Electron builds them: roles bring their labels, in English everywhere, and their keys (lib/browser/api/menu-item-roles.ts). */
import type Electron from 'electron'
import process from 'node:process'

/** An item as the user sees it. */
export interface MenuItem extends Omit<Electron.MenuItemConstructorOptions, 'submenu'> { submenu?: MenuItem[] }

type Template = readonly Electron.MenuItemConstructorOptions[]

interface Role { readonly label: string, readonly accelerator?: string | undefined, readonly submenu?: readonly string[] }

function rolesOf(platform: NodeJS.Platform): Record<string, Role> {
  const isMac = platform === 'darwin'
  const isWindows = platform === 'win32'
  return {
    about: { label: platform === 'linux' ? 'About' : 'About Takeroom' },
    close: { label: isMac ? 'Close Window' : 'Close', accelerator: 'CommandOrControl+W' },
    copy: { label: 'Copy', accelerator: 'CommandOrControl+C' },
    cut: { label: 'Cut', accelerator: 'CommandOrControl+X' },
    delete: { label: 'Delete' },
    forcereload: { label: 'Force Reload', accelerator: 'Shift+CmdOrCtrl+R' },
    front: { label: 'Bring All to Front' },
    help: { label: 'Help' },
    hide: { label: 'Hide Takeroom', accelerator: 'Command+H' },
    hideothers: { label: 'Hide Others', accelerator: 'Command+Alt+H' },
    minimize: { label: 'Minimize', accelerator: 'CommandOrControl+M' },
    paste: { label: 'Paste', accelerator: 'CommandOrControl+V' },
    quit: { label: isMac ? 'Quit Takeroom' : isWindows ? 'Exit' : 'Quit', accelerator: isWindows ? undefined : 'CommandOrControl+Q' },
    redo: { label: 'Redo', accelerator: isWindows ? 'Control+Y' : 'Shift+CommandOrControl+Z' },
    reload: { label: 'Reload', accelerator: 'CmdOrCtrl+R' },
    resetzoom: { label: 'Actual Size', accelerator: 'CommandOrControl+0' },
    selectall: { label: 'Select All', accelerator: 'CommandOrControl+A' },
    services: { label: 'Services', submenu: [] },
    toggledevtools: { label: 'Toggle Developer Tools', accelerator: isMac ? 'Alt+Command+I' : 'Ctrl+Shift+I' },
    togglefullscreen: { label: 'Toggle Full Screen', accelerator: isMac ? 'Control+Command+F' : 'F11' },
    undo: { label: 'Undo', accelerator: 'CommandOrControl+Z' },
    unhide: { label: 'Show All' },
    window: { label: 'Window' },
    zoom: { label: 'Zoom' },
    zoomin: { label: 'Zoom In', accelerator: 'CommandOrControl+Plus' },
    zoomout: { label: 'Zoom Out', accelerator: 'CommandOrControl+-' },
    appmenu: { label: 'Takeroom', submenu: ['about', 'services', 'hide', 'hideothers', 'unhide', 'quit'] },
    windowmenu: { label: 'Window', submenu: ['minimize', 'zoom', ...isMac ? ['front'] : ['close']] },
  }
}

/** @throws for a role that this table lacks: look it up in Electron's and add it */
export function buildMenu(template: Template, platform = process.platform): MenuItem[] {
  const roles = rolesOf(platform)
  return template.map(({ submenu, ...item }) => {
    const role = item.role === undefined ? undefined : roles[item.role.toLowerCase()]
    if (item.role !== undefined && !role)
      throw new Error(`The stand-in does not know the role ${item.role}`)
    // The names are those of this table.
    const inner = (Array.isArray(submenu) ? submenu : role?.submenu?.map(name => ({ role: name }))) as Template | undefined
    return {
      ...role?.label !== undefined && { label: role.label },
      ...role?.accelerator !== undefined && { accelerator: role.accelerator },
      ...item,
      ...inner && { submenu: buildMenu(inner, platform) },
    }
  })
}

/** Every item of a menu, also of those inside it. */
export function allItems(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap(item => [item, ...allItems(item.submenu ?? [])])
}
