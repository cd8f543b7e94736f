/**
 * Where the system forbids the sandbox of an app window: says so, and opens the studio in the user's browser, which has a sandbox of
 * its own. An AppImage's launcher finds that out, and then starts Electron with `--no-sandbox`.
 */
import type { App } from 'electron'
import type { PreparedMove } from '../../move/prepared-move.ts'
import type { HostPorts } from '../../studio/ports.ts'
import type { Folders, Machine } from '../folders.ts'
import type { PageFiles } from '../page.ts'
import type { SecondStarts } from './second-starts.ts'
import type { Texts } from './texts.ts'
import { clipboard } from 'electron'
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
  readonly secondStarts: SecondStarts
}

/** Resolves when the user has quit and the studio is closed: to a move that is to be finished, or null. */
export async function serveBrowser(options: BrowserOptions): Promise<PreparedMove | null> {
  const { app, machine, folders, version, page, ports, texts, end, secondStarts } = options
  const lent = await openWebPorts(folders, version, systemClock)
  catchUncaught({ log: lent.log, flush: lent.flush, end })
  lent.log.info('no-sandbox')
  const quit = Promise.withResolvers<'quit'>()
  // A signal or the end of the session asks the app to quit.
  app.on('will-quit', (event) => {
    event.preventDefault()
    quit.resolve('quit')
  })
  let moving: PreparedMove | null = null
  const moveOn = (move: PreparedMove): void => {
    moving = move
    quit.resolve('quit')
  }
  const studio = await openStudio({ ...lent.ports, ...ports, moveOn })
  try {
    const host = await openWebHost({ studio, media: lent.media, page, clock: systemClock, log: lent.log, port: 0 })
    let opening = await openBrowser(host.newAddress, machine)
    const openAgain = async (): Promise<void> => {
      await opening.close()
      opening = await openBrowser(host.newAddress, machine)
    }
    const ask = async (): Promise<'open' | 'copy' | 'stay' | 'quit'> => {
      const answer = await showInBrowser(texts, { address: host.newAddress(), isOpened: opening.isOpened })
      return answer === 'quit' && studio.underWay().size > 0 && !await confirmQuit(null, texts, studio.underWay()) ? 'stay' : answer
    }
    // A second start, which is how a person looks for a window that they cannot find.
    secondStarts.openBy(studio.openFiles)
    secondStarts.showBy(() => void openAgain())
    for (let wish = await Promise.race([ask(), quit.promise]); wish !== 'quit'; wish = await Promise.race([ask(), quit.promise])) {
      if (wish === 'open')
        await openAgain()
      // A code works once and not for long: each copy has its own.
      if (wish === 'copy')
        await clipboard.writeText(host.newAddress())
    }
    await opening.close()
    secondStarts.close()
    await host.close()
    return moving
  }
  finally {
    await studio.close()
    await lent.close()
  }
}
