/** The studio's own presets: encoding, loudness and captions by destination. The page offers them, main renders by them. */
import type { Preset, VideoSettings } from '#contract/presets.ts'

// Video sites play at −14, podcasts at −16 (stereo), broadcasters at −23 (EBU R 128 §2).
const social = { targetLufs: -14, truePeakDbtp: -1 } as const
const podcast = { targetLufs: -16, truePeakDbtp: -1 } as const
const broadcast = { targetLufs: -23, truePeakDbtp: -1 } as const

// A landscape video is watched in a player that can show captions itself; a vertical or square one is watched muted in a feed.
const inPlayer: Preset['captionModes'] = ['soft', 'burned', 'sidecar', 'none']
const inFeed: Preset['captionModes'] = ['burned', 'sidecar', 'none', 'soft']
// Broadcasters add captions themselves, from a sidecar file.
const inBroadcast: Preset['captionModes'] = ['sidecar', 'none', 'soft', 'burned']

function mp4(id: string, [width, height]: readonly [number, number], rest: Pick<Preset, 'loudness' | 'captionModes'>): Preset {
  const video: VideoSettings = { codec: 'h264', width, height, rate: null, quality: 'standard', encoder: 'software' }
  return { id, name: '', format: 'mp4', video, audio: { codec: 'aac', kilobits: 192 }, ...rest }
}

export const presets: readonly Preset[] = [
  mp4('landscape-720', [1280, 720], { loudness: social, captionModes: inPlayer }),
  mp4('landscape-1080', [1920, 1080], { loudness: social, captionModes: inPlayer }),
  mp4('portrait-1080', [1080, 1920], { loudness: social, captionModes: inFeed }),
  mp4('square-1080', [1080, 1080], { loudness: social, captionModes: inFeed }),
  mp4('four-five-1080', [1080, 1350], { loudness: social, captionModes: inFeed }),
  mp4('podcast-720', [1280, 720], { loudness: podcast, captionModes: inPlayer }),
  mp4('podcast-1080', [1920, 1080], { loudness: podcast, captionModes: inPlayer }),
  mp4('broadcast-720', [1280, 720], { loudness: broadcast, captionModes: inBroadcast }),
  mp4('broadcast-1080', [1920, 1080], { loudness: broadcast, captionModes: inBroadcast }),
]

export function presetById(presetId: string): Preset | undefined {
  return presets.find(preset => preset.id === presetId)
}

/** The size in which the pictures are drawn; sound alone is laid out in the size of its sequence. */
export function screenOf({ video }: Pick<Preset, 'video'>, sequence: { readonly width: number, readonly height: number }) {
  const { width, height } = video ?? sequence
  return { width, height }
}
