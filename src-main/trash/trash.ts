/** The trash of every kind of item. Together with the trash of takes, which it uses, the only place that deletes anything permanently. */
import type {
  TrashAct,
  TrashChoice,
  TrashFound,
  TrashItem,
  TrashKind,
  TrashOrder,
  TrashRef,
  TrashUse,
  TrashWeight,
} from '#contract/trash.ts'
import type { ConversationId, DeliveryId, LineId, ModelId, ProjectId, SequenceId, TakeId, VoiceId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Assets } from '../library/assets.ts'
import type { Conversations } from '../library/conversations.ts'
import type { Deliveries } from '../library/deliveries.ts'
import type { Models } from '../library/models.ts'
import type { Library } from '../library/open-library.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { PurgeSet, Use, WaitingWork } from '../library/uses.ts'
import type { Voices } from '../library/voices.ts'
import type { Script } from '../script/script-port.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import { mostListed } from '#contract/trash.ts'
import { countOf } from '#rules/deliver/frames.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { checksAlong, wentAlong } from '../library/checks.ts'
import { deliveredFiles, isDelivered } from '../library/deliveries.ts'
import { filesFreed, heldByVoices, usesOf } from '../library/uses.ts'
import { sql } from '../storage/sql.ts'
import { actKeyOf, actsOf, chosenOf, foundIn, refKey } from './trash-acts.ts'

export interface Trash {
  list: (asked?: TrashFound & { act?: string | undefined, from?: number | undefined }) => Promise<TrashItem[]>
  acts: (asked: TrashFound & { order: TrashOrder, most: number }) => Promise<TrashActs>
  /** What a choice means now. */
  chosen: (choice: TrashChoice) => Promise<TrashRef[]>
  weigh: (items: readonly TrashRef[]) => Promise<TrashWeight>
  /** With the projects in the trash that they belong to; answers the names of those that were not among the items. */
  restore: (items: readonly TrashRef[]) => Promise<{ count: number, projects: string[] }>
  purge: (items: readonly TrashRef[]) => Promise<{ count: number, sizeBytes: number }>
  /**
   * Permanently deletes items that were trashed more than `days` days ago, except what something else, or a job, still needs.
   */
  purgeOlderThan: (days: number) => Promise<number>
}

interface TrashActs {
  readonly acts: TrashAct[]
  readonly more: number
  readonly count: number
  readonly sizeBytes: number
  readonly total: number
  readonly kinds: TrashKind[]
  readonly upTo: number
}

interface TrashParts {
  readonly library: Library
  readonly assets: Assets
  readonly takes: Takes
  readonly projects: Projects
  readonly script: Script
  readonly sequences: Sequences
  readonly voices: Voices
  readonly conversations: Conversations
  readonly deliveries: Deliveries
  readonly models: Models
  readonly ledger: Ledger
  readonly clock: Clock
}

/** Items that refer to others come first: a voice before its clip, a project before its lines. */
const order: readonly TrashKind[] = ['line', 'delivery', 'sequence', 'conversation', 'voice', 'model', 'project', 'take']

/** The project of an item where that is in the trash, too. */
interface InProject { readonly trashedProject: ProjectId | null }
const trashedProject = sql`iif(projects.trashed_at IS NULL, NULL, projects.id)`

const mostPlaces = 20
/** Takes that are restored and announced, or deleted, at once: the trash may have all takes of a library. */
const mostTakes = 1000

