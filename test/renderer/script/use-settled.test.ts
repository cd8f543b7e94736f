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
  const asked = new Map<number, () => void>()
  beforeEach(() => {
    vi.stubGlobal('requestIdleCallback', (work: () => void) => asked.set(asked.size + 1, work).size)
    vi.stubGlobal('cancelIdleCallback', (id: number) => asked.delete(id))
  })
  afterEach(() => {
    asked.clear()
    vi.unstubAllGlobals()
  })

  it('is at rest with the first pause, not before', () => {
    const row = aRow()
    expect(row.get().isSettled.value).toBe(false)
    asked.forEach(work => work())
    expect(row.get().isSettled.value).toBe(true)
  })

  it('is at rest at once where somebody works, and asks for no pause any more', () => {
    const row = aRow()
    row.get().settle()
    expect([row.get().isSettled.value, asked.size]).toEqual([true, 0])
  })

  it('asks for nothing once it is gone', () => {
    aRow().leave()
    expect(asked.size).toBe(0)
  })
})
