/**
 * Shows the window's page in a browser: each request goes to the program's own scheme handler, and the page's end of the message port over
 * a socket. The browser has no scheme of ours, so addresses are those of this server on the way, and scripts are told the scheme.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessagePort } from 'node:worker_threads'
import type { WebSocket as NodeSocket } from 'ws'
import type { StandIn } from './electron-stand-in-loader.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { WebSocketServer } from 'ws'

const own = 'takeroom://studio'
/** What goes over the socket besides the messages of the port. */
const ready = 'port'
const clicked = 'context-menu '

/** Returns its port on 127.0.0.1; 0 takes any. */
export async function servePage(electron: StandIn, port: number): Promise<number> {
  const server = createServer((request, response) => {
    // A page that hangs up ends the reading, as in Electron.
    answer(electron, request, response).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({ server, path: '/port', maxPayload: 2 ** 24 })
  sockets.on('connection', (socket, { headers: { host = '' } }) => connect(electron, socket, `http://${host}`))
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port // A TCP address.
}

async function answer(electron: StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const here = `http://${request.headers.host ?? ''}`
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !/^(?:host|connection|referer|sec-|upgrade|content-length|transfer-encoding)/.test(name))
      headers.set(name, name === 'origin' && value === here ? own : value)
  }
  const handle = electron.session.defaultSession.handles.get('takeroom')
  if (!handle)
    return void response.writeHead(503).end()
  const hasBody = request.method === 'POST' && Number(request.headers['content-length'] ?? 0) > 0
  const given = await handle(new Request(`${own}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    // The types of `node:stream/web` and of the global differ in name only.
    ...hasBody && { body: Readable.toWeb(request) as never, duplex: 'half' },
  }))
  const sent = Object.fromEntries([...given.headers].map(([name, value]) => [name, value.replaceAll(own, here)]))
  const isScript = /javascript/.test(sent['content-type'] ?? '')
  const body = isScript && given.body ? new Blob([asInApp(await given.text())]).stream() : given.body
  if (isScript)
    delete sent['content-length']
  response.writeHead(given.status, sent)
  if (body)
    await pipeline(Readable.fromWeb(body as never), response) // As above.
  else
    response.end()
}

/** No script can change what `location` says. */
function asInApp(script: string): string {
  return script.replaceAll(/\b(?:globalThis\.|window\.)?location\??\.protocol\b/g, '"takeroom:"')
}

/** A new document of the window; its preload script has asked for the port. */
function connect(electron: StandIn, socket: NodeSocket, here: string): void {
  const window = electron.asked.windows.at(-1)
  if (!window || window.isDestroyed())
    return socket.close()
  const { webContents } = window
  const frame = webContents.mainFrame = new electron.Frame(`${own}/`)
  frame.renderer.once('takeroom:port', ({ ports: [port] }: { ports: readonly MessagePort[] }) => {
    port?.on('message', (text: string) => socket.send(text.replaceAll(own, here)))
    port?.once('close', () => socket.close())
    socket.on('message', (data) => {
      const text = String(data)
      if (text.startsWith(clicked))
        electron.emitNative(webContents, 'context-menu', {}, JSON.parse(text.slice(clicked.length)))
      else
        port?.postMessage(text)
    })
    socket.once('close', () => port?.close())
    socket.send(ready)
  })
  electron.ipcMain.emit('takeroom:ask-port', { sender: webContents, senderFrame: frame })
}

/** Runs in each document before its own scripts: the built preload script, on an `ipcRenderer` whose port comes over a socket. */
export function preloadScript(preload: string): string {
  return `(${inPage.toString()})(${JSON.stringify({ preload, ready, clicked })})`
}

/** Has no access to this file. */
function inPage({ preload, ready, clicked }: { preload: string, ready: string, clicked: string }): void {
  if (window !== window.top || !location.protocol.startsWith('http'))
    return
  const hear = new Map<string, (event: { ports: readonly globalThis.MessagePort[] }) => void>()
  let socket: WebSocket | null = null
  const ipcRenderer = {
    once: (name: string, listener: (event: { ports: readonly globalThis.MessagePort[] }) => void) => void hear.set(name, listener),
    send() {
      const { port1, port2 } = new MessageChannel()
      const opened = socket = new WebSocket(`ws://${location.host}/port`)
      opened.onmessage = ({ data }) => {
        if (data === ready)
          hear.get('takeroom:port')?.({ ports: [port2] })
        else
          port1.postMessage(data)
      }
      port1.onmessage = ({ data }) => opened.send(data)
      opened.onclose = () => port1.close()
    },
  }
  // Chromium tells the program of a right click that the page has left to it.
  window.addEventListener('contextmenu', event => setTimeout(() => {
    if (event.defaultPrevented)
      return
    const field = event.target instanceof Element ? event.target.closest('input, textarea, [contenteditable]') : null
    const isInput = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    const selectionText = isInput ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : String(getSelection() ?? '')
    const isEditable = field !== null && !(isInput && (field.readOnly || field.disabled))
    const isAny = selectionText !== ''
    socket?.send(clicked + JSON.stringify({
      ...{ x: event.clientX, y: event.clientY, menuSourceType: 'mouse', isEditable, selectionText, misspelledWord: '' },
      dictionarySuggestions: [],
      editFlags: { canCut: isEditable && isAny, canCopy: isAny, canPaste: isEditable, canSelectAll: true },
    }))
  }))
  // eslint-disable-next-line no-new-func -- Electron runs the preload script as the body of a function, too
  new Function('require', preload)(() => ({ ipcRenderer }))
}
