/** `deliver --plan`: writes the delivery as a folder that other machines work through, whole or not at all. */
import type { PlanFolder } from '../media/render/plan-folder.ts'
import type { HostPorts } from '../studio/ports.ts'
import type { Wanted } from './find-deliverable.ts'
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extensionOf } from '#rules/deliver/formats.ts'
import { placeFolder } from '../base/atomic-file.ts'
import { errnoOf } from '../base/errno.ts'
import { inside } from '../base/inside.ts'
import { createFfmpegCache } from '../media/ffmpeg/ffmpeg-cache.ts'
import { FfmpegLacksError } from '../media/ffmpeg/ffmpeg-needs.ts'
import { createFfmpegFinder, FfmpegError } from '../media/ffmpeg/ffmpeg.ts'
import { layOutPlan } from '../media/plan/lay-out-plan.ts'
import { writePlanFolder } from '../media/render/plan-folder.ts'
import { UnreadableMediaError } from '../media/unreadable.ts'
import { CannotDeliver } from './cannot-deliver.ts'
import { chooseFrom, explain, openUnseen } from './find-deliverable.ts'
import { assertOutsideStudio } from './outside-studio.ts'
import { terminalTexts } from './terminal-texts.ts'

export interface PlanOrder extends Wanted {
  /** Absolute; it does not exist, or is empty. */
  readonly folder: string
}

export interface PlanTold { readonly signal: AbortSignal, readonly say: (line: string) => void }

/** @throws CannotDeliver, CannotOpenStudio, the signal's reason when nothing is left of it */
export async function runPlan(ports: HostPorts, order: PlanOrder, told: PlanTold): Promise<PlanFolder & { readonly folder: string }> {
  const studio = await openUnseen(ports, () => false)
  try {
    const { project, sequence, preset, what } = await chooseFrom(studio, { ...order, isSigned: false }, told.say)
    if (order.isSigned == null && await studio.parts.signing.certificate() !== null)
      told.say(terminalTexts().deliver.planUnsigned)
    await assertOutsideStudio(order.folder, ports)
    if (await readdir(order.folder).then(names => names.length > 0, error => errnoOf(error) !== 'ENOENT'))
      throw new CannotDeliver('plan-not-empty', { folder: order.folder })
    if (preset.format !== 'mp4')
      throw new CannotDeliver('plan-other-format', { preset: preset.id, extension: extensionOf(preset.format) })
    const frozen = await studio.parts.deliver.freeze(what).catch(explain)
    const ffmpeg = await createFfmpegFinder({ cache: createFfmpegCache(join(ports.cacheFolder, 'ffmpeg.json'), Date.now) })
      .find({ resourcesPath: ports.resourcesPath })
    if (ffmpeg === null)
      throw new CannotDeliver('no-ffmpeg', { command: null })
    told.say(terminalTexts().deliver.planning(sequence.name, project.name, preset.id, order.folder))
    const part = await mkdtemp(`${order.folder}.part-`).catch((error: Error) => {
      throw new CannotDeliver('plan-not-created', { said: error.message }, { cause: error })
    })
    try {
      const scratch = join(part, 'captions')
      await mkdir(scratch)
      const planned = await writePlanFolder(await layOutPlan(frozen, scratch), part, { ffmpeg, signal: told.signal })
      for (const { extension, text } of frozen.captionFiles)
        await writeFile(inside(part, `film.${extension}`), text)
      await rm(scratch, { recursive: true })
      await rmdir(order.folder).catch(() => {})
      await placeFolder(part, order.folder)
      return { folder: order.folder, ...planned }
    }
    finally {
      await rm(part, { recursive: true, force: true })
    }
  }
  catch (error) {
    if (error instanceof FfmpegError || error instanceof FfmpegLacksError || error instanceof UnreadableMediaError)
      throw new CannotDeliver('plan-failed', { said: error.message }, { cause: error })
    throw error
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}
