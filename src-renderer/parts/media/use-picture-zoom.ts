/** Looking closely at a picture: wheel about the pointer, drag to move, + − 0 1, double click between fitted and pixels. */
import type { Ref } from 'vue'
import type { PictureFrame, PictureZoom } from './picture-zoom.ts'
import { useElementSize } from '@vueuse/core'
import { computed } from 'vue'
import { fitted, movedBy, scaleOf, within, zoomedTo } from './picture-zoom.ts'

export function usePictureZoom(
  frame: Readonly<Ref<HTMLElement | null>>,
  picture: () => { width: number | null, height: number | null },
  zoom: Ref<PictureZoom>,
) {
  const size = useElementSize(frame)
  const sizes = computed<PictureFrame>(() => ({
    width: size.width.value,
    height: size.height.value,
    pictureWidth: picture().width,
    pictureHeight: picture().height,
  }))
  const scale = computed(() => scaleOf(zoom.value, sizes.value))
  const isZoomed = computed(() => zoom.value.times > 1)
  let grabbed: { x: number, y: number } | null = null

  function to(next: number, dx = 0, dy = 0): void {
    zoom.value = within(zoomedTo(zoom.value, sizes.value, next, dx, dy))
  }
  function fit(): void {
    zoom.value = fitted
  }
  /** From the middle of the frame. */
  function placeIn(event: MouseEvent): [dx: number, dy: number] {
    const box = frame.value?.getBoundingClientRect()
    return box ? [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2] : [0, 0]
  }

  return {
    sizes,
    scale,
    isZoomed,
    percent: computed(() => `${Math.round(scale.value * 100)}%`),
    to,
    fit,
    larger: () => to(scale.value * 1.25),
    smaller: () => to(scale.value / 1.25),
    onWheel(event: WheelEvent): void {
      to(scale.value * (event.deltaY < 0 ? 1.15 : 1 / 1.15), ...placeIn(event))
    },
    onDouble(event: MouseEvent): void {
      if (isZoomed.value)
        fit()
      else
        to(Math.max(1, scale.value * 2), ...placeIn(event))
    },
    onDown(event: PointerEvent): void {
      grabbed = { x: event.clientX, y: event.clientY }
      frame.value?.setPointerCapture(event.pointerId)
    },
    onMove(event: PointerEvent): void {
      if (!grabbed || !isZoomed.value)
        return
      zoom.value = within(movedBy(zoom.value, sizes.value, event.clientX - grabbed.x, event.clientY - grabbed.y))
      grabbed = { x: event.clientX, y: event.clientY }
    },
    onUp(): void {
      grabbed = null
    },
    onKey(event: KeyboardEvent): void {
      const acts: Record<string, () => void> = {
        '+': () => to(scale.value * 1.25),
        '=': () => to(scale.value * 1.25),
        '-': () => to(scale.value / 1.25),
        '0': fit,
        '1': () => to(1),
      }
      if (acts[event.key] && !event.ctrlKey && !event.metaKey) {
        event.preventDefault()
        event.stopPropagation()
        acts[event.key]?.()
      }
    },
  }
}
export type PictureLook = ReturnType<typeof usePictureZoom>
