/** Draws plans segment by segment, as a render does without its sound, and reads the frames of all with one ffmpeg. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import type { SegmentJob } from '../../src-main/media/picture/segment-job.ts'
import type { RenderPlan } from '../../src-main/media/plan/render-plan.ts'
import type { Raster } from './drawn-frames.ts'
import type { MediaKit } from './media.ts'
import { mkdtemp, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mapConcurrently } from '../../src-main/base/concurrency.ts'
import { renderSegment, segmentFile } from '../../src-main/media/picture/render-segment.ts'
import { segmentsOf } from '../../src-main/media/picture/segments.ts'
import { pictureFacts } from './picture-facts.ts'

interface Drawing {
  readonly quality?: 'standard' | 'high'
  /** What draws; the kit's own reads. */
  readonly ffmpeg?: Ffmpeg
}

/** Of each plan the frames of each of its segments. Segments of all plans are drawn side by side. */
export async function drawnPlans(
  plans: readonly RenderPlan[],
  kit: MediaKit,
  { quality = 'high', ffmpeg = kit.ffmpeg }: Drawing = {},
): Promise<Raster[][][]> {
  const { signal } = new AbortController()
  const folder = await mkdtemp(kit.file('drawn-'))
  const encoder = { name: 'libx264', quality } as const
  const jobs = await Promise.all(plans.map(async (plan, of) =>
    segmentsOf(plan, await pictureFacts(plan, kit.ffmpeg)).map((segment, at): SegmentJob =>
      ({ plan, segment, folder, name: `plan-${of}-${at}`, encoder, threads: 1, burnsCaptions: false }))))
  const all = jobs.flat()
  await mapConcurrently(availableParallelism(), all, job => renderSegment(job, { ffmpeg, signal, onProgress: () => {} }))
  const read = ['-vf', 'scale=in_color_matrix=bt709', '-pix_fmt', 'rgb24', '-fps_mode', 'passthrough', '-f', 'rawvideo']
  await kit.ffmpeg.run([
    ...all.flatMap(job => ['-i', join(folder, segmentFile(job))]),
    ...all.flatMap((job, at) => ['-map', `${at}:v:0`, ...read, join(folder, `${job.name}.rgb`)]),
  ])
  return Promise.all(jobs.map(async own => Promise.all(own.map(async ({ plan, name }) =>
    rastersOf(await readFile(join(folder, `${name}.rgb`)), plan)))))
}

/** All frames of each plan. */
export async function framesOfPlans(plans: readonly RenderPlan[], kit: MediaKit, drawing: Drawing = {}): Promise<Raster[][]> {
  return (await drawnPlans(plans, kit, drawing)).map(segments => segments.flat())
}

function rastersOf(bytes: Buffer, { width, height }: RenderPlan): Raster[] {
  const size = width * height * 3
  return Array.from({ length: bytes.length / size }, (_, at) => ({ width, height, pixels: bytes.subarray(at * size, (at + 1) * size) }))
}
