/** The seed that a take was made with; null when none was sent. Pure. */
import type { Take } from '#contract/takes.ts'

export function seedOf(take: Pick<Take, 'request'>): number | null {
  const seed = take.request?.fields.seed
  return typeof seed === 'number' ? seed : null
}
