/** Deliver, as others use it, and what it needs of them. */
import type { Delivery, DeliveryChanges, PreflightFinding } from '#contract/deliveries.ts'
import type { DeliveryOptions, DeliveryPart, KitPart } from '#contract/delivery-options.ts'
import type { CaptionMode, EncoderKind, LoudnessTarget, Preset, RenderPreset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { DeliveryId, RequestId, SequenceId, TrackId } from '#contract/words.ts'
import type { Signing } from '../accounts/signing.ts'
import type { Clock } from '../base/clock.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Assets } from '../library/assets.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Renditions } from '../library/renditions.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { FrozenPlan, Target } from '../media/plan/render-job.ts'
import type { Script } from '../script/script-port.ts'
import type { SpeakerTones } from '../script/speaker-tones.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { Spend } from '../spend/spend.ts'
import type { PresetThatLacks, WorkingEncoder } from './encoders.ts'
import type { KitSize } from './kit-sizes.ts'
import type { LoudnessPrediction, PredictionWish } from './predict-loudness.ts'

export interface Deliver {
  /** @throws Fault not-found (preset) */
  preflight: (sequence: Sequence, wish: PreflightWish) => Promise<PreflightFinding[]>
  /**
   * Queues a render of the sequence as it is now; the same request again returns the same delivery. The caller wakes the
   * engine.
   * @throws Fault not-found (sequence, preset, or a take that it needs), nothing-to-deliver, no-ffmpeg, disk-full, not-signable
   */
  render: (wish: RenderWish) => Promise<Delivery>
  /** The sequence as it is now, with the settings of this delivery. @throws Fault like `render` */
  again: (requestId: RequestId, deliveryId: DeliveryId) => Promise<Delivery>
  /** Null where the earlier plan no longer exists. @throws Fault like `render` */
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
  predictLoudness: (wish: PredictionWish, signal: AbortSignal) => Promise<LoudnessPrediction>
  /** @throws Fault not-found (sequence, preset) */
  kitSizes: (wish: Pick<RenderWish, 'sequenceId' | 'presetId'> & WishedPart) => Promise<KitSize[]>
}

interface WishedPart {
  readonly part?: DeliveryPart | undefined
  readonly encoder?: EncoderKind | undefined
  /** Of the film, in millions of bytes. */
  readonly mostMegabytes?: number | undefined
  readonly isSigned?: boolean | undefined
  readonly loudness?: LoudnessTarget | null | undefined
  /** Chosen ones. Absent, or null: all that are not muted. */
  readonly captionTrackIds?: readonly TrackId[] | null | undefined
}

/** What is checked before it is delivered. */
export type PreflightWish = Pick<RenderWish, 'presetId' | 'captionMode'> & WishedPart

export type WhatToRender = Omit<RenderWish, 'requestId' | 'target'>

export interface RenderWish {
  readonly requestId: RequestId
  readonly sequenceId: SequenceId
  readonly presetId: string
  readonly captionMode: CaptionMode
  /** Absent: the usual ones. */
  readonly options?: DeliveryOptions | undefined
  readonly name: string
  /** Frames, instead of the part that the options name; without both, what is between the sequence's in and out. */
  readonly range?: { readonly inFrame: number, readonly outFrame: number } | undefined
  /** Without it, the deliveries folder. */
  readonly target?: Target
  /** The parts of a kit; without it, the file alone. */
  readonly kit?: readonly KitPart[] | undefined
  /** Of a delivery that is made again: what its preset was then. */
  readonly preset?: RenderPreset | undefined
}

export interface DeliverPorts {
  readonly sequences: Pick<Sequences, 'get'>
  /** Not flat. */
  readonly storedSequence: Sequences['get']
  readonly takes: Pick<Takes, 'find'>
  readonly script: Pick<Script, 'lines'>
  readonly tones: Pick<SpeakerTones, 'of'>
  readonly voices: Pick<Voices, 'list'>
  readonly spend: Pick<Spend, 'costsOf'>
  readonly deliveries: Pick<Deliveries, 'insert' | 'get'>
  readonly ledger: Pick<Ledger, 'enqueue' | 'open' | 'row'>
  readonly assets: Pick<Assets, 'get' | 'pathOf'>
  /** The waveform of the chosen sound. */
  readonly peaksOf: Renditions['peaksOf']
  readonly signing: Pick<Signing, 'certificate' | 'signer'>
  /** Null where there is none. */
  readonly ffmpeg: () => Promise<Ffmpeg | null>
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<Ffmpeg>
  readonly freeBytes: () => Promise<number>
  /** The user's own. */
  readonly ownPresets: () => Promise<readonly Preset[]>
  /** Absolute; may not exist yet. */
  readonly deliveriesFolder: string
  readonly workFolder: string
  readonly clock: Clock
}
