/** Drift: which takes of each script sound otherwise than the others of their speaker, kept up to date with lines and measurements. */
import type { DriftPoint, ProjectDrift, Usuals } from '#contract/drift.ts'
import type { Line } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, ProjectId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { TakeVoices } from '../library/take-voices.ts'
import type { Takes } from '../library/takes.ts'
import type { Script } from '../script/script-port.ts'
import type { Database } from '../storage/database.ts'
import type { SpeakerTakes, UsedTake } from './compare-takes.ts'
import { Fault } from '#contract/faults.ts'
import { languageOfSpeaker } from '#rules/script/line-language.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { createChanges } from '../base/changes.ts'
import { createWatchers, workOnEach } from '../base/watched.ts'
import { requireProject } from '../library/projects.ts'
import { readLanguages } from '../script/script-languages.ts'
import { projectsAnchoredTo, putAnchor, readAnchors } from '../script/speaker-anchors.ts'
import { voiceMadeFrom } from '../script/stale.ts'
import { deleteAccepted, putAccepted, readAccepted } from './accepted-drift.ts'
import { compareSpeaker, findingsOf, summaryOf } from './compare-takes.ts'
import { measuresOf, voiceWordOf } from './voices-of-takes.ts'

export interface Drift {
  /** Takes that are not measured yet are measured while somebody follows. */
  changes: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<ProjectDrift, ProjectId>>
  /** @throws Fault not-found */
  points: (projectId: ProjectId, speaker: string) => Promise<{ points: DriftPoint[], usuals: Usuals }>
  /** @throws Fault not-found */
  accept: (projectId: ProjectId, takeIds: readonly TakeId[], isRight: boolean) => Promise<void>
  /** @throws Fault not-found */
  setAnchor: (projectId: ProjectId, speaker: string, takeId: TakeId | null) => Promise<void>
  /** Undo has changed anchors, or what is right. */
  noteTurned: () => Promise<void>
  /** Tells what changed, until the signal aborts. Never throws. */
  follow: (signal: AbortSignal) => Promise<void>
  close: () => void
}

/** What a person has done here, who waits for it. */
const atOnce = 0
/** News of one moment are one. */
const restMs = 150
/** While takes are measured, what is usual moves with each of them. */
const measuringRestMs = 1200
/** A long script takes longer to compare, and is compared less often: at most a part of the time. */
const restShare = 8

