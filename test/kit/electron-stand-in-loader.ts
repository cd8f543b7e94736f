/** Loads the built Electron bundles with the stand-in in place of `electron`, also for packages that import it. */
import type * as standIn from './electron-stand-in.ts'
import { readFile } from 'node:fs/promises'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { compileFunction } from 'node:vm'

export type StandIn = typeof standIn

const root = fileURLToPath(new URL('../..', import.meta.url))
const standInUrl = pathToFileURL(join(root, 'test', 'kit', 'electron-stand-in.ts')).href
const require = createRequire(import.meta.url)

/** Runs out/main/electron.js. Call once in a process, as Electron does. */
export function loadMain(): StandIn {
  registerHooks({
    resolve: (specifier, context, next) => specifier === 'electron'
      ? { url: standInUrl, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  })
  require(join(root, 'out', 'main', 'electron.js'))
  return require('electron') as StandIn // The hook above resolves it to the stand-in.
}

/** A document as its page sees it. */
export interface Page {
  readonly frame: standIn.Frame
  /** Messages that reached the page: data and ports. */
  readonly messages: { data: unknown, ports: readonly unknown[] }[]
  /** Everything that the preload script exposed on `window`. */
  readonly exposed: () => string[]
}

/** Runs out/preload/index.cjs in a new document, as Electron does for each loaded page. */
export async function loadPage(electron: StandIn, contents: standIn.WebContents, frame: standIn.Frame): Promise<Page> {
  const messages: Page['messages'] = []
  const window = Object.assign(new EventTarget(), {
    location: { origin: new URL(frame.url).host === 'studio' ? 'takeroom://studio' : 'null' },
    postMessage(data: unknown, targetOrigin: string, ports: readonly unknown[]) {
      if (targetOrigin === window.location.origin)
        messages.push({ data, ports })
    },
  })
  const before = Object.keys(window)
  const ipcRenderer = Object.assign(frame.renderer, {
    send: (channel: string, ...values: unknown[]) => electron.ipcMain.emit(channel, { sender: contents, senderFrame: frame }, ...values),
  })
  const preload = compileFunction(
    await readFile(join(root, 'out', 'preload', 'index.cjs'), 'utf8'),
    ['require', 'window', 'exports', 'module'],
  )
  preload((name: string) => {
    // The modules that docs/tutorial/sandbox.md allows; the studio's preload needs the first.
    if (name !== 'electron')
      throw new Error(`A sandboxed preload script cannot require ${name}`)
    return { ipcRenderer }
  }, window, {}, {})
  window.dispatchEvent(new Event('DOMContentLoaded'))
  return { frame, messages, exposed: () => Object.keys(window).filter(key => !before.includes(key)) }
}
