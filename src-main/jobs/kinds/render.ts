/** Render: local work from a frozen plan. It costs nothing but time, so after a crash it simply begins again. */
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
import { FfmpegLacksError } from '../../media/ffmpeg-needs.ts'
import { FfmpegError } from '../../media/ffmpeg.ts'
import { foundWith, mediaPlanOf, RenderJobPlan } from '../../media/render-job.ts'
import { renderPlan } from '../../media/render.ts'
import { UnreadableMediaError } from '../../media/unreadable.ts'
import { failureOf } from '../rows.ts'

const Rendered = z.object({
  durationSeconds: z.number(),
  integratedLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  /** The name that the files are being given; on record before the first of them has it. */
  base: z.string().nullable().default(null),
})

/** The row is written again so that a delivery is on record even if the studio died right after queueing it. */
async function begin(work: Work<RenderJobPlan>): Promise<StepResult> {
  await work.deliveries.insert({ ...work.plan.delivery, jobId: work.row.id })
  for (const source of foundWith(work.plan, work.assets.pathNow).sources) {
    // A file that cannot even be looked at is as good as gone.
    if (!await fileExists(source.path).catch(() => false))
      return { refused: failureOf('missing-file', source.path), charged: 'no' }
  }
  return { event: 'run' }
}

async function render(work: Work<RenderJobPlan>): Promise<StepResult> {
  const ffmpeg = await work.ffmpeg()
  if (ffmpeg === null)
    return { blockedBy: 'no-ffmpeg', waitMs: 30_000 }
  const { folder } = work
  const plan = foundWith(work.plan, work.assets.pathNow)
  try {
    await writeFile(join(folder, 'captions.srt'), plan.srt)
    if (plan.ass !== null)
      await writeFile(join(folder, 'captions.ass'), plan.ass)
    const files = {
      assPath: plan.ass === null ? null : join(folder, 'captions.ass'),
      srtPath: plan.srt === '' ? null : join(folder, 'captions.srt'),
      fontsDir: null,
    }
    const report = await renderPlan(mediaPlanOf(plan, files), join(folder, 'out.mp4'), {
      ffmpeg,
      workDir: folder,
      signal: work.signal,
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
 * Gives the files their names, beside whatever is there already: nothing is ever overwritten. What another try of this
 * job placed before the studio died is found by its name and its bytes, and not placed twice.
 */
async function place(work: Work<RenderJobPlan>): Promise<StepResult> {
  const { plan, folder, deliveriesFolder } = work
  await mkdir(deliveriesFolder, { recursive: true })
  const wanted = [
    { role: 'video', from: join(folder, 'out.mp4'), extension: 'mp4' },
    ...plan.captionMode === 'sidecar' && plan.srt !== '' ? [{ role: 'captions', from: join(folder, 'captions.srt'), extension: 'srt' } as const] : [],
  ] as const
  const report = Rendered.parse(JSON.parse(work.row.answer ?? '{}'))
  const isOurs = report.base !== null && (await Promise.all(wanted.map(({ from, extension }) => isFreeOrSame(from, join(deliveriesFolder, `${report.base}.${extension}`))))).every(Boolean)
  const base = isOurs && report.base !== null ? report.base : freeFileBase(plan.fileBase, await readdir(deliveriesFolder))
  await work.ledger.note(work.row.id, { answer: { ...report, base } })
  const files: DeliveryFile[] = []
  for (const { role, from, extension } of wanted)
    files.push(await placeAs(role, from, deliveriesFolder, `${base}.${extension}`))
  await work.deliveries.finish(plan.deliveryId, { folder: deliveriesFolder, files, durationSeconds: report.durationSeconds, loudness: loudnessOf(report, plan.targetLufs) })
  return { event: 'finish' }
}

async function isFreeOrSame(from: string, path: string): Promise<boolean> {
  return !await fileExists(path) || await sha256File(path) === await sha256File(from)
}

function loudnessOf({ integratedLufs, truePeakDbtp }: z.infer<typeof Rendered>, targetLufs: number): LoudnessReport | null {
  return integratedLufs === null || truePeakDbtp === null ? null : { integratedLufs, truePeakDbtp, targetLufs }
}

/** Deliveries may lie on another volume, so the bytes are copied under a part's name first. */
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

/** A name that is free belongs to whoever asks next: two films that are done at once take turns. */
const placing = createLane({ concurrency: 1 })

export const rendering: KindOfWork<RenderJobPlan> = {
  nature: 'local',
  plan: RenderJobPlan,
  steps: { preparing: begin, running: render, verifying: work => placing.run(() => place(work)) },
}
