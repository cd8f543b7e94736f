/** The dictionary of a project and of the studio: what it changes in what lines ask for, and who is told. */
import type { Model } from '#contract/models.ts'
import type { Line, Pronunciation } from '#contract/script.ts'
import type { LineId, ProjectId, PronunciationId } from '#contract/words.ts'
import type { RowChange } from '../journal/row-changes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { KnownBefore } from './choose-takes.ts'
import type { Script } from './script-port.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { requireProject } from '../library/projects.ts'
import { sql } from '../storage/sql.ts'
import { asksOf, readLineRows, readLines, readSpeaking } from './line-rows.ts'
import { deletePronunciations, findPronunciations, linesSaying, putPronunciations, readPronunciations } from './pronunciation-rows.ts'

type LinesByProject = ReadonlyMap<ProjectId, readonly LineId[]>

interface OfScript {
  readonly db: Database
  readonly models: () => readonly Model[]
  /** Sends the lines that `work` returns, once they are durable. */
  readonly change: (work: (tx: Transaction) => Promise<{ changed: Line[] }>) => Promise<unknown>
  /** Chooses fitting takes for lines of several projects. */
  readonly fitEach: (tx: Transaction, lineIds: LinesByProject, known: KnownBefore) => Promise<Line[]>
}

export type Pronouncing = Pick<Script, 'pronunciationsOf' | 'pronunciations' | 'pronounce' | 'turnPronounced' | 'notePronounced'>

export function createPronouncing({ db, models, change, fitEach }: OfScript): { calls: Pronouncing, close: () => void } {
  const news = createChanges<Pronunciation, PronunciationId>()

  /** Writes entries, and finds the takes of these lines where they ask for something else then. */
  async function fitAround(tx: Transaction, affected: LinesByProject, write: () => Promise<void>): Promise<Line[]> {
    const asks = new Map<LineId, string>()
    for (const [projectId, ids] of affected) {
      const rows = await readLineRows(tx, projectId, sql`AND lines.id IN ${sql.list(ids)}`)
      asksOf(rows, await readSpeaking(tx, projectId), models()).forEach((ask, id) => asks.set(id, ask))
    }
    await write()
    return fitEach(tx, affected, { asks })
  }

  const calls: Pronouncing = {
    pronunciationsOf: projectId => readPronunciations(db, projectId),
    pronunciations: (projectId, signal) => news.subscribe(async () => {
      if (projectId !== null)
        await requireProject(db, projectId)
      return readPronunciations(db, projectId)
    }, signal, entry => entry.projectId === null || entry.projectId === projectId),
    async pronounce(saved, removedIds, expected) {
      await change(async (tx) => {
        for (const projectId of new Set(saved.flatMap(entry => entry.projectId ?? [])))
          await requireProject(tx, projectId)
        const before = await findPronunciations(tx, [...saved.map(entry => entry.id), ...removedIds])
        if (expected)
          requireEachAsExpected(before, expected, [...saved, ...removedIds.map(id => ({ id }))])
        return {
          changed: await fitAround(tx, await linesSaying(tx, [...before, ...saved]), async () => {
            await putPronunciations(tx, saved)
            await deletePronunciations(tx, removedIds)
          }),
        }
      })
      news.changed(...saved)
      news.removed(...removedIds)
    },
    async turnPronounced(tx, changes, write) {
      const ids = changes.map(({ key }) => String(key[0]) as PronunciationId) // the key of an entry
      const there = await findPronunciations(tx, ids)
      const affected = await linesSaying(tx, [...there, ...wordsAfter(changes, there)])
      await fitAround(tx, affected, () => write(changes))
      return async () => {
        // Read again: they may have been changed, and told, since.
        await change(async (now) => {
          const changed: Line[] = []
          for (const [projectId, lineIds] of affected)
            changed.push(...await readLines(now, projectId, models(), sql`AND lines.id IN ${sql.list(lineIds)}`))
          return { changed }
        })
        await calls.notePronounced(ids)
      }
    },
    async notePronounced(ids) {
      const now = await findPronunciations(db, ids)
      const there = new Set(now.map(entry => entry.id))
      news.changed(...now)
      news.removed(...ids.filter(id => !there.has(id)))
    },
  }
  return { calls, close: () => news.close() }
}

/** @throws Fault changed-meanwhile */
function requireEachAsExpected(
  present: readonly Pronunciation[],
  expected: readonly Pronunciation[],
  asked: readonly (Pronunciation | Pick<Pronunciation, 'id'>)[],
): void {
  const [now, known] = [present, expected].map(all => new Map(all.map(entry => [entry.id, entry])))
  for (const each of asked)
    requireAsExpected('pronunciation', now?.get(each.id) ?? null, known?.get(each.id) ?? null, 'word' in each ? each : null)
}

/** The words that entries will have, and whose they will be. */
function wordsAfter(changes: readonly RowChange[], there: readonly Pronunciation[]): Pick<Pronunciation, 'projectId' | 'word'>[] {
  const byId = new Map<string, Pronunciation>(there.map(entry => [entry.id, entry]))
  return changes.flatMap(({ key, after }) => {
    const before = byId.get(String(key[0]))
    const word = after?.word ?? before?.word
    if (after === null || typeof word !== 'string')
      return []
    const projectId = after.project_id === undefined ? before?.projectId ?? null : after.project_id as ProjectId | null // its column
    return [{ word, projectId }]
  })
}
