/** Every take with its own file is found by exactly one of the bin's kinds, besides *All*. */
import type { Take } from '#contract/takes.ts'
import { expect, it } from 'vitest'
import { Medium, TakeKind } from '#contract/words.ts'
import { binKinds, queryOf } from '../../../../src-renderer/parts/bin/bin-kinds.ts'
import { everyTake, mayMatch } from '../../../../src-renderer/stores/take-query.ts'

it.each(TakeKind.options.flatMap(kind => Medium.options.map(medium => [kind, medium] as const)).filter(([kind, medium]) =>
  kind !== 'speech' || medium === 'audio'))('a take of kind %s with the medium %s has one kind', (kind, medium) => {
  const take = { kind, medium, trashedAt: null, addedToIds: [], tags: [] } as unknown as Take // As far as facets look.
  expect(binKinds.filter(each => mayMatch(take, { ...everyTake, ...queryOf(each) }))).toHaveLength(2)
})
