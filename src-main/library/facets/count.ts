/** Counts the values of all facets: each facet without what the search asks of that facet itself. */
import type { TakeFacet } from '#contract/take-facets.ts'
import type { Columns, ValueColumn } from './columns.ts'
import { lengthValues } from '#rules/search/facets.ts'

const counted = [
  ...['kind', 'star', 'use', 'duplicate', 'check', 'model', 'voice', 'project', 'collection', 'account', 'length', 'month'] as const,
] as const satisfies TakeFacet[]
type Counted = typeof counted[number]

/** `facet`: which facet it belongs to; null leaves a take out of all of them. */
export interface Filter {
  readonly facet: Counted | null
  /** What it is asked of: classes, memberships and days by their places, or takes by their numbers. */
  readonly of: 'class' | 'membership' | 'day' | 'take'
  readonly passes: (place: number) => boolean
}

/** What only other tables know of takes. */
export interface Memberships {
  /** The membership of each take, by its number; 0 is none. Shorter than the columns where takes arrived since. */
  readonly ofTakes: Uint32Array
  /** Of each membership: places in `sets`. */
  readonly projectSets: readonly number[]
  /** The projects of each set, as places in the names of projects: where takes were made, added, or are used. */
  readonly sets: readonly (readonly number[])[]
  /** 1 where the take is used. */
  readonly used: readonly number[]
  /** 1 where another take has the same content. */
  readonly duplicate: readonly number[]
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

type Sifting = Omit<Counting, 'openMonth'>

/** More than one bit, so that it is no single facet. */
const outOfAll = 0x8000_0001 | 0
const bitOf = (facet: Counted | null): number => facet === null ? outOfAll : 2 << counted.indexOf(facet)

/** The facets whose filters each one fails, as bits. */
function failedBy(size: number, filters: readonly Filter[]): Int32Array {
  const failed = new Int32Array(size)
  for (const { facet, passes } of filters) {
    const bit = bitOf(facet)
    for (let place = 0; place < size; place++) {
      if (!passes(place))
        failed[place] = (failed[place] ?? 0) | bit
    }
  }
  return failed
}

interface Tallies { readonly classes: Uint32Array, readonly memberships: Uint32Array, readonly days: Uint32Array }

/**
 * How many takes of each class, membership and day pass all filters, and for each facet with filters, how many only these leave out. Takes
 * are gone through once.
 */
function sift(
  { columns, memberships, filters, numbers, inTrash }: Sifting,
): { passing: Tallies, leftOut: ReadonlyMap<Counted, Tallies> } {
  const { ofTakes, classes, days } = columns
  const { trashed } = classes.columns
  const of = (what: Filter['of']): Filter[] => filters.filter(filter => filter.of === what)
  const isThere: Filter = { facet: null, of: 'class', passes: place => place > 0 && (trashed[place] === 1) === inTrash }
  const byClass = failedBy(classes.size, [isThere, ...of('class')])
  const byMembership = failedBy(memberships.used.length, of('membership'))
  const byDay = failedBy(columns.dayNumbers.length, of('day'))
  const byTake = of('take')

  const talliesOf = (): Tallies => ({
    classes: new Uint32Array(byClass.length),
    memberships: new Uint32Array(byMembership.length),
    days: new Uint32Array(byDay.length),
  })
  const passing = talliesOf()
  const leftOut = new Map<Counted, Tallies>()
  const byBit: Tallies[] = []
  for (const { facet } of filters) {
    if (facet !== null && !leftOut.has(facet)) {
      const tallies = talliesOf()
      leftOut.set(facet, tallies)
      byBit[Math.clz32(bitOf(facet))] = tallies
    }
  }

  const memberOf = memberships.ofTakes
  const { classes: passingClasses, memberships: passingMemberships, days: passingDays } = passing
  const count = numbers?.length ?? ofTakes.length
  for (let at = 0; at < count; at++) {
    const number = numbers === null ? at : numbers[at]!
    // Words may find takes that have come since.
    const ofClass = number < ofTakes.length ? ofTakes[number]! : 0
    const membership = number < memberOf.length ? memberOf[number]! : 0
    const day = days[number]!
    let failed = byClass[ofClass]! | byMembership[membership]! | byDay[day]!
    for (let each = 0; each < byTake.length; each++) {
      if (!byTake[each]!.passes(number))
        failed |= bitOf(byTake[each]!.facet)
    }
    if (failed === 0) {
      passingClasses[ofClass]!++
      passingMemberships[membership]!++
      passingDays[day]!++
    }
    else if ((failed & (failed - 1)) === 0) {
      const only = byBit[Math.clz32(failed)]!
      only.classes[ofClass]!++
      only.memberships[membership]!++
      only.days[day]!++
    }
  }
  return { passing, leftOut }
}

/** What is counted by place, counted by the values of these places. */
function tally(column: ArrayLike<number>, counts: Uint32Array, into: Uint32Array): void {
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place]!
    if (count > 0)
      into[column[place]!]! += count
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
export const countPassing = (counting: Sifting): number => sift(counting).passing.classes.reduce((sum, count) => sum + count, 0)

export function countFacets(counting: Counting): Counts {
  const { columns, memberships, openMonth } = counting
  const { passing, leftOut } = sift(counting)

  function countOf(facet: Counted | null, what: keyof Tallies, column: ArrayLike<number>, size: number): Uint32Array {
    const counts = new Uint32Array(size)
    tally(column, passing[what], counts)
    const others = facet === null ? undefined : leftOut.get(facet)
    if (others)
      tally(column, others[what], counts)
    return counts
  }
  const { columns: ofClasses } = columns.classes
  const valueOf = (column: Exclude<ValueColumn, 'project'>): Uint32Array =>
    countOf(column, 'classes', ofClasses[column], columns.names[column].all.length)

  const projectSets = countOf('project', 'memberships', memberships.projectSets, memberships.sets.length)
  const [, starred = 0] = countOf('star', 'classes', ofClasses.stars, 2)
  const [unused = 0, used = 0] = countOf('use', 'memberships', memberships.used, 2)
  const [, checks = 0] = countOf('check', 'classes', ofClasses.checks, 2)
  const [, duplicates = 0] = countOf('duplicate', 'memberships', memberships.duplicate, 2)
  const lengths = new Uint32Array(lengthValues.length)
  countOf('length', 'classes', ofClasses.lengths, 1 << lengthValues.length).forEach((count, bits) => lengthValues.forEach((_, at) => {
    if (bits & (1 << at))
      lengths[at] = (lengths[at] ?? 0) + count
  }))

  const months = new Map<number, number>()
  const days = new Uint32Array(32)
  const places = columns.dayNumbers.map((_, place) => place)
  countOf('month', 'days', places, places.length).forEach((count, place) => {
    const day = columns.dayNumbers[place] ?? 0
    const month = day >>> 5
    if (count > 0)
      months.set(month, (months.get(month) ?? 0) + count)
    if (month === openMonth)
      days[day & 31] = count
  })

  return {
    values: {
      kind: valueOf('kind'),
      model: valueOf('model'),
      voice: valueOf('voice'),
      project: spread(projectSets, memberships.sets, columns.names.project.all.length),
      account: valueOf('account'),
    },
    tags: spread(countOf(null, 'classes', ofClasses.tags, columns.sets.length), columns.sets, columns.names.tag.all.length),
    collections: spread(
      countOf('collection', 'classes', ofClasses.collections, columns.collectedSets.length),
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
