/** Render: local work from a frozen plan. It costs only time, so after a crash it begins again, with the segments that were encoded. */
import type { DeliveryFile, LoudnessReport } from '#contract/deliveries.ts'
import type { RenderReport } from '../../media/render.ts'
import type { KindOfWork, StepResult, Work } from '../kind.ts'
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fileExists, placeFile } from '../../base/atomic-file.ts'
import { freeFileBase } from '../../base/file-name.ts'
import { sha256File } from '../../base/hash.ts'
import { createLane } from '../../base/lanes.ts'
import { layOutFonts } from '../../media/caption-fonts.ts'
import { FfmpegLacksError } from '../../media/ffmpeg-needs.ts'
import { FfmpegError } from '../../media/ffmpeg.ts'
import { foundWith, mediaPlanOf, RenderJobPlan, sidecarsOf } from '../../media/render-job.ts'
import { renderPlan } from '../../media/render.ts'
import { UnreadableMediaError } from '../../media/unreadable.ts'
import { failureOf } from '../rows.ts'

const Rendered = z.object({
  durationSeconds: z.number(),
  integratedLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  /** The files' base name; recorded before the first file gets it. */
  base: z.string().nullable().default(null),
})

/** Writes the delivery's row again, in case the studio was killed right after queueing. */
async function begin(work: Work<RenderJobPlan>): Promise<StepResult> {
  await work.deliveries.insert({ ...work.plan.delivery, jobId: work.row.id })
  for (const source of foundWith(work.plan, work.assets.pathNow).sources) {
    // A file that cannot be read counts as missing.
    if (!await fileExists(source.path).catch(() => false))
      return { refused: failureOf('missing-file', source.path), charged: 'no' }
  }
  return { event: 'run' }
}

const srtPath = (folder: string, at: number): string => join(folder, `captions-${at}.srt`)

async function render(work: Work<RenderJobPlan>): Promise<StepResult> {
  const ffmpeg = await work.ffmpeg()
  if (ffmpeg === null)
    return { blockedBy: 'no-ffmpeg', waitMs: 30_000 }
  const { folder } = work
  const plan = foundWith(work.plan, work.assets.pathNow)
  try {
    for (const [at, { srt }] of plan.captions.entries())
      await writeFile(srtPath(folder, at), srt)
    if (plan.ass !== null) {
      await writeFile(join(folder, 'captions.ass'), plan.ass)
      await layOutFonts(plan.ass, join(folder, 'caption-fonts'))
    }
    const files = {
      assPath: plan.ass === null ? null : join(folder, 'captions.ass'),
      tracks: plan.captions.map(({ language, name }, at) => ({ path: srtPath(folder, at), language, name })),
      fontsDir: plan.ass === null ? null : join(folder, 'caption-fonts'),
    }
    const report = await renderPlan(mediaPlanOf(plan, files), join(folder, 'out.mp4'), {
      ffmpeg,
      workDir: folder,
      signal: work.signal,
      kept: { cache: work.segmentCache, contentOf: work.assets.idOf },
      onProgress: share => work.ledger.showProgress(work.row.id, share),
    })
    return { event: 'fetch', patch: { answer: rendered(report) } }
  }
  catch (error) {
    if (error instanceof FfmpegError)
      return { refused: failureOf('render', error.stderr.slice(-500)), charged: 'no' }
    if (error instanceof FfmpegLacksError || error instanceof UnreadableMediaError)
      return { refused: failureOf('render', error.message), charged: 'no' }
    throw error
  }
}

function rendered({ durationSeconds, integratedLufs, truePeakDbtp }: RenderReport): z.infer<typeof Rendered> {
  return { durationSeconds, integratedLufs, truePeakDbtp, base: null }
}

/**
 * Puts the files into the deliveries folder under free names: nothing is ever overwritten. Files that an earlier try of this
 * job put there before the studio was killed are recognized by name and bytes, and not put there twice.
 */
async function place(work: Work<RenderJobPlan>): Promise<StepResult> {
  const { plan, folder, deliveriesFolder } = work
  await mkdir(deliveriesFolder, { recursive: true })
  const sidecars = sidecarsOf(plan)
  // Written here, too: the film may have been rendered by an earlier version, which named them otherwise.
  for (const [at, { srt }] of sidecars.entries())
    await writeFile(srtPath(folder, at), srt)
  const wanted = [
    { role: 'video', from: join(folder, 'out.mp4'), extension: 'mp4' },
    ...sidecars.map(({ extension }, at) => ({ role: 'captions', from: srtPath(folder, at), extension }) as const),
  ] as const
  const report = Rendered.parse(JSON.parse(work.row.answer ?? '{}'))
  const isOurs = report.base !== null
    && (await Promise.all(wanted.map(({ from, extension }) => isFreeOrSame(
      from,
      join(deliveriesFolder, `${report.base}.${extension}`),
    )))).every(Boolean)
  const base = isOurs && report.base !== null ? report.base : freeFileBase(plan.fileBase, await readdir(deliveriesFolder))
  await work.ledger.note(work.row.id, { answer: { ...report, base } })
  const files: DeliveryFile[] = []
  for (const { role, from, extension } of wanted)
    files.push(await placeAs(role, from, deliveriesFolder, `${base}.${extension}`))
  await work.deliveries.finish(plan.deliveryId, {
    folder: deliveriesFolder,
    files,
    durationSeconds: report.durationSeconds,
    loudness: loudnessOf(report, plan.targetLufs),
  })
  return { event: 'finish' }
}

async function isFreeOrSame(from: string, path: string): Promise<boolean> {
  return !await fileExists(path) || await sha256File(path) === await sha256File(from)
}

function loudnessOf({ integratedLufs, truePeakDbtp }: z.infer<typeof Rendered>, targetLufs: number): LoudnessReport | null {
  return integratedLufs === null || truePeakDbtp === null ? null : { integratedLufs, truePeakDbtp, targetLufs }
}

/** The deliveries folder may be on another volume, so the bytes are copied to a `.part` file first. */
async function placeAs(role: DeliveryFile['role'], from: string, folder: string, name: string): Promise<DeliveryFile> {
  const part = join(folder, `.${name}.part`)
  try {
    await copyFile(from, part)
    await placeFile(part, join(folder, name))
  }
  finally {
    await rm(part, { force: true })
  }
  return { role, name, sizeBytes: (await stat(join(folder, name))).size }
}

/** One at a time: two films that are done at once would find the same free name. */
const placeLane = createLane({ concurrency: 1 })

export const rendering: KindOfWork<RenderJobPlan> = {
  nature: 'local',
  plan: RenderJobPlan,
  steps: { preparing: begin, running: render, verifying: work => placeLane.run(() => place(work)) },
}
