/** News outside the window: a notice of the system when work ended and nobody is looking. */
import type { BrowserWindow } from 'electron'
import { Notification } from 'electron'

/** `window` answers the open window; a click on the notice brings it forward. */
export function createNotify(window: () => BrowserWindow | null): (notice: { title: string, body: string }) => void {
  return ({ title, body }) => {
    // Whoever looks at the window sees it there.
    if (window()?.isFocused() || !Notification.isSupported())
      return
    const notice = new Notification({ title, body })
    notice.on('click', () => window()?.show())
    notice.show()
  }
}
