/** Gathers all of a project for its bundle: what a person wrote, its takes with what they were made from, and what these name. */
import type { AssetId, ProjectId, VoiceId } from '#contract/words.ts'
import type { Assets } from '../library/assets.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { BundledAsset, BundleDocument, StoredRow } from './bundle-format.ts'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { TakeId } from '#contract/words.ts'
import { assetOf, assetsTable } from '../library/asset-rows.ts'
import { numbersOfProject } from '../library/project-takes.ts'
import { projectsTable } from '../library/projects.ts'
import { readShelfOf } from '../library/shelf-rows.ts'
import { takesOfProject } from '../library/take-references.ts'
import { readSpeaking } from '../script/line-rows.ts'
import { readProjectVersion } from '../snapshots/project-version.ts'
import { sql } from '../storage/sql.ts'
import { readRows } from './carried-rows.ts'
import { usedPronunciations } from './used-pronunciations.ts'
import { namedEntries, textsIn } from './used-shelf.ts'

export interface Gathered {
  readonly document: BundleDocument
  readonly files: readonly { readonly id: AssetId, readonly path: string, readonly sizeBytes: number }[]
  /** Titles of takes without their file. */
  readonly missing: string[]
}

export interface GatherPorts { readonly library: Database, readonly assets: Pick<Assets, 'pathOf'> }

const Sources = z.array(TakeId)
const headTable = projectsTable.part('name', 'folder', 'colour', 'cover_take_id', 'template_at')

/** @throws Fault not-found */
export async function gatherProject({ library, assets }: GatherPorts, projectId: ProjectId): Promise<Gathered> {
  const { assetRows, ...read } = await library.transaction(tx => readProject(tx, projectId))
  const { listed, files } = await filesOf(assets, assetRows)
  const isMissing = new Set<string>(listed.filter(asset => asset.missing !== null).map(asset => asset.id))
  return {
    document: { id: projectId, ...read, assets: listed },
    files,
    missing: read.rows.takes
      .filter(row => isMissing.has(String(row.asset_id)))
      .map(row => String(row.name === '' ? row.title : row.name)),
  }
}

/** All rows of one moment: a page may change the project meanwhile. @throws Fault not-found */
async function readProject(tx: Transaction, projectId: ProjectId) {
  const version = await versionOf(tx, projectId)
  const head = headTable.parse(await tx.get(sql`
    SELECT ${headTable.columns} FROM ${sql.identifier(projectsTable.name)} WHERE id = ${projectId}`) ?? {})
  const { name, folder, colour, cover_take_id: coverTakeId, template_at: templateAt } = head
  const voiceIds = [...new Set(version.castings.flatMap(casting => casting.voiceId ?? []))] as VoiceId[] // the ids of a version
  const voices = await readRows(tx, 'voices', sql`id IN ${sql.list(voiceIds)}`)
  const more = [...voices.map(row => row.clip_take_id), ...(version.shelf ?? []).flatMap(entry => entry.takeIds), coverTakeId]
  const takes = await takesOf(tx, projectId, more.flatMap(id => typeof id === 'string' ? [id] : []))
  const ofTakes = sql`take_id IN ${sql.list(takes.map(row => String(row.id)))}`
  const conversations = await readRows(tx, 'conversations', sql`project_id = ${projectId} AND trashed_at IS NULL`)
  const messages = await readRows(tx, 'messages', sql`conversation_id IN ${sql.list(conversations.map(row => String(row.id)))}`)
  const named = [JSON.stringify(version), ...messages.map(row => String(row.parts))].flatMap(text => text.match(/\b[0-9a-f]{64}\b/g) ?? [])
  const assetRows = await assetRowsOf(tx, [...takes.map(row => String(row.asset_id)), ...named])
  const lines = new Set<string>(version.lines.map(line => line.id))
  const rows = {
    takes: takes.map((row): StoredRow => ({
      ...row,
      project_id: row.project_id === projectId ? projectId : null,
      line_id: lines.has(String(row.line_id)) ? row.line_id ?? null : null,
    })),
    take_tags: await readRows(tx, 'take_tags', ofTakes),
    transcripts: await readRows(tx, 'transcripts', ofTakes),
    right_takes: await readRows(tx, 'right_takes', ofTakes),
    accepted_drift: await readRows(tx, 'accepted_drift', ofTakes),
    luts: await readRows(tx, 'luts', sql`asset_id IN ${sql.list(assetRows.map(asset => asset.id))}`),
    voices,
    conversations,
    // What is still arriving arrives in this studio alone.
    messages: messages.map(row => row.state === 'arriving' ? { ...row, state: 'partial' } : row),
    delivery_choices: await readRows(tx, 'delivery_choices', sql`project_id = ${projectId}`),
  }
  const optional = { ...colour !== null && { colour }, ...templateAt !== null && { isTemplate: true as const } }
  return { name, folder, coverTakeId, ...optional, version, rows, assetRows }
}

