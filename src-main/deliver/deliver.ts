/** Deliver: checks a sequence, and freezes it into a render in the queue. Sequences are only read; nothing is encoded here. */
import type { Delivery, DeliveryChanges, PreflightFinding } from '#contract/deliveries.ts'
import type { DeliveryOptions, DeliveryPart, KitPart } from '#contract/delivery-options.ts'
import type { CaptionMode, EncoderKind, LoudnessTarget, Preset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Asset, Take } from '#contract/takes.ts'
import type { DeliveryId, JobId, RequestId, SequenceId, SoundChoice, TakeId, TrackId } from '#contract/words.ts'
import type { Signing } from '../accounts/signing.ts'
import type { Clock } from '../base/clock.ts'
import type { Ledger } from '../jobs/ledger.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Renditions } from '../library/renditions.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { KitPlan } from '../media/plan/kit-plan.ts'
import type { FrozenPlan, Target } from '../media/plan/render-job.ts'
import type { Script } from '../script/script-port.ts'
import type { Sequences } from '../sequences/sequences.ts'
import type { Spend } from '../spend/spend.ts'
import type { HeardClip } from './clipping.ts'
import type { PresetThatLacks, WorkingEncoder } from './encoders.ts'
import type { Foreseen, ForeseeWish } from './foresee.ts'
import type { KitInput } from './kit-input.ts'
import type { KitSize } from './kit-sizes.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Fault, isFault } from '#contract/faults.ts'
import { formats } from '#rules/deliver/formats.ts'
import { frameBase } from '#rules/deliver/frames.ts'
import { cutTo } from '#rules/deliver/part.ts'
import { presetById, screenOf } from '#rules/deliver/presets.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { soundEvents, workOutSoundEvents } from '#rules/sequence/levels.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { fileExists } from '../base/atomic-file.ts'
import { mapConcurrently } from '../base/concurrency.ts'
import { inPieces } from '../base/in-pieces.ts'
import { RenderJobPlan } from '../media/plan/render-job.ts'
import { hasPicture } from '../media/render/render-still.ts'
import { pointsOfPeaks } from '../media/sound/peaks.ts'
import { createBrokenFinder } from './broken-takes.ts'
import { neededFor, presetsThatLack, withEncoder, withinSize, workingHardware } from './encoders.ts'
import { freeNameIn } from './file-name.ts'
import { fileBytesOf, neededBytesFor } from './file-sizes.ts'
import { foresee } from './foresee.ts'
import { createHdrFinder } from './hdr-takes.ts'
import { makesBook } from './kit-book.ts'
import { bytesOf, kitSizes } from './kit-sizes.ts'
import { freezeKit } from './kit.ts'
import { createOddColoursFinder } from './odd-colours.ts'
import { placedTakeIds, playedTakeIds } from './placed-takes.ts'
import { preflight } from './preflight.ts'
import { freezeRender } from './render-plan.ts'
import { requireSigner, signingFacts } from './signing.ts'
import { changesSince } from './since.ts'

export interface Deliver {
  /** @throws Fault not-found (preset) */
  preflight: (
    sequence: Sequence,
    wish: Pick<RenderWish, 'presetId' | 'captionMode'> & WishedPart & WishedCaptions,
  ) => Promise<PreflightFinding[]>
  /**
   * Queues a render of the sequence as it is now; the same request again returns the same delivery. The caller wakes the
   * engine.
   * @throws Fault not-found (sequence, preset, or a take that it needs), nothing-to-deliver, no-ffmpeg, disk-full, not-signable
   */
  render: (wish: RenderWish) => Promise<Delivery>
  /** The sequence as it is now, with the settings of this delivery. @throws Fault like `render` */
  again: (requestId: RequestId, deliveryId: DeliveryId) => Promise<Delivery>
  /** Null where the earlier plan is not there any more. @throws Fault like `render` */
  since: (deliveryId: DeliveryId) => Promise<DeliveryChanges | null>
  /** Without extension. */
  fileName: (name: string) => Promise<string>
  /**
   * The same, frozen but not queued: for machines elsewhere.
   * @throws Fault as `render`
   */
  freeze: (wish: WhatToRender) => Promise<FrozenPlan>
  lacking: () => Promise<PresetThatLacks[]>
  hardware: () => Promise<WorkingEncoder[]>
  /** @throws Fault nothing-to-deliver, no-ffmpeg, not-found (a take that is heard) */
  foreseeLoudness: (wish: ForeseeWish, signal: AbortSignal) => Promise<Foreseen>
  /** @throws Fault not-found (sequence, preset) */
  kitSizes: (wish: Pick<RenderWish, 'sequenceId' | 'presetId'> & WishedPart) => Promise<KitSize[]>
}

