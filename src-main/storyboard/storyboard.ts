/** The storyboard of a project: the pictures of its lines, and the look that they share. */
import type { Model } from '#contract/models.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import type { PictureEdit, StoryboardLook, StoryboardPicture } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, PictureId, ProjectId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { OnModels } from '../library/models.ts'
import type { ReleaseTakes } from '../library/purge-takes.ts'
import type { Takes } from '../library/takes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { LookPart } from './look-part.ts'
import type { ReadPicture } from './picture-states.ts'
import { Fault } from '#contract/faults.ts'
import { shotKinds, stillKinds } from '#rules/storyboard/picture-requests.ts'
import { placePictures } from '#rules/storyboard/place-pictures.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { createLane } from '../base/concurrency.ts'
import { newId } from '../base/ids.ts'
import { unrecorded } from '../journal/recorder.ts'
import { requireProject } from '../library/projects.ts'
import { sql } from '../storage/sql.ts'
import { lookWith, requireLook } from './look-part.ts'
import { changePicture, chooseMade, insertPicture, projectsWith, readLook, readPictureRows, writeLook } from './picture-rows.ts'
import { isUsable, keyOfTake, madeForPicture, pictureOf, readPictures } from './picture-states.ts'
import { presentOf, rowAt, toldOf } from './told-pictures.ts'

/** A picture where it is seen. */
export interface ShownPicture {
  readonly picture: StoryboardPicture
  /** The lines that it covers, in the order of the script, without gaps. */
  readonly lineIds: readonly LineId[]
  /** Null while it is not made, or in the trash. */
  readonly still: Take | null
  readonly shot: Take | null
}

/**
 * A picture that has a take made by the very request that it now asks for, wherever in the library, gets that take whenever the picture,
 * the look or the takes change, as lines do. Only a person's own choice of another take is.
 *
 * Every call throws Fault not-found for a project that does not exist.
 */
export interface Storyboard {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<StoryboardPicture, PictureId>>
  /** Changes of all projects, from now on. */
  everyChange: (signal: AbortSignal) => AsyncIterable<ChangesEvent<StoryboardPicture, PictureId>>
  /** The take that each picture shows, of all projects: its shot, else its still. Pictures without one are left out. */
  shownTakes: () => Promise<Map<PictureId, TakeId>>
  lookChanges: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<StoryboardLook, ProjectId>>
  /** For laying out: the pictures that are seen, in the order of the script; each covers its lines. Planned ones have no takes yet. */
  ofProject: (projectId: ProjectId) => Promise<ShownPicture[]>
  /** Of all pictures, also of blank ones. */
  pictureIds: (projectId: ProjectId) => Promise<PictureId[]>
  /** With what each picture asks for, blank ones included. */
  read: (projectId: ProjectId) => Promise<ReadPicture[]>
  look: (projectId: ProjectId) => Promise<StoryboardLook>
  /** Changes pictures, or plans them; all or none. @throws Fault not-found also for a line or take, changed-meanwhile */
  edit: (projectId: ProjectId, edits: readonly PictureEdit[]) => Promise<StoryboardPicture[]>
  /** @throws Fault not-found also for a take, changed-meanwhile */
  setLook: (projectId: ProjectId, part: LookPart, expected?: LookPart) => Promise<StoryboardLook>
  /** The takes that were made for a picture, newest first. @throws Fault not-found for an unknown picture */
  takesOf: (pictureId: PictureId) => Promise<Take[]>
  /** Takes were filed or changed. A new one becomes that of its picture if this has none, or an older, stale one. Repeats are harmless. */
  noteTakes: (changed: readonly Take[]) => Promise<void>
  /** Takes of the trash are deleted: pictures use what stands in for them, and looks are without them. */
  releaseTakes: ReleaseTakes
  /** As for lines: uses takes that arrived just before a crash. */
  chooseForgotten: () => Promise<void>
  /** Rows of these pictures were written by the journal. */
  noteTurned: (pictureIds: readonly PictureId[]) => Promise<void>
  /** The look was written by the journal; `former` are columns as they were. */
  noteLookTurned: (projectId: ProjectId, former: Readonly<Record<string, unknown>>) => Promise<void>
  /** Names of the shelf may mean something else: pictures that use names are sent. */
  noteShelf: () => Promise<void>
  /** The model list has changed: pictures that ask for something else now are judged again, and told. */
  noteModels: OnModels
  /** The pictures were replaced by another module: sends all of them. */
  announceAll: (projectId: ProjectId, before: readonly PictureId[]) => Promise<void>
}

