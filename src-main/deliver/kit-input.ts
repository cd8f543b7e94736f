/** What a kit is made from, when it is asked for. */
import type { KitPart } from '#contract/delivery-options.ts'
import type { Encoding } from '#contract/presets.ts'
import type { Line } from '#contract/script.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { Cost } from '#contract/spend.ts'
import type { Take } from '#contract/takes.ts'
import type { Voice } from '#contract/voices.ts'
import type { DeliveryId, SequenceId, TextLanguage, TrackId } from '#contract/words.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { Chapter } from '../media/plan/render-plan.ts'

export interface KitInput {
  readonly parts: readonly KitPart[]
  /** One was asked for, and there is nothing to see. */
  readonly lacksPoster: boolean
  readonly deliveryId: DeliveryId
  readonly name: string
  /** Flat. */
  readonly sequence: Sequence
  /** Those that are clips of it, or of each other. */
  readonly inner: ReadonlyMap<SequenceId, Sequence>
  /** What edit lists carry, to come back as it is; null where that is too much. Absent: there are none. */
  readonly own?: string | null
  readonly takes: readonly Take[]
  readonly lines: readonly Line[]
  readonly voices: readonly Voice[]
  readonly costs: readonly Cost[]
  /** Absolute path of a take's bytes. */
  readonly pathOf: (take: Take) => string
  readonly size: Size
  /** Caption tracks that are delivered; null for all that are not muted. */
  readonly captionIds: readonly TrackId[] | null
  /** Captions that are drawn into the film, as a file of ASS; null for none. */
  readonly ass: string | null
  readonly encoding: Encoding
  /** Of the delivered part. */
  readonly chapters: readonly Chapter[]
  readonly durationFrames: number
  readonly levelsToShop: boolean
  readonly cover: Take | null
  readonly madeAt: number
  /** Of the texts that explain the kit. */
  readonly language: TextLanguage
}
