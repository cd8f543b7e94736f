/** What a sequence shows and sounds: the one answer that the page's strip, the render and its captions share. */
import type { CaptionClip, PictureClip, Sequence, SoundClip } from '#contract/sequences.ts'
import type { Run } from './runs.ts'
import { frameFromSample } from './frames.ts'
import { uppermostRuns } from './runs.ts'

/** Muted tracks are left out of everything but the length, so that muting moves nothing. */
export interface Resolved {
  /** Up to the end of the last clip. */
  readonly durationFrames: number
  /** The uppermost pictures in order of time, none over another; where there is none it is black. */
  readonly pictures: readonly Run<PictureClip>[]
  /** Every sound that is heard, by its beginning. They may overlap. */
  readonly sounds: readonly SoundClip[]
  /** Every caption that is shown, by its beginning. Those of several tracks may overlap. */
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
