/** Opens what the gaps of a sound track are filled with: of one gap, or of all gaps of the track that was clicked last. */
import type { SoundingTrack } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import type { ToneScope } from './use-room-tone.ts'
import { shallowRef } from 'vue'
import { tracksOf } from '#rules/sequence/document.ts'
import { soundGaps } from '#rules/sequence/room-tone/fill.ts'

export function useRoomToneActs(editor: Editor) {
  const scope = shallowRef<ToneScope | null>(null)

  function hasGaps(trackId: TrackId): boolean {
    const track = editor.sequence.settled?.tracks[trackId]
    return track !== undefined && 'ducking' in track && !track.isLocked && soundGaps(track).length > 0
  }
  /** The one that was clicked, or whose clip is selected; else the first that has gaps. */
  function trackHere(): TrackId | null {
    const { settled } = editor.sequence
    const { at } = editor.view.selection.value
    const sounding = settled ? tracksOf(settled).filter((track): track is SoundingTrack => 'ducking' in track && hasGaps(track.id)) : []
    const chosen = sounding.find(({ id }) => id === editor.clickedTrack.value) ?? sounding.find(({ clips }) => at !== null && clips[at])
    return (chosen ?? sounding[0])?.id ?? null
  }

  return {
    /** What is filled while its dialog is open. */
    scope,
    hasGaps,
    mayFill: (): boolean => trackHere() !== null,
    fillAll(): void {
      const trackId = trackHere()
      if (trackId)
        scope.value = { trackId, frame: null }
    },
    fillTrack: (trackId: TrackId): void => void (scope.value = { trackId, frame: null }),
    fillAt: (trackId: TrackId, frame: number): void => void (scope.value = { trackId, frame }),
  }
}
export type RoomToneActs = ReturnType<typeof useRoomToneActs>