export function createTrash(parts: TrashParts): Trash {
  const { library, assets, takes, projects, script, sequences, voices, conversations, deliveries, models, ledger, clock } = parts

  const restoreOne: Record<Exclude<TrashKind, 'take'>, (id: string) => Promise<unknown>> = {
    project: id => projects.restore(id as ProjectId),
    line: id => script.restore(id as LineId),
    sequence: id => sequences.restore(id as SequenceId),
    voice: id => voices.restore(id as VoiceId),
    conversation: id => conversations.restore(id as ConversationId),
    delivery: id => deliveries.restore(id as DeliveryId),
    model: id => models.restore(id as ModelId),
  }
  const purgeOne: Record<Exclude<TrashKind, 'take'>, (id: string) => Promise<unknown>> = {
    project: id => projects.purge(id as ProjectId),
    line: id => script.purge(id as LineId),
    sequence: id => sequences.purge(id as SequenceId),
    voice: id => voices.purge(id as VoiceId),
    conversation: id => conversations.purge(id as ConversationId),
    delivery: id => deliveries.purge(id as DeliveryId),
    model: id => models.purge(id as ModelId),
  }

  /** As one text: main needs a third of the time for it that as many rows take. */
  async function allTakes(): Promise<(Omit<TrashItem, 'isUsed'> & InProject)[]> {
    const row = await library.get<{ takes: string }>(sql`
      SELECT json_group_array(
        json_array(takes.id, substr(takes.title, 1, 300), projects.name, takes.trashed_at, assets.size_bytes)) AS takes
        FROM takes JOIN assets ON assets.id = takes.asset_id LEFT JOIN projects ON projects.id = takes.project_id
        WHERE takes.trashed_at IS NOT NULL AND NOT ${wentAlong}`)
    const takes = JSON.parse(row?.takes ?? '[]') as [string, string, string | null, number, number][] // columns of strict tables
    return takes.map(([id, title, place, trashedAt, sizeBytes]) =>
      ({ kind: 'take', id, title: title.slice(0, 300), place: place ?? '', trashedAt, sizeBytes, trashedProject: null }))
  }

  async function allOthers(): Promise<(Omit<TrashItem, 'isUsed'> & InProject)[]> {
    const rows = await library.all<{
      kind: TrashKind
      id: string
      title: string
      place: string | null
      trashed_at: number
      size_bytes: number
      trashed_project: ProjectId | null
    }>(sql`
      SELECT 'project' AS kind, id, name AS title, NULL AS place, trashed_at, 0 AS size_bytes, NULL AS trashed_project
        FROM projects WHERE trashed_at IS NOT NULL
      UNION ALL SELECT 'line', lines.id, lines.text, projects.name, lines.removed_at, 0, ${trashedProject} FROM lines
        JOIN projects ON projects.id = lines.project_id WHERE lines.removed_at IS NOT NULL
      UNION ALL SELECT 'sequence', sequences.id, coalesce(${sql.json(sql`sequences.document`)} ->> '$.name', ''), projects.name,
        sequences.trashed_at, 0, ${trashedProject} FROM sequences JOIN projects ON projects.id = sequences.project_id
        WHERE sequences.trashed_at IS NOT NULL AND sequences.purged_at IS NULL
      UNION ALL SELECT 'voice', id, name, NULL, trashed_at, 0, NULL FROM voices WHERE trashed_at IS NOT NULL
      UNION ALL SELECT 'conversation', conversations.id, conversations.title, projects.name, conversations.trashed_at, 0, ${trashedProject}
        FROM conversations LEFT JOIN projects ON projects.id = conversations.project_id WHERE conversations.trashed_at IS NOT NULL
      UNION ALL SELECT 'delivery', deliveries.id, deliveries.name, projects.name, deliveries.trashed_at, 0, ${trashedProject}
        FROM deliveries JOIN projects ON projects.id = deliveries.project_id WHERE deliveries.trashed_at IS NOT NULL
      UNION ALL SELECT 'model', id, coalesce(iif(json_valid(model), model ->> '$.label', NULL), id), NULL, trashed_at, 0, NULL
        FROM models WHERE trashed_at IS NOT NULL`)
    return rows.map(row => ({
      kind: row.kind,
      id: row.id,
      title: row.title.slice(0, 300),
      place: row.place ?? '',
      trashedAt: row.trashed_at,
      sizeBytes: row.size_bytes,
      trashedProject: row.trashed_project,
    }))
  }

  /** The newest first. */
  async function all(): Promise<(Omit<TrashItem, 'isUsed'> & InProject)[]> {
    const every = [...await allTakes(), ...await allOthers()]
    return every.sort((a, b) => b.trashedAt - a.trashedAt || (a.id < b.id ? -1 : 1))
  }

  async function read(): Promise<TrashItem[]> {
    const every = await all()
    // What needs an item may be in the trash too: then both are deleted in time.
    const purged = purgeSetFrom(every)
    const used = needed(await usesOf(library, purged, await waiting()), use => !use.isTrashed)
    for (const takeId of await heldByVoices(library, purged))
      used.add(refKey({ kind: 'take', id: takeId }))
    return every.map(item => ({
      ...{ kind: item.kind, id: item.id, title: item.title, place: item.place, trashedAt: item.trashedAt, sizeBytes: item.sizeBytes },
      isUsed: used.size > 0 && used.has(refKey(item)),
    }))
  }

  async function waiting(): Promise<WaitingWork[]> {
    return (await ledger.standing()).map(row => ({
      title: row.title,
      modelId: row.model_id,
      projectId: isEnded(row.state) ? null : row.project_id,
      // One that ended without it may be read again from the disk.
      mayAnswer: row.kind === 'chat' && (!isEnded(row.state) || row.answer !== null),
      plan: row.plan,
    }))
  }

  /** Only items that are in the trash, in the order in which they can be deleted. */
  async function inTrash(items: readonly TrashRef[]): Promise<(TrashRef & InProject)[]> {
    const wanted = new Set(items.map(refKey))
    const found = (await all()).filter(item => wanted.has(refKey(item)))
    return order.flatMap(kind => found.filter(item => item.kind === kind))
  }

  /** All of these except the clips of voices that are kept. */
  async function purgeSetOf(items: readonly TrashRef[]): Promise<PurgeSet> {
    const purged = purgeSetFrom(items)
    const held = await heldByVoices(library, purged)
    return { ...purged, take: purged.take.filter(id => !held.has(id as TakeId)) } // ids of takes, as the list read them
  }

  async function weigh(items: readonly TrashRef[]): Promise<TrashWeight> {
    const found = await inTrash(items)
    const purged = await purgeSetOf(found)
    const along = await checksAlong(library, purged.take as TakeId[]) // ids of takes, as the list read them
    const freed = await filesFreed(library, { ...purged, take: [...purged.take, ...along] })
    const sizes = await Promise.all(freed.map(assets.weigh))
    return {
      chosen: Object.fromEntries(Array.from(Map.groupBy(found, item => item.kind), ([kind, of]) => [kind, of.length])),
      count: found.filter(item => item.kind !== 'take').length + purged.take.length,
      sizeBytes: sizes.reduce((sum, size) => sum + size, 0),
      ...placesOf(await usesOf(library, purged, await waiting())),
      films: await filmsLeft(found),
    }
  }

  /** Delivered films belong to the user and are never deleted. When a delivery is, the user is shown where its files are. */
  async function filmsLeft(items: readonly TrashRef[]): Promise<TrashWeight['films']> {
    const purged = new Set(items.map(refKey))
    const delivered = (await deliveredFiles(library)).filter(each => purged.has(refKey({ kind: 'delivery', id: each.deliveryId }))
      || purged.has(refKey({ kind: 'project', id: each.projectId })))
    const files = delivered.flatMap(({ folder, files }) => files.map(({ name, frames }) => ({ folder, name, frames })))
    const isThere = await Promise.all(files.map(file => isDelivered(file, file)))
    const byFolder = Map.groupBy(files.filter((_, index) => isThere[index]), file => file.folder)
    return [...byFolder].map(([folder, there]) => {
      const count = there.reduce((sum, file) => sum + countOf(file), 0)
      return { folder, count, names: there.slice(0, 5).map(file => file.name) }
    })
  }

  async function purge(items: readonly TrashRef[]): Promise<{ count: number, sizeBytes: number }> {
    const found = await inTrash(items)
    const { count, sizeBytes } = await weigh(found)
    await purgeAll(found)
    return { count, sizeBytes }
  }

  /** Those that are still in the trash. */
  async function purgeAll(items: readonly TrashRef[]): Promise<void> {
    for (const { kind, id } of items)
      await (kind === 'take' ? undefined : purgeOne[kind](id))
    // Called even without a take: it also deletes files that only a conversation or a project referred to.
    if (items.length > 0)
      await inParts(takeIdsOf(items), takes.purge)
  }

  /** What was trashed before this time, and is not needed. */
  async function dueBefore(time: number): Promise<TrashRef[]> {
    let due: readonly TrashRef[] = (await all()).filter(item => item.trashedAt < time)
    const work = due.length > 0 ? await waiting() : []
    // What is kept needs other items in turn: repeat until nothing that is deleted is needed by anything that is kept.
    for (let before = Infinity; due.length < before;) {
      before = due.length
      const purged = purgeSetFrom(due)
      const stays = needed(await usesOf(library, purged, work))
      const held = await heldByVoices(library, purged)
      due = due.filter(item => !stays.has(refKey(item)) && !(item.kind === 'take' && held.has(item.id as TakeId))) // an id of a take
    }
    return [...due]
  }

  return {
    async list({ act, from = 0, ...found } = {}) {
      const items = foundIn(await read(), found)
      return (act === undefined ? items : items.filter(item => actKeyOf(item) === act)).slice(from, from + mostListed)
    },
    async acts({ order: by, most, ...asked }) {
      const every = await read()
      const found = foundIn(every, asked)
      const acts = actsOf(found, by)
      return {
        acts: acts.slice(0, most),
        more: Math.max(0, acts.length - most),
        count: found.length,
        sizeBytes: found.reduce((sum, item) => sum + item.sizeBytes, 0),
        total: every.length,
        kinds: [...new Set(every.map(item => item.kind))],
        upTo: every[0]?.trashedAt ?? 0,
      }
    },
    chosen: async choice => chosenOf(await all(), choice).map(({ kind, id }) => ({ kind, id })),
    weigh,
    purge,
    async restore(items) {
      // Items that others belong to are restored first.
      const found = (await inTrash(items)).reverse()
      const chosen = new Set<string>(found.flatMap(({ kind, id }) => kind === 'project' ? id : []))
      // Nothing of a project that is in the trash is shown anywhere else.
      const along = new Set(found.flatMap(item => item.trashedProject ?? []).filter(id => !chosen.has(id)))
      const names: string[] = []
      for (const id of along)
        names.push((await projects.restore(id)).name)
      for (const { kind, id } of found)
        await (kind === 'take' ? undefined : restoreOne[kind](id))
      await inParts(takeIdsOf(found), takes.restore)
      return { count: found.length, projects: names }
    },
    async purgeOlderThan(days) {
      const before = clock.now() - days * 86_400_000
      let count = 0
      // Decided again for each kind, and not weighed: what is restored meanwhile may need what comes later.
      for (const kind of order) {
        const due = (await dueBefore(before)).filter(item => item.kind === kind)
        await purgeAll(due)
        count += due.length
      }
      return count
    },
  }
}

