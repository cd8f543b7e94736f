/** Clicks on takes: one selects, two open the viewer. */
import type { Take } from '#contract/takes.ts'
import { isModified } from '../../parts/takes/use-take-item.ts'

/**
 * The first of two clicks opens the details, which move the takes, and are where takes were: whatever the second one hits, it means the
 * take of the first.
 */
export function usePresses({ select, view }: {
  readonly select: (take: Take, event: MouseEvent | KeyboardEvent) => void
  readonly view: (take: Take) => void
}) {
  let pressed: Take | null = null
  return {
    onClick(event: MouseEvent): void {
      if (event.detail <= 1)
        pressed = null
      else if (pressed && !isModified(event))
        event.stopPropagation()
    },
    press(take: Take, event: MouseEvent | KeyboardEvent): void {
      pressed = event instanceof MouseEvent && !isModified(event) ? take : null
      select(take, event)
    },
    onDouble(event: MouseEvent): void {
      if (pressed && !isModified(event))
        view(pressed)
    },
  }
}
