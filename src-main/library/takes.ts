/** Takes: each is filed once under the job that made it, is found by its texts, and keeps its content unchanged. */
import type { FacetCounts } from '#contract/take-facets.ts'
import type { TakeMonth } from '#contract/take-order.ts'
import type { CheckOfTake, SameContent, Take, TakeMarks, TakeUse } from '#contract/takes.ts'
import type { AssetId, JobId, LineId, Medium, ModelId, ProjectId, SoundChoice, TakeId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { NewAsset } from './asset-rows.ts'
import type { Assets } from './assets.ts'
import type { DearestJobs } from './cost-order.ts'
import type { FacetQuery } from './facets/facets.ts'
import type { Projects } from './projects.ts'
import type { ReleaseTakes } from './purge-takes.ts'
import type { WantedContent } from './same-content.ts'
import type { SearchNames } from './search-terms.ts'
import type { TakeQuery } from './search.ts'
import type { TakesEvent } from './take-news.ts'
import type { OrderQuery } from './take-order.ts'
import type { NewTake } from './take-rows.ts'
import type { MadeOf, SpokenWith } from './takes-made-with.ts'
import { Fault } from '#contract/faults.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { newId } from '../base/ids.ts'
import { createStepMoment } from '../base/step-moment.ts'
import { sql } from '../storage/sql.ts'
import { readMany } from '../storage/unreadable-rows.ts'
import { chooseHeard, noteFileIsBack, shownOf } from './asset-rows.ts'
import { checksOfTake, outOfTrash } from './checks.ts'
import { createCostOrder } from './cost-order.ts'
import { createFacets } from './facets/facets.ts'
import { addToProject, removeFromProject } from './project-takes.ts'
import { requireProject } from './projects.ts'
import { purgeTakes } from './purge-takes.ts'
import { othersOfContent, takesOfContents } from './same-content.ts'
import { indexTake, indexTakes } from './search-index.ts'
import { searchTakes } from './search.ts'
import { stackTakes } from './stack-takes.ts'
import { createStacks } from './stacks.ts'
import { monthsOfTakes } from './take-months.ts'
import { createTakeNews } from './take-news.ts'
import { orderOfTakes, takesNumbered } from './take-order.ts'
import { addToNotes, giveOtherFile, insertTake, nameTakes, selectTakes, takeOf, takeOfPart, voicesOfTakes } from './take-rows.ts'
import { addTags, allTags, removeTags } from './take-tags.ts'
import { usesOfTakes } from './take-uses.ts'
import { fingerprintsOfTakes, isMadeOf, newestSpokenWith, newestWithVoice, takesOfSameFiles } from './takes-made-with.ts'

export type { TakesEvent } from './take-news.ts'
export { importOf } from './take-rows.ts'
export type { NewTake } from './take-rows.ts'

export interface Takes {
  changes: (signal?: AbortSignal) => AsyncIterable<TakesEvent>
  /**
   * Files a take. If this part of the job was filed before, returns that take, with the file of now where its own is lost: made again, it
   * may differ in a byte.
   */
  file: (take: NewTake, asset: NewAsset) => Promise<Take>
  get: (takeId: TakeId) => Promise<Take>
  find: (takeIds: readonly TakeId[]) => Promise<Take[]>
  /** One page of the takes that match a query, newest first. */
  search: (query: TakeQuery) => Promise<{ takes: Take[], nextCursor: string | null }>
  /** All that a query finds, in an order: their numbers, as runs, and the stacks among them. */
  order: (query: OrderQuery) => Promise<{ runs: string, stacks: string, upTo: number }>
  numbered: (numbers: readonly number[]) => Promise<Take[]>
  /** The months of all takes, the earliest first. */
  months: () => Promise<TakeMonth[]>
  /** The fingerprint of the line when each take was made; null for takes without a line. */
  madeFrom: (takeIds: readonly TakeId[]) => Promise<Map<TakeId, string | null>>
  ofJob: (jobId: JobId) => Promise<Take[]>
  ofLine: (lineId: LineId) => Promise<Take[]>
  ofProject: (projectId: ProjectId, media: readonly Medium[]) => Promise<Take[]>
  /** The newest take with this asset that is not in the trash. */
  withAsset: (assetId: AssetId) => Promise<Take | undefined>
  /** These takes, and all others with the same file as one of them. */
  ofSameFiles: (takeIds: readonly TakeId[]) => Promise<TakeId[]>
  /**
   * The takes that a model has made, newest first, of any of these texts, or of requests with any of these files where `texts` is null.
   * Only whole ones that are there: neither incomplete nor in the trash, and not without their file.
   */
  madeOf: (of: MadeOf) => Promise<Take[]>
  newestWithVoice: (modelId: ModelId, voice: string) => Promise<TakeId | null>
  /** The newest takes that speak with it, without those that did not arrive whole. */
  newestSpokenWith: (voice: SpokenWith, most: number) => Promise<Take[]>
  /** Answers the takes that this changed. */
  star: (takeIds: readonly TakeId[], isStarred: boolean) => Promise<TakeId[]>
  /** For every take of the same file. Null is both sides of its default sound. @throws Fault not-found */
  chooseSound: (takeId: TakeId, heard: SoundChoice | null) => Promise<{ take: Take, isChanged: boolean }>
  /** An in point that is not before the out point removes it. @throws Fault not-found */
  mark: (takeId: TakeId, marks: TakeMarks) => Promise<{ take: Take, isChanged: boolean }>
  /** @throws Fault changed-meanwhile, not-found */
  note: (takeId: TakeId, note: string, expected?: string) => Promise<Take>
  addToNotes: (takeIds: readonly TakeId[], text: string) => Promise<{ takeIds: TakeId[], tooLong: number }>
  /** Of all or none; an empty name takes it away. @throws Fault changed-meanwhile, not-found */
  rename: (names: readonly { takeId: TakeId, name: string, expected?: string | undefined }[]) => Promise<Take[]>
  /** Answers the takes that this changed. */
  tag: (takeIds: readonly TakeId[], tags: { add: readonly string[], remove: readonly string[] }) => Promise<TakeId[]>
  /** The tags and voices of all takes, by name. */
  known: () => Promise<{ tags: string[], voices: string[] }>
  /** How many takes a search finds by each value of each facet. @throws the reason of the signal */
  facets: (query: FacetQuery, signal?: AbortSignal) => Promise<FacetCounts[]>
  /** How many takes each of these texts finds, without those in the trash. @throws the reason of the signal */
  countFound: (texts: readonly string[], signal?: AbortSignal) => Promise<number[]>
  /** Returns those that had neither been made there nor added before. @throws Fault not-found */
  addToProject: (projectId: ProjectId, takeIds: readonly TakeId[]) => Promise<TakeId[]>
  /** Takes that were made there or are used there remain part of the project. @throws Fault not-found */
  removeFromProject: (
    projectId: ProjectId,
    takeIds: readonly TakeId[],
  ) => Promise<{ takeIds: TakeId[], madeThere: number, stillUsed: number }>
  uses: (takeIds: readonly TakeId[]) => Promise<TakeUse[]>
  /** The other takes of its content that are not in the trash, the first one first. */
  othersOfContent: (takeId: TakeId) => Promise<SameContent[]>
  /** For each file of such a content; null where there is none. */
  ofContents: (files: readonly WantedContent[], projectId: ProjectId) => Promise<(Take | null)[]>
  /** The transcripts that listening back made of it, the newest first. */
  checks: (takeId: TakeId) => Promise<CheckOfTake[]>
  /** With their checks. Answers those that were not there before. */
  trash: (takeIds: readonly TakeId[]) => Promise<TakeId[]>
  /** With the checks that were moved there with them. Answers those that were in the trash. */
  restore: (takeIds: readonly TakeId[]) => Promise<TakeId[]>
  /**
   * Permanently deletes those of the takes that are in the trash, except clips of voices, with the checks that are there with them, and
   * every file that nothing refers to any more.
   */
  purge: (takeIds: readonly TakeId[]) => Promise<number>
  onPurge: (release: ReleaseTakes) => void
  /** Changes something that a take is found by, and updates the search index and listeners. */
  changeWords: (takeId: TakeId, change: (tx: Transaction) => Promise<void>) => Promise<Take>
  /** Announces the takes that were added to a project: it was restored. */
  announceBin: (projectId: ProjectId) => Promise<void>
  /** Writes the search index of these takes, and which stack they are of where that is not known. */
  index: (tx: Transaction, takeIds: readonly TakeId[]) => Promise<void>
  /** Stacks were computed that were not known before. */
  forgetStacks: () => void
  /** The journal has changed rows of these takes, or whether they belong to a project. */
  noteTurned: (takeIds: readonly TakeId[], projectIds?: readonly ProjectId[]) => Promise<void>
  /** Announces takes whose assets changed. Their projects did not. */
  announceAssets: (assetIds: readonly AssetId[]) => Promise<void>
}

/** As many as one call moves to the trash. */
const mostOthers = 1000
/** As many as anybody makes of one take. */
const mostChecks = 100
/** Whose takes are announced at once. */
const mostFiles = 500

export function createTakes(options: {
  db: Database
  assets: Assets
  projects: Projects
  clock: Clock
  log: Log
  /** The model list, by whose names takes are found. */
  models?: SearchNames['models']
  accounts?: SearchNames['accounts']
  /** Without it, no take has a known cost. */
  dearest?: DearestJobs
}): Takes {
  const { db, assets, projects, clock, log, models = () => [], accounts = async () => [] } = options
  const names: SearchNames = { models, accounts, nowMs: clock.now }
  const facets = createFacets(db, names)
  const news = createTakeNews({ db, projects, onTold: facets.hear })
  const costOrder = options.dearest && createCostOrder(db, options.dearest)
  const stacks = createStacks(db)
  const logged = new Set<TakeId>()
  const releases = new Set<ReleaseTakes>()
  const momentOfStep = createStepMoment(clock)

  /** An unreadable request is logged once, though the take is read again with every list that it is in. */
  function read(row: object): Take {
    const take = takeOf(row)
    if (take.isRequestUnreadable && !logged.has(take.id)) {
      logged.add(take.id)
      log.warn('take-request-unreadable', { takeId: take.id })
    }
    return take
  }

  async function find(takeIds: readonly TakeId[]): Promise<Take[]> {
    const rows = await db.all(sql`${selectTakes} WHERE takes.id IN ${sql.list(takeIds)}`)
    const byId = new Map((await readMany(rows, read)).map(take => [take.id, take]))
    return takeIds.flatMap(id => byId.get(id) ?? [])
  }

  async function get(takeId: TakeId): Promise<Take> {
    const [take] = await find([takeId])
    if (!take)
      throw new Fault('not-found', { word: 'take', id: takeId })
    return take
  }

  async function list(where: Sql): Promise<Take[]> {
    return readMany(await db.all(sql`${selectTakes} WHERE ${where} ORDER BY takes.number DESC`), read)
  }

  async function changeOne(takeId: TakeId, change: (tx: Transaction) => Promise<void>): Promise<Take> {
    await db.transaction(change)
    const [take] = await news.announce(async (): Promise<[Take]> => [await get(takeId)])
    return take
  }

  /** An edited transcript is found by its current text. */
  async function changeWords(takeId: TakeId, change: (tx: Transaction) => Promise<void>): Promise<Take> {
    return changeOne(takeId, async (tx) => {
      await change(tx)
      const row = await tx.get<{ number: number }>(sql`SELECT number FROM takes WHERE id = ${takeId}`)
      if (row)
        await indexTake(tx, row.number)
    })
  }

  /** Answers those of the asked ones that were moved. */
  async function announceMoved(takeIds: readonly TakeId[], moved: readonly TakeId[]): Promise<TakeId[]> {
    const asked = new Set(takeIds)
    await news.announce(() => find([...takeIds, ...moved.filter(id => !asked.has(id))]))
    return moved.filter(id => asked.has(id))
  }

  /** Puts takes into a project or takes them out, and announces those that changed. */
  async function changeBin(projectId: ProjectId, change: (tx: Transaction) => Promise<TakeId[]>): Promise<TakeId[]> {
    const ids = await db.transaction(async (tx) => {
      await requireProject(tx, projectId)
      return change(tx)
    })
    if (ids.length > 0) {
      await news.publish(() => find(ids))
      await projects.touch(projectId)
    }
    return ids
  }

  return {
    get,
    find,
    search: query => searchTakes(db, query, { read, names }),
    order: query => orderOfTakes(db, query, { names, costOrder, stacks }),
    months: () => monthsOfTakes(db),
    numbered: numbers => takesNumbered(db, numbers, read),
    changes: news.changes,
    async file(take, asset) {
      const id = newId<TakeId>(clock.now())
      let before: string | null = null
      let isSpare = false
      const filed = await db.transaction(async (tx) => {
        before = await shownOf(tx, asset.id)
        const there = await takeOfPart(tx, take)
        if (there?.asset.id === asset.id) {
          // The file of a take that was lost with the power is back.
          await noteFileIsBack(tx, asset.id)
          return there.id
        }
        if (there) {
          isSpare = await assets.isHere(there.asset)
          if (!isSpare) {
            await assets.insert(tx, asset)
            await giveOtherFile(tx, there.id, asset.id)
            await indexTake(tx, there.number)
          }
          return there.id
        }
        await assets.insert(tx, asset)
        await indexTake(tx, await insertTake(tx, id, take, asset, clock.now()))
        return id
      }).finally(() => assets.releasePin(asset.id))
      if (isSpare)
        await assets.discard(asset)
      // Others of the same bytes may have been without their file until now. They can be thousands, so only what changed is announced.
      const isAsBefore = before === null || before === await shownOf(db, asset.id)
      const others = async () => isAsBefore ? [] : list(sql`takes.asset_id = ${asset.id} AND takes.id <> ${filed}`)
      const [result] = await news.announce(async (): Promise<[Take, ...Take[]]> => [await get(filed), ...await others()])
      return result
    },
    madeFrom: takeIds => fingerprintsOfTakes(db, takeIds),
    ofJob: jobId => list(sql`takes.job_id = ${jobId}`),
    ofLine: lineId => list(sql`takes.line_id = ${lineId} AND takes.trashed_at IS NULL`),
    ofProject: (projectId, media) => list(sql`
      (takes.project_id = ${projectId}
          OR (takes.is_starred = 1 AND takes.id IN (SELECT take_id FROM project_takes WHERE project_id = ${projectId})))
        AND takes.trashed_at IS NULL AND takes.medium IN ${sql.list(media)}`),
    withAsset: async assetId => (await list(sql`takes.asset_id = ${assetId} AND takes.trashed_at IS NULL`))[0],
    ofSameFiles: takeIds => takesOfSameFiles(db, takeIds),
    madeOf: async of => (await list(isMadeOf(of))).filter(take => !take.asset.isMissing),
    newestWithVoice: (modelId, voice) => newestWithVoice(db, modelId, voice),
    newestSpokenWith: async (voice, most) => find(await newestSpokenWith(db, voice, most)),
    async star(takeIds, isStarred) {
      const rows = await db.transaction(tx => tx.all<{ id: TakeId }>(sql`
        UPDATE takes SET is_starred = ${isStarred ? 1 : 0} WHERE id IN ${sql.list(takeIds)} AND is_starred = ${isStarred ? 0 : 1}
        RETURNING id`))
      const ids = rows.map(row => row.id)
      if (ids.length > 0)
        await news.announce(() => find(ids))
      return ids
    },
    async chooseSound(takeId, heard) {
      const { asset } = await get(takeId)
      const isChanged = await chooseHeard(db, asset.id, heard)
      if (isChanged)
        await news.publish(() => list(sql`takes.asset_id = ${asset.id}`))
      return { take: await get(takeId), isChanged }
    },
    async mark(takeId, { inSeconds, outSeconds: out }) {
      const outSeconds = inSeconds !== null && out !== null && out <= inSeconds ? null : out
      const marks = inSeconds === null && outSeconds === null ? null : JSON.stringify({ inSeconds, outSeconds })
      let isChanged = false
      const take = await changeOne(takeId, async (tx) => {
        const { changes } = await tx.run(sql`UPDATE takes SET marks = ${marks} WHERE id = ${takeId} AND marks IS NOT ${marks}`)
        isChanged = changes > 0
      })
      return { take, isChanged }
    },
    note: (takeId, note, expected) => changeWords(takeId, async (tx) => {
      const present = await tx.get<{ note: string }>(sql`SELECT note FROM takes WHERE id = ${takeId}`)
      if (present)
        requireAsExpected('note', present.note, expected, note)
      await tx.run(sql`UPDATE takes SET note = ${note} WHERE id = ${takeId}`)
    }),
    async addToNotes(takeIds, text) {
      const { changed, tooLong } = await db.transaction(async (tx) => {
        const added = await addToNotes(tx, takeIds, text)
        return indexTakes(tx, added.changed).then(() => added)
      })
      await news.announce(() => find(changed))
      return { takeIds: changed, tooLong }
    },
    changeWords,
    async rename(names) {
      const ids = names.map(each => each.takeId)
      await db.transaction(async (tx) => {
        await nameTakes(tx, names)
        await indexTakes(tx, ids)
      })
      return news.announce(() => find(ids))
    },
    async tag(takeIds, { add, remove }) {
      const ids = await db.transaction(async (tx) => {
        const removed = await removeTags(tx, takeIds, remove)
        const changed = [...new Set([...removed, ...await addTags(tx, takeIds, add, clock.now())])]
        await indexTakes(tx, changed)
        return changed
      })
      if (ids.length > 0)
        await news.announce(() => find(ids))
      return ids
    },
    known: async () => ({ tags: await allTags(db), voices: await voicesOfTakes(db) }),
    facets: facets.count,
    countFound: facets.countFound,
    addToProject: (projectId, takeIds) => changeBin(projectId, tx => addToProject(tx, { projectId, takeIds, addedAt: clock.now() })),
    async removeFromProject(projectId, takeIds) {
      const removed = await changeBin(projectId, tx => removeFromProject(tx, projectId, takeIds))
      const uses = await usesOfTakes(db, takeIds)
      return {
        takeIds: removed,
        madeThere: (await find(takeIds)).filter(take => take.projectId === projectId).length,
        stillUsed: new Set(uses.flatMap(use => use.projectId === projectId && ['script', 'storyboard', 'timeline'].includes(use.kind)
          ? use.takeId
          : [])).size,
      }
    },
    uses: takeIds => usesOfTakes(db, takeIds),
    checks: takeId => checksOfTake(db, takeId, { read, most: mostChecks }),
    othersOfContent: takeId => othersOfContent(db, takeId, mostOthers),
    ofContents: (files, projectId) => takesOfContents(db, find, { files, projectId }),
    async trash(takeIds) {
      const rows = await db.transaction(tx => tx.all<{ id: TakeId }>(sql`
        UPDATE takes SET trashed_at = ${momentOfStep()}
        WHERE (id IN ${sql.list(takeIds)} OR id IN (SELECT id FROM takes WHERE check_of IN ${sql.list(takeIds)}))
          AND trashed_at IS NULL RETURNING id`))
      return announceMoved(takeIds, rows.map(row => row.id))
    },
    restore: async takeIds => announceMoved(takeIds, await db.transaction(tx => outOfTrash(tx, takeIds))),
    async purge(takeIds) {
      const { purged, unused, tell } = await purgeTakes({ db, assets, releases }, takeIds)
      // Rows first: a crash in between leaves an orphan file, which `check` finds, but never a row without its file.
      for (const asset of unused)
        await assets.discard(asset)
      await news.removed(purged)
      for (const each of tell)
        await each()
      return purged.length
    },
    onPurge: release => void releases.add(release),
    async announceBin(projectId) {
      await news.publish(() => list(sql`takes.id IN (SELECT take_id FROM project_takes WHERE project_id = ${projectId})`))
    },
    async index(tx, takeIds) {
      await indexTakes(tx, takeIds)
      await stackTakes(tx, takeIds)
    },
    forgetStacks: stacks.forget,
    async noteTurned(takeIds, projectIds = []) {
      await news.announce(() => find(takeIds))
      for (const projectId of projectIds)
        await projects.touch(projectId)
    },
    async announceAssets(assetIds) {
      for (let at = 0; at < assetIds.length; at += mostFiles)
        await news.publish(() => list(sql`takes.asset_id IN ${sql.list(assetIds.slice(at, at + mostFiles))}`))
    },
  }
}
