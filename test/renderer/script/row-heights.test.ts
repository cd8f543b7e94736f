/** How high the rows of the script are: told by an observer, never asked of the page while they are drawn. */
import { describe, expect, it } from 'vitest'
import { heightOf } from '../../../src-renderer/rooms/script/lines/use-line-rows.ts'

type Rows = Parameters<typeof heightOf>[2]

function rowsThatKnow(known: ReadonlyMap<string, number>): Rows {
  return {
    indexFromElement: () => 3,
    itemSizeCache: known,
    options: { getItemKey: (index: number) => `line ${index}`, estimateSize: (index: number) => 50 + index, horizontal: false },
  } as unknown as Rows // what is asked of it
}
const row = new Proxy({}, {
  get(_row, name): never {
    throw new Error(`the page was laid out for ${String(name)}`)
  },
}) as Element

describe('a row', () => {
  it('is as high as it was last, or as is expected of its words, until the observer has seen it', () => {
    expect(heightOf(row, undefined, rowsThatKnow(new Map()))).toBe(53)
    expect(heightOf(row, undefined, rowsThatKnow(new Map([['line 3', 82]])))).toBe(82)
  })

  it('is as high as the observer says', () => {
    const told = { borderBoxSize: [{ blockSize: 121.6, inlineSize: 700 }] } as unknown as ResizeObserverEntry
    expect(heightOf(row, told, rowsThatKnow(new Map([['line 3', 82]])))).toBe(122)
  })
})
