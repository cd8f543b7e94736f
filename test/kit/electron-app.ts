/** The stand-in of Electron's `app`. */
import type Electron from 'electron'
import { EventEmitter } from 'node:events'
import process from 'node:process'
import { asked, createEvent, emitNative } from './electron-asked.ts'
import { lockProfile } from './electron-lock.ts'

/** In its own process the program really ends. */
export const exits = process.env.STAND_IN_EXITS === 'yes'
let isReady = false
/** Whether the app is ready: what must be set before cannot be set any more. */
export const hasBegun = (): boolean => isReady

export class App extends EventEmitter {
  readonly isPackaged = process.env.STAND_IN_PACKAGED === 'yes'
  readonly commandLine = {
    hasSwitch: (name: string): boolean => process.argv.includes(`--${name}`),
  } satisfies Partial<Electron.CommandLine>

  enableSandbox(): void {
    if (isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready')
    asked.isSandboxed = true
  }

  setAppUserModelId(_id: string): void {}
  /** A program is a second one when it shares the profile of the first. */
  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    asked.sentToFirst.push(data)
    asked.lockedIn = this.getPath('userData')
    this.#unlock ??= lockProfile(asked.lockedIn)
    return this.#unlock !== null
  }

  #unlock: (() => void) | null = null
  relaunch(options: Electron.RelaunchOptions = {}): void {
    asked.relaunches.push(options)
  }

  readonly #paths = new Map<string, string>()
  setPath(name: string, path: string): void {
    if (isReady || asked.lockedIn !== null)
      throw new Error(`The path of ${name} is set too late: it is in use`)
    this.#paths.set(name, path)
  }

  async whenReady(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    isReady = true
  }

  getPath(name: string): string {
    const folder = this.#paths.get(name) ?? process.env[`STAND_IN_${name.toUpperCase()}`]
    if (folder === undefined)
      throw new Error(`The stand-in has no path for ${name}`)
    return folder
  }

  getVersion(): string {
    return '0.0.0-stand-in'
  }

  getLocale(): string {
    return process.env.STAND_IN_LOCALE ?? 'en-GB'
  }

  /** Tests of a part have an app of their own, without the windows of others. */
  hasWindows = false
  isQuitting = false
  /** Closes all windows first; one that stays open ends the quitting. */
  quit(): void {
    this.isQuitting = true
    emitNative(this, 'before-quit', createEvent())
    const windows = this.hasWindows ? asked.windows.filter(window => !window.isDestroyed()) : []
    for (const window of windows)
      window.close()
    if (windows.some(window => !window.isDestroyed()))
      this.isQuitting = false
    else if (windows.length === 0)
      this.endWithoutWindows()
  }

  endWithoutWindows(): void {
    const event = createEvent()
    emitNative(this, 'will-quit', event)
    if (event.isPrevented)
      this.isQuitting = false
    else
      this.exit(0)
  }

  exit(code = 0): void {
    this.#unlock?.()
    asked.exitCode.resolve(code)
    if (!exits)
      return
    const { relaunches, uncaught, questions } = asked
    const [sent] = asked.sentToFirst
    const key = process.env.TAKEROOM_API_KEY ?? null
    process.stdout.write(`ENDED ${JSON.stringify({ relaunches, uncaught: uncaught.map(String), questions: questions.length, key, sent })}\n`)
    process.exit(code)
  }
}
export const app = Object.assign(new App(), { hasWindows: true }) satisfies Pick<
  Electron.App,
  'isPackaged' | 'enableSandbox' | 'setAppUserModelId' | 'requestSingleInstanceLock' | 'relaunch'
  | 'setPath' | 'whenReady' | 'getVersion' | 'getLocale' | 'quit' | 'exit'
>
