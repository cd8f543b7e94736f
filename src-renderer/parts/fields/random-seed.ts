/** A seed by chance, within what the field takes: short enough to be read out and typed again. */
import type { Field } from '#contract/models.ts'

const largest = 999_999

export function randomSeed({ min, max }: Pick<Field, 'min' | 'max'>, random: () => number = Math.random): number {
  const least = Math.max(0, Math.ceil(min ?? 0))
  const most = Math.max(least, Math.min(largest, Math.floor(max ?? largest)))
  return least + Math.floor(random() * (most - least + 1))
}
