/** Restricts pages: permissions, navigation and new windows are denied unless listed here. */
import type { App, DownloadItem, Event, Session, SystemPreferences, WebContents, WebContentsWillNavigateEventParams } from 'electron'
import process from 'node:process'
import { openExternal } from './external.ts'
import { isOwn, isPage } from './origin.ts'

/** Full screen for films and copying text; the microphone, for recording a voice, is checked separately. */
const granted: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write'])

/** Electron's `systemPreferences`. */
export type MicrophoneSystem = Pick<SystemPreferences, 'askForMediaAccess'>

/** macOS asks the user once, and then answers by itself. Elsewhere the system's own settings decide when the microphone is opened. */
async function askSystem(system: MicrophoneSystem): Promise<boolean> {
  return process.platform !== 'darwin' || system.askForMediaAccess('microphone')
}

/**
 * Denies permissions and downloads. Both permission handlers are needed: Electron consults them for different things and allows what
 * neither denies. `save` gets what the page has made itself.
 */
export function guardSession(session: Session, system: MicrophoneSystem, save: (item: DownloadItem) => void): void {
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isMicrophone = permission === 'media'
      && 'mediaTypes' in details
      && details.mediaTypes?.length === 1
      && details.mediaTypes[0] === 'audio'
    const isOurs = isOurPage(contents, details.requestingUrl, details.isMainFrame)
    if (isOurs && isMicrophone)
      askSystem(system).then(answer, () => answer(false))
    else
      answer(isOurs && granted.has(permission))
  })
  session.setPermissionCheckHandler((contents, permission, requestingOrigin, details) => {
    const isMicrophone = permission === 'media' && details.mediaType === 'audio'
    return isOurPage(contents, requestingOrigin, details.isMainFrame) && (isMicrophone || granted.has(permission))
  })
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event, item) => {
    // The page may save what it made itself; nothing is downloaded.
    const url = item.getURL()
    if (!isOwn(url) && !isOwn(url.replace(/^blob:/, '')))
      event.preventDefault()
    else
      save(item)
  })
}

/** A null `contents` is a worker or a frame that has gone, so not our page. */
function isOurPage(contents: WebContents | null, asking: string, isMainFrame: boolean): boolean {
  return contents !== null && isMainFrame && isOwn(asking) && isOwn(contents.getURL())
}

/**
 * Prevents every page from navigating away from its first address, also in windows that were not meant to open. Our own page may load
 * itself again: `location.reload()` is a navigation like any other to Electron.
 */
export function guardPages(app: App): void {
  app.on('web-contents-created', (_, contents) => {
    const stay = (event: Event<WebContentsWillNavigateEventParams>): void => {
      if (!(event.isMainFrame && isPage(event.url) && isPage(contents.getURL())))
        event.preventDefault()
    }
    contents.on('will-navigate', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', event => event.preventDefault())
    contents.on('will-attach-webview', event => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      // Never open a window. A link to an allowed address opens in the user's browser.
      void openExternal(url)
      return { action: 'deny' }
    })
  })
}
