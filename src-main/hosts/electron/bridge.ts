/** Gives one message port to the top frame of our own page in our own window, and to nothing else. */
import type { IpcMain, IpcMainEvent, MessagePortMain, WebContents } from 'electron'
import type { Channel, StudioRouter } from '../wire.ts'
import { MessageChannelMain } from 'electron'
import { answerCalls } from '../wire.ts'
import { isOwn } from './origin.ts'

export interface Bridge { close: () => void }

/** Each document of the page asks once. A new document gets a new port, and the calls on the old port are aborted. */
export function openBridge(ipc: IpcMain, page: WebContents, router: StudioRouter): Bridge {
  let closePort = (): void => {}

  function handOver(event: IpcMainEvent): void {
    const frame = event.senderFrame
    if (!frame || !isOurTopFrame(event, page))
      return
    closePort()
    const { port1, port2 } = new MessageChannelMain()
    const channel = createChannel(port1)
    closePort = channel.refuse
    answerCalls(router, channel, { origin: 'page' })
    port1.start()
    frame.postMessage('takeroom:port', null, [port2])
  }

  ipc.on('takeroom:ask-port', handOver)
  // A page that has gone does not close its end of the port.
  page.on('render-process-gone', () => closePort())
  page.on('destroyed', () => closePort())
  return {
    close() {
      ipc.off('takeroom:ask-port', handOver)
      closePort()
    },
  }
}

function isOurTopFrame({ sender, senderFrame }: IpcMainEvent, page: WebContents): boolean {
  return sender === page && senderFrame !== null && senderFrame === page.mainFrame && senderFrame.parent === null && isOwn(senderFrame.url)
}

/** A port reports `close` only when the other end closes it, so closing our end is reported here. */
function createChannel(port: MessagePortMain): Channel {
  const listeners = new Set<() => void>()
  function end(): void {
    listeners.forEach(listener => listener())
    listeners.clear()
  }
  port.once('close', end)
  return {
    send: text => port.postMessage(text),
    onMessage: listener => void port.on('message', event => listener(event.data)),
    onClose: listener => void listeners.add(listener),
    refuse() {
      port.close()
      end()
    },
  }
}
