/** What can be done with markers, of the sequence and of its clips: each act is one step of undo. */
import type { ClipMarker, MarkerColour } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, MarkerId } from '#contract/words.ts'
import type { MarkerAt, PlacedMarker } from '#rules/sequence/markers.ts'
import type { Editor } from '../use-editor.ts'
import { computed } from 'vue'
import { beatFrames } from '#rules/sequence/beats/places.ts'
import { findClip, startFrameOf, unitOfFrame } from '#rules/sequence/document.ts'
import { isAt, placedMarkers, sourceAt } from '#rules/sequence/markers.ts'
import { randomId } from '../../../wire/random-id.ts'
import { clipAtPlayhead } from './edits.ts'

/** What a person says of a marker. */
export interface MarkerWords { readonly name: string, readonly colour: MarkerColour, readonly note: string }

export function useMarkerActs(editor: Editor) {
  const { view, edit } = editor
  const placed = computed(() => editor.document.value ? placedMarkers(editor.document.value) : [])
  /** Frames of the marked beats of the selected clips. */
  const selectedBeats = (): number[] => editor.document.value
    ? beatFrames(editor.document.value).flatMap(({ clip, frames }) => view.selection.value.ids.has(clip.id) ? frames : [])
    : []
  const markerHere = (): PlacedMarker | undefined => placed.value.findLast(({ frame }) => frame === view.playhead.value)

  /** Sets the markers of a clip; none at all is said by leaving them out. */
  function ofClip(clipId: ClipId, change: (markers: readonly ClipMarker[]) => ClipMarker[]): SequenceEdit[] {
    const clip = editor.sequence.settled && findClip(editor.sequence.settled, clipId)?.clip
    if (!clip || !('in' in clip))
      return []
    const markers = change(clip.markers ?? []).sort((a, b) => a.at - b.at)
    return [{ do: 'points' in clip ? 'setSound' : 'setPicture', clipIds: [clipId], values: { markers } }]
  }
  const isShown = (at: MarkerAt): boolean => placed.value.some(one => isAt(one, at))
  function change(at: MarkerAt, words: Partial<MarkerWords>): void {
    if (!isShown(at))
      return
    const { markerId, clipId } = at
    const said = <Own extends object>(marker: Own): Own => ({ ...marker, ...words })
    const own = editor.document.value?.markers[markerId]
    edit('marker', clipId === null
      ? own ? [{ do: 'setMarker', marker: said(own) }] : []
      : ofClip(clipId, markers => markers.map(marker => marker.id === markerId ? said(marker) : marker)))
  }

  return {
    markers: placed,
    markerHere,
    addMarker(): void {
      edit('marker', [{ do: 'setMarker', marker: { id: randomId<MarkerId>(), at: view.playhead.value, name: '' } }])
    },
    /** On the selected clip under the playhead, else the uppermost there; it moves with the clip. */
    addClipMarker(): void {
      const now = editor.sequence.settled
      const clipId = clipAtPlayhead(editor.rows.value, view.playhead.value, view.selection.value.at)
      const found = now && clipId && findClip(now, clipId)
      if (!found || !('in' in found.clip))
        return
      const { track, clip } = found
      const frames = view.playhead.value - startFrameOf(track, clip, now.rate)
      const at = sourceAt(clip, unitOfFrame(track.kind, frames, now.rate))
      edit('marker', ofClip(clip.id, markers => [...markers, { id: randomId<MarkerId>(), at, name: '' }]))
    },
    changeMarker: change,
    nameMarker: (at: MarkerAt, name: string) => change(at, { name }),
    moveMarker(markerId: MarkerId, at: number): void {
      const marker = editor.document.value?.markers[markerId]
      if (marker && marker.at !== at)
        edit('marker', [{ do: 'setMarker', marker: { ...marker, at } }])
    },
    removeMarker(at: MarkerAt): void {
      const { markerId, clipId } = at
      if (isShown(at)) {
        edit('marker', clipId === null
          ? [{ do: 'removeMarker', markerId }]
          : ofClip(clipId, markers => markers.filter(({ id }) => id !== markerId)))
      }
    },
    toMarker(to: 'previous' | 'next'): void {
      const frames = [...placed.value.map(({ frame }) => frame), ...selectedBeats()].sort((a, b) => a - b)
      const frame = to === 'next' ? frames.find(one => one > view.playhead.value) : frames.findLast(one => one < view.playhead.value)
      if (frame !== undefined) {
        editor.seek(frame)
        editor.reveal(frame)
      }
    },
  }
}
