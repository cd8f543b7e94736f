/** The `start` and `serve` commands: serves the studio until the user ends it, then closes everything in order. */
import type { PreparedMove } from '../../move/prepared-move.ts'
import type { OpenStudio } from '../../studio/open-studio.ts'
import type { Machine } from '../folders.ts'
import type { Command } from './command-line.ts'
import type { StartedBy } from './server.ts'
import type { WebPorts } from './web-ports.ts'
import { basename } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../base/clock.ts'
import { confirmHosts, whyKeyIsUnused } from '../../commands/confirm-hosts.ts'
import { terminalTexts } from '../../commands/terminal-texts.ts'
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
  /** Where the studio was before it was moved: the port of a folder stays the same. */
  readonly namedFolder: string
  /** Why the studio closes. */
  readonly wish: Promise<Wish>
  /** How it was served before its folder was moved; null at a start. */
  readonly before: Opened | null
}

type Wish = 'end' | PreparedMove

/** How the studio is served. */
export interface Opened {
  readonly port: number
  /** Gives new addresses of whichever host is open. */
  readonly offer: { newAddress: () => string }
}

/** Resolves when the studio is closed again. */
export async function keepOpen(
  { lent, machine, pageFolder, command, namedFolder, wish, before }: Run,
): Promise<{ readonly wish: 'end' } | { readonly wish: PreparedMove, readonly opened: Opened }> {
  const page = await readPage(pageFolder)
  const studio = await openStudio(lent.ports).catch(async (thrown: unknown) => {
    if (!(thrown instanceof CannotOpenStudio) || !thrown.isLocked)
      throw thrown
    await openRunning({ lent, machine, command }, thrown, wish)
    return null
  })
  if (!studio)
    return { wish: 'end' }
  try {
    if (before === null)
      await beginSending(studio, { machine, command })
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
      ...wishedPort({ before, command, namedFolder }),
      address,
      ...(tls && { tls }),
    })
    const links = await answerLinks(lent.ports.folder, host.newAddress).catch((error: unknown) => {
      // A second start then says that the folder is in use.
      lent.log.warn('link-answer-failed', { error })
      return null
    })
    const opened = before ?? { port: host.port, offer: { newAddress: host.newAddress } }
    opened.offer.newAddress = host.newAddress
    const browser = before === null && command.name === 'start' && command.opensBrowser ? await openBrowser(host.newAddress, machine) : null
    if (before === null)
      tell({ address, tls, isBrowserOpened: browser?.isOpened === true, offer: opened.offer })
    const why = await wish
    if (why === 'end')
      print(terminalTexts().serve.closing)
    await browser?.close()
    await links?.close()
    await host.close()
    return why === 'end' ? { wish: why } : { wish: why, opened }
  }
  finally {
    await studio.close()
  }
}

async function beginSending(studio: OpenStudio, { machine, command }: Pick<Run, 'machine' | 'command'>): Promise<void> {
  await confirmHosts(studio.parts.accounts, command.confirmedHosts, print)
  const unused = whyKeyIsUnused(machine.env)
  if (unused !== null)
    print(unused)
}

/** The page is reconnected at the address that it knows. */
function wishedPort({ before, command, namedFolder }: Pick<Run, 'before' | 'command' | 'namedFolder'>): { wishedPort?: number } {
  if (before !== null)
    return { wishedPort: before.port }
  return command.port === null ? { wishedPort: portOfFolder(namedFolder) } : {}
}

interface Told {
  readonly address: string
  readonly tls: Awaited<ReturnType<typeof ownCertificate>> | null
  readonly isBrowserOpened: boolean
  readonly offer: Opened['offer']
}

function tell({ address, tls, isBrowserOpened, offer }: Told): void {
  const words = terminalTexts().serve
  if (!isLoopback(address))
    print(words.openToNetwork(address))
  if (tls?.isSelfMade) {
    print(words.unknownCertificate)
    print(`  ${tls.fingerprint}`)
  }
  print(isBrowserOpened ? words.opens : words.running)
  offerAddress(() => offer.newAddress())
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
  { lent, machine, command }: Pick<Run, 'lent' | 'machine' | 'command'>,
  locked: CannotOpenStudio,
  wish: Promise<Wish>,
): Promise<void> {
  const { address: wished = '' } = command.name === 'serve' ? command : {}
  const address = await askForLink(lent.ports.folder, host => isOwnHost(host) || host === wished)
  if (address === 'nobody')
    throw locked
  if (address === 'silent')
    throw new CannotOpenStudio('silent', { folder: lent.ports.folder })
  if (address === 'foreign')
    throw new CannotOpenStudio('link-foreign', { folder: lent.ports.folder, file: linkFileName })
  const browser = command.name === 'start' && command.opensBrowser ? await openBrowser(() => address, machine) : null
  const words = terminalTexts().serve
  print(browser?.isOpened ? words.opensRunning : words.runningAlready)
  print(`  ${address}`)
  print(words.worksOnce(codeLifeMs / 1000, null))
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
  print(terminalTexts().serve.worksOnce(codeLifeMs / 1000, canAsk ? 'enter' : 'signal'))
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
