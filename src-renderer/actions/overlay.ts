/**
 * The one overlay that is open at a time: palette, keys, the inspector or the viewer of a take, the log of a render, past notices, the
 * prompt shelf, or what the browser keeps.
 */
import type { Take } from '#contract/takes.ts'
import type { DeliveryId, TakeId } from '#contract/words.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'

export type Overlay
  = { is: 'nothing' }
    | { is: 'palette' }
    | { is: 'keys' }
    | { is: 'kept' }
    | { is: 'notices' }
    | { is: 'shelf' }
    | { is: 'take', takeId: TakeId, atSeconds: number | null }
    | { is: 'viewer', takes: readonly Take[], first: Take }
    | { is: 'log', deliveryId: DeliveryId }

export const useOverlay = defineStore('overlay', () => {
  const now = shallowRef<Overlay>({ is: 'nothing' })
  return {
    now: shallowReadonly(now),
    /** What was typed into the palette and not used. */
    asked: shallowRef(''),
    show(overlay: Overlay) {
      now.value = overlay
    },
    close() {
      now.value = { is: 'nothing' }
    },
  }
})

/** Opens the inspector of a take next to the current room; its player is at this moment. */
export function openTakeInspector(takeId: TakeId, atSeconds: number | null = null): void {
  useOverlay().show({ is: 'take', takeId, atSeconds })
}

/** Opens these takes over the window, beginning with this one. */
export function openTakeViewer(takes: readonly Take[], first: Take): void {
  useOverlay().show({ is: 'viewer', takes, first })
}

/** Opens what the render of a delivery ran and said. */
export function openRenderLog(deliveryId: DeliveryId): void {
  useOverlay().show({ is: 'log', deliveryId })
}
