/** The beats of the audio of a clip, and marking them on all clips of that audio in one step. */
import type { SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { computed } from 'vue'
import { mostBeats } from '#contract/sequence-limits.ts'
import { beatsIn, everyBeat } from '#rules/sequence/beats/find.ts'
import { samplesOfBeats } from '#rules/sequence/beats/places.ts'
import { clipsOf, findClip, tracksOf } from '#rules/sequence/document.ts'
import { heardKey } from '#rules/sequence/heard.ts'
import { averageSpeed } from '#rules/sequence/ramp.ts'
import { useLevels } from '../pauses/use-levels.ts'

export type BeatStep = 1 | 2 | 4

export function useBeats(editor: Editor, clipId: () => ClipId) {
  const levels = useLevels()
  const clip = computed(() => {
    const found = editor.document.value && findClip(editor.document.value, clipId())
    return found && 'points' in found.clip ? found.clip : null
  })
  if (clip.value)
    void levels.measure([clip.value])

  const measured = computed(() => clip.value ? levels.of(clip.value) : null)
  const beats = computed(() => measured.value ? beatsIn(measured.value) : null)
  /** Clips of the same audio, on tracks that are not locked. */
  const alike = computed((): SoundClip[] => {
    const [now, one] = [editor.document.value, clip.value]
    return now && one
      ? tracksOf(now).filter(track => !track.isLocked).flatMap(track => clipsOf(track)).filter((other): other is SoundClip =>
          'points' in other && other.takeId === one.takeId && heardKey(other.heard) === heardKey(one.heard))
      : []
  })
  const edits = (samples: number[]): SequenceEdit[] =>
    [{ do: 'setSound', clipIds: alike.value.map(({ id }) => id), values: { beats: samples } }]

  return {
    isMeasuring: computed(() => measured.value === undefined),
    /** Its file is missing, or cannot be decoded. */
    isUnreadable: computed(() => measured.value === null),
    /** Rounded, as the clip plays them; null where nothing beats steadily. */
    perMinute: computed(() => beats.value && clip.value ? Math.round(beats.value.perMinute * averageSpeed(clip.value) / 100) : null),
    /** On how many clips. */
    clipCount: computed(() => alike.value.length),
    isMarked: computed(() => alike.value.some(other => other.beats !== undefined)),
    mark(by: BeatStep): boolean {
      return beats.value !== null && editor.edit('beats', edits(samplesOfBeats(everyBeat(beats.value.beats, by)).slice(0, mostBeats)))
    },
    clear: (): boolean => editor.edit('beats', edits([])),
  }
}
