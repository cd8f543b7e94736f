/**
 * Facets follow all that is done to takes: they are what a plain count of the rows says, and what a program that has just started counts.
 *
 * @module-tag wide
 */
import type { JournalStepName } from '#contract/journal.ts'
import type { FacetCounts } from '#contract/take-facets.ts'
import type { CollectionId, ProjectId, StepId, TakeId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newId } from '../../../../src-main/base/ids.ts'
import { createFacets } from '../../../../src-main/library/facets/facets.ts'
import { importOf } from '../../../../src-main/library/takes.ts'
import { sql } from '../../../../src-main/storage/sql.ts'
import { spokenTake } from '../../../kit/library.ts'
import { call } from '../../../kit/paid-inputs.ts'
import { openTestStudio } from '../../../kit/studio.ts'

const ofNone = { is: 'project' as const, projectId: null }
const step = (name: JournalStepName) => ({ id: newId<StepId>(), projectId: null, name, of: 'x', room: 'library' })
const searches = [
  ...['', 'gull', 'voice:ann', 'tag:sea -is:starred', 'collection:best horn', 'is:duplicate', 'project:boat is:unused', 'is:practice'],
]

type Studio = Awaited<ReturnType<typeof openTestStudio>>

interface Scene {
  readonly studio: Studio
  readonly projectId: ProjectId
  readonly collectionId: CollectionId
  /** Of the takes there are, the one of this number or another. */
  readonly some: (number: number) => Promise<TakeId[]>
}

type Act = (scene: Scene, number: number) => Promise<unknown>

async function fileTake({ studio, projectId }: Scene, number: number): Promise<void> {
  const { assets, takes } = studio.parts
  const asset = await assets.adoptText(`content ${number % 5}`, { mime: 'text/plain', extension: 'txt' })
  await takes.file(number % 4 === 0
    ? importOf({ medium: 'audio', title: 'horn' })
    : spokenTake(['gull', 'horn over the harbour'][number % 2] ?? '', {
        voice: ['Ann', 'Vivian', null][number % 3] ?? null,
        isPractice: number % 5 === 0,
        projectId: number % 2 === 0 ? projectId : null,
      }), asset)
}

async function turn({ studio }: Scene, way: 'undo' | 'redo'): Promise<void> {
  const next = (await studio.handlers.journal.next({ of: ofNone }, call))[way]
  if (next)
    await studio.handlers.journal[way]({ of: ofNone, stepId: next.id }, call).catch(() => {}) // Another act may have come between.
}

const acts: Readonly<Record<string, Act>> = {
  make: fileTake,
  makeAnother: fileTake,
  star: async ({ studio, some }, number) =>
    studio.handlers.takes.star({ takeIds: await some(number), isStarred: number % 3 > 0, step: step('starTakes') }, call),
  tag: async ({ studio, some }, number) => studio.handlers.takes.tag({
    ...{ takeIds: await some(number), add: number % 3 > 0 ? ['sea'] : ['夜'], remove: number % 3 > 1 ? ['夜'] : [], step: step('tagTakes') },
  }, call),
  collect: async ({ studio, some, collectionId }, number) =>
    studio.handlers.collections.add({ collectionId, takeIds: await some(number), step: step('addToCollection') }, call),
  leave: async ({ studio, some, collectionId }, number) =>
    studio.handlers.collections.removeTakes({ collectionId, takeIds: await some(number), step: step('removeFromCollection') }, call),
  addToProject: async ({ studio, some, projectId }, number) =>
    studio.handlers.takes.addToProject({ projectId, takeIds: await some(number), step: step('addToBin') }, call),
  trash: async ({ studio, some }, number) => studio.handlers.takes.trash({ takeIds: await some(number), step: step('trashTakes') }, call),
  restore: async ({ studio, some }, number) =>
    studio.handlers.takes.restore({ takeIds: await some(number), step: step('restoreTakes') }, call),
  async purge({ studio: { parts: { takes } }, some }, number) {
    const ids = (await some(number)).slice(0, 1)
    await takes.trash(ids)
    await takes.purge(ids)
  },
  renameProject: async ({ studio, projectId }, number) =>
    studio.parts.projects.rename(projectId, ['The boat', 'The ship'][number % 2] ?? ''),
  undo: scene => turn(scene, 'undo'),
  redo: scene => turn(scene, 'redo'),
}

