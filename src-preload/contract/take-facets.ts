/** Facets: the properties by which the takes of a list are counted, and by which a press narrows it. */
import { z } from 'zod'

/** In the order in which they are shown. `day`: of the month that the search asks for. */
export const TakeFacet = z.enum([
  ...['kind', 'star', 'use', 'duplicate', 'check', 'model', 'voice', 'project', 'collection', 'tag'] as const,
  ...['account', 'length', 'month', 'day'] as const,
])
export type TakeFacet = z.infer<typeof TakeFacet>

export const FacetCounts = z.object({
  facet: TakeFacet,
  /** Those that takes have, most first and months newest first. `value` is the name, the date, or what is written into the search. */
  values: z.array(z.object({ value: z.string(), count: z.int() })),
})
export type FacetCounts = z.infer<typeof FacetCounts>
