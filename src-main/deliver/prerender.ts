/** Encodes the segments of an open sequence while the studio is idle, so that its delivery only joins them. */
import type { AheadState } from '#contract/deliveries.ts'
import type { CaptionMode, EncoderKind } from '#contract/presets.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Assets } from '../library/assets.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { SegmentCache } from '../media/render/segment-cache.ts'
import type { PlayedSequences } from '../sequences/played-sequences.ts'
import type { Deliver } from './deliver-port.ts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { createLane } from '../base/concurrency.ts'
import { createFeed } from '../base/feed.ts'
import { onlyWhile, watchSources } from '../kinds/watch-sources.ts'
import { inBackground } from '../media/ffmpeg/ffmpeg.ts'
import { layOutPlan } from '../media/plan/lay-out-plan.ts'
import { renderAhead } from '../media/render/render.ts'

export interface AheadWish {
  readonly sequenceId: SequenceId
  readonly presetId: string
  readonly captionMode: CaptionMode
  readonly encoder?: EncoderKind | undefined
  /** Of the file: what is encoded for another size is of no use. */
  readonly mostMegabytes?: number | undefined
}

export interface Prerender {
  /** Works while it is followed, and reports its progress. Stops with the signal. */
  follow: (wish: AheadWish, signal?: AbortSignal) => AsyncIterable<AheadState>
  /** Resolves when nothing is encoded any more. */
  close: () => Promise<void>
}

export interface PrerenderPorts {
  readonly freeze: Deliver['freeze']
  /** Another text whenever what the sequence plays has changed. */
  readonly playedVersion: PlayedSequences['playedVersion']
  readonly assets: Pick<Assets, 'idOf'>
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  readonly segmentCache: Pick<SegmentCache, 'has' | 'take' | 'keep'>
  readonly isAllowed: () => Promise<boolean>
  readonly isOnBattery: () => Promise<boolean>
  /** Whether other work must run first. */
  readonly isWorking: () => boolean
  /** Absolute; each try has its own folder in it. */
  readonly workFolder: string
  readonly log: Log
  readonly pollIntervalMs?: number
}

/** Why an encoding is broken off. */
const preempted = Symbol('other work comes first')

export function createPrerender(ports: PrerenderPorts): Prerender {
  const { pollIntervalMs = 2000 } = ports
  /** One at a time, however many pages are open. */
  const lane = createLane({ concurrency: 1 })
  /** What was encoded last: the cache may be too small for all of it, and then it is not encoded again and again. */
  let finished = ''
  const closed = new AbortController()
  const underWay = new Set<Promise<void>>()

  const mayRun = async (): Promise<boolean> => !ports.isWorking() && await ports.isAllowed() && !await ports.isOnBattery()

  async function work(wish: AheadWish, say: (state: AheadState) => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = JSON.stringify([wish, await ports.playedVersion(wish.sequenceId)])
      if (name === finished) {
        say({ state: 'done', share: 1 })
      }
      else if (await mayRun()) {
        if (await lane.run(() => encode(wish, say, signal)))
          finished = name
        continue
      }
      else {
        say({ state: 'waiting', share: 0 })
      }
      await pause(pollIntervalMs, undefined, { signal, ref: false })
    }
  }

  /** False when it gave way to other work. */
  async function encode(wish: AheadWish, say: (state: AheadState) => void, signal: AbortSignal): Promise<boolean> {
    const ffmpeg = await ports.ffmpeg()
    const { encoder, mostMegabytes, ...what } = wish
    const options = { ...usualOptions, ...encoder && { encoder }, ...mostMegabytes !== undefined && { mostMegabytes } }
    const plan = await ports.freeze({ ...what, name: '', options })
    if (ffmpeg === null || plan.encoding.video === null)
      return true
    await mkdir(ports.workFolder, { recursive: true })
    const folder = await mkdtemp(join(ports.workFolder, 'ahead-'))
    const stop = new AbortController()
    const looking = setInterval(() => {
      void mayRun().then(may => may || stop.abort(preempted))
    }, pollIntervalMs).unref()
    try {
      say({ state: 'rendering', share: 0 })
      const sources = await watchSources(plan)
      await renderAhead(await layOutPlan(plan, folder), {
        ffmpeg: inBackground(ffmpeg),
        workDir: folder,
        signal: AbortSignal.any([signal, stop.signal]),
        kept: { cache: onlyWhile(async () => await sources.changed() === null, ports.segmentCache), contentOf: ports.assets.idOf },
        onProgress: share => say({ state: 'rendering', share }),
      })
      return true
    }
    catch (error) {
      if (error === preempted)
        return false
      throw error
    }
    finally {
      clearInterval(looking)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  return {
    async close() {
      closed.abort()
      await Promise.all(underWay)
    },
    follow(wish, asked) {
      const signal = asked ? AbortSignal.any([asked, closed.signal]) : closed.signal
      const news = createFeed<AheadState>()
      let now: AheadState = { state: 'waiting', share: 0 }
      const say = (state: AheadState): void => {
        if (state.state === now.state && Math.floor(state.share * 100) === Math.floor(now.share * 100))
          return
        now = state
        news.publish(state)
      }
      const working = work(wish, say, signal).catch((error) => {
        // The delivery itself says what is the matter.
        if (!signal.aborted)
          ports.log.warn('prerender-failed', { error })
        say({ state: 'waiting', share: 0 })
      })
      underWay.add(working)
      void working.then(() => underWay.delete(working))
      return news.subscribe(() => now, signal)
    },
  }
}
