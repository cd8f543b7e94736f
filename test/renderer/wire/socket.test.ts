/** The page has one socket, also when it is told to connect again while it connects. */
import { afterEach, expect, it, vi } from 'vitest'
import { openSocketWire } from '../../../src-renderer/wire/socket.ts'

class FakeSocket extends EventTarget {
  static all: FakeSocket[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readyState = 1
  isClosed = false

  constructor() {
    super()
    FakeSocket.all.push(this)
  }

  send(): void {}
  welcome(): void {
    this.onmessage?.({ data: '{"ok":true}' })
  }

  close(): void {
    if (this.isClosed)
      return
    this.isClosed = true
    this.onclose?.({ code: 1006 })
    this.dispatchEvent(new Event('close'))
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function storage(values: Record<string, string> = {}) {
  return { getItem: (key: string) => values[key] ?? 'kept', setItem: () => {}, removeItem: () => {} }
}

it('is open while the latest of its sockets is', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { hash: '', protocol: 'http:', host: 'localhost' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
  const wire = openSocketWire()
  const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
  await settled()
  FakeSocket.all[0]!.welcome()
  await settled()
  expect(wire.state.value).toBe('open')
  FakeSocket.all[0]!.close()
  expect(wire.state.value).toBe('lost')

  wire.reconnect()
  await settled()
  wire.reconnect()
  await settled()
  const [, early, late] = FakeSocket.all
  late!.welcome()
  await settled()
  expect(wire.state.value).toBe('open')
  early!.welcome()
  await settled()
  early!.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([wire.state.value, late!.isClosed, FakeSocket.all.length]).toEqual(['open', false, 3])
  late!.close()
  expect(wire.state.value).toBe('lost')
})
