/** The wire of the Electron host: a MessagePort that the preload bridge hands over. */
import type { Wire } from './wire.ts'
import { RPCLink } from '@orpc/client/message-port'
import { shallowRef } from 'vue'
import { postFile } from './import-file.ts'
import { changeHeaders, createSwitchedLink } from './switched-link.ts'

export function openPortWire(): Wire {
  const { link, state, whenOpen, use } = createSwitchedLink()

  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const port = event.ports[0]
    const isOurs = event.source === window
      && typeof event.data === 'object'
      && event.data !== null
      && 'takeroom' in event.data
      && event.data.takeroom === 'port'
    if (!isOurs || !port)
      return
    const connection = new RPCLink({ port, headers: changeHeaders })
    port.addEventListener('close', () => use(null, 'lost'))
    port.start()
    use(connection, 'open')
  })
  const importFile: Wire['importFile'] = (file, signal) => postFile(file, null, signal)
  return { link, state, whenOpen, startedBy: shallowRef('npm'), reconnect: () => {}, importFile }
}
