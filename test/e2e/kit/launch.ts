/**
 * Opens a studio for a story: on the web host in a browser, in an Electron window, or as the app's own bundle whose page a browser shows
 * (`test/kit/electron-page.ts`).
 */
import type { BrowserContext, ElectronApplication, Page } from '@playwright/test'
import type { StudioClient } from '#contract/index.ts'
import type { ElectronProgram } from '../../kit/electron-program.ts'
import type { PageAct } from '../../kit/electron-stand-in.ts'
import type { WebStudio } from '../../kit/web-studio.ts'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { _electron } from '@playwright/test'
import { preloadScript } from '../../kit/electron-page.ts'
import { startElectron } from '../../kit/electron-program.ts'
import { environmentFor, startStudio } from '../../kit/web-studio.ts'
import { clientOfBundle, clientOverSocket, openSocket, tokenFor } from '../../kit/wire-client.ts'

export type HostName = 'web' | 'bundle' | 'electron'

/** A running studio with one open page. */
export interface Running {
  readonly page: Page
  /** Another page on the same studio; the web host only. */
  openAnother: (context?: BrowserContext) => Promise<Page>
  /** Where the page is served; null without a server. */
  readonly port: number | null
  /** Opens the studio in the page; an Electron window shows it already. */
  open: () => Promise<void>
  /** Calls the studio as a second page would; null on Electron, which has one window. */
  readonly call: ((work: (client: StudioClient) => Promise<unknown>) => Promise<void>) | null
  /** A new single-use address; the web host only. */
  newAddress: () => Promise<string>
  /** The user's answer to the next dialogs that ask where to save a file; null where a browser saves it. */
  readonly saveTo: ((path: string) => Promise<void>) | null
  /** The program, where it is the app's bundle. */
  readonly app: ElectronProgram | null
  /** How the program ended unexpectedly; null while it runs. */
  unexpectedExit: () => string | null
  /** Ends the program, with `kill` like a crash. The folder is kept. */
  close: (how?: { kill?: boolean }) => Promise<void>
}

/** Uses `page` and `studio` (already open on that folder) instead of starting new ones. */
export type Launch = (folder: string, how?: { page?: Page, port?: number, studio?: WebStudio }) => Promise<Running>

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Path of the Electron runtime; null when it is not installed. */
export function electronRuntime(): string | null {
  const home = join(root, 'node_modules', 'electron')
  const name = existsSync(join(home, 'path.txt')) ? readFileSync(join(home, 'path.txt'), 'utf8').trim() : 'electron'
  const path = join(home, 'dist', name)
  return existsSync(path) ? path : null
}

export function webLauncher(context: BrowserContext): Launch {
  return async (folder, how = {}) => {
    const studio = how.studio ?? await startStudio({ folder, ...how.port === undefined ? {} : { port: how.port } })
    const page = how.page ?? await context.newPage()
    return {
      page,
      app: null,
      saveTo: null,
      port: Number(new URL(studio.address).port),
      newAddress: studio.newAddress,
      async open() {
        // At the previous address, another code alone would not leave the page that is open.
        if (how.page)
          await page.goto('about:blank')
        await page.goto(await studio.newAddress())
      },
      async call(work) {
        const address = await studio.newAddress()
        const socket = await openSocket(new URL(address).origin, await tokenFor(address))
        await work(clientOverSocket(socket))
        socket.close()
      },
      unexpectedExit: studio.unexpectedExit,
      async openAnother(elsewhere = context) {
        const other = await elsewhere.newPage()
        await other.goto(await studio.newAddress())
        return other
      },
      close: ({ kill = false } = {}) => studio.close({ kill, forget: false }),
    }
  }
}

const preload = readFileOnce(join(root, 'out', 'preload', 'index.cjs'))

/** The same folder is shown at the same address again, where the page finds what it kept. */
export function bundleLauncher(context: BrowserContext): Launch {
  let port = 0
  return async (folder) => {
    const app = startElectron({ studio: folder, home: join(folder, 'home'), env: { STAND_IN_PORT: String(port) } })
    const address = await app.opened()
    port = Number(new URL(address).port)
    const page = await context.newPage()
    await page.addInitScript(preloadScript(preload()))
    app.onAct(act => void doInPage(page, act).catch(() => {})) // The page may be closed by then.
    let isOpen = false
    let isEnding = false
    void app.ended.then(() => page.close())
    const unknown = (): Promise<never> => Promise.reject(new Error('This host has one window and no address'))
    return {
      page,
      app,
      saveTo: path => app.run(({ person }, file) => {
        person.file = file
      }, path),
      port: null,
      async open() {
        isOpen = true
        await page.goto(address)
      },
      // A second page takes the port from the first, which goes away for that time.
      async call(work) {
        const place = page.url()
        if (isOpen)
          await page.goto('about:blank')
        const { client, close } = await clientOfBundle(address)
        await work(client)
        await close()
        if (isOpen)
          await page.goto(place)
      },
      newAddress: unknown,
      openAnother: unknown,
      unexpectedExit: () => app.hasEnded() && !isEnding && app.child.exitCode !== 0 ? `The app ended by itself:\n${app.output()}` : null,
      async close({ kill = false } = {}) {
        isEnding = true
        if (kill) {
          app.child.kill('SIGKILL')
        }
        else if (!app.hasEnded()) {
          // Its answer may not arrive before its end.
          await app.run(({ app, person }) => {
            person.answers = 1
            app.quit()
          }).catch(() => {})
        }
        await app.ended
        await page.close().catch(() => {}) // It has closed with the program.
      },
    }
  }
}

async function doInPage(page: Page, act: PageAct): Promise<void> {
  if (act.is === 'reload')
    return void await page.reload()
  const names: Readonly<Record<string, string>> = { control: 'Control', meta: 'Meta', shift: 'Shift' }
  const keys = act.modifiers.map(name => names[name] ?? name)
  // Electron sends the modifiers as a state of the key, without their own keys.
  if (act.is === 'keyDown')
    await page.keyboard.press([...keys, act.key.toLowerCase()].join('+'))
}

function readFileOnce(path: string): () => string {
  let text: string | undefined
  return () => text ??= readFileSync(path, 'utf8')
}

export function electronLauncher(onOpen: (app: ElectronApplication) => void): Launch {
  return async (folder) => {
    const runtime = electronRuntime()
    if (runtime === null)
      throw new Error('The Electron runtime is not on this machine')
    const app = await _electron.launch({
      executablePath: runtime,
      args: [
        root,
        '--autoplay-policy=no-user-gesture-required',
        '--lang=en-US',
        '--force-prefers-reduced-motion',
        ...process.getuid?.() === 0 ? ['--no-sandbox'] : [],
      ],
      cwd: root,
      // Drops variables without a value.
      env: { ...process.env as Record<string, string>, ...environmentFor(folder), TAKEROOM_FOLDER: folder },
    })
    onOpen(app)
    const unknown = (): Promise<never> => Promise.reject(new Error('This host has one window and no address'))
    return {
      page: await app.firstWindow(),
      port: null,
      app: null,
      saveTo: path => app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath })
      }, path),
      open: () => Promise.resolve(),
      call: null,
      newAddress: unknown,
      openAnother: unknown,
      unexpectedExit: () => app.process().exitCode === null ? null : `Electron ended by itself (exit code ${app.process().exitCode})`,
      async close({ kill = false } = {}) {
        if (kill)
          app.process().kill('SIGKILL')
        await app.close().catch(() => {}) // A killed program cannot close.
      },
    }
  }
}

export function forgetFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
