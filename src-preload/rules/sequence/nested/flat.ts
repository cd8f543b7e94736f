/**
 * Makes one flat document of a sequence and those that are clips of it. What plays or delivers a sequence reads it, page and main alike, so
 * that a nested sequence is seen and heard as its own tracks are. Pure; the same parts give the same objects.
 */
import type { CaptionTrack, PictureClip, PictureTrack, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Size } from '../placement.ts'
import type { Group } from './group.ts'
import type { NestedClip } from './nested-clips.ts'
import type { Format } from './pieces.ts'
import { aligned } from '../aligned.ts'
import { clipsOf, endOf, tracksOf } from '../document.ts'
import { groupOf } from './group.ts'
import { isPaced, nestedOn } from './nested-clips.ts'
import { partsOf } from './parts.ts'
import { fitted, paceOf, pieceOf } from './pieces.ts'

/** Null where there is no such sequence, or it cannot be read. */
export type InnerOf = (sequenceId: SequenceId) => SequenceDocument | null

interface Flat { readonly uses: ReadonlyMap<SequenceId, SequenceDocument | null>, readonly document: SequenceDocument }
const known = new WeakMap<SequenceDocument, Flat>()

/**
 * The document itself where no clip of it is a sequence and every transition begins at its cut; else clips begin where they are first seen
 * or heard, those of sequences stay, and tracks play for them. `within` are the sequences that it is in: one in itself plays nothing.
 */
export function flat<Document extends SequenceDocument>(
  edited: Document,
  innerOf: InnerOf,
  within: readonly SequenceId[] = [],
): Document {
  const document = aligned(edited)
  if (!tracksOf(document).some(plays))
    return document
  const kept = known.get(document)
  if (kept && [...kept.uses].every(([id, inner]) => innerOf(id) === inner))
    return kept.document as Document // made of it
  const uses = new Map<SequenceId, SequenceDocument | null>()
  const made = flattened(document, {
    within,
    innerOf: (id) => {
      const inner = innerOf(id)
      uses.set(id, inner)
      return inner
    },
  })
  known.set(document, { uses, document: made })
  return made
}

/** Whether a clip of the track that plays is a sequence. */
function plays(track: Track): track is PictureTrack {
  return track.kind === 'pictures' && !track.isMuted && nestedOn(track).some(clip => !clip.isDisabled)
}

interface Inside { readonly innerOf: InnerOf, readonly within: readonly SequenceId[] }

function flattened<Document extends SequenceDocument>(document: Document, inside: Inside): Document {
  const captions: CaptionTrack[] = []
  const tracks = tracksOf(document).flatMap((track): Track[] => {
    if (!plays(track))
      return [track]
    const playing = (clip: NestedClip): Track[] => {
      const inner = tracksFor(clip, track, document, inside)
      captions.push(...inner.filter(one => one.kind === 'captions'))
      return inner.filter(one => one.kind !== 'captions')
    }
    return partsOf(track).flatMap(({ part, below, above }) => [...below.flatMap(playing), part, ...above.flatMap(playing)])
  })
  const all = [...tracks, ...joined(tracks.filter(track => track.kind === 'captions'), captions)]
  return { ...document, trackIds: all.map(({ id }) => id), tracks: Object.fromEntries(all.map(track => [track.id, track])) }
}

function tracksFor(clip: NestedClip, track: PictureTrack, format: Format, inside: Inside): readonly Track[] {
  const played = playedBy(clip, format, inside)
  if (!played)
    return []
  const next = nextTo(track, clip)
  const plusFrames = crossedFrom(track, clip)
  const leaves = plusFrames > 0 && next?.transition ? { frames: plusFrames, transition: next.transition } : null
  const pace = isPaced(clip) ? paceOf(clip, played, plusFrames) : null
  return grouped(pieceOf(played, clip, plusFrames), groupOf(clip, { plusFrames, leaves, canvas: canvasOf(clip, played), pace }))
}

function nextTo(track: PictureTrack, clip: NestedClip): PictureClip | undefined {
  return clipsOf(track).find(other => !other.isDisabled && other.start === endOf(clip))
}

/** For how many frames the next clip dissolves from this one, or comes by another transition. */
export function crossedFrom(track: PictureTrack, clip: NestedClip): number {
  const next = nextTo(track, clip)
  return next ? Math.min(next.crossIn, next.length) : 0
}

/** The flat document of its sequence, at the rate of the outer one, and in its size unless it keeps its own. */
function playedBy(clip: NestedClip, format: Format, { innerOf, within }: Inside): SequenceDocument | null {
  const { sequenceId, keepsShape } = clip.nested
  const inner = within.includes(sequenceId) ? null : innerOf(sequenceId)
  const { width, height } = inner && keepsShape ? inner : format
  return inner && flat(fitted(inner, { width, height, rate: format.rate }), innerOf, [...within, sequenceId])
}

/** Null where it is that of the frame. */
function canvasOf({ nested }: NestedClip, { width, height }: SequenceDocument): Size | null {
  return nested.keepsShape ? { width, height } : null
}

/** A track for what is around its pictures; without pictures there is nothing to mix. */
function grouped(tracks: readonly Track[], group: Group | null): readonly Track[] {
  return group && tracks.some(({ kind }) => kind === 'pictures') ? [group.below, ...tracks, group.above] : tracks
}

/** Captions come to the track of their language, in its style; one that has none is a track of its own, for all that follow. */
function joined(outer: readonly CaptionTrack[], inner: readonly CaptionTrack[]): CaptionTrack[] {
  const isLead = (track: CaptionTrack, all: readonly CaptionTrack[]): boolean =>
    !all.some(({ id }) => id === track.joins && id !== track.id)
  const leads = outer.filter(track => isLead(track, outer))
  const leadOf = (language: string): CaptionTrack | undefined => {
    const alike = leads.filter(lead => lead.language === language)
    return alike.find(lead => !lead.isMuted) ?? alike[0]
  }
  const made = new Map<CaptionTrack['id'], CaptionTrack>()
  const ordered = [...inner].sort((a, b) => Number(!isLead(a, inner)) - Number(!isLead(b, inner)))
  for (const track of ordered) {
    const { joins, ...alone } = track
    const own = inner.find(({ id }) => id === joins) ?? track
    const lead = leadOf(own.language)
    if (!lead)
      leads.push(alone)
    made.set(track.id, lead ? { ...alone, joins: lead.id, isMuted: lead.isMuted } : alone)
  }
  return inner.flatMap(({ id }) => made.get(id) ?? [])
}