/** What such a prompt asks for is not in its text. */
const hasNames = sql`instr(prompt, '@') > 0 OR instr(motion_prompt, '@') > 0`
const blank = { prompt: '', motionPrompt: '', stillTakeId: null, shotTakeId: null }
const mediumOf = { still: 'picture', shot: 'video' } as const
type Part = keyof typeof mediumOf

export function createStoryboard(options: {
  db: Database
  takes: Pick<Takes, 'find' | 'madeOf' | 'madeFrom'>
  projects?: { touch: (projectId: ProjectId) => Promise<void> }
  models?: () => readonly Model[]
  /** What names of prompts mean in a project. */
  shelfOf?: (projectId: ProjectId) => Promise<readonly ShelfEntry[]>
  clock: Clock
}): Storyboard {
  const { db, takes, projects, models = () => [], shelfOf = async () => [], clock } = options
  const news = createChanges<StoryboardPicture, PictureId>()
  const lookNews = createChanges<StoryboardLook, ProjectId>()
  // One at a time: each change is followed by a look at the takes that fit now.
  const lane = createLane({ concurrency: 1 })

  /** As they are, or were with another model list or look. */
  async function read(projectId: ProjectId, as = models(), formerLook?: Readonly<Record<string, unknown>>): Promise<ReadPicture[]> {
    const look = await readLook(db, projectId, formerLook)
    return readPictures(await readPictureRows(db, projectId), { look, takes, models: as, shelf: await shelfOf(projectId) })
  }

  async function lineIdsOf(from: Transaction, projectId: ProjectId): Promise<LineId[]> {
    const rows = await from.all<{ id: LineId }>(sql`
      SELECT id FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL ORDER BY position`)
    return rows.map(row => row.id)
  }

  async function pictures(projectId: ProjectId): Promise<StoryboardPicture[]> {
    await requireProject(db, projectId)
    return (await read(projectId)).map(each => each.picture)
  }

  /** Uses takes that fit where the picture has none, or asks for something else than before. */
  async function chooseFitting(projectId: ProjectId, before: ReadonlyMap<PictureId, StoryboardPicture>): Promise<ReadPicture[]> {
    for (const part of ['still', 'shot'] as const) {
      for (const { picture } of await read(projectId)) {
        const [takeId, key, fitting] = partOf(picture, part)
        const was = before.get(picture.id)
        const isNew = takeId === null || (was !== undefined && partOf(was, part)[1] !== key)
        if (picture[part] !== 'made' && fitting !== null && isNew)
          await chooseMade(db, picture.id, part, fitting)
      }
    }
    return read(projectId)
  }

  /** Does the work, then sends what it changed. */
  async function change(
    projectId: ProjectId,
    work: (tx: Transaction, before: readonly ReadPicture[]) => Promise<void>,
    edits: readonly PictureEdit[] = [],
  ): Promise<StoryboardPicture[]> {
    const was = await read(projectId)
    const before = byId(was)
    await db.transaction(tx => work(tx, was))
    if (edits.some(edit => edit.stillTakeId || edit.shotTakeId))
      await settleFitting(projectId, new Set(edits.flatMap(edit => [edit.stillTakeId ?? [], edit.shotTakeId ?? []].flat())))
    const changed = await tellChanged(projectId, before)
    if (changed.length > 0)
      await projects?.touch(projectId)
    return changed
  }

  async function tellChanged(projectId: ProjectId, before: ReadonlyMap<PictureId, StoryboardPicture>): Promise<StoryboardPicture[]> {
    const now = (await chooseFitting(projectId, before)).map(each => each.picture)
    const changed = now.filter(picture => JSON.stringify(picture) !== JSON.stringify(before.get(picture.id)))
    news.changed(...changed)
    return changed
  }

  async function requireLine(tx: Transaction, projectId: ProjectId, lineId: LineId): Promise<void> {
    if (!await tx.get(sql`SELECT id FROM lines WHERE id = ${lineId} AND project_id = ${projectId}`))
      throw new Fault('not-found', { word: 'line', id: lineId })
  }

  async function requireTake(tx: Transaction, takeId: TakeId | null | undefined, part: Part): Promise<void> {
    if (takeId && !await tx.get(sql`SELECT id FROM takes WHERE id = ${takeId} AND medium = ${mediumOf[part]}`))
      throw new Fault('not-found', { word: 'take', id: takeId })
  }

  async function editOne(
    tx: Transaction,
    { lineId, expected: _, ...edit }: PictureEdit,
    { projectId, before }: { projectId: ProjectId, before: readonly ReadPicture[] },
  ): Promise<PictureId> {
    await requireLine(tx, projectId, lineId)
    await requireTake(tx, edit.stillTakeId, 'still')
    await requireTake(tx, edit.shotTakeId, 'shot')
    const rows = toldOf(await readPictureRows(tx, projectId), before)
    const id = rowAt(rows, await lineIdsOf(tx, projectId), lineId)?.row.id ?? newId<PictureId>(clock.now())
    if (!rows.some(({ row }) => row.id === id))
      await insertPicture(tx, { id, projectId, lineIds: [lineId], changedAt: clock.now() })
    await changePicture(tx, id, edit, clock.now())
    return id
  }

  async function requireExpected(
    tx: Transaction,
    edits: readonly PictureEdit[],
    { projectId, before }: { projectId: ProjectId, before: readonly ReadPicture[] },
  ): Promise<void> {
    if (edits.every(edit => edit.expected === undefined))
      return
    const [rows, lineIds] = [toldOf(await readPictureRows(tx, projectId), before), await lineIdsOf(tx, projectId)]
    for (const { lineId, expected, ...asked } of edits) {
      const there = rowAt(rows, lineIds, lineId)
      requireAsExpected('storyboard', there ? presentOf(there, expected) : { ...blank, lineIds: [lineId] }, expected, asked)
    }
  }

  /** A take that a person chose, and that was made for the picture, becomes stale with it; one from elsewhere does not. */
  async function settleGiven(tx: Transaction, id: PictureId, { stillTakeId, shotTakeId }: PictureEdit): Promise<void> {
    for (const [part, takeId] of [['still', stillTakeId], ['shot', shotTakeId]] as const) {
      if (takeId && await tx.get(sql`SELECT id FROM takes WHERE id = ${takeId} AND made_from = ${madeForPicture(id)}`))
        await chooseMade(tx, id, part, takeId)
    }
  }

  /** Nor is one given that was made elsewhere by the very request that the picture asks for. */
  async function settleFitting(projectId: ProjectId, chosen: ReadonlySet<TakeId>): Promise<void> {
    for (const { picture, still, shot, askedStill, askedShot } of await read(projectId)) {
      for (const [part, take, asked] of [['still', still, askedStill], ['shot', shot, askedShot]] as const) {
        if (take && asked && chosen.has(take.id) && keyOfTake(take, models()) === asked.key)
          await chooseMade(db, picture.id, part, take.id)
      }
    }
  }

  /** Whether the picture takes a result that has just been filed for it. */
  async function takeIn(take: Take, pictureId: PictureId, projectId: ProjectId): Promise<void> {
    const part = take.medium === 'picture' ? 'still' : 'shot'
    const found = (await read(projectId)).find(({ picture }) => picture.id === pictureId)
    const chosenId = found?.[part]?.id ?? null
    const newer = await db.get(sql`
      SELECT number FROM takes
      WHERE id = ${take.id} AND number > coalesce((SELECT number FROM takes WHERE id = ${chosenId}), 0)`)
    if (found && newer && isUsable(take) && found.picture[part] !== 'made')
      await chooseMade(db, pictureId, part, take.id)
  }

  /** Projects whose pictures ask for something with one of these texts: the takes may serve them. */
  async function projectsAsking(texts: readonly string[]): Promise<ProjectId[]> {
    const rows = await db.all<{ id: ProjectId }>(sql`
      SELECT DISTINCT project_id AS id FROM storyboard, ${sql.each(texts)} AS text
      WHERE (prompt <> '' AND instr(text.value, trim(prompt)) = 1) OR (motion_prompt <> '' AND text.value = trim(motion_prompt))
        OR ${hasNames}`)
    return rows.map(row => row.id)
  }

  async function noteTakes(changed: readonly Take[]): Promise<void> {
    const seen = changed.filter(take => take.medium === 'picture' || take.medium === 'video')
    if (seen.length === 0)
      return
    const madeFrom = await takes.madeFrom(seen.map(take => take.id))
    const own = seen.flatMap((take) => {
      const id = pictureOf(madeFrom.get(take.id))
      return id === null ? [] : [{ take, id: id as PictureId }]
    })
    const owners = await db.all<{ id: PictureId, project_id: ProjectId }>(sql`
      SELECT id, project_id FROM storyboard WHERE id IN ${sql.list(own.map(each => each.id))}`)
    const affected = new Set([
      ...owners.map(owner => owner.project_id),
      ...await projectsWith(db, seen.map(take => take.id)),
      ...await projectsAsking([...new Set(seen.map(take => take.text.trim()).filter(text => text !== ''))]),
    ])
    for (const projectId of affected) {
      for (const { take, id } of own) {
        if (owners.some(owner => owner.id === id && owner.project_id === projectId))
          await takeIn(take, id, projectId)
      }
      // The rows may be as they were, but what is known about their takes has changed.
      news.changed(...(await chooseFitting(projectId, new Map())).map(each => each.picture))
    }
  }

  return {
    read: projectId => read(projectId),
    changes: (projectId, signal) => news.subscribe(() => pictures(projectId), signal, each => each.projectId === projectId),
    lookChanges: (projectId, signal) => lookNews.subscribe(async () => {
      await requireProject(db, projectId)
      return [await readLook(db, projectId)]
    }, signal, look => look.id === projectId),
    everyChange: signal => news.subscribe(async () => [], signal),
    async shownTakes() {
      const rows = await db.all<{ id: PictureId, takeId: TakeId }>(sql`
        SELECT id, coalesce(shot_take_id, still_take_id) AS takeId FROM storyboard WHERE coalesce(shot_take_id, still_take_id) IS NOT NULL`)
      return new Map(rows.map(row => [row.id, row.takeId]))
    },
    async pictureIds(projectId) {
      const rows = await db.all<{ id: PictureId }>(sql`SELECT id FROM storyboard WHERE project_id = ${projectId}`)
      return rows.map(row => row.id)
    },
    look: projectId => readLook(db, projectId),
    async ofProject(projectId) {
      await requireProject(db, projectId)
      const all = new Map((await read(projectId)).map(each => [each.picture.id, each]))
      const placed = placePictures(await lineIdsOf(db, projectId), [...all.values()].map(each => each.picture))
      return placed.map(({ picture, lineIds }) => ({
        picture,
        lineIds,
        still: all.get(picture.id)?.still ?? null,
        shot: all.get(picture.id)?.shot ?? null,
      }))
    },
    edit: (projectId, edits) => lane.run(async () => {
      await requireProject(db, projectId)
      return change(projectId, async (tx, before) => {
        await requireExpected(tx, edits, { projectId, before })
        // Kept with the first picture, so that what it asks for never changes by itself.
        const look = await readLook(tx, projectId)
        await unrecorded(tx, () => writeLook(tx, look))
        for (const edit of edits)
          await settleGiven(tx, await editOne(tx, edit, { projectId, before }), edit)
      }, edits)
    }),
    setLook: (projectId, part, expected) => lane.run(async () => {
      await requireProject(db, projectId)
      if (part.referenceTakeId)
        await requireTake(db, part.referenceTakeId, 'still')
      await change(projectId, async (tx) => {
        const before = await readLook(tx, projectId)
        requireLook(before, part, expected)
        // The row is there from now on: a step is what a person changed in it.
        await unrecorded(tx, () => writeLook(tx, before))
        await writeLook(tx, lookWith(before, part))
      })
      const look = await readLook(db, projectId)
      lookNews.changed(look)
      return look
    }),
    async takesOf(pictureId) {
      if (!await db.get(sql`SELECT id FROM storyboard WHERE id = ${pictureId}`))
        throw new Fault('not-found', { word: 'picture', id: pictureId })
      const rows = await db.all<{ id: TakeId }>(sql`
        SELECT id FROM takes WHERE made_from = ${madeForPicture(pictureId)} AND trashed_at IS NULL ORDER BY number DESC`)
      return takes.find(rows.map(row => row.id))
    },
    noteTakes: changed => lane.run(() => noteTakes(changed)),
    async releaseTakes(tx, takeIds) {
      const concerned = await projectsWith(tx, takeIds)
      return () => lane.run(async () => {
        for (const projectId of concerned) {
          news.changed(...(await chooseFitting(projectId, new Map())).map(each => each.picture))
          lookNews.changed(await readLook(db, projectId))
        }
      })
    },
    chooseForgotten: () => lane.run(async () => {
      const open = await db.all<{ id: TakeId }>(sql`
        SELECT takes.id FROM storyboard JOIN takes ON takes.made_from = 'picture:' || storyboard.id
        WHERE takes.trashed_at IS NULL AND takes.number > coalesce(
          (SELECT number FROM takes AS chosen WHERE chosen.id = iif(takes.medium = 'picture', still_take_id, shot_take_id)), 0)`)
      await noteTakes(await takes.find(open.map(row => row.id)))
    }),
    noteTurned: pictureIds => lane.run(async () => {
      const rows = await db.all<{ id: ProjectId }>(sql`
        SELECT DISTINCT project_id AS id FROM storyboard WHERE id IN ${sql.list(pictureIds)}`)
      for (const { id } of rows) {
        const changed = (await read(id)).filter(({ picture }) => pictureIds.includes(picture.id))
        news.changed(...changed.map(each => each.picture))
        await projects?.touch(id)
      }
    }),
    noteLookTurned: (projectId, former) => lane.run(async () => {
      await tellChanged(projectId, byId(await read(projectId, models(), former)))
      lookNews.changed(await readLook(db, projectId))
      await projects?.touch(projectId)
    }),
    noteShelf: () => lane.run(async () => {
      const rows = await db.all<{ id: ProjectId }>(sql`
        SELECT DISTINCT storyboard.project_id AS id FROM storyboard LEFT JOIN storyboard_looks USING (project_id)
        WHERE ${hasNames} OR instr(style, '@') > 0`)
      for (const { id } of rows)
        news.changed(...(await chooseFitting(id, new Map())).map(each => each.picture))
    }),
    noteModels: (changedIds, before) => lane.run(async () => {
      const makers = [...before, ...models()].filter(model => [...stillKinds, ...shotKinds].includes(model.kind))
      // One that was not chosen may be the first of its kind, which makes the pictures of every look without a choice.
      if (!makers.some(model => changedIds.includes(model.id)))
        return
      for (const { id } of await db.all<{ id: ProjectId }>(sql`SELECT DISTINCT project_id AS id FROM storyboard`))
        await tellChanged(id, byId(await read(id, before)))
    }),
    announceAll: (projectId, before) => lane.run(async () => {
      const now = (await chooseFitting(projectId, new Map())).map(each => each.picture)
      news.changed(...now)
      news.removed(...before.filter(id => !now.some(picture => picture.id === id)))
      lookNews.changed(await readLook(db, projectId))
    }),
  }
}

function byId(read: readonly ReadPicture[]): Map<PictureId, StoryboardPicture> {
  return new Map(read.map(({ picture }) => [picture.id, picture]))
}

function partOf(picture: StoryboardPicture, part: Part): [takeId: TakeId | null, key: string | null, fitting: TakeId | null] {
  return part === 'still'
    ? [picture.stillTakeId, picture.stillKey, picture.fittingStillId]
    : [picture.shotTakeId, picture.shotKey, picture.fittingShotId]
}
