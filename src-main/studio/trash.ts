/** The trash of every kind in one place. Nothing is deleted for good but here and by the trash of takes, which this uses. */
import type { TrashItem, TrashKind, TrashRef } from '#contract/trash.ts'
import type { ConversationId, DeliveryId, LineId, ModelId, ProjectId, TakeId, VoiceId } from '#contract/words.ts'
import type { Parts } from './handlers.ts'
import { sql } from '../storage/sql.ts'

export interface Trash {
  list: () => Promise<TrashItem[]>
  weigh: (items: readonly TrashRef[]) => Promise<{ count: number, sizeBytes: number }>
  restore: (items: readonly TrashRef[]) => Promise<number>
  purge: (items: readonly TrashRef[]) => Promise<{ count: number, sizeBytes: number }>
  /** Deletes for good what has lain here for longer than so many days. */
  purgeOlderThan: (days: number) => Promise<number>
}

type TrashParts = Pick<Parts, 'library' | 'takes' | 'projects' | 'script' | 'voices' | 'conversations' | 'deliveries' | 'models' | 'clock'>

/** Things that name others go first: a voice lets go of its clip, a project of its lines. */
const order: readonly TrashKind[] = ['line', 'delivery', 'conversation', 'voice', 'model', 'project', 'take']

export function createTrash(parts: TrashParts): Trash {
  const { library, takes, projects, script, voices, conversations, deliveries, models, clock } = parts

  const restoreOne: Record<Exclude<TrashKind, 'take'>, (id: string) => Promise<unknown>> = {
    project: id => projects.restore(id as ProjectId),
    line: id => script.restore(id as LineId),
    voice: id => voices.restore(id as VoiceId),
    conversation: id => conversations.restore(id as ConversationId),
    delivery: id => deliveries.restore(id as DeliveryId),
    model: id => models.restore(id as ModelId),
  }
  const purgeOne: Record<Exclude<TrashKind, 'take'>, (id: string) => Promise<unknown>> = {
    project: id => projects.purge(id as ProjectId),
    line: id => script.purge(id as LineId),
    voice: id => voices.purge(id as VoiceId),
    conversation: id => conversations.purge(id as ConversationId),
    delivery: id => deliveries.purge(id as DeliveryId),
    model: id => models.purge(id as ModelId),
  }

  async function list(): Promise<TrashItem[]> {
    const rows = await library.all<{ kind: TrashKind, id: string, title: string, place: string | null, trashed_at: number, size_bytes: number }>(sql`
      SELECT 'take' AS kind, takes.id AS id, takes.title AS title, projects.name AS place, takes.trashed_at AS trashed_at, assets.size_bytes AS size_bytes
        FROM takes JOIN assets ON assets.id = takes.asset_id LEFT JOIN projects ON projects.id = takes.project_id WHERE takes.trashed_at IS NOT NULL
      UNION ALL SELECT 'project', id, name, NULL, trashed_at, 0 FROM projects WHERE trashed_at IS NOT NULL
      UNION ALL SELECT 'line', lines.id, lines.text, projects.name, lines.removed_at, 0 FROM lines JOIN projects ON projects.id = lines.project_id
        WHERE lines.removed_at IS NOT NULL AND projects.trashed_at IS NULL
      UNION ALL SELECT 'voice', id, name, NULL, trashed_at, 0 FROM voices WHERE trashed_at IS NOT NULL
      UNION ALL SELECT 'conversation', conversations.id, conversations.title, projects.name, conversations.trashed_at, 0
        FROM conversations LEFT JOIN projects ON projects.id = conversations.project_id WHERE conversations.trashed_at IS NOT NULL
      UNION ALL SELECT 'delivery', deliveries.id, deliveries.name, projects.name, deliveries.trashed_at, 0
        FROM deliveries JOIN projects ON projects.id = deliveries.project_id WHERE deliveries.trashed_at IS NOT NULL
      UNION ALL SELECT 'model', id, coalesce(model ->> '$.label', id), NULL, trashed_at, 0 FROM models WHERE trashed_at IS NOT NULL
      ORDER BY trashed_at DESC, id LIMIT 5000`)
    return rows.map(row => ({ kind: row.kind, id: row.id, title: row.title.slice(0, 300), place: row.place ?? '', trashedAt: row.trashed_at, sizeBytes: row.size_bytes }))
  }

  /** Only what is in the trash, in the order in which it can go. */
  async function inTrash(items: readonly TrashRef[]): Promise<TrashItem[]> {
    const wanted = new Set(items.map(item => `${item.kind} ${item.id}`))
    const found = (await list()).filter(item => wanted.has(`${item.kind} ${item.id}`))
    return order.flatMap(kind => found.filter(item => item.kind === kind))
  }

  async function weigh(items: readonly TrashRef[]): Promise<{ count: number, sizeBytes: number }> {
    const found = await inTrash(items)
    const [takeIds, voiceIds] = (['take', 'voice'] as const).map(kind => JSON.stringify(found.filter(item => item.kind === kind).map(item => item.id)))
    const kept = await library.get<{ count: number }>(sql`
      SELECT count(*) AS count FROM takes WHERE id IN (SELECT value FROM json_each(${takeIds ?? '[]'}))
        AND EXISTS (SELECT 1 FROM voices WHERE clip_take_id = takes.id AND id NOT IN (SELECT value FROM json_each(${voiceIds ?? '[]'})))`)
    const freed = await library.get<{ size: number | null }>(sql`
      SELECT sum(size_bytes) AS size FROM assets
      WHERE EXISTS (SELECT 1 FROM takes WHERE asset_id = assets.id AND id IN (SELECT value FROM json_each(${takeIds ?? '[]'})))
        AND NOT EXISTS (SELECT 1 FROM takes WHERE asset_id = assets.id AND id NOT IN (SELECT value FROM json_each(${takeIds ?? '[]'})))
        AND NOT EXISTS (SELECT 1 FROM takes JOIN voices ON voices.clip_take_id = takes.id
          WHERE takes.asset_id = assets.id AND voices.id NOT IN (SELECT value FROM json_each(${voiceIds ?? '[]'})))`)
    return { count: found.length - (kept?.count ?? 0), sizeBytes: freed?.size ?? 0 }
  }

  async function purge(items: readonly TrashRef[]): Promise<{ count: number, sizeBytes: number }> {
    const found = await inTrash(items)
    const { sizeBytes } = await weigh(items)
    for (const { kind, id } of found)
      await (kind === 'take' ? undefined : purgeOne[kind](id))
    await takes.purge(takeIdsOf(found))
    const left = new Set((await list()).map(item => `${item.kind} ${item.id}`))
    return { count: found.filter(item => !left.has(`${item.kind} ${item.id}`)).length, sizeBytes }
  }

  return {
    list,
    weigh,
    purge,
    async restore(items) {
      // What others stand in comes back first.
      const found = (await inTrash(items)).reverse()
      for (const { kind, id } of found)
        await (kind === 'take' ? undefined : restoreOne[kind](id))
      await takes.restore(takeIdsOf(found))
      return found.length
    },
    async purgeOlderThan(days) {
      const before = clock.now() - days * 86_400_000
      return (await purge((await list()).filter(item => item.trashedAt < before))).count
    },
  }
}

/** Takes go and come back together: a search and its listeners follow once. */
function takeIdsOf(items: readonly TrashItem[]): TakeId[] {
  return items.flatMap(item => item.kind === 'take' ? item.id as TakeId : []) // ids of takes, as the list read them
}
