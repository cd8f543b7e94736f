/** The line between two pictures or shots of which one is over the other: it follows the pointer, and the arrow keys. */
import { readonly, shallowRef } from 'vue'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const within = (share: number): number => Math.min(100, Math.max(0, share))

/** Where a key moves the line, from 0 to 100; null for another key. */
export function shareAfter(share: number, { key, shiftKey, ctrlKey, metaKey, altKey }: Key): number | null {
  if (ctrlKey || metaKey || altKey)
    return null
  const step = shiftKey ? 10 : 2
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: share - step,
    ArrowDown: share - step,
    ArrowRight: share + step,
    ArrowUp: share + step,
    PageDown: share - 10,
    PageUp: share + 10,
    Home: 0,
    End: 100,
  }
  const target = targets[key]
  return target === undefined ? null : within(target)
}

export function useWipe(frame: () => HTMLElement | null) {
  /** How much of the frame shows what is below, 0 to 100. */
  const share = shallowRef(50)
  let isDragging = false

  function moveTo(next: number): void {
    share.value = within(next)
  }
  function follow({ clientX }: PointerEvent): void {
    const box = frame()?.getBoundingClientRect()
    if (box && box.width > 0)
      moveTo((clientX - box.left) / box.width * 100)
  }
  return {
    share: readonly(share),
    moveTo,
    down(event: PointerEvent): void {
      isDragging = true
      frame()?.setPointerCapture(event.pointerId)
      follow(event)
    },
    /** Answers whether the line is dragged. */
    move(event: PointerEvent): boolean {
      if (isDragging)
        follow(event)
      return isDragging
    },
    up(): void {
      isDragging = false
    },
  }
}
