/** The `deliver` command: renders a sequence without a screen, by the queue of the studio, to the file that was named. */
import type { Delivery, PreflightFinding } from '#contract/deliveries.ts'
import type { Job } from '#contract/jobs.ts'
import type { CaptionMode, Preset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { RenderWish } from '../deliver/deliver.ts'
import type { Target } from '../media/render-job.ts'
import type { Deliverable } from './find-deliverable.ts'
import type { OpenStudio } from './open-studio.ts'
import type { HostPorts } from './ports.ts'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { isFault } from '#contract/faults.ts'
import { newId } from '../base/ids.ts'
import { jobEnd } from '../jobs/job-end.ts'
import { RenderJobPlan } from '../media/render-job.ts'
import { createMemoryStore } from '../secrets/memory-store.ts'
import { CannotDeliver, findDeliverable, listDeliverable } from './find-deliverable.ts'
import { openStudio } from './open-studio.ts'

export interface DeliverOrder {
  /** An id or a name. */
  readonly project: string
  /** An id or a name; null for the only one. */
  readonly sequence: string | null
  readonly presetId: string
  /** Null for the usual one of the preset. */
  readonly captionMode: CaptionMode | null
  /** In seconds; null for what lies between the sequence's in and out. */
  readonly range: { readonly from: number, readonly to: number } | null
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

/** @throws CannotDeliver with a sentence, CannotOpenStudio, the signal's reason after everything has been put away */
export async function runDeliver(ports: HostPorts, order: DeliverOrder, told: DeliverTold): Promise<Delivery> {
  const own: { jobId: JobId | null } = { jobId: null }
  const studio = await openUnseen(ports, row => row.id === own.jobId)
  try {
    const { wish, sequence, projectName } = await wishFor(studio, order)
    tellFindings(await studio.parts.deliver.preflight(sequence, wish), told.say)
    await cancelEarlier(studio, order.out)
    const delivery = await studio.parts.deliver.render(wish).catch(explain)
    own.jobId = delivery.jobId
    told.say(`Delivering "${sequence.name}" of "${projectName}" as ${wish.presetId} to ${order.out}`)
    studio.parts.engine.wake()
    const job = await endOf(studio, delivery.jobId, told)
    if (job.state !== 'done')
      throw new CannotDeliver(`The delivery ${job.state}: ${job.failure?.said || job.failure?.kind || 'it says no more'}`)
    return await studio.parts.deliveries.get(delivery.id)
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

/** What there is to deliver in this studio. @throws CannotOpenStudio */
export async function listUnseen(ports: HostPorts): Promise<Deliverable> {
  const studio = await openUnseen(ports, () => false)
  try {
    return await listDeliverable(studio)
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

/** A studio that nobody watches: no keychain, and only these jobs run. */
async function openUnseen(ports: HostPorts, mayStart: (row: { readonly id: JobId }) => boolean): Promise<OpenStudio> {
  return openStudio({ ...ports, secrets: { store: createMemoryStore(), fallbackReason: null } }, { mayStart })
}

async function wishFor(studio: OpenStudio, order: DeliverOrder): Promise<{ wish: RenderWish, sequence: Sequence, projectName: string }> {
  const { project, sequence, preset } = await findDeliverable(studio, order)
  const captionMode = order.captionMode ?? preset.captionModes[0] ?? 'none'
  const range = framesOf(order.range, sequence)
  return {
    projectName: project.name,
    sequence: { ...sequence, ...range },
    wish: {
      requestId: newId() as RequestId, // The form of an id.
      sequenceId: sequence.id,
      presetId: preset.id,
      captionMode,
      name: basename(order.out, extname(order.out)),
      ...range && { range },
      target: await targetOf(order, preset, captionMode),
    },
  }
}

function framesOf(range: DeliverOrder['range'], { rate }: Sequence): RenderWish['range'] {
  const frameAt = (seconds: number): number => Math.round(seconds * rate.numerator / rate.denominator)
  const frames = range && { inFrame: frameAt(range.from), outFrame: frameAt(range.to) }
  if (frames && frames.outFrame <= frames.inFrame)
    throw new CannotDeliver('Nothing lies between the two times of --range.')
  return frames ?? undefined
}

/** @throws CannotDeliver where a file is there that nobody asked to replace, or no folder */
async function targetOf({ out, replaces }: DeliverOrder, preset: Preset, captionMode: CaptionMode): Promise<Target> {
  const [folder, extension] = [dirname(out), extname(out)]
  if (extension.toLowerCase() !== '.mp4')
    throw new CannotDeliver(`The preset ${preset.id} makes an .mp4 file: name it so with --out.`)
  const base = basename(out, extension)
  const names = await readdir(folder).catch((error: Error) => {
    throw new CannotDeliver(`The folder ${folder} cannot be used: ${error.message}`, { cause: error })
  })
  const isMade = (name: string): boolean => name === basename(out) || (captionMode === 'sidecar' && name.endsWith('.srt'))
  const there = names.filter(name => name.startsWith(`${base}.`) && isMade(name))
  const [first] = there
  if (first !== undefined && !replaces)
    throw new CannotDeliver(`${join(folder, first)} is there already. Add --force to replace it, or name another file.`)
  const replaced = await Promise.all(there.map(async (name) => {
    const { size, mtimeMs } = await stat(join(folder, name))
    return { name, sizeBytes: size, modifiedMs: mtimeMs }
  }))
  return { folder, base, replaces: replaced }
}

function tellFindings(findings: readonly PreflightFinding[], say: (line: string) => void): void {
  const told = (found: PreflightFinding): string =>
    `${found.finding.replaceAll('-', ' ')}${found.count > 1 ? `, ${found.count} times` : ''}${found.example && `: ${found.example}`}`
  const blocking = findings.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0)
    throw new CannotDeliver(`This cannot be delivered: ${blocking.map(told).join('; ')}`)
  findings.forEach(found => say(`Note: ${told(found)}`))
}

/** What an interrupted command left in the queue would write to the same file later. Its encoded segments are used again. */
async function cancelEarlier({ parts }: OpenStudio, out: string): Promise<void> {
  for (const row of await parts.ledger.open()) {
    const target = row.kind === 'render' ? RenderJobPlan.safeParse(JSON.parse(row.plan)).data?.target : null
    if (target && join(target.folder, target.base) === out.slice(0, -extname(out).length))
      await parts.engine.cancel(row.id)
  }
}

async function endOf({ parts }: OpenStudio, jobId: JobId, { signal, onProgress }: DeliverTold): Promise<Job> {
  const stuck = new AbortController()
  try {
    return await jobEnd(parts.ledger, jobId, AbortSignal.any([signal, stuck.signal]), ({ progress, blockedBy }) => {
      if (progress !== null)
        onProgress(progress)
      // On the screen it would wait for somebody to help.
      if (blockedBy !== null)
        stuck.abort(new CannotDeliver(`The delivery cannot go on: ${blockedBy.replaceAll('-', ' ')}`))
    })
  }
  catch (error) {
    await parts.engine.cancel(jobId)
    throw error
  }
}

function explain(error: unknown): never {
  if (isFault(error, 'nothing-to-deliver'))
    throw new CannotDeliver('There is nothing to deliver in this part of the sequence.', { cause: error })
  if (isFault(error, 'no-ffmpeg'))
    throw new CannotDeliver(`ffmpeg was not found. Install it: ${error.data.command}`, { cause: error })
  if (isFault(error, 'disk-full')) {
    const [needed, free] = [error.data.neededBytes, error.data.freeBytes].map(bytes => `${Math.ceil(bytes / 1e6)} MB`)
    throw new CannotDeliver(`This needs about ${needed} of free space; there are ${free}.`, { cause: error })
  }
  if (isFault(error, 'not-found'))
    throw new CannotDeliver(`A ${error.data.word} that it needs is gone: ${error.data.id}`, { cause: error })
  throw error
}
