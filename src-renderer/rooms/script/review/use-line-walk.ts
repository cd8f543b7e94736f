/** Goes through those lines of the script that a person should look at, one at a time. */
import type { ComputedRef, Ref } from 'vue'
import type { Line } from '#contract/script.ts'
import type { LineId } from '#contract/words.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'

/** What keys and the bar of a review do, whatever is looked for. */
export interface Review {
  readonly of: (line: Line | undefined) => { readonly isRight: boolean } | undefined
  /** The line that is looked at. */
  readonly here: Readonly<Ref<LineId | null>>
  readonly current: ComputedRef<Line | undefined>
  /** Where there is something to look at, in the order of the script. */
  readonly stops: ComputedRef<readonly Line[]>
  /** Of those, from 1; 0 while none is looked at. */
  readonly at: ComputedRef<number>
  readonly step: (by: 1 | -1) => void
  readonly mayHear: () => boolean
  readonly hear: () => Promise<void>
  readonly mayAccept: () => boolean
  readonly toggleRight: () => Promise<void>
}

export function useLineWalk({ lines, activeId, stops }: {
  lines: () => readonly Line[]
  activeId: () => LineId | null
  /** In any order. */
  stops: (byId: ReadonlyMap<LineId, Line>) => readonly Line[]
}) {
  const here = shallowRef<LineId | null>(null)
  const byId = computed(() => new Map(lines().map(line => [line.id, line])))
  const sorted = computed(() => stops(byId.value).toSorted((a, b) => a.position - b.position))
  /** The one that is looked at, or that of the current line. */
  const current = computed(() => {
    const id = here.value ?? activeId()
    return id === null ? undefined : byId.value.get(id)
  })

  return {
    here: shallowReadonly(here),
    byId,
    current,
    stops: sorted,
    at: computed(() => sorted.value.findIndex(line => line.id === here.value) + 1),
    /** The line that is looked at from now on. */
    point(lineId: LineId | null): void {
      here.value = lineId
    },
    step(by: 1 | -1): void {
      const all = sorted.value
      const at = current.value?.position ?? -1
      const next = by > 0 ? all.find(line => line.position > at) ?? all[0] : all.findLast(line => line.position < at) ?? all.at(-1)
      here.value = next?.id ?? here.value
    },
    /** The one after this line; it stays where that is the last. */
    pass(line: Line): void {
      here.value = sorted.value.find(each => each.position > line.position)?.id ?? here.value
    },
  }
}
