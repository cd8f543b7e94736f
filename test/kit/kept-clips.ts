/** What an edit lost of clips that it was not about: the law that nothing is covered, shortened or removed that nobody meant. */
import type { Clip, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, LineId, TakeId } from '#contract/words.ts'
import { clipsOf, isInSamples, tracksOf } from '#rules/sequence/document.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { consumedBy } from '#rules/sequence/ramp.ts'

/**
 * The same document in which each clip plays its own take, and captions and speech say a line of their own: their parts are known by
 * that wherever they are cut. Clips that touch are dissolved into.
 */
export function withOwnTakes(document: SequenceDocument): SequenceDocument {
  const tracks = tracksOf(document).map((track) => {
    let end = -1
    const clips = clipsOf(track).map((clip): Clip => {
      const [takeId, lineId] = [clip.id as string as TakeId, clip.id as string as LineId] // ids are made alike
      const crossIn = end === clip.start ? Math.min(clip.length, isInSamples(track.kind) ? 4800 : 3) : 0
      end = clip.start + clip.length
      if (!('takeId' in clip))
        return { ...clip, lineId }
      const zooms = 'look' in clip && crossIn > 0 && { transition: { kind: 'zoom' } as const }
      return { ...clip, takeId, crossIn, ...zooms, ...track.kind === 'speech' && { lineId } }
    })
    return [track.id, { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) }]
  })
  return { ...document, tracks: Object.fromEntries(tracks) }
}

const ownOf = (clip: Clip): string | null => 'takeId' in clip ? clip.takeId : clip.lineId

const inOf = (clip: Clip): number => 'in' in clip ? clip.in : 0

const textOf = (parts: readonly Clip[]): string => parts.flatMap(part => 'text' in part && part.text !== '' ? [part.text] : []).join(' ')

export interface Meant {
  /** Whose clips the edit is about, with all that is linked with them. */
  readonly clipIds: Iterable<ClipId>
  /** The name says that it takes time out of the film: stills over that time give it. */
  readonly takesTimeOut?: boolean
}

/** In words, for each clip that lost something; of a document in which each clip has its own take. */
export function lossesIn(before: SequenceDocument, after: SequenceDocument, { clipIds, takesTimeOut = false }: Meant): string[] {
  const meant = new Set(linkedWith(before, clipIds).map(({ clip }) => clip.id))
  const parts = Map.groupBy(tracksOf(after).flatMap(track => clipsOf(track)), ownOf)
  return tracksOf(before).flatMap(track => clipsOf(track).flatMap((clip) => {
    const kept = meant.has(clip.id) ? null : (parts.get(ownOf(clip)) ?? []).toSorted((a, b) => inOf(a) - inOf(b) || a.start - b.start)
    const lost = kept && lossOf(clip, kept, isInSamples(track.kind), takesTimeOut)
    return lost ? [`${track.kind} ${clip.id.slice(-4)}: ${lost}`] : []
  }))
}

function lossOf(clip: Clip, parts: readonly Clip[], isSound: boolean, takesTimeOut: boolean): string | null {
  const [first] = parts
  if (!first)
    return 'is gone'
  const frames = parts.reduce((sum, part) => sum + part.length, 0)
  if (!('in' in clip))
    return frames < clip.length || ('text' in clip && textOf(parts) !== clip.text) ? `${frames} of ${clip.length} frames` : null
  // A part that is shorter than its dissolve has as much of it as fits.
  if ('crossIn' in first && first.crossIn !== Math.min(clip.crossIn, first.length))
    return 'its dissolve'
  if ('look' in clip && 'look' in first && JSON.stringify(first.transition) !== JSON.stringify(clip.transition))
    return 'its transition'
  if (clip.sourceLength === null)
    return frames < clip.length && !takesTimeOut ? `${frames} of ${clip.length} frames of a still` : null
  // A frame is a whole number of samples here and there only.
  const rounding = isSound ? 4 * clip.speed / 100 : 2
  let shown = clip.in
  for (const part of parts) {
    if (!('in' in part) || part.speed !== clip.speed)
      return 'its speed'
    if (part.in <= shown + rounding)
      shown = Math.max(shown, part.in + consumedBy(part))
  }
  const until = clip.in + consumedBy(clip)
  const isWhole = inOf(first) <= clip.in + rounding && shown >= until - rounding
  return isWhole ? null : `shows ${inOf(first)}–${shown} of ${clip.in}–${until}`
}

/** Clips that the edit is not about and that are in several parts since. */
export function partedIn(before: SequenceDocument, after: SequenceDocument, { clipIds }: Meant): string[] {
  const meant = new Set(linkedWith(before, clipIds).map(({ clip }) => clip.id))
  const parts = Map.groupBy(tracksOf(after).flatMap(track => clipsOf(track)), ownOf)
  return tracksOf(before).flatMap(track => clipsOf(track)
    .filter(clip => !meant.has(clip.id) && (parts.get(ownOf(clip))?.length ?? 0) > 1)
    .map(clip => `${track.kind} ${clip.id.slice(-4)}`))
}