/** At least once: deleting no take also deletes files that only a conversation or a project referred to. */
async function inParts(takeIds: readonly TakeId[], act: (part: readonly TakeId[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from === 0 || from < takeIds.length; from += mostTakes)
    await act(takeIds.slice(from, from + mostTakes))
}

/** What these uses cannot do without. A take does not need the takes that it was made from, and a bin uses nothing. */
function needed(uses: readonly Use[], counts: (use: Use) => boolean = () => true): Set<string> {
  return new Set(uses.filter(use => !['source', 'bin'].includes(use.kind) && counts(use)).map(use => refKey({ kind: use.of, id: use.id })))
}

function purgeSetFrom(items: readonly TrashRef[]): PurgeSet {
  const byKind = Map.groupBy(items, item => item.kind)
  const of = (kind: TrashKind): string[] => byKind.get(kind)?.map(item => item.id) ?? []
  return {
    take: of('take'),
    voice: of('voice'),
    conversation: of('conversation'),
    project: of('project'),
    line: of('line'),
    model: of('model'),
    sequence: of('sequence'),
  }
}

/** The places with the most items first. */
function placesOf(uses: readonly Use[]): Pick<TrashWeight, 'used' | 'uses' | 'places'> {
  const byPlace = Map.groupBy(uses, ({ kind, place, isTrashed }) => JSON.stringify([kind, place, isTrashed]))
  const places = [...byPlace.values()].flatMap(([first, ...more]): TrashUse[] => first
    ? [{ kind: first.kind, place: first.place, isTrashed: first.isTrashed, things: 1 + more.length }]
    : [])
  places.sort((a, b) => b.things - a.things || a.place.localeCompare(b.place))
  return {
    used: new Set(uses.map(use => refKey({ kind: use.of, id: use.id }))).size,
    uses: places.slice(0, mostPlaces),
    places: places.length,
  }
}

/** Takes are deleted and restored together, so that the search index and listeners are updated once. */
function takeIdsOf(items: readonly TrashRef[]): TakeId[] {
  return items.flatMap(item => item.kind === 'take' ? item.id as TakeId : []) // ids of takes, as the list read them
}
