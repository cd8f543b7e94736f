/** What becomes of the tags of several takes: which all of them have, which only some, and what a new list of them changes. */
import type { Take } from '#contract/takes.ts'

type Tagged = Pick<Take, 'tags'>

/** The tags that all of the takes have, in the order of the first. */
export function sharedTags(takes: readonly Tagged[]): string[] {
  const [first, ...others] = takes
  return first?.tags.filter(tag => others.every(take => take.tags.includes(tag))) ?? []
}

/** The tags that some of the takes have, but not all, by name. */
export function partialTags(takes: readonly Tagged[]): string[] {
  const shared = new Set(sharedTags(takes))
  return [...new Set(takes.flatMap(take => take.tags))].filter(tag => !shared.has(tag)).sort()
}

/** What makes the tags that all takes have into those that are wanted. */
export function tagChanges(before: readonly string[], wanted: readonly string[]): { add: string[], remove: string[] } {
  return { add: wanted.filter(tag => !before.includes(tag)), remove: before.filter(tag => !wanted.includes(tag)) }
}
