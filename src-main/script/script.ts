/** The script: lines at consecutive positions, who speaks for whom, and which take of a line is used. */
import type { Casting, Line } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { ScriptText } from '#rules/script/parse-script.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Takes } from '../library/takes.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Sql } from '../storage/sql.ts'
import { Fault } from '#contract/faults.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { requireProject } from '../library/projects.ts'
import { requireVoice } from '../library/voices.ts'
import { sql } from '../storage/sql.ts'
import { putCasting, readCastings } from './casting-rows.ts'
import { countLines, deleteRemovedLine, insertLines, readLine, readLines, shiftLines } from './line-rows.ts'

/** Every call throws Fault not-found for a project or line that does not exist, also for a removed line. */
export interface Script {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Line, LineId>>
  lines: (projectId: ProjectId) => Promise<Line[]>
  /** Each line with its chosen take, for layouts and checks. */
  linesWithTakes: (projectId: ProjectId) => Promise<{ line: Line, take: Take | null }[]>
  directionOf: (lineId: LineId) => Promise<string>
  castings: (projectId: ProjectId) => Promise<Casting[]>
  cast: (projectId: ProjectId, casting: Casting) => Promise<Casting[]>
  /** Adds lines after the given one, or at the end. Returns the new lines. */
  add: (projectId: ProjectId, afterLineId: LineId | null, lines: readonly ScriptText[]) => Promise<Line[]>
  edit: (lineId: LineId, line: ScriptText & { pauseSeconds: number }) => Promise<Line>
  /** A position beyond the end means the end. */
  move: (lineId: LineId, position: number) => Promise<Line>
  /** The take must belong to the line and not be in the trash. */
  choose: (lineId: LineId, takeId: TakeId) => Promise<Line>
  /** Its takes stay; `restore` puts the line back where it was. */
  remove: (lineId: LineId) => Promise<void>
  restore: (lineId: LineId) => Promise<Line>
  /** Deletes a removed line; its takes stay, without a line. */
  purge: (lineId: LineId) => Promise<void>
  /**
   * A take of a line was filed or changed. It becomes the chosen take if the line has none, or an older, stale one.
   * Repeats are harmless. The line may be gone, because a job keeps only its id.
   */
  noteTakeFiled: (lineId: LineId, takeId: TakeId) => Promise<void>
  /**
   * Chooses a take for each line without one: its newest take that fits its present text. So a take that arrived while its
   * line was removed, while another version of the script was restored, or just before a crash is not bought again. Repeats
   * are harmless.
   */
  chooseForgotten: (projectId?: ProjectId) => Promise<void>
  /** The script was replaced by another module: sends all of it. */
  announceAll: (projectId: ProjectId, before: readonly Line[]) => Promise<void>
  close: () => void
}

