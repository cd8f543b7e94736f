/** The catalogue of models: built-in ones, those that the user made or changed, and which are hidden. */
import type { Kind } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { Model } from '#contract/models.ts'
import { Instant, ModelId } from '#contract/words.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { createLane } from '../base/concurrency.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, json } from '../storage/table.ts'
import { notSaidBefore, readCatalogue, readModel, writeCatalogue } from './catalogue-file.ts'

/** The column `model`: JSON, perhaps written before some properties of a model existed. */
const StoredModel = json(z.looseObject({}).transform(stored => ({ ...notSaidBefore, ...stored })).pipe(Model))

export const modelsTable = defineTable('models', z.object({
  id: ModelId,
  model: StoredModel,
}), { unread: { changed_at: Instant, trashed_at: Instant.nullable() } })
export const hiddenModelsTable = defineTable('hidden_models', z.object({ id: ModelId }))

export interface Models {
  /** The whole catalogue, hidden models included. Returns the same list until something changes. */
  all: () => readonly Model[]
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Model, ModelId>>
  /** A draft with the usual parameters of this kind of model and a new id. Nothing is stored. */
  template: (kind: Kind, modelId: ModelId) => Model
  /** `expected` is the user's own model with this id, as it was shown. @throws Fault bad-model, changed-meanwhile */
  save: (model: Model, expected?: Model | null) => Promise<Model>
  /** Moves it to the trash. The built-in model that it replaced, if any, is shown again. @throws Fault built-in-model, not-found */
  remove: (modelId: ModelId) => Promise<void>
  /** Restores a removed model. @throws Fault not-found */
  restore: (modelId: ModelId) => Promise<Model>
  /** Deletes a removed model permanently. */
  purge: (modelId: ModelId) => Promise<void>
  /** @throws Fault not-found */
  hide: (modelId: ModelId, isHidden: boolean) => Promise<Model>
  /** The models that the user made or changed, as a catalogue file. */
  exportFile: () => { text: string, fileName: string }
  /**
   * All or nothing. Returns the models in the order of the file. `expected` are the user's own models, as they were shown.
   *
   * @throws Fault bad-model, changed-meanwhile
   */
  importFile: (text: string, expected?: readonly Model[]) => Promise<ModelId[]>
  /** The listener is told after each change, with the list as it was before. */
  onChange: (listener: OnModels) => void
}

export type OnModels = (changedIds: readonly ModelId[], before: readonly Model[]) => Promise<void>

