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

export interface PlanOrder extends Wanted {
  /** Absolute; it does not exist, or is empty. */
  readonly folder: string
}

export interface PlanTold { readonly signal: AbortSignal, readonly say: (line: string) => void }

/** @throws CannotDeliver with a sentence, CannotOpenStudio, the signal's reason when nothing is left of it */
export async function runPlan(ports: HostPorts, order: PlanOrder, told: PlanTold): Promise<PlanFolder & { readonly folder: string }> {
  const studio = await openUnseen(ports, () => false)
  try {
    const { project, sequence, preset, what } = await chooseFrom(studio, { ...order, isSigned: false }, told.say)
    if (order.isSigned == null && await studio.parts.signing.certificate() !== null)
      told.say('Note: the video is not signed with Content Credentials, because the private key cannot be in a folder for other machines.')
    await assertOutsideStudio(order.folder, ports)
    if (await readdir(order.folder).then(names => names.length > 0, error => errnoOf(error) !== 'ENOENT'))
      throw new CannotDeliver(`${order.folder} already exists and is not empty. Choose another folder with --plan.`)
    if (preset.format !== 'mp4')
      throw new CannotDeliver(`Only .mp4 presets can be planned for other machines; ${preset.id} writes a .${extensionOf(preset.format)} file.`)
    const frozen = await studio.parts.deliver.freeze(what).catch(explain)
    const ffmpeg = await createFfmpegFinder({ cache: createFfmpegCache(join(ports.cacheFolder, 'ffmpeg.json'), Date.now) })
      .find({ resourcesPath: ports.resourcesPath })
    if (ffmpeg === null)
      throw new CannotDeliver('ffmpeg 5.1 or newer was not found.')
    told.say(`Planning "${sequence.name}" of "${project.name}" as ${preset.id} in ${order.folder}`)
    const part = await mkdtemp(`${order.folder}.part-`).catch((error: Error) => {
      throw new CannotDeliver(`The folder cannot be created: ${error.message}`, { cause: error })
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
      throw new CannotDeliver(`The plan could not be made: ${error.message}`, { cause: error })
    throw error
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}
