/** Listening back: what is known of the takes of each script, kept up to date with lines, transcripts and word times. */
import type { Listened } from '#contract/listening.ts'
import type { Take } from '#contract/takes.ts'
import type { AssetId, LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Transcripts } from '../library/transcripts.ts'
import type { TakeWordTimes } from '../library/word-times.ts'
import type { Script } from '../script/script-port.ts'
import type { Database } from '../storage/database.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { createChanges } from '../base/changes.ts'
import { createWatchers, workOnEach } from '../base/watched.ts'
import { requireProject } from '../library/projects.ts'
import { findingsOf, languageOfTake, listen } from './listen.ts'
import { deleteRight, putRight, readRight } from './right-takes.ts'

export interface Unheard { readonly lineId: LineId, readonly take: Take, readonly language: string }

export interface Listening {
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Listened, LineId>>
  /** Of these lines, those with a take of which there is no transcript; of takes with the same sound, the first. */
  unheard: (projectId: ProjectId, lineIds: readonly LineId[]) => Promise<Unheard[]>
  /** @throws Fault not-found */
  accept: (projectId: ProjectId, takeIds: readonly TakeId[], isRight: boolean) => Promise<void>
  /** Undo has changed whether these are right. */
  noteTurned: (takeIds: readonly TakeId[]) => Promise<void>
  /** Tells what changed, until the signal aborts. Never throws. */
  follow: (signal: AbortSignal) => Promise<void>
  close: () => void
}

/** Lines are read in groups, so that others get their turn. */
const groupSize = 400
/** News of one moment are one. */
const restMs = 60

