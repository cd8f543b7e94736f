/** What a bundle says of its project, checked as something that a stranger wrote, and with the ids that it gets here. */
import type { AssetId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import type { StoredRow } from './bundle-format.ts'
import type { CarriedRows } from './carried-rows.ts'
import { LineId, Name, withoutDirections } from '#contract/words.ts'
import { parsedJson } from '#rules/plain-data.ts'
import { plainJson } from '../backup/plain-json.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { badBundle, BundleDocument, documentName } from './bundle-format.ts'
import { carriedTables, checkedRow, isCarried, readRows } from './carried-rows.ts'
import { ownIds, replaceIds } from './new-ids.ts'

export interface ForeignProject extends Omit<BundleDocument, 'rows'> {
  readonly rows: CarriedRows
  /** Takes and voices that are here already, by their ids. */
  readonly here: { readonly takes: ReadonlySet<string>, readonly voices: ReadonlySet<string> }
}

/** `listed` are the files that the bundle has. @throws Fault bad-bundle */
export async function foreignProject(db: Pick<Transaction, 'all'>, text: string, listed: ReadonlySet<AssetId>): Promise<ForeignProject> {
  const plain = plainJson(text)
  const said = plain === null ? null : documentIn(plain)
  if (plain === null || !said)
    throw badBundle('unreadable', documentName)
  const rows = checkedRows(said)
  requireWhole(said, rows, listed)
  const own = ownIds(said)
  const theirs = [...rows.takes, ...rows.voices].map(row => String(row.id))
  const all = [...own, ...theirs]
  if (new Set(all).size !== all.length || !all.every(id => LineId.safeParse(id).success))
    throw badBundle('unreadable', documentName)
  const newIds = new Map(own.map(id => [id, newId()]))
  const takes = await recognised(db, 'takes', rows.takes, newIds)
  const voices = await recognised(db, 'voices', rows.voices, newIds)
  // Wherever an id is named it is another one now, so all is read again.
  const renamed = documentIn(replaceIds(plain, newIds))
  if (!renamed)
    throw badBundle('unreadable', documentName)
  return { ...renamed, rows: cleaned(renamed, checkedRows(renamed)), here: { takes, voices } }
}

function documentIn(text: string): BundleDocument | null {
  return BundleDocument.safeParse(parsedJson(text)).data ?? null
}

function checkedRows({ rows }: BundleDocument): CarriedRows {
  const none = Object.fromEntries(Object.keys(carriedTables).map(name => [name, []])) as unknown as CarriedRows // the names of the tables
  for (const [name, of] of Object.entries(rows)) {
    if (!isCarried(name))
      throw badBundle('unreadable', name)
    none[name] = of.map((row) => {
      const checked = checkedRow(name, row)
      if (!checked)
        throw badBundle('unreadable', name)
      return checked
    })
  }
  return none
}

/** Every file that is named is in the bundle, or said to be missing. */
function requireWhole({ assets }: BundleDocument, rows: CarriedRows, listed: ReadonlySet<AssetId>): void {
  const known = new Map<string, boolean>(assets.map(asset => [asset.id, asset.missing !== null]))
  const isKnown = (row: StoredRow): boolean => known.has(String(row.asset_id))
  const isThere = (row: StoredRow): boolean => known.get(String(row.asset_id)) === false
  const isListed = assets.every(asset => (asset.missing === null) === listed.has(asset.id))
  if (known.size !== assets.length || !isListed || !rows.takes.every(isKnown) || !rows.luts.every(isThere))
    throw badBundle('unreadable', documentName)
}

/** What makes a take or voice the same as one that has its id. */
const same = {
  takes: ['asset_id', 'kind', 'medium', 'text', 'model_id', 'request'],
  voices: ['name', 'clip_take_id'],
} as const

/** Those that are here. An id that something else has here becomes another one, which is added to `newIds`. */
async function recognised(
  db: Pick<Transaction, 'all'>,
  name: keyof typeof same,
  rows: readonly StoredRow[],
  newIds: Map<string, string>,
): Promise<Set<string>> {
  const found = await readRows(db, name, sql`id IN ${sql.list(rows.map(row => String(row.id)))}`)
  const byId = new Map(found.map(row => [row.id, row]))
  const here = new Set<string>()
  for (const row of rows) {
    const other = byId.get(row.id ?? null)
    const id = String(row.id)
    if (other && same[name].every(column => (other[column] ?? null) === (row[column] ?? null)))
      here.add(id)
    else if (other)
      newIds.set(id, newId())
  }
  return here
}

/** Rows refer to the project and to each other, or to nothing. In a template nothing was made, and nobody talks. */
function cleaned(document: BundleDocument, all: CarriedRows): CarriedRows {
  const { id: projectId, isTemplate } = document
  const rows = isTemplate ? { ...all, conversations: [], messages: [] } : all
  const takes = new Set(rows.takes.map(row => row.id))
  const ofTake = (row: StoredRow): boolean => takes.has(row.take_id ?? null)
  const conversations = new Set(rows.conversations.map(row => row.id))
  const before = new Map<unknown, unknown>()
  const heard = new Set<unknown>()
  /** A check belongs to an earlier take of the file, which is no check itself. */
  function heardOf({ id, check_of, kind }: StoredRow): StoredRow[string] {
    if (check_of !== null && check_of !== undefined && heard.has(check_of) && kind === 'transcribe')
      return check_of
    heard.add(id)
    return null
  }
  return {
    ...rows,
    takes: rows.takes.map(row => ({
      ...row,
      project_id: row.project_id === projectId && !isTemplate ? projectId : null,
      check_of: heardOf(row),
    })),
    take_tags: rows.take_tags.filter(ofTake),
    transcripts: rows.transcripts.filter(ofTake),
    right_takes: rows.right_takes.filter(ofTake),
    accepted_drift: rows.accepted_drift.filter(ofTake),
    voices: rows.voices.filter(row => takes.has(row.clip_take_id ?? null)).map(row => ({ ...row, name: nameOf(row.name) })),
    conversations: rows.conversations.map(row => ({ ...row, project_id: projectId, title: withoutDirections(String(row.title)) })),
    messages: rows.messages.filter(row => conversations.has(row.conversation_id ?? null)).map((row) => {
      // A message answers an earlier one of the same conversation.
      const isAnswer = before.get(row.parent_id) === row.conversation_id
      before.set(row.id, row.conversation_id)
      return { ...row, parent_id: isAnswer ? row.parent_id ?? null : null, state: row.state === 'arriving' ? 'partial' : row.state ?? null }
    }),
    delivery_choices: rows.delivery_choices.slice(0, 1).map(row => ({ ...row, project_id: projectId })),
  }
}

function nameOf(name: unknown): string {
  return Name.catch('–').parse(name)
}
