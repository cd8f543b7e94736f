/** The script: lines at consecutive positions, who speaks for whom, and which take of a line is used. */
import type { Model } from '#contract/models.ts'
import type { Line, LineWords, ToldCastings } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { AddedLine } from '#rules/script/script-lines.ts'
import type { Clock } from '../base/clock.ts'
import type { Takes } from '../library/takes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import type { KnownBefore } from './choose-takes.ts'
import type { Renamed } from './rename-speaker.ts'
import type { Script } from './script-port.ts'
import { Fault } from '#contract/faults.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { isTemplate, requireProject } from '../library/projects.ts'
import { requireVoice } from '../library/voices.ts'
import { sql } from '../storage/sql.ts'
import { requireCasting } from './as-expected.ts'
import { putCasting, readCastAs, readCastings, readCastWith, readProjectCastings, uncastVoice } from './casting-rows.ts'
import { changeLines, meetsLock, removeInOrder } from './change-lines.ts'
import { choose, chooseFiled, chooseFitting, chooseRetaken, chooseStandIns, mayBeChosen } from './choose-takes.ts'
import { linesUsing, readChosenTakes } from './chosen-takes.ts'
import { projectsToChooseFor, takeMadeFrom, takesMadeFrom } from './fitting-takes.ts'
import { changePlaces, findPlace, moveLine, placeAfter, placeLines, placeOfRemoved, projectOfStep } from './line-places.ts'
import {
  askedBy,
  asksOf,
  countLines,
  deleteRemovedLine,
  insertLines,
  newLineOf,
  readBorrowedTakes,
  readLine,
  readLineRows,
  readLines,
  readSpeaking,
  shiftLines,
  withComposedText,
} from './line-rows.ts'
import { createProjectNews } from './project-news.ts'
import { createPronouncing } from './pronouncing.ts'
import { readPronunciations } from './pronunciation-rows.ts'
import { renameSpeaker } from './rename-speaker.ts'
import { putLanguage, readLanguages } from './script-languages.ts'
import { readColours, readProjectColours, setColour, settleColours } from './speaker-colours.ts'

