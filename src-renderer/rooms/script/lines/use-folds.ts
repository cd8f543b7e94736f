/** Scenes that are folded: of those only the heading is shown. What is looked for, heard or written in unfolds its scene. */
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import { headingOf } from '#rules/script/script-lines.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

/** Lines that are shown, and how many each folded heading hides. Lines before the first heading are never hidden. */
export function foldLines(
  lines: readonly Line[],
  folded: ReadonlySet<LineId>,
): { shown: readonly Line[], hidden: ReadonlyMap<LineId, number> } {
  if (folded.size === 0)
    return { shown: lines, hidden: new Map() }
  const shown: Line[] = []
  const hidden = new Map<LineId, number>()
  let under: LineId | null = null
  for (const line of lines) {
    if (headingOf(line) !== null) {
      under = folded.has(line.id) ? line.id : null
    }
    else if (under !== null) {
      hidden.set(under, (hidden.get(under) ?? 0) + 1)
      continue
    }
    shown.push(line)
  }
  return { shown, hidden }
}

/** The place in the whole script of a gap between the rows that are shown: behind a folded scene, not in it. */
export function gapInAll(lines: readonly Pick<Line, 'id'>[], shown: readonly Pick<Line, 'id'>[], gap: number): number {
  const next = shown[gap]
  return next ? lines.findIndex(line => line.id === next.id) : lines.length
}

/** Of the studio's projects, on this machine. */
export function useFolds(projectId: () => ProjectId, lines: () => readonly Line[]) {
  const all = useLocalStorage<Record<string, LineId[]>>(pageKeys.foldedScenes, {})
  const folded = computed<ReadonlySet<LineId>>(() => new Set(all.value[projectId()]))
  const state = computed(() => foldLines(lines(), folded.value))

  function put(ids: readonly LineId[]): void {
    const { [projectId()]: _before, ...others } = all.value
    all.value = ids.length === 0 ? others : { ...others, [projectId()]: [...ids] }
  }

  return {
    shown: computed(() => state.value.shown),
    hasScenes: computed(() => lines().some(line => headingOf(line) !== null)),
    isFolded: (lineId: LineId): boolean => folded.value.has(lineId),
    hiddenBy: (lineId: LineId): number => state.value.hidden.get(lineId) ?? 0,
    toggle: (lineId: LineId): void => put([...folded.value].filter(id => id !== lineId).concat(folded.value.has(lineId) ? [] : [lineId])),
    toggleAll(): void {
      const headings = lines().filter(line => headingOf(line) !== null).map(line => line.id)
      put(headings.every(id => folded.value.has(id)) ? [] : headings)
    },
    /** Unfolds the scene that hides this line. */
    reveal(lineId: LineId): void {
      if (folded.value.size === 0 || state.value.shown.some(line => line.id === lineId))
        return
      const before = lines().slice(0, lines().findIndex(line => line.id === lineId)).findLast(line => headingOf(line) !== null)
      if (before)
        put([...folded.value].filter(id => id !== before.id))
    },
  }
}
