/** What the clips of a sequence play: takes, and the speeds at which their sounds are stretched. */
import type { Clip, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import { tracksOf } from '#rules/sequence/document.ts'

export interface PlacedSource {
  readonly takeId: TakeId
  /** Percent, of a sound whose speed was changed; null as recorded. */
  readonly speed: number | null
}

/** Tracks that did not change keep theirs: an edit makes new objects only of what it touches. */
const known = new WeakMap<Track['clips'], ReadonlyMap<string, PlacedSource>>()

function sourcesOn({ clips }: Track): ReadonlyMap<string, PlacedSource> {
  const kept = known.get(clips)
  if (kept)
    return kept
  const sources = new Map<string, PlacedSource>()
  for (const clip of Object.values<Clip>(clips)) {
    if (!('takeId' in clip) || clip.takeId === null)
      continue
    const { takeId } = clip
    const speed = 'points' in clip && clip.speed !== 100 ? clip.speed : null
    sources.set(takeId, { takeId, speed: null })
    if (speed !== null)
      sources.set(`${takeId} ${speed}`, { takeId, speed })
  }
  known.set(clips, sources)
  return sources
}

/** Each once. A sound that is stretched is there as recorded as well. */
export function placedSources(document: Pick<SequenceDocument, 'trackIds' | 'tracks'>): PlacedSource[] {
  const all = new Map<string, PlacedSource>()
  for (const track of tracksOf(document))
    sourcesOn(track).forEach((source, name) => all.set(name, source))
  return [...all.values()]
}
