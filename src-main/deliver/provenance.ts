/** Provenance of a delivered file: that it is AI-generated, readable by people and by programs. */
import type { Take } from '#contract/takes.ts'

// https://cv.iptc.org/newscodes/digitalsourcetype/ — the terms that content credentials and platforms read.
const wholly = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const partly = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia'

/** Tags for the container; none when everything in it was imported. */
export function provenanceOf(takes: readonly Take[]): Record<string, string> {
  const made = takes.filter(take => take.kind !== 'import')
  if (made.length === 0)
    return {}
  const models = [...new Set(made.flatMap(take => take.modelId ?? []))].sort()
  const type = made.length === takes.length ? wholly : partly
  const by = models.length > 0 ? ` Models: ${models.join(', ')}.` : ''
  return { comment: `AI-generated content, made with Takeroom.${by} Digital source type: ${type}` }
}
