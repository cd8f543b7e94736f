/** Takes by names that many of them share: model, voice, project, tags. Indexes have the numbers of each name; only the names are sorted. */
import type { TakeSort } from '#contract/take-order.ts'
import type { Database } from '../storage/database.ts'
import type { SearchNames } from './search-terms.ts'
import { sql } from '../storage/sql.ts'

type Named = 'model' | 'voice' | 'project' | 'tags'

/** A name as the list shows it, with the numbers of its takes as JSON. */
interface Group { readonly name: string, readonly numbers: string }

export function isNamed(by: TakeSort['by']): by is Named {
  return by === 'model' || by === 'voice' || by === 'project' || by === 'tags'
}

/** As the list of projects: whatever the case, and 10 after 9. */
const { compare } = new Intl.Collator(undefined, { sensitivity: 'accent', numeric: true })

type Reads = Pick<Database, 'all'>

const groupsOf: Readonly<Record<Named, (db: Reads, names: Pick<SearchNames, 'models'> | undefined) => Promise<readonly Group[]>>> = {
  async model(db, names) {
    const groups = await db.all<Group>(sql`
      SELECT model_id AS name, json_group_array(number) AS numbers FROM takes INDEXED BY takes_by_model
      WHERE model_id IS NOT NULL GROUP BY model_id`)
    const labels = new Map<string, string>(names?.models().map(model => [model.id, model.label] as const))
    return groups.map(({ name, numbers }) => ({ name: labels.get(name) ?? name, numbers }))
  },
  async voice(db) {
    const groups = await db.all<Group>(sql`
      SELECT voice AS name, json_group_array(number) AS numbers FROM takes INDEXED BY takes_by_spoken_voice
      WHERE voice IS NOT NULL GROUP BY voice`)
    return groups.map(({ name, numbers }) => ({ name: name.replaceAll('_', ' '), numbers }))
  },
  // The list names only projects that are not in the trash.
  project: db => db.all<Group>(sql`
    SELECT projects.name, (SELECT json_group_array(number) FROM takes WHERE takes.project_id = projects.id) AS numbers
    FROM projects WHERE projects.trashed_at IS NULL`),
  // In the order in which they were added, as they are shown.
  tags: db => db.all<Group>(sql`
    SELECT listed.name, json_group_array(takes.number) AS numbers FROM (
      SELECT take_id, group_concat(tag, ', ' ORDER BY rowid) AS name FROM take_tags GROUP BY take_id) AS listed
    CROSS JOIN takes ON takes.id = listed.take_id GROUP BY listed.name`),
}

/** `numbers` are the newest first, and so are those of one name. Those without a name are last both ways. */
export async function arrangedByName(
  db: Reads,
  numbers: readonly number[],
  { by, isAscending }: { readonly by: Named, readonly isAscending: boolean },
  names: Pick<SearchNames, 'models'> | undefined,
): Promise<number[]> {
  const groups = (await groupsOf[by](db, names)).filter(({ name }) => name !== '')
  const sorted = groups.toSorted((a, b) => isAscending ? compare(a.name, b.name) : compare(b.name, a.name))
  /** The place of its name, from 1; 0 for none. Equal names are one. */
  const places = new Uint32Array(numbers.reduce((most, number) => Math.max(most, number), -1) + 1)
  let count = 0
  for (const [at, { name, numbers }] of sorted.entries()) {
    if (at === 0 || compare(sorted[at - 1]?.name ?? '', name) !== 0)
      count += 1
    for (const number of JSON.parse(numbers) as number[]) { // json_group_array of integers
      if (number < places.length)
        places[number] = count
    }
  }
  const byPlace: number[][] = Array.from({ length: count + 1 }, () => [])
  for (const number of numbers)
    byPlace[places[number] ?? 0]?.push(number)
  const [without = [], ...named] = byPlace
  return [...named.flat(), ...without]
}
