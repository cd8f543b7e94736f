/** Takes: filed once under the job that made them, found again by anything that was said about them, never changed. */
import type { Asset, SentRequest, Take } from '#contract/takes.ts'
import type { AccountId, AssetId, JobId, LineId, Medium, ModelId, ProjectId, TakeId, TakeKind } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { AssetRow, Assets } from './assets.ts'
import type { Projects } from './projects.ts'
import { Fault } from '#contract/faults.ts'
import { SentRequest as SentRequestShape } from '#contract/takes.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { assetColumns, assetOf } from './assets.ts'
import { indexTake } from './search-index.ts'
import { filesFreed, heldByVoices, nothingGoing } from './uses.ts'

export interface TakesEvent { revision: number, total: number, trashed: number, changed: Take[], removed: TakeId[] }

/** Everything about a take but its bytes; `jobPart` counts the results of one job from 0. */
export interface NewTake {
  readonly kind: TakeKind
  readonly medium: Medium
  readonly title: string
  readonly text: string
  readonly modelId: ModelId | null
  readonly voice: string | null
  readonly accountId: AccountId | null
  readonly projectId: ProjectId | null
  readonly lineId: LineId | null
  readonly jobId: JobId | null
  readonly jobPart: number
  /** Fingerprint of the line's words and casting at the time; see `script/stale.ts`. */
  readonly madeFrom: string | null
  readonly sourceTakeIds: readonly TakeId[]
  readonly request: SentRequest | null
  readonly fileName: string
  readonly isPractice: boolean
}

export interface Takes {
  changes: (signal?: AbortSignal) => AsyncIterable<TakesEvent>
  /** Files a take, or finds the one that this part of this job was filed as. */
  file: (take: NewTake, asset: Asset) => Promise<Take>
  get: (takeId: TakeId) => Promise<Take>
  find: (takeIds: readonly TakeId[]) => Promise<Take[]>
  /** What a line was made from when this take was made; null for takes of no line. */
  madeFrom: (takeIds: readonly TakeId[]) => Promise<Map<TakeId, string | null>>
  ofJob: (jobId: JobId) => Promise<Take[]>
  ofLine: (lineId: LineId) => Promise<Take[]>
  ofProject: (projectId: ProjectId, media: readonly Medium[]) => Promise<Take[]>
  /** The newest take, of those not in the trash, whose file is this asset. */
  withAsset: (assetId: AssetId) => Promise<Take | undefined>
  newestWithVoice: (modelId: ModelId, voice: string) => Promise<TakeId | null>
  star: (takeId: TakeId, isStarred: boolean) => Promise<Take>
  note: (takeId: TakeId, note: string) => Promise<Take>
  trash: (takeIds: readonly TakeId[]) => Promise<number>
  restore: (takeIds: readonly TakeId[]) => Promise<number>
  /** Deletes for good what of these is in the trash, but for clips of voices, and every file that nothing names any more. */
  purge: (takeIds: readonly TakeId[]) => Promise<number>
  /** Changes something beside a take that it is found by: search and listeners follow. */
  changeWords: (takeId: TakeId, change: (tx: Transaction) => Promise<void>) => Promise<Take>
  /** Announces takes whose asset changed. */
  announceAsset: (assetId: AssetId) => Promise<void>
}

/** A take that no request made: a file that was brought in, a frame that was picked. */
export function importOf(take: Pick<NewTake, 'medium' | 'title'> & Partial<Pick<NewTake, 'fileName' | 'projectId' | 'sourceTakeIds' | 'isPractice'>>): NewTake {
  return {
    kind: 'import',
    text: '',
    modelId: null,
    voice: null,
    accountId: null,
    projectId: null,
    lineId: null,
    jobId: null,
    jobPart: 0,
    madeFrom: null,
    sourceTakeIds: [],
    request: null,
    fileName: '',
    isPractice: false,
    ...take,
  }
}

export interface TakeRow extends AssetRow {
  number: number
  take_id: string
  kind: string
  medium: string
  title: string
  text: string
  model_id: string | null
  voice: string | null
  account_id: string | null
  project_id: string | null
  line_id: string | null
  job_id: string | null
  source_take_ids: string
  request: string | null
  is_starred: number
  note: string
  is_practice: number
  taken_at: number
  trashed_at: number | null
}

export const takeColumns = sql`
  takes.number, takes.id AS take_id, takes.kind, takes.medium, takes.title, takes.text, takes.model_id, takes.voice,
  takes.account_id, takes.project_id, takes.line_id, takes.job_id, takes.source_take_ids, takes.request,
  takes.is_starred, takes.note, takes.is_practice, takes.taken_at, takes.trashed_at, ${assetColumns}`

