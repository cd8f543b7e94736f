/** What can be done with tracks, in and out, and new titles and captions. Markers and ranges of time have files of their own. */
import type { TrackKind } from '#contract/sequence-document.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Texts } from '../../../texts/texts.ts'
import type { Editor } from '../use-editor.ts'
import type { TitleStart } from './new-things.ts'
import { findClip, unitOfFrame } from '#rules/sequence/document.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { randomId } from '../../../wire/random-id.ts'
import { boxesBetween, rowOnTop } from '../view/rows.ts'
import { selectOnly } from '../view/selection.ts'
import { addedAdjustment } from './add-adjustment.ts'
import { editPoint, movedTrackPlace } from './edits.ts'
import { captionClip, titleClip } from './new-things.ts'
import { useMarkerActs } from './use-marker-acts.ts'
import { useRangeActs } from './use-range-acts.ts'

/** What is sunk to under speech when ducking is switched on, in decibels. */
const plainDucking = { amountDb: -14, attackMs: 150, releaseMs: 500 }

export function useSequenceActs(editor: Editor, t: () => Texts) {
  const { view, edit } = editor

  function addTrack(kind: TrackKind): void {
    const now = editor.sequence.settled
    if (now)
      edit('add-track', [{ do: 'addTrack', track: plainTrack(kind, randomId<TrackId>()), at: now.trackIds.length }])
  }
  /** On a track where it is seen, else on a new one. */
  function add(group: 'pictures' | 'captions', from?: TitleStart): ClipId | null {
    const now = editor.sequence.settled
    if (!now)
      return null
    const fresh = { id: randomId<ClipId>(), rate: now.rate, frame: view.playhead.value, stillSeconds: now.stillSeconds }
    const { newTitle, newCaption } = t().timeline
    const clip = group === 'pictures' ? titleClip(newTitle, fresh, from) : captionClip(newCaption, fresh)
    const row = rowOnTop(editor.rows.value, group, clip.start, clip.start + clip.length)
    const track = row?.track ?? plainTrack(group, randomId<TrackId>())
    const isDone = edit('place', [
      ...row ? [] : [{ do: 'addTrack', track, at: now.trackIds.length } as const],
      { do: 'place', placements: [{ trackId: track.id, clip }], how: 'free' },
    ], selectOnly(clip.id))
    return isDone ? clip.id : null
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
  /** Whether nothing is on the track at this frame and something follows. */
  function isGap(trackId: TrackId, frame: number): boolean {
    const now = editor.document.value
    const track = now?.tracks[trackId]
    const row = editor.rows.value.find(one => one.track.id === trackId)
    return Boolean(now && track && !track.isLocked && row && boxesBetween(row.boxes, frame, frame + 1).length === 0
      && row.boxes.some(box => box.clip.start >= unitOfFrame(track.kind, frame, now.rate)))
  }
  /** The track that was clicked last, if it has a gap at the playhead, else the uppermost that has one. */
  function gapHere(): TrackId | null {
    const ids = editor.rows.value.map(row => row.track.id)
    return [...ids.filter(id => id === editor.clickedTrack.value), ...ids].find(id => isGap(id, view.playhead.value)) ?? null
  }

  return {
    ...useMarkerActs(editor),
    ...useRangeActs(editor),
    addTrack,
    addTitle: () => void add('pictures'),
    /** Its clip; null when there is no place for it. The playhead moves to where it is seen. */
    addTitleFrom(from: TitleStart): ClipId | null {
      const clipId = add('pictures', from)
      const clip = clipId && editor.sequence.settled ? findClip(editor.sequence.settled, clipId)?.clip : null
      if (clip && 'look' in clip)
        editor.seek(clip.start + clip.fadeIn)
      return clipId
    },
    /** The inspector shows its colours. */
    addAdjustment(): void {
      const now = editor.sequence.settled
      if (!now)
        return
      const id = randomId<ClipId>()
      const wish = { id, trackId: randomId<TrackId>(), selected: view.selection.value.ids, frame: view.playhead.value }
      edit('place', addedAdjustment(now, wish), selectOnly(id))
    },
    addCaption: () => void add('captions'),
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
    isGap,
    gapHere,
    closeGapHere(): void {
      const trackId = gapHere()
      if (trackId)
        edit('close-gap', [{ do: 'closeGap', trackId, atFrame: view.playhead.value }])
    },
    setRange,
    setIn: () => setRange({ inFrame: view.playhead.value }),
    setOut: () => setRange({ outFrame: view.playhead.value + 1 }),
    clearInOut: () => setRange({ inFrame: null, outFrame: null }),
    /** In and out around the selected clips, else around what is at the playhead. */
    markSelection(): void {
      const { ids } = view.selection.value
      const boxes = editor.rows.value.flatMap(row => row.boxes.filter(({ clip, start, end }) => ids.size > 0
        ? ids.has(clip.id)
        : start <= view.playhead.value && end > view.playhead.value))
      if (boxes.length > 0)
        setRange({ inFrame: Math.min(...boxes.map(box => box.start)), outFrame: Math.max(...boxes.map(box => box.end)) })
    },
    toIn(): void {
      const frame = editor.document.value?.inFrame ?? 0
      editor.seek(frame)
      editor.reveal(frame)
    },
    /** The last frame that is delivered. */
    toOut(): void {
      const out = editor.document.value?.outFrame
      const frame = out == null ? editor.duration.value : Math.max(0, out - 1)
      editor.seek(frame)
      editor.reveal(frame)
    },
    toEdit(to: 'previous' | 'next'): void {
      const now = editor.document.value
      const frame = now && editPoint(now, view.playhead.value, to)
      if (frame !== null) {
        editor.seek(frame)
        editor.reveal(frame)
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
