/** Renditions: what the preview of the Timeline plays and draws in place of the originals. They can be made again at any time. */
import { z } from 'zod'
import { changesOf, feed, procedure } from './define.ts'
import { CourseKey } from './ramp.ts'
import { fastestSound, slowestSound } from './sequence-limits.ts'
import { AssetId, HeardSound, Instant, Samples, Seconds } from './words.ts'

const pixels = z.int().min(1)

/**
 * The parts of a rendition, each served as media of its own: `{ of: 'rendition', assetId, speed, part, madeAt }`. A chosen sound at 100
 * percent has `peaks`, as an asset has those of its default sound.
 */
export const RenditionPart = z.enum(['proxy', 'filmstrip', 'sound', 'picture', 'peaks'])
export type RenditionPart = z.infer<typeof RenditionPart>

/**
 * A small MP4 of a shot: H.264 without B-frames, a keyframe at least every 15 frames, upright, square pixels, BT.709, AAC. Each
 * frame begins when that of the original does; the first is at zero.
 */
export const ProxyVideo = z.object({
  width: pixels,
  height: pixels,
  durationSeconds: Seconds,
  /** The mean of a variable rate. */
  framesPerSecond: z.number().min(0),
  /** The file is then twice as high: the colours over black, and below them in grey how opaque they are. */
  hasAlpha: z.boolean(),
})
export type ProxyVideo = z.infer<typeof ProxyVideo>

/** One JPEG of tiles from left to right, then down: tile `i` shows the middle of the `i`-th of `tiles` equal stretches. */
export const Filmstrip = z.object({
  tiles: z.int().min(1),
  columns: z.int().min(1),
  tileWidth: pixels,
  tileHeight: pixels,
})
export type Filmstrip = z.infer<typeof Filmstrip>

/** A WAV of 48 kHz, stereo, 16 bit: the same samples as a delivery mixes. Sample `n` is the four bytes at `dataOffset + 4n`. */
export const RenditionSound = z.object({ samples: Samples, dataOffset: z.int().min(0) })
export type RenditionSound = z.infer<typeof RenditionSound>

/** Why there is none: ffmpeg is missing or lacks a codec, the file is missing, too large or cannot be read, the disk is full, or it failed otherwise. */
export const NoRenditionBecause = z.enum([
  'no-ffmpeg',
  'ffmpeg-lacks',
  'missing',
  'empty',
  'cut-short',
  'damaged',
  'too-large',
  'no-media',
  'disk-full',
  'failed',
])
export type NoRenditionBecause = z.infer<typeof NoRenditionBecause>

/**
 * In percent, parts of which sequences in sequences may need: 100 is the rendition of the whole asset. Any other has its sound alone,
 * stretched with its pitch kept: sample `n` of the sound is at `n * 100 / speed`.
 */
export const RenditionSpeed = z.number().min(slowestSound).max(fastestSound)

/**
 * `heard` makes it a rendition of the sound alone, also at 100 percent: of what was chosen of it. So does `along`: the sound is a copy
 * along that course of speed, and `speed` is 100.
 */
const whose = { assetId: AssetId, speed: RenditionSpeed, along: CourseKey.optional(), heard: HeardSound.optional() }

export const Rendition = z.discriminatedUnion('state', [
  /** Neither made nor requested. */
  z.object({ state: z.literal('none'), ...whose }),
  z.object({ state: z.literal('waiting'), ...whose }),
  /** `share` is done, from 0 to 1; it stays 0 where the length is not known. */
  z.object({ state: z.literal('making'), ...whose, share: z.number().min(0).max(1) }),
  z.object({
    state: z.literal('ready'),
    ...whose,
    /** Part of the address: what was made again has another. 0 where the original itself serves. */
    madeAt: Instant,
    /** Null for anything but a shot. */
    proxy: ProxyVideo.nullable(),
    filmstrip: Filmstrip.nullable(),
    /** Null without sound. */
    sound: RenditionSound.nullable(),
    /** A still of at most 1920 pixels on either side, upright; null for anything but a still. Transparency is kept. */
    picture: z.object({ width: pixels, height: pixels }).nullable(),
  }),
  /** `said` is the technical detail, and may be empty. */
  z.object({ state: z.literal('impossible'), ...whose, because: NoRenditionBecause, said: z.string() }),
])
export type Rendition = z.infer<typeof Rendition>

/** Disk space that renditions use, and their number. */
export const RenditionStorage = z.object({ sizeBytes: z.number(), count: z.int() })
export type RenditionStorage = z.infer<typeof RenditionStorage>

const assetIds = z.array(AssetId).max(500)

export const renditions = {
  /** Every rendition that was asked for or made since the studio opened, then each change. */
  changes: feed({ input: z.object({}), event: changesOf(Rendition, AssetId) }),
  /**
   * Asks for the renditions of what is shown now, most wanted first, and returns their states in the same order. What is missing is made
   * before anything that was asked for earlier. An unknown asset is `missing`. What was impossible for want of ffmpeg, space or the file
   * is tried again.
   */
  want: procedure({ effect: 'writes', input: z.object({ assetIds }), output: z.object({ renditions: z.array(Rendition) }) }),
  /** The same for sounds of clips that play slower or faster, or another sound or side than the file's default. */
  requestAtSpeed: procedure({
    effect: 'writes',
    input: z.object({ sounds: z.array(z.object(whose)).max(500) }),
    output: z.object({ renditions: z.array(Rendition) }),
  }),
  /** Makes renditions again, at every speed, that are there but cannot be read, or that were impossible to make. */
  remake: procedure({ effect: 'writes', input: z.object({ assetIds }), output: z.object({ renditions: z.array(Rendition) }) }),
  /** The disk space in use, now and after each change. */
  storage: feed({ input: z.object({}), event: RenditionStorage }),
  /** Deletes all renditions. They are made again when they are asked for. */
  clear: procedure({ effect: 'writes', input: z.object({}), output: z.object({ freedBytes: z.number() }) }),
}
