/** Which part of the sequence is delivered: between its in and out, all of it, or the frame of a still. */
import type { DeliveryPart } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import { computed, shallowRef, watch } from 'vue'
import { cutTo, isStill } from '#rules/deliver/part.ts'
import { rangeOf } from '#rules/sequence/range.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { playheadOf } from '../../../parts/timecode/playhead.ts'

export function usePart(sequence: () => Sequence | null, preset: () => Preset | undefined) {
  const isWhole = shallowRef(false)
  /** Null is where the playhead is. */
  const wantedFrame = shallowRef<number | null>(null)
  watch(() => sequence()?.id, () => {
    isWhole.value = false
    wantedFrame.value = null
  })

  const durationFrames = computed(() => {
    const shown = sequence()
    return shown ? resolve(shown).durationFrames : 0
  })
  const inside = (frame: number): number => Math.max(0, Math.min(durationFrames.value - 1, frame))
  /** Looked up again for each sequence: the Timeline is another room. */
  const playhead = computed(() => {
    const id = sequence()?.id
    return id === undefined ? 0 : inside(playheadOf(id))
  })
  const ofStill = computed(() => {
    const chosen = preset()
    return chosen !== undefined && isStill(chosen)
  })
  const frame = computed(() => wantedFrame.value === null ? playhead.value : inside(wantedFrame.value))
  const between = computed(() => {
    const shown = sequence()
    const range = shown && rangeOf(shown, durationFrames.value)
    return range && range.frames < durationFrames.value ? range : null
  })
  const part = computed((): DeliveryPart | undefined => {
    if (ofStill.value)
      return { frame: frame.value }
    return isWhole.value && between.value ? 'whole' : undefined
  })
  const cut = computed(() => {
    const shown = sequence()
    return shown && cutTo(shown, part.value, preset())
  })

  return {
    ofStill,
    /** Of a still. */
    frame,
    playhead,
    setFrame: (wanted: number | null) => {
      wantedFrame.value = wanted === null ? null : inside(wanted)
    },
    isWhole,
    /** What is between in and out; null where that is all, or neither is set. */
    between,
    durationFrames,
    /** The sequence with the part between its in and out. */
    delivered: () => cut.value,
    /** Frames of the delivery. */
    frames: computed(() => cut.value ? rangeOf(cut.value, durationFrames.value).frames : 0),
    /** As calls name it. */
    wish: computed((): { part?: DeliveryPart } => part.value === undefined ? {} : { part: part.value }),
  }
}

export type UsedPart = ReturnType<typeof usePart>
