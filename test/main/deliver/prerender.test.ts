/**
 * Rendered ahead: while nobody uses the studio its segments are encoded, and then a delivery encodes none.
 *
 * @module-tag wide
 */
import type { AheadState } from '#contract/deliveries.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Prerender, PrerenderPorts } from '../../../src-main/deliver/prerender.ts'
import type { Ffmpeg } from '../../../src-main/media/ffmpeg/ffmpeg.ts'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createPrerender } from '../../../src-main/deliver/prerender.ts'
import { isOnBattery } from '../../../src-main/hosts/battery.ts'
import { mediaPlanOf } from '../../../src-main/media/plan/render-job.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { createSegmentCache } from '../../../src-main/media/render/segment-cache.ts'
import { playedSequences } from '../../../src-main/sequences/played-sequences.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openDeliveries } from './open-deliveries.ts'

/** A still for four seconds, and what runs ffmpeg. */
async function openAhead() {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const opened = await openDeliveries()
  const { assets, clock, deliver, filed, folder, layOutAgain, sequences } = opened
  const still = await readFile(await kit.picture('still.png', { width: 64, height: 36 }))
  const asset = { extension: 'png', mime: 'image/png', sizeBytes: still.length, durationSeconds: null, width: 64, height: 36 }
  await filed('picture', { kind: 'image', asset }, still)
  const sequence = await layOutAgain()
  const runs: { args: readonly string[], isBackground: boolean }[] = []
  const ffmpeg: Ffmpeg = {
    ...kit.ffmpeg,
    run: (args, options) => {
      runs.push({ args, isBackground: options?.isBackground ?? false })
      // Behind all other tests it would take long.
      return kit.ffmpeg.run(args, { ...options, isBackground: false })
    },
  }
  const cacheFolder = join(folder, 'segments')
  const segmentCache = createSegmentCache({ folder: cacheFolder, limitBytes: async () => 1e9, hasRoom: async () => true, clock })
  const means = { isAllowed: true, isOnBattery: false, isWorking: false }
  const workFolder = join(folder, 'work')
  /** Half a second, and small. */
  const freeze: PrerenderPorts['freeze'] = async (...wanted) => {
    const { encoding, stretches, ...plan } = await deliver.freeze(...wanted)
    const size = { width: 64, height: 36 }
    const video = encoding.video && { ...encoding.video, ...size }
    const short = { durationFrames: 15, stretches: stretches.map(each => ({ ...each, frames: 15 })) }
    return { ...plan, ...size, ...short, encoding: { ...encoding, video } }
  }
  const ahead: Prerender = createPrerender({
    freeze,
    ...playedSequences(sequences.get),
    assets,
    ffmpeg: async () => ffmpeg,
    segmentCache,
    isAllowed: async () => means.isAllowed,
    isOnBattery: async () => means.isOnBattery,
    isWorking: () => means.isWorking,
    workFolder,
    log: createLog({ write: () => {}, clock }),
    pollIntervalMs: 5,
  })
  onTestFinished(ahead.close)
  const encodings = () => runs.filter(({ args }) => args.includes('libx264') || args.includes('aac'))
  const wish = { sequenceId: sequence.id, presetId: 'landscape-720', captionMode: 'none' } as const
  const segments = async (): Promise<string[]> => (await readdir(cacheFolder).catch(() => [])).filter(name => name.endsWith('.mp4'))
  return { ...opened, freeze, kit, ffmpeg, ahead, means, wish, encodings, segments, segmentCache, workFolder }
}

async function untilState(states: AsyncIterable<AheadState>, wanted: AheadState['state']): Promise<AheadState[]> {
  const seen: AheadState[] = []
  for await (const state of states) {
    seen.push(state)
    if (state.state === wanted)
      break
  }
  return seen
}

it('encodes for a file of at most this size, and the delivery after it encodes no picture', async () => {
  const { ahead, assets, encodings, freeze, ffmpeg, folder, kit, segmentCache, wish } = await openAhead()
  const mostMegabytes = 0.5
  await untilState(ahead.follow({ ...wish, mostMegabytes }), 'done')
  const before = encodings().length
  const sized = await freeze({ ...wish, name: '', options: { ...usualOptions, mostMegabytes } })
  await renderPlan(mediaPlanOf(sized, { assPath: null, fontsDir: null, tracks: [] }), kit.file('film.mp4'), {
    ffmpeg,
    workDir: join(folder, 'render'),
    kept: { cache: segmentCache, contentOf: assets.idOf },
  })
  expect(encodings()).toHaveLength(before)
})

