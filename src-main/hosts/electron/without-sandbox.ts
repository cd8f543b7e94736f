/**
 * Where the system forbids the sandbox of an app window: says so, and opens the studio in the person's browser, which has a sandbox of
 * its own. An AppImage's launcher finds that out, and then starts Electron with `--no-sandbox`.
 */
import type { App } from 'electron'
import type { HostPorts } from '../../studio/ports.ts'
import type { Folders, Machine } from '../folders.ts'
import type { PageFiles } from '../page.ts'
import type { Texts } from './texts.ts'
import { systemClock } from '../../base/clock.ts'
import { openStudio } from '../../studio/open-studio.ts'
import { catchUncaught } from '../uncaught.ts'
import { openBrowser } from '../web/open-browser.ts'
import { openWebHost } from '../web/server.ts'
import { openWebPorts } from '../web/web-ports.ts'
import { confirmQuit, showInBrowser } from './dialogs.ts'

export interface BrowserOptions {
  readonly app: App
  readonly machine: Machine
  readonly folders: Folders
  readonly version: string
  readonly page: PageFiles
  readonly ports: Pick<HostPorts, 'resourcesPath' | 'proxyFor'>
  readonly texts: Texts
  readonly end: (reference: string) => void
}

/** Resolves when the person has quit and the studio is closed. */
export async function serveBrowser({ app, machine, folders, version, page, ports, texts, end }: BrowserOptions): Promise<void> {
  const lent = await openWebPorts(folders, version, systemClock)
  catchUncaught({ log: lent.log, flush: lent.flush, end })
  lent.log.info('no-sandbox')
  const quit = Promise.withResolvers<'quit'>()
  // A signal or the end of the session asks the app to quit.
  app.on('will-quit', (event) => {
    event.preventDefault()
    quit.resolve('quit')
  })
  const studio = await openStudio({ ...lent.ports, ...ports })
  try {
    const host = await openWebHost({ studio, media: lent.media, page, clock: systemClock, log: lent.log, port: 0 })
    const open = async (): Promise<'again' | 'quit'> => {
      const browser = await openBrowser(host.newAddress(), machine)
      const isAgain = await showInBrowser(texts, browser.isOpened ? null : host.newAddress())
      await browser.whenDone()
      return isAgain || (studio.isWorking() && !await confirmQuit(null, texts)) ? 'again' : 'quit'
    }
    // A second start, which is how a person looks for a window that they cannot find.
    app.on('second-instance', () => void openBrowser(host.newAddress(), machine))
    while (await Promise.race([open(), quit.promise]) === 'again');
    await host.close()
  }
  finally {
    await studio.close()
    await lent.close()
  }
}
