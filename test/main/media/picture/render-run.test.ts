/**
 * Segments that are encoded with one reading of their file are the same, to the last byte, as each encoded by itself.
 *
 * @module-tag wide
 */
import type { SegmentJob } from '../../../../src-main/media/picture/segment-job.ts'
import type { RenderPlan } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { longestFirst } from '../../../../src-main/media/picture/longest-first.ts'
import { renderRun, runsOf } from '../../../../src-main/media/picture/render-run.ts'
import { renderSegment, segmentFile } from '../../../../src-main/media/picture/render-segment.ts'
import { piecesOf } from '../../../../src-main/media/render/render.ts'
import { openMediaKit } from '../../../kit/media.ts'
import { fromSingle, onlyEncoding } from '../../../kit/plain-plan.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

const size = { width: 64, height: 36 }
const rate = { numerator: 25, denominator: 1 }
const signal = new AbortController().signal
const encoding = onlyEncoding(size)

/** One shot of 14 seconds of a sequence, of which the file ends a little earlier, or much. */
async function shotPlan(
  name: string,
  { source = 25, seconds = 14, ...changes }: Partial<RenderPlan> & { source?: number, seconds?: number } = {},
): Promise<RenderPlan> {
  const args = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '999']
  const path = await kit.clip(`${name}.mp4`, { ...size, rate: String(source), seconds, args })
  return {
    ...{ ...size, rate, durationFrames: 349, background: '#000000' },
    ...fromSingle([{ path, medium: 'video', startFrame: 0, frames: 349, inFrame: 7, fit: 'contain', pushIn: null }]),
    ...{ sounds: [], captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    ...{ encoding, chapters: [], metadata: {} },
    ...changes,
  }
}

async function filesOf(jobs: readonly SegmentJob[], folder: string): Promise<Buffer[]> {
  return Promise.all(jobs.map(job => readFile(join(folder, segmentFile(job)))))
}

/** How often a file was read for encoding, and whether the result is the same. */
async function compare(name: string, plan: RenderPlan): Promise<{ pieces: number, encodes: number }> {
  const folder = kit.file(name)
  await mkdir(folder)
  const pieces = await piecesOf({ plan, folder, ffmpeg: kit.ffmpeg, signal }, { name: 'libx264', quality: 'standard' })
  const jobs = pieces.map(piece => ({ ...piece, threads: 1 }))
  for (const job of jobs)
    await renderSegment(job, { ffmpeg: kit.ffmpeg, signal, onProgress: () => {} })
  const alone = await filesOf(jobs, folder)
  let encodes = 0
  const ffmpeg: MediaKit['ffmpeg'] = {
    ...kit.ffmpeg,
    run(args, options) {
      encodes++
      return kit.ffmpeg.run(args, options)
    },
  }
  const reported: number[] = []
  await renderRun(jobs, { ffmpeg, signal, onProgress: frames => reported.push(frames) })
  const together = await filesOf(jobs, folder)
  expect(together.map((bytes, at) => bytes.equals(alone[at] ?? Buffer.alloc(0)))).toEqual(pieces.map(() => true))
  expect(Math.max(...reported)).toBe(plan.durationFrames)
  return { pieces: pieces.length, encodes }
}

it('at the rate of the sequence, with captions', async () => {
  const assPath = kit.file('captions.ass')
  const cues = [{ start: 140, length: 30, lines: ['Across a cut'], speaker: '' }]
  await writeFile(assPath, toAss({ ...size, rate }, { captions: { cues, style: captionStyle, speakerColours: {} } }))
  const plan = await shotPlan('plain', { captions: { mode: 'burned', assPath, fontsDir: null, tracks: [] } })
  expect(await compare('plain', plan)).toEqual({ pieces: 3, encodes: 1 })
})

it('at another rate of the source and of the film, placed and in colour', async () => {
  const video = encoding.video && { ...encoding.video, rate: { numerator: 30, denominator: 1 } }
  const plan = await shotPlan('other', { source: 24, background: '#202020', encoding: { ...encoding, video } })
  const [picture] = plan.pictures
  const placed = picture && { ...picture, look: { ...picture.look, x: 0.1, scale: 0.7, rotation: 10 } }
  expect(await compare('other', { ...plan, pictures: placed ? [placed] : [] })).toMatchObject({ pieces: 3 })
})

it('where the file ends before its last segment', async () => {
  expect(await compare('short', await shotPlan('short', { seconds: 8 }))).toMatchObject({ pieces: 3 })
})

it('joins neighbours of one shot only, three at most, and leaves the last ones to the lanes', async () => {
  const folder = kit.file('runs')
  await mkdir(folder)
  const two = [0, 1].map(at => ({ medium: 'video', startFrame: at * 450, frames: 450, inFrame: 0, fit: 'contain', pushIn: null } as const))
  const shots = fromSingle(two.map(shot => ({ ...shot, path: kit.file('plain.mp4') })))
  const plan = await shotPlan('long', { seconds: 1, durationFrames: 900, ...shots })
  const pieces = await piecesOf({ plan, folder, ffmpeg: kit.ffmpeg, signal }, { name: 'libx264', quality: 'standard' })
  const lengths = (lanes: number): number[] => runsOf(pieces, piece => piece, lanes).map(run => run.length)
  expect(pieces).toHaveLength(6)
  expect(lengths(1)).toEqual([3, 2, 1])
  expect(lengths(4)).toEqual([2, 1, 1, 1, 1])
})

it('works on what takes longest first, in the order of the film where it is alike', async () => {
  const folder = kit.file('order')
  await mkdir(folder)
  const [small, large] = await Promise.all([64, 256].map(width => kit.clip(`${width}.mp4`, { width, height: width / 2, seconds: 1 })))
  const shot = { medium: 'video', inFrame: 0, fit: 'contain', pushIn: null } as const
  const shots = fromSingle([
    { ...shot, path: small!, startFrame: 0, frames: 100 },
    { ...shot, path: large!, startFrame: 100, frames: 100 },
    { ...shot, path: small!, startFrame: 200, frames: 40 },
    { ...shot, path: small!, startFrame: 240, frames: 100 },
    { ...shot, path: large!, startFrame: 340, frames: 60 },
  ])
  const plan = await shotPlan('order', { seconds: 1, durationFrames: 400, ...shots })
  const pieces = await piecesOf({ plan, folder, ffmpeg: kit.ffmpeg, signal }, { name: 'libx264', quality: 'standard' })
  const runs = pieces.map(piece => [piece])
  const startsOf = (of: readonly (typeof runs)[number][]): number[] => of.map(([piece]) => piece!.segment.startFrame)
  expect(startsOf(runs)).toEqual([0, 100, 200, 240, 340])
  expect(startsOf(longestFirst(runs, piece => piece) as typeof runs)).toEqual([100, 340, 0, 240, 200])
  const together = [[pieces[1]!], pieces.filter((_, at) => at !== 1)]
  expect(longestFirst(together, piece => piece)).toEqual(together.toReversed())
})
