/** The stand-in of Electron's windows, the page in them, and the message ports between page and program. */
import type Electron from 'electron'
import type { MessagePort } from 'node:worker_threads'
import type { PageAct, Preventable } from './electron-asked.ts'
import { EventEmitter } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { app } from './electron-app.ts'
import { acts, asked, createEvent, emitNative, person, throwWhenGone } from './electron-asked.ts'

/** A document in a window: the API of its preload script, and the messages that main can send it. */
export class Frame {
  readonly url: string
  readonly parent: Frame | null
  /** `ipcRenderer` of this document. */
  readonly renderer = new EventEmitter()

  constructor(url: string, parent: Frame | null = null) {
    this.url = url
    this.parent = parent
  }

  postMessage(channel: string, message: unknown, transfer: readonly FarPort[] = []): void {
    this.renderer.emit(channel, { ports: transfer.map(port => port.port) }, message)
  }
}

export class WebContents extends EventEmitter {
  #frame = new Frame('about:blank')
  #isDestroyed = false
  windowOpenHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null
  reloads = 0

  get mainFrame(): Frame {
    return this.#frame
  }

  set mainFrame(frame: Frame) {
    this.#frame = frame
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  /** What Electron does when the window closes. */
  static destroy(contents: WebContents): void {
    contents.#isDestroyed = true
    emitNative(contents, 'destroyed')
  }

  getURL(): string {
    return this.mainFrame.url
  }

  setWindowOpenHandler(handler: NonNullable<WebContents['windowOpenHandler']>): void {
    this.windowOpenHandler = handler
  }

  reload(): void {
    this.reloads += 1
    acts.emit('act', { is: 'reload' } satisfies PageAct)
  }

  focus(): void {}
  sendInputEvent({ type, keyCode, modifiers = [] }: Electron.KeyboardInputEvent): void {
    asked.keys.push(`${type} ${[...modifiers, keyCode].join('+')}`)
    acts.emit('act', { is: type === 'keyUp' ? 'keyUp' : 'keyDown', key: keyCode, modifiers } satisfies PageAct)
  }

  replacedMisspellings: string[] = []
  replaceMisspelling(word: string): void {
    this.replacedMisspellings.push(word)
  }

  startDrag(item: Electron.Item): void {
    asked.drags.push(item.files ?? [item.file])
  }

  /**
   * The page navigates, by a link, `location` or `location.reload()`: all are announced and can be prevented, unlike what main starts.
   * Returns whether the new document was loaded.
   */
  navigateFromPage(url: string, { isMainFrame = true } = {}): boolean {
    const asks = ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])]
    const isPrevented = asks.some((name) => {
      const event: Preventable & Partial<Electron.WebContentsWillNavigateEventParams> = createEvent()
      emitNative(this, name, Object.assign(event, { url, isMainFrame, isSameDocument: false }))
      return event.isPrevented
    })
    if (!isPrevented && isMainFrame)
      this.mainFrame = new Frame(url)
    return !isPrevented
  }
}
throwWhenGone(WebContents.prototype, (contents: WebContents) => contents.isDestroyed())

export class BrowserWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly #contents = new WebContents()
  readonly loaded: string[] = []
  #isDestroyed = false
  #bounds: Electron.Rectangle

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    this.#bounds = { x: options.x ?? 10, y: options.y ?? 20, width: options.width ?? 800, height: options.height ?? 600 }
    asked.windows.push(this)
    emitNative(app, 'web-contents-created', {}, this.webContents)
  }

  get webContents(): WebContents {
    return this.#contents
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
  }

  /** Only a person or the system closes a window that asks first. */
  close(): void {
    const event = createEvent()
    emitNative(this, 'close', event)
    if (!event.isPrevented)
      this.destroy()
  }

  destroy(): void {
    this.#isDestroyed = true
    WebContents.destroy(this.#contents)
    emitNative(this, 'closed')
    if (asked.windows.some(window => !window.isDestroyed()))
      return
    if (app.isQuitting)
      app.endWithoutWindows()
    else
      emitNative(app, 'window-all-closed')
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  getNormalBounds(): Electron.Rectangle {
    return this.#bounds
  }

  isMaximized(): boolean {
    return false
  }

  isFocused(): boolean {
    return person.looksAtWindow
  }

  setProgressBar(share: number, options?: Electron.ProgressBarOptions): void {
    asked.progress.push({ share, mode: options?.mode })
  }

  backgrounds: string[] = []
  setBackgroundColor(colour: string): void {
    this.backgrounds.push(colour)
  }

  isMinimized(): boolean {
    return false
  }

  maximize(): void {}
  restore(): void {}
  show(): void {}
  /** How often it was brought to the front. */
  raised = 0
  focus(): void {
    this.raised += 1
  }
}
throwWhenGone(BrowserWindow.prototype, (window: BrowserWindow) => window.isDestroyed())

/** The port's end in the page. */
class FarPort {
  readonly port: MessagePort
  constructor(port: MessagePort) {
    this.port = port
  }
}

/** The port's end in main. Closing it emits 'close' only at the other end, as in electron.d.ts. */
class NearPort extends EventEmitter {
  readonly #port: MessagePort
  #isClosedHere = false

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.once('close', () => {
      if (!this.#isClosedHere)
        this.emit('close')
    })
  }

  start(): void {
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }))
  }

  postMessage(message: unknown): void {
    if (this.#isClosedHere)
      throw new Error('The port is closed')
    this.#port.postMessage(message)
  }

  close(): void {
    this.#isClosedHere = true
    this.#port.close()
  }
}

export class MessageChannelMain {
  readonly port1: NearPort
  readonly port2: FarPort
  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.port1 = new NearPort(port1)
    this.port2 = new FarPort(port2)
  }
}
