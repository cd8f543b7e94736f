/** Presets of deliveries: size, loudness and captions by destination. The page offers them, main renders by them. */
import type { CaptionMode } from '#contract/deliveries.ts'

export interface Preset {
  readonly id: string
  readonly width: number
  readonly height: number
  /** Integrated loudness of the whole file, EBU R 128. */
  readonly targetLufs: number
  readonly truePeakDbtp: number
  /** The first is the default. */
  readonly captionModes: readonly [CaptionMode, ...CaptionMode[]]
}

// Video sites play at −14, podcasts at −16 (stereo), broadcasters at −23 (EBU R 128 §2).
const social = { targetLufs: -14, truePeakDbtp: -1 } as const
const podcast = { targetLufs: -16, truePeakDbtp: -1 } as const
const broadcast = { targetLufs: -23, truePeakDbtp: -1 } as const

// A landscape video is watched in a player that can show captions itself; a vertical or square one is watched muted in a feed.
const inPlayer: Preset['captionModes'] = ['soft', 'burned', 'sidecar', 'none']
const inFeed: Preset['captionModes'] = ['burned', 'sidecar', 'none', 'soft']
// Broadcasters add captions themselves, from a sidecar file.
const inBroadcast: Preset['captionModes'] = ['sidecar', 'none', 'soft', 'burned']

export const presets: readonly Preset[] = [
  { id: 'landscape-720', width: 1280, height: 720, ...social, captionModes: inPlayer },
  { id: 'landscape-1080', width: 1920, height: 1080, ...social, captionModes: inPlayer },
  { id: 'portrait-1080', width: 1080, height: 1920, ...social, captionModes: inFeed },
  { id: 'square-1080', width: 1080, height: 1080, ...social, captionModes: inFeed },
  { id: 'four-five-1080', width: 1080, height: 1350, ...social, captionModes: inFeed },
  { id: 'podcast-720', width: 1280, height: 720, ...podcast, captionModes: inPlayer },
  { id: 'podcast-1080', width: 1920, height: 1080, ...podcast, captionModes: inPlayer },
  { id: 'broadcast-720', width: 1280, height: 720, ...broadcast, captionModes: inBroadcast },
  { id: 'broadcast-1080', width: 1920, height: 1080, ...broadcast, captionModes: inBroadcast },
]

export function presetById(presetId: string): Preset | undefined {
  return presets.find(preset => preset.id === presetId)
}
