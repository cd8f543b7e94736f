/**
 * The bytes of files that are read here and there, as when someone seeks: fetched in blocks, each by a request for just that range, which
 * a host answers several times as fast as one for all that follows. Kept until other blocks were used later.
 */

export const blockBytes = 2 ** 17
/** Some minutes of a proxy: enough for seeking back and forth, and little compared with decoded pictures and sound. */
const defaultLimitBytes = 16 * 2 ** 20
/** Fetched ahead where a file is read in order. */
const blocksAhead = 4
const mostRetries = 3
const firstRetryMs = 200

export interface BlockFile {
  /** In bytes. */
  size: () => Promise<number>
  /** From `start` to before `end`: at once where all of it is loaded. Rejects when it cannot be fetched. */
  read: (start: number, end: number) => Uint8Array | Promise<Uint8Array>
  close: () => void
}

export interface Blocks {
  /** `urlNow` is asked at each request, because URLs expire. */
  open: (urlNow: () => string) => BlockFile
  readonly bytes: number
}

/** The limit is for all files together. */
export function createBlocks({ limitBytes = defaultLimitBytes, retryMs = firstRetryMs } = {}): Blocks {
  /** In order of use, the latest last. */
  const kept = new Map<string, Uint8Array>()
  let bytes = 0
  let opened = 0

  function keep(key: string, block: Uint8Array): void {
    kept.set(key, block)
    bytes += block.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= limitBytes || oldest === key)
        break
      kept.delete(oldest)
      bytes -= length
    }
  }

  function open(urlNow: () => string): BlockFile {
    const name = `${opened++}`
    const closing = new AbortController()
    const coming = new Map<number, Promise<Uint8Array>>()
    let size = 0
    /** What is read in order begins and ends here. */
    let run = { from: 0, until: 0 }

    function fetched(index: number): Uint8Array | undefined {
      const key = `${name} ${index}`
      const block = kept.get(key)
      if (block) {
        kept.delete(key)
        kept.set(key, block)
      }
      return block
    }

    async function request(index: number): Promise<Uint8Array> {
      const from = index * blockBytes
      const response = await fetch(urlNow(), { headers: { Range: `bytes=${from}-${from + blockBytes - 1}` }, signal: closing.signal })
      if (response.status !== 206)
        throw new Error(`HTTP ${response.status}`)
      const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1])
      const block = new Uint8Array(await response.arrayBuffer())
      if (block.length !== Math.min(blockBytes, total - from))
        throw new Error('The response has another length than requested')
      size = total
      return block
    }

    async function fetchBlock(index: number): Promise<Uint8Array> {
      for (let retries = 0; ; retries++) {
        try {
          const block = await request(index)
          if (!closing.signal.aborted)
            keep(`${name} ${index}`, block)
          return block
        }
        catch (cause) {
          if (closing.signal.aborted || retries >= mostRetries)
            throw cause
          await new Promise(resolve => setTimeout(resolve, retryMs * 2 ** retries))
        }
      }
    }

    function block(index: number): Promise<Uint8Array> {
      const known = coming.get(index)
      if (known)
        return known
      const asked = fetchBlock(index).finally(() => coming.delete(index))
      coming.set(index, asked)
      return asked
    }

    /** Only after more than a block was read in order: seeking reads a few frames and jumps. */
    function readAhead(start: number, end: number): void {
      run = { from: start === run.until ? run.from : start, until: end }
      if (run.until - run.from <= blockBytes)
        return
      const at = Math.floor(end / blockBytes)
      for (let index = at + 1; index <= at + blocksAhead && index * blockBytes < size; index++) {
        if (!kept.has(`${name} ${index}`))
          block(index).catch(() => {}) // reported where it is read
      }
    }

    function cut(blocks: readonly Uint8Array[], first: number, start: number, end: number): Uint8Array {
      const whole = new Uint8Array(end - start)
      for (const [at, part] of blocks.entries()) {
        const from = (first + at) * blockBytes
        const [left, right] = [Math.max(start, from), Math.min(end, from + part.length)]
        whole.set(part.subarray(left - from, right - from), left - start)
      }
      return whole
    }

    return {
      async size() {
        if (size === 0)
          await block(0)
        return size
      },
      read(start, end) {
        const [first, last] = [Math.floor(start / blockBytes), Math.floor((end - 1) / blockBytes)]
        const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at)
        const here = indexes.map(index => fetched(index))
        readAhead(start, end)
        const isHere = (each: Uint8Array | undefined): each is Uint8Array => each !== undefined
        return here.every(isHere)
          ? cut(here, first, start, end)
          : Promise.all(here.map((found, at) => found ?? block(first + at))).then(found => cut(found, first, start, end))
      },
      close() {
        closing.abort()
        for (const [key, { length }] of kept) {
          if (!key.startsWith(`${name} `))
            continue
          kept.delete(key)
          bytes -= length
        }
      },
    }
  }

  return {
    open,
    get bytes() {
      return bytes
    },
  }
}
