/** The prompt shelf of projects and of the studio: what prompts name with `@name`. */
import type { NewShelfEntry, ShelfEntry } from '#contract/shelf.ts'
import type { ProjectId, ShelfEntryId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { RowChange } from '../journal/row-changes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Takes } from './takes.ts'
import { Fault } from '#contract/faults.ts'
import { mostNameLetters } from '#contract/shelf.ts'
import { foldShelfName } from '#rules/shelf/names.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { freeName } from './free-name.ts'
import { requireProject } from './projects.ts'
import { deleteShelfEntries, findShelfEntries, putShelfEntries, readShelf, readShelfOf } from './shelf-rows.ts'

/** `expected` is what is there now: null for nothing. */
interface SavedEntry { readonly entry: NewShelfEntry, readonly expected?: NewShelfEntry | null | undefined }

export interface Shelf {
  changes: (signal?: AbortSignal) => ReturnType<ReturnType<typeof createChanges<ShelfEntry, ShelfEntryId>>['subscribe']>
  /** Those that count in a project; without one, those of the studio. */
  entriesOf: (projectId: ProjectId | null) => Promise<ShelfEntry[]>
  /** All or none. @throws Fault not-found for an unknown project, changed-meanwhile, name-taken */
  write: (saved: readonly SavedEntry[], removedIds: readonly ShelfEntryId[]) => Promise<void>
  /**
   * Changes rows as undo and redo do, with `write`. An entry that comes back while another one has its name gets a number. Answers what
   * tells others, once it is durable. @throws Fault name-taken where another one has got a former name
   */
  turn: (
    tx: Transaction,
    changes: readonly RowChange[],
    write: (changes: readonly RowChange[]) => Promise<void>,
  ) => Promise<() => Promise<void>>
  /** Rows of these entries were written by another module. */
  noteTurned: (ids: readonly ShelfEntryId[]) => Promise<void>
  /** Tells of entries whose images were trashed, restored or deleted. Runs until the signal aborts; never throws. */
  follow: (signal: AbortSignal) => Promise<void>
  /** The listener is told after each change, before those who follow the shelf. */
  onChange: (listener: () => Promise<void>) => void
}

export function createShelf({ db, takes, log }: { db: Database, takes: Pick<Takes, 'find' | 'changes'>, log: Log }): Shelf {
  const news = createChanges<ShelfEntry, ShelfEntryId>()
  const listeners = new Set<() => Promise<void>>()

  async function withStills(entries: readonly NewShelfEntry[]): Promise<ShelfEntry[]> {
    const ids = [...new Set(entries.flatMap(entry => entry.takeIds))]
    const found = new Map((ids.length === 0 ? [] : await takes.find(ids)).map(take => [take.id, take]))
    return entries.map(entry => ({
      ...entry,
      stills: entry.takeIds.flatMap((takeId) => {
        const take = found.get(takeId)
        const isThere = take?.medium === 'picture' && take.trashedAt === null && !take.asset.isMissing
        return isThere ? [{ takeId, assetId: take.asset.id, mime: take.asset.mime }] : []
      }),
    }))
  }

  async function announce(ids: readonly ShelfEntryId[]): Promise<void> {
    for (const listener of listeners)
      await listener()
    const now = await withStills(await findShelfEntries(db, ids))
    news.changed(...now)
    news.removed(...ids.filter(id => !now.some(entry => entry.id === id)))
  }

  /** Compared without regard to case: in a prompt, both would be meant. */
  async function requireFreeNames(tx: Transaction, saved: readonly NewShelfEntry[]): Promise<void> {
    const all = await readShelf(tx)
    for (const entry of saved) {
      if (namesBeside(all, entry)(entry.name))
        throw new Fault('name-taken', { word: 'shelf', name: entry.name })
    }
  }

  return {
    changes: signal => news.subscribe(async () => withStills(await readShelf(db)), signal),
    entriesOf: async projectId => withStills(await readShelfOf(db, projectId)),
    async write(saved, removedIds) {
      const entries = saved.map(each => each.entry)
      await db.transaction(async (tx) => {
        for (const projectId of new Set(entries.flatMap(entry => entry.projectId ?? [])))
          await requireProject(tx, projectId)
        const present = new Map((await findShelfEntries(tx, entries.map(({ id }) => id))).map(entry => [entry.id, entry]))
        for (const { entry, expected } of saved)
          requireAsExpected('shelf', present.get(entry.id) ?? null, expected, entry)
        await putShelfEntries(tx, entries)
        await deleteShelfEntries(tx, removedIds)
        await requireFreeNames(tx, entries)
      })
      await announce([...entries.map(({ id }) => id), ...removedIds])
    },
    async turn(tx, changes, write) {
      await write(changes)
      const ids = [...new Set(changes.map(({ key }) => String(key[0]) as ShelfEntryId))] // the key of an entry
      const cameBack = new Set(changes.flatMap(({ key, before }) => before === null ? key : []))
      const entries = await findShelfEntries(tx, ids)
      for (const entry of entries.filter(({ id }) => cameBack.has(id))) {
        const isTaken = namesBeside(await readShelf(tx), entry)
        if (isTaken(entry.name))
          await putShelfEntries(tx, [{ ...entry, name: freeName(entry.name, { isTaken, longest: mostNameLetters, ending: n => `-${n}` }) }])
      }
      await requireFreeNames(tx, entries.filter(({ id }) => !cameBack.has(id)))
      return () => announce(ids)
    },
    noteTurned: announce,
    async follow(signal) {
      try {
        for await (const { changed, removed } of takes.changes(signal)) {
          const ids = new Set([...changed.filter(take => take.medium === 'picture').map(take => take.id), ...removed])
          const shown = ids.size === 0 ? [] : (await readShelf(db)).filter(entry => entry.takeIds.some(id => ids.has(id)))
          if (shown.length > 0)
            await announce(shown.map(entry => entry.id))
        }
      }
      catch (error) {
        if (!signal.aborted)
          log.error('shelf-follow-failed', { error })
      }
    },
    onChange: listener => void listeners.add(listener),
  }
}

/** Whether another entry of the same place has a name. */
function namesBeside(all: readonly NewShelfEntry[], { id, projectId }: NewShelfEntry): (name: string) => boolean {
  const names = all.flatMap(other => other.id !== id && other.projectId === projectId ? foldShelfName(other.name) : [])
  return name => names.includes(foldShelfName(name))
}
