/** Classes of takes: the same values are one class, others are another, however many there are. */
import type { Field } from '../../../../src-main/library/facets/classes.ts'
import { expect, it } from 'vitest'
import { createClasses } from '../../../../src-main/library/facets/classes.ts'

function valuesOf(number: number): Record<Field, number> {
  return {
    ...{ kind: number % 7, model: number % 11, voice: number % 13, project: number % 17, account: 0, tags: number, collections: 0 },
    ...{ stars: number % 2, checks: 0, lengths: number % 4, trashed: 0 },
  }
}

it('keep their places while there are more and more of them', () => {
  const { placeOf, all } = createClasses()
  const count = 5_000
  const places = Array.from({ length: count }, (_, number) => placeOf(valuesOf(number)))
  expect(places).toEqual(Array.from({ length: count }, (_, number) => number + 1))
  expect(Array.from({ length: count }, (_, number) => placeOf(valuesOf(number)))).toEqual(places)
  expect(all.size).toBe(count + 1)
  for (const number of [0, 1, 1022, 1023, 1024, 4999])
    expect(Object.fromEntries(Object.entries(all.columns).map(([field, column]) => [field, column[number + 1]]))).toEqual(valuesOf(number))
})
