/** What can be done with tracks, markers, in and out, and new titles and captions. */
import type { TrackKind } from '#contract/sequence-document.ts'
import type { ClipId, MarkerId, TrackId } from '#contract/words.ts'
import type { Texts } from '../../../texts/texts.ts'
import type { Editor } from '../use-editor.ts'
import { unitOfFrame } from '#rules/sequence/document.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { randomId } from '../../../parts/ids/random-id.ts'
import { boxesBetween, groupOf } from '../view/rows.ts'
import { selectOnly } from '../view/selection.ts'
import { editPoint, movedTrackPlace } from './edits.ts'
import { captionClip, titleClip } from './new-things.ts'

/** What is sunk to under speech when ducking is switched on, in decibels. */
const plainDucking = { amountDb: -14, attackMs: 150, releaseMs: 500 }

export function useSequenceActs(editor: Editor, t: () => Texts) {
  const { view, edit } = editor

  function addTrack(kind: TrackKind): void {
    const now = editor.sequence.settled
    if (now)
      edit('add-track', [{ do: 'addTrack', track: plainTrack(kind, randomId() as TrackId), at: now.trackIds.length }])
  }
  /** On the first track of the kind that is free there, else on a new one. */
  function add(group: 'pictures' | 'captions'): void {
    const now = editor.sequence.settled
    if (!now)
      return
    const fresh = { id: randomId() as ClipId, rate: now.rate, frame: view.playhead.value, stillSeconds: now.stillSeconds }
    const clip = group === 'pictures' ? titleClip(t().timeline.newTitle, fresh) : captionClip(t().timeline.newCaption, fresh)
    const row = editor.rows.value.find(one => groupOf(one.track.kind) === group && !one.track.isLocked
      && boxesBetween(one.boxes, clip.start, clip.start + clip.length).length === 0)
    const track = row?.track ?? plainTrack(group, randomId() as TrackId)
    edit('place', [
      ...row ? [] : [{ do: 'addTrack', track, at: now.trackIds.length } as const],
      { do: 'place', placements: [{ trackId: track.id, clip }], how: 'overwrite' },
    ], selectOnly(clip.id))
  }
  function setRange(values: { inFrame?: number | null, outFrame?: number | null }): void {
    const now = editor.sequence.settled
    if (!now)
      return
    // A new in behind the out, or the other way round, begins a new range.
    const inFrame = values.inFrame === undefined ? now.inFrame : values.inFrame
    const outFrame = values.outFrame === undefined ? now.outFrame : values.outFrame
    const isUpsideDown = inFrame !== null && outFrame !== null && inFrame >= outFrame
    const kept = values.inFrame === undefined ? { inFrame: null, outFrame } : { inFrame, outFrame: null }
    edit('in-out', [{ do: 'setSequence', values: isUpsideDown ? kept : { inFrame, outFrame } }])
  }
  const markerHere = () => Object.values(editor.document.value?.markers ?? {}).find(marker => marker.at === view.playhead.value)

  return {
    addTrack,
    addTitle: () => add('pictures'),
    addCaption: () => add('captions'),
    removeTrack: (trackId: TrackId) => edit('remove-track', [{ do: 'removeTrack', trackId }]),
    moveTrack(trackId: TrackId, by: -1 | 1): void {
      const now = editor.sequence.settled
      const at = now && movedTrackPlace(now, trackId, by)
      if (at !== null && at !== undefined)
        edit('move-track', [{ do: 'moveTrack', trackId, at }])
    },
    duck(trackId: TrackId, isOn: boolean): void {
      edit('track', [{ do: 'setTrack', trackId, values: { ducking: isOn ? plainDucking : null } }])
    },
    closeGap(trackId: TrackId, atFrame: number): void {
      edit('close-gap', [{ do: 'closeGap', trackId, atFrame }])
    },
    /** Whether nothing lies on the track at this frame and something follows. */
    isGap(trackId: TrackId, frame: number): boolean {
      const now = editor.document.value
      const track = now?.tracks[trackId]
      const row = editor.rows.value.find(one => one.track.id === trackId)
      return Boolean(now && track && row && boxesBetween(row.boxes, frame, frame + 1).length === 0
        && row.boxes.some(box => box.clip.start >= unitOfFrame(track.kind, frame, now.rate)))
    },
    markerHere,
    /** A marker at the playhead; the one that is there goes. */
    toggleMarker(): void {
      const here = markerHere()
      edit('marker', [here
        ? { do: 'removeMarker', markerId: here.id }
        : { do: 'setMarker', marker: { id: randomId() as MarkerId, at: view.playhead.value, name: '' } }])
    },
    nameMarker(markerId: MarkerId, name: string): void {
      const marker = editor.document.value?.markers[markerId]
      if (marker && marker.name !== name)
        edit('marker', [{ do: 'setMarker', marker: { ...marker, name } }])
    },
    removeMarker: (markerId: MarkerId) => edit('marker', [{ do: 'removeMarker', markerId }]),
    setIn: () => setRange({ inFrame: view.playhead.value }),
    setOut: () => setRange({ outFrame: view.playhead.value + 1 }),
    clearInOut: () => setRange({ inFrame: null, outFrame: null }),
    toEdit(to: 'previous' | 'next'): void {
      const now = editor.document.value
      const frame = now && editPoint(now, view.playhead.value, to)
      if (frame !== null) {
        editor.seek(frame)
        editor.reveal(frame)
      }
    },
    toMarker(to: 'previous' | 'next'): void {
      const places = Object.values(editor.document.value?.markers ?? {}).map(marker => marker.at)
      const beside = places.filter(place => to === 'next' ? place > view.playhead.value : place < view.playhead.value)
      if (beside.length > 0) {
        editor.seek(to === 'next' ? Math.min(...beside) : Math.max(...beside))
        editor.reveal(view.playhead.value)
      }
    },
    step(frames: number): void {
      editor.seek(view.playhead.value + frames)
      editor.reveal(view.playhead.value)
    },
    to(frame: number): void {
      editor.seek(frame)
      editor.reveal(frame)
    },
  }
}
export type SequenceActs = ReturnType<typeof useSequenceActs>
