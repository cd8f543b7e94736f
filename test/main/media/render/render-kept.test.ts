/**
 * A render encodes only what no earlier one has encoded, and shows the same as if it had encoded everything.
 *
 * @module-tag all
 */
import type { Encoding } from '#contract/presets.ts'
import type { RenderPlan, RenderSound } from '../../../../src-main/media/plan/render-plan.ts'
import type { SegmentCache } from '../../../../src-main/media/render/segment-cache.ts'
import type { Stem } from '../../../../src-main/media/sound/mix.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { createSegmentCache } from '../../../../src-main/media/render/segment-cache.ts'
import { readWavLayout } from '../../../../src-main/media/wav.ts'
import { decodedSound, openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
let film: string
let other: string
let cache: SegmentCache
let cacheFolder: string
let opened = 0

beforeAll(async () => {
  kit = await openMediaKit()
  film = await kit.clip('film.mp4', { seconds: 9 })
  other = await kit.clip('other.mp4', { seconds: 2, source: 'testsrc2=s=64x48:r=25' })
})
beforeEach(() => {
  cacheFolder = kit.file(`kept-${opened++}`)
  cache = createSegmentCache({ folder: cacheFolder, limitBytes: async () => 1e9, hasRoom: async () => true, clock: systemClock })
})
afterAll(() => kit.close())

interface Cut { readonly path: string, readonly start: number, readonly frames: number, readonly in?: number }

const none: RenderPlan['captions'] = { mode: 'none', assPath: null, fontsDir: null, tracks: [] }

/** What is kept is pictures alone. */
const silent: Encoding = { ...onlyEncoding({ width: 64, height: 48 }), audio: null }

function planOf(cuts: readonly Cut[], captions = none): RenderPlan {
  return {
    width: 64,
    height: 48,
    rate: { numerator: 25, denominator: 1 },
    durationFrames: Math.max(...cuts.map(cut => cut.start + cut.frames)),
    background: '#000000',
    ...fromSingle(cuts.map(({ path, start, frames, in: inFrame = 0 }) =>
      ({ path, medium: 'video', startFrame: start, frames, inFrame, fit: 'contain', pushIn: null }))),
    sounds: [],
    captions,
    loudness: null,
    encoding: silent,
    chapters: [],
    metadata: {},
  }
}

/** The first is encoded in two pieces. */
const twoClips = (): [Cut, Cut] => [{ path: film, start: 0, frames: 200 }, { path: other, start: 200, frames: 20 }]

let renders = 0
async function render(plan: RenderPlan, { isKept = true, ...options }: { isKept?: boolean, signal?: AbortSignal, stems?: Stem[] } = {}) {
  const path = kit.file(`render-${renders++}.${plan.encoding.format}`)
  const encodes: string[][] = []
  const soundEncodes: string[][] = []
  const ffmpeg: MediaKit['ffmpeg'] = {
    ...kit.ffmpeg,
    run(args, options) {
      if (args.includes('libx264'))
        encodes.push([...args])
      if (['aac', 'libopus', 'pcm_s24le'].some(encoder => args.includes(encoder)))
        soundEncodes.push([...args])
      return kit.ffmpeg.run(args, options)
    },
  }
  const { sound } = await renderPlan(plan, path, {
    ffmpeg,
    workDir: kit.file('work'),
    ...(isKept && { kept: { cache, contentOf: basename } }),
    ...options,
  })
  const pictures = async () =>
    (await framesOf(path)).split('\n').filter(line => line.startsWith('0,')).map(line => line.split(',').at(-1))
  return { path, encodes, soundEncodes, sound, pictures }
}

/** With their times. */
async function framesOf(path: string, stream = 'v'): Promise<string> {
  const { stdout } = await kit.ffmpeg.run(['-i', path, '-map', `0:${stream}`, '-f', 'framemd5', '-'])
  return stdout.toString()
}

/** The names of kept pictures. */
async function keptPictures(): Promise<string[]> {
  return (await readdir(cacheFolder)).filter(name => name.endsWith('.mp4'))
}

it('encodes nothing again, only what is new, and shows the same as a render of its own', async () => {
  const plan = planOf(twoClips())
  const first = await render(plan)
  const second = await render(plan)
  expect([first.encodes.length, second.encodes.length]).toEqual([3, 0])
  const pictures = await first.pictures()
  expect(pictures).toHaveLength(220)
  expect(await second.pictures()).toEqual(pictures)
  const [one, two] = twoClips()
  const changed = planOf([{ ...one, frames: 190 }, { ...two, start: 190 }])
  const third = await render(changed)
  expect(third.encodes).toHaveLength(1)
  expect(await third.pictures()).toEqual(await (await render(changed, { isKept: false })).pictures())
})

it('encodes again only the piece that a changed caption is on, and draws captions nowhere else', async () => {
  const screen = { width: 64, height: 48, rate: { numerator: 25, denominator: 1 } }
  const captioned = async (name: string, start: number, text: string): Promise<RenderPlan> => {
    const cue = { start, length: 20, lines: [text], speaker: '' }
    const still = { ...cue, start: 205, lines: ['stays'] }
    await writeFile(kit.file(name), toAss(screen, { captions: { cues: [cue, still], style: captionStyle, speakerColours: {} } }))
    return planOf(twoClips(), { mode: 'burned', assPath: kit.file(name), fontsDir: null, tracks: [] })
  }
  const first = await render(await captioned('one.ass', 10, 'before'))
  expect(first.encodes.filter(args => args.join(' ').includes('ass='))).toHaveLength(2)
  const changed = await render(await captioned('two.ass', 10, 'after'))
  expect(changed.encodes).toHaveLength(1)
})

it('continues after a stop with what was encoded before', async () => {
  const stop = new AbortController()
  const keep = cache.keep
  cache = {
    ...cache,
    async keep(key, path) {
      await keep(key, path)
      stop.abort(new Error('stopped'))
    },
  }
  const plan = planOf(twoClips())
  await expect(render(plan, { signal: stop.signal })).rejects.toThrow('stopped')
  const kept = (await keptPictures()).length
  expect(kept).toBeGreaterThan(0)
  cache = createSegmentCache({ folder: cacheFolder, limitBytes: async () => 1e9, hasRoom: async () => true, clock: systemClock })
  expect((await render(plan)).encodes).toHaveLength(3 - kept)
})

it('encodes a damaged piece again, and does without one that cannot be kept', async () => {
  const plan = planOf(twoClips())
  const { keep } = cache
  let refused = 0
  cache = { ...cache, keep: (key, path) => refused++ === 0 ? Promise.reject(new Error('ENOSPC')) : keep(key, path) }
  const first = await render(plan)
  const [name = ''] = await keptPictures()
  await writeFile(join(cacheFolder, name), 'damaged')
  const mended = await render(plan)
  expect(mended.encodes).toHaveLength(2)
  expect(await mended.pictures()).toEqual(await first.pictures())
})

it('encodes a picture once that is shown several times in one render', async () => {
  const shown = (start: number, from = 0): Cut => ({ path: other, start, frames: 10, in: from })
  const plan = planOf([shown(0), shown(10), shown(20, 5), shown(30)])
  const made = await render(plan)
  expect(made.encodes).toHaveLength(2)
  const alone = await render(plan, { isKept: false })
  expect(alone.encodes).toHaveLength(4)
  expect(await made.pictures()).toEqual(await alone.pictures())
})

describe('the sound of a film', () => {
  const levels = [{ at: 0, amplitude: 0.5 }]
  const quiet: RenderSound = { path: '', start: 4800, length: 48_000, in: 0, speed: 100, levels }
  const speech = { speaker: 'Anna', hasOwnGain: false }
  const withSound = async (changes: Partial<RenderSound> = {}, encoding: Partial<Encoding> = {}): Promise<RenderPlan> => {
    const plan = planOf([twoClips()[1]].map(cut => ({ ...cut, start: 0 })))
    const sound = { ...quiet, path: await kit.tone('sound.wav', { channels: 1, sampleRate: 24_000 }), speech, ...changes }
    const loudness = { targetLufs: -16, truePeakDbtp: -1 }
    return { ...plan, durationFrames: 20, sounds: [sound], loudness, encoding: { ...onlyEncoding({ width: 64, height: 48 }), ...encoding } }
  }

  it('is encoded once, and again when anything of it changes, but not for a picture', async () => {
    const plan = await withSound()
    const first = await render(plan)
    const [again, otherPicture] = [await render(plan), await render({ ...plan, background: '#123456' })]
    expect([first, again, otherPicture].map(({ soundEncodes }) => soundEncodes.length)).toEqual([1, 0, 0])
    expect([again.sound, otherPicture.sound]).toEqual([first.sound, first.sound])
    expect(first.sound.lines).toMatchObject([{ speaker: 'Anna' }])
    const sounding = await framesOf(first.path, 'a')
    expect([await framesOf(again.path, 'a'), await framesOf(otherPicture.path, 'a')]).toEqual([sounding, sounding])
    const longer = await render({ ...plan, durationFrames: 21 })
    const louder = await render({ ...plan, loudness: { targetLufs: -14, truePeakDbtp: -1 } })
    const later = await render(await withSound({ start: 4801 }))
    expect([longer, louder, later].map(({ soundEncodes }) => soundEncodes.length)).toEqual([1, 1, 1])
    expect(await framesOf(later.path, 'a')).toBe(await framesOf((await render(await withSound({ start: 4801 }), { isKept: false })).path, 'a'))
  })

  it('is made again when what was kept of it is damaged or gone, and mixed again for stems', async () => {
    const plan = await withSound()
    const first = await framesOf((await render(plan)).path, 'a')
    const kept = async (): Promise<string[]> => (await readdir(cacheFolder)).filter(name => !name.endsWith('.mp4'))
    for (const name of await kept()) {
      await writeFile(join(cacheFolder, name), '{}')
      const mended = await render(plan)
      expect(mended.soundEncodes).toHaveLength(1)
      expect(await framesOf(mended.path, 'a')).toBe(first)
    }
    expect(await kept()).toHaveLength(2)
    const stems = [{ path: kit.file('stem.wav'), sounds: [0] }]
    expect((await render(plan, { stems })).soundEncodes).toHaveLength(1)
    expect((await readWavLayout(kit.file('stem.wav'))).frames).toBe(38_400)
  })

  it('is not delivered when a stem cannot be written', async () => {
    const stems = [{ path: kit.file('nowhere/stem.wav'), sounds: [0] }]
    // What was encoded by then may be kept: whether anything was is a matter of moments.
    const files = async (): Promise<string[]> => (await readdir(kit.file('.'))).filter(name => name !== basename(cacheFolder))
    const plan = await withSound()
    const before = await files()
    await expect(render(plan, { stems })).rejects.toThrow('ENOENT')
    expect(await files()).toEqual(before)
    expect(await readdir(kit.file('work'))).toEqual([])
  })

  it.each([
    ['mov', 'pcm', null],
    ['webm', 'opus', 96],
  ] as const)('of %s with %s is encoded by itself as it would be in the film', async (format, codec, kilobits) => {
    const { video: picture } = silent
    const video = picture && format === 'webm' ? { ...picture, codec: 'vp9' as const } : picture
    const plan = await withSound({}, { format, video, audio: { codec, kilobits } })
    const [made, again] = [await render(plan), await render(plan)]
    expect(again.soundEncodes).toEqual([])
    expect(await framesOf(again.path, 'a')).toBe(await framesOf(made.path, 'a'))
    const [left] = await decodedSound(kit.ffmpeg, made.path)
    expect(Math.abs(left.length - 38_400)).toBeLessThan(1024)
    expect(Math.abs(left.findIndex(sample => Math.abs(sample) > 0.05) - 4800)).toBeLessThan(48)
  })
})
