/** The part of a sequence that a clip of another speed plays, as clips of the film: what is left when that clip is taken apart. Pure. */
import type { CaptionClip, Clip, PictureClip, SequenceDocument, SoundClip, Track } from '#contract/sequence-document.ts'
import type { Nest } from './nest.ts'
import type { NestedClip } from './nested-clips.ts'
import type { Pace } from './pace.ts'
import { clipsOf, endOf, isInSamples, tracksOf } from '../document.ts'
import { cutEnd, cutStart } from '../edit/draft.ts'
import { pictureAsPlayed, soundAsPlayed } from './as-played.ts'
import { soundOf } from './pace-of-clip.ts'
import { captionAt, paceOf } from './pieces.ts'

/** `part` is cut to what the clip plays, in the format of the film. A frozen picture has no sound. */
export function retimed(part: SequenceDocument, clip: NestedClip): SequenceDocument {
  const tracks = tracksOf(part).filter(track => !clip.isFrozen || !isInSamples(track.kind)).map((track) => {
    const own = retimedOn(track, part, clip)
    return { ...track, ...slowed(track, clip), clips: Object.fromEntries(own.map(one => [one.id, one])) } as Track // of the same kind
  })
  return { ...part, trackIds: tracks.map(({ id }) => id), tracks: Object.fromEntries(tracks.map(track => [track.id, track])) }
}

/** Ducking takes as much of the time inside as before. */
function slowed(track: Track, { speed }: NestedClip): Partial<Track> {
  if (!('ducking' in track) || !track.ducking)
    return {}
  const { amountDb, attackMs, releaseMs } = track.ducking
  const scaled = (ms: number, most: number): number => Math.min(most, Math.round(ms * 100 / speed))
  return { ducking: { amountDb, attackMs: scaled(attackMs, 5000), releaseMs: scaled(releaseMs, 10_000) } }
}

function retimedOn(track: Track, part: SequenceDocument, clip: NestedClip): Clip[] {
  const pace: Pace = isInSamples(track.kind) ? soundOf(clip, 0, part.rate) : paceOf(clip, part, 0)
  if (track.kind === 'captions')
    return clipsOf(track).flatMap((one): CaptionClip[] => captionAt(one, pace).map(seen => ({ ...seen, id: one.id, linkId: one.linkId })))
  const nest: Nest = { path: [], from: pace.start, until: pace.start + pace.plays, paces: [pace] }
  const isTurned = clip.isReversed === true && !clip.isFrozen
  if (track.kind === 'pictures') {
    const clips: PictureClip[] = isTurned ? crossedBackwards(clipsOf(track)) : clipsOf(track)
    return clips.flatMap(one => pictureAsPlayed(one, nest) ?? [])
  }
  const clips: SoundClip[] = isTurned ? crossedBackwards(clipsOf(track)) : clipsOf(track)
  return clips.flatMap(one => soundAsPlayed(one, nest) ?? [])
}

/** Backwards, what came first comes from what follows it: each cut is at the other end of its transition. */
function crossedBackwards<One extends PictureClip | SoundClip>(clips: readonly One[]): One[] {
  const turned = clips.map(one => ({ ...one }))
  for (const [index, one] of turned.entries()) {
    const { crossIn } = one
    const before = turned[index - 1]
    one.crossIn = 0
    if (crossIn === 0 || !before || endOf(before) !== one.start || crossIn >= one.length)
      continue
    const cut = one.start + crossIn
    const transition = 'look' in one ? one.transition : undefined
    cutStart(one, cut)
    cutEnd(before, cut)
    before.crossIn = crossIn
    if ('look' in before && transition)
      before.transition = transition
  }
  return turned
}
