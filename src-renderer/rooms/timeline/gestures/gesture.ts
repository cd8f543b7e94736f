/**
 * Gestures as pure functions: what has been dragged so far becomes edits. The page shows them over the document as it was when the
 * gesture began; on release they are sent as one step of undo.
 */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { ClipId, NewId, TrackId } from '#contract/words.ts'
import type { AroundCut } from '#rules/sequence/edit/cross-fades.ts'
import type { SnapPoint } from '#rules/sequence/edit/snap.ts'
import type { Row } from '../view/rows.ts'

/** The document, and how it was seen, when the gesture began. */
export interface Basis {
  readonly document: SequenceDocument
  readonly rows: readonly Row[]
  readonly selected: ReadonlySet<ClipId>
  /** Null when snapping is off. */
  readonly playhead: number
  readonly snaps: boolean
  readonly newId: NewId
}

/** Where the pointer is, and how far it has come. */
export interface Drag {
  /** Frames since the gesture began, not rounded. */
  readonly byFrames: number
  readonly frame: number
  /** The track under the pointer. */
  readonly trackId: TrackId | null
  /** Where it is within that track, from 0 at its top to 1. */
  readonly share: number
  /** Snap distance in frames, a few pixels wide at this zoom. */
  readonly reach: number
  /** Shift: no snapping. */
  readonly isFree: boolean
  /** Alt: a copy. */
  readonly copies: boolean
  /** Ctrl or Command: insert in place of overwrite. */
  readonly inserts: boolean
}

export interface TrimmedEdge { readonly clipId: ClipId, readonly edge: 'start' | 'end' }

/** Why an edge goes no further: its source ends, another clip begins, or a frame of it must be left. */
export type Stop = 'source' | 'clip' | 'length'

/** Edges that are looked at while they are trimmed. */
export interface Trimmed {
  /** One that is trimmed, both of a slip, and those that meet a roll or a slide. */
  readonly edges: readonly TrimmedEdge[]
  /** Null where they go as far as is wanted. */
  readonly stop: Stop | null
}

export interface Proposal {
  readonly name: StepName
  readonly edits: readonly SequenceEdit[]
  /** What an edge has snapped to. */
  readonly guide: SnapPoint | null
  /** Clips that are selected after the gesture, where they are not those from before. */
  readonly selects?: readonly ClipId[]
  /** How far, for the label next to the pointer: frames, or decibels. */
  readonly by: { readonly frames: number } | { readonly db: number }
  readonly trimmed?: Trimmed
  /** Of a transition, in frames before and after its cut. */
  readonly around?: AroundCut
  /** For how long a last frame and a first one freeze, where a transition lacks material. */
  readonly frozenSeconds?: number
  readonly heldSeconds?: number
}

export type Gesture = (drag: Drag) => Proposal
