/** Dissolves of other programs, of which a part is before the cut: here a dissolve begins where its clip does. */
import type { ListedClip, ListedTrack } from './list.ts'

/** Such clips begin earlier, as far as their sources have more before, and the clips before them end there. */
export function begunEarlier(track: ListedTrack): ListedTrack {
  if (!track.clips.some(({ crossBefore }) => crossBefore))
    return track
  const clips: ListedClip[] = []
  for (const { crossBefore = 0, ...clip } of track.clips) {
    const last = clips.at(-1)
    const isJoined = last?.start !== undefined && last.start + last.length === clip.start
    const earlier = isJoined ? Math.min(crossBefore, last.length - 1, moreBefore(clip)) : 0
    if (last && earlier > 0)
      clips[clips.length - 1] = { ...last, length: last.length - earlier }
    clips.push(earlier > 0 ? begun(clip, earlier) : clip)
  }
  return { ...track, clips }
}

/** In frames. */
function moreBefore({ title, nested, ramp, isReversed, isFrozen, in: from, speed }: ListedClip): number {
  if (title !== null)
    return Infinity
  return (nested ?? ramp ?? isReversed ?? isFrozen) ? 0 : Math.floor(from * 100 / speed + 1e-6)
}

function begun(clip: ListedClip, frames: number): ListedClip {
  return {
    ...clip,
    start: clip.start - frames,
    length: clip.length + frames,
    in: clip.title === null ? clip.in - frames * clip.speed / 100 : clip.in,
    gain: clip.gain.length > 1 ? clip.gain.map(({ at, db }) => ({ at: at + frames, db })) : clip.gain,
  }
}
