/** Render: local work from a frozen plan. It costs only time, so after a crash it begins again, with the segments that were encoded. */
import type { DeliveryFile } from '#contract/deliveries.ts'
import type { Failure } from '#contract/jobs.ts'
import type { DeliveryId } from '#contract/words.ts'
import type { StepResult } from '../jobs/kind.ts'
import type { RenderPlan } from '../media/plan/render-plan.ts'
import type { RenderReport } from '../media/render/render.ts'
import type { Stem } from '../media/sound/mix.ts'
import type { SoundTools } from '../media/sound/render-sound.ts'
import type { SoundReport } from '../media/sound/sound-report.ts'
import type { MadeFile } from './place-files.ts'
import type { RenderPorts, RenderWork } from './render-work.ts'
import { copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { found } from '#contract/found.ts'
import { LoudnessDetails, LoudnessReport } from '#contract/loudness.ts'
import { extensionOf, roleOf } from '#rules/deliver/formats.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { fileExists, makeFolder } from '../base/atomic-file.ts'
import { createLane, runTogether } from '../base/concurrency.ts'
import { isDiskFull, saysDiskFull } from '../base/disk-full.ts'
import { errnoOf } from '../base/errno.ts'
import { sha256File } from '../base/hash.ts'
import { inside } from '../base/inside.ts'
import { defineKind } from '../jobs/kind.ts'
import { changedSinceMade, isAsMade, Made } from '../jobs/made.ts'
import { failureOf } from '../jobs/rows.ts'
import { FfmpegLacksError } from '../media/ffmpeg/ffmpeg-needs.ts'
import { FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { HardwareEncoderError, PictureSizeError } from '../media/picture/choose-encoder.ts'
import { layOutPlan } from '../media/plan/lay-out-plan.ts'
import { PlainName } from '../media/plan/plain-name.ts'
import { foundWith, RenderJobPlan } from '../media/plan/render-job.ts'
import { BrokenSourceError } from '../media/probe/broken-source.ts'
import { writeFramesSound } from '../media/render/frames-sound.ts'
import { createRenderLog, readCutOffLog } from '../media/render/render-log.ts'
import { renderWithin, SizeError } from '../media/render/render-within.ts'
import { renderSound } from '../media/sound/render-sound.ts'
import { loudnessDetails } from '../media/sound/sound-report.ts'
import { UnreadableMediaError, withoutPaths } from '../media/unreadable.ts'
import { filesBeside } from './files-beside.ts'
import { drawForKit, drawnForKit, isKitPlaced, makeBook, placeKit, removePart, stemsIn } from './kit.ts'
import { NameTaken, ownOrFreeBase, placeAs, takenName } from './place-files.ts'
import { isOwned } from './render-work.ts'
import { signerFor, signFilm, whenNotSigned } from './sign.ts'
import { onlyWhile, watchSources } from './watch-sources.ts'

const Rendered = z.object({
  /** That was given to the mix to reach its loudness. */
  gainDb: z.number().default(0),
  durationSeconds: z.number(),
  integratedLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  /** How it came to this loudness. Absent for a kit without a film. */
  details: LoudnessDetails.optional(),
  /** Of the files of an audiobook. */
  shop: LoudnessReport.shape.shop,
  /** Who signed the film; absent where it was not to be signed. */
  signedBy: z.string().optional(),
  /** The files' base name; recorded before the first file gets it. */
  base: PlainName.nullable().default(null),
  ...Made.shape,
})

/** Their message is a sentence for the user. */
const saysWhy = [FfmpegLacksError, HardwareEncoderError, PictureSizeError, SizeError, UnreadableMediaError] as const

const notOfLibrary = found('not-of-library')

/** Writes the delivery's row again, in case the studio was killed right after queueing. */
async function begin(work: RenderWork): Promise<StepResult> {
  await work.deliveries.insert({ ...work.plan.delivery, jobId: work.row.id })
  const plan = foundWith(work.plan, work.assets.pathNow)
  if (plan === null)
    return { refused: failureOf('unreadable', notOfLibrary), charged: 'no' }
  for (const source of plan.sources) {
    // A file that cannot be read counts as missing.
    if (!await fileExists(source.path).catch(() => false))
      return { refused: failureOf('missing-file', source.path), charged: 'no' }
  }
  return { event: 'run' }
}

/** An image sequence is one film until it is placed. */
function madePath({ encoding: { format } }: RenderJobPlan, folder: string): string {
  return join(folder, format === 'frames' ? 'out.mov' : `out.${extensionOf(format)}`)
}
/** Of an image sequence. */
const soundPath = (folder: string): string => join(folder, 'out.wav')
const hasSoundBeside = ({ encoding: { format, audio } }: RenderJobPlan): boolean => format === 'frames' && audio !== null

async function render(work: RenderWork): Promise<StepResult> {
  const ffmpeg = await work.ffmpeg()
  if (ffmpeg === null)
    return { blockedBy: 'no-ffmpeg', waitMs: 30_000 }
  const signer = await signerFor(work)
  if (signer !== null && 'result' in signer)
    return signer.result
  const { folder } = work
  const plan = foundWith(work.plan, work.assets.pathNow)
  if (plan === null)
    return { refused: failureOf('unreadable', notOfLibrary), charged: 'no' }
  const sources = await watchSources(plan)
  const whenChanged = (path: string): StepResult =>
    ({ refused: failureOf('render', found('changed-during-render', path)), charged: 'no' })
  try {
    const filmPath = madePath(plan, folder)
    const mediaPlan = await layOutPlan(plan, folder)
    const stems = stemsIn(folder, plan.kit)
    const madeFiles = async (): Promise<string[]> => [...stems.map(stem => stem.path), ...await drawnForKit(plan.kit, folder)]
    if (plan.kit !== null && !plan.kit.parts.includes('master')) {
      const tools = { folder: join(folder, 'sound'), ffmpeg, signal: work.signal }
      const sound = stems.length === 0 ? null : await renderStems(mediaPlan, stems, tools)
      await drawForKit(plan, plan.kit, { folder, ffmpeg, signal: work.signal, filmPath: null, mediaPlan })
      const book = await makeBook(plan, { kit: plan.kit, mediaPlan, folder, ffmpeg, signal: work.signal })
      const answer = { ...withoutFilm(plan, sound?.gainDb ?? book?.gainDb ?? 0), ...book && { shop: book.files } }
      return { event: 'fetch', made: await madeFiles(), patch: { answer } }
    }
    const report = await renderWithin(mediaPlan, filmPath, plan.options?.mostMegabytes, {
      ffmpeg,
      stems,
      workDir: folder,
      signal: work.signal,
      kept: { cache: onlyWhile(async () => await sources.changed() === null, work.segmentCache), contentOf: work.assets.idOf },
      onProgress: (share, framesPerSecond) => work.ledger.showProgress(work.row.id, share, framesPerSecond),
    })
    const changed = await sources.changed()
    if (changed !== null)
      return whenChanged(changed)
    if (hasSoundBeside(plan))
      await writeFramesSound(mediaPlan, filmPath, soundPath(folder), { ffmpeg, signal: work.signal })
    if (plan.kit !== null)
      await drawForKit(plan, plan.kit, { folder, ffmpeg, signal: work.signal, filmPath, mediaPlan })
    const book = plan.kit && await makeBook(plan, { kit: plan.kit, mediaPlan, folder, ffmpeg, signal: work.signal })
    // The last that changes its bytes.
    if (signer !== null)
      await signFilm(filmPath, signer, work)
    const answer = { ...rendered(report, plan), ...book && { shop: book.files }, ...signer && { signedBy: signer.name } }
    return { event: 'fetch', made: [filmPath, ...hasSoundBeside(plan) ? [soundPath(folder)] : [], ...await madeFiles()], patch: { answer } }
  }
  catch (error) {
    if (error instanceof FfmpegError && saysDiskFull(error.stderr))
      return { blockedBy: 'no-space', waitMs: 30_000 }
    const notSigned = whenNotSigned(error)
    if (notSigned !== null)
      return notSigned
    // However its reading failed, this is why.
    const changed = work.signal.aborted || !isAboutFile(error) ? null : await sources.changed()
    if (changed !== null)
      return whenChanged(changed)
    if (error instanceof BrokenSourceError)
      return { refused: failureOf('media', await brokenSource(work, plan, error)), charged: 'no' }
    if (error instanceof FfmpegError)
      return { refused: whyEnded(error), charged: 'no' }
    if (error instanceof Error && saysWhy.some(kind => error instanceof kind))
      return { refused: failureOf('render', error.message), charged: 'no' }
    throw error
  }
}

/** The name that a person knows the file by, and what is wrong with it. */
async function brokenSource(work: RenderWork, plan: RenderJobPlan, { path, message }: BrokenSourceError): Promise<string> {
  const takeId = plan.sources.find(source => source.path === path)?.takeId
  const [take] = takeId === undefined ? [] : await work.takes.find([takeId])
  return `“${take?.title ?? basename(path)}”: ${withoutPaths(message)}`
}

const logPath = (folder: string): string => join(folder, 'render.log')

/** Of a try that ended with the studio, not by itself. */
async function keepCutOffLog({ deliveries }: Pick<RenderPorts, 'deliveries'>, deliveryId: DeliveryId, folder: string): Promise<void> {
  const text = await readCutOffLog(logPath(folder))
  if (text !== '')
    await deliveries.addToLog(deliveryId, `${text}(Takeroom was ended here.)\n\n`)
  await rm(logPath(folder), { force: true })
}

/** The log of what it ran is kept with the delivery, however it ends. */
async function renderLogged(work: RenderWork): Promise<StepResult> {
  await keepCutOffLog(work, work.plan.deliveryId, work.folder)
  const path = logPath(work.folder)
  const log = createRenderLog(work.clock, path)
  const ffmpeg = async (): ReturnType<typeof work.ffmpeg> => {
    const found = await work.ffmpeg()
    return found && log.of(found)
  }
  try {
    return await render({ ...work, ffmpeg })
  }
  finally {
    await work.deliveries.addToLog(work.plan.deliveryId, log.text())
      .then(() => rm(path, { force: true }))
      .catch(error => work.log.warn('render-log-write-failed', { jobId: work.row.id, error }))
  }
}

function whyEnded({ endedBy, stderr }: FfmpegError): Failure {
  if (endedBy !== null)
    return failureOf('ffmpeg-ended', endedBy)
  const [noMemory] = /^.*(?:cannot allocate memory|out of memory|malloc of size \d+ failed|insufficient memory).*$/im.exec(stderr) ?? []
  return noMemory === undefined ? failureOf('render', stderr.slice(-500)) : failureOf('no-memory', noMemory.slice(-500))
}

function isAboutFile(error: unknown): boolean {
  return error instanceof BrokenSourceError || error instanceof FfmpegError || error instanceof UnreadableMediaError
    || errnoOf(error) !== ''
}

function rendered(report: RenderReport, plan: RenderJobPlan): z.infer<typeof Rendered> {
  const { durationSeconds, integratedLufs, truePeakDbtp, gainDb } = report
  return { durationSeconds, integratedLufs, truePeakDbtp, details: loudnessDetails(report, plan), gainDb, base: null }
}

/** Of a kit without the film. */
function withoutFilm({ durationFrames, rate }: RenderJobPlan, gainDb: number): z.infer<typeof Rendered> {
  return { durationSeconds: secondsOfFrames(durationFrames, rate), integratedLufs: null, truePeakDbtp: null, gainDb, base: null }
}

async function renderStems(
  plan: RenderPlan,
  stems: readonly Stem[],
  { folder, ffmpeg, ...tools }: Pick<SoundTools, 'folder' | 'ffmpeg' | 'signal'>,
): Promise<SoundReport> {
  await makeFolder(folder)
  try {
    return await runTogether(tools.signal, (signal, join) =>
      renderSound(plan, { folder, ffmpeg, signal, stems: { wanted: stems, join }, advance: () => {} }))
  }
  finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** As it was asked for: `EPISODE.MP4` is the file that a script then looks for. */
function ownExtension({ encoding, target }: RenderJobPlan): string {
  const usual = extensionOf(encoding.format)
  return target?.extension?.toLowerCase() === usual ? target.extension : usual
}

const ownRole = ({ encoding }: RenderJobPlan): DeliveryFile['role'] => encoding.format === 'frames' ? 'frames' : roleOf(encoding)

/**
 * Puts the files where they were asked for, or into the deliveries folder under free names: nothing is overwritten unless that was
 * asked for. Files that an earlier try of this job put there before the studio was killed are recognized by name and bytes, and not
 * put there twice.
 */
async function place(work: RenderWork): Promise<StepResult> {
  const { plan, folder, deliveriesFolder } = work
  const report = Rendered.parse(JSON.parse(work.row.answer ?? '{}'))
  if (!await isOwned(work))
    return { event: 'finish' }
  if (!await isWhole(work, report.base))
    return { event: 'remake' }
  const loudness = loudnessOf(report, plan.loudness?.targetLufs ?? null)
  const beside = filesBeside(plan, { loudness })
  for (const [at, { text }] of beside.entries())
    await writeFile(join(folder, `beside-${at}`), text)
  const made: MadeFile[] = [
    { role: ownRole(plan), from: madePath(plan, folder), extension: ownExtension(plan) },
    ...hasSoundBeside(plan) ? [{ role: 'audio', from: soundPath(folder), extension: 'wav' } as const] : [],
    ...beside.map(({ role, extension }, at): MadeFile => ({ role, from: join(folder, `beside-${at}`), extension })),
  ]
  const says = { ...plan.mark && { isMarked: true as const }, ...report.signedBy !== undefined && { signedBy: report.signedBy } }
  const { target } = plan
  const into = target?.folder ?? deliveriesFolder
  try {
    if (target === null)
      await makeFolder(into)
    await readdir(into)
  }
  catch (error) {
    return notPlaced(into, error)
  }
  const taken = target === null || plan.kit !== null ? null : await takenName(made, target)
  if (taken !== null)
    return { refused: failureOf('render', found('exists-already', taken)), charged: 'no' }
  if (plan.kit !== null) {
    const { gainDb, integratedLufs, truePeakDbtp, durationSeconds } = report
    try {
      const placed = await placeKit(work, plan.kit, {
        film: made,
        sound: { gainDb, integratedLufs, truePeakDbtp, stemsAreBeforeGain: true },
        says,
        base: report.base,
        note: base => work.ledger.note(work.row.id, { answer: { ...report, base } }).then(() => {}),
      })
      const owner = await work.deliveries.finish(plan.deliveryId, { ...placed, durationSeconds, loudness })
      // A folder that an earlier try has put there may have been added to.
      if (owner === null && report.base === null)
        await rm(inside(into, basename(placed.folder)), { recursive: true, force: true })
    }
    catch (error) {
      work.signal.throwIfAborted()
      return notPlaced(into, error)
    }
    return { event: 'finish' }
  }
  const base = target?.base ?? await ownOrFreeBase(made, { into, wanted: plan.fileBase, before: report.base })
  await work.ledger.note(work.row.id, { answer: { ...report, base } })
  const files: DeliveryFile[] = []
  /** That this try has put there, where nothing was before. */
  const put: string[] = []
  const hashOf = async (path: string): Promise<string> =>
    report.made?.find(({ name }) => path === inside(folder, name))?.sha256 ?? sha256File(path)
  try {
    for (const { role, from, extension } of made) {
      const name = `${base}.${extension}`
      const replaces = target?.replaces.some(each => each.name === name) ?? false
      const isNew = await placeAs(from, into, name, replaces)
      if (isNew && !replaces)
        put.push(inside(into, name))
      const { size: sizeBytes } = await stat(inside(into, name))
      files.push({ role, name, sizeBytes, sha256: await hashOf(from), ...role === ownRole(plan) && says })
    }
  }
  catch (error) {
    if (!(error instanceof NameTaken))
      return notPlaced(into, error)
    if (target !== null)
      return { refused: failureOf('render', found('exists-already', error.path)), charged: 'no' }
    // All of them get another name.
    await removeAll(put)
    return place(work)
  }
  const owner = await work.deliveries.finish(plan.deliveryId, {
    folder: into,
    files,
    durationSeconds: report.durationSeconds,
    loudness,
  })
  if (owner === null)
    await removeAll(put)
  return { event: 'finish' }
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await rm(path, { force: true })
}

/** Where the film was put before the studio ended; null where nothing was put yet, or it is a kit. */
function placedPath({ plan, deliveriesFolder }: RenderWork, noted: string | null): string | null {
  const base = plan.target?.base ?? noted
  return base === null || plan.kit !== null
    ? null
    : inside(plan.target?.folder ?? deliveriesFolder, `${base}.${ownExtension(plan)}`)
}

/** A film that was damaged here after it was delivered comes back from where it was put: rendered again it may differ in a byte. */
async function isWhole(work: RenderWork, base: string | null): Promise<boolean> {
  if (work.plan.kit !== null && base !== null && await isKitPlaced(work, base))
    return true
  const changed = await changedSinceMade(work)
  for (const file of changed ?? []) {
    const placed = placedPath(work, base)
    // Of a delivery in one file: no other has its size and its hash.
    if (placed === null || !await isAsMade(placed, file))
      return false
    await copyFile(placed, madePath(work.plan, work.folder))
  }
  return changed !== null
}

/** The folder is gone, read-only, or not reached any more; what was encoded is kept, so that trying again takes little. */
function notPlaced(into: string, error: unknown): StepResult {
  if (!(error instanceof Error) || errnoOf(error) === '' || isDiskFull(error))
    throw error
  return { refused: failureOf('render', found('not-placed', `${into}: ${error.message}`)), charged: 'no' }
}

function loudnessOf(
  { integratedLufs, truePeakDbtp, details, shop }: z.infer<typeof Rendered>,
  targetLufs: LoudnessReport['targetLufs'],
): LoudnessReport {
  return { integratedLufs, truePeakDbtp, targetLufs, ...details && { details }, ...shop && { shop } }
}

/** One at a time: two films that are done at once would find the same free name. */
const placeLane = createLane({ concurrency: 1 })

export const renderKind = defineKind<RenderJobPlan, RenderPorts>({
  nature: 'local',
  plan: RenderJobPlan,
  ending: async ({ row, ...ports }) => {
    await removePart(ports, row)
    if (row.delivery_id !== null)
      await keepCutOffLog(ports, row.delivery_id, inside(ports.workFolder, row.id))
    return {}
  },
  steps: { preparing: begin, running: renderLogged, verifying: work => placeLane.run(() => place(work)) },
})