interface WishedCaptions { readonly captionTrackIds?: readonly TrackId[] | null | undefined }

interface WishedPart {
  readonly part?: DeliveryPart | undefined
  readonly encoder?: EncoderKind | undefined
  readonly isSigned?: boolean | undefined
  readonly loudness?: LoudnessTarget | null | undefined
}

export type WhatToRender = Omit<RenderWish, 'requestId' | 'target'>

export interface RenderWish {
  readonly requestId: RequestId
  readonly sequenceId: SequenceId
  readonly presetId: string
  readonly captionMode: CaptionMode
  /** Absent: the usual ones. */
  readonly options?: DeliveryOptions | undefined
  readonly name: string
  /** Frames, instead of the part that the options name; without both, what lies between the sequence's in and out. */
  readonly range?: { readonly inFrame: number, readonly outFrame: number }
  /** Without it, the deliveries folder. */
  readonly target?: Target
  /** The parts of a kit; without it, the file alone. */
  readonly kit?: readonly KitPart[] | undefined
  /** Of a delivery that is made again: what its preset was then. */
  readonly preset?: Preset | undefined
}

export interface DeliverPorts {
  readonly sequences: Pick<Sequences, 'get'>
  readonly takes: Pick<Takes, 'find'>
  readonly script: Pick<Script, 'lines'>
  readonly voices: Pick<Voices, 'list'>
  readonly spend: Pick<Spend, 'costsOf'>
  readonly deliveries: Pick<Deliveries, 'insert' | 'get'>
  readonly ledger: Pick<Ledger, 'enqueue' | 'open' | 'row'>
  readonly assets: Pick<Assets, 'pathOf'>
  /** The waveform of what is chosen of a sound. */
  readonly peaksOf: Renditions['peaksOf']
  readonly signing: Pick<Signing, 'certificate' | 'signer'>
  /** Null where there is none. */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<Ffmpeg>
  readonly freeBytes: () => Promise<number>
  /** The person's own. */
  readonly ownPresets: () => Promise<readonly Preset[]>
  /** Absolute; may not exist yet. */
  readonly deliveriesFolder: string
  readonly workFolder: string
  readonly clock: Clock
}

/** Own presets may have been changed or deleted since. */
function presetOfPlan({ encoding, loudness }: FrozenPlan, presetId: string, captionMode: CaptionMode): Preset {
  return { ...encoding, id: presetId, name: '', loudness, captionModes: [captionMode] }
}

interface Frozen {
  readonly frozen: FrozenPlan
  readonly sequence: Sequence
  readonly preset: Preset
  readonly placed: readonly Take[]
  readonly cover: Take | null
}

/** A film of an hour has thousands: asked for together, they would keep main from all else. */
const filesAtOnce = 8

const NamedPlan = z.object({ fileBase: z.string() })