/** Without a search, by the rows alone. */
async function plainly({ parts: { library } }: Studio): Promise<Record<string, Record<string, number>>> {
  const counted = async (value: ReturnType<typeof sql>, from = sql`takes`) => {
    const rows = await library.all<{ value: string | null, count: number }>(sql`
      SELECT ${value} AS value, count(DISTINCT takes.id) AS count FROM ${from} WHERE takes.trashed_at IS NULL GROUP BY 1`)
    return Object.fromEntries(rows.flatMap(row => row.value === null ? [] : [[row.value, row.count]]))
  }
  return {
    kind: await counted(sql`takes.kind`),
    voice: await counted(sql`takes.voice`),
    star: await counted(sql`iif(takes.is_starred = 1, 'is:starred', NULL)`),
    tag: await counted(sql`take_tags.tag`, sql`takes JOIN take_tags ON take_tags.take_id = takes.id`),
    collection: await counted(sql`collections.name`, sql`takes JOIN collection_takes ON collection_takes.take_id = takes.id
      JOIN collections ON collections.id = collection_takes.collection_id`),
    project: await counted(sql`projects.name`, sql`takes LEFT JOIN project_takes ON project_takes.take_id = takes.id
      JOIN projects ON projects.id IN (takes.project_id, project_takes.project_id)`),
    duplicate: await counted(sql`iif(
      (SELECT count(*) FROM takes AS same WHERE same.asset_id = takes.asset_id AND same.trashed_at IS NULL) > 1, 'is:duplicate', NULL)`),
  }
}

function byFacet(counts: readonly FacetCounts[]): Record<string, Record<string, number>> {
  return Object.fromEntries(counts.map(({ facet, values }) => [facet, Object.fromEntries(values.map(each => [each.value, each.count]))]))
}

it('whatever is done to takes', async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(20), fc.boolean()), { minLength: 5, maxLength: 25 }),
    async (done) => {
      const studio = await openTestStudio()
      const { takes, projects, collections, library } = studio.parts
      const projectId = (await projects.create('The boat')).id
      const collectionId = (await collections.create('Best', [])).collection.id
      const scene: Scene = {
        ...{ studio, projectId, collectionId },
        async some(number) {
          const rows = await library.all<{ id: TakeId }>(sql`SELECT id FROM takes WHERE number % 4 = ${number % 4} ORDER BY number LIMIT 3`)
          return rows.length > 0 ? rows.map(row => row.id) : [newId<TakeId>()]
        },
      }
      await fileTake(scene, 1)
      await fileTake(scene, 2)
      for (const [name, number, isLooked] of [...done, ['star', 1, true] as const]) {
        await acts[name]?.(scene, number)
        if (!isLooked)
          continue
        const live = byFacet(await takes.facets({ text: '', inTrash: false }))
        for (const [facet, counts] of Object.entries(await plainly(studio)))
          expect([name, facet, live[facet] ?? {}]).toEqual([name, facet, counts])
        const fresh = createFacets(library, { models: () => [], nowMs: Date.now })
        for (const text of searches) {
          for (const inTrash of [false, true]) {
            const { account: _, model: __, ...seen } = byFacet(await takes.facets({ text, inTrash }))
            const { account: ___, model: ____, ...counted } = byFacet(await fresh.count({ text, inTrash }))
            expect([name, text, seen]).toEqual([name, text, counted])
          }
        }
      }
      await studio.close()
    },
  ), { numRuns: 12 })
}, 120_000)
