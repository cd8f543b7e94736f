/** The search index of takes: written with each take, and rebuilt when it is out of step. */
import type { TakeId } from '#contract/words.ts'
import type { Database, Transaction } from '../storage/database.ts'
import { segment } from '../storage/search-text.ts'
import { sql } from '../storage/sql.ts'

interface WordsRow {
  number: number
  title: string
  text: string
  model_id: string | null
  voice: string | null
  file_name: string
  note: string
  name: string
  tags: string
  heard: string
}

/** An edited transcript is found by its current text, and a take by what its checks have heard, too. */
const columns = sql`number, title, coalesce((SELECT json_extract(document, '$.text') FROM transcripts WHERE take_id = takes.id),
  text) AS text,
  model_id, voice, file_name, note, name,
  (SELECT coalesce(group_concat(tag, char(10)), '') FROM take_tags WHERE take_id = takes.id) AS tags,
  (SELECT coalesce(group_concat(coalesce(json_extract(transcripts.document, '$.text'), checks.text), char(10)), '')
    FROM takes AS checks LEFT JOIN transcripts ON transcripts.take_id = checks.id WHERE checks.check_of = takes.id) AS heard`

/** Writes the index entries of a take as it is now, and of the take that it is a check of. */
export async function indexTake(tx: Transaction, number: number): Promise<void> {
  await indexAlone(tx, number)
  const heard = await tx.get<{ number: number }>(sql`
    SELECT heard.number FROM takes JOIN takes AS heard ON heard.id = takes.check_of WHERE takes.number = ${number}`)
  if (heard)
    await indexAlone(tx, heard.number)
}

async function indexAlone(tx: Transaction, number: number): Promise<void> {
  const row = await tx.get<WordsRow>(sql`SELECT ${columns} FROM takes WHERE number = ${number}`)
  await tx.run(sql`DELETE FROM takes_search WHERE rowid = ${number}`)
  if (row)
    await tx.run(sql`INSERT INTO takes_search (rowid, words) VALUES (${number}, ${segment(wordsOf(row))})`)
}

/** Writes the index entries of takes as they are now, and of the takes that they are checks of. */
export async function indexTakes(tx: Transaction, takeIds: readonly TakeId[]): Promise<void> {
  const rows = await tx.all<{ number: number }>(sql`
    SELECT number FROM takes WHERE id IN ${sql.list(takeIds)}
    UNION SELECT heard.number FROM takes JOIN takes AS heard ON heard.id = takes.check_of WHERE takes.id IN ${sql.list(takeIds)}`)
  for (const { number } of rows)
    await indexAlone(tx, number)
}

/** For takes that are about to be deleted: their rows must still exist. */
export async function unindexTakes(tx: Transaction, takeIds: readonly TakeId[]): Promise<void> {
  await tx.run(sql`
    DELETE FROM takes_search WHERE rowid IN (SELECT number FROM takes
      WHERE id IN ${sql.list(takeIds)})`)
}

/** How many takes the index lacks, and how many of its entries have no take. */
export async function countOutOfStep(db: Transaction): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM takes WHERE number NOT IN (SELECT rowid FROM takes_search))
      + (SELECT count(*) FROM takes_search WHERE rowid NOT IN (SELECT number FROM takes)) AS count`)
  return row?.count ?? 0
}

const atOnce = 500

/** Rebuilds the index in batches, so that other queries run in between. */
export async function rebuildSearch(db: Database): Promise<void> {
  await db.run(sql`INSERT INTO takes_search (takes_search) VALUES ('delete-all')`)
  for (let after = 0; ;) {
    const rows = await db.all<WordsRow>(sql`SELECT ${columns} FROM takes WHERE number > ${after} ORDER BY number LIMIT ${atOnce}`)
    if (rows.length === 0)
      return
    await db.transaction(async (tx) => {
      for (const row of rows)
        await tx.run(sql`INSERT INTO takes_search (rowid, words) VALUES (${row.number}, ${segment(wordsOf(row))})`)
    })
    after = rows.at(-1)?.number ?? after
  }
}

function wordsOf(row: WordsRow): string {
  return [row.title, row.text, row.model_id ?? '', row.voice ?? '', row.file_name, row.note, row.name, row.tags, row.heard].join('\n')
}
