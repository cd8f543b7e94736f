/** The edits that give clips or a track a chain; none where nothing changes. Pure. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ToneChain } from '#contract/tone.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import { findClip } from '#rules/sequence/document.ts'
import { chainOf, isSameChain } from '#rules/tone/presets.ts'

/** The current clip is first. */
export type ToneScope = { readonly clipIds: readonly ClipId[] } | { readonly trackId: TrackId }

/** Null takes it away. Clips and a track that are gone, and clips of locked tracks, are left out. */
export function toneEdits(document: SequenceDocument, scope: ToneScope, chain: ToneChain | null): SequenceEdit[] {
  if ('trackId' in scope) {
    const track = document.tracks[scope.trackId]
    // A chain that is off equals no chain, but keeps its settings.
    return track && 'ducking' in track && !isSame(track.tone ?? chainOf('off'), chain)
      ? [{ do: 'setTrack', trackId: scope.trackId, values: { tone: chain } }]
      : []
  }
  const clipIds = scope.clipIds.filter((id) => {
    const found = findClip(document, id)
    return found && 'points' in found.clip && !found.track.isLocked && !isSame(found.clip.tone ?? null, chain)
  })
  return clipIds.length > 0 ? [{ do: 'setSound', clipIds, values: { tone: chain } }] : []
}

function isSame(one: ToneChain | null, other: ToneChain | null): boolean {
  return one === null || other === null ? one === other : isSameChain(one, other)
}
