/** Opens the user's browser without exposing the address to other users of the machine. */
import type { Machine } from '../folders.ts'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnvironment } from '../../base/child-environment.ts'
import { openDoor } from './one-time-door.ts'
import { knowsPeers } from './peer-user.ts'

export interface Opening {
  /** False when no browser can be started. It says little: a browser that was started may show nothing. So the address is always shown, too. */
  readonly isOpened: boolean
  /** Resolves when a browser has come; where that cannot be seen, after the time that it takes. */
  readonly whenCome: Promise<void>
  close: () => Promise<void>
}

type Here = Pick<Machine, 'platform' | 'env'>

const nothing: Opening = { isOpened: false, whenCome: Promise.resolve(), close: async () => {} }
/** As long as a browser may take to read the file that leads it to the address. */
const readsFileWithinMs = 8_000
/** How long a program that starts a browser may take to say that it cannot. Some stay as long as the browser is open. */
const failsWithinMs = 3_000

/**
 * `newAddress` makes an address with a code that works once. Every user can read command lines, so the code is in none: on Linux the
 * browser gets the address of a door, which leads only this user's programs on; elsewhere a file with mode 0600. A file would not do on
 * Linux: browsers in a snap or a flatpak can read neither temporary nor hidden folders.
 */
export async function openBrowser(newAddress: () => string, machine: Here): Promise<Opening> {
  if (machine.platform === 'linux')
    return throughDoor(newAddress, machine)
  const [command, ...args] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[machine.platform as string] ?? []
  return command === undefined ? nothing : throughFile(newAddress(), [command, ...args])
}

async function throughDoor(newAddress: () => string, machine: Here): Promise<Opening> {
  const openers = openersOf(machine.env)
  if (openers.length === 0 || !await knowsPeers())
    return nothing
  const door = await openDoor({ leadsTo: newAddress, isWsl: isWsl(machine.env) }).catch(() => null)
  if (!door)
    return nothing
  const come = door.passed.then(() => true)
  for (const opener of openers) {
    const [command = '', ...args] = opener(door.url)
    if (await Promise.race([come, works(command, args)]))
      return { isOpened: true, whenCome: door.passed, close: async () => door.close() }
  }
  door.close()
  return nothing
}

async function throughFile(address: string, [command, ...args]: readonly [string, ...string[]]): Promise<Opening> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-open-'))
  const file = join(folder, 'takeroom.html')
  await writeFile(file, redirectTo(address), { mode: 0o600 })
  const isOpened = await works(command, [...args, file])
  return {
    isOpened,
    whenCome: isOpened ? sleep(readsFileWithinMs, undefined, { ref: false }) : Promise.resolve(),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

type Opener = (url: string) => readonly string[]

/**
 * What may open a browser on Linux, in the order in which it is tried: the user's own BROWSER, the desktop's, that of Windows where this
 * Linux runs inside it, and what is installed where there is no desktop. None where nothing could be seen, or none is wanted.
 */
function openersOf(env: Here['env']): Opener[] {
  const chosen = env.BROWSER ?? ''
  if (chosen === 'none')
    return []
  const own = chosen.split(':').filter(entry => entry !== '').map(openerIn)
  const hasDisplay = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  const after = (...words: string[]): Opener => url => [...words, url]
  return [
    ...own,
    ...(hasDisplay ? [after('xdg-open'), after('gio', 'open')] : []),
    ...(isWsl(env) ? [after('wslview'), after('rundll32.exe', 'url.dll,FileProtocolHandler')] : []),
    ...(hasDisplay ? ['x-www-browser', 'firefox', 'chromium', 'google-chrome'].map(name => after(name)) : []),
  ]
}

/** An entry of BROWSER: the path of a program, or words with `%s` where the address belongs. */
function openerIn(entry: string): Opener {
  const words = existsSync(entry) ? [entry] : entry.trim().split(/\s+/)
  return url => words.some(word => word.includes('%s')) ? words.map(word => word.replaceAll('%s', url)) : [...words, url]
}

function isWsl(env: Here['env']): boolean {
  return Boolean(env.WSL_DISTRO_NAME || env.WSL_INTEROP)
}

function redirectTo(url: string): string {
  // The address has only safe characters, but the page must not depend on that.
  const safe = JSON.stringify(url).replaceAll('<', '\\u003C')
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Takeroom</title><script>location.replace(${safe})</script>`
}

/** False when the program cannot be started, or soon ends with an error. */
function works(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: childEnvironment('desktop'), stdio: 'ignore', detached: true })
    const patience = setTimeout(resolve, failsWithinMs, true)
    child.once('error', () => end(false))
    child.once('exit', code => end(code === 0))
    child.once('spawn', () => child.unref())
    function end(isWorking: boolean): void {
      clearTimeout(patience)
      resolve(isWorking)
    }
  })
}
