/** Which clips of a track are built as boxes: those in sight that are wide enough, a few more in each frame. */
import type { Ref } from 'vue'
import type { ClipId } from '#contract/words.ts'
import type { Drawn } from '../view/drawn.ts'
import type { Box } from '../view/rows.ts'
import { computed, onBeforeUnmount, shallowRef, watch } from 'vue'
import { boxesBetween } from '../view/rows.ts'

/** Narrower clips are only painted, unless they are selected: among many, those that have no room for anything but their colour. */
const leastPixels = { ofFew: 3, ofMany: 10 }
const many = 60
/** Where more than this many become visible at once, they are built over several frames, and painted until then. */
const mostBuiltInFrame = 3

export function useBuilt({ drawn, boxes, selected, current }: {
  readonly drawn: Ref<Drawn>
  readonly boxes: () => readonly Box[]
  readonly selected: () => ReadonlySet<ClipId>
  /** Of this track: the clip that the keyboard reaches. It is built also while it is out of sight. */
  readonly current: () => ClipId | null
}) {
  const near = computed(() => boxesBetween(boxes(), drawn.value.from, drawn.value.until))
  const wide = computed(() => {
    const least = (near.value.length > many ? leastPixels.ofMany : leastPixels.ofFew) / drawn.value.pixelsPerFrame
    return near.value.filter(box => box.end - box.start >= least)
  })
  const ready = shallowRef<ReadonlySet<ClipId>>(new Set())
  let frame = 0

  function buildSome(): void {
    const isNew = (box: Box): boolean => !ready.value.has(box.clip.id)
    const next = wide.value.filter(isNew)
    if (next.length > 0 || ready.value.size !== wide.value.length)
      ready.value = new Set([...wide.value.filter(box => !isNew(box)), ...next.slice(0, mostBuiltInFrame)].map(box => box.clip.id))
    frame = next.length > mostBuiltInFrame ? requestAnimationFrame(buildSome) : 0
  }
  watch(wide, () => {
    if (frame === 0)
      buildSome()
  }, { immediate: true })
  onBeforeUnmount(() => cancelAnimationFrame(frame))

  const built = computed(() => {
    const at = current()
    const shown = near.value.filter(({ clip }) => ready.value.has(clip.id) || selected().has(clip.id) || clip.id === at)
    const far = at === null || shown.some(box => box.clip.id === at) ? undefined : boxes().find(box => box.clip.id === at)
    return far ? [...shown, far] : shown
  })
  return { wide, built }
}
