/** What a page keeps in memory, after its garbage was collected: as the browser's own tools count it. */
import type { CDPSession, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'

/** Things that are closed, or left to the garbage collector, when nobody needs them any more. */
const kinds = ['AudioContext', 'AudioWorkletNode', 'VideoDecoder', 'VideoFrame', 'ImageBitmap', 'Worker'] as const

export const pageFigureNames = ['heap MB', 'nodes', 'listeners', ...kinds, 'feeds'] as const
export type PageFigures = Record<typeof pageFigureNames[number], number>

export interface PageWatch {
  read: () => Promise<PageFigures>
}

/** To be called before the page is opened: feeds are counted as they are asked for. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.enable')
  const feeds = await countFeeds(session)

  return {
    async read() {
      // What a finalizer of the first round lets go, the second one collects.
      await session.send('HeapProfiler.collectGarbage')
      await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      const metric = (name: string): number => metrics.find(each => each.name === name)?.value ?? 0
      const counts: [string, number][] = []
      for (const kind of kinds)
        counts.push([kind, await countObjects(session, kind)])
      return {
        'heap MB': Math.round(metric('JSHeapUsedSize') / 2 ** 20 * 10) / 10,
        'nodes': metric('Nodes'),
        'listeners': metric('JSEventListeners'),
        ...Object.fromEntries(counts),
        'feeds': feeds(),
      } as PageFigures // `counts` has one of each kind.
    },
  }
}

/** How many objects of a class there are; none where the browser does not know it. */
async function countObjects(session: CDPSession, name: string): Promise<number> {
  const objectGroup = 'soak'
  try {
    const { result } = await session.send('Runtime.evaluate', { expression: `globalThis.${name}?.prototype`, objectGroup })
    if (result.objectId === undefined)
      return 0
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId, objectGroup })
    const { result: properties } = await session.send('Runtime.getProperties', { objectId: objects.objectId ?? '', ownProperties: true })
    return Number(properties.find(each => each.name === 'length')?.value?.value ?? 0)
  }
  finally {
    await session.send('Runtime.releaseObjectGroup', { objectGroup })
  }
}

/** Feeds that the page has asked for over its socket and not cancelled. */
async function countFeeds(session: CDPSession): Promise<() => number> {
  const paths = new Set(feedPaths(contract, ''))
  const open = new Map<string, Set<string>>()
  await session.send('Network.enable')
  session.on('Network.webSocketFrameSent', ({ requestId, response }) => {
    const message = messageOf(response.payloadData)
    const ids = open.get(requestId) ?? new Set()
    open.set(requestId, ids)
    if (message?.t === 4)
      ids.delete(message.i)
    else if (message?.p?.u !== undefined && paths.has(message.p.u))
      ids.add(message.i)
  })
  session.on('Network.webSocketClosed', ({ requestId }) => open.delete(requestId))
  return () => [...open.values()].reduce((sum, ids) => sum + ids.size, 0)
}

function messageOf(text: string): { i: string, t?: number, p?: { u?: string } } | null {
  try {
    return JSON.parse(text) as ReturnType<typeof messageOf> // The page sends what oRPC makes.
  }
  catch {
    return null // The page's first message may be of another form.
  }
}

function feedPaths(part: object, path: string): string[] {
  const declared = (part as { '~orpc'?: { meta: { effect: string } } })['~orpc']
  if (declared)
    return declared.meta.effect === 'watches' ? [path] : []
  return Object.entries(part).flatMap(([name, inner]) => feedPaths(inner as object, `${path}/${name}`))
}