it('encodes behind all other work, and the delivery after it encodes neither picture nor sound', async () => {
  const { ahead, assets, encodings, freeze, ffmpeg, folder, kit, segmentCache, wish, workFolder } = await openAhead()
  const seen = await untilState(ahead.follow(wish), 'done')
  expect(seen.map(({ state }) => state)).toContain('rendering')
  expect(encodings().map(({ args }) => args.at(-1))).toEqual(['segment-0.mp4', 'sound.mov'])
  expect(encodings().every(run => run.isBackground)).toBe(true)
  expect(await readdir(workFolder)).toEqual([])
  const before = encodings().length
  const plan = mediaPlanOf(await freeze({ ...wish, name: '' }), { assPath: null, fontsDir: null, tracks: [] })
  const report = await renderPlan(plan, kit.file('film.mp4'), {
    ffmpeg,
    workDir: join(folder, 'render'),
    kept: { cache: segmentCache, contentOf: assets.idOf },
  })
  expect(report.frames).toBe(plan.durationFrames)
  expect(encodings()).toHaveLength(before)
  // Asked again for the same, there is nothing to do.
  await untilState(ahead.follow(wish), 'done')
  expect(encodings()).toHaveLength(before)
})

it('waits on battery, for other work and while it is not wanted; then it begins', async () => {
  const { ahead, encodings, means, wish } = await openAhead()
  for (const not of [{ isOnBattery: true }, { isWorking: true }, { isAllowed: false }]) {
    Object.assign(means, { isAllowed: true, isOnBattery: false, isWorking: false }, not)
    const stop = new AbortController()
    const states = ahead.follow(wish, stop.signal)
    await new Promise(resolve => setTimeout(resolve, 25))
    stop.abort()
    expect((await untilState(states, 'rendering')).map(({ state }) => state)).toEqual(['waiting'])
    expect(encodings()).toEqual([])
  }
  Object.assign(means, { isAllowed: true, isOnBattery: false, isWorking: false })
  await untilState(ahead.follow(wish), 'done')
  expect(encodings().length).toBeGreaterThan(0)
})

it('stops at once when somebody is there again, and leaves nothing behind', async () => {
  const { ahead, encodings, segments, wish, workFolder } = await openAhead()
  const stop = new AbortController()
  const states = ahead.follow(wish, stop.signal)
  await untilState(states, 'rendering')
  stop.abort()
  await ahead.close()
  const [count, kept] = [encodings().length, await segments()]
  expect(await readdir(workFolder)).toEqual([])
  await new Promise(resolve => setTimeout(resolve, 25))
  expect(encodings()).toHaveLength(count)
  expect(await segments()).toEqual(kept)
})

it('gives way to a sequence that does not exist', async () => {
  const { ahead, encodings, wish } = await openAhead()
  const states = ahead.follow({ ...wish, sequenceId: '00000000-0000-7000-8000-000000000099' as SequenceId })
  expect((await states[Symbol.asyncIterator]().next()).value).toMatchObject({ state: 'waiting' })
  expect(encodings()).toEqual([])
})

it('a machine is on its battery only where the kernel says so', async () => {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const supplies = async (name: string, all: Record<string, Record<string, string>>) => {
    for (const [supply, facts] of Object.entries(all)) {
      await mkdir(kit.file(join(name, supply)), { recursive: true })
      for (const [fact, text] of Object.entries(facts))
        await writeFile(kit.file(join(name, supply, fact)), `${text}\n`)
    }
    return isOnBattery(kit.file(name))
  }
  const battery = { type: 'Battery', status: 'Discharging' }
  expect(await isOnBattery(kit.file('nowhere'))).toBe(false)
  expect(await supplies('laptop', { BAT0: battery, AC: { type: 'Mains', online: '0' } })).toBe(true)
  expect(await supplies('plugged', { BAT0: { ...battery, status: 'Charging' }, AC: { type: 'Mains', online: '1' } })).toBe(false)
  expect(await supplies('full', { BAT0: { ...battery, status: 'Full' } })).toBe(false)
  expect(await supplies('mouse', { hid: { ...battery, scope: 'Device' } })).toBe(false)
})
