/** When a row of the script has come to rest. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRenderer } from 'vue'
import { useSettled } from '../../../src-renderer/rooms/script/lines/use-settled.ts'

const { createApp } = createRenderer<object, object>({
  createElement: () => ({}),
  createText: () => ({}),
  createComment: () => ({}),
  insert() {},
  remove() {},
  setText() {},
  setElementText() {},
  patchProp() {},
  parentNode: () => null,
  nextSibling: () => null,
})

/** A row that was drawn. */
function aRow() {
  let row: ReturnType<typeof useSettled> | null = null
  const app = createApp({
    setup() {
      row = useSettled()
      return () => null
    },
  })
  app.mount({})
  return { leave: () => app.unmount(), get: () => row! }
}

describe('a row', () => {
  type Asked = Map<number, () => void>
  const frames: Asked = new Map()
  const pauses: Asked = new Map()
  let last = 0
  const ask = (of: Asked) => (work: () => void): number => {
    of.set(++last, work)
    return last
  }
  /** What is asked for in the meantime comes with the next one. */
  function pass(of: Asked): void {
    const now = [...of.values()]
    of.clear()
    now.forEach(work => work())
  }
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', ask(frames))
    vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
    vi.stubGlobal('requestIdleCallback', ask(pauses))
    vi.stubGlobal('cancelIdleCallback', (id: number) => pauses.delete(id))
  })
  afterEach(() => {
    frames.clear()
    pauses.clear()
    vi.unstubAllGlobals()
  })

  it('is at rest with the first pause after it was painted, not before', () => {
    const row = aRow()
    pass(pauses)
    pass(frames)
    pass(pauses)
    expect(row.get().isSettled.value).toBe(false)
    pass(frames)
    expect(row.get().isSettled.value).toBe(false)
    pass(pauses)
    expect(row.get().isSettled.value).toBe(true)
  })

  it('is at rest at once where somebody works, and asks for no pause any more', () => {
    const row = aRow()
    pass(frames)
    pass(frames)
    row.get().settle()
    expect([row.get().isSettled.value, frames.size + pauses.size]).toEqual([true, 0])
  })

  it('asks for nothing once it is gone', () => {
    aRow().leave()
    expect(frames.size + pauses.size).toBe(0)
  })
})
