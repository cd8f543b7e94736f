/** Trimming with keys: the edge that is selected, or with the tool for it what a clip shows, frame by frame, and seen as while it is dragged. */
import type { Drag, Gesture, Trimmed } from '../gestures/gesture.ts'
import type { Editor } from '../use-editor.ts'
import type { Cut, EdgeAt } from './edges.ts'
import { computed, watch } from 'vue'
import { findClip } from '#rules/sequence/document.ts'
import { basisOf } from '../gestures/basis.ts'
import { rollGesture, slipGesture, trimGesture } from '../gestures/edge.ts'
import { edgesGesture } from '../gestures/several-edges.ts'
import { slideGesture } from '../gestures/slide.ts'
import { groupOf } from '../view/rows.ts'
import { cutsOf, edgesOf, nearestCut, nextEdge, nextEdges } from './edges.ts'

const still: Omit<Drag, 'byFrames'> = { frame: 0, trackId: null, share: 0.5, reach: 0, isFree: true, copies: false, inserts: false }

export function useTrimActs(editor: Editor) {
  const { view, rows, edge, trims } = editor

  function gestureOf(): Gesture | null {
    const [basis, { at }, { value: tool }] = [basisOf(editor), view.selection.value, view.tool]
    if (!basis)
      return null
    const { value: on } = edge
    if (on?.others)
      return edgesGesture(basis, edgesOf(on, rows.value), on, { ...on, ripples: on.how === 'ripple' })
    if (on) {
      return on.how === 'roll'
        ? rollGesture(basis, on.clipId, on.edge, on)
        : trimGesture(basis, on.clipId, on.edge, { ...on, ripples: on.how === 'ripple' })
    }
    if (!at || (tool !== 'slip' && tool !== 'slide'))
      return null
    return tool === 'slip' ? slipGesture(basis, at) : slideGesture(basis, at)
  }
  function isSame(one: Trimmed | null, other: Trimmed): boolean {
    return JSON.stringify(one?.edges) === JSON.stringify(other.edges)
  }
  function trimBy(frames: number): void {
    const proposal = gestureOf()?.({ ...still, byFrames: frames })
    if (!proposal?.trimmed)
      return
    const { trimmed, edits, name, by } = proposal
    const before = isSame(trims.value?.trimmed ?? null, trimmed) ? trims.value?.byFrames ?? 0 : 0
    // Where it is at its end already, that is seen, too.
    if (edits.length === 0 || editor.edit(name, edits))
      trims.value = { name, trimmed, byFrames: before + ('frames' in by ? by.frames : 0) }
  }
  function select(next: EdgeAt): void {
    edge.value = next
    view.selection.value = { ids: new Set(edgesOf(next, rows.value).map(({ clipId }) => clipId)), at: next.clipId }
  }

  function cutHere(): Cut | null {
    const clicked = rows.value.find(row => row.track.id === editor.clickedTrack.value)
    const row = [clicked, ...rows.value.filter(({ track }) => groupOf(track.kind) === 'pictures'), ...rows.value]
      .find(each => each && !each.track.isLocked && each.boxes.length > 0)
    return row ? nearestCut(cutsOf(row.boxes), view.playhead.value) : null
  }
  function edgeNow(): EdgeAt | null {
    const { value: document } = editor.document
    return edge.value && document && findClip(document, edge.value.clipId) ? edge.value : null
  }

  // What is done next is looked at again, and no longer the edge.
  watch([view.playhead, edge, view.tool], () => {
    if (!editor.isGesturing.value)
      trims.value = null
  })
  watch(view.selection, ({ ids }) => {
    if (edge.value && [edge.value, ...edge.value.others ?? []].some(({ clipId }) => !ids.has(clipId)))
      edge.value = null
    if (!editor.isGesturing.value)
      trims.value = null
  })

  return {
    trimBy,
    mayTrim: computed(() => edge.value !== null
      || (view.selection.value.at !== null && (view.tool.value === 'slip' || view.tool.value === 'slide'))),
    hasEdge: computed(() => edge.value !== null),
    leaveEdge: () => edge.value = null,
    /** The cut that is nearest to the playhead, on the track that was clicked last; again: its other side, then both. */
    selectEdge(): void {
      const cut = cutHere()
      if (cut)
        select(nextEdge(cut, edgeNow()))
    },
    /** Those of all tracks that are in the frame of that cut; again: its other side, then both. */
    selectEdges(): void {
      const cut = cutHere()
      const next = cut && nextEdges(rows.value, cut.frame, edgeNow())
      if (next)
        select(next)
    },
  }
}
export type TrimActs = ReturnType<typeof useTrimActs>
