/**
 * Renditions: made when asked for or when filed, made again when they are gone, never more than the limit, and never lost work.
 *
 * @module-tag all
 */
import type { Rendition, RenditionPart } from '#contract/renditions.ts'
import type { Asset } from '#contract/takes.ts'
import type { AssetId, HeardSound, Medium } from '#contract/words.ts'
import type { Renditions } from '../../../src-main/library/renditions.ts'
import type { MediaKit } from '../../kit/media.ts'
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { courseKey } from '#rules/sequence/course.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { spanOf } from '#rules/sequence/ramp.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneKey } from '#rules/tone/tone-key.ts'
import { filesBelow } from '../../../src-main/base/files-below.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { followFiledTakes } from '../../../src-main/library/follow-filed-takes.ts'
import { createRenditions } from '../../../src-main/library/renditions.ts'
import { importOf } from '../../../src-main/library/takes.ts'
import { readWavLayout } from '../../../src-main/media/wav.ts'
import { createTestClock } from '../../kit/clock.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { openMediaKit } from '../../kit/media.ts'

type Ready = Extract<Rendition, { state: 'ready' }>

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
  await Promise.all([
    kit.clip('shot.mp4', { withSound: true }),
    kit.clip('mute.mp4', { seconds: 0.4 }),
    kit.tone('speech.wav', { sampleRate: 24_000, channels: 1, seconds: 0.3 }),
    kit.tone('music.wav', { seconds: 0.3 }),
    kit.tone('only.mp4', { seconds: 0.3, args: ['-c:a', 'aac'] }),
    kit.picture('small.png'),
    kit.picture('huge.png', { width: 2400, height: 100 }),
  ])
})
afterAll(() => kit.close())

async function openRenditions(options: { hasFfmpeg?: boolean, limitBytes?: number, freeBytes?: number, shortSoundBytes?: number } = {}) {
  const library = await openTestLibrary()
  const clock = createTestClock()
  const said: string[] = []
  const log = createLog({ write: line => said.push(line), clock })
  const folder = join(library.root, 'renditions')
  const settings = { limitBytes: 1e9, freeBytes: 1e12, hasFfmpeg: true, ...options }
  const open = (): Renditions => {
    const opened = createRenditions({
      folder,
      assets: library.assets,
      ffmpeg: async () => settings.hasFfmpeg ? kit.ffmpeg : null,
      limitBytes: async () => settings.limitBytes,
      freeBytes: async () => settings.freeBytes,
      minFreeBytes: 0,
      ...options.shortSoundBytes !== undefined && { shortSoundBytes: options.shortSoundBytes },
      clock,
      log,
    })
    onTestFinished(() => opened.close())
    return opened
  }
  async function adopt(name: string): Promise<Asset> {
    const part = join(library.root, `${name}.in`)
    await copyFile(kit.file(name), part)
    const { asset, medium } = await library.assets.adopt(part)
    await library.takes.file(importOf({ medium: medium as Medium, title: name }), asset)
    return asset
  }
  return { ...library, folder, clock, settings, said, open, adopt }
}

/** The rendition once it is neither waiting nor being made. */
async function made(renditions: Renditions, assetId: AssetId, speed = 100, heard?: HeardSound): Promise<Rendition> {
  const [asked] = await renditions.requestAtSpeed([{ assetId, speed, heard }])
  if (asked && !['waiting', 'making'].includes(asked.state))
    return asked
  for await (const { changed } of renditions.changes(AbortSignal.timeout(hangMs))) {
    const found = changed.findLast(each => each.assetId === assetId && each.speed === speed && heardKey(each.heard) === heardKey(heard))
    if (found && !['waiting', 'making'].includes(found.state))
      return found
  }
  throw new Error('It was never made')
}

function partsOf({ proxy, filmstrip, sound, picture }: Ready): string[] {
  return Object.entries({ proxy, filmstrip, sound, picture }).filter(([, part]) => part !== null).map(([name]) => name)
}

