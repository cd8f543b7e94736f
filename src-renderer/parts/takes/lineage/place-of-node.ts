/** Where what is in a lineage is opened: a take in its details, everything else in its room. */
import type { RouteLocationRaw } from 'vue-router'
import type { LineageNode } from '#contract/lineage.ts'
import { TakeId } from '#contract/words.ts'

export function placeOfNode({ kind, id, projectId, state }: LineageNode): { takeId: TakeId } | { to: RouteLocationRaw } {
  if (kind === 'take')
    return { takeId: TakeId.parse(id) }
  // A line that was removed is restored in its script.
  if (state === 'trashed' && kind !== 'line')
    return { to: { name: 'trash' } }
  if (kind === 'voice' || projectId === null)
    return { to: { name: 'voices' } }
  const params = { projectId }
  switch (kind) {
    case 'line': case 'picture': return { to: { name: 'script', params } }
    case 'sequence': return { to: { name: 'timeline', params, query: { sequence: id } } }
    case 'delivery': return { to: { name: 'deliver', params } }
    default: return kind satisfies never
  }
}
