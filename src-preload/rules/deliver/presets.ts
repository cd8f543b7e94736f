/** The studio's own presets: encoding, loudness and captions by destination. The page offers them, main renders by them. */
import type { AudioSettings, Format, Preset, PresetPurpose, RenderPreset, VideoSettings } from '#contract/presets.ts'
import { roleOf } from './formats.ts'

// Video sites play at −14, podcasts at −16 (stereo), broadcasters at −23 (EBU R 128 §2).
const social = { targetLufs: -14, truePeakDbtp: -1 } as const
const podcast = { targetLufs: -16, truePeakDbtp: -1 } as const
// Audiobooks keep more of their range: shops ask for −23 to −18 dB RMS.
const audiobook = { targetLufs: -19, truePeakDbtp: -3 } as const
const broadcast = { targetLufs: -23, truePeakDbtp: -1 } as const
// ATSC A/85.
const americanBroadcast = { targetLufs: -24, truePeakDbtp: -2 } as const

// A landscape video is watched in a player that can show captions itself; a vertical or square one is watched muted in a feed.
const inPlayer: Preset['captionModes'] = ['soft', 'burned', 'sidecar', 'none']
const inFeed: Preset['captionModes'] = ['burned', 'sidecar', 'none', 'soft']
// Broadcasters add captions themselves, from a sidecar file.
const inBroadcast: Preset['captionModes'] = ['sidecar', 'none', 'soft', 'burned']

const h264: Omit<VideoSettings, 'width' | 'height'> = { codec: 'h264', rate: null, quality: 'standard', encoder: 'software' }
const hdr: Omit<VideoSettings, 'width' | 'height'> = { ...h264, codec: 'hevc', quality: 'high', bits: 10 }
const aac: AudioSettings = { codec: 'aac', kilobits: 192 }
const fullHd = { width: 1920, height: 1080 } as const
const hd = { width: 1280, height: 720 } as const
const fourK = { width: 3840, height: 2160 } as const

type Rest = Pick<Preset, 'loudness' | 'captionModes'>

function mp4(id: string, size: { readonly width: number, readonly height: number }, rest: Rest): RenderPreset {
  return { id, name: '', format: 'mp4', video: { ...h264, ...size }, audio: aac, ...rest }
}

function sound(id: string, format: Format, audio: AudioSettings, loudness: Preset['loudness']): RenderPreset {
  return { id, name: '', format, video: null, audio, loudness, captionModes: ['none', 'sidecar'] }
}

function picture(id: string, format: Format, video: VideoSettings): RenderPreset {
  return { id, name: '', format, video, audio: null, loudness: null, captionModes: ['none', 'burned'] }
}

// Twelve and a half a second: the times of GIF are hundredths, and browsers slow down what is faster.
const moving = { rate: { numerator: 25, denominator: 2 }, width: 640, height: 360 } as const

export type PresetGroup = 'platform' | 'video' | 'social' | 'podcast' | 'broadcast' | 'audio' | 'picture'

const tall = { width: 1080, height: 1920 } as const
const feed: Rest = { loudness: social, captionModes: inFeed }

