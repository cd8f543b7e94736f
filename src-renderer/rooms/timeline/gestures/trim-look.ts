/** What is seen of edges while they are trimmed: the frame of each, and how much of its source is left. Pure. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { Trimmed, TrimmedEdge } from './gesture.ts'
import { endFrameOf, findClip, startFrameOf } from '#rules/sequence/document.ts'
import { linkedWith } from '#rules/sequence/linked.ts'
import { sourceFrameAt } from '#rules/sequence/resolve.ts'
import { edgeRange } from './limits.ts'

export interface EdgeLook {
  readonly edge: 'start' | 'end'
  /** The first or last frame of the clip, in the sequence. */
  readonly frame: number
  /** The picture to look at, its own or that of a clip that is cut with it; null for words and for sound alone. */
  readonly picture: { readonly clip: PictureClip, readonly into: number, readonly sourceFrame: number | null } | null
  /** Frames that the edge may still move outward; null where the source has no end. */
  readonly left: number | null
}

/** Of the document as the trim has made it. Edges of clips that are gone are left out. */
export function looksOf(document: SequenceDocument, { edges }: Pick<Trimmed, 'edges'>): EdgeLook[] {
  return edges.flatMap(each => lookOf(document, each) ?? [])
}

function lookOf(document: SequenceDocument, { clipId, edge }: TrimmedEdge): EdgeLook | null {
  const found = findClip(document, clipId)
  if (!found)
    return null
  const { rate } = document
  const frameOf = ({ track, clip }: typeof found): number =>
    edge === 'start' ? startFrameOf(track, clip, rate) : endFrameOf(track, clip, rate) - 1
  const frame = frameOf(found)
  const together = linkedWith(document, [clipId]).filter(other => frameOf(other) === frame)
  const range = edgeRange(document, together, edge, true)
  const left = edge === 'end' ? range.most : -range.least
  const clip = [found, ...together].map(each => each.clip).find(each => 'look' in each && each.takeId !== null)
  return { edge, frame, picture: clip && 'look' in clip ? pictureOf(clip, edge) : null, left: left === Infinity ? null : left }
}

function pictureOf(clip: PictureClip, edge: 'start' | 'end'): EdgeLook['picture'] {
  const into = edge === 'start' ? 0 : clip.length - 1
  return { clip, into, sourceFrame: clip.sourceLength === null ? null : sourceFrameAt(clip, into) }
}
