/**
 * Renditions: what the preview plays and draws in place of the originals, made with ffmpeg in the background. One owner for
 * asking, making, serving and clearing. Nothing of it is in the database or in a backup: what is missing is made again.
 */
import type { Rendition, RenditionPart, RenditionStorage } from '#contract/renditions.ts'
import type { Asset } from '#contract/takes.ts'
import type { AssetId, HeardSound, Instant } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { InsidePath } from '../base/inside.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { Assets } from './assets.ts'
import type { RenditionFacts, RenditionKey, RenditionName, RenditionStore } from './rendition-store.ts'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { courseOfKey } from '#rules/sequence/course.ts'
import { fileExists } from '../base/atomic-file.ts'
import { createChanges } from '../base/changes.ts'
import { createFeed } from '../base/feed.ts'
import { createWantedQueue } from '../base/wanted-queue.ts'
import { inBackground } from '../media/ffmpeg/ffmpeg.ts'
import { makeRendition, originalAsRendition, whyImpossible } from './make-rendition.ts'
import { isShortSound, isWholeAsset, keyOf, nameOf, openRenditionStore } from './rendition-store.ts'

export interface Renditions {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Rendition, AssetId>>
  storage: (signal?: AbortSignal) => AsyncIterable<RenditionStorage>
  /** Asks for what a page shows now, most wanted first. */
  want: (assetIds: readonly AssetId[]) => Promise<Rendition[]>
  /** The same for sounds at other speeds. */
  requestAtSpeed: (sounds: readonly RenditionKey[]) => Promise<Rendition[]>
  /** Makes these again, whatever there is, at every speed. */
  remake: (assetIds: readonly AssetId[]) => Promise<Rendition[]>
  /** Without waiters, unfinished work is dropped. */
  leave: (assetId: AssetId) => Promise<void>
  /** Makes it when nothing else is to be made. */
  makeLater: (assetId: AssetId) => Promise<void>
  /** The file of a part that is ready; null when it no longer exists. */
  find: (key: RenditionKey, part: RenditionPart, madeAt: Instant) => Promise<{ path: InsidePath, mime: string } | null>
  /**
   * The waveform of the chosen sound, made now where it is missing; null where it cannot be made. Throws `signal.reason` when
   * aborted.
   */
  peaksOf: (assetId: AssetId, heard: HeardSound, signal?: AbortSignal) => Promise<Buffer | null>
  /** Deletes what is above the limit. */
  tidy: () => Promise<void>
  /** Deletes everything; returns the bytes that this freed. */
  clear: () => Promise<number>
  /** The asset was deleted for good. */
  forget: (assetId: AssetId) => Promise<void>
  close: () => Promise<void>
}

type Of<State extends Rendition['state']> = Extract<Rendition, { state: State }>

/** What was used this recently stays, even above the limit: a page that shows it would only ask for it again. */
const inUseMs = 10 * 60_000
/** Total of short sounds, besides those in use: their originals are smaller, and they are made again in a moment. */
const usualShortSoundBytes = 32 * 2 ** 20
/** A second of sound and of proxy, generously; and the rest. */
const estimate = { bytesPerSecond: 192_000 + 400_000, bytes: 20 * 2 ** 20 }

