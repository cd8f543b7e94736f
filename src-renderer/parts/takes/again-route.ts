/** The workbench with the request of a take in its form, which shows its cost before it is sent. */
import type { RouteLocationRaw } from 'vue-router'
import type { Take } from '#contract/takes.ts'
import type { ClipId, SequenceId } from '#contract/words.ts'

/** `isProjectOpen`: the take's project is there and not in the trash. `into`: the clip that waits for what is made. */
export function againRoute(
  take: Take,
  how: 'again' | 'vary' | 'words',
  isProjectOpen: boolean,
  into: { readonly sequenceId: SequenceId, readonly clipId: ClipId } | null = null,
): RouteLocationRaw {
  const query = { takeId: take.id, how, ...into }
  const place = take.kind === 'transcribe'
    ? { inProject: 'transcribe', without: 'workbench-transcribe' }
    : { inProject: 'make', without: 'workbench' }
  return take.projectId && isProjectOpen
    ? { name: place.inProject, params: { projectId: take.projectId }, query }
    : { name: place.without, query }
}
