/** The gaps of a sound track, the quiet stretches that can fill them, and filling them as one step of undo. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TrackId } from '#contract/words.ts'
import type { Quiet } from '#rules/sequence/pauses/quiet.ts'
import type { Editor } from '../use-editor.ts'
import { computed, watch } from 'vue'
import { clipsOf } from '#rules/sequence/document.ts'
import { sampleOfFrame, secondsOfSamples } from '#rules/sequence/frames.ts'
import { roomToneEdits, soundGaps, tonesFor } from '#rules/sequence/room-tone/fill.ts'
import { toneStretch } from '#rules/sequence/room-tone/stretch.ts'
import { randomId } from '../../../wire/random-id.ts'
import { useLevels } from '../pauses/use-levels.ts'

/** `frame` is in the one gap that is filled; null fills all. */
export interface ToneScope { readonly trackId: TrackId, readonly frame: number | null }

export function useRoomTone(editor: Editor, { trackId, frame }: ToneScope, name: () => string) {
  const levels = useLevels()
  /** By the levels that they were found in. */
  const known = new WeakMap<Uint8Array, { readonly stretch: Quiet | null }>()
  const track = computed(() => {
    const one = editor.sequence.settled?.tracks[trackId]
    return one && 'ducking' in one ? one : null
  })
  watch(track, one => void levels.measure(one ? clipsOf(one) : []), { immediate: true })

  function stretchIn(bytes: Uint8Array | null | undefined): Quiet | null {
    if (!bytes)
      return null
    const found = known.get(bytes) ?? { stretch: toneStretch(bytes) }
    known.set(bytes, found)
    return found.stretch
  }
  const gaps = computed(() => {
    const at = frame === null ? null : sampleOfFrame(frame, editor.rate.value)
    return track.value ? soundGaps(track.value).filter(gap => at === null || (gap.start <= at && at < gap.start + gap.length)) : []
  })
  const fills = computed(() => track.value && levels.progress.value === null
    ? tonesFor(track.value, gaps.value, clip => stretchIn(levels.of(clip)))
    : [])
  const edits = (): SequenceEdit[] => {
    const now = editor.sequence.settled
    return now && track.value ? roomToneEdits(now, track.value, fills.value, { name: name(), newId: randomId }) : []
  }

  return {
    progress: levels.progress,
    gaps,
    fills,
    isApart: computed(() => track.value?.kind === 'speech'),
    seconds: computed(() => secondsOfSamples(fills.value.reduce((sum, { gap }) => sum + gap.length, 0))),
    edits,
    fill: (): boolean => editor.edit('room-tone', edits()),
  }
}
