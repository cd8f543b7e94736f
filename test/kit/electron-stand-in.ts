/**
 * A stand-in for the `electron` module: the parts that the studio's Electron host uses, typed by electron.d.ts, with a record of
 * every call. Loaded in its place by `electron-stand-in-loader.ts`. It follows Electron's rules where tests depend on
 * them: schemes only before ready, cancellable events, a port that reports its closing only to the other end, destroyed windows whose
 * methods throw, listeners whose errors are uncaught, one program for each profile, notifications that nobody keeps.
 */
import type Electron from 'electron'
import type { MenuItem } from './electron-roles.ts'
import { EventEmitter } from 'node:events'
import process from 'node:process'
import { Readable } from 'node:stream'
import { app, exits, hasBegun } from './electron-app.ts'
import { asked, person } from './electron-asked.ts'
import { Notification } from './electron-notification.ts'
import { buildMenu } from './electron-roles.ts'
import { BrowserWindow, MessageChannelMain } from './electron-windows.ts'

export { App, app } from './electron-app.ts'
export { acts, asked, createEvent, emitNative, person } from './electron-asked.ts'
export type { PageAct } from './electron-asked.ts'
export { clickNotice, Notification } from './electron-notification.ts'
export { BrowserWindow, Frame, MessageChannelMain, WebContents } from './electron-windows.ts'

export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    if (hasBegun())
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

export const Menu = {
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    const items = buildMenu(template)
    return Object.assign(items, { popup: (_options?: Electron.PopupOptions) => void asked.popups.push(items) })
  },
  setApplicationMenu(menu: MenuItem[] | null) {
    asked.menu = menu
  },
}

export const dialog = {
  async showMessageBox(...given: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    checkParent(given)
    asked.questions.push(given.at(-1) as Electron.MessageBoxOptions) // The window before it may be left out.
    await person.thinks
    return { response: person.answers, checkboxChecked: false }
  },
  async showOpenDialog(...given: unknown[]): Promise<Electron.OpenDialogReturnValue> {
    checkParent(given)
    asked.places.push(given.at(-1) as Electron.OpenDialogOptions) // As above.
    const { folder } = person
    return { canceled: folder === null, filePaths: folder === null ? [] : [folder] }
  },
  async showSaveDialog(...given: unknown[]): Promise<Electron.SaveDialogReturnValue> {
    checkParent(given)
    asked.places.push(given.at(-1) as Electron.SaveDialogOptions) // As above.
    const { file } = person
    return { canceled: file === null, filePath: file ?? '' }
  },
  /** Before the app is ready, Linux shows no box: it prints. */
  showErrorBox(title: string, content: string): void {
    asked.errors.push(`${hasBegun() ? '' : 'printed only: '}${title}: ${content}`)
    if (exits)
      process.stdout.write(`ERROR BOX ${asked.errors.at(-1)}\n`)
  },
}

function checkParent([window]: unknown[]): void {
  if (window instanceof BrowserWindow && window.isDestroyed())
    throw new TypeError('Object has been destroyed')
}

export const shell = {
  openExternal: async (url: string): Promise<void> => void asked.opened.push(url),
  showItemInFolder: (path: string): void => void asked.shown.push(path),
} satisfies Partial<Electron.Shell>

const [screenWidth = 1920, screenHeight = 1080] = (process.env.STAND_IN_SCREEN ?? '').split('x').filter(Boolean).map(Number)
const display = { workArea: { x: 0, y: 0, width: screenWidth, height: screenHeight } }
export const clipboard = {
  async writeText(text: string): Promise<void> {
    asked.copied.push(text)
  },
} satisfies Partial<Electron.Clipboard>

export const screen = {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
  getDisplayMatching: () => display,
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

const systemIsDark = process.env.STAND_IN_THEME !== 'light'
export const nativeTheme = {
  themeSource: 'system' as Electron.NativeTheme['themeSource'],
  get shouldUseDarkColors() {
    return this.themeSource === 'system' ? systemIsDark : this.themeSource === 'dark'
  },
}

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
