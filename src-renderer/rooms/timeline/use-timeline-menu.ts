/** The menus of a clip, of a track and of an empty place: the same acts as keys and palette, and those of the track. */
import type { TrackId } from '#contract/words.ts'
import type { Action } from '../../actions/action.ts'
import type { CaptionActs } from './acts/use-caption-acts.ts'
import type { SequenceActs } from './acts/use-sequence-acts.ts'
import type { HereActs } from './generate-here/use-here.ts'
import type { MenuAt } from './lanes/TrackArea.vue'
import type { RoomToneActs } from './room-tone/use-room-tone-acts.ts'
import type { Editor } from './use-editor.ts'
import { useMenu } from '../../actions/menu.ts'
import { movedTrackPlace } from './acts/edits.ts'

const clipMenu = [
  ['open-clip', 'split', 'remove', 'remove-closing'],
  ['cut', 'copy', 'paste', 'paste-attributes', 'duplicate', 'toggle-enabled'],
  ['length', 'clip-marker', 'link', 'unlink', 'extract-sound', 'dissolve', 'apply-transition', 'merge-captions'],
  ['make-nested', 'take-apart'],
  ['tone', 'tighten-pauses', 'remove-silences', 'mark-beats'],
  ['key', 'freeze', 'reverse', 'reframe', 'match-colour'],
  ['extend-shot', 'replace-shot', 'compare-tries'],
  ['locate', 'make-again', 'next-take', 'previous-take', 'go-to-line', 'show-take', 'match-frame', 'preview-again'],
]
const placeMenu = [
  ['paste', 'paste-insert', 'paste-over', 'sequences', 'insert-sequence'],
  ['marker', 'remove-marker', 'in', 'out', 'clear-in-out', 'lift', 'extract', 'close-gaps'],
  ['tighten-pauses', 'remove-silences'],
  ['record', 'voice-over', 'image-here'],
  ['add-title', 'title-templates', 'shapes', 'add-colour', 'add-gradient', 'add-adjustment', 'add-caption'],
  ['fit', 'select-all'],
]
const addMenu = ['add-pictures', 'add-speech', 'add-sound', 'add-captions']

interface Room {
  readonly acts: SequenceActs
  readonly captionActs: CaptionActs
  readonly here: Pick<HereActs, 'hasGapAt' | 'fillAt'>
  readonly roomTone: RoomToneActs
  readonly rename: (trackId: TrackId) => void
  readonly settings: (trackId: TrackId) => void
}

/** Opens the menu that belongs to a place. */
export function useTimelineMenu(
  editor: Editor,
  { acts, captionActs, here, roomTone, rename, settings }: Room,
): (event: MouseEvent, at: MenuAt) => void {
  const menu = useMenu()
  const full = (id: string): string => `timeline.${id}`
  const own = (id: string, label: Action['label'], run: () => unknown): Action => ({ id: full(id), group: 'timeline', label, run })

  function ofTrack(trackId: TrackId): Action[] {
    const now = editor.document.value
    const track = now?.tracks[trackId]
    if (!now || !track)
      return []
    const [isCaptions, isDucked] = [track.kind === 'captions', 'ducking' in track && track.ducking !== null]
    return [
      own('rename-track', t => t.timeline.track.rename, () => rename(trackId)),
      ...movedTrackPlace(now, trackId, -1) === null ? [] : [own('track-up', t => t.timeline.track.up, () => acts.moveTrack(trackId, -1))],
      ...movedTrackPlace(now, trackId, 1) === null ? [] : [own('track-down', t => t.timeline.track.down, () => acts.moveTrack(trackId, 1))],
      ...isCaptions
        ? [
            own('caption-settings', t => t.timeline.captions.settings, () => settings(trackId)),
            ...track.isLocked ? [] : [own('import-captions', t => t.timeline.captions.import, () => captionActs.importInto(trackId))],
            own('export-srt', t => t.timeline.captions.exportAs('SRT'), () => captionActs.export(trackId, 'srt')),
            own('export-vtt', t => t.timeline.captions.exportAs('WebVTT'), () => captionActs.export(trackId, 'vtt')),
          ]
        : [],
      ...'ducking' in track
        ? [own('duck', t => isDucked ? t.timeline.track.unduck : t.timeline.track.duck, () => acts.duck(trackId, !isDucked))]
        : [],
      ...'ducking' in track && !track.isLocked
        ? [own('track-tone', t => t.timeline.acts.tone, () => editor.toneAt.value = { trackId })]
        : [],
      ...roomTone.hasGaps(trackId) ? [own('room-tone-track', t => t.timeline.acts.roomTone, () => roomTone.fillTrack(trackId))] : [],
      own(
        'sync-lock',
        t => track.isSyncLocked === false ? t.timeline.track.syncLock : t.timeline.track.noSyncLock,
        () => editor.edit('track', [{ do: 'setTrack', trackId, values: { isSyncLocked: track.isSyncLocked === false } }]),
      ),
      ...track.isLocked ? [] : [own('remove-track', t => t.timeline.track.remove, () => acts.removeTrack(trackId))],
    ]
  }

  return (event, { x, y, trackId, clipId, frame, isHead }) => {
    const at = { x, y }
    const adds = addMenu.map(full)
    if (clipId !== null)
      return void menu.open(event, clipMenu.map(ids => ids.map(full)), { at })
    if (isHead && trackId !== null)
      return void menu.open(event, [adds], { at, first: [ofTrack(trackId)] })
    const gap = trackId === null
      ? []
      : [
          ...here.hasGapAt(trackId, frame) ? [own('fill-this-gap', t => t.timeline.acts.fillGap, () => here.fillAt(trackId, frame))] : [],
          ...acts.isGap(trackId, frame) && roomTone.hasGaps(trackId)
            ? [own('fill-with-room-tone', t => t.timeline.roomTone.gap, () => roomTone.fillAt(trackId, frame))]
            : [],
          ...acts.isGap(trackId, frame) ? [own('close-this-gap', t => t.timeline.acts.closeGap, () => acts.closeGap(trackId, frame))] : [],
        ]
    menu.open(event, [...placeMenu.map(ids => ids.map(full)), adds], { at, first: [gap] })
  }
}
