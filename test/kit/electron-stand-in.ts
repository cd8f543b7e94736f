/**
 * A stand-in for the `electron` module: the parts that the studio's Electron host uses, typed by electron.d.ts, with a record of
 * every call. Loaded in its place by `electron-stand-in-loader.ts`. It follows Electron's rules where tests depend on
 * them: schemes only before ready, cancellable events, a port that reports its closing only to the other end.
 */
import type Electron from 'electron'
import type { MessagePort } from 'node:worker_threads'
import { EventEmitter } from 'node:events'
import process from 'node:process'
import { Readable } from 'node:stream'
import { MessageChannel } from 'node:worker_threads'

interface Preventable { preventDefault: () => void, readonly isPrevented: boolean }

function createEvent(): Preventable {
  let isPrevented = false
  return {
    preventDefault() {
      isPrevented = true
    },
    get isPrevented() {
      return isPrevented
    },
  }
}

/** The recorded calls, for tests to check. */
export const asked = {
  schemes: [] as Electron.CustomScheme[],
  windows: [] as BrowserWindow[],
  opened: [] as string[],
  copied: [] as string[],
  shown: [] as string[],
  /** The files of each drag out of a window. */
  drags: [] as string[][],
  errors: [] as string[],
  questions: [] as Electron.MessageBoxOptions[],
  /** The taskbar progress last set on each window. */
  progress: [] as { share: number, mode: string | undefined }[],
  /** Active power save blockers by id. */
  awake: new Map<number, string>(),
  notices: [] as Electron.NotificationConstructorOptions[],
  menu: null as Electron.MenuItemConstructorOptions[] | null,
  /** What macOS was asked for. */
  mediaAccess: [] as string[],
  isSandboxed: false,
  /** The profile whose lock was asked for. */
  lockedIn: null as string | null,
  exitCode: Promise.withResolvers<number>(),
}

/** The answers to message boxes, by the index of the button and when it is given, and to macOS; and whether the window has the focus. */
export const person = { answers: 0, looksAtWindow: false, allowsMicrophone: true, folder: null as string | null, thinks: Promise.resolve() }

let isReady = false

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
  requestSingleInstanceLock(): boolean {
    asked.lockedIn = this.getPath('userData')
    return true
  }

  readonly #paths = new Map<string, string>()
  setPath(name: string, path: string): void {
    if (isReady || asked.lockedIn !== null)
      throw new Error(`The path of ${name} is set too late: it is in use`)
    this.#paths.set(name, path)
  }

  async whenReady(): Promise<void> {
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
    return 'en-GB'
  }

  quit(): void {
    const event = createEvent()
    this.emit('will-quit', event)
    if (!event.isPrevented)
      this.exit(0)
  }

  exit(code = 0): void {
    asked.exitCode.resolve(code)
  }
}
export const app = new App() satisfies Pick<
  Electron.App,
  'isPackaged' | 'enableSandbox' | 'setAppUserModelId' | 'requestSingleInstanceLock'
  | 'setPath' | 'whenReady' | 'getVersion' | 'getLocale' | 'quit' | 'exit'
>

export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    if (isReady)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    asked.schemes.push(...schemes)
  },
} satisfies Partial<Electron.Protocol>

type Handle = (request: Request) => Response | Promise<Response>
type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
type DeviceHandler = Parameters<Electron.Session['setDevicePermissionHandler']>[0]

/** A page's request. `protocol.handle` never aborts a request's signal, so a page hangs up by destroying the answer's body. */
interface PageAnswer { readonly status: number, readonly headers: Headers, readonly body: Readable | null }

class Session extends EventEmitter {
  readonly handles = new Map<string, Handle>()
  /** Size of the largest piece of an upload that main got at once. */
  largestPieceBytes = 0
  requestHandler: RequestHandler = null
  checkHandler: CheckHandler = null
  deviceHandler: DeviceHandler = null
  readonly protocol = {
    handle: (scheme: string, handle: Handle): void => void this.handles.set(scheme, handle),
  } satisfies Partial<Electron.Protocol>