export function createListening({ db, script, takes, transcripts, takeWords, clock, log }: {
  db: Database
  script: Pick<Script, 'lines' | 'linesUsing' | 'everyChange' | 'pronunciationsOf'>
  takes: Pick<Takes, 'find' | 'changes' | 'ofSameFiles'>
  transcripts: Pick<Transcripts, 'heardOf'>
  takeWords: Pick<TakeWordTimes, 'doubts' | 'changes' | 'findLater'>
  clock: Clock
  log: Log
}): Listening {
  const news = createChanges<Listened, LineId>()
  /** How many pages look at each project. */
  const watchers = createWatchers<ProjectId>()

  async function listenTo(projectId: ProjectId, among?: readonly LineId[]): Promise<Listened[]> {
    const lines = (await script.lines(projectId, among)).filter(line => isSpoken(line) && line.chosenTakeId !== null)
    const pronunciations = await script.pronunciationsOf(projectId)
    const found: Listened[] = []
    for (let at = 0; at < lines.length; at += groupSize) {
      const group = lines.slice(at, at + groupSize)
      const takeIds = group.flatMap(line => line.chosenTakeId ?? [])
      const byId = new Map((await takes.find(takeIds)).map(take => [take.id, take]))
      const [heard, right] = [await transcripts.heardOf(takeIds), await readRight(db, takeIds)]
      for (const line of group) {
        const take = line.chosenTakeId === null ? undefined : byId.get(line.chosenTakeId)
        const told = take && listen({
          line,
          take,
          heard: heard.get(take.id) ?? null,
          doubts: await takeWords.doubts(take),
          accepted: right.get(take.id) ?? null,
          pronunciations,
        })
        if (told)
          found.push(told)
      }
    }
    return found
  }

  const waiting = new Map<ProjectId, Set<LineId>>()
  let flush: Promise<void> | null = null
  function note(projectId: ProjectId, lineIds: readonly LineId[]): void {
    if (!watchers.has(projectId) || lineIds.length === 0)
      return
    const ids = waiting.get(projectId) ?? new Set()
    lineIds.forEach(id => ids.add(id))
    waiting.set(projectId, ids)
    flush ??= clock.sleep(restMs, new AbortController().signal)
      .then(tellWaiting)
      .catch(error => log.warn('listening-not-told', { error }))
      .finally(() => { flush = null })
  }

  async function tellWaiting(): Promise<void> {
    for (const [projectId, ids] of [...waiting]) {
      waiting.delete(projectId)
      await tell(projectId, [...ids])
    }
    if (waiting.size > 0)
      await tellWaiting()
  }

  async function tell(projectId: ProjectId, lineIds: readonly LineId[]): Promise<void> {
    const found = await listenTo(projectId, lineIds)
    const there = new Set(found.map(each => each.id))
    news.changed(...found)
    news.removed(...lineIds.filter(id => !there.has(id)))
  }

  async function noteTakes(takeIds: readonly TakeId[]): Promise<void> {
    if (watchers.size === 0 || takeIds.length === 0)
      return
    for (const [projectId, lines] of Map.groupBy(await script.linesUsing(takeIds), line => line.projectId))
      note(projectId, lines.map(line => line.id))
  }

  function each<Event>(events: AsyncIterable<Event>, signal: AbortSignal, work: (event: Event) => Promise<void> | void): Promise<void> {
    return workOnEach(events, { signal, work, failed: error => log.error('listening-failed', { error }) })
  }

  function watched(projectId: ProjectId, signal?: AbortSignal): AsyncGenerator<ChangesEvent<Listened, LineId>, void, void> {
    return watchers.during(projectId, () => news.subscribe(async () => {
      await requireProject(db, projectId)
      return listenTo(projectId)
    }, signal, told => told.projectId === projectId))
  }

  return {
    changes: watched,
    async unheard(projectId, lineIds) {
      const lines = (await script.lines(projectId, lineIds)).filter(line => isSpoken(line) && line.chosenTakeId !== null)
      const takeIds = [...new Set(lines.flatMap(line => line.chosenTakeId ?? []))]
      const heard = await transcripts.heardOf(takeIds)
      const byId = new Map((await takes.find(takeIds.filter(id => !heard.has(id)))).map(take => [take.id, take]))
      // Takes of the same sound are heard by one transcript.
      const asked = new Set<AssetId>()
      return lines.flatMap((line): Unheard[] => {
        const take = line.chosenTakeId === null ? undefined : byId.get(line.chosenTakeId)
        if (!take || take.asset.isMissing || asked.has(take.asset.id))
          return []
        asked.add(take.asset.id)
        return [{ lineId: line.id, take, language: languageOfTake(take, line) }]
      })
    },
    async accept(projectId, takeIds, isRight) {
      const wanted = new Set(takeIds)
      const told = (await listenTo(projectId)).filter(each => wanted.has(each.takeId))
      await db.transaction(async (tx) => {
        await requireProject(tx, projectId)
        if (!isRight)
          return deleteRight(tx, takeIds)
        for (const each of told)
          await putRight(tx, each.takeId, findingsOf(each.text, each))
      })
      await noteTakes(takeIds)
    },
    noteTurned: noteTakes,
    async follow(signal) {
      await Promise.all([
        each(script.everyChange(signal), signal, ({ changed, removed }) => {
          for (const [projectId, lines] of Map.groupBy(changed, line => line.projectId))
            note(projectId, lines.map(line => line.id))
          news.removed(...removed)
        }),
        each(takes.changes(signal), signal, async ({ changed }) => {
          const { made = [], others = [] } = Object.groupBy(changed, take => take.kind === 'transcribe' ? 'made' : 'others')
          // A transcript is of all takes with that sound.
          const heard = watchers.size === 0 ? [] : await takes.ofSameFiles(made.flatMap(take => take.sourceTakeIds))
          await noteTakes([...heard, ...others.map(take => take.id)])
        }),
        each(takeWords.changes(signal), signal, ({ changed, isWhole }) =>
          isWhole ? undefined : noteTakes(changed.filter(found => found.state !== 'waiting').map(found => found.takeId))),
      ])
    },
    close: news.close,
  }
}