const grouped: Readonly<Record<PresetGroup, readonly RenderPreset[]>> = {
  platform: [
    {
      ...mp4('youtube-1080', fullHd, { loudness: social, captionModes: inPlayer }),
      ...{ video: { ...h264, ...fullHd, quality: 'high' }, audio: { codec: 'aac', kilobits: 384 }, platform: 'youtube' },
    },
    { ...mp4('youtube-shorts', tall, feed), platform: 'youtube-shorts' },
    { ...mp4('tiktok', tall, feed), platform: 'tiktok' },
    { ...mp4('instagram-reels', tall, feed), platform: 'instagram-reels' },
    { ...sound('spotify', 'mp3', { codec: 'mp3', kilobits: 192 }, social), platform: 'spotify' },
    { ...sound('apple-podcasts', 'm4a', { codec: 'aac', kilobits: 128, sampleRate: 44_100 }, podcast), platform: 'apple-podcasts' },
  ],
  video: [
    mp4('landscape-720', hd, { loudness: social, captionModes: inPlayer }),
    mp4('landscape-1080', fullHd, { loudness: social, captionModes: inPlayer }),
    mp4('landscape-2160', fourK, { loudness: social, captionModes: inPlayer }),
    { ...mp4('hevc-1080', fullHd, { loudness: social, captionModes: inPlayer }), video: { ...h264, ...fullHd, codec: 'hevc' } },
    { ...mp4('hevc-2160', fourK, { loudness: social, captionModes: inPlayer }), video: { ...h264, ...fourK, codec: 'hevc' } },
    { ...mp4('av1-1080', fullHd, { loudness: social, captionModes: inPlayer }), video: { ...h264, ...fullHd, codec: 'av1' } },
    {
      ...{ id: 'webm-1080', name: '', format: 'webm', video: { ...h264, ...fullHd, codec: 'vp9' } },
      ...{ audio: { codec: 'opus', kilobits: 160 }, loudness: social, captionModes: inPlayer },
    },
    { ...mp4('hevc-10-1080', fullHd, { loudness: social, captionModes: inPlayer }), video: { ...h264, ...fullHd, codec: 'hevc', bits: 10 } },
    { ...mp4('av1-10-1080', fullHd, { loudness: social, captionModes: inPlayer }), video: { ...h264, ...fullHd, codec: 'av1', bits: 10 } },
    { ...mp4('hdr-hlg-2160', fourK, { loudness: social, captionModes: inPlayer }), video: { ...hdr, ...fourK, light: 'hlg' } },
    { ...mp4('hdr-pq-2160', fourK, { loudness: social, captionModes: inPlayer }), video: { ...hdr, ...fourK, light: 'pq' } },
    {
      ...{ id: 'prores-1080', name: '', format: 'mov', video: { ...h264, ...fullHd, codec: 'prores', quality: 'high' } },
      ...{ audio: { codec: 'pcm', kilobits: null }, loudness: null, captionModes: inBroadcast },
    },
    {
      ...{ id: 'prores-4444-1080', name: '', format: 'mov', video: { ...h264, ...fullHd, codec: 'prores4444', hasAlpha: true } },
      ...{ audio: { codec: 'pcm', kilobits: null }, loudness: null, captionModes: inBroadcast },
    },
    {
      ...{ id: 'dnxhr-1080', name: '', format: 'mov', video: { ...h264, ...fullHd, codec: 'dnxhr', quality: 'high' } },
      ...{ audio: { codec: 'pcm', kilobits: null }, loudness: null, captionModes: inBroadcast },
    },
    {
      ...{ id: 'dnxhr-mxf-1080', name: '', format: 'mxf', video: { ...h264, ...fullHd, codec: 'dnxhr', quality: 'high' } },
      ...{ audio: { codec: 'pcm', kilobits: null }, loudness: null, captionModes: ['sidecar', 'none', 'burned'] },
    },
    {
      ...{ id: 'png-frames-1080', name: '', format: 'frames', video: { ...h264, ...fullHd, codec: 'frames', hasAlpha: true } },
      ...{ audio: { codec: 'pcm', kilobits: null }, loudness: null, captionModes: ['none', 'sidecar', 'burned'] },
    },
  ],
  social: [
    mp4('portrait-1080', { width: 1080, height: 1920 }, { loudness: social, captionModes: inFeed }),
    mp4('square-1080', { width: 1080, height: 1080 }, { loudness: social, captionModes: inFeed }),
    mp4('four-five-1080', { width: 1080, height: 1350 }, { loudness: social, captionModes: inFeed }),
  ],
  podcast: [
    sound('podcast-mp3', 'mp3', { codec: 'mp3', kilobits: 192 }, podcast),
    mp4('podcast-720', hd, { loudness: podcast, captionModes: inPlayer }),
    mp4('podcast-1080', fullHd, { loudness: podcast, captionModes: inPlayer }),
  ],
  broadcast: [
    mp4('broadcast-720', hd, { loudness: broadcast, captionModes: inBroadcast }),
    mp4('broadcast-1080', fullHd, { loudness: broadcast, captionModes: inBroadcast }),
    mp4('broadcast-a85-1080', fullHd, { loudness: americanBroadcast, captionModes: inBroadcast }),
  ],
  audio: [
    sound('audiobook-m4b', 'm4b', { codec: 'aac', kilobits: 128 }, audiobook),
    // As audiobook shops take it; a kit has a file for each chapter.
    sound('audiobook-acx', 'mp3', { codec: 'mp3', kilobits: 192, sampleRate: 44_100, channels: 1 }, audiobook),
    sound('audio-mp3', 'mp3', { codec: 'mp3', kilobits: 256 }, social),
    sound('audio-m4a', 'm4a', { codec: 'aac', kilobits: 256 }, social),
    sound('audio-opus', 'opus', { codec: 'opus', kilobits: 160 }, social),
    sound('audio-flac', 'flac', { codec: 'flac', kilobits: null }, social),
    sound('audio-wav', 'wav', { codec: 'pcm', kilobits: null }, social),
  ],
  picture: [
    picture('gif-360', 'gif', { ...h264, ...moving, codec: 'gif' }),
    picture('webp-360', 'webp', { ...h264, ...moving, codec: 'webp' }),
    picture('still-png', 'png', { ...h264, ...fullHd, codec: 'png' }),
    picture('still-jpeg', 'jpeg', { ...h264, ...fullHd, codec: 'jpeg', quality: 'high' }),
  ],
}

