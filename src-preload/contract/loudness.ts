/** Loudness by EBU R 128: what a sequence has, and what a delivery got. */
import { z } from 'zod'

/** Null for silence, and where there is too little sound to measure. */
const Measured = z.object({
  integratedLufs: z.number().nullable(),
  rangeLu: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
})

/** Of their lines alone, without music. */
const SpeakerLoudness = z.object({
  /** Empty for lines without a speaker. */
  name: z.string(),
  lines: z.int(),
  /** As they are on the timeline. */
  beforeLufs: z.number(),
  /** Levelled and with the gain. */
  afterLufs: z.number(),
})

export const LoudnessDetails = z.object({
  rangeLu: z.number().nullable(),
  /** True peaks stay under it; null when it was left as mixed. */
  limitDbtp: z.number().nullable(),
  /** The one gain given to the whole mix. */
  gainDb: z.number(),
  /** Whether peaks were lowered to stay under the limit. */
  isLimited: z.boolean(),
  /** The mix of the levelled lines, before that gain; null when it was left as mixed. */
  before: Measured.nullable(),
  /** By name. */
  speakers: z.array(SpeakerLoudness),
  /** Null when lines were not levelled. */
  levelled: z.object({ lines: z.int(), mostDb: z.number() }).nullable(),
})
export type LoudnessDetails = z.infer<typeof LoudnessDetails>

const measuredDb = z.number().nullable()
const ShopFile = z.object({
  ...{ name: z.string(), seconds: z.number(), gainDb: z.number() },
  ...{ rmsDb: measuredDb, peakDb: measuredDb, floorDb: measuredDb },
})

/** Without a target the mix was left as loud as it is. Peaks and range of silence are null. A kit without a film has no details. */
export const LoudnessReport = z.object({
  integratedLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  targetLufs: z.number().nullable(),
  details: LoudnessDetails.optional(),
  /** Of the files of an audiobook for shops, the sample last: decibels below full scale, null for silence. */
  shop: z.array(ShopFile).optional(),
})
export type LoudnessReport = z.infer<typeof LoudnessReport>
