/** Counts the values of all facets: each facet without what the search asks of that facet itself. */
import type { TakeFacet } from '#contract/take-facets.ts'
import type { Column, Columns, ValueColumn } from './columns.ts'
import { lengthValues } from '#rules/search/facets.ts'
import { isThere, isTrashed } from './columns.ts'

const counted = [
  ...['kind', 'star', 'use', 'duplicate', 'check', 'model', 'voice', 'project', 'collection', 'account', 'length', 'month'] as const,
] as const satisfies TakeFacet[]
type Counted = typeof counted[number]

/** `facet`: which facet it belongs to; null leaves a take out of all of them. */
export interface Filter {
  readonly facet: Counted | null
  readonly passes: (number: number) => boolean
}

/** What only other tables know of takes, by their numbers. Shorter than the columns where takes arrived since. */
export interface Memberships {
  /** Places in `sets`. */
  readonly projectSets: Uint32Array
  /** The projects of each set, as places in the names of projects: where takes were made, added, or are used. */
  readonly sets: readonly (readonly number[])[]
  /** 1 where the take is used. */
  readonly used: Uint8Array
  /** 1 where another take has the same content. */
  readonly duplicate: Uint8Array
}

export interface Counting {
  readonly columns: Columns
  readonly memberships: Memberships
  readonly filters: readonly Filter[]
  /** The takes that the words find; null for all. */
  readonly numbers: Uint32Array | null
  readonly inTrash: boolean
  /** The month whose days are counted, as in `Columns.days`; null for none. */
  readonly openMonth: number | null
}

/** How many takes each value has, by its place in the names of the columns. */
export interface Counts {
  readonly values: Readonly<Record<ValueColumn, Uint32Array>>
  readonly tags: Uint32Array
  readonly collections: Uint32Array
  readonly starred: number
  readonly used: number
  readonly unused: number
  readonly duplicates: number
  readonly checks: number
  /** As in `lengthValues`. */
  readonly lengths: Uint32Array
  /** By month, as in `Columns.days`: those that takes have. */
  readonly months: ReadonlyMap<number, number>
  /** By day of the open month. */
  readonly days: Uint32Array
}

type Sifting = Omit<Counting, 'openMonth' | 'memberships'>

const out = 255

/** Those of the numbers that are in the trash, or not. */
function existing({ columns: { flags }, numbers, inTrash }: Sifting): Uint32Array {
  const wanted = isThere | (inTrash ? isTrashed : 0)
  const all = new Uint32Array(numbers?.length ?? flags.length)
  let size = 0
  for (let at = 0; at < all.length; at++) {
    const number = numbers === null ? at : numbers[at] ?? 0
    if (flags[number] === wanted)
      all[size++] = number
  }
  return all.subarray(0, size)
}

/** The takes that pass all filters, and for each facet those that only its own filters leave out. */
function sift(counting: Sifting): { passing: Uint32Array, leftOut: ReadonlyMap<Counted, Uint32Array> } {
  const { filters } = counting
  const all = existing(counting)
  if (filters.length === 0)
    return { passing: all, leftOut: new Map() }
  const codeOf = (facet: Counted | null): number => facet === null ? out : counted.indexOf(facet) + 1
  // For each take, the facet of the filters that it fails, by its place from 1; `out` where there are several.
  const failed = new Uint8Array(all.length)
  for (const { facet, passes } of filters) {
    const code = codeOf(facet)
    for (let at = 0; at < all.length; at++) {
      const before = failed[at] ?? 0
      if (before !== out && before !== code && !passes(all[at] ?? 0))
        failed[at] = before === 0 ? code : out
    }
  }
  const having = (code: number): Uint32Array => {
    const those = new Uint32Array(all.length)
    let size = 0
    for (let at = 0; at < all.length; at++) {
      if (failed[at] === code)
        those[size++] = all[at] ?? 0
    }
    return those.subarray(0, size)
  }
  const facets = new Set(filters.flatMap(({ facet }) => facet === null ? [] : [facet]))
  return { passing: having(0), leftOut: new Map([...facets].map(facet => [facet, having(codeOf(facet))])) }
}

function tally(column: Column, numbers: Uint32Array, into: Uint32Array): void {
  for (let at = 0; at < numbers.length; at++) {
    const place = column[numbers[at] ?? 0] ?? 0
    into[place] = (into[place] ?? 0) + 1
  }
}

/** Of sets: the numbers of their members. */
function spread(counts: Uint32Array, sets: readonly (readonly number[])[], size: number): Uint32Array {
  const members = new Uint32Array(size)
  sets.forEach((set, place) => {
    for (const member of set)
      members[member] = (members[member] ?? 0) + (counts[place] ?? 0)
  })
  return members
}

/** How many takes pass all filters. */
export const countPassing = (counting: Sifting): number => sift(counting).passing.length

export function countFacets(counting: Counting): Counts {
  const { columns, memberships, openMonth } = counting
  const { passing, leftOut } = sift(counting)

  function countOf(facet: Counted | null, column: Column, size: number): Uint32Array {
    const counts = new Uint32Array(size)
    tally(column, passing, counts)
    const others = facet === null ? undefined : leftOut.get(facet)
    if (others)
      tally(column, others, counts)
    return counts
  }
  const valueOf = (column: Exclude<ValueColumn, 'project'>): Uint32Array =>
    countOf(column, columns.values[column], columns.names[column].all.length)

  const projectSets = countOf('project', memberships.projectSets, memberships.sets.length)
  const [, starred = 0] = countOf('star', columns.stars, 2)
  const [unused = 0, used = 0] = countOf('use', memberships.used, 2)
  const [, checks = 0] = countOf('check', columns.checks, 2)
  const [, duplicates = 0] = countOf('duplicate', memberships.duplicate, 2)
  const lengths = new Uint32Array(lengthValues.length)
  countOf('length', columns.lengths, 1 << lengthValues.length).forEach((count, bits) => lengthValues.forEach((_, at) => {
    if (bits & (1 << at))
      lengths[at] = (lengths[at] ?? 0) + count
  }))

  const months = new Map<number, number>()
  const days = new Uint32Array(32)
  const perDay = new Map<number, number>()
  for (const numbers of [passing, leftOut.get('month') ?? new Uint32Array()])
    countDays(columns.days, numbers, perDay)
  for (const [day, count] of perDay) {
    const month = day >>> 5
    months.set(month, (months.get(month) ?? 0) + count)
    if (month === openMonth)
      days[day & 31] = count
  }

  return {
    values: {
      kind: valueOf('kind'),
      model: valueOf('model'),
      voice: valueOf('voice'),
      project: spread(projectSets, memberships.sets, columns.names.project.all.length),
      account: valueOf('account'),
    },
    tags: spread(countOf(null, columns.tagSets, columns.sets.length), columns.sets, columns.names.tag.all.length),
    collections: spread(
      countOf('collection', columns.collected, columns.collectedSets.length),
      columns.collectedSets,
      columns.names.collection.all.length,
    ),
    starred,
    used,
    unused,
    duplicates,
    checks,
    lengths,
    months,
    days,
  }
}

/** Takes that follow each other are mostly of one day. */
function countDays(days: Uint32Array, numbers: Uint32Array, into: Map<number, number>): void {
  let day = 0
  let count = 0
  const write = (): void => {
    if (count > 0)
      into.set(day, (into.get(day) ?? 0) + count)
  }
  for (let at = 0; at < numbers.length; at++) {
    const next = days[numbers[at] ?? 0] ?? 0
    if (next !== day) {
      write()
      day = next
      count = 0
    }
    count += 1
  }
  write()
}
