/** Provenance of a delivered file: that it is AI-generated, readable by people and by programs. */
import type { Take } from '#contract/takes.ts'
import type { Credentials, Mark } from '../media/plan/render-plan.ts'

// https://cv.iptc.org/newscodes/digitalsourcetype/ — the terms that content credentials and platforms read.
const wholly = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const partly = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'

const composed = 'http://cv.iptc.org/newscodes/digitalsourcetype/composite'

/** What is signed: true whether the file is marked or not. Of imports only, nothing is known but that they were put together. */
export function claimOf(takes: readonly Take[], title: string): Credentials {
  return { sourceType: markOf(takes, title)?.sourceType ?? composed, title }
}

/** Null when everything in it was imported. */
export function markOf(takes: readonly Take[], title: string): Mark | null {
  const made = takes.filter(take => take.kind !== 'import')
  if (made.length === 0)
    return null
  const models = modelsOf(made)
  const sourceType = made.length === takes.length ? wholly : partly
  const by = models.length > 0 ? ` Models: ${models.join(', ')}.` : ''
  return { sourceType, title, note: `AI-generated content, made with Takeroom.${by} Digital source type: ${sourceType}` }
}

/** The models of what was generated, in alphabetical order. */
export function modelsOf(takes: readonly Take[]): string[] {
  return [...new Set(takes.flatMap(take => take.kind === 'import' ? [] : take.modelId ?? []))].sort()
}
