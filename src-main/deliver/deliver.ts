/** Deliver: freezes a sequence into a render in the queue. Sequences are only read; nothing is encoded here. */
import type { Delivery } from '#contract/deliveries.ts'
import type { DeliveryOptions, KitPart } from '#contract/delivery-options.ts'
import type { CaptionMode, Encoding, RenderPreset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { DeliveryId, JobId, TrackId } from '#contract/words.ts'
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { FrozenPlan } from '../media/plan/render-job.ts'
import type { Deliver, DeliverPorts, RenderWish, WhatToRender } from './deliver-port.ts'
import type { KitInput } from './kit-input.ts'
import type { KitSize } from './kit-sizes.ts'
import { z } from 'zod'
import { Fault, isFault } from '#contract/faults.ts'
import { formats } from '#rules/deliver/formats.ts'
import { frameBase } from '#rules/deliver/frames.ts'
import { cutTo } from '#rules/deliver/part.ts'
import { presetById, screenOf } from '#rules/deliver/presets.ts'
import { inPieces } from '../base/in-pieces.ts'
import { RenderJobPlan } from '../media/plan/render-job.ts'
import { hasPicture, showsPoster } from '../media/render/render-still.ts'
import { createChecks } from './checks.ts'
import { diffDeliveries } from './delivery-diff.ts'
import { presetsThatLack, withEncoder, withinSize, workingHardware } from './encoders.ts'
import { freeNameIn } from './file-name.ts'
import { neededBytesFor } from './file-sizes.ts'
import { innerSequences } from './inner-sequences.ts'
import { makesBook } from './kit-book.ts'
import { bytesOf, kitSizes } from './kit-sizes.ts'
import { freezeKit } from './kit.ts'
import { missingSequences } from './missing-sequences.ts'
import { ownList } from './own-list.ts'
import { lutPaths } from './placed-luts.ts'
import { placedTakeIds } from './placed-takes.ts'
import { predictLoudness } from './predict-loudness.ts'
import { freezeRender } from './render-plan.ts'
import { requireSigner } from './signing.ts'
import { tonedSequence } from './toned-sequence.ts'

/** Own presets may have been changed or deleted since. */
function presetOfPlan({ encoding, loudness }: FrozenPlan, presetId: string, captionMode: CaptionMode): RenderPreset {
  return { ...encoding, id: presetId, name: '', loudness, captionModes: [captionMode] }
}

/** Frames that were asked for count, not the part that the options name. */
function cutToWish(sequence: Sequence, { range, options }: Pick<RenderWish, 'range' | 'options'>, encoding: Encoding): Sequence {
  return cutTo({ ...sequence, ...range }, range ? undefined : options?.part, encoding)
}

/** Of a kit. Without captions in the film there is no choice of tracks. */
function captionIdsOf({ captionMode, options }: Pick<RenderWish, 'captionMode' | 'options'>): readonly TrackId[] | null {
  return captionMode === 'none' ? null : options?.captions.trackIds ?? null
}

interface Frozen {
  readonly frozen: FrozenPlan
  readonly sequence: Sequence
  readonly preset: RenderPreset
  readonly placed: readonly Take[]
  readonly cover: Take | null
}

const NamedPlan = z.object({ fileBase: z.string() })

export function createDeliver(ports: DeliverPorts): Deliver {
  const { sequences, takes, deliveries, ledger, assets, clock, deliveriesFolder } = ports
  const checks = createChecks(ports)

  async function presetOf({ presetId, preset }: Pick<RenderWish, 'presetId' | 'preset'>): Promise<RenderPreset> {
    const found = preset ?? presetById(presetId, await ports.ownPresets())
    if (!found)
      throw new Fault('not-found', { word: 'preset', id: presetId })
    return found
  }

  /** @throws Fault not-found */
  async function coverOf({ format }: RenderPreset, options: DeliveryOptions | undefined): Promise<Take | null> {
    const id = formats[format].cover ? options?.coverTakeId : undefined
    if (id === undefined)
      return null
    const [take] = await takes.find([id])
    if (take?.medium !== 'picture' || (await checks.missingOf([take])).size > 0)
      throw new Fault('not-found', { word: 'take', id })
    return take
  }

  async function requireMeans(sequence: Sequence, preset: RenderPreset, more: number): Promise<void> {
    await ports.needFfmpeg()
    const [neededBytes, freeBytes] = [neededBytesFor({ sequence, encoding: preset }) + more, await ports.freeBytes()]
    if (freeBytes < neededBytes)
      throw new Fault('disk-full', { neededBytes, freeBytes })
  }

  /** Names that queued renders will write to. */
  async function promisedNames(): Promise<string[]> {
    const renders = (await ledger.open()).filter(row => row.kind === 'render')
    return renders.flatMap(row => NamedPlan.safeParse(JSON.parse(row.plan)).data?.fileBase ?? [])
  }

  async function sizesFor(
    sequence: Sequence,
    preset: RenderPreset,
    { placed, captionIds }: { placed: readonly Take[], captionIds: readonly TrackId[] | null },
  ): Promise<KitSize[]> {
    const lines = await ports.script.lines(sequence.projectId)
    const lutIds = new Set((await lutPaths(sequence, assets)).keys())
    return inPieces(kitSizes({ sequence, takes: placed, lines, lutIds, captionIds, encoding: preset, ...screenOf(preset, sequence) }))
  }

  /** @throws Fault nothing-to-deliver where nothing that was asked for can be made */
  async function kitOf(
    wanted: readonly KitPart[],
    name: string,
    { deliveryId, sequence, placed, frozen, cover, captionIds }:
    Pick<KitInput, 'deliveryId' | 'sequence' | 'cover' | 'captionIds'> & { placed: readonly Take[], frozen: FrozenPlan },
  ): Promise<KitPlan> {
    const { width, height, ass, encoding, chapters, durationFrames } = frozen
    const isSeen = hasPicture(frozen) || (wanted.includes('master') && showsPoster(encoding))
    const isPossible = (part: KitPart): boolean => part === 'poster' ? isSeen : part !== 'book' || makesBook(encoding)
    const parts = wanted.filter(isPossible)
    if (parts.length === 0)
      throw new Fault('nothing-to-deliver', {})
    return freezeKit({
      ...{ parts, lacksPoster: wanted.includes('poster') && !isSeen },
      ...{ deliveryId, name, sequence, takes: placed, ass, size: { width, height }, madeAt: clock.now() },
      ...{ encoding, chapters, durationFrames, levelsToShop: frozen.options?.levelsToShop ?? true, cover, captionIds },
      language: frozen.options?.language ?? 'en',
      inner: parts.includes('edit-lists') ? await innerSequences(sequence, ports) : new Map(),
      ...parts.includes('edit-lists') && { own: await ownList(sequence, ports) },
      lines: await ports.script.lines(sequence.projectId),
      voices: await ports.voices.list(),
      costs: await ports.spend.costsOf(placed.flatMap(take => take.jobId ?? [])),
      pathOf: take => assets.pathOf(take.asset),
    })
  }

  async function freeze(wish: WhatToRender): Promise<Frozen> {
    const asked = withEncoder(await presetOf(wish), wish.options?.encoder)
    const { captionMode, options } = wish
    const whole = await tonedSequence(await sequences.get(wish.sequenceId), ports)
    const sequence = cutToWish(whole, wish, asked)
    const preset = withinSize(asked, options?.mostMegabytes, sequence)
    const placed = await checks.readyTakes(sequence)
    const [gone] = await missingSequences(sequence, sequences)
    if (gone !== undefined)
      throw new Fault('not-found', { word: 'sequence', id: gone })
    const cover = await coverOf(preset, options)
    const frozen = freezeRender({
      sequence,
      cover,
      takes: placed,
      pathOf: take => assets.pathOf(take.asset),
      lutPaths: await lutPaths(sequence, assets),
      preset,
      hasPoster: wish.kit?.includes('poster') ?? false,
      captionMode,
      options,
      lines: await ports.script.lines(sequence.projectId),
      madeAt: clock.now(),
    })
    const sizes = wish.kit ? await sizesFor(sequence, preset, { placed, captionIds: captionIdsOf(wish) }) : []
    await requireMeans(sequence, preset, bytesOf(sizes, wish.kit ?? []))
    return { frozen, sequence, preset, placed, cover }
  }

  async function queue(wish: RenderWish, deliveryId: DeliveryId): Promise<Delivery> {
    const { frozen, sequence, preset, placed, cover } = await freeze(wish)
    const { captionMode, name, target = null, options } = wish
    // Thousands of files are always in a folder of their own.
    const isFrames = preset.format === 'frames'
    const kit = wish.kit ?? (isFrames ? ['master'] as const : undefined)
    // Of a kit without its film, nothing is signed.
    if (options?.isSigned && (kit?.includes('master') ?? true))
      await requireSigner(preset, ports.signing)
    const folder = target?.folder ?? deliveriesFolder
    const captionIds = captionIdsOf(wish)
    const delivery: Omit<Delivery, 'jobId'> = {
      id: deliveryId,
      projectId: sequence.projectId,
      sequenceId: sequence.id,
      name,
      presetId: preset.id,
      ...screenOf(preset, sequence),
      captionMode,
      files: [],
      durationSeconds: null,
      loudness: null,
      folder,
      isMissing: false,
      createdAt: clock.now(),
    }
    const plan: RenderJobPlan = {
      ...frozen,
      deliveryId,
      delivery,
      target,
      kit: kit === undefined ? null : await kitOf(kit, name, { deliveryId, sequence, placed, frozen, cover, captionIds }),
      ...wish.range && { range: wish.range },
      fileBase: target?.base ?? await freeNameIn(deliveriesFolder, isFrames ? frameBase(name) : name, await promisedNames()),
    }
    const size = frozen.width * frozen.height * frozen.durationFrames
    const { requestId } = wish
    const [job] = await ledger.enqueue([
      { requestId, requestPart: 0, kind: 'render', title: name, projectId: sequence.projectId, deliveryId, size, plan },
    ])
    if (!job)
      throw new Error('The queue returned no job')
    return deliveries.insert({ ...delivery, jobId: job.id })
  }

  return {
    preflight: async (asked, { presetId, encoder, ...wish }) =>
      checks.preflight(asked, withEncoder(await presetOf({ presetId }), encoder), wish),
    predictLoudness: (wish, signal) => predictLoudness(wish, ports, signal),
    lacking: async () => presetsThatLack(await ports.ownPresets(), await ports.ffmpeg()),
    hardware: async () => workingHardware(await ports.ffmpeg()),
    render,
    freeze: async wish => (await freeze(wish)).frozen,
    async kitSizes(wish) {
      const asked = withEncoder(await presetOf(wish), wish.encoder)
      const sequence = cutTo(await sequences.get(wish.sequenceId), wish.part, asked)
      const preset = withinSize(asked, wish.mostMegabytes, sequence)
      const placed = await takes.find(placedTakeIds(sequence))
      return sizesFor(sequence, preset, { placed, captionIds: wish.captionTrackIds ?? null })
    },
    async again(requestId, deliveryId) {
      const { jobId, sequenceId, presetId, captionMode, name, files } = await deliveries.get(deliveryId)
      const before = await planOf(jobId)
      // A kit whose job no longer exists is made with its film at least.
      const kit = files.some(({ role }) => role === 'manifest') ? before?.kit?.parts : undefined
      const preset = before ? presetOfPlan(before, presetId, captionMode) : undefined
      const { options, range } = before ?? {}
      return render({ requestId, sequenceId, presetId, preset, captionMode, options, name, ...range && { range }, ...kit && { kit } })
    },
    async since(deliveryId) {
      const { jobId, sequenceId, presetId, captionMode } = await deliveries.get(deliveryId)
      const before = await planOf(jobId)
      if (before === null)
        return null
      const preset = presetOfPlan(before, presetId, captionMode)
      const { options } = before
      const sequence = cutToWish(await tonedSequence(await sequences.get(sequenceId), ports), before, preset)
      const placed = await takes.find(placedTakeIds(sequence))
      const pathOf = (take: Take): string => assets.pathOf(take.asset)
      const files = { takes: placed, pathOf, lutPaths: await lutPaths(sequence, assets) }
      const hasPoster = before.kit?.parts.includes('poster') ?? false
      const wish = { preset, hasPoster, captionMode, options, lines: await ports.script.lines(sequence.projectId) }
      try {
        return diffDeliveries(before, freezeRender({ sequence, ...files, ...wish, madeAt: clock.now() }))
      }
      catch (error) {
        // Only read here. The render that follows says which file is missing.
        if (isFault(error, 'not-found') && error.data.word === 'lut')
          return null
        throw error
      }
    },
    fileName: async name => freeNameIn(deliveriesFolder, name, await promisedNames()),
  }

  async function planOf(jobId: JobId): Promise<RenderJobPlan | null> {
    try {
      return RenderJobPlan.safeParse(JSON.parse((await ledger.row(jobId)).plan)).data ?? null
    }
    catch (error) {
      if (isFault(error, 'not-found'))
        return null
      throw error
    }
  }

  async function render(wish: RenderWish): Promise<Delivery> {
    // The request's id is the delivery's, too: asked twice, it is still one delivery.
    const deliveryId = wish.requestId as string as DeliveryId
    try {
      return await deliveries.get(deliveryId)
    }
    catch (error) {
      if (!isFault(error, 'not-found'))
        throw error
      return queue(wish, deliveryId)
    }
  }
}
