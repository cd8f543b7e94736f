/** The order in which renditions are made: one at a time, what a page has asked for first, then what was filed. */
import type { AssetId } from '#contract/words.ts'

export interface RenditionQueue {
  /** Puts these before everything else, in this order. What is being made in the background gives way. */
  want: (assetIds: readonly AssetId[]) => void
  /** Puts it behind everything else. */
  add: (assetId: AssetId) => void
  /** Stops or forgets it; resolves when nothing is being made of it. */
  drop: (assetId: AssetId) => Promise<void>
  isWaiting: (assetId: AssetId) => boolean
  /** What is being made. */
  readonly running: AssetId | null
  /** Stops everything; resolves when nothing is running. */
  close: () => Promise<void>
}

/** `make` must end soon after its signal aborts, and never throw. */
export function createRenditionQueue(make: (assetId: AssetId, signal: AbortSignal) => Promise<void>): RenditionQueue {
  let wanted: AssetId[] = []
  let filed: AssetId[] = []
  let running: { readonly assetId: AssetId, isWanted: boolean, readonly stop: AbortController, readonly ended: Promise<void> } | null = null
  let isClosed = false

  function start(): void {
    const isWanted = wanted.length > 0
    const assetId = isWanted ? wanted.shift() : filed.shift()
    if (assetId === undefined || isClosed)
      return
    const stop = new AbortController()
    const ended = make(assetId, stop.signal).finally(() => {
      running = null
      start()
    })
    running = { assetId, isWanted, stop, ended }
  }

  return {
    want(assetIds) {
      const wants = new Set(assetIds)
      if (running && wants.delete(running.assetId))
        running.isWanted = true
      filed = filed.filter(assetId => !wants.has(assetId))
      wanted = [...wants, ...wanted.filter(assetId => !wants.has(assetId))]
      if (running && !running.isWanted && !running.stop.signal.aborted && wants.size > 0) {
        filed.unshift(running.assetId)
        running.stop.abort()
      }
      if (!running)
        start()
    },
    add(assetId) {
      if (running?.assetId === assetId || wanted.includes(assetId) || filed.includes(assetId))
        return
      filed.push(assetId)
      if (!running)
        start()
    },
    async drop(assetId) {
      wanted = wanted.filter(each => each !== assetId)
      filed = filed.filter(each => each !== assetId)
      if (running?.assetId !== assetId)
        return
      running.stop.abort()
      await running.ended
    },
    isWaiting: assetId => wanted.includes(assetId) || filed.includes(assetId),
    get running() {
      return running?.assetId ?? null
    },
    async close() {
      isClosed = true
      wanted = []
      filed = []
      running?.stop.abort()
      await running?.ended
    },
  }
}
