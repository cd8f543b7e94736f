/** The `start` and `serve` commands: serves the studio until the user ends it, then closes everything in order. */
import type { Machine } from '../folders.ts'
import type { Command } from './command-line.ts'
import type { StartedBy } from './server.ts'
import type { WebPorts } from './web-ports.ts'
import { basename } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../base/clock.ts'
import { confirmHosts, whyKeyIsUnused } from '../../commands/confirm-hosts.ts'
import { CannotOpenStudio } from '../../databases/cannot-open.ts'
import { openStudio } from '../../studio/open-studio.ts'
import { isLoopback, isOwnHost } from '../own-hosts.ts'
import { readPage } from '../page.ts'
import { ownCertificate, readCertificate } from './certificate.ts'
import { answerLinks, askForLink, linkFileName } from './link.ts'
import { openBrowser } from './open-browser.ts'
import { outputBroken, print } from './output.ts'
import { portOfFolder } from './ports.ts'
import { openWebHost } from './server.ts'
import { codeLifeMs } from './session.ts'

export interface Run {
  readonly lent: WebPorts
  readonly machine: Machine
  readonly pageFolder: string
  readonly command: Extract<Command, { name: 'start' | 'serve' }>
}

/** Resolves when the studio is closed again. */
export async function keepOpen({ lent, machine, pageFolder, command }: Run): Promise<void> {
  // Signals are handled from here on, so that a studio that is still opening is closed in order, too.
  const wish = untilSignalled()
  const page = await readPage(pageFolder)
  const studio = await openStudio(lent.ports).catch(async (thrown: unknown) => {
    if (!(thrown instanceof CannotOpenStudio) || !thrown.isLocked)
      throw thrown
    await openRunning({ lent, machine, command }, thrown, wish)
    return null
  })
  if (!studio)
    return
  try {
    await confirmHosts(studio.parts.accounts, command.confirmedHosts, print)
    const unused = whyKeyIsUnused(machine.env)
    if (unused !== null)
      print(unused)
    const { address = '127.0.0.1', certificate: files = null } = command.name === 'serve' ? command : {}
    const tls = files
      ? await readCertificate(files, systemClock)
      : isLoopback(address) ? null : await ownCertificate(lent.ports.folder, address, systemClock)
    const host = await openWebHost({
      studio,
      media: lent.media,
      sessions: lent.sessions,
      startedBy: startedBy(machine.env, process.argv[1] ?? ''),
      page,
      clock: systemClock,
      log: lent.log,
      port: command.port ?? 0,
      ...(command.port === null && { wishedPort: portOfFolder(lent.ports.folder) }),
      address,
      ...(tls && { tls }),
    })
    const links = await answerLinks(lent.ports.folder, host.newAddress).catch((error: unknown) => {
      // A second start then says that the folder is in use.
      lent.log.warn('link-answer-failed', { error })
      return null
    })
    const browser = command.name === 'start' && command.opensBrowser ? await openBrowser(host.newAddress, machine) : null
    if (!isLoopback(address))
      print(`Warning: every machine that can reach ${address} can try to open this studio. The connection is encrypted.`)
    if (tls?.isSelfMade) {
      print('The browser warns once that it does not know the certificate. Go on only if it shows this SHA-256 fingerprint:')
      print(`  ${tls.fingerprint}`)
    }
    print(browser?.isOpened
      ? 'Takeroom opens in your browser. If it does not, open this address:'
      : 'Takeroom is running. Open this address in a browser:')
    offerAddress(host.newAddress)
    await wish
    print('Closing…')
    await browser?.close()
    await links?.close()
    await host.close()
  }
  finally {
    await studio.close()
  }
}

/** How a person starts it again: by the command where that is installed, else from the folder. */
function startedBy(env: Machine['env'], program: string): StartedBy {
  return env.npm_lifecycle_event === undefined && basename(program) === 'takeroom' ? 'takeroom' : 'npm'
}

/**
 * The studio is served already: opens or prints a new link to it, and is done.
 * @throws CannotOpenStudio where nobody gives one
 */
async function openRunning(
  { lent, machine, command }: Omit<Run, 'pageFolder'>,
  locked: CannotOpenStudio,
  wish: Promise<void>,
): Promise<void> {
  const { address: wished = '' } = command.name === 'serve' ? command : {}
  const address = await askForLink(lent.ports.folder, host => isOwnHost(host) || host === wished)
  if (address === 'nobody')
    throw locked
  if (address === 'silent')
    throw new CannotOpenStudio(`Takeroom has the studio folder ${lent.ports.folder} open but is not responding. Try again in a moment, or end the process; your work is safe.`)
  if (address === 'foreign')
    throw new CannotOpenStudio(`The file ${linkFileName} in ${lent.ports.folder} is not Takeroom's own, so it was not used. Close the Takeroom that has this folder open, remove the file, and start again.`)
  const browser = command.name === 'start' && command.opensBrowser ? await openBrowser(() => address, machine) : null
  print(browser?.isOpened
    ? 'Takeroom is running already, and opens in your browser. If it does not, open this address:'
    : 'Takeroom is running already. Open this address in a browser:')
  print(`  ${address}`)
  print(`It works once, for ${codeLifeMs / 1000} seconds.`)
  if (browser?.isOpened)
    await Promise.race([browser.whenCome, wish, sleep(codeLifeMs, undefined, { ref: false })])
  await browser?.close()
}

/** Prints an address, and another each time the user presses Enter: a code works once and expires soon. */
function offerAddress(newAddress: () => string): void {
  const another = (): void => print(`  ${newAddress()}`)
  const canAsk = process.stdin.isTTY === true
  if (canAsk)
    process.stdin.on('data', another).unref()
  else if (process.platform !== 'win32')
    process.on('SIGUSR2', another)
  another()
  print(
    `It works once, for ${codeLifeMs / 1000} seconds.${canAsk ? ' Press Enter for another; Ctrl+C closes the studio.' : ' SIGUSR2 prints another; SIGINT or SIGTERM closes the studio.'}`,
  )
}

/** Resolves at the first SIGINT or SIGTERM (or SIGHUP); a second one ends the program at once. */
export function untilSignalled(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
    // Keeps the event loop alive even when no server is listening.
    const stay = setInterval(() => {}, 2 ** 30)
    const end = (): void => {
      clearInterval(stay)
      signals.forEach(signal => process.off(signal, end))
      outputBroken.removeEventListener('abort', end)
      signals.forEach(signal => process.once(signal, () => process.exit(130)))
      resolve()
    }
    signals.forEach(signal => process.on(signal, end))
    outputBroken.addEventListener('abort', end)
    if (outputBroken.aborted)
      end()
  })
}
