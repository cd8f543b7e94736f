/** Rows are filled with their takes some at a time: a screen of them at once would make one frame late. */
import { onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'

interface Rows {
  /** The keys of the rows that are shown, nearest to the eye first. */
  readonly shown: () => readonly number[]
  /** All takes of the row are loaded. */
  readonly isLoaded: (key: number) => boolean
  /** How many are filled within one frame. */
  readonly atOnce: () => number
}

export function useFilledRows({ shown, isLoaded, atOnce }: Rows) {
  const filled = shallowRef<ReadonlySet<number>>(new Set())
  let frame: number | null = null

  /** Once in a frame: by then it is known what moved the rows, and those that stay in sight are not taken for others. */
  function fill(): void {
    frame = null
    const rows = shown()
    const next = new Set(rows.filter(row => filled.value.has(row) && isLoaded(row)))
    const waiting = rows.filter(row => !next.has(row) && isLoaded(row))
    for (const row of waiting.slice(0, atOnce()))
      next.add(row)
    filled.value = next
    if (waiting.length > atOnce())
      request()
  }
  function request(): void {
    frame ??= requestAnimationFrame(fill)
  }
  watch(() => shown().filter(isLoaded), request, { immediate: true })
  onScopeDispose(() => frame !== null && cancelAnimationFrame(frame))
  return shallowReadonly(filled)
}
