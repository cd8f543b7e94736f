/** How high the preview is: as the person drags its edge, within what the tracks below it leave. */
import type { Ref } from 'vue'
import { useElementSize, useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import { pageKeys } from '../../wire/page-keys.ts'

/** Of the transport alone: where there is no room for a picture, or where the edge is dragged that far up. */
const leastPreview = 36
/** A picture that is less high than this leaves with it says little. */
const leastWithPicture = 130
/** Lower than this an inspector would show three fields. */
const leastInspector = 220
/** The tracks and the tools above them need at least this much: six tracks that can be read. */
const leastTracks = 260
/** Until the person drags the edge, it has its share of the room. */
const previewShare = 0.46
/** Dragged, it may have this much of a room that is too low for both. */
const mostShare = 0.6
const keyStep = 16

/** In CSS pixels, for a room of this height; `chosen` by hand, 0 before. */
export function previewHeights(room: number, chosen: number): { readonly shown: number, readonly most: number } {
  const wanted = chosen || Math.round(room * previewShare) || 340
  if (room === 0)
    return { shown: wanted, most: wanted }
  const byItself = Math.max(leastPreview, Math.round(room) - leastTracks)
  // A very low window, or one that is zoomed, shows tracks or a picture: the person chooses which. Where there is room for
  // both, the tracks keep theirs, also below an edge that was dragged in a higher window.
  const most = byItself >= leastInspector ? byItself : Math.max(byItself, Math.round(room * mostShare))
  const height = Math.min(chosen ? most : byItself, wanted)
  return { most, shown: height < leastWithPicture ? leastPreview : height }
}

/** In CSS pixels. `room` has the preview and the tracks. */
export function usePreviewHeight(room: Readonly<Ref<HTMLElement | null>>) {
  const { height: roomHeight } = useElementSize(room)
  const chosen = useLocalStorage(pageKeys.timelinePreviewHeight, 0)
  const heights = computed(() => previewHeights(roomHeight.value, chosen.value))
  const most = computed(() => heights.value.most)
  const shown = computed(() => heights.value.shown)

  return {
    least: leastPreview,
    most,
    shown,
    /** Next to the preview an inspector leaves the tracks the whole width. */
    hasRoomBeside: computed(() => shown.value >= leastInspector),
    lower: (): void => { chosen.value = shown.value - keyStep },
    raise: (): void => { chosen.value = Math.max(leastWithPicture, shown.value + keyStep) },
    drag(down: PointerEvent): void {
      const edge = down.currentTarget
      if (!(edge instanceof HTMLElement) || down.button !== 0)
        return
      const from = shown.value
      const listening = new AbortController()
      const { signal } = listening
      edge.setPointerCapture(down.pointerId)
      edge.addEventListener('pointermove', (event) => {
        chosen.value = Math.min(most.value, Math.max(leastPreview, from + event.clientY - down.clientY))
      }, { signal })
      for (const end of ['pointerup', 'pointercancel'])
        edge.addEventListener(end, () => listening.abort(), { signal })
    },
  }
}
