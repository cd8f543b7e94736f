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
/** The tracks and the tools above them need at least this much. */
const leastTracks = 260
/** Until the person drags the edge, it has its share of the room. */
const previewShare = 0.46
const keyStep = 16

/** In CSS pixels. `room` has the preview and the tracks. */
export function usePreviewHeight(room: Readonly<Ref<HTMLElement | null>>) {
  const { height: roomHeight } = useElementSize(room)
  const chosen = useLocalStorage(pageKeys.timelinePreviewHeight, 0)
  const wanted = computed(() => chosen.value || Math.round(roomHeight.value * previewShare) || 340)
  const most = computed(() => roomHeight.value === 0
    ? wanted.value
    : Math.max(leastPreview, Math.round(roomHeight.value) - leastTracks))
  const shown = computed(() => {
    const height = Math.min(most.value, wanted.value)
    return height < leastWithPicture ? leastPreview : height
  })

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
