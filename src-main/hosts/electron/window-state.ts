/** Remembers the window's position and size with electron-store, and ignores a position on a screen that has gone. */
import type { Rectangle } from 'electron'
import { screen } from 'electron'
import Store from 'electron-store'
import { z } from 'zod'

const Place = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().min(400), height: z.int().min(300) }),
  isMaximized: z.boolean(),
})
type Place = z.infer<typeof Place>

export interface WindowState {
  read: () => { readonly bounds: { width: number, height: number, x?: number, y?: number }, readonly isMaximized: boolean }
  write: (place: Place) => void
}

const usual = { bounds: { width: 1440, height: 900 }, isMaximized: false }

/** `folder` is Electron's own folder for this program's settings. */
export function openWindowState(folder: string): WindowState {
  const store = new Store<{ place?: unknown }>({ name: 'window', cwd: folder, clearInvalidConfig: true })
  return {
    read() {
      const place = Place.safeParse(store.get('place'))
      return place.success && isOnScreen(place.data.bounds) ? place.data : usual
    },
    write: place => store.set('place', place),
  }
}

/** True when enough of the title bar to grab is on a connected screen. */
function isOnScreen(bounds: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const width = Math.min(bounds.x + bounds.width, workArea.x + workArea.width) - Math.max(bounds.x, workArea.x)
    return width >= 100 && bounds.y >= workArea.y && bounds.y <= workArea.y + workArea.height - 40
  })
}