const whole = ({ id }: Asset) => ({ assetId: id, speed: 100 })

async function firstOf<Event>(feed: AsyncIterable<Event>): Promise<Event> {
  const { value } = await feed[Symbol.asyncIterator]().next()
  return value
}

async function namesBelow(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).map(path => basename(path)).sort()
}

describe('what is made of an asset', () => {
  it('fits its kind, and is made only where the original does not serve', async () => {
    const { adopt, open, folder } = await openRenditions()
    const renditions = open()
    const expected: readonly [name: string, parts: readonly RenditionPart[], files: readonly string[]][] = [
      ['shot.mp4', ['proxy', 'filmstrip', 'sound'], ['facts.json', 'filmstrip.jpg', 'proxy.mp4', 'sound.wav']],
      ['mute.mp4', ['proxy', 'filmstrip'], ['facts.json', 'filmstrip.jpg', 'proxy.mp4']],
      ['only.mp4', ['sound'], ['facts.json', 'sound.wav']],
      ['speech.wav', ['sound'], ['facts.json', 'sound.wav']],
      ['music.wav', ['sound'], []],
      ['huge.png', ['picture'], ['facts.json', 'picture.jpg']],
      ['small.png', ['picture'], []],
    ]
    for (const [name, parts, files] of expected) {
      const asset = await adopt(name)
      const ready = await made(renditions, asset.id) as Ready
      expect([name, ready.state, partsOf(ready)]).toEqual([name, 'ready', parts])
      expect([name, await namesBelow(join(folder, asset.id.slice(0, 2), asset.id))]).toEqual([name, files])
      for (const part of parts)
        expect((await stat((await renditions.find(whole(asset), part, ready.madeAt))?.path ?? '')).size).toBeGreaterThan(100)
      expect(await renditions.find(whole(asset), parts.includes('picture') ? 'proxy' : 'picture', ready.madeAt)).toBe(null)
    }
  })

  it('the sound is found at its offset, to the sample', async () => {
    const { adopt, open } = await openRenditions()
    const asset = await adopt('music.wav')
    const renditions = open()
    const { sound, madeAt } = await made(renditions, asset.id) as Ready
    const found = await renditions.find(whole(asset), 'sound', madeAt)
    expect(sound?.samples).toBe(14_400)
    expect((await readFile(found?.path ?? '')).length).toBe((sound?.dataOffset ?? 0) + 14_400 * 4)
  })

  it('along a course is its sound alone, and is found again when the studio is opened again', async () => {
    const { open, adopt, folder } = await openRenditions()
    const music = await adopt('music.wav')
    const points = Array.from({ length: 100 }, (_, at) => ({ at: at * 100, speed: 50 + at, easing: 'ease' as const }))
    const along = courseKey({ from: 0, points })
    const key = { assetId: music.id, speed: 100, along }
    const first = open()
    const settled = async (renditions: Renditions): Promise<Ready> => {
      await expect.poll(async () => (await renditions.requestAtSpeed([key]))[0]?.state).toBe('ready')
      return (await renditions.requestAtSpeed([key]))[0] as Ready
    }
    const ready = await settled(first)
    expect([ready.along, partsOf(ready), ready.sound?.samples]).toEqual([along, ['sound'], spanOf({ from: 0, points }, 14_400).end])
    expect(await first.find(key, 'sound', ready.madeAt)).toMatchObject({ mime: 'audio/wav' })
    // Another course, and the whole asset, are others.
    expect((await first.requestAtSpeed([{ ...key, along: courseKey({ from: 1, points }) }]))[0]?.state).toBe('waiting')
    expect((await first.want([music.id]))[0]).toMatchObject({ state: 'ready', speed: 100, madeAt: 0 })
    await first.close()
    const names = (await readdir(folder, { recursive: true })).filter(name => name.includes('-along-'))
    expect(Math.max(...names.map(name => basename(name).length))).toBeLessThan(200)
    const again = open()
    expect((await settled(again)).madeAt).toBe(ready.madeAt)
    await again.remake([music.id])
    expect(await again.find(key, 'sound', ready.madeAt)).toBeNull()
  })

  it('at another speed is its sound alone, stretched from the same samples with its pitch kept', async () => {
    const { adopt, open, folder } = await openRenditions()
    const [music, shot, mute] = [await adopt('music.wav'), await adopt('shot.mp4'), await adopt('mute.mp4')]
    const renditions = open()
    for (const [asset, speed, samples] of [[music, 150, 9600], [shot, 50, 96_000], [music, 56.25, 25_600]] as const) {
      const ready = await made(renditions, asset.id, speed) as Ready
      expect([ready.speed, partsOf(ready)]).toEqual([speed, ['sound']])
      expect(Math.abs((ready.sound?.samples ?? 0) - samples)).toBeLessThan(samples / 20)
      const found = await renditions.find({ assetId: asset.id, speed }, 'sound', ready.madeAt)
      expect((await readWavLayout(found?.path ?? '')).frames).toBe(ready.sound?.samples)
    }
    const silent = { state: 'impossible', because: 'damaged', said: expect.stringContaining('no sound') }
    expect(await made(renditions, mute.id, 200)).toMatchObject(silent)
    // That of the whole asset is another, and goes with it.
    expect((await renditions.want([music.id]))[0]).toMatchObject({ state: 'ready', speed: 100, madeAt: 0 })
    await renditions.forget(music.id)
    expect(await namesBelow(folder)).toEqual(['facts.json', 'sound.wav'])
  })

  it('through a chain of filters is another sound, with its own waveform, kept under a name from which it is made again', async () => {
    const { adopt, open, folder } = await openRenditions()
    const music = await adopt('music.wav')
    const heard = { track: null, channel: 'both', chain: toneKey(chainOf('podcast')) } as const
    const first = open()
    const raw = await made(first, music.id, 150) as Ready
    const ready = await made(first, music.id, 150, heard) as Ready
    expect(ready.heard).toEqual(heard)
    // `atempo` cuts where the sound is most alike.
    expect(Math.abs((ready.sound?.samples ?? 0) - (raw.sound?.samples ?? 0))).toBeLessThan(480)
    const pathOf = async (from: Renditions, of: Ready) => (await from.find(of, 'sound', of.madeAt))?.path ?? ''
    expect(await readFile(await pathOf(first, ready))).not.toEqual(await readFile(await pathOf(first, raw)))
    const whole = await made(first, music.id, 100, heard) as Ready
    expect(whole.sound?.samples, 'as long as it was').toBe(14_400)
    expect((await first.find(whole, 'peaks', whole.madeAt))?.path).toContain(heard.chain)
    await first.close()
    const second = open()
    expect(await made(second, music.id, 100, heard), 'it is kept').toEqual(whole)
    await second.close()
    await rm(folder, { recursive: true })
    const again = await made(open(), music.id, 100, heard)
    expect(again, 'and made again where it was lost').toMatchObject({ state: 'ready', heard, sound: whole.sound })
  })

  it('is told step by step, and kept over a restart', async () => {
    const { adopt, open } = await openRenditions()
    const asset = await adopt('mute.mp4')
    const first = open()
    const states: string[] = []
    const following = (async () => {
      for await (const { changed } of first.changes())
        states.push(...changed.map(each => each.state))
    })()
    const ready = await made(first, asset.id)
    await first.close()
    await following
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual(['waiting', 'making', 'ready'])
    expect(await open().want([asset.id])).toEqual([ready])
  })

  it('is made soon after a take is filed, when nobody asks', async () => {
    const { adopt, open, takes, clock, folder, said } = await openRenditions()
    const renditions = open()
    const stop = new AbortController()
    const log = createLog({ write: line => said.push(line), clock })
    const filedAt = { ...clock, now: () => 0, sleep: async () => {} }
    const following = followFiledTakes({ takes, renditions, takeWords: { findLater: async () => {} }, clock: filedAt, log }, stop.signal)
    await new Promise(resolve => setImmediate(resolve))
    const asset = await adopt('mute.mp4')
    await expect.poll(() => namesBelow(folder)).toEqual(['facts.json', 'filmstrip.jpg', 'proxy.mp4'])
    stop.abort()
    await following
    // The files come before the word that they are there.
    await expect.poll(async () => (await renditions.want([asset.id]))[0]?.state).toBe('ready')
  })
})