const groupPurposes: Readonly<Record<PresetGroup, PresetPurpose>> = {
  ...{ platform: 'film', video: 'film', social: 'vertical', podcast: 'podcast', broadcast: 'editor', audio: 'podcast', picture: 'stills' },
}
/** Those that are not for what the others of their group are for. */
const ownPurposes: Readonly<Record<string, PresetPurpose>> = {
  ...{ 'youtube-shorts': 'vertical', 'tiktok': 'vertical', 'instagram-reels': 'vertical' },
  ...{ 'spotify': 'podcast', 'apple-podcasts': 'podcast' },
  ...{ 'prores-4444-1080': 'editor', 'dnxhr-1080': 'editor', 'dnxhr-mxf-1080': 'editor', 'png-frames-1080': 'editor' },
  ...{ 'prores-1080': 'editor', 'audiobook-m4b': 'audiobook', 'audiobook-acx': 'audiobook', 'audio-flac': 'editor', 'audio-wav': 'editor' },
}

/** The group says what each is for, but for a few. */
function withPurpose(group: PresetGroup, members: readonly RenderPreset[]): Preset[] {
  return members.map(preset => ({ ...preset, purpose: ownPurposes[preset.id] ?? groupPurposes[group] }))
}

export const presetGroups: Readonly<Record<PresetGroup, readonly Preset[]>> = {
  video: withPurpose('video', grouped.video),
  social: withPurpose('social', grouped.social),
  podcast: withPurpose('podcast', grouped.podcast),
  broadcast: withPurpose('broadcast', grouped.broadcast),
  audio: withPurpose('audio', grouped.audio),
  picture: withPurpose('picture', grouped.picture),
  // Last: what is offered for a purpose at first is the general one.
  platform: withPurpose('platform', grouped.platform),
}

export const presets: readonly Preset[] = Object.values(presetGroups).flat()

/** Of the studio's own presets and those of the user. */
export function presetById(presetId: string, own: readonly Preset[] = []): Preset | undefined {
  return [...presets, ...own].find(preset => preset.id === presetId)
}

interface Size { readonly width: number, readonly height: number }

/** Shapes that differ by less than this are the same. */
const nearShape = 0.01
const isOfShape = (one: Size, other: Size): boolean => Math.abs(one.width / one.height / (other.width / other.height) - 1) < nearShape

/** The studio's own preset for a purpose, of the shape of the sequence where there is one. */
export function presetFor(purpose: PresetPurpose, sequence: Size | null): Preset | undefined {
  const members = presets.filter(preset => preset.purpose === purpose)
  return members.find(({ video }) => video && sequence && isOfShape(video, sequence)) ?? members[0]
}

/** The film whose shape is that of the sequence, of the nearest width; null where there is none. */
export function presetOfShape(sequence: Size, own: readonly Preset[] = []): Preset | null {
  const width = ({ video }: Preset): number => video?.width ?? 0
  const films = [...presetGroups.video, ...presetGroups.social, ...own]
    .filter(preset => preset.video && roleOf(preset) === 'video' && isOfShape(preset.video, sequence))
  const far = (preset: Preset): number => Math.abs(width(preset) - sequence.width)
  return films.reduce<Preset | null>((best, one) => best && far(best) <= far(one) ? best : one, null)
}

/** What to take instead of a film of another shape than the sequence has; null where it fits, or nothing fits better. */
export function betterPreset(preset: Preset, sequence: Size, own: readonly Preset[] = []): Preset | null {
  return preset.video === null || roleOf(preset) !== 'video' || isOfShape(preset.video, sequence) ? null : presetOfShape(sequence, own)
}

/** The size in which the pictures are drawn; sound alone is laid out in the size of its sequence. */
export function screenOf({ video }: Pick<Preset, 'video'>, sequence: { readonly width: number, readonly height: number }) {
  const { width, height } = video ?? sequence
  return { width, height }
}
