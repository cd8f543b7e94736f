/** The films of takes: the sequences that they are placed in, those that these are nested in, and what was rendered of any of them. */
import type { LineageEdge, LineageNode } from '#contract/lineage.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { sql } from '../storage/sql.ts'

type Reader = Pick<Transaction, 'all'>

interface Named { id: string, name: string, project_id: ProjectId, is_trashed: number }

export async function filmsOf(db: Reader, placed: readonly string[]): Promise<{
  sequences: LineageNode[]
  deliveries: LineageNode[]
  edges: LineageEdge[]
}> {
  const placedIds = [...new Set(placed)]
  if (placedIds.length === 0)
    return { sequences: [], deliveries: [], edges: [] }
  const nested = await nestedAround(db, placedIds)
  const ids = [...new Set([...placedIds, ...nested.map(({ outer_id }) => outer_id)])]
  const document = sql.json(sql`document`)
  const sequences = await db.all<Named>(sql`
    SELECT id, coalesce(${document} ->> '$.name', '') AS name, project_id, trashed_at IS NOT NULL OR purged_at IS NOT NULL AS is_trashed
    FROM sequences WHERE id IN ${sql.list(ids)}`)
  const deliveries = await db.all<Named & { sequence_id: string }>(sql`
    SELECT id, name, project_id, sequence_id, trashed_at IS NOT NULL AS is_trashed
    FROM deliveries WHERE sequence_id IN ${sql.list(ids)} ORDER BY created_at DESC`)
  const nodeOf = (kind: 'sequence' | 'delivery') => ({ id, name, project_id: projectId, is_trashed: isTrashed }: Named): LineageNode =>
    ({ key: `${kind} ${id}`, kind, id, title: name, medium: null, projectId, state: isTrashed === 1 ? 'trashed' : 'there' })
  return {
    sequences: sequences.map(nodeOf('sequence')),
    deliveries: deliveries.map(nodeOf('delivery')),
    edges: [
      ...nested.map(({ inner_id, outer_id, times }): LineageEdge =>
        ({ from: `sequence ${inner_id}`, to: `sequence ${outer_id}`, how: 'nested', times })),
      ...deliveries.map(({ id, sequence_id }): LineageEdge =>
        ({ from: `sequence ${sequence_id}`, to: `delivery ${id}`, how: 'rendered', times: 1 })),
    ],
  }
}

/** Only sequences of one project nest each other. */
async function nestedAround(db: Reader, ids: readonly string[]): Promise<{ inner_id: string, outer_id: string, times: number }[]> {
  const inner = sql`${sql.json(sql`sequence_clips.clip`)} ->> '$.nested.sequenceId'`
  return db.all(sql`
    WITH RECURSIVE places (id) AS MATERIALIZED (SELECT DISTINCT project_id FROM sequences WHERE id IN ${sql.list(ids)}),
    inside (inner_id, outer_id, times) AS MATERIALIZED (
      SELECT ${inner}, sequence_clips.sequence_id, count(*)
      FROM places JOIN sequences ON sequences.project_id = places.id JOIN sequence_clips ON sequence_clips.sequence_id = sequences.id
      WHERE instr(sequence_clips.clip, '"nested"') > 0 AND sequences.purged_at IS NULL GROUP BY 1, 2
    ),
    found (id) AS (SELECT value FROM ${sql.each(ids)} UNION SELECT inside.outer_id FROM inside JOIN found ON inside.inner_id = found.id)
    SELECT inside.inner_id, inside.outer_id, inside.times FROM inside JOIN found ON found.id = inside.inner_id`)
}
