/** What the clips of a sequence play: takes, and the speeds at which their sounds are stretched. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { nestOf } from '#rules/sequence/nested/nest.ts'
import { speedThrough } from '#rules/sequence/nested/pace.ts'

export interface PlacedSource {
  readonly takeId: TakeId
  /** Percent, of a sound whose speed was changed, or of which something was chosen; null for all of it as recorded. */
  readonly speed: number | null
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
    const heard = 'points' in clip ? heardKey(clip.heard) : ''
    const speed = 'points' in clip ? speedThrough(nestOf(track)?.paces ?? [], clip.speed) : 100
    if ('points' in clip && (speed !== 100 || heard !== ''))
      sources.set(`${takeId} ${speed} ${heard}`, { takeId, speed, heard })
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
