/** What a form would send, with names of the shelf replaced as main replaces them, and what is wrong with the names. */
import type { Fields, Model } from '#contract/models.ts'
import type { ProjectId } from '#contract/words.ts'
import type { FileFacts } from '#rules/models/check-request.ts'
import type { ResolvedRequest } from '#rules/shelf/request.ts'
import { mayName, resolveRequest } from '#rules/shelf/request.ts'
import { useModels } from '../../stores/models.ts'
import { useShelf } from '../../stores/shelf.ts'

/** Main draws the words of wildcards: these are only as long. */
const anyDraw = { from: '', addsSeed: false }

export function useNamedRequest() {
  const models = useModels()
  const shelf = useShelf()

  return {
    /** Of the reference images that may go along: they are in the library, so none is empty, and images have no length. */
    facts: (projectId: ProjectId | null): Record<string, FileFacts> => Object.fromEntries(shelf.entriesOf(projectId)
      .flatMap(entry => entry.stills)
      .map(({ assetId, mime }) => [assetId, { mime, sizeBytes: 1, durationSeconds: null }])),
    /** Reactive. Until the shelf is there, no name is called unknown: main tells it then. */
    resolved(shown: Model, fields: Fields, projectId: ProjectId | null): ResolvedRequest {
      // A form may show a model in another way than main knows it.
      const model = models.get(shown.id) ?? shown
      if (!shelf.isReady || !mayName(model, fields))
        return { fields, typed: null, issues: [] }
      const { issues, ...resolved } = resolveRequest(model, fields, shelf.entriesOf(projectId), anyDraw)
      // While names are offered, the one that is typed is not unknown: it is not finished.
      return { ...resolved, issues: issues.filter(issue => issue.problem !== 'unknown-name' || issue.limit !== shelf.typing) }
    },
  }
}