export function createDeliver(ports: DeliverPorts): Deliver {
  const { sequences, takes, deliveries, ledger, assets, clock, deliveriesFolder } = ports

  const brokenOf = createBrokenFinder(take => assets.pathOf(take.asset))
  const hdrOf = createHdrFinder(take => assets.pathOf(take.asset))
  const oddColoursOf = createOddColoursFinder(take => assets.pathOf(take.asset))

  async function presetOf({ presetId, preset }: Pick<RenderWish, 'presetId' | 'preset'>): Promise<Preset> {
    const found = preset ?? presetById(presetId, await ports.ownPresets())
    if (!found)
      throw new Fault('not-found', { word: 'preset', id: presetId })
    return found
  }

  async function missingOf(placed: readonly Take[]): Promise<Set<TakeId>> {
    const missing = new Set<TakeId>()
    await mapConcurrently(filesAtOnce, placed, async (take) => {
      if (!await fileExists(assets.pathOf(take.asset)))
        missing.add(take.id)
    })
    return missing
  }

  const outlineKey = ({ takeId, heard }: HeardClip): string => `${takeId} ${heardKey(heard)}`

  /** What was measured of their sound when they came, or of what is chosen of it; what cannot be read is not checked. */
  async function outlinesOf(sequence: Sequence, placed: readonly Take[]): Promise<ReadonlyMap<string, Int8Array>> {
    const outlines = new Map<string, Int8Array>()
    const byId = new Map(placed.map(take => [take.id, take]))
    await inPieces(workOutSoundEvents(sequence))
    const wanted = new Map(soundEvents(sequence).map(({ clip }) => [outlineKey(clip), clip]))
    await mapConcurrently(filesAtOnce, [...wanted], async ([key, { takeId, heard }]) => {
      const asset = byId.get(takeId)?.asset
      const bytes = asset?.hasPeaks ? await peaksOf(asset, heard) : null
      if (bytes)
        outlines.set(key, pointsOfPeaks(bytes))
    })
    return outlines
  }

  async function peaksOf(asset: Asset, heard: SoundChoice | undefined): Promise<Buffer | null> {
    return heard && heardKey(heard) !== ''
      ? ports.peaksOf(asset.id, heard)
      : readFile(assets.pathOf(asset, 'peaks')).catch(() => null)
  }

  /** The placed takes, all with their files. */
  async function readyTakes(sequence: Sequence): Promise<Take[]> {
    const placed = await takes.find(placedTakeIds(sequence))
    const played = new Set(playedTakeIds(sequence))
    const missing = new Set(await missingOf(placed))
    const lacking = [...missing].find(id => played.has(id))
    if (lacking !== undefined)
      throw new Fault('not-found', { word: 'take', id: lacking })
    // A clip that does not play may do without its file.
    return placed.filter(({ id }) => !missing.has(id))
  }

  /** @throws Fault not-found */
  async function coverOf({ format }: Preset, options: DeliveryOptions | undefined): Promise<Take | null> {
    const id = formats[format].cover ? options?.coverTakeId : undefined
    if (id === undefined)
      return null
    const [take] = await takes.find([id])
    if (take?.medium !== 'picture' || (await missingOf([take])).size > 0)
      throw new Fault('not-found', { word: 'take', id })
    return take
  }

  async function requireMeans(sequence: Sequence, preset: Preset, more: number): Promise<void> {
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

  async function sizesFor(sequence: Sequence, preset: Preset, placed: readonly Take[]): Promise<KitSize[]> {
    const lines = await ports.script.lines(sequence.projectId)
    return inPieces(kitSizes({ sequence, takes: placed, lines, encoding: preset, ...screenOf(preset, sequence) }))
  }

  /** @throws Fault nothing-to-deliver where nothing that was asked for can be made */
  async function kitOf(
    wanted: readonly KitPart[],
    name: string,
    { deliveryId, sequence, placed, frozen, cover, captionIds }:
    Pick<KitInput, 'deliveryId' | 'sequence' | 'cover' | 'captionIds'> & { placed: readonly Take[], frozen: FrozenPlan },
  ): Promise<KitPlan> {
    const { width, height, ass, encoding, chapters, durationFrames } = frozen
    const isSeen = encoding.video !== null || hasPicture(frozen)
    const isPossible = (part: KitPart): boolean => part === 'poster' ? isSeen : part !== 'book' || makesBook(encoding)
    const parts = wanted.filter(isPossible)
    if (parts.length === 0)
      throw new Fault('nothing-to-deliver', {})
    return freezeKit({
      ...{ parts, deliveryId, name, sequence, takes: placed, ass, size: { width, height }, madeAt: clock.now() },
      ...{ encoding, chapters, durationFrames, levelsToShop: frozen.options?.levelsToShop ?? true, cover, captionIds },
      lines: await ports.script.lines(sequence.projectId),
      voices: await ports.voices.list(),
      costs: await ports.spend.costsOf(placed.flatMap(take => take.jobId ?? [])),
      pathOf: take => assets.pathOf(take.asset),
    })
  }

  async function freeze(wish: WhatToRender): Promise<Frozen> {
    const asked = withEncoder(await presetOf(wish), wish.options?.encoder)
    const { captionMode, options } = wish
    const sequence = cutTo({ ...await sequences.get(wish.sequenceId), ...wish.range }, wish.range ? undefined : options?.part, asked)
    const { frames } = rangeOf(sequence, resolve(sequence).durationFrames)
    const preset = withinSize(asked, options?.mostMegabytes, secondsOfFrames(frames, sequence.rate))
    const placed = await readyTakes(sequence)
    const cover = await coverOf(preset, options)
    const frozen = freezeRender({
      sequence,
      cover,
      takes: placed,
      pathOf: take => assets.pathOf(take.asset),
      preset,
      captionMode,
      options,
      lines: await ports.script.lines(sequence.projectId),
      madeAt: clock.now(),
    })
    await requireMeans(sequence, preset, wish.kit ? bytesOf(await sizesFor(sequence, preset, placed), wish.kit) : 0)
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
    // Without captions in the film nobody has chosen some of them.
    const captionIds = captionMode === 'none' ? null : options?.captions.trackIds ?? null
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
    async preflight(asked, { presetId, captionMode, part, encoder, isSigned = false, loudness, captionTrackIds = null }) {
      const preset = withEncoder(await presetOf({ presetId }), encoder)
      const sequence = cutTo(asked, part, preset)
      const placed = await takes.find(placedTakeIds(sequence))
      const outlines = await outlinesOf(sequence, placed)
      const ffmpeg = await ports.ffmpeg()
      return inPieces(preflight({
        sequence,
        preset,
        captionMode,
        captionTrackIds,
        ...loudness !== undefined && { loudness },
        fileBytes: fileBytesOf({ sequence, encoding: preset }),
        takes: placed,
        missingTakeIds: await missingOf(placed),
        lines: await ports.script.lines(sequence.projectId),
        outlineOf: clip => outlines.get(outlineKey(clip)) ?? null,
        hasFfmpeg: ffmpeg !== null,
        brokenTakes: await brokenOf(placed, ffmpeg),
        hdrTakeIds: await hdrOf(placed, ffmpeg),
        oddColourTakeIds: await oddColoursOf(placed),
        lacking: ffmpeg ? await neededFor(preset, captionMode === 'burned', ffmpeg) : [],
        freeBytes: await ports.freeBytes(),
        neededBytes: neededBytesFor({ sequence, encoding: preset }),
        signing: isSigned ? signingFacts(await ports.signing.certificate(), { sequence, encoding: preset, now: clock.now() }) : null,
      }))
    },
    foreseeLoudness: (wish, signal) => foresee(wish, ports, signal),
    lacking: async () => presetsThatLack(await ports.ownPresets(), await ports.ffmpeg()),
    hardware: async () => workingHardware(await ports.ffmpeg()),
    render,
    freeze: async wish => (await freeze(wish)).frozen,
    async kitSizes(wish) {
      const preset = await presetOf(wish)
      const sequence = cutTo(await sequences.get(wish.sequenceId), wish.part, preset)
      return sizesFor(sequence, preset, await takes.find(placedTakeIds(sequence)))
    },
    async again(requestId, deliveryId) {
      const { jobId, sequenceId, presetId, captionMode, name, files } = await deliveries.get(deliveryId)
      const before = await planOf(jobId)
      // A kit whose job is not there any more has at least its film again.
      const kit = files.some(({ role }) => role === 'manifest') ? before?.kit?.parts : undefined
      const preset = before ? presetOfPlan(before, presetId, captionMode) : undefined
      return render({ requestId, sequenceId, presetId, preset, captionMode, options: before?.options, name, ...kit ? { kit } : {} })
    },
    async since(deliveryId) {
      const { jobId, sequenceId, presetId, captionMode } = await deliveries.get(deliveryId)
      const before = await planOf(jobId)
      if (before === null)
        return null
      const preset = presetOfPlan(before, presetId, captionMode)
      const { options } = before
      const sequence = cutTo(await sequences.get(sequenceId), options?.part, preset)
      const placed = await takes.find(placedTakeIds(sequence))
      const pathOf = (take: Take): string => assets.pathOf(take.asset)
      const wish = { preset, captionMode, options, lines: await ports.script.lines(sequence.projectId) }
      return changesSince(before, freezeRender({ sequence, takes: placed, pathOf, ...wish, madeAt: clock.now() }))
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