describe('what cannot be made', () => {
  it('without ffmpeg is told, and made once there is one', async () => {
    const { adopt, open, settings } = await openRenditions({ hasFfmpeg: false })
    const [shot, small] = [await adopt('mute.mp4'), await adopt('small.png')]
    const renditions = open()
    expect(await renditions.want([shot.id, small.id])).toMatchObject([{ state: 'impossible', because: 'no-ffmpeg' }, { state: 'ready' }])
    settings.hasFfmpeg = true
    expect(await made(renditions, shot.id)).toMatchObject({ state: 'ready' })
    settings.hasFfmpeg = false
    expect(await renditions.want([shot.id])).toMatchObject([{ state: 'ready' }])
  })

  it('for want of space is told, and made once there is some', async () => {
    const { adopt, open, settings } = await openRenditions({ freeBytes: 1000 })
    const asset = await adopt('mute.mp4')
    const renditions = open()
    expect(await made(renditions, asset.id)).toMatchObject({ state: 'impossible', because: 'disk-full' })
    settings.freeBytes = 1e12
    expect(await made(renditions, asset.id)).toMatchObject({ state: 'ready' })
  })

  it.each([
    ['cut short', 'cut-short', (path: string) => truncate(path, 900)],
    ['empty', 'empty', (path: string) => truncate(path, 0)],
    ['damaged', 'damaged', async (path: string) => writeFile(path, (await readFile(path)).fill(0, 40))],
  ])('of a file that is %s is told once, and tried again only when that is asked for', async (_, because, harm) => {
    const { adopt, open, assets, said, folder } = await openRenditions()
    const asset = await adopt('shot.mp4')
    await harm(assets.pathOf(asset))
    const renditions = open()
    expect(await made(renditions, asset.id)).toMatchObject({ state: 'impossible', because })
    await renditions.want([asset.id])
    await renditions.makeLater(asset.id)
    expect(said.filter(line => line.includes('rendition-failed'))).toHaveLength(1)
    expect(await namesBelow(folder)).toEqual([])
    await copyFile(kit.file('shot.mp4'), assets.pathOf(asset))
    await renditions.remake([asset.id])
    expect(await made(renditions, asset.id)).toMatchObject({ state: 'ready' })
  })

  it('of a missing file or an unknown asset is told, and made once the file is back', async () => {
    const { adopt, open, assets } = await openRenditions()
    const [asset, still] = [await adopt('mute.mp4'), await adopt('small.png')]
    await rm(assets.pathOf(asset))
    await rm(assets.pathOf(still))
    const renditions = open()
    const unknown = 'f'.repeat(64) as AssetId
    const missing = { state: 'impossible', because: 'missing' }
    expect(await renditions.want([asset.id, still.id, unknown])).toMatchObject([missing, missing, missing])
    await copyFile(kit.file('mute.mp4'), assets.pathOf(asset))
    expect(await made(renditions, asset.id)).toMatchObject({ state: 'ready' })
  })
})