  /** What a page's `fetch` does, as `Protocol.prototype.handle` of Electron passes it on: a blob whole, a stream in pieces. */
  async fetch(address: string, { body = null, ...init }: RequestInit = {}): Promise<PageAnswer> {
    const handle = this.handles.get(new URL(address).protocol.slice(0, -1))
    if (!handle)
      throw new TypeError('Failed to fetch')
    const sent = body === null || body instanceof ReadableStream ? body : new Uint8Array(await new Response(body).arrayBuffer())
    const counted = sent instanceof ReadableStream
      ? sent.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({
          transform: (piece, { enqueue }) => {
            this.largestPieceBytes = Math.max(this.largestPieceBytes, piece.byteLength)
            enqueue(piece)
          },
        }))
      : sent
    if (counted instanceof Uint8Array)
      this.largestPieceBytes = Math.max(this.largestPieceBytes, counted.byteLength)
    // An empty body is no upload data at all.
    const given = counted instanceof Uint8Array && counted.byteLength === 0 ? null : counted
    const { signal: _, ...rest } = init
    const answer = await handle(new Request(address, { ...rest, body: given, ...(given instanceof ReadableStream && { duplex: 'half' }) }))
    // The types of `node:stream/web` and of the global differ in name only.
    return { status: answer.status, headers: answer.headers, body: answer.body && Readable.fromWeb(answer.body as never) }
  }

  /** As Chromium writes it, for every address. */
  proxies = 'DIRECT'
  async resolveProxy(_url: string): Promise<string> {
    return this.proxies
  }

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.requestHandler = handler
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.checkHandler = handler
  }

  setDevicePermissionHandler(handler: DeviceHandler): void {
    this.deviceHandler = handler
  }
}
export const session = { defaultSession: new Session() }

export const ipcMain = new EventEmitter()

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
  mainFrame = new Frame('about:blank')
  windowOpenHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null
  reloads = 0

  getURL(): string {
    return this.mainFrame.url
  }

  setWindowOpenHandler(handler: NonNullable<WebContents['windowOpenHandler']>): void {
    this.windowOpenHandler = handler
  }

  reload(): void {
    this.reloads += 1
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
      this.emit(name, Object.assign(event, { url, isMainFrame, isSameDocument: false }))
      return event.isPrevented
    })
    if (!isPrevented && isMainFrame)
      this.mainFrame = new Frame(url)
    return !isPrevented
  }
}

export class BrowserWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly webContents = new WebContents()
  readonly loaded: string[] = []
  #isDestroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.options = options
    asked.windows.push(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url)
  }

  close(): void {
    const event = createEvent()
    this.emit('close', event)
    if (event.isPrevented)
      return
    this.#isDestroyed = true
    this.emit('closed')
    app.emit('window-all-closed')
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  getNormalBounds(): Electron.Rectangle {
    return { x: 10, y: 20, width: 1200, height: 800 }
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

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu(menu: Electron.MenuItemConstructorOptions[] | null) {
    asked.menu = menu
  },
}

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }

  readonly #options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions) {
    super()
    this.#options = options
  }

  show(): void {
    asked.notices.push(this.#options)
  }
}

export const dialog = {
  async showMessageBox(...given: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    asked.questions.push(given.at(-1) as Electron.MessageBoxOptions) // The window before it may be left out.
    await person.thinks
    return { response: person.answers, checkboxChecked: false }
  },
  async showOpenDialog(..._given: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    const { folder } = person
    return { canceled: folder === null, filePaths: folder === null ? [] : [folder] }
  },
  showErrorBox: (title: string, content: string): void => void asked.errors.push(`${title}: ${content}`),
}

export const shell = {
  openExternal: async (url: string): Promise<void> => void asked.opened.push(url),
  showItemInFolder: (path: string): void => void asked.shown.push(path),
} satisfies Partial<Electron.Shell>

export const clipboard = {
  async writeText(text: string): Promise<void> {
    asked.copied.push(text)
  },
} satisfies Partial<Electron.Clipboard>

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

export const powerMonitor = { onBatteryPower: false }

let blockers = 0
export const powerSaveBlocker = {
  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    asked.awake.set(++blockers, type)
    return blockers
  },
  stop(id: number): boolean {
    return asked.awake.delete(id)
  },
} satisfies Partial<Electron.PowerSaveBlocker>

export const systemPreferences = {
  async askForMediaAccess(mediaType: 'microphone' | 'camera'): Promise<boolean> {
    asked.mediaAccess.push(mediaType)
    return person.allowsMicrophone
  },
} satisfies Partial<Electron.SystemPreferences>

export const nativeImage = {
  createFromBitmap: (pixels: Buffer, { width, height }: Electron.CreateFromBitmapOptions) => ({
    isEmpty: () => pixels.length !== width * height * 4,
  }),
}

export const nativeTheme = { shouldUseDarkColors: true } satisfies Partial<Electron.NativeTheme>

export { createEvent }

/**
 * For electron-store, which asks for the module as a whole.
 * @public
 */
export default {
  app,
  ipcMain,
  shell,
  protocol,
  session,
  BrowserWindow,
  MessageChannelMain,
  Menu,
  Notification,
  dialog,
  screen,
  nativeImage,
  nativeTheme,
  systemPreferences,
  powerMonitor,
  powerSaveBlocker,
}