export function createRenditions(ports: {
  folder: string
  assets: Pick<Assets, 'get' | 'pathOf' | 'ids'>
  ffmpeg: () => Promise<Ffmpeg | null>
  limitBytes: () => Promise<number>
  freeBytes: () => Promise<number>
  minFreeBytes: number
  /** Only tests have another. */
  shortSoundBytes?: number
  clock: Clock
  log: Log
}): Renditions {
  const { assets, clock, log, shortSoundBytes = usualShortSoundBytes } = ports
  const changes = createChanges<Rendition, AssetId>()
  const storage = createFeed<RenditionStorage>()
  /** Of everything that was asked for or made since the studio opened. */
  const states = new Map<RenditionName, Rendition>()
  const queue = createWantedQueue(make)
  const opened = open()
  // It is reported where it is used: a studio that closes as soon as it is open also closes the library under this question.
  opened.catch(() => {})

  async function open(): Promise<RenditionStore> {
    const kept = await assets.ids()
    const store = await openRenditionStore({ folder: ports.folder, clock, isKept: ({ assetId }) => kept.has(assetId) })
    await store.trimShortSounds(shortSoundBytes, clock.now() - inUseMs)
    return store
  }

  function say(rendition: Rendition): void {
    states.set(nameOf(rendition), rendition)
    changes.changed(rendition)
  }

  async function publishTotals(): Promise<void> {
    storage.publish((await opened).totals())
  }

  async function readyOf(asset: Asset, of: RenditionKey): Promise<Of<'ready'> | null> {
    const original = isWholeAsset(of) ? await originalAsRendition(asset, assets.pathOf(asset)) : null
    if (original)
      return original
    const store = await opened
    const name = nameOf(of)
    const facts = await store.read(name)
    const ffmpeg = await ports.ffmpeg()
    if (facts === null || (ffmpeg !== null && facts.ffmpeg !== ffmpeg.version))
      return null
    await store.use(name)
    const { madeAt, proxy, filmstrip, sound, picture } = facts
    return { state: 'ready', ...of, madeAt, proxy, filmstrip, sound, picture }
  }

  /** What there is, or why there can be none; null when it can be made. */
  async function look(of: RenditionKey): Promise<Of<'ready' | 'impossible'> | null> {
    const impossible = (because: Of<'impossible'>['because'], said = '') =>
      ({ state: 'impossible', ...of, because, said }) as const
    const asset = await assets.get(of.assetId)
    if (!asset)
      return impossible('missing')
    if (!/^(?:audio|video|image)\//.test(asset.mime))
      return impossible('no-media', asset.mime)
    const ready = await readyOf(asset, of)
    if (ready?.madeAt !== undefined && ready.madeAt > 0)
      return ready
    if (!await fileExists(assets.pathOf(asset)))
      return impossible('missing')
    if (ready)
      return ready
    return await ports.ffmpeg() === null ? impossible('no-ffmpeg') : null
  }

  /** True for what another look cannot change. */
  function isSettled(state: Rendition | undefined): state is Of<'impossible'> {
    return state?.state === 'impossible' && !['no-ffmpeg', 'ffmpeg-lacks', 'missing', 'disk-full'].includes(state.because)
  }

  async function stateNow(key: RenditionKey): Promise<Rendition> {
    const name = nameOf(key)
    // Of all ways to say it, the one that its name says.
    const of = keyOf(name)
    const before = states.get(name)
    const isComing = queue.running === name || queue.isWaiting(name)
    // What was given up is still running for a moment.
    if ((isComing && before?.state !== 'none') || isSettled(before))
      return before ?? { state: 'waiting', ...of }
    const found = await look(of) ?? { state: 'waiting', ...of } as const
    if (JSON.stringify(found) !== JSON.stringify(before))
      say(found)
    return found
  }

  async function requestAtSpeed(keys: readonly RenditionKey[]): Promise<Rendition[]> {
    const found = await Promise.all(keys.map(stateNow))
    queue.want(found.filter(({ state }) => state === 'waiting' || state === 'making').map(nameOf))
    return found
  }

  const want = (assetIds: readonly AssetId[]): Promise<Rendition[]> => requestAtSpeed(assetIds.map(whole))

  /** Asks for it, and waits until it is there; null where it cannot be made, or the studio closes. */
  async function settled(key: RenditionKey, signal?: AbortSignal): Promise<Of<'ready'> | null> {
    const isOpen = (state: Rendition | undefined): boolean => state?.state === 'waiting' || state?.state === 'making'
    const stop = new AbortController()
    const events = changes.subscribe(async () => [], signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
    try {
      let [state] = await requestAtSpeed([key])
      if (isOpen(state)) {
        for await (const _ of events) {
          state = states.get(nameOf(key))
          if (!isOpen(state))
            break
        }
      }
      signal?.throwIfAborted()
      return state?.state === 'ready' ? state : null
    }
    finally {
      stop.abort()
    }
  }

  async function make(name: RenditionName, signal: AbortSignal): Promise<void> {
    const of = keyOf(name)
    const { assetId, speed, along, heard } = of
    const store = await opened
    let folder: string | null = null
    try {
      say({ state: 'making', ...of, share: 0 })
      const [asset, ffmpeg] = [await assets.get(assetId), await ports.ffmpeg()]
      if (!asset || !ffmpeg)
        return say({ state: 'impossible', ...of, because: asset ? 'no-ffmpeg' : 'missing', said: '' })
      const neededBytes = estimate.bytes + estimate.bytesPerSecond * (asset.durationSeconds ?? 0) * slownessOf(of)
      if (await ports.freeBytes() < neededBytes + ports.minFreeBytes)
        return say({ state: 'impossible', ...of, because: 'disk-full', said: '' })
      folder = await store.begin(name)
      const facts = await makeRendition(assets.pathOf(asset), folder, {
        ffmpeg: inBackground(ffmpeg),
        madeAt: clock.now(),
        speed,
        along,
        heard,
        signal,
        onProgress: share => signal.aborted || say({ state: 'making', ...of, share }),
      })
      signal.throwIfAborted()
      await store.place(name, folder, facts)
      folder = null
      await tidy().catch(error => log.warn('rendition-tidy-failed', { error }))
      const { madeAt, proxy, filmstrip, sound, picture } = facts
      say({ state: 'ready', ...of, madeAt, proxy, filmstrip, sound, picture })
    }
    catch (error) {
      if (signal.aborted)
        return say({ state: queue.isWaiting(name) ? 'waiting' : 'none', ...of })
      const why = whyImpossible(error)
      log.warn('rendition-failed', { assetId, speed, ...why })
      say({ state: 'impossible', ...of, ...why })
    }
    finally {
      if (folder !== null)
        await rm(folder, { recursive: true, force: true }).catch(error => log.warn('rendition-sweep-failed', { error }))
    }
  }

  async function remove(names: readonly RenditionName[]): Promise<void> {
    await (await opened).remove(names)
    for (const name of names) {
      const state = states.get(name)
      if (state?.state === 'ready' && state.madeAt > 0)
        say({ state: 'none', ...keyOf(name) })
    }
    await publishTotals()
  }

  /** Stops and removes everything of an asset, and forgets what was said of it. */
  async function drop(assetId: AssetId): Promise<void> {
    const store = await opened
    const names = new Set([nameOf(whole(assetId)), ...states.keys(), ...store.all()].filter(name => keyOf(name).assetId === assetId))
    for (const name of names) {
      await queue.drop(name)
      states.delete(name)
    }
    await store.remove([...names])
  }

  async function tidy(): Promise<void> {
    const store = await opened
    await store.trimShortSounds(shortSoundBytes, clock.now() - inUseMs)
    await remove(store.surplus(await ports.limitBytes(), clock.now() - inUseMs))
  }

  /** Makes the file of a short sound again. False where that cannot be done, or gives another file than there was. */
  async function makeShortSound(name: RenditionName, facts: RenditionFacts): Promise<boolean> {
    const { assetId, speed, along, heard } = keyOf(name)
    const [store, asset, ffmpeg] = [await opened, await assets.get(assetId), await ports.ffmpeg()]
    if (!asset || ffmpeg?.version !== facts.ffmpeg || !isShortSound(facts) || !await fileExists(assets.pathOf(asset)))
      return false
    const folder = await store.begin(name)
    try {
      const made = await makeRendition(assets.pathOf(asset), folder, { ffmpeg, madeAt: facts.madeAt, speed, along, heard })
      return await store.refill(name, join(folder, made.files[0]?.name ?? ''), facts)
    }
    catch (error) {
      log.warn('rendition-failed', { assetId, speed, ...whyImpossible(error) })
      return false
    }
    finally {
      await rm(folder, { recursive: true, force: true }).catch(error => log.warn('rendition-sweep-failed', { error }))
    }
  }

  const refilling = new Map<RenditionName, Promise<boolean>>()
  /** Several ranges of one file are asked for at once: it is made once. */
  function refill(name: RenditionName, facts: RenditionFacts): Promise<boolean> {
    const running = refilling.get(name) ?? makeShortSound(name, facts).finally(() => refilling.delete(name))
    refilling.set(name, running)
    return running
  }

  return {
    want,
    requestAtSpeed,
    tidy,
    changes: signal => changes.subscribe(async () => [...states.values()], signal),
    storage: signal => storage.subscribe(async () => (await opened).totals(), signal),
    async remake(assetIds) {
      for (const assetId of assetIds)
        await drop(assetId)
      await publishTotals()
      return want(assetIds)
    },
    async leave(assetId) {
      const name = nameOf(whole(assetId))
      await queue.drop(name)
      if (states.get(name)?.state === 'waiting' && !queue.isWaiting(name) && queue.running !== name)
        say({ state: 'none', ...whole(assetId) })
    },
    async makeLater(assetId) {
      if ((await stateNow(whole(assetId))).state === 'waiting')
        queue.add(nameOf(whole(assetId)))
    },
    async find({ assetId, speed, along, heard }, part, madeAt) {
      const of = { assetId, speed, along, heard }
      const asset = await assets.get(assetId)
      if (!asset)
        return null
      if (madeAt === 0) {
        const original = isWholeAsset(of) ? await originalAsRendition(asset, assets.pathOf(asset)) : null
        return part !== 'peaks' && original?.[part] ? { path: assets.pathOf(asset), mime: asset.mime } : null
      }
      const name = nameOf(of)
      const store = await opened
      const facts = await store.read(name)
      const file = facts?.madeAt === madeAt ? facts.files.find(each => each.part === part) : undefined
      if (!file) {
        const known = states.get(name)
        // The page requests it again when it shows it.
        if (facts === null && known?.state === 'ready' && known.madeAt === madeAt)
          await remove([name])
        return null
      }
      await store.use(name)
      const path = store.pathOf(name, file.name)
      if (!await fileExists(path) && !await refill(name, facts!)) {
        await remove([name])
        return null
      }
      return { path, mime: file.mime }
    },
    async peaksOf(assetId, heard, signal) {
      const key = { assetId, speed: 100, heard }
      const ready = await settled(key, signal)
      const file = ready && (await (await opened).read(nameOf(key)))?.files.find(({ part }) => part === 'peaks')
      return file ? readFile((await opened).pathOf(nameOf(key), file.name)).catch(() => null) : null
    },
    async clear() {
      const store = await opened
      const before = store.totals().sizeBytes
      await remove(store.all())
      return before - store.totals().sizeBytes
    },
    async forget(assetId) {
      await drop(assetId)
      changes.removed(assetId)
      await publishTotals()
    },
    async close() {
      await queue.close()
      await opened.catch(() => {})
      changes.close()
      storage.close()
    },
  }
}

/** How many times as long as its asset it can be. */
function slownessOf({ speed, along }: RenditionKey): number {
  const { over = [], ...course } = along ? courseOfKey(along) : { points: [{ speed }] }
  return [course, ...over].reduce((slowness, { points }) => slowness * 100 / Math.min(100, ...points.map(point => point.speed)), 1)
}

function whole(assetId: AssetId): RenditionKey {
  return { assetId, speed: 100 }
}