describe('what is there', () => {
  it.each([
    ['shorter', (path: string) => truncate(path, 50)],
    ['gone', (path: string) => rm(path)],
  ])('and becomes %s is not served, and is made again', async (_, harm) => {
    const { adopt, open, clock } = await openRenditions()
    const asset = await adopt('mute.mp4')
    const renditions = open()
    const before = await made(renditions, asset.id) as Ready
    const found = await renditions.find(whole(asset), 'proxy', before.madeAt)
    await harm(found?.path ?? '')
    expect(await renditions.find(whole(asset), 'filmstrip', before.madeAt)).toBe(null)
    await clock.advance(1000)
    const after = await made(renditions, asset.id) as Ready
    expect(after.madeAt).toBeGreaterThan(before.madeAt)
    expect(await renditions.find(whole(asset), 'proxy', before.madeAt)).toBe(null)
    expect(await renditions.find(whole(asset), 'proxy', after.madeAt)).not.toBe(null)
  })

  it('only in part, of no asset, or of another recipe is swept at the start', async () => {
    const { adopt, open, folder } = await openRenditions()
    const [kept, old] = [await adopt('mute.mp4'), await adopt('huge.png')]
    const first = open()
    await made(first, kept.id)
    await made(first, old.id)
    await first.close()
    const stranger = join(folder, 'ff', 'f'.repeat(64))
    const half = join(folder, kept.id.slice(0, 2), `${kept.id}.x.part`)
    for (const place of [stranger, half]) {
      await mkdir(place, { recursive: true })
      await writeFile(join(place, 'proxy.mp4'), 'half')
    }
    const facts = join(folder, old.id.slice(0, 2), old.id, 'facts.json')
    await writeFile(facts, (await readFile(facts, 'utf8')).replace(/"recipe":\d+/, '"recipe":0'))
    expect(await firstOf(open().storage())).toMatchObject({ count: 1 })
    expect(await namesBelow(folder)).toEqual(['facts.json', 'filmstrip.jpg', 'proxy.mp4'])
  })

  it('goes, least recently used first, when there is more than the limit', async () => {
    const { adopt, open, folder, clock, settings } = await openRenditions()
    const [old, used, fresh] = [await adopt('mute.mp4'), await adopt('huge.png'), await adopt('speech.wav')]
    const renditions = open()
    await made(renditions, old.id)
    await made(renditions, used.id)
    settings.limitBytes = 1
    await renditions.tidy()
    // Both are in use.
    expect(await readdir(folder)).toHaveLength(2)
    await clock.advance(3_600_000)
    await renditions.want([used.id])
    await made(renditions, fresh.id)
    expect(new Set(await readdir(folder, { recursive: true }))).toContain(join(used.id.slice(0, 2), used.id))
    const { changed } = await firstOf(renditions.changes())
    expect(changed.map(({ assetId, state }) => [assetId, state])).toContainEqual([old.id, 'none'])
  })

  it('is cleared when asked, and the space is told', async () => {
    const { adopt, open, folder } = await openRenditions()
    const asset = await adopt('shot.mp4')
    const renditions = open()
    const { madeAt } = await made(renditions, asset.id) as Ready
    const told = renditions.storage()[Symbol.asyncIterator]()
    const { value: before } = await told.next()
    expect(before).toMatchObject({ count: 1 })
    expect(await renditions.clear()).toBe(before.sizeBytes)
    expect((await told.next()).value).toEqual({ count: 0, sizeBytes: 0 })
    expect([await namesBelow(folder), await renditions.find(whole(asset), 'sound', madeAt)]).toEqual([[], null])
  })

  it('goes with its asset', async () => {
    const { adopt, open, folder, assets, takes } = await openRenditions()
    const asset = await adopt('mute.mp4')
    const renditions = open()
    assets.onDiscard(renditions.forget)
    await made(renditions, asset.id)
    const take = await takes.withAsset(asset.id)
    await takes.trash([take!.id])
    expect(await namesBelow(folder)).toHaveLength(3)
    await takes.purge([take!.id])
    expect(await namesBelow(folder)).toEqual([])
  })
})

