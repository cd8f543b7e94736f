/**
 * Files of every awkward kind in one sequence: each is placed by its length, has its preview, and is seen and heard where it is.
 *
 * @module-tag all
 */
import type { Asset, Take } from '#contract/takes.ts'
import type { AssetId, ProjectId, SequenceId } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { presets } from '#rules/deliver/presets.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { freezeRender } from '../../../src-main/deliver/render-plan.ts'
import { createRenditions } from '../../../src-main/library/renditions.ts'
import { importOf } from '../../../src-main/library/takes.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { placeTakes } from '../../../src-renderer/rooms/timeline/acts/place-takes.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestLibrary } from '../../kit/library.ts'
import { decodedSound, greyFrames, openMediaKit, peakDb } from '../../kit/media.ts'
import { onlyEncoding } from '../../kit/plain-plan.ts'
import { clipId, documentOf } from '../../kit/sequence.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function openFilm() {
  const library = await openTestLibrary()
  const { takes, assets, root } = library
  const renditions = createRenditions({
    folder: join(root, 'renditions'),
    assets,
    ffmpeg: async () => kit.ffmpeg,
    limitBytes: async () => 1e9,
    freeBytes: async () => 1e12,
    minFreeBytes: 0,
    clock: systemClock,
    log: createLog({ write: () => {}, clock: systemClock }),
  })
  onTestFinished(() => renditions.close())
  const size = { width: 96, height: 54, rate: { numerator: 24, denominator: 1 } }
  const shown = {
    ...size,
    ...{ captions: { mode: 'none' as const, assPath: null, fontsDir: null, tracks: [] } },
    ...{ loudness: null, encoding: onlyEncoding(size), chapters: [] },
  }

  async function add(path: string): Promise<Take> {
    const { asset, medium } = await assets.adopt(path, 'media')
    const title = basename(path)
    return takes.file(importOf({ medium: medium!, title, fileName: title }), asset)
  }
  /** What is made of an asset, or why it is not. */
  async function previewOf(assetId: AssetId): Promise<string> {
    const [asked] = await renditions.want([assetId])
    for await (const { changed } of renditions.changes(AbortSignal.timeout(hangMs))) {
      const found = [asked, ...changed].findLast(each => each?.assetId === assetId)
      if (found?.state === 'impossible')
        return found.because
      if (found?.state === 'ready')
        return (['proxy', 'sound', 'picture'] as const).filter(part => found[part] !== null).join()
    }
    return ''
  }
  function placed(all: readonly Take[]) {
    let count = 100
    const empty = { ...documentOf(), ...size }
    const newId = <Id extends string>(): Id => clipId(count++) as string as Id
    const placing = { document: empty, newId, isLine: () => false, chosenOf: () => null }
    const { edits, unusable } = placeTakes(placing, all, { frame: 0, how: 'overwrite' })
    return { unusable: unusable.map(take => take.title), document: edits.length > 0 ? applyEdits(empty, edits).document : empty }
  }
  async function render(document: ReturnType<typeof placed>['document'], all: readonly Take[], path: string): Promise<void> {
    const sequence = { ...document, id: 'a film' as SequenceId, projectId: 'a project' as ProjectId, revision: 1, changedAt: 0 }
    const pathOf = ({ asset }: { asset: Asset }): string => assets.pathOf(asset)
    const how = { preset: presets[0]!, captionMode: 'none' as const, madeAt: 0 }
    const plan = freezeRender({ sequence, takes: all, pathOf, ...how })
    await renderPlan({ ...plan, ...shown }, path, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  }
  return { assets, add, previewOf, placed, render }
}

function grey(level: number, size: string, rate = '25'): string[] {
  return ['-f', 'lavfi', '-i', `color=c=0x${level.toString(16).repeat(3)}:s=${size}:r=${rate}`]
}
const brief = ['-t', '0.2']
const yuv = [...brief, '-pix_fmt', 'yuv420p']
const eight = ['-f', 'lavfi', '-i', `aevalsrc=exprs=${Array.from({ length: 8 }).fill('0.3*sin(2*PI*440*t)').join('|')}:s=48000:c=7.1`]

