/** What the clips of a sequence play: takes, and the speeds and courses of speed of which their sounds have copies. */
import type { CourseKey } from '#contract/ramp.ts'
import type { Clip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import type { Pace } from '../../stores/renditions.ts'
import { courseKey } from '#rules/sequence/course.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { nestOf } from '#rules/sequence/nested/nest.ts'
import { playedThrough } from '#rules/sequence/nested/sound-through.ts'

/** Which copy of a sound its clip plays. */
export function paceOf({ speed, ramp, heard }: Pick<SoundClip, 'speed' | 'ramp' | 'heard'>): Pace {
  return { speed: ramp ? 100 : speed, along: ramp && courseKey(ramp), heard }
}

export interface PlacedSource {
  readonly takeId: TakeId
  /** Percent, of a sound whose speed was changed, or of which something was chosen; null for all of it as recorded. */
  readonly speed: number | null
  /** The course along which a sound has a copy; `speed` is then 100. */
  readonly along?: CourseKey
  /** What was chosen of a sound; empty for its default. See `heardKey`. */
  readonly heard: string
}

/** Tracks that did not change keep theirs: an edit makes new objects only of what it touches. */
const known = new WeakMap<Track['clips'], ReadonlyMap<string, PlacedSource>>()

function sourcesOn(track: Track): ReadonlyMap<string, PlacedSource> {
  const { clips } = track
  const kept = known.get(clips)
  if (kept)
    return kept
  const sources = new Map<string, PlacedSource>()
  for (const clip of Object.values<Clip>(clips)) {
    if (!('takeId' in clip) || clip.takeId === null)
      continue
    const { takeId } = clip
    sources.set(takeId, { takeId, speed: null, heard: '' })
    if (!('points' in clip))
      continue
    const [{ speed, along }, heard] = [paceOf(playedThrough(clip, nestOf(track)?.paces ?? [], clip.start)), heardKey(clip.heard)]
    if (speed !== 100 || along || heard !== '')
      sources.set(`${takeId} ${along ?? speed} ${heard}`, { takeId, speed, ...along && { along }, heard })
  }
  known.set(clips, sources)
  return sources
}

/** Each once. A sound that is stretched, or of which something was chosen, is there as recorded as well. */
export function placedSources(document: Pick<SequenceDocument, 'trackIds' | 'tracks'>): PlacedSource[] {
  const all = new Map<string, PlacedSource>()
  for (const track of tracksOf(document))
    sourcesOn(track).forEach((source, name) => all.set(name, source))
  return [...all.values()]
}
