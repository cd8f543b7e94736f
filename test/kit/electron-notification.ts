/** The stand-in of Electron's notifications. */
import type Electron from 'electron'
import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { asked, emitNative } from './electron-asked.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // The flag above makes it.

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }

  /** Those that were shown: the system shows them on, but nothing in Electron keeps the object that hears of a click. */
  static readonly shown: WeakRef<Notification>[] = []
  static failsWith: string | null = null

  readonly #options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions) {
    super()
    this.#options = options
  }

  show(): void {
    const { failsWith } = Notification
    if (failsWith !== null)
      return void setImmediate(() => emitNative(this, 'failed', {}, failsWith))
    asked.notices.push(this.#options)
    Notification.shown.push(new WeakRef(this))
    setImmediate(() => emitNative(this, 'show', {}))
  }
}

/** The user clicks a notification some time after it was shown. False when the program has lost it. */
export async function clickNotice(at = -1): Promise<boolean> {
  // A reference that was read keeps its object until the end of the turn.
  await new Promise(resolve => setImmediate(resolve))
  collectGarbage()
  const notice = Notification.shown.at(at)?.deref()
  if (notice)
    emitNative(notice, 'click', {})
  return notice !== undefined
}