describe('the file of a short sound', () => {
  async function openUnused() {
    const found = await openRenditions({ shortSoundBytes: 0 })
    const renditions = found.open()
    const asset = await found.adopt('speech.wav')
    const ready = await made(renditions, asset.id) as Ready
    const { path } = (await renditions.find(whole(asset), 'sound', ready.madeAt))!
    const bytes = await readFile(path)
    await found.clock.advance(11 * 60_000)
    await renditions.tidy()
    return { ...found, renditions, asset, ready, path, bytes }
  }

  it('goes when it is not used, is ready all the same, and is the same bytes when it is asked for', async () => {
    const { renditions, folder, asset, ready, path, bytes } = await openUnused()
    expect(await namesBelow(folder)).toEqual(['facts.json'])
    expect((await firstOf(renditions.storage())).sizeBytes).toBe(0)
    expect(await made(renditions, asset.id)).toEqual(ready)
    const asked = await Promise.all(Array.from({ length: 4 }, () => renditions.find(whole(asset), 'sound', ready.madeAt)))
    expect(asked.map(file => file?.path)).toEqual(Array.from({ length: 4 }).fill(path))
    expect(await readFile(path)).toEqual(bytes)
    expect(await namesBelow(folder)).toEqual(['facts.json', 'sound.wav'])
  })

  it('is ready after a restart without it, and stays while it is used', async () => {
    const { renditions, open, clock, folder, asset, ready } = await openUnused()
    await renditions.close()
    const again = open()
    expect(await made(again, asset.id)).toEqual(ready)
    await again.find(whole(asset), 'sound', ready.madeAt)
    await clock.advance(5 * 60_000)
    await again.tidy()
    expect(await namesBelow(folder)).toEqual(['facts.json', 'sound.wav'])
  })

  it('is not served where it became another: it is made again, under another address', async () => {
    const { renditions, folder, asset, ready } = await openUnused()
    const [facts = ''] = (await filesBelow(folder)).map(path => String(path)).filter(path => path.endsWith('facts.json'))
    await writeFile(facts, (await readFile(facts, 'utf8')).replace(/"sha256":"[0-9a-f]{8}/, '"sha256":"00000000'))
    expect(await renditions.find(whole(asset), 'sound', ready.madeAt)).toBeNull()
    const later = await made(renditions, asset.id) as Ready
    expect(await renditions.find(whole(asset), 'sound', later.madeAt)).not.toBeNull()
  })

  it('stays where it belongs to a shot', async () => {
    const { open, adopt, clock, folder } = await openRenditions({ shortSoundBytes: 0 })
    const renditions = open()
    const shot = await adopt('shot.mp4')
    await made(renditions, shot.id)
    await clock.advance(11 * 60_000)
    await renditions.tidy()
    expect(await namesBelow(folder)).toEqual(['facts.json', 'filmstrip.jpg', 'proxy.mp4', 'sound.wav'])
  })
})

it('closing stops what is being made at once, and leaves nothing half-made', async () => {
  const { adopt, open, folder } = await openRenditions()
  await kit.clip('long.mp4', { width: 320, height: 240, seconds: 20, args: ['-preset', 'ultrafast'] })
  const asset = await adopt('long.mp4')
  const renditions = open()
  await renditions.want([asset.id])
  for await (const { changed } of renditions.changes()) {
    if (changed.some(each => each.state === 'making'))
      break
  }
  await expect.poll(async () => (await namesBelow(folder)).includes('proxy.mp4'), { interval: 10 }).toBe(true)
  await renditions.close()
  expect(await namesBelow(folder)).toEqual([])
})

it('a use is noted on disk, so that it counts after a restart, too', async () => {
  const { adopt, open, folder, clock } = await openRenditions()
  const asset = await adopt('mute.mp4')
  const renditions = open()
  const { madeAt } = await made(renditions, asset.id) as Ready
  const facts = join(folder, asset.id.slice(0, 2), asset.id, 'facts.json')
  await utimes(facts, 1, 1)
  await clock.advance(3_600_000)
  await renditions.find(whole(asset), 'proxy', madeAt)
  expect((await stat(facts)).mtimeMs).toBe(clock.now())
  expect(dirname(facts)).toContain(asset.id)
})
