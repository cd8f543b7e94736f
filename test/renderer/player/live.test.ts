/** Live audio plays before it is complete, over real HTTP. */
import type { AddressInfo } from 'node:net'
import type { LiveHost } from '../../../src-renderer/player/live.ts'
import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { openLiveSound } from '../../../src-renderer/player/live.ts'
import { createOutput } from '../../../src-renderer/player/output.ts'

interface Started { at: number, samples: number }

/** A fake AudioContext that records what was started and when. */
function recordingContext(): { context: AudioContext, started: Started[], gains: { value: number }[] } {
  const started: Started[] = []
  const gains: { value: number }[] = []
  const context = {
    state: 'running',
    currentTime: 0,
    destination: {},
    createGain() {
      const gain = { value: 1 }
      gains.push(gain)
      return { gain, connect() {}, disconnect() {} }
    },
    createBuffer: (_channels: number, length: number, rate: number) => ({ length, duration: length / rate, copyToChannel() {} }),
    createBufferSource: () => ({
      buffer: null as { length: number } | null,
      connect() {},
      stop() {},
      start(at: number) { started.push({ at, samples: this.buffer?.length ?? 0 }) },
    }),
  }
  // Live audio uses only the members above.
  return { context: context as unknown as AudioContext, started, gains }
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0))
    await close()
})

/** A server that sends `first`, waits for `finish()`, then sends `last` and ends. */
async function openDoor(
  first: Uint8Array,
  last: Uint8Array,
  status = 200,
): Promise<{ url: string, finish: () => void, hungUp: Promise<void> }> {
  let finish = (): void => {}
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve
  })
  let noteHangUp = (): void => {}
  const hungUp = new Promise<void>((resolve) => {
    noteHangUp = resolve
  })
  const server = createServer((_request, response) => {
    response.writeHead(status)
    response.on('close', noteHangUp)
    response.write(first)
    void mayFinish.then(() => response.end(last))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  }))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`, finish, hungUp }
}

function hostWith(context: AudioContext): LiveHost {
  return { context, output: createOutput(), fetch: (url, init) => fetch(url, init) }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue())
    await new Promise(resolve => setTimeout(resolve, 5))
}

describe('openLiveSound', () => {
  it('plays before the end has arrived, and loses no sample', async () => {
    const { context, started } = recordingContext()
    const door = await openDoor(new Uint8Array(9601), new Uint8Array(4799))
    const live = openLiveSound(door.url, hostWith(context))
    await until(() => started.length > 0)
    expect(live.state.value).toBe('sounding')
    door.finish()
    await live.over
    expect(live.state.value).toBe('ended')
    expect(started.reduce((sum, piece) => sum + piece.samples, 0)).toBe(7200)
    expect(live.arrivedSeconds.value).toBeCloseTo(0.3)
  })

  it('closes the connection and goes silent on stop', async () => {
    const { context, started } = recordingContext()
    const door = await openDoor(new Uint8Array(9600), new Uint8Array(0))
    const live = openLiveSound(door.url, hostWith(context))
    await until(() => started.length > 0)
    live.stop()
    await live.over
    await door.hungUp
    expect(live.state.value).toBe('ended')
  })

  it('goes silent when another player takes the output', async () => {
    const { context, started } = recordingContext()
    const door = await openDoor(new Uint8Array(9600), new Uint8Array(0))
    const host = hostWith(context)
    const live = openLiveSound(door.url, host)
    await until(() => started.length > 0)
    host.output.take(() => {})
    await live.over
    expect(live.state.value).toBe('ended')
  })

  it('keeps receiving while it is muted', async () => {
    const { context, gains } = recordingContext()
    const door = await openDoor(new Uint8Array(9600), new Uint8Array(0))
    const live = openLiveSound(door.url, hostWith(context), true)
    expect(gains[0]?.value).toBe(0)
    live.setMuted(false)
    expect(gains[0]?.value).toBe(1)
    door.finish()
    await live.over
    expect(live.arrivedSeconds.value).toBeCloseTo(0.2)
  })

  it('reports a refused request as failed, without an unhandled rejection', async () => {
    const { context } = recordingContext()
    const door = await openDoor(new Uint8Array(2), new Uint8Array(0), 404)
    const live = openLiveSound(door.url, hostWith(context))
    await live.over
    expect(live.state.value).toBe('failed')
  })
})
