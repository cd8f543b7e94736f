/** The takes of the clips of a sequence, and of those nested in it: asked for once, then kept up to date by the store. */
import type { TakeId } from '#contract/words.ts'
import type { Editor } from '../use-editor.ts'
import { computed, shallowReactive, watch } from 'vue'
import { placedSources } from '../../../parts/preview/placed-sources.ts'
import { useRenditions } from '../../../stores/renditions.ts'
import { everyTake } from '../../../stores/take-query.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, patientStudio } from '../../../studio.ts'
import { useSteadySet } from './use-steady-set.ts'

const mostInOneSearch = 200

export function useClipTakes(editor: Editor) {
  const takes = useTakes()
  const renditions = useRenditions()
  /** Deleted for good. */
  const lost = shallowReactive(new Set<TakeId>())
  const used = computed<TakeId[]>(() => {
    const { settled } = editor.sequence
    return settled ? placedSources(editor.inner.flat(settled)).flatMap(({ takeId, speed }) => speed === null ? takeId : []) : []
  })
  const asked = new Set<TakeId>()

  watch(used, async (ids) => {
    const missing = ids.filter(id => !asked.has(id) && !takes.get(id))
    if (missing.length === 0)
      return
    missing.forEach(id => asked.add(id))
    if (missing.length > 3) {
      const answer = await attempt(patientStudio.takes.search({
        ...everyTake,
        projectId: editor.projectId,
        cursor: null,
        limit: mostInOneSearch,
      }))
      takes.remember(answer.value?.takes ?? [])
    }
    for (const id of missing.filter(one => !takes.get(one))) {
      const { fault } = await takes.load(id)
      if (fault?.code === 'not-found')
        lost.add(id)
      else if (fault)
        asked.delete(id)
    }
  }, { immediate: true })

  function isGone(id: TakeId): boolean {
    const asset = takes.get(id)?.asset
    return lost.has(id) || (asset !== undefined && renditions.isMissing(asset.id))
  }

  /** Nothing is known of them any more, or their file was not found when a preview was wanted. */
  return { gone: useSteadySet(() => used.value.filter(isGone)) }
}
