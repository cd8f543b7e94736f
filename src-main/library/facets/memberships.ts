/**
 * What follows from more than one row of a take: which projects have it, whether it is used, and whether another one has its content.
 * Read again when the library was written to.
 */
import type { ProjectId } from '#contract/words.ts'
import type { Database } from '../../storage/database.ts'
import type { Sql } from '../../storage/sql.ts'
import type { Columns } from './columns.ts'
import type { Memberships } from './count.ts'
import { sql } from '../../storage/sql.ts'
import { duplicates } from '../same-content.ts'
import { takesOfProjects, usedTakes } from '../take-references.ts'
import { createNames } from './columns.ts'

const numbersOf = (json: string | undefined): number[] => JSON.parse(json ?? '[]') as number[] // json_group_array of integers

/** `version` says whether the library was written to. */
export function createMemberships(db: Pick<Database, 'all' | 'get'>): (columns: Columns, version: number) => Promise<Memberships> {
  let last: { readonly version: number, readonly of: Columns['names'], readonly read: Promise<Memberships> } | null = null

  async function read(columns: Columns): Promise<Memberships> {
    const rows = await db.all<{ project: ProjectId, numbers: string }>(sql`
      SELECT kept.project_id AS project, json_group_array(takes.number) AS numbers
      FROM (${takesOfProjects}) AS kept CROSS JOIN takes ON takes.id = kept.take_id GROUP BY kept.project_id`)
    const others = new Map<number, number[]>()
    for (const { project, numbers } of rows) {
      const place = columns.names.project.numberOf(project)
      for (const number of numbersOf(numbers)) {
        const before = others.get(number)
        if (before)
          before.push(place)
        else
          others.set(number, [place])
      }
    }
    const isOneOf = async (query: Sql): Promise<Uint8Array> => {
      const row = await db.get<{ numbers: string }>(query)
      const those = new Uint8Array(columns.ofTakes.length)
      for (const number of numbersOf(row?.numbers))
        those[number] = 1
      return those
    }
    const used = await isOneOf(sql`SELECT json_group_array(number) AS numbers FROM takes WHERE id IN (${usedTakes})`)
    const duplicate = await isOneOf(sql`SELECT json_group_array(number) AS numbers FROM (${duplicates})`)
    return membershipsOf(columns, { others, used, duplicate })
  }

  return (columns, version) => {
    // The places of names are those of one reading.
    if (last?.version !== version || last.of !== columns.names) {
      const mine = { version, of: columns.names, read: read(columns) }
      last = mine
      mine.read.catch(() => {
        if (last === mine)
          last = null
      })
    }
    return last.read
  }
}

interface Known {
  /** Of takes that are not only of the project where they were made: all others. */
  readonly others: ReadonlyMap<number, readonly number[]>
  readonly used: Uint8Array
  readonly duplicate: Uint8Array
}

/** Most takes are of the project where they were made, and of no other. */
function membershipsOf({ ofTakes, classes }: Columns, { others, used, duplicate }: Known): Memberships {
  const setNames = createNames()
  const sets: (readonly number[])[] = [[]]
  const setOf = (projects: readonly number[]): number => {
    const place = setNames.numberOf(projects.length === 0 ? null : projects.join())
    sets[place] ??= projects
    return place
  }
  const alone: number[] = []
  const known = { ofTakes: new Uint32Array(ofTakes.length), projectSets: [0], sets, used: [0], duplicate: [0] }
  /** By the set, and whether takes of it are used and duplicates. */
  const places: number[] = [0]
  for (let number = 0; number < ofTakes.length; number++) {
    const made = classes.columns.project[ofTakes[number] ?? 0] ?? 0
    const more = others.get(number)
    const set = more === undefined
      ? alone[made] ??= setOf(made === 0 ? [] : [made])
      : setOf([...new Set([made, ...more])].filter(place => place > 0).toSorted((a, b) => a - b))
    const isUsed = used[number] ?? 0
    const isDuplicate = duplicate[number] ?? 0
    const key = set * 4 + isUsed * 2 + isDuplicate
    let place = places[key]
    if (place === undefined) {
      place = places[key] = known.projectSets.push(set) - 1
      known.used.push(isUsed)
      known.duplicate.push(isDuplicate)
    }
    known.ofTakes[number] = place
  }
  return known
}
