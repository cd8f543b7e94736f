/** The machine's ffmpeg for tests. Its capabilities are queried once for all tests and cached as a studio caches them. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Fault } from '#contract/faults.ts'
import { createFfmpegCache } from '../../src-main/media/ffmpeg/ffmpeg-cache.ts'
import { createFfmpegFinder } from '../../src-main/media/ffmpeg/ffmpeg.ts'

/** Shared by the studios of all tests. */
export const cacheFolder = fileURLToPath(new URL('../../node_modules/.cache/takeroom', import.meta.url))

/** For a practice service whose videos are looked at by no test: each is made in a tenth of the time. */
export const smallShots = { shotPixels: 128 * 80 } as const

const finder = createFfmpegFinder({ cache: createFfmpegCache(join(cacheFolder, 'ffmpeg.json'), Date.now) })

/** Null where there is none. It never steps back: on a machine that does other work, what steps back would not come to its end. */
export async function findFfmpeg(): Promise<Ffmpeg | null> {
  const found = await finder.find()
  return found && { ...found, run: (args, options) => found.run(args, { ...options, isBackground: false }) }
}

/** The machine's ffmpeg, for tests that cannot do without. */
export async function needFfmpeg(): Promise<Ffmpeg> {
  const ffmpeg = await findFfmpeg()
  if (!ffmpeg)
    throw new Error('These tests need an ffmpeg')
  return ffmpeg
}

/** As a studio answers where there is none. */
export async function noFfmpeg(): Promise<never> {
  throw new Fault('no-ffmpeg', { command: 'install it' })
}
