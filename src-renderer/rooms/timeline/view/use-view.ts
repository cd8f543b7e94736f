/** How a sequence is looked at: zoom, scroll, playhead, selection and switches. Opening it again returns exactly there. */
import type { ClipId, SequenceId } from '#contract/words.ts'
import type { Selection } from './selection.ts'
import { shallowRef, watch } from 'vue'
import { z } from 'zod'
import { ClipId as ClipIdShape } from '#contract/words.ts'
import { useStoredDraft } from '../../../parts/drafts/use-stored-draft.ts'
import { viewKey } from '../../../parts/timecode/playhead.ts'
import { useDrawn } from './drawn.ts'
import { nothing } from './selection.ts'

const Kept = z.object({
  /** Null: never opened, so that all of it is shown at first. */
  pixelsPerFrame: z.number().positive().nullable(),
  scrollLeft: z.number().min(0),
  scrollTop: z.number().min(0),
  playhead: z.int().min(0),
  selected: z.array(ClipIdShape),
  snaps: z.boolean(),
  showsGain: z.boolean(),
})
const unseen: z.infer<typeof Kept> = {
  pixelsPerFrame: null,
  scrollLeft: 0,
  scrollTop: 0,
  playhead: 0,
  selected: [],
  snaps: true,
  showsGain: true,
}

export const tools = ['select', 'ripple', 'roll', 'slip', 'slide', 'split', 'hand'] as const
export type Tool = typeof tools[number]

export function useView(sequenceId: SequenceId) {
  const kept = useStoredDraft(viewKey(sequenceId), Kept, unseen)
  const pixelsPerFrame = shallowRef(kept.value.pixelsPerFrame ?? 4)
  const scrollLeft = shallowRef(kept.value.scrollLeft)
  const scrollTop = shallowRef(kept.value.scrollTop)
  const playhead = shallowRef(kept.value.playhead)
  const selection = shallowRef<Selection>(kept.value.selected.length === 0
    ? nothing
    : { ids: new Set<ClipId>(kept.value.selected), at: kept.value.selected.at(-1) ?? null })
  const snaps = shallowRef(kept.value.snaps)
  const showsGain = shallowRef(kept.value.showsGain)
  /** Of the tracks, without their heads. */
  const width = shallowRef(0)
  /** Until something of it was shown. */
  const isFirstLook = shallowRef(kept.value.pixelsPerFrame === null)

  watch([pixelsPerFrame, scrollLeft, scrollTop, playhead, selection, snaps, showsGain, isFirstLook], () => {
    kept.value = {
      pixelsPerFrame: isFirstLook.value ? null : pixelsPerFrame.value,
      scrollLeft: scrollLeft.value,
      scrollTop: scrollTop.value,
      playhead: playhead.value,
      selected: [...selection.value.ids],
      snaps: snaps.value,
      showsGain: showsGain.value,
    }
  })

  const { drawn, seen, ofRow } = useDrawn({ pixelsPerFrame, scrollLeft, width })

  return {
    pixelsPerFrame,
    scrollLeft,
    scrollTop,
    playhead,
    selection,
    snaps,
    showsGain,
    width,
    isFirstLook,
    tool: shallowRef<Tool>('select'),
    /** What is built and drawn: it follows zooming once it rests. */
    drawn,
    /** The same, at each step of a zoom. */
    seen,
    /** Both, of the track in this row. */
    drawnInRow: ofRow,
  }
}
