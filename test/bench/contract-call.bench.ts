/** Duration of one contract call over each transport, with input and output validation: the smallest read, answered from memory. */
import type { Figure } from './figure.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { systemClock } from '../../src-main/base/clock.ts'
import { createLog } from '../../src-main/base/log.ts'
import { createMediaAddresses } from '../../src-main/hosts/web/media.ts'
import { openWebHost } from '../../src-main/hosts/web/server.ts'
import { answerCalls, createRouter } from '../../src-main/hosts/wire.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from '../kit/ports.ts'
import { clientOverPort, clientOverSocket, openSocket, tokenFor } from '../kit/wire-client.ts'
import { medianMs } from './figure.ts'

const limitMs = 0.2
const runs = 2000

export async function* figures(): AsyncGenerator<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-bench-'))
  const studio = await openStudio(testPorts(folder))
  const log = createLog({ write: () => {}, clock: systemClock })
  const { port1, port2 } = new MessageChannel()
  answerCalls(createRouter(studio.handlers, log), {
    send: text => port1.postMessage(text),
    onMessage: listener => port1.on('message', listener),
    onClose: listener => port1.on('close', listener),
    refuse: () => port1.close(),
  }, { origin: 'page' })
  const overPort = clientOverPort(port2)
  yield {
    name: 'contract call over MessagePort, median',
    value: await medianMs(runs, () => overPort.studio.media({ refs: [] })),
    limit: limitMs,
    unit: 'ms',
  }
  port2.close()

  const web = await openWebHost({
    studio,
    media: createMediaAddresses(systemClock),
    page: { files: new Map() } as never,
    clock: systemClock,
    log,
    port: 0,
  })
  const address = web.newAddress()
  const socket = await openSocket(new URL(address).origin, await tokenFor(address))
  const overSocket = clientOverSocket(socket)
  yield {
    name: 'contract call over WebSocket, median',
    value: await medianMs(runs, () => overSocket.studio.media({ refs: [] })),
    limit: limitMs,
    unit: 'ms',
  }
  socket.close()
  await web.close()
  await studio.close({ drainMs: 0 })
  await rm(folder, { recursive: true, force: true })
}