it('rates, turns, shapes, depths, alpha, one frame, a huge still and eight channels are each seen and heard in their place', async () => {
  const { assets, add, previewOf, placed, render } = await openFilm()
  const halves = ['-f', 'lavfi', '-i', 'color=black:s=48x54:r=25[a];color=white:s=48x54:r=25[b];[a][b]hstack']
  const lying = await kit.make('lying.mp4', [...halves, ...yuv])
  const vfr = ['-vf', 'select=\'lt(n,4)+not(mod(n,5))\'', '-fps_mode', 'vfr']
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
  // Previews of the others are proven where they are made.
  const files: readonly [path: string, level: number, frames: number, preview?: string][] = [
    [await kit.make('film.mp4', [...grey(0x30, '96x54', '24000/1001'), ...yuv]), 0x30, 5],
    [await kit.make('phone.mp4', [...grey(0x40, '96x54', '30'), ...vfr, ...yuv]), 0x40, 4],
    [await kit.make('odd.webm', [...grey(0x60, '96x54'), '-vf', 'scale=97:55', ...brief, ...vp9]), 0x60, 4, 'proxy'],
    [await kit.make('one.mp4', [...grey(0x70, '96x54', '60'), '-frames:v', '1', '-pix_fmt', 'yuv420p']), 0x70, 1, 'proxy'],
    [await kit.make('wide.mp4', [...grey(0x90, '48x54'), '-vf', 'setsar=2/1', ...yuv]), 0x90, 4, 'proxy'],
    [await kit.make('deep.mp4', [...grey(0xA0, '96x54'), ...brief, '-pix_fmt', 'yuv420p10le']), 0xA0, 4],
    [await kit.make('clear.mov', [...grey(0xB0, '96x54'), ...brief, '-pix_fmt', 'yuva444p10le', '-c:v', 'prores_ks']), 0xB0, 4],
    [await kit.make('eight.mkv', [...grey(0xC0, '96x54'), ...eight, ...yuv, '-c:a', 'flac', '-shortest']), 0xC0, 4, 'proxy,sound'],
    [await kit.make('huge.png', [...grey(0xD0, '20000x400'), '-frames:v', '1', '-pix_fmt', 'gray']), 0xD0, 96, 'picture'],
  ]
  const turned = await add(await kit.turned('turned.mp4', lying))
  expect([turned.asset.width, turned.asset.height]).toEqual([54, 96])
  const all = [turned]
  for (const [path, , , preview] of files) {
    const take = await add(path)
    if (preview)
      expect([take.title, await previewOf(take.asset.id)]).toEqual([take.title, preview])
    all.push(take)
  }
  all.push(await add(await kit.make('eight.flac', [...eight, ...brief])))
  const { document, unusable } = placed(all)
  expect(unusable).toEqual([])
  const [first, ...pictures] = tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track) : [])
  expect(pictures.map(clip => [all.find(take => take.id === clip.takeId)?.title, clip.length]))
    .toEqual(files.map(([path, , frames]) => [basename(path), frames]))

  const path = kit.file('out.mp4')
  await render(document, all, path)
  const frames = await greyFrames(kit.ffmpeg, path, 6)
  const middleOf = (clip: { start: number, length: number }): Buffer => frames[Math.floor(clip.start + clip.length / 2)]!
  // The middle, where a picture of any shape is.
  const levels = pictures.map(clip => middleOf(clip)[2 * 6 + 2]!)
  levels.slice(0, -1).forEach((level, index) => expect(Math.abs(level - files[index]![1])).toBeLessThan(6))
  // The lowest and the uppermost rows are next to a picture that is fifty times as wide as high.
  const huge = middleOf(pictures.at(-1)!)
  expect([huge[2], huge[5 * 6 + 2]].every(level => level! < 8) && Math.max(...huge) > 8).toBe(true)
  // Upright, as a player shows it, and there is nothing next to it.
  const [upright, played] = [middleOf(first!), (await greyFrames(kit.ffmpeg, assets.pathOf(turned.asset), 6))[0]!]
  expect([1, 4].map(row => upright[row * 6 + 2]! > 128)).toEqual([1, 4].map(row => played[row * 6 + 2]! > 128))
  expect(upright[1 * 6 + 2]! > 128).not.toBe(upright[4 * 6 + 2]! > 128)
  expect([0, 6, 24, 30].map(at => upright[at]! < 8)).toEqual([true, true, true, true])
  const [left] = await decodedSound(kit.ffmpeg, path)
  const sounds = tracksOf(document).flatMap(track => track.kind === 'sound' ? clipsOf(track) : [])
  expect(sounds).toHaveLength(2)
  for (const clip of sounds)
    expect(peakDb(left.subarray(clip.start + 2400, endOf(clip) - 2400))).toBeGreaterThan(-20)
})

