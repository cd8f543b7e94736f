/** The order in which takes are listed, and the months of it. */
import { z } from 'zod'

/**
 * `cost`: what the take cost by the prices of its time; those without a known cost are last both ways. `model`, `voice`, `project`, `tags`:
 * by their names as they are shown, equal ones newest first; those without one are last both ways. `relevance`: how well the words of
 * the search fit; without words it is the order of time. `hand`: the order of the collection that the search asks for, one way only; where
 * it does not ask for exactly one, the order of time.
 */
export const TakeSort = z.object({
  by: z.enum(['time', 'name', 'model', 'voice', 'project', 'tags', 'length', 'size', 'cost', 'relevance', 'hand']),
  isAscending: z.boolean(),
})
export type TakeSort = z.infer<typeof TakeSort>

export const newestFirst = { by: 'time', isAscending: false } as const satisfies TakeSort
export const byHand = { by: 'hand', isAscending: true } as const satisfies TakeSort

/** A month in which takes were filed, by the local time of main, and the number of its first take. */
export const TakeMonth = z.object({ year: z.int(), month: z.int().min(1).max(12), number: z.int() })
export type TakeMonth = z.infer<typeof TakeMonth>
