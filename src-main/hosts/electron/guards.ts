/** What a page may not do: everything that is not in this file's two short lists. */
import type { App, Session, WebContents } from 'electron'
import { openExternal } from './external.ts'
import { isOwn } from './origin.ts'

/** Besides the microphone, for recording a voice: the film over the whole screen, and copying text out. */
const granted: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write'])

/** Closes the session; both handlers, because Electron asks them for different things and allows what neither denies. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isMicrophone = permission === 'media' && 'mediaTypes' in details && details.mediaTypes?.length === 1 && details.mediaTypes[0] === 'audio'
    answer(isOurPage(contents, details.requestingUrl, details.isMainFrame) && (isMicrophone || granted.has(permission)))
  })
  session.setPermissionCheckHandler((contents, permission, requestingOrigin, details) => {
    const isMicrophone = permission === 'media' && details.mediaType === 'audio'
    return isOurPage(contents, requestingOrigin, details.isMainFrame) && (isMicrophone || granted.has(permission))
  })
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    // What the page made itself may be saved; nothing is fetched from anywhere for saving.
    const url = item.getURL()
    if (!isOwn(url) && !isOwn(url.replace(/^blob:/, '')))
      event.preventDefault()
  })
}

/** A null `contents` is a worker or a frame that has gone: nobody of ours. */
function isOurPage(contents: WebContents | null, asking: string, isMainFrame: boolean): boolean {
  return contents !== null && isMainFrame && isOwn(asking) && isOwn(contents.getURL())
}

/** Nails every page to the address it was opened with, those of windows that nobody meant to open included. */
export function guardPages(app: App): void {
  app.on('web-contents-created', (_, contents) => {
    contents.on('will-navigate', event => event.preventDefault())
    contents.on('will-frame-navigate', event => event.preventDefault())
    contents.on('will-redirect', event => event.preventDefault())
    contents.on('will-attach-webview', event => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // Never a window. A link to one of the few places outside goes to the person's browser.
      void openExternal(url)
      return { action: 'deny' }
    })
  })
}
