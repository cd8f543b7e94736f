/** Finds takes that were made by the very request that a line now asks for, wherever in the library, so that it is not bought twice. */
import type { Model } from '#contract/models.ts'
import type { Line } from '#contract/script.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'
import { fitsRequest, hasWordsOf, modelOf, requestKeyOf, startOfFingerprint, wordsMadeFrom } from './stale.ts'

export interface AskingLine {
  readonly line: Pick<Line, 'id' | 'projectId' | 'text' | 'direction'>
  /** See `madeFromOf`. */
  readonly asked: string | null
  readonly model: Model | undefined
}

interface Candidate {
  readonly id: TakeId
  readonly made_from: string
  readonly line_id: LineId | null
  readonly project_id: ProjectId | null
  readonly is_practice: number
  readonly is_starred: number
}

/**
 * One take for each line that has such a take: a real one before one of the practice service, a starred one before others, the line's
 * own before others, then the newest. Incomplete ones do not count. Practice takes serve only their own project. A line without a
 * casting asks for its words alone, of its own takes.
 */
export async function fittingTakesOf(db: Transaction, lines: readonly AskingLine[]): Promise<Map<LineId, TakeId>> {
  const spoken = lines.filter(({ line }) => line.text.trim() !== '')
    .map(asking => ({ ...asking, start: startOfFingerprint(asking.line.text) }))
  const byText = await candidatesFor(db, [...new Set(spoken.map(({ start }) => start))])
  return new Map(spoken.flatMap((asking) => {
    const { line, start } = asking
    const [best] = (byText.get(start) ?? [])
      .filter(take => fits(take, asking))
      .toSorted((a, b) => a.is_practice - b.is_practice
        || b.is_starred - a.is_starred
        || Number(b.line_id === line.id) - Number(a.line_id === line.id))
    return best ? [[line.id, best.id] as const] : []
  }))
}

const mostBorrowed = 20
/** The newest takes that this line may use besides its own, made by the very request that it asks for. */
export async function borrowedTakesOf(db: Transaction, asking: AskingLine): Promise<TakeId[]> {
  if (asking.line.text.trim() === '')
    return []
  const start = startOfFingerprint(asking.line.text)
  return ((await candidatesFor(db, [start])).get(start) ?? [])
    .filter(take => take.line_id !== asking.line.id && fits(take, asking))
    .slice(0, mostBorrowed)
    .map(take => take.id)
}
/** Newest first, by the start of their fingerprints. */
async function candidatesFor(db: Transaction, starts: readonly string[]): Promise<Map<string, Candidate[]>> {
  if (starts.length === 0)
    return new Map()
  // After the start comes the quotation mark of the direction, and `#` is the character after that.
  const rows = await db.all<Candidate & { start: string }>(sql`
    SELECT asked.value AS start, takes.id, made_from, line_id, project_id, is_practice, is_starred
    FROM ${sql.each(starts)} AS asked
    CROSS JOIN takes INDEXED BY takes_by_request ON made_from >= asked.value AND made_from < asked.value || '#'
    JOIN assets ON assets.id = takes.asset_id
    WHERE medium = 'audio' AND trashed_at IS NULL AND assets.is_missing = 0 AND arrival ->> '$.incomplete' IS NULL
    ORDER BY takes.number DESC`)
  return Map.groupBy(rows, row => row.start)
}

/** Projects with a line without a chosen take for which there may be one: some take has its words. */
export async function projectsToChooseFor(db: Transaction): Promise<ProjectId[]> {
  const lines = await db.all<{ text: string, project_id: ProjectId }>(sql`
    SELECT text, project_id FROM lines INDEXED BY lines_not_chosen WHERE removed_at IS NULL AND chosen_take_id IS NULL`)
  const open = lines.filter(({ text }) => text.trim() !== '').map(line => ({ ...line, start: startOfFingerprint(line.text) }))
  const found = await db.all<{ start: string }>(sql`
    SELECT value AS start FROM ${sql.each([...new Set(open.map(({ start }) => start))])}
    WHERE EXISTS (SELECT 1 FROM takes INDEXED BY takes_by_request WHERE made_from >= value AND made_from < value || '#')`)
  const starts = new Set(found.map(({ start }) => start))
  return [...new Set(open.flatMap(line => starts.has(line.start) ? line.project_id : []))]
}

function fits(take: Candidate, { line, asked, model }: AskingLine): boolean {
  if (take.line_id !== line.id && take.is_practice === 1 && take.project_id !== line.projectId)
    return false
  return asked === null
    ? take.line_id === line.id && hasWordsOf(take.made_from, line)
    : fitsRequest(take.made_from, asked, model)
}

/** The newest take that this request has made, by the practice service or not; null without one. */
export async function takeMadeFrom(
  db: Transaction,
  { madeFrom, model, isPractice }: { madeFrom: string, model: Model, isPractice: boolean },
): Promise<TakeId | null> {
  const start = startOfFingerprint(wordsMadeFrom(madeFrom) ?? '')
  const key = requestKeyOf(madeFrom, model)
  const candidates = (await candidatesFor(db, [start])).get(start) ?? []
  return candidates.find(take => (take.is_practice === 1) === isPractice && requestKeyOf(take.made_from, model) === key)?.id ?? null
}

/** Of requests with one text, the newest take that each has made, by its key (see `requestKeyOf`). */
export async function takesMadeFrom(
  db: Transaction,
  { text, asked, isPractice }: {
    readonly text: string
    readonly asked: readonly { readonly madeFrom: string, readonly model: Model }[]
    readonly isPractice: boolean
  },
): Promise<Map<string, TakeId>> {
  const start = startOfFingerprint(text)
  const candidates = ((await candidatesFor(db, [start])).get(start) ?? []).filter(take => (take.is_practice === 1) === isPractice)
  if (candidates.length === 0)
    return new Map()
  const models = [...new Set(asked.map(({ model }) => model))]
  const wanted = new Set(asked.map(({ madeFrom, model }) => requestKeyOf(madeFrom, model)))
  // The newest comes first, and stays.
  return new Map(candidates.toReversed().flatMap((take) => {
    const key = requestKeyOf(take.made_from, modelOf(take.made_from, models))
    return wanted.has(key) ? [[key, take.id] as const] : []
  }))
}
