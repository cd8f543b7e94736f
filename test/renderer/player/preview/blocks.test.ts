/** Files that are read in blocks: whatever is read is what the file has, from few requests, within the limit, and past a host that fails. */
import type { AddressInfo } from 'node:net'
import type { BlockFile } from '../../../../src-renderer/player/preview/blocks.ts'
import { createServer } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blockBytes, createBlocks } from '../../../../src-renderer/player/preview/blocks.ts'

const content = Uint8Array.from({ length: 6 * blockBytes + 1234 }, (_, at) => (at * 2654435761) >>> 24)
let ranges: string[] = []
/** What the next answers are; then the file is served. */
let faults: ('500' | 'whole' | 'short')[] = []
const server = createServer(({ headers: { range = '' } }, response) => {
  ranges.push(range)
  const [from = 0, until = 0] = /^bytes=(\d+)-(\d+)$/.exec(range)?.slice(1).map(Number) ?? []
  const fault = faults.shift()
  const end = Math.min(until + 1, content.length) - (fault === 'short' ? 10 : 0)
  const status = fault === '500' ? 500 : fault === 'whole' ? 200 : 206
  response.writeHead(status, { 'Content-Range': `bytes ${from}-${end - 1}/${content.length}` })
  response.end(content.subarray(from, end))
})
let url = ''
const indexes = (): number[] => ranges.map(range => Number(/(\d+)-/.exec(range)?.[1]) / blockBytes)
async function right(file: BlockFile, start: number, end: number): Promise<boolean> {
  return Buffer.compare(await file.read(start, end), content.subarray(start, end)) === 0
}

beforeAll(() => new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => {
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/` // it listens on a port
  resolve()
})))
beforeEach(() => {
  ranges = []
  faults = []
})
afterAll(() => void server.close())

describe('bytes in blocks', () => {
  it('are those of the file, wherever they are read, also where the limit lets few be kept', async () => {
    const blocks = createBlocks({ limitBytes: 2 * blockBytes })
    const file = blocks.open(() => url)
    expect(await file.size()).toBe(content.length)
    const place = fc.integer({ min: 0, max: content.length - 1 })
    await fc.assert(fc.asyncProperty(place, place, async (a, b) => {
      expect(await right(file, Math.min(a, b), Math.max(a, b) + 1)).toBe(true)
    }), { numRuns: 30 })
    expect(blocks.bytes).toBeLessThanOrEqual(2 * blockBytes)
    file.close()
    expect(blocks.bytes).toBe(0)
  })

  it('are asked for once, each block alone, by whoever seeks', async () => {
    const file = createBlocks().open(() => url)
    await Promise.all([right(file, 3 * blockBytes + 5, 3 * blockBytes + 900), right(file, 3 * blockBytes + 900, 3 * blockBytes + 1800)])
    expect(await right(file, 5 * blockBytes, 5 * blockBytes + 10)).toBe(true)
    expect(file.read(3 * blockBytes, 3 * blockBytes + 100)).toBeInstanceOf(Uint8Array) // at once: it is loaded
    expect(indexes()).toEqual([3, 5])
    file.close()
  })

  it('come ahead where more than a block is read in order', async () => {
    const file = createBlocks().open(() => url)
    await file.size()
    const piece = blockBytes / 4
    for (let at = 0; at <= blockBytes; at += piece)
      expect(await right(file, at, at + piece)).toBe(true)
    await expect.poll(() => indexes().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
    file.close()
  })

  it('come after a failed answer, one that is too short and one that is the whole file, each time from the newest address', async () => {
    faults = ['500', 'short', 'whole']
    let asked = 0
    const file = createBlocks({ retryMs: 1 }).open(() => `${url}?${asked++}`)
    expect(await right(file, 10, 20)).toBe(true)
    expect(asked).toBe(4)
    file.close()
  })

  it('are missed in plain words when no try succeeds, and asked for again by the next reader', async () => {
    faults = ['500', '500', '500', '500']
    const file = createBlocks({ retryMs: 1 }).open(() => url)
    await expect(file.size()).rejects.toThrow('HTTP 500')
    expect(await file.size()).toBe(content.length)
    file.close()
    await expect(file.read(4 * blockBytes, 4 * blockBytes + 1)).rejects.toThrow()
  })
})