/** With the entries of the studio's shelf that its prompts name, and those of its dictionary that its lines say. @throws Fault not-found */
async function versionOf(db: Transaction, projectId: ProjectId): Promise<BundleDocument['version']> {
  const version = await readProjectVersion(db, projectId)
  if (!version)
    throw new Fault('not-found', { word: 'project', id: projectId })
  const studio = (await readShelfOf(db, projectId)).filter(entry => entry.projectId === null)
  const own = version.shelf ?? []
  const named = namedEntries(textsIn(version.storyboard), own, studio)
  const shelf = [...own, ...named.map(({ projectId: _, ...entry }) => entry)]
  return {
    ...version,
    pronunciations: usedPronunciations(version.lines, await readSpeaking(db, projectId)).map(({ projectId: _, ...entry }) => entry),
    ...named.length > 0 && { shelf: shelf.toSorted((a, b) => a.name < b.name ? -1 : 1) },
  }
}

/** Made there, added, used or asked for, with their checks and all that these were made from; in the order in which they were filed. */
async function takesOf(db: Transaction, projectId: ProjectId, more: readonly string[]): Promise<StoredRow[]> {
  const used = new Set((await db.all<{ take_id: string }>(takesOfProject(projectId))).map(row => row.take_id))
  const found = (await readRows(db, 'takes', sql`number IN (${numbersOfProject(projectId)})`))
    // What was moved to the trash, and is used nowhere, stays there.
    .filter(row => row.trashed_at === null || used.has(String(row.id)))
  const known = new Set(found.map(row => String(row.id)))
  const checks = await readRows(db, 'takes', sql`check_of IN ${sql.list([...known])} AND trashed_at IS NULL`)
  checks.forEach(row => known.add(String(row.id)))
  for (let asked = [...more, ...found.flatMap(sourcesOf)]; asked.length > 0;) {
    const next = [...new Set(asked)].filter(id => !known.has(id))
    const rows = await readRows(db, 'takes', sql`id IN ${sql.list(next)}`)
    for (const row of rows)
      known.add(String(row.id))
    asked = rows.flatMap(sourcesOf)
  }
  return readRows(db, 'takes', sql`id IN ${sql.list([...known])}`)
}

function sourcesOf(row: StoredRow): string[] {
  return Sources.catch([]).parse(JSON.parse(String(row.source_take_ids)))
}

async function assetRowsOf(db: Transaction, ids: readonly string[]) {
  return assetsTable.read(await db.all(sql`
    SELECT ${assetsTable.columns} FROM ${sql.identifier(assetsTable.name)} WHERE id IN ${sql.list([...new Set(ids)])} ORDER BY id`))
}

async function filesOf(
  assets: GatherPorts['assets'],
  rows: Awaited<ReturnType<typeof assetRowsOf>>,
): Promise<{ listed: BundledAsset[], files: Gathered['files'] }> {
  const listed: BundledAsset[] = []
  const files: { id: AssetId, path: string, sizeBytes: number }[] = []
  for (const row of rows) {
    const { id, sizeBytes, mime, extension, heard = null, ...asset } = assetOf(row)
    const path = assets.pathOf({ id, extension })
    const isMissing = asset.isMissing || (await stat(path).catch(() => null))?.size !== sizeBytes
    listed.push({ id, sizeBytes, missing: isMissing ? { mime, extension } : null, heard })
    if (!isMissing)
      files.push({ id, path, sizeBytes })
  }
  return { listed, files }
}
