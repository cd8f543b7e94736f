/** What a sequence shows and plays: the preview on the page, the render and the captions all use this. */
import type { CaptionClip, PictureClip, Sequence, SoundClip } from '#contract/sequences.ts'
import type { Run } from './runs.ts'
import { frameFromSample } from './frames.ts'
import { uppermostRuns } from './runs.ts'

/** Muted tracks count only towards the length, so muting moves nothing. */
export interface Resolved {
  /** The end of the last clip. */
  readonly durationFrames: number
  /** The topmost pictures in order of time, without overlaps; gaps are black. */
  readonly pictures: readonly Run<PictureClip>[]
  /** All audible sounds by their start. They may overlap. */
  readonly sounds: readonly SoundClip[]
  /** All visible captions by their start. Those of several tracks may overlap. */
  readonly captions: readonly CaptionClip[]
}

export function resolve({ tracks, rate }: Pick<Sequence, 'tracks' | 'rate'>): Resolved {
  const pictures: PictureClip[] = []
  const sounds: SoundClip[] = []
  const captions: CaptionClip[] = []
  let durationFrames = 0
  for (const track of tracks) {
    const ends = track.holds === 'sounds'
      ? track.clips.map(clip => frameFromSample(clip.startSample + clip.samples, rate))
      : track.clips.map(clip => clip.startFrame + clip.frames)
    durationFrames = ends.reduce((longest, end) => Math.max(longest, end), durationFrames)
    if (track.isMuted)
      continue
    if (track.holds === 'pictures')
      pictures.push(...track.clips)
    else if (track.holds === 'sounds')
      sounds.push(...track.clips)
    else
      captions.push(...track.clips)
  }
  return {
    durationFrames,
    pictures: uppermostRuns(pictures),
    sounds: sounds.sort((a, b) => a.startSample - b.startSample),
    captions: captions.sort((a, b) => a.startFrame - b.startFrame),
  }
}
