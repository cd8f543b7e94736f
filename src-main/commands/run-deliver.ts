/** The `deliver` command: renders a sequence without a screen, by the queue of the studio, to the file that was named. */
import type { Delivery } from '#contract/deliveries.ts'
import type { Job } from '#contract/jobs.ts'
import type { Preset } from '#contract/presets.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { Target } from '../media/plan/render-job.ts'
import type { OpenStudio } from '../studio/open-studio.ts'
import type { HostPorts } from '../studio/ports.ts'
import type { Wanted } from './find-deliverable.ts'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { extensionOf } from '#rules/deliver/formats.ts'
import { fileExists } from '../base/atomic-file.ts'
import { newId } from '../base/ids.ts'
import { jobEnd } from '../jobs/job-end.ts'
import { RenderJobPlan } from '../media/plan/render-job.ts'
import { CannotDeliver } from './cannot-deliver.ts'
import { chooseFrom, explain, openUnseen } from './find-deliverable.ts'
import { assertOutsideStudio } from './outside-studio.ts'
import { terminalTexts } from './terminal-texts.ts'

export interface DeliverOrder extends Wanted {
  /** Absolute. */
  readonly out: string
  readonly replaces: boolean
}

export interface DeliverTold {
  readonly signal: AbortSignal
  readonly say: (line: string) => void
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** @throws CannotDeliver, CannotOpenStudio, the signal's reason after the studio is closed */
export async function runDeliver(ports: HostPorts, order: DeliverOrder, told: DeliverTold): Promise<Delivery> {
  const own: { jobId: JobId | null } = { jobId: null }
  const studio = await openUnseen(ports, row => row.id === own.jobId)
  try {
    const { project, sequence, preset, what } = await chooseFrom(studio, order, told.say)
    await assertOutsideStudio(order.out, ports)
    const endingsBeside = async (): Promise<string[]> => what.captionMode === 'sidecar'
      ? (await studio.parts.deliver.freeze(what).catch(explain)).captionFiles.map(({ extension }) => extension)
      : []
    const target = await targetOf(order, preset, endingsBeside)
    await cancelEarlier(studio, order.out)
    const requestId = newId<RequestId>()
    const delivery = await studio.parts.deliver.render({ ...what, requestId, name: target.base, target }).catch(explain)
    own.jobId = delivery.jobId
    told.say(terminalTexts().deliver.delivering(sequence.name, project.name, preset.id, order.out))
    studio.parts.engine.wake()
    const job = await endOf(studio, delivery.jobId, told)
    if (job.state !== 'done')
      throw whyNot(job)
    return await studio.parts.deliveries.get(delivery.id)
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

/**
 * `endingsBeside`: of the files that are written next to it.
 * @throws CannotDeliver where a file exists and is not to be replaced, or where the folder is missing
 */
async function targetOf({ out, replaces }: DeliverOrder, preset: Preset, endingsBeside: () => Promise<string[]>): Promise<Target> {
  if (preset.format === 'frames')
    return folderTarget(out)
  const [folder, extension] = [dirname(out), extname(out)]
  const wanted = `.${extensionOf(preset.format)}`
  if (extension.toLowerCase() !== wanted)
    throw new CannotDeliver('other-ending', { preset: preset.id, extension: wanted })
  const base = basename(out, extension)
  await readdir(folder).catch((error: Error) => {
    throw new CannotDeliver('folder-unusable', { folder, said: error.message }, { cause: error })
  })
  const there: string[] = []
  // Asked by its path: on some volumes `film.mp4` is in the way of `FILM.MP4`, on others both can be there.
  for (const name of [basename(out), ...(await endingsBeside()).map(ending => `${base}.${ending}`)]) {
    if (await fileExists(join(folder, name)))
      there.push(name)
  }
  const [first] = there
  if (first !== undefined && !replaces)
    throw new CannotDeliver('file-exists', { path: join(folder, first) })
  const replaced = await Promise.all(there.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return { name, sizeBytes: size, modifiedMs: mtimeMs }
  }))
  return { folder, base, extension: extension.slice(1), replaces: replaced }
}

/** Of a delivery that is a folder. @throws CannotDeliver where the folder exists, or its parent is missing */
async function folderTarget(out: string): Promise<Target> {
  const [folder, base] = [dirname(out), basename(out)]
  const names = await readdir(folder).catch((error: Error) => {
    throw new CannotDeliver('folder-unusable', { folder, said: error.message }, { cause: error })
  })
  if (names.includes(base))
    throw new CannotDeliver('folder-exists', { path: out })
  return { folder, base, replaces: [] }
}

/** What an interrupted command left in the queue would write to the same file later. Its encoded segments are used again. */
async function cancelEarlier({ parts }: OpenStudio, out: string): Promise<void> {
  for (const row of await parts.ledger.open()) {
    const plan = row.kind === 'render' ? RenderJobPlan.safeParse(JSON.parse(row.plan)).data : undefined
    const place = plan?.encoding.format === 'frames' ? out : out.slice(0, -extname(out).length)
    if (plan?.target && join(plan.target.folder, plan.target.base) === place)
      await parts.engine.cancel(row.id)
  }
}

function whyNot({ state, failure }: Job): CannotDeliver {
  return failure === null && state === 'cancelled' ? new CannotDeliver('cancelled', {}) : new CannotDeliver('failed', { failure })
}

async function endOf({ parts }: OpenStudio, jobId: JobId, { signal, onProgress }: DeliverTold): Promise<Job> {
  const stuck = new AbortController()
  try {
    return await jobEnd(parts.ledger, jobId, AbortSignal.any([signal, stuck.signal]), ({ progress, blockedBy, failure, wakesAt }) => {
      if (progress !== null)
        onProgress(progress)
      // On the screen it would wait for somebody to help.
      if (blockedBy !== null)
        stuck.abort(new CannotDeliver('blocked', { by: blockedBy }))
      else if (failure !== null && wakesAt !== null)
        stuck.abort(new CannotDeliver('stuck', { said: failure.said }))
    })
  }
  catch (error) {
    await parts.engine.cancel(jobId)
    throw error
  }
}
