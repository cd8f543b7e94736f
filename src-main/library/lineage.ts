/** The lineage of a take: what it was made from, for which line, with which voice, and the shots, sequences and films that it is in. */
import type { Lineage, LineageEdge, LineageNode } from '#contract/lineage.ts'
import type { Medium, ProjectId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { Fault } from '#contract/faults.ts'
import { sql } from '../storage/sql.ts'
import { filmsOf } from './lineage-films.ts'
import { referencesToAsked } from './take-references.ts'

/** As many as a person looks through; the rest is counted. */
const mostNodes = 200
/** Of each kind: nobody has more of one take, but a damaged or foreign studio might. */
const mostRead = 2000

type Reader = Pick<Transaction, 'all'>

const usesShown: ReadonlySet<string | null> = new Set(['storyboard', 'timeline', 'voice'])

/** @throws Fault not-found */
export async function lineageOf(db: Reader, takeId: TakeId): Promise<Lineage> {
  const made = await madeFrom(db, takeId)
  const above = reached(takeId, made.map(({ from, to }) => ({ from: to, to: from })))
  const below = reached(takeId, made)
  const core = [takeId, ...above, ...below]
  const others = await sameRequest(db, takeId)
  const takes = await takesOf(db, [...core, ...others.map(({ id }) => id)])
  if (!takes.has(takeId))
    throw new Fault('not-found', { word: 'take', id: takeId })

  const lines = await linesOf(db, [...new Set(core.flatMap(id => takes.get(id)?.line_id ?? []))], [takeId, ...below])
  const uses = await usesOf(db, [takeId, ...below])
  const voices = await voicesOf(db, [
    ...uses.flatMap(use => use.voice_id ?? []),
    ...lines.flatMap(line => line.voice_id ?? []),
  ])
  const clips = await takesOf(db, voices.map(voice => voice.clip_take_id).filter(id => !takes.has(id)))
  const films = await filmsOf(db, uses.flatMap(use => use.sequence_id ?? []))

  const lineIds = new Set(lines.map(line => line.id))
  const spoken = [...takes.values()].filter(take => take.line_id !== null && lineIds.has(take.line_id))
  const nodes: LineageNode[] = [
    ...core.map(id => nodeOfTake(id, takes.get(id))),
    ...lines.map(line => node('line', line.id, line.text, { projectId: line.project_id, isTrashed: line.is_removed === 1 })),
    ...voices.map(voice => node('voice', voice.id, voice.name, { isTrashed: voice.is_trashed === 1 })),
    ...[...clips.keys()].map(id => nodeOfTake(id, clips.get(id))),
    ...uses.filter(use => use.kind === 'storyboard').map(use => pictureOf(use)),
    ...films.sequences,
    ...films.deliveries,
    ...others.map(({ id }) => nodeOfTake(id, takes.get(id))),
  ]
  const edges: LineageEdge[] = [
    ...made.map(({ from, to }) => edge(`take ${from}`, `take ${to}`, 'source')),
    ...spoken.map(take => edge(`line ${take.line_id}`, `take ${take.id}`, 'line')),
    ...lines.flatMap(line => line.chosen_take_id === null ? [] : edge(`line ${line.id}`, `take ${line.chosen_take_id}`, 'line')),
    ...lines.flatMap(line => line.voice_id === null ? [] : edge(`voice ${line.voice_id}`, `line ${line.id}`, 'cast')),
    ...voices.map(voice => edge(`take ${voice.clip_take_id}`, `voice ${voice.id}`, 'clip')),
    ...uses.filter(use => use.kind === 'storyboard').map(use => edge(`take ${use.take_id}`, pictureOf(use).key, 'placed')),
    ...uses.flatMap(use => use.sequence_id === null ? [] : edge(`take ${use.take_id}`, `sequence ${use.sequence_id}`, 'placed', use.times)),
    ...films.edges,
    ...others.filter(({ is_variation }) => is_variation === 1).map(({ id }) => edge(`take ${takeId}`, `take ${id}`, 'variation')),
  ]
  return bounded(nodes, edges)
}

function bounded(all: readonly LineageNode[], edges: readonly LineageEdge[]): Lineage {
  const nodes = [...new Map(all.toReversed().map(each => [each.key, each])).values()].toReversed()
  const shown = nodes.slice(0, mostNodes)
  const keys = new Set(shown.map(({ key }) => key))
  const kept = edges.filter(({ from, to }) => keys.has(from) && keys.has(to))
  return {
    nodes: shown,
    edges: [...new Map(kept.map(each => [`${each.from} ${each.to} ${each.how}`, each])).values()],
    more: nodes.length - shown.length,
  }
}

/** What is reached along these arrows, the nearest first. */
function reached(from: TakeId, arrows: readonly { from: TakeId, to: TakeId }[]): TakeId[] {
  const next = Map.groupBy(arrows, arrow => arrow.from)
  const seen = new Set([from])
  for (const id of seen) {
    for (const { to } of next.get(id) ?? [])
      seen.add(to)
  }
  return [...seen].slice(1)
}

/** All arrows above and below a take. Which takes have sources is read once, as no index knows what is made from a take. */
async function madeFrom(db: Reader, takeId: TakeId): Promise<{ from: TakeId, to: TakeId }[]> {
  return db.all(sql`
    WITH RECURSIVE made (source_id, take_id) AS MATERIALIZED (
      SELECT source.value, takes.id FROM takes, json_each(${sql.json(sql`takes.source_take_ids`)}) AS source
      WHERE takes.source_take_ids <> '[]'
    ),
    above (id) AS (SELECT ${takeId} UNION SELECT made.source_id FROM above JOIN made ON made.take_id = above.id),
    below (id) AS (SELECT ${takeId} UNION SELECT made.take_id FROM below JOIN made ON made.source_id = below.id)
    SELECT source_id AS "from", take_id AS "to" FROM made
    WHERE take_id IN (SELECT id FROM above) OR source_id IN (SELECT id FROM below) LIMIT ${mostRead}`)
}

/** Takes of the same line, and those of the same request; the newest first. */
async function sameRequest(db: Reader, takeId: TakeId): Promise<{ id: TakeId, is_variation: number }[]> {
  const ofAsked = (column: string) => sql`(SELECT ${sql.identifier(column)} FROM takes WHERE id = ${takeId})`
  return db.all(sql`
    WITH same (number, id, is_variation) AS (
      SELECT number, id, 0 FROM takes WHERE line_id = ${ofAsked('line_id')}
      UNION ALL SELECT number, id, 1 FROM takes WHERE job_id = ${ofAsked('job_id')}
      UNION ALL SELECT number, id, 1 FROM takes WHERE made_from = ${ofAsked('made_from')}
    )
    SELECT id, max(is_variation) AS is_variation FROM same WHERE id <> ${takeId} GROUP BY number ORDER BY number DESC LIMIT ${mostRead}`)
}

interface TakeRow { id: TakeId, title: string, medium: Medium, project_id: ProjectId | null, line_id: string | null, is_trashed: number }

async function takesOf(db: Reader, takeIds: readonly TakeId[]): Promise<Map<TakeId, TakeRow>> {
  const rows = await db.all<TakeRow>(sql`
    SELECT id, coalesce(nullif(name, ''), title) AS title, medium, project_id, line_id, trashed_at IS NOT NULL AS is_trashed
    FROM takes WHERE id IN ${sql.list(takeIds)}`)
  return new Map(rows.map(row => [row.id, row]))
}

interface LineRow {
  id: string
  text: string
  project_id: ProjectId
  is_removed: number
  voice_id: string | null
  /** One of the asked ones. */
  chosen_take_id: TakeId | null
}

/** With the voice that its speaker is cast with now. */
async function linesOf(db: Reader, lineIds: readonly string[], takeIds: readonly TakeId[]): Promise<LineRow[]> {
  const chosen = sql`lines.chosen_take_id IN ${sql.list(takeIds)}`
  return db.all(sql`
    WITH wanted (id) AS MATERIALIZED (SELECT value FROM ${sql.each(lineIds)} UNION SELECT lines.id FROM lines WHERE ${chosen})
    SELECT lines.id, lines.text, lines.project_id, lines.removed_at IS NOT NULL AS is_removed, castings.voice_id,
      CASE WHEN ${chosen} THEN lines.chosen_take_id END AS chosen_take_id
    FROM wanted JOIN lines ON lines.id = wanted.id
    LEFT JOIN castings ON castings.project_id = lines.project_id AND castings.speaker = lines.speaker LIMIT ${mostRead}`)
}

async function voicesOf(db: Reader, voiceIds: readonly string[]) {
  return db.all<{ id: string, name: string, clip_take_id: TakeId, is_trashed: number }>(sql`
    SELECT id, name, clip_take_id, trashed_at IS NOT NULL AS is_trashed FROM voices WHERE id IN ${sql.list(voiceIds)}`)
}

interface UseRow {
  take_id: TakeId
  kind: string
  name: string
  project_id: ProjectId | null
  sequence_id: string | null
  voice_id: string | null
  times: number
  is_trashed: number
}

async function usesOf(db: Reader, takeIds: readonly TakeId[]): Promise<UseRow[]> {
  return db.all(sql`
    WITH asked (id) AS MATERIALIZED ${sql.list(takeIds)},
    used AS (${referencesToAsked(({ use }) => usesShown.has(use) ? use : null)})
    SELECT take_id, kind, substr(name, 1, 300) AS name, project_id, sequence_id, voice_id, count(*) AS times, max(is_trashed) AS is_trashed
    FROM used WHERE is_removed = 0 GROUP BY take_id, kind, project_id, sequence_id, voice_id, name LIMIT ${mostRead}`)
}

function node(
  kind: LineageNode['kind'],
  id: string,
  title: string,
  { projectId = null, isTrashed }: { projectId?: ProjectId | null, isTrashed: boolean },
): LineageNode {
  return { key: `${kind} ${id}`, kind, id, title: title.slice(0, 300), medium: null, projectId, state: isTrashed ? 'trashed' : 'there' }
}

function nodeOfTake(id: TakeId, take: TakeRow | undefined): LineageNode {
  return take
    ? { ...node('take', id, take.title, { projectId: take.project_id, isTrashed: take.is_trashed === 1 }), medium: take.medium }
    : { ...node('take', id, '', { isTrashed: false }), state: 'gone' }
}

function pictureOf({ project_id: projectId, name, is_trashed: isTrashed }: UseRow): LineageNode {
  return { ...node('picture', projectId ?? '', name, { projectId, isTrashed: isTrashed === 1 }), key: `picture ${projectId} ${name}` }
}

function edge(from: string, to: string, how: LineageEdge['how'], times = 1): LineageEdge {
  return { from, to, how, times }
}