it('what ends too early, is empty or too large is refused, or placed as long as it is', async () => {
  const { add, placed, previewOf } = await openFilm()
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=96x54:r=25', '-f', 'lavfi', '-i', 'sine=440', '-t', '1', '-pix_fmt', 'yuv420p']
  const cut = async (name: string, args: readonly string[]): Promise<string> => {
    const bytes = await readFile(await kit.make(`whole-${name}`, args))
    await writeFile(kit.file(name), bytes.subarray(0, Math.floor(bytes.length * 0.6)))
    return kit.file(name)
  }
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
  for (const path of [await cut('tail.mkv', film), await cut('tail.webm', [...film, ...vp9]), await cut('tail.mp4', film)])
    await expect(add(path)).rejects.toMatchObject({ reason: 'cut-short' })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(20_000, 0)
  header.writeUInt32BE(20_000, 4)
  header.set([1, 0], 8)
  const chunk = (name: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
  const parts = [chunk('IHDR', header), chunk('IDAT', Buffer.alloc(40)), chunk('IEND', Buffer.alloc(0))]
  await writeFile(kit.file('vast.png'), Buffer.concat([Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), ...parts]))
  await expect(add(kit.file('vast.png'))).rejects.toMatchObject({ reason: 'too-large' })

  const short = await add(await cut('tail.flac', ['-f', 'lavfi', '-i', 'anoisesrc=d=1']))
  expect(short.asset.durationSeconds).toBeGreaterThan(0.4)
  expect(short.asset.durationSeconds).toBeLessThan(0.75)
  const silence = await readFile(await kit.tone('tone.wav', { seconds: 0.1 }))
  const empty = Buffer.from(silence.subarray(0, silence.indexOf('data') + 8))
  empty.writeUInt32LE(0, empty.length - 4)
  empty.writeUInt32LE(empty.length - 8, 4)
  await writeFile(kit.file('empty.wav'), empty)
  const nothing = await add(kit.file('empty.wav'))
  expect(await previewOf(nothing.asset.id)).toBe('sound')
  expect(placed([nothing]).unusable).toEqual(['empty.wav'])
})

it('a file that goes or changes after it was placed is told, and nothing of a render stays', async () => {
  const { add, assets, placed, previewOf, render } = await openFilm()
  const gone = await add(await kit.clip('gone.mp4', { seconds: 0.2 }))
  const changed = await add(await kit.clip('changed.mp4', { seconds: 0.24 }))
  await rm(assets.pathOf(gone.asset))
  await writeFile(assets.pathOf(changed.asset), 'something else')
  expect([await previewOf(gone.asset.id), await previewOf(changed.asset.id)]).toEqual(['missing', 'damaged'])
  for (const take of [gone, changed])
    await expect(render(placed([take]).document, [take], kit.file('never.mp4'))).rejects.toThrow(take.asset.id)
  expect(await readdir(kit.file('work'))).toEqual([])
  expect((await readdir(kit.folder)).filter(name => name.startsWith('never'))).toEqual([])
})
