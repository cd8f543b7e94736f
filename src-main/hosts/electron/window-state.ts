/** Remembers the window's place with electron-store, fits it onto the screens that are there, and remembers the last folder. */
import type { Rectangle } from 'electron'
import type { LastFolder } from './dialogs.ts'
import { screen } from 'electron'
import Store from 'electron-store'
import { z } from 'zod'

const Place = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300) }),
  isMaximized: z.boolean(),
})
type Place = z.infer<typeof Place>

export interface WindowState {
  /** `bounds` are on a screen that is there, and no larger than it. */
  readonly read: () => { readonly bounds: Rectangle, readonly isMaximized: boolean }
  readonly write: (place: Place) => void
  /** The smallest size at which all acts are in reach, or the screen's where that is smaller. */
  readonly least: () => { readonly minWidth: number, readonly minHeight: number }
  readonly folder: LastFolder
}

const usual = { width: 1440, height: 900 }
/** The page needs 720 × 450; menu bar and frame come on top. */
const least = { width: 760, height: 540 }

/** `folder` is Electron's own folder for this program's settings. */
export function openWindowState(folder: string): WindowState {
  const store = new Store<{ place?: unknown, folder?: unknown }>({ name: 'window', cwd: folder, clearInvalidConfig: true })
  return {
    read() {
      const place = Place.safeParse(store.get('place'))
      if (place.success && isOnScreen(place.data.bounds)) {
        const { workArea } = screen.getDisplayMatching(place.data.bounds)
        return { bounds: fitInto(workArea, place.data.bounds), isMaximized: place.data.isMaximized }
      }
      const { workArea } = screen.getPrimaryDisplay()
      return { bounds: centreIn(workArea, usual), isMaximized: false }
    },
    write: place => store.set('place', place),
    least() {
      const { width, height } = screen.getPrimaryDisplay().workArea
      return { minWidth: Math.min(least.width, width), minHeight: Math.min(least.height, height) }
    },
    folder: {
      read: () => z.string().min(1).nullable().catch(null).parse(store.get('folder') ?? null),
      write: path => store.set('folder', path),
    },
  }
}

/** True when enough of the title bar to grab is on a connected screen. */
function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const width = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x)
    return width >= 100 && bounds.y >= workArea.y && bounds.y <= workArea.y + workArea.height - 40
  })
}

/** As large as it was where there is room for it; moved as little as that takes. */
function fitInto(area: Rectangle, bounds: Rectangle): Rectangle {
  const width = Math.min(bounds.width, area.width)
  const height = Math.min(bounds.height, area.height)
  const within = (at: number, from: number, room: number): number => Math.min(Math.max(at, from), from + room)
  return { x: within(bounds.x, area.x, area.width - width), y: within(bounds.y, area.y, area.height - height), width, height }
}

function centreIn(area: Rectangle, size: { width: number, height: number }): Rectangle {
  const { width, height } = fitInto(area, { ...size, x: area.x, y: area.y })
  return { x: area.x + Math.floor((area.width - width) / 2), y: area.y + Math.floor((area.height - height) / 2), width, height }
}