export const fromTakes = sql`FROM takes JOIN assets ON assets.id = takes.asset_id`

export function takeOf(row: TakeRow): Take {
  // The ids and words below were written by `file` from branded values; SQLite gives them back as plain text.
  return {
    id: row.take_id as TakeId,
    kind: row.kind as TakeKind,
    medium: row.medium as Medium,
    title: row.title,
    text: row.text,
    modelId: row.model_id as ModelId | null,
    voice: row.voice,
    accountId: row.account_id as AccountId | null,
    projectId: row.project_id as ProjectId | null,
    lineId: row.line_id as LineId | null,
    jobId: row.job_id as JobId | null,
    sourceTakeIds: JSON.parse(row.source_take_ids) as TakeId[],
    request: requestOf(row.request),
    asset: assetOf(row),
    isStarred: row.is_starred === 1,
    note: row.note,
    isPractice: row.is_practice === 1,
    takenAt: row.taken_at,
    trashedAt: row.trashed_at,
  }
}

function requestOf(text: string | null): SentRequest | null {
  if (text === null)
    return null
  const parsed = SentRequestShape.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : null
}

export function createTakes(options: { db: Database, assets: Assets, projects: Projects, clock: Clock }): Takes {
  const { db, assets, projects, clock } = options
  const feed = createFeed<TakesEvent>()
  let revision = 0

  async function counts(): Promise<{ total: number, trashed: number }> {
    const row = await db.get<{ total: number, trashed: number }>(sql`
      SELECT (SELECT count(*) FROM takes) AS total, (SELECT count(*) FROM takes WHERE trashed_at IS NOT NULL) AS trashed`)
    return { total: (row?.total ?? 0) - (row?.trashed ?? 0), trashed: row?.trashed ?? 0 }
  }

  async function announce(changed: Take[], removed: TakeId[] = []): Promise<void> {
    feed.publish({ revision: ++revision, ...await counts(), changed, removed })
    for (const projectId of new Set(changed.map(take => take.projectId))) {
      if (projectId !== null)
        await projects.touch(projectId)
    }
  }

  async function find(takeIds: readonly TakeId[]): Promise<Take[]> {
    const rows = await db.all<TakeRow>(sql`SELECT ${takeColumns} ${fromTakes} WHERE takes.id IN (SELECT value FROM json_each(${JSON.stringify(takeIds)}))`)
    const byId = new Map(rows.map(row => [row.take_id, takeOf(row)]))
    return takeIds.flatMap(id => byId.get(id) ?? [])
  }

  async function get(takeId: TakeId): Promise<Take> {
    const [take] = await find([takeId])
    if (!take)
      throw new Fault('not-found', { word: 'take', id: takeId })
    return take
  }

  async function list(where: Sql): Promise<Take[]> {
    return (await db.all<TakeRow>(sql`SELECT ${takeColumns} ${fromTakes} WHERE ${where} ORDER BY takes.number DESC`)).map(takeOf)
  }

  async function changeOne(takeId: TakeId, change: (tx: Transaction) => Promise<void>): Promise<Take> {
    await db.transaction(change)
    const take = await get(takeId)
    await announce([take])
    return take
  }

  /** A transcript that a person corrected is found by the words as they are now. */
  async function changeWords(takeId: TakeId, change: (tx: Transaction) => Promise<void>): Promise<Take> {
    return changeOne(takeId, async (tx) => {
      await change(tx)
      const row = await tx.get<{ number: number }>(sql`SELECT number FROM takes WHERE id = ${takeId}`)
      if (row)
        await indexTake(tx, row.number)
    })
  }

  async function moveToTrash(takeIds: readonly TakeId[], trashedAt: number | null): Promise<number> {
    const { changes } = await db.run(sql`
      UPDATE takes SET trashed_at = ${trashedAt}
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(takeIds)})) AND (trashed_at IS NULL) = ${trashedAt === null ? 0 : 1}`)
    await announce(await find(takeIds))
    return changes
  }

  return {
    get,
    find,
    changes: signal => feed.subscribe(async () => ({ revision, ...await counts(), changed: [], removed: [] }), signal),
    async file(take, asset) {
      const id = newId(clock.now()) as TakeId // newId makes the ids' form
      const filed = await db.transaction(async (tx) => {
        if (take.jobId !== null) {
          const before = await tx.get<{ id: string }>(sql`SELECT id FROM takes WHERE job_id = ${take.jobId} AND job_part = ${take.jobPart}`)
          if (before)
            return before.id as TakeId // written below
        }
        await assets.insert(tx, asset)
        // Its project may have been deleted for good meanwhile: what was paid for is kept all the same.
        const { lastInsertRowid } = await tx.run(sql`
          INSERT INTO takes (id, kind, medium, title, text, model_id, voice, account_id, project_id, line_id, job_id, job_part,
            made_from, source_take_ids, request, asset_id, file_name, is_practice, taken_at)
          VALUES (${id}, ${take.kind}, ${take.medium}, ${take.title}, ${take.text}, ${take.modelId}, ${take.voice}, ${take.accountId},
            (SELECT id FROM projects WHERE id = ${take.projectId}), ${take.lineId}, ${take.jobId}, ${take.jobPart}, ${take.madeFrom}, ${JSON.stringify(take.sourceTakeIds)},
            ${take.request && JSON.stringify(take.request)}, ${asset.id}, ${take.fileName}, ${take.isPractice ? 1 : 0}, ${clock.now()})`)
        await indexTake(tx, lastInsertRowid)
        return id
      }).finally(() => assets.releasePin(asset.id))
      const result = await get(filed)
      await announce([result])
      return result
    },
    async madeFrom(takeIds) {
      const rows = await db.all<{ id: string, made_from: string | null }>(sql`
        SELECT id, made_from FROM takes WHERE id IN (SELECT value FROM json_each(${JSON.stringify(takeIds)}))`)
      return new Map(rows.map(row => [row.id as TakeId, row.made_from])) // column `id` holds take ids only
    },
    ofJob: jobId => list(sql`takes.job_id = ${jobId}`),
    ofLine: lineId => list(sql`takes.line_id = ${lineId} AND takes.trashed_at IS NULL`),
    ofProject: (projectId, media) => list(sql`
      takes.project_id = ${projectId} AND takes.trashed_at IS NULL AND takes.medium IN (SELECT value FROM json_each(${JSON.stringify(media)}))`),
    withAsset: async assetId => (await list(sql`takes.asset_id = ${assetId} AND takes.trashed_at IS NULL`))[0],
    async newestWithVoice(modelId, voice) {
      const row = await db.get<{ id: string }>(sql`
        SELECT id FROM takes WHERE model_id = ${modelId} AND voice = ${voice} AND trashed_at IS NULL ORDER BY number DESC LIMIT 1`)
      return row ? row.id as TakeId : null // column `id` holds take ids only
    },
    star: (takeId, isStarred) => changeOne(takeId, async (tx) => {
      await tx.run(sql`UPDATE takes SET is_starred = ${isStarred ? 1 : 0} WHERE id = ${takeId}`)
    }),
    note: (takeId, note) => changeWords(takeId, async (tx) => {
      await tx.run(sql`UPDATE takes SET note = ${note} WHERE id = ${takeId}`)
    }),
    changeWords,
    trash: takeIds => moveToTrash(takeIds, clock.now()),
    restore: takeIds => moveToTrash(takeIds, null),
    async purge(takeIds) {
      const { purged, unused } = await db.transaction(async (tx) => {
        // Looked at here: what was restored a moment ago stays.
        const inTrash = await tx.all<{ id: TakeId }>(sql`
          SELECT id FROM takes WHERE id IN (SELECT value FROM json_each(${JSON.stringify(takeIds)})) AND trashed_at IS NOT NULL`)
        const doomed = inTrash.map(row => row.id)
        const held = await heldByVoices(tx, { ...nothingGoing, take: doomed })
        const purged = doomed.filter(id => !held.has(id))
        const gone = JSON.stringify(purged)
        await tx.run(sql`DELETE FROM takes_search WHERE rowid IN (SELECT number FROM takes WHERE id IN (SELECT value FROM json_each(${gone})))`)
        await tx.run(sql`DELETE FROM takes WHERE id IN (SELECT value FROM json_each(${gone}))`)
        const unused = await filesFreed(tx, nothingGoing)
        await tx.run(sql`DELETE FROM assets WHERE id IN (SELECT value FROM json_each(${JSON.stringify(unused.map(asset => asset.id))}))`)
        return { purged, unused }
      })
      // Rows first: a crash in between leaves an orphan file, which `check` finds, never a row without its file.
      for (const asset of unused)
        await assets.discard(asset)
      await announce([], purged)
      return purged.length
    },
    announceAsset: async assetId => announce(await list(sql`takes.asset_id = ${assetId}`)),
  }
}