export async function openModels({ db, builtIn, clock }: {
  db: Database
  builtIn: readonly Model[]
  clock: Clock
}): Promise<Models> {
  const news = createChanges<Model, ModelId>()
  const listeners = new Set<OnModels>()
  const own = await loadOwn(db)
  const hiddenRows = await db.all(sql`SELECT ${hiddenModelsTable.columns} FROM hidden_models`)
  const hidden = new Set<string>(hiddenModelsTable.read(hiddenRows).map(row => row.id))
  let catalogue = gather()
  // What a change decides on, it must not find changed by another one that is being written.
  const changes = createLane({ concurrency: 1 })

  function gather(): readonly Model[] {
    const made = [...own.values()].filter(model => !builtIn.some(each => each.id === model.id)).sort((a, b) => a.id < b.id ? -1 : 1)
    return [...builtIn.map(model => own.get(model.id) ?? model), ...made].map(model => ({ ...model, isHidden: hidden.has(model.id) }))
  }

  function find(modelId: ModelId): Model | undefined {
    return catalogue.find(model => model.id === modelId)
  }

  /** The database is written first, which may fail; the catalogue in memory changes once that is durable. */
  async function announce(...modelIds: readonly ModelId[]): Promise<void> {
    const before = catalogue
    catalogue = gather()
    news.changed(...catalogue.filter(model => modelIds.includes(model.id)))
    news.removed(...modelIds.filter(id => !find(id)))
    for (const listener of listeners)
      await listener(modelIds, before)
  }

  /** Compared with the rows, in the transaction that writes: the catalogue in memory follows it. */
  async function keep(models: readonly Model[], expected: (modelId: ModelId) => Model | null | undefined): Promise<void> {
    await db.transaction(async (tx) => {
      const present = models.some(model => expected(model.id) !== undefined) ? await loadOwn(tx) : null
      for (const model of models) {
        if (present)
          requireAsExpected('model', { is: wordsOf(present.get(model.id)) }, { is: wordsOf(expected(model.id)) }, { is: wordsOf(model) })
        await tx.run(sql`
          INSERT INTO models (id, model, changed_at) VALUES (${model.id}, ${JSON.stringify(model)}, ${clock.now()})
          ON CONFLICT (id) DO UPDATE SET model = excluded.model, changed_at = excluded.changed_at, trashed_at = NULL`)
        await tx.run(hiding(model.id, model.isHidden))
      }
    })
    for (const model of models) {
      own.set(model.id, model)
      note(model.id, model.isHidden)
    }
    await announce(...models.map(model => model.id))
  }

  function note(modelId: ModelId, isHidden: boolean): void {
    if (isHidden)
      hidden.add(modelId)
    else
      hidden.delete(modelId)
  }

  return {
    all: () => catalogue,
    changes: signal => news.subscribe(async () => [...catalogue], signal),
    template: (kind, modelId) => templateFrom(builtIn, kind, modelId),
    save: (model, expected) => changes.run(async () => {
      const given = readModel(model, 'model')
      // Whether it is shown has its own call, which may have come in the meantime.
      const read = { ...given, isHidden: expected === undefined ? given.isHidden : hidden.has(given.id) }
      await keep([read], () => expected)
      return read
    }),
    remove: modelId => changes.run(async () => {
      const isBuiltIn = builtIn.some(model => model.id === modelId)
      if (!own.has(modelId))
        throw isBuiltIn ? new Fault('built-in-model', { model: modelId }) : new Fault('not-found', { word: 'model', id: modelId })
      await db.transaction(async (tx) => {
        await tx.run(sql`UPDATE models SET trashed_at = ${clock.now()} WHERE id = ${modelId}`)
        await tx.run(hiding(modelId, false))
      })
      own.delete(modelId)
      note(modelId, false)
      await announce(modelId)
    }),
    restore: modelId => changes.run(async () => {
      await db.run(sql`UPDATE models SET trashed_at = NULL WHERE id = ${modelId}`)
      const model = (await loadOwn(db)).get(modelId)
      if (!model)
        throw new Fault('not-found', { word: 'model', id: modelId })
      own.set(modelId, model)
      await announce(modelId)
      return model
    }),
    async purge(modelId) {
      await db.run(sql`DELETE FROM models WHERE id = ${modelId} AND trashed_at IS NOT NULL`)
    },
    hide: (modelId, isHidden) => changes.run(async () => {
      const model = find(modelId)
      if (!model)
        throw new Fault('not-found', { word: 'model', id: modelId })
      await db.run(hiding(modelId, isHidden))
      note(modelId, isHidden)
      await announce(modelId)
      return { ...model, isHidden }
    }),
    exportFile: () => ({ text: writeCatalogue(catalogue.filter(model => own.has(model.id))), fileName: 'takeroom-models.json' }),
    importFile: (text, expected) => changes.run(async () => {
      const models = readCatalogue(text)
      await keep(models, id => expected && (expected.find(model => model.id === id) ?? null))
      return models.map(model => model.id)
    }),
    onChange: listener => void listeners.add(listener),
  }
}

/** A row that this version cannot read is set aside; the built-in model with its id, if any, is shown. */
async function loadOwn(db: Pick<Database, 'all'>): Promise<Map<ModelId, Model>> {
  const rows = await db.all(sql`SELECT ${modelsTable.columns} FROM models WHERE trashed_at IS NULL ORDER BY id`)
  return new Map(modelsTable.read(rows).map(({ model }) => [model.id, model]))
}

/** All of it but whether it is shown, which has its own call. */
function wordsOf(model: Model | null | undefined): Omit<Model, 'isHidden'> | null {
  if (!model)
    return null
  const { isHidden: _, ...words } = model
  return { ...words, isBuiltIn: false }
}

function hiding(modelId: ModelId, isHidden: boolean) {
  return isHidden
    ? sql`INSERT INTO hidden_models (id) VALUES (${modelId}) ON CONFLICT (id) DO NOTHING`
    : sql`DELETE FROM hidden_models WHERE id = ${modelId}`
}

/** The built-in model of this kind with the most parameters, without its voices, which only that model has. */
function templateFrom(builtIn: readonly Model[], kind: Kind, modelId: ModelId): Model {
  const [richest] = builtIn.filter(model => model.kind === kind).sort((a, b) => b.fields.length - a.fields.length)
  if (!richest)
    throw new TypeError(`The catalogue has no model of the kind ${kind}`)
  return {
    ...richest,
    id: modelId,
    label: modelId,
    summary: '',
    presets: [],
    evidence: `Based on ${richest.label}`,
    isBuiltIn: false,
    isHidden: false,
  }
}
