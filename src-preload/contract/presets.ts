/** Presets of deliveries: everything that decides what kind of file a delivery becomes, as plain data that can be kept and exchanged. */
import { z } from 'zod'
import { FrameRate } from './sequence-document.ts'
import { ShowTags } from './sound-tags.ts'
import { Label } from './words.ts'

/** Also the extension of the file, where `extensionOf` does not say otherwise. */
export const Format = z.enum([
  ...['mp4', 'mov', 'webm', 'mkv', 'mxf'] as const,
  ...['gif', 'webp', 'png', 'jpeg'] as const,
  /** A folder of numbered PNG files, with the sound next to it. */
  'frames',
  ...['wav', 'flac', 'mp3', 'm4a', 'opus', 'm4b'] as const,
])
export type Format = z.infer<typeof Format>

export const VideoCodec = z.enum([
  ...['h264', 'hevc', 'av1', 'vp9', 'prores', 'prores4444', 'dnxhr'] as const,
  ...['gif', 'webp', 'png', 'jpeg'] as const,
  /** PNG, one file for each picture. */
  'frames',
])
export type VideoCodec = z.infer<typeof VideoCodec>

export const AudioCodec = z.enum(['aac', 'pcm', 'flac', 'mp3', 'opus'])
export type AudioCodec = z.infer<typeof AudioCodec>

/** `hardware` is the encoder of the machine that renders; it is used only when it was chosen. */
export const EncoderKind = z.enum(['software', 'hardware'])
export type EncoderKind = z.infer<typeof EncoderKind>

/** How bright a film can be: HLG (ARIB STD-B67) or PQ (SMPTE ST 2084), both in BT.2020. */
export const Light = z.enum(['hlg', 'pq'])
export type Light = z.infer<typeof Light>

const side = z.int().min(16).max(8192).multipleOf(2)

export const VideoSettings = z.object({
  codec: VideoCodec,
  /** Even numbers of pixels. */
  width: side,
  height: side,
  /** Null is the sequence's. */
  rate: FrameRate.nullable(),
  quality: z.enum(['small', 'standard', 'high']),
  /** Kilobits a second instead of a quality, for encoders that keep to them: see `keepsBitRate`. */
  kilobits: z.int().min(100).max(400_000).optional(),
  encoder: EncoderKind,
  /** See `depthsOf`. Absent: 8. ProRes has 10. */
  bits: z.literal([8, 10, 16]).optional(),
  /** High dynamic range, of ten bits of HEVC and AV1. Absent: standard, in BT.709. */
  light: Light.optional(),
  /** Of ProRes 4444 and PNG frames: what no clip covers is clear. Absent: it has the background of the sequence. */
  hasAlpha: z.boolean().optional(),
})
export type VideoSettings = z.infer<typeof VideoSettings>

export const AudioSettings = z.object({
  codec: AudioCodec,
  /** Kilobits a second; null for codecs without loss. */
  kilobits: z.int().min(32).max(512).nullable(),
  /** Absent: 48 kHz. */
  sampleRate: z.literal([44_100, 48_000]).optional(),
  /** Absent: stereo. */
  channels: z.literal([1, 2]).optional(),
  /** Of codecs without loss. Absent: 24. */
  bits: z.literal([16, 24]).optional(),
})
export type AudioSettings = z.infer<typeof AudioSettings>

/** EBU R 128, of the whole file. */
export const LoudnessTarget = z.object({ targetLufs: z.number().min(-40).max(-5), truePeakDbtp: z.number().min(-12).max(0) })
export type LoudnessTarget = z.infer<typeof LoudnessTarget>

/** How a file is encoded. Without `video` it is sound alone, without `audio` it is silent. */
export const Encoding = z.object({ format: Format, video: VideoSettings.nullable(), audio: AudioSettings.nullable() })
export type Encoding = z.infer<typeof Encoding>

export const CaptionMode = z.enum(['burned', 'soft', 'sidecar', 'none'])
export type CaptionMode = z.infer<typeof CaptionMode>

/** What a delivery is for: presets are offered by it. `editor` is further work, in other programs and by broadcasters. */
export const PresetPurpose = z.enum(['film', 'vertical', 'podcast', 'audiobook', 'editor', 'stills'])
export type PresetPurpose = z.infer<typeof PresetPurpose>

/** Where a delivery is published: its rules are checked before it is rendered. */
export const Platform = z.enum(['youtube', 'youtube-shorts', 'tiktok', 'instagram-reels', 'spotify', 'apple-podcasts'])
export type Platform = z.infer<typeof Platform>

export const Preset = Encoding.extend({
  id: z.string().min(1).max(50),
  /** Empty for the studio's own presets, which the page names in its language. */
  name: Label.max(80),
  purpose: PresetPurpose,
  platform: Platform.optional(),
  /** Null leaves the mix as loud as it is. */
  loudness: LoudnessTarget.nullable(),
  /** Those that this kind of file can have; the first is the default. */
  captionModes: z.array(CaptionMode).min(1).max(4),
  /** Filled in where the preset is chosen. */
  tags: ShowTags.optional(),
})
export type Preset = z.infer<typeof Preset>
/** What rendering needs of one; that of a render that was planned earlier may have been deleted since. */
export type RenderPreset = Omit<Preset, 'purpose'>
