/** The browser never lets go of the node of an audio worklet: there are as many as were in use at the same time, however often they are asked for. */
import { afterEach, expect, it, vi } from 'vitest'
import { createAudioDevices } from '../../../src-renderer/player/audio-devices.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser without sound. */
function openBrowser({ refuses = false } = {}) {
  const contexts: { state: string }[] = []
  const nodes: { port: { onmessage: unknown } }[] = []
  vi.stubGlobal('AudioContext', class {
    state = 'running'
    destination = {}
    audioWorklet = { addModule: async () => {
      if (refuses)
        throw new Error('no worklets')
    } }

    constructor() {
      contexts.push(this)
    }

    async suspend() {
      this.state = 'suspended'
    }

    async close() {
      this.state = 'closed'
    }
  })
  vi.stubGlobal('AudioWorkletNode', class {
    port = { onmessage: null }

    constructor() {
      nodes.push(this)
    }

    connect() {}
  })
  const devices = createAudioDevices({ context: {}, moduleUrl: 'meter.js', name: 'meter', node: {} })
  return { devices, contexts, nodes }
}

it('one that was given back is used again, and its node listens to nobody in the meantime', async () => {
  const { devices, contexts, nodes } = openBrowser()
  for (let visit = 0; visit < 20; visit++) {
    const device = devices.take()
    const { port } = await device.meter
    port.onmessage = () => {}
    devices.giveBack(device)
    await device.meter
    expect([port.onmessage, device.context.state]).toEqual([null, 'suspended'])
  }
  expect([contexts.length, nodes.length]).toEqual([1, 1])
})

it('of several at the same time all are used again', () => {
  const { devices, contexts } = openBrowser()
  for (let visit = 0; visit < 5; visit++) {
    const taken = [devices.take(), devices.take()]
    expect(taken[0]).not.toBe(taken[1])
    taken.forEach(devices.giveBack)
  }
  expect(contexts.map(each => each.state)).toEqual(['suspended', 'suspended'])
})

it('one that was closed is not used again', async () => {
  const { devices, contexts } = openBrowser()
  const broken = devices.take()
  await broken.context.close()
  devices.giveBack(broken)
  expect(devices.take()).not.toBe(broken)
  const lost = devices.take()
  devices.giveBack(lost)
  await lost.context.close()
  expect(devices.take()).not.toBe(lost)
  expect(contexts).toHaveLength(4)
})

it('without meters there is a context all the same, and the next one tries again', async () => {
  const { devices, contexts } = openBrowser({ refuses: true })
  const device = devices.take()
  await expect(device.meter).rejects.toThrow('no worklets')
  devices.giveBack(device)
  expect(device.context.state).toBe('closed')
  await expect(devices.take().meter).rejects.toThrow('no worklets')
  expect(contexts).toHaveLength(2)
})
