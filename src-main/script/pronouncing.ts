/** The dictionary of a project and of the studio: what it changes in what lines ask for, and who is told. */
import type { Model } from '#contract/models.ts'
import type { Line, Pronunciation } from '#contract/script.ts'
import type { LineId, ProjectId, PronunciationId } from '#contract/words.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { KnownBefore } from './choose-takes.ts'
import type { Script } from './script-port.ts'
import { createChanges } from '../base/changes.ts'
import { requireProject } from '../library/projects.ts'
import { sql } from '../storage/sql.ts'
import { asksOf, readLineRows, readSpeaking } from './line-rows.ts'
import { deletePronunciations, findPronunciations, linesSaying, putPronunciations, readPronunciations } from './pronunciation-rows.ts'

interface OfScript {
  readonly db: Database
  readonly models: () => readonly Model[]
  /** Sends the lines that `work` returns, once they are durable. */
  readonly change: (work: (tx: Transaction) => Promise<{ changed: Line[] }>) => Promise<unknown>
  /** Chooses fitting takes for lines of several projects. */
  readonly fitEach: (tx: Transaction, lineIds: ReadonlyMap<ProjectId, readonly LineId[]>, known: KnownBefore) => Promise<Line[]>
}

export type Pronouncing = Pick<Script, 'pronunciationsOf' | 'pronunciations' | 'pronounce' | 'notePronounced'>

export function createPronouncing({ db, models, change, fitEach }: OfScript): { calls: Pronouncing, close: () => void } {
  const news = createChanges<Pronunciation, PronunciationId>()

  const calls: Pronouncing = {
    pronunciationsOf: projectId => readPronunciations(db, projectId),
    pronunciations: (projectId, signal) => news.subscribe(async () => {
      await requireProject(db, projectId)
      return readPronunciations(db, projectId)
    }, signal, entry => entry.projectId === null || entry.projectId === projectId),
    async pronounce(saved, removedIds) {
      await change(async (tx) => {
        for (const projectId of new Set(saved.flatMap(entry => entry.projectId ?? [])))
          await requireProject(tx, projectId)
        const before = await findPronunciations(tx, [...saved.map(entry => entry.id), ...removedIds])
        const affected = await linesSaying(tx, [...before, ...saved])
        const asks = new Map<LineId, string>()
        for (const [projectId, ids] of affected) {
          const rows = await readLineRows(tx, projectId, sql`AND lines.id IN ${sql.list(ids)}`)
          asksOf(rows, await readSpeaking(tx, projectId), models()).forEach((ask, id) => asks.set(id, ask))
        }
        await putPronunciations(tx, saved)
        await deletePronunciations(tx, removedIds)
        return { changed: await fitEach(tx, affected, { asks }) }
      })
      news.changed(...saved)
      news.removed(...removedIds)
    },
    async notePronounced(changes) {
      // What was there before, and what is there now: lines with either are read again.
      const ids = changes.map(({ key }) => String(key[0]) as PronunciationId) // the key of an entry
      const now = await findPronunciations(db, ids)
      const words = changes.flatMap(({ before, after }) => [before?.word, after?.word])
        .flatMap(word => typeof word === 'string' ? { word, projectId: null } : [])
      await change(async tx => ({ changed: await fitEach(tx, await linesSaying(tx, [...words, ...now]), {}) }))
      news.changed(...now)
      news.removed(...ids.filter(id => !now.some(entry => entry.id === id)))
    },
  }
  return { calls, close: () => news.close() }
}