export function createScript(options: {
  db: Database
  takes: Pick<Takes, 'find'>
  /** `touch` is called with the project after each change of its lines. */
  projects?: { touch: (projectId: ProjectId) => Promise<void> }
  /** The catalogue, which says what a model is sent of a line. */
  models?: () => readonly Model[]
  clock: Clock
}): Script {
  const { db, takes, projects, models = () => [], clock } = options
  const news = createChanges<Line, LineId>()
  const castings = createProjectNews(db, readProjectCastings)
  const colours = createProjectNews(db, readProjectColours)
  const languages = createProjectNews(db, readLanguages)

  /** Sends what `work` returns, once it is durable. */
  async function change(
    work: (tx: Transaction) => Promise<{ changed: Line[], removed?: readonly LineId[], of?: ProjectId }>,
  ): Promise<Line[]> {
    const recoloured: ProjectId[] = []
    const { changed, removed = [], of } = await db.transaction(async (tx) => {
      const done = await work(tx)
      for (const [projectId, lines] of Map.groupBy(done.changed.filter(isSpoken), line => line.projectId)) {
        if (await settleColours(tx, projectId, new Set(lines.map(line => line.speaker))))
          recoloured.push(projectId)
      }
      return done
    })
    news.changed(...changed)
    if (removed.length > 0)
      news.removed(...removed)
    await Promise.all(recoloured.map(colours.tell))
    for (const projectId of new Set([...changed.map(line => line.projectId), ...of ? [of] : []]))
      await projects?.touch(projectId)
    return changed
  }

  const read = (from: Transaction, projectId: ProjectId, where?: Sql): Promise<Line[]> => readLines(from, projectId, models(), where)
  const readOne = (from: Transaction, lineId: LineId): Promise<Line> => readLine(from, lineId, models())

  const withIds = (ids: readonly LineId[]): Sql => sql`AND lines.id IN ${sql.list(ids)}`
  /** A template chooses no take: the project that is made from it does. */
  const fit = async (tx: Transaction, projectId: ProjectId, which: Sql, known: KnownBefore = {}): Promise<Line[]> =>
    await isTemplate(tx, projectId) ? [] : chooseFitting(tx, { projectId, which, ...known, models: models() })

  /** The same for lines of several projects. */
  async function fitEach(tx: Transaction, lineIds: ReadonlyMap<ProjectId, readonly LineId[]>, known: KnownBefore): Promise<Line[]> {
    const all: Line[] = []
    for (const [projectId, ids] of lineIds)
      all.push(...await fit(tx, projectId, withIds(ids), known))
    return all
  }

  /** `write` changes no row of these lines, only what they ask for: a casting, a language. */
  async function refit(tx: Transaction, projectId: ProjectId, which: Sql, write: () => Promise<void>): Promise<Line[]> {
    const rows = await readLineRows(tx, projectId, which)
    const asks = asksOf(rows, await readSpeaking(tx, projectId), models())
    await write()
    return fit(tx, projectId, which, { asks, rows })
  }
  const spokenBy = (speakers: readonly string[]): Sql => sql`AND lines.speaker IN ${sql.list(speakers)}`

  async function tellCastings(projectId: ProjectId): Promise<ToldCastings> {
    const { told, revision } = await castings.tell(projectId)
    return { castings: told.castings, revision }
  }

  const pronouncing = createPronouncing({ db, models, change, fitEach })

  async function changeOne(lineId: LineId, work: (tx: Transaction, before: Line) => Promise<void>): Promise<Line> {
    const [line] = await change(async (tx) => {
      await work(tx, await readOne(tx, lineId))
      return { changed: [await readOne(tx, lineId)] }
    })
    return found(line, lineId)
  }

  async function add(projectId: ProjectId, afterLineId: LineId | null, lines: readonly AddedLine[]): Promise<Line[]> {
    if (lines.length === 0)
      return []
    const added = lines.map(line => newLineOf(line, clock.now()))
    const changed = await change(async (tx) => {
      await requireProject(tx, projectId)
      const at = afterLineId === null ? await countLines(tx, projectId) : await placeAfter(tx, projectId, afterLineId)
      await shiftLines(tx, projectId, { from: at, before: Number.MAX_SAFE_INTEGER }, added.length)
      await insertLines(tx, added, { projectId, position: at, changedAt: clock.now() })
      await fit(tx, projectId, sql`AND lines.position >= ${at} AND lines.position < ${at + added.length}`)
      return { changed: await read(tx, projectId, sql`AND lines.position >= ${at}`) }
    })
    return changed.slice(0, added.length)
  }

  async function editFrom(lineId: LineId, asked: LineWords, expected?: LineWords): Promise<{ line: Line, before: Line }> {
    const words = withComposedText(asked)
    let before: Line | undefined
    const line = await changeOne(lineId, async (tx, present) => {
      before = present
      requireAsExpected('line', withComposedText(present), expected && withComposedText(expected), words)
      // The page offers no such edit: somebody has locked it meanwhile.
      if (meetsLock(withComposedText(present), words))
        throw new Fault('changed-meanwhile', { word: 'line' })
      const { speaker = present.speaker, text = present.text, direction = present.direction, pauseSeconds = present.pauseSeconds } = words
      await tx.run(sql`
        UPDATE lines SET speaker = ${speaker}, text = ${text}, direction = ${direction}, pause_seconds = ${pauseSeconds},
          changed_at = ${clock.now()}
        WHERE id = ${lineId}`)
      await fit(tx, present.projectId, sql`AND lines.id = ${lineId}`, { asks: new Map([[lineId, askedBy(present)]]) })
    })
    return { line, before: found(before, lineId) }
  }

  async function lines(projectId: ProjectId, among?: readonly LineId[]): Promise<Line[]> {
    await requireProject(db, projectId)
    return read(db, projectId, among && withIds(among))
  }

  return {
    lines,
    add,
    changes: (projectId, signal) => news.subscribe(() => lines(projectId), signal, line => line.projectId === projectId),
    everyChange: signal => news.subscribe(async () => [], signal),
    chosenTakes: () => readChosenTakes(db),
    linesUsing: takeIds => linesUsing(db, takeIds),
    async linesWithTakes(projectId) {
      const all = await lines(projectId)
      const chosen = await takes.find(all.flatMap(line => line.chosenTakeId ?? []))
      const byId = new Map(chosen.map(take => [take.id, take]))
      return all.map(line => ({ line, take: (line.chosenTakeId && byId.get(line.chosenTakeId)) ?? null }))
    },
    takeMadeFrom: asked => takeMadeFrom(db, asked),
    takesMadeFrom: asked => takesMadeFrom(db, asked),
    async asksFor(lineId) {
      const { projectId, direction, role, chosenTakeId, spokenIn } = await readOne(db, lineId)
      return { direction, role, chosenTakeId, spokenIn, pronunciations: await readPronunciations(db, projectId) }
    },
    ...pronouncing.calls,
    async castings(projectId) {
      await requireProject(db, projectId)
      return readCastings(db, projectId)
    },
    followCastings: castings.follow,
    colours: colours.follow,
    async colourSpeaker(projectId, now, expected) {
      const before = await db.transaction(async (tx) => {
        await requireProject(tx, projectId)
        // As it is shown before it is kept.
        await settleColours(tx, projectId)
        const present = (await readColours(tx, projectId)).find(each => each.speaker === now.speaker)
        requireAsExpected('colour', present?.colour, expected, now.colour)
        return setColour(tx, projectId, now)
      })
      await colours.tell(projectId)
      await projects?.touch(projectId)
      return before
    },
    languages: languages.follow,
    async setLanguage(projectId, { speaker, language, expected }) {
      await change(async (tx) => {
        await requireProject(tx, projectId)
        const { script, speakers } = await readLanguages(tx, projectId)
        const present = speaker === null ? script : speakers.find(each => each.speaker === speaker)?.language ?? null
        if (expected !== undefined)
          requireAsExpected('setting', { is: present }, { is: expected }, { is: language })
        const which = speaker === null ? sql.empty : spokenBy([speaker])
        return { changed: await refit(tx, projectId, which, () => putLanguage(tx, projectId, { speaker, language })), of: projectId }
      })
      await languages.tell(projectId)
    },
    async cast(projectId, casting, expected) {
      await change(async (tx) => {
        await requireProject(tx, projectId)
        if (casting.voiceId !== null)
          await requireVoice(tx, casting.voiceId)
        await requireCasting(tx, projectId, casting.speaker, { expected, asked: casting })
        return { changed: await refit(tx, projectId, spokenBy([casting.speaker]), () => putCasting(tx, projectId, casting)), of: projectId }
      })
      return tellCastings(projectId)
    },
    async releaseVoice(tx, voiceId) {
      const changed: Line[] = []
      const cast = Map.groupBy(await readCastAs(tx, voiceId), each => each.projectId)
      for (const [projectId, all] of cast)
        changed.push(...await refit(tx, projectId, spokenBy(all.map(({ speaker }) => speaker)), () => uncastVoice(tx, projectId, voiceId)))
      return async () => {
        news.changed(...changed)
        await Promise.all([...cast.keys()].map(castings.tell))
      }
    },
    async noteModels(changedIds, before) {
      for (const [projectId, all] of Map.groupBy(await readCastWith(db, changedIds), each => each.projectId)) {
        const which = spokenBy(all.map(({ speaker }) => speaker))
        news.changed(...await db.transaction(async (tx) => {
          const rows = await readLineRows(tx, projectId, which)
          return fit(tx, projectId, which, { asks: asksOf(rows, await readSpeaking(tx, projectId), before), rows })
        }))
      }
    },
    edit: async (lineId, words) => (await editFrom(lineId, words)).line,
    editFrom,
    async change(projectId, edits) {
      let lockedIds: LineId[] = []
      const lines = await change(async (tx) => {
        await requireProject(tx, projectId)
        const before = await read(tx, projectId, withIds(edits.map(edit => edit.lineId)))
        const done = await changeLines(tx, { projectId, lines: before, edits, changedAt: clock.now() })
        lockedIds = done.lockedIds
        const changed = await fit(tx, projectId, withIds(done.ids), { asks: new Map(before.map(line => [line.id, askedBy(line)])) })
        return { changed: done.addedAt === null ? changed : await read(tx, projectId, sql`AND lines.position >= ${done.addedAt - 1}`) }
      })
      return { lines, lockedIds }
    },
    async renameSpeaker(renaming) {
      const { projectId } = renaming
      let renamed: Renamed = { lineIds: [], before: [] }
      await change(async (tx) => {
        await requireProject(tx, projectId)
        const ofBoth = sql`AND lines.speaker IN (${renaming.from}, ${renaming.to})`
        const asks = asksOf(await readLineRows(tx, projectId, ofBoth), await readSpeaking(tx, projectId), models())
        await settleColours(tx, projectId)
        renamed = await renameSpeaker(tx, renaming, clock.now())
        return { changed: await fit(tx, projectId, ofBoth, { asks }) }
      })
      await colours.tell(projectId)
      await languages.tell(projectId)
      return { ...renamed, ...await tellCastings(projectId) }
    },
    async move(lineId, position, expected) {
      const changed = await change(async (tx) => {
        const line = await readOne(tx, lineId)
        requireAsExpected('line', line.position, expected, position)
        const [first, last] = await moveLine(tx, line, position)
        return { changed: await read(tx, line.projectId, sql`AND lines.position BETWEEN ${first} AND ${last}`) }
      })
      return found(changed.find(line => line.id === lineId), lineId)
    },
    choose: (lineId, takeId, expected) => changeOne(lineId, async (tx, line) => {
      requireAsExpected('line', line.chosenTakeId, expected, takeId)
      if (!await mayBeChosen(tx, line, takeId, models()))
        throw new Fault('not-found', { word: 'take', id: takeId })
      await choose(tx, lineId, takeId)
    }),
    borrowed: lineId => readBorrowedTakes(db, lineId, models()),
    place: lineId => findPlace(db, lineId),
    async retake(takeId, asked) {
      await change(async tx => ({ changed: await chooseRetaken(tx, { takeId, asked, models: models() }) }))
    },
    async remove(lineId) {
      await change(async (tx) => {
        const { projectId, position, isLocked } = await readOne(tx, lineId)
        // The page offers no removal then: somebody has locked it meanwhile.
        if (isLocked)
          throw new Fault('changed-meanwhile', { word: 'line' })
        await tx.run(sql`UPDATE lines SET removed_at = ${clock.now()} WHERE id = ${lineId}`)
        await shiftLines(tx, projectId, { from: position, before: Number.MAX_SAFE_INTEGER }, -1)
        return { changed: await read(tx, projectId, sql`AND lines.position >= ${position}`), removed: [lineId], of: projectId }
      })
    },
    async removeAll(projectId, lineIds) {
      let lockedIds: LineId[] = []
      await change(async (tx) => {
        await requireProject(tx, projectId)
        const found = await read(tx, projectId, withIds(lineIds))
        lockedIds = found.filter(line => line.isLocked).map(line => line.id)
        const removed = found.filter(line => !line.isLocked)
        await removeInOrder(tx, projectId, removed.map(line => line.id), clock.now())
        const after = sql`AND lines.position >= ${removed[0]?.position ?? Number.MAX_SAFE_INTEGER}`
        return { changed: await read(tx, projectId, after), removed: removed.map(line => line.id), of: projectId }
      })
      return lockedIds
    },
    async restore(lineId) {
      const changed = await change(async (tx) => {
        const { projectId, at } = await placeOfRemoved(tx, lineId)
        await shiftLines(tx, projectId, { from: at, before: Number.MAX_SAFE_INTEGER }, 1)
        await tx.run(sql`UPDATE lines SET removed_at = NULL, position = ${at} WHERE id = ${lineId}`)
        await fit(tx, projectId, sql`AND lines.id = ${lineId}`)
        return { changed: await read(tx, projectId, sql`AND lines.position >= ${at}`) }
      })
      return found(changed.find(line => line.id === lineId), lineId)
    },
    purge: lineId => db.transaction(tx => deleteRemovedLine(tx, lineId)),
    async releaseTakes(tx, takeIds) {
      const concerned = await chooseStandIns(tx, takeIds, models())
      return async () => {
        for (const [projectId, which] of concerned)
          news.changed(...await db.transaction(tx => read(tx, projectId, which)))
      }
    },
    async noteTakeFiled(lineId, takeId) {
      await change(async tx => ({ changed: await chooseFiled(tx, { lineId, takeId, models: models() }) }))
    },
    async chooseForgotten(projectId) {
      const of = projectId === undefined ? await projectsToChooseFor(db) : [projectId]
      const which = projectId === undefined ? sql`AND lines.chosen_take_id IS NULL` : sql.empty
      for (const id of of) {
        await change(async (tx) => {
          const before = await read(tx, id, which)
          await fit(tx, id, which)
          const now = new Map((await read(tx, id)).map(line => [line.id, line]))
          const wereOpen = before.filter(line => line.state !== 'made')
          return { changed: wereOpen.flatMap(line => now.get(line.id) ?? []).filter(line => line.state === 'made') }
        })
      }
    },
    async turn(tx, changes, write) {
      const ofLines = changes.filter(change => change.table === 'lines')
      const lineIds = ofLines.map(change => String(change.key[0]) as LineId) // the key of a line
      const projectId = await projectOfStep(tx, changes)
      const ofLanguages = changes.filter(change => change.table === 'script_languages')
      const speakers = [
        ...changes.flatMap(change => change.table === 'castings' ? String(change.key[1]) : []),
        ...ofLanguages.map(change => String(change.key[2])),
      ]
      const which = changePlaces(ofLines) || ofLanguages.some(change => change.key[1] === 'script')
        ? sql.empty
        : sql`AND (lines.id IN ${sql.list(lineIds)} OR lines.speaker IN ${sql.list(speakers)})`
      const asks = asksOf(await readLineRows(tx, projectId, which), await readSpeaking(tx, projectId), models())
      const words = await placeLines(tx, projectId, ofLines, clock.now())
      await write([...words, ...changes.filter(change => change.table !== 'lines')])
      await settleColours(tx, projectId)
      const changed = await fit(tx, projectId, which, { asks })
      const there = new Set(changed.map(line => line.id))
      return async () => {
        news.changed(...changed)
        news.removed(...lineIds.filter(lineId => !there.has(lineId)))
        await colours.tell(projectId)
        if (ofLanguages.length > 0)
          await languages.tell(projectId)
        if (changes.some(change => change.table === 'castings'))
          await castings.tell(projectId)
        await projects?.touch(projectId)
      }
    },
    async announceAll(projectId, before) {
      // In a transaction, as the lines of each change are read: what is changed meanwhile is told after it.
      const now = await db.transaction(tx => settleColours(tx, projectId).then(() => read(tx, projectId)))
      const there = new Set(now.map(line => line.id))
      news.changed(...now)
      news.removed(...before.filter(id => !there.has(id)))
      await Promise.all([castings.tell(projectId), colours.tell(projectId), languages.tell(projectId)])
      await projects?.touch(projectId)
    },
    close: () => [news, castings, colours, languages, pronouncing].forEach(each => each.close()),
  }
}

function found(line: Line | undefined, lineId: LineId): Line {
  if (!line)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return line
}
