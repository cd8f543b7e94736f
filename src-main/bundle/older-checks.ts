/**
 * The checks in a bundle of a version that did not say which they were. A bundle has no jobs, which would tell. So a check is a transcript
 * of a spoken line of its script that nobody has touched: without a star, name, note, tag or corrected words, and used by nothing. One that
 * a person asked for and left so becomes a check, too; it is found through the same take.
 */
import type { BundleDocument } from './bundle-format.ts'
import type { CarriedRows } from './carried-rows.ts'
import { z } from 'zod'
import { TakeId } from '#contract/words.ts'
import { parsedJson } from '#rules/plain-data.ts'

const Sources = z.array(TakeId)
type Row = CarriedRows['takes'][number]

const isSpokenLine = (row: Row): boolean => row.kind === 'speech' && row.line_id !== null

/** Of each such transcript, the take that was heard. */
export function olderChecks(
  { version, coverTakeId }: Pick<BundleDocument, 'version' | 'coverTakeId'>,
  rows: CarriedRows,
): ReadonlyMap<unknown, TakeId> {
  const elsewhere = JSON.stringify([version, coverTakeId, rows.voices, rows.messages, rows.take_tags, rows.transcripts])
  const used = new Set<string>([...elsewhere.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [], ...rows.takes.flatMap(sourcesOf)])
  const byId = new Map(rows.takes.map(row => [row.id, row]))
  const spoken = new Map<unknown, Row>()
  for (const row of rows.takes.filter(isSpokenLine))
    spoken.set(row.asset_id, spoken.get(row.asset_id) ?? row)
  const found = new Map<unknown, TakeId>()
  for (const row of rows.takes) {
    const isUntouched = row.is_starred === 0 && row.name === '' && row.note === '' && !used.has(String(row.id))
    if (row.check_of !== undefined || row.kind !== 'transcribe' || !isUntouched)
      continue
    // The same sound is sent once for all takes of it.
    const source = byId.get(sourcesOf(row)[0] ?? null)
    const heard = source && (isSpokenLine(source) ? source : spoken.get(source.asset_id))
    if (heard)
      found.set(row.id, heard.id as TakeId) // checked with its row
  }
  return found
}

function sourcesOf(row: Row): readonly TakeId[] {
  return Sources.safeParse(parsedJson(String(row.source_take_ids))).data ?? []
}