export function createDrift({ db, projects, script, takes, takeVoices, clock, log }: {
  db: Database
  projects: { readonly touch: (projectId: ProjectId) => Promise<void> }
  script: Pick<Script, 'linesWithTakes' | 'everyChange' | 'castings'>
  takes: Pick<Takes, 'changes' | 'find' | 'madeFrom'>
  takeVoices: Pick<TakeVoices, 'known' | 'measured' | 'measureLater'>
  clock: Clock
  log: Log
}): Drift {
  const news = createChanges<ProjectDrift, ProjectId>()
  /** How many pages look at each project. */
  const watchers = createWatchers<ProjectId>()

  async function measured(take: Take): Promise<Pick<UsedTake, 'measures'>> {
    const voice = await takeVoices.known(take)
    return { measures: voice && measuresOf(take, voice) }
  }

  /** `measures`: whether takes that are not measured yet will be. */
  async function speakersOf(projectId: ProjectId, { measures, only }: { measures: boolean, only?: string }): Promise<SpeakerTakes[]> {
    const used = (await script.linesWithTakes(projectId)).flatMap(({ line, take }) =>
      take && isSpoken(line) && (only === undefined || line.speaker === only) ? [{ line, take }] : [])
    const [castings, anchors] = [await script.castings(projectId), await readAnchors(db, projectId)]
    const languages = await readLanguages(db, projectId)
    const madeFrom = await takes.madeFrom(used.map(({ take }) => take.id))
    const anchorTakes = new Map((await takes.find([...anchors.values()]))
      .flatMap(take => take.trashedAt === null ? [[take.id, take] as const] : []))
    const all: UsedTake[] = []
    for (const { line, take } of used) {
      const made = voiceMadeFrom(madeFrom.get(take.id) ?? '')
      const found = await measured(take)
      all.push({
        ...{ lineId: line.id, speaker: line.speaker, takeId: take.id, ...found },
        voice: made && voiceWordOf(made, take.request?.spokenIn ?? line.spokenIn),
        isWaiting: found.measures === null && measures && await takeVoices.measureLater(take),
      })
    }
    return Promise.all([...Map.groupBy(all, take => take.speaker)].map(async ([speaker, spoken]) => {
      const casting = castings.find(each => each.speaker === speaker)
      const anchor = anchorTakes.get(anchors.get(speaker)!)
      if (anchor && measures)
        await takeVoices.measureLater(anchor)
      return {
        ...{ speaker, takes: spoken, castVoice: casting ? voiceWordOf(casting, languageOfSpeaker(speaker, casting, languages)) : null },
        ...{ anchorTakeId: anchor?.id ?? null, anchor: anchor ? (await measured(anchor)).measures : null },
      }
    }))
  }

  async function driftOf(projectId: ProjectId): Promise<ProjectDrift> {
    const speakers = await speakersOf(projectId, { measures: true })
    const accepted = await readAccepted(db, speakers.flatMap(each => each.takes.map(take => take.takeId)))
    return { id: projectId, ...summaryOf(speakers, accepted) }
  }

  /** What is told next of each project. */
  const waiting = new Map<ProjectId, { readonly ms: number, readonly stop: AbortController }>()
  let telling = Promise.resolve()
  /** How long the last time took. */
  let tellingMs = 0
  function note(projectId: ProjectId, ms = restMs): void {
    const before = waiting.get(projectId)
    // What a person has done is told soon, although measurements are told later.
    if (!watchers.has(projectId) || (before && before.ms <= ms))
      return
    before?.stop.abort()
    const stop = new AbortController()
    waiting.set(projectId, { ms, stop })
    const rest = (): Promise<void> => ms === atOnce ? Promise.resolve() : clock.sleep(Math.max(ms, restShare * tellingMs), stop.signal)
    telling.then(rest).then(() => {
      waiting.delete(projectId)
      // One after the other: what was read first is told first.
      telling = telling.then(() => tell(projectId))
    }, () => {})
  }

  async function tell(projectId: ProjectId): Promise<void> {
    try {
      const began = clock.now()
      if (watchers.has(projectId))
        news.changed(await driftOf(projectId))
      tellingMs = clock.now() - began
    }
    catch (error) {
      log.warn('drift-not-told', { error })
    }
  }

  function noteAll(ms?: number): void {
    for (const projectId of watchers.keys())
      note(projectId, ms)
  }

  /** What the comparison needs of lines that have changed: words that are being written change nothing. */
  const seen = new Map<LineId, string>()
  function noteLines({ changed, removed }: Pick<ChangesEvent<Line, LineId>, 'changed' | 'removed'>): void {
    if (watchers.size === 0)
      return seen.clear()
    for (const line of changed) {
      const word = [line.speaker, line.role, line.chosenTakeId, line.state].join('\n')
      if (seen.get(line.id) !== word)
        note(line.projectId)
      seen.set(line.id, word)
    }
    if (removed.length > 0)
      noteAll()
  }

  /** An anchor that is in the trash is none until it is restored. One that is deleted for good was in the trash. */
  async function noteAnchors(changed: readonly Take[]): Promise<void> {
    if (watchers.size === 0 || changed.length === 0)
      return
    for (const projectId of await projectsAnchoredTo(db, changed.map(take => take.id)))
      note(projectId)
  }

  function watched(projectId: ProjectId, signal?: AbortSignal): AsyncGenerator<ChangesEvent<ProjectDrift, ProjectId>, void, void> {
    return watchers.during(projectId, () => news.subscribe(async () => {
      await requireProject(db, projectId)
      return [await driftOf(projectId)]
    }, signal, told => told.id === projectId))
  }

  function each<Event>(events: AsyncIterable<Event>, signal: AbortSignal, work: (event: Event) => Promise<void> | void): Promise<void> {
    return workOnEach(events, { signal, work, failed: error => log.error('drift-failed', { error }) })
  }

  return {
    changes: watched,
    async points(projectId, speaker) {
      await requireProject(db, projectId)
      const [found] = await speakersOf(projectId, { measures: false, only: speaker })
      const { points, usuals } = compareSpeaker(found ?? { speaker, anchorTakeId: null, anchor: null, castVoice: null, takes: [] })
      return { points: [...points], usuals }
    },
    async accept(projectId, takeIds, isRight) {
      const wanted = new Set(takeIds)
      const speakers = isRight ? await speakersOf(projectId, { measures: false }) : []
      const used = speakers.flatMap((speaker) => {
        const { differing } = compareSpeaker(speaker)
        return speaker.takes.map(({ takeId }) => ({ takeId, findings: findingsOf(differing.get(takeId) ?? []) }))
      })
      await db.transaction(async (tx) => {
        await requireProject(tx, projectId)
        if (!isRight)
          return deleteAccepted(tx, takeIds)
        for (const { takeId, findings } of used) {
          if (wanted.has(takeId))
            await putAccepted(tx, takeId, findings)
        }
      })
      note(projectId, atOnce)
    },
    async setAnchor(projectId, speaker, takeId) {
      if (takeId !== null && (await takes.find([takeId])).length === 0)
        throw new Fault('not-found', { word: 'take', id: takeId })
      await db.transaction(async (tx) => {
        await requireProject(tx, projectId)
        await putAnchor(tx, projectId, speaker, takeId)
      })
      note(projectId, atOnce)
      await projects.touch(projectId)
    },
    noteTurned: async () => noteAll(atOnce),
    async follow(signal) {
      await Promise.all([
        each(script.everyChange(signal), signal, noteLines),
        each(takes.changes(signal), signal, ({ changed }) => noteAnchors(changed)),
        each(takeVoices.measured(signal), signal, takeIds => takeIds.length > 0 ? noteAll(measuringRestMs) : undefined),
      ])
    },
    close() {
      waiting.forEach(({ stop }) => stop.abort())
      news.close()
    },
  }
}