export function createScript(options: {
  db: Database
  takes: Pick<Takes, 'find'>
  /** `touch` is called with the project after each change of its lines. */
  projects?: { touch: (projectId: ProjectId) => Promise<void> }
  clock: Clock
}): Script {
  const { db, takes, projects, clock } = options
  const news = createChanges<Line, LineId>()

  /** Sends what `work` returns, once it is durable. */
  async function change(work: (tx: Transaction) => Promise<{ changed: Line[], removed?: LineId }>): Promise<Line[]> {
    const { changed, removed } = await db.transaction(work)
    news.changed(...changed)
    if (removed !== undefined)
      news.removed(removed)
    for (const projectId of new Set(changed.map(line => line.projectId)))
      await projects?.touch(projectId)
    return changed
  }

  async function changeOne(lineId: LineId, work: (tx: Transaction, before: Line) => Promise<void>): Promise<Line> {
    const [line] = await change(async (tx) => {
      await work(tx, await readLine(tx, lineId))
      return { changed: [await readLine(tx, lineId)] }
    })
    return found(line, lineId)
  }

  async function add(projectId: ProjectId, afterLineId: LineId | null, lines: readonly ScriptText[]): Promise<Line[]> {
    if (lines.length === 0)
      return []
    // newId returns the form of an id
    const added = lines.map(({ speaker, text, direction }) => ({ id: newId(clock.now()) as LineId, speaker, text, direction }))
    const changed = await change(async (tx) => {
      await requireProject(tx, projectId)
      const at = afterLineId === null ? await countLines(tx, projectId) : await placeAfter(tx, projectId, afterLineId)
      await shiftLines(tx, projectId, { from: at, before: Number.MAX_SAFE_INTEGER }, added.length)
      await insertLines(tx, added, { projectId, position: at, changedAt: clock.now() })
      return { changed: await readLines(tx, projectId, sql`AND lines.position >= ${at}`) }
    })
    return changed.slice(0, added.length)
  }

  async function choose(tx: Transaction, lineId: LineId, takeId: TakeId | null): Promise<void> {
    await tx.run(sql`UPDATE lines SET chosen_take_id = ${takeId} WHERE id = ${lineId}`)
  }

  /** Returns the lines that now have a chosen take. */
  async function chooseFitting(tx: Transaction, which: Sql): Promise<Line[]> {
    const rows = await tx.all<{ line_id: LineId, take_id: TakeId }>(sql`
      SELECT lines.id AS line_id, takes.id AS take_id FROM lines JOIN takes ON takes.line_id = lines.id
      WHERE ${which} AND lines.removed_at IS NULL AND lines.chosen_take_id IS NULL AND takes.medium = 'audio' AND takes.trashed_at IS NULL
      ORDER BY takes.number DESC`)
    const chosen: Line[] = []
    for (const [lineId, takesOfLine] of Map.groupBy(rows, row => row.line_id)) {
      for (const { take_id: takeId } of takesOfLine) {
        await choose(tx, lineId, takeId)
        const line = await readLine(tx, lineId)
        if (line.state === 'made') {
          chosen.push(line)
          break
        }
        await choose(tx, lineId, null)
      }
    }
    return chosen
  }

  async function lines(projectId: ProjectId): Promise<Line[]> {
    await requireProject(db, projectId)
    return readLines(db, projectId)
  }

  return {
    lines,
    add,
    changes: (projectId, signal) => news.subscribe(() => lines(projectId), signal, line => line.projectId === projectId),
    async linesWithTakes(projectId) {
      const all = await lines(projectId)
      const chosen = await takes.find(all.flatMap(line => line.chosenTakeId ?? []))
      const byId = new Map(chosen.map(take => [take.id, take]))
      return all.map(line => ({ line, take: (line.chosenTakeId && byId.get(line.chosenTakeId)) ?? null }))
    },
    directionOf: async lineId => (await readLine(db, lineId)).direction,
    async castings(projectId) {
      await requireProject(db, projectId)
      return readCastings(db, projectId)
    },
    async cast(projectId, casting) {
      await change(async (tx) => {
        await requireProject(tx, projectId)
        if (casting.voiceId !== null)
          await requireVoice(tx, casting.voiceId)
        await putCasting(tx, projectId, casting)
        return { changed: await readLines(tx, projectId, sql`AND lines.speaker = ${casting.speaker}`) }
      })
      return readCastings(db, projectId)
    },
    edit: (lineId, { speaker, text, direction, pauseSeconds }) => changeOne(lineId, async (tx) => {
      await tx.run(sql`
        UPDATE lines SET speaker = ${speaker}, text = ${text}, direction = ${direction}, pause_seconds = ${pauseSeconds},
          changed_at = ${clock.now()}
        WHERE id = ${lineId}`)
    }),
    async move(lineId, position) {
      const changed = await change(async (tx) => {
        const line = await readLine(tx, lineId)
        const to = Math.min(position, await countLines(tx, line.projectId) - 1)
        const [first, last] = [Math.min(line.position, to), Math.max(line.position, to)]
        const passed = to > line.position ? { from: line.position + 1, before: to + 1 } : { from: to, before: line.position }
        await shiftLines(tx, line.projectId, passed, to > line.position ? -1 : 1)
        await tx.run(sql`UPDATE lines SET position = ${to} WHERE id = ${lineId}`)
        return { changed: await readLines(tx, line.projectId, sql`AND lines.position BETWEEN ${first} AND ${last}`) }
      })
      return found(changed.find(line => line.id === lineId), lineId)
    },
    choose: (lineId, takeId) => changeOne(lineId, async (tx) => {
      if (!await tx.get(sql`SELECT id FROM takes WHERE id = ${takeId} AND line_id = ${lineId} AND trashed_at IS NULL`))
        throw new Fault('not-found', { word: 'take', id: takeId })
      await choose(tx, lineId, takeId)
    }),
    async remove(lineId) {
      await change(async (tx) => {
        const { projectId, position } = await readLine(tx, lineId)
        await tx.run(sql`UPDATE lines SET removed_at = ${clock.now()} WHERE id = ${lineId}`)
        await shiftLines(tx, projectId, { from: position, before: Number.MAX_SAFE_INTEGER }, -1)
        return { changed: await readLines(tx, projectId, sql`AND lines.position >= ${position}`), removed: lineId }
      })
    },
    async restore(lineId) {
      const changed = await change(async (tx) => {
        const { projectId, at } = await placeOfRemoved(tx, lineId)
        await shiftLines(tx, projectId, { from: at, before: Number.MAX_SAFE_INTEGER }, 1)
        await tx.run(sql`UPDATE lines SET removed_at = NULL, position = ${at} WHERE id = ${lineId}`)
        await chooseFitting(tx, sql`lines.id = ${lineId}`)
        return { changed: await readLines(tx, projectId, sql`AND lines.position >= ${at}`) }
      })
      return found(changed.find(line => line.id === lineId), lineId)
    },
    purge: lineId => db.transaction(tx => deleteRemovedLine(tx, lineId)),
    async noteTakeFiled(lineId, takeId) {
      await change(async (tx) => {
        if (!await tx.get(sql`SELECT id FROM lines WHERE id = ${lineId} AND removed_at IS NULL`))
          return { changed: [] }
        const line = await readLine(tx, lineId)
        const isNewer = await tx.get(sql`
          SELECT id FROM takes WHERE id = ${takeId} AND line_id = ${lineId} AND medium = 'audio' AND trashed_at IS NULL
            AND number > coalesce((SELECT number FROM takes WHERE id = ${line.chosenTakeId}), 0)`)
        if (isNewer && line.state !== 'made')
          await choose(tx, lineId, takeId)
        return { changed: [await readLine(tx, lineId)] }
      })
    },
    async chooseForgotten(projectId) {
      await change(async tx => ({
        changed: await chooseFitting(tx, projectId === undefined ? sql`1` : sql`lines.project_id = ${projectId}`),
      }))
    },
    async announceAll(projectId, before) {
      const now = await lines(projectId)
      const there = new Set(now.map(line => line.id))
      news.changed(...now)
      news.removed(...before.map(line => line.id).filter(id => !there.has(id)))
      await projects?.touch(projectId)
    },
    close: () => news.close(),
  }
}

async function placeAfter(tx: Transaction, projectId: ProjectId, lineId: LineId): Promise<number> {
  const line = await readLine(tx, lineId)
  if (line.projectId !== projectId)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return line.position + 1
}

/** Its former position, or the end of a script that has become shorter. */
async function placeOfRemoved(tx: Transaction, lineId: LineId): Promise<{ projectId: ProjectId, at: number }> {
  const row = await tx.get<{ project_id: ProjectId, position: number }>(sql`
    SELECT project_id, position FROM lines WHERE id = ${lineId} AND removed_at IS NOT NULL`)
  if (!row)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return { projectId: row.project_id, at: Math.min(row.position, await countLines(tx, row.project_id)) }
}

function found(line: Line | undefined, lineId: LineId): Line {
  if (!line)
    throw new Fault('not-found', { word: 'line', id: lineId })
  return line
}
