/**
 * Recordings: written to the disk as they come, and made takes when they end. One without an end, because its page or the studio
 * went away, is made a take as well, at the next start at the latest.
 */
import type { RecordingFormat, RecoveredRecording } from '#contract/recordings.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId, RecordingId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Lane } from '../base/concurrency.ts'
import type { Log } from '../base/log.ts'
import type { FilingPorts, Slice } from './file-recording.ts'
import { Fault } from '#contract/faults.ts'
import { makeFolder } from '../base/atomic-file.ts'
import { createLane } from '../base/concurrency.ts'
import { isDiskFull } from '../base/disk-full.ts'
import { createFeed } from '../base/feed.ts'
import { newId } from '../base/ids.ts'
import { UnreadableMediaError, withoutPaths } from '../media/unreadable.ts'
import { fileRecording, startOf } from './file-recording.ts'
import { createRecordingFiles } from './recording-files.ts'

export interface Finished { readonly take: Take, readonly startedAtMs: number | null, readonly filledSeconds: number }

export interface Recordings {
  changes: (signal?: AbortSignal) => AsyncIterable<{ recovered: RecoveredRecording[] }>
  /** Faults: disk-full. */
  begin: (of: { name: string, format: RecordingFormat, projectId: ProjectId | null }) => Promise<RecordingId>
  /** The bytes are flushed to the disk when it resolves. Faults: not-found, disk-full. */
  append: (recordingId: RecordingId, at: number, bytes: Uint8Array) => Promise<void>
  /** Faults: not-found, unreadable-file, disk-full. */
  finish: (recordingId: RecordingId, slices: readonly Slice[]) => Promise<Finished>
  leave: (recordingId: RecordingId) => Promise<void>
  dismiss: (recordingId: RecordingId) => Promise<void>
  /** Makes takes of what another run left, or could not be written. Never rejects: what fails waits for the next time, or start. */
  recover: () => Promise<void>
  /** Whether one is being made now. */
  readonly isRecording: () => boolean
  /** Ends what is open; the next start makes takes of it. */
  stop: () => Promise<void>
}

export interface RecordingPorts extends FilingPorts {
  readonly folder: string
  readonly freeBytes: () => Promise<number>
  readonly minFreeBytes: number
  /** False while the library cannot be written. */
  readonly mayFile: () => boolean
  readonly clock: Clock
  readonly log: Log
  /** How long a recording waits for its next slice; a page sends one each second, and again what a lost wire kept back. */
  readonly patienceMs?: number
}

export async function openRecordings(ports: RecordingPorts): Promise<Recordings> {
  const { clock, log, patienceMs = 15_000 } = ports
  await makeFolder(ports.folder)
  const files = createRecordingFiles(ports.folder)
  await files.removeParts()
  const feed = createFeed<{ recovered: RecoveredRecording[] }>()
  /** Recordings that are being made, each with the timer that ends it. */
  const open = new Map<RecordingId, AbortController>()
  const isOfThisRun = new Set<RecordingId>()
  const recovered = new Map<RecordingId, RecoveredRecording>()
  /** An answer that got lost is asked for again. */
  const finished = new Map<RecordingId, Finished>()
  /** Of one recording: a slice, the next one, the end. No recording waits for another, whose conversion may take minutes. */
  const lanes = new Map<RecordingId, { readonly lane: Lane, works: number }>()
  const recoveries = createLane({ concurrency: 1 })
  let hasListed = false
  const isOver = new AbortController()

  async function checkSpace(neededBytes: number): Promise<void> {
    const freeBytes = await ports.freeBytes()
    if (freeBytes < neededBytes + ports.minFreeBytes)
      throw new Fault('disk-full', { neededBytes: neededBytes + ports.minFreeBytes, freeBytes })
  }

  async function explain(error: unknown): Promise<unknown> {
    return isDiskFull(error) ? new Fault('disk-full', { neededBytes: 0, freeBytes: await ports.freeBytes() }, { cause: error }) : error
  }

  async function inLane<T>(recordingId: RecordingId, work: () => Promise<T>): Promise<T> {
    const mine = lanes.get(recordingId) ?? { lane: createLane({ concurrency: 1 }), works: 0 }
    lanes.set(recordingId, mine)
    mine.works++
    try {
      return await mine.lane.run(work)
    }
    finally {
      mine.works--
      if (mine.works === 0)
        lanes.delete(recordingId)
    }
  }

  function wait(recordingId: RecordingId): void {
    open.get(recordingId)?.abort()
    const patience = new AbortController()
    open.set(recordingId, patience)
    clock.sleep(patienceMs, AbortSignal.any([patience.signal, isOver.signal]))
      .then(() => inLane(recordingId, async () => {
        // A slice may have come while this waited for its turn.
        if (open.get(recordingId) === patience)
          await recover(recordingId, 'page-gone')
      }), () => {})
  }

  function checkOpen(recordingId: RecordingId): void {
    if (!open.has(recordingId))
      throw new Fault('not-found', { word: 'recording', id: recordingId })
  }

  function close(recordingId: RecordingId): boolean {
    open.get(recordingId)?.abort()
    return open.delete(recordingId)
  }

  function publish(): void {
    feed.publish({ recovered: [...recovered.values()] })
  }

  /** Makes a take of a recording without an end. Never rejects. */
  async function recover(recordingId: RecordingId, because: RecoveredRecording['because']): Promise<void> {
    close(recordingId)
    if (!ports.mayFile())
      return
    try {
      const { name, take } = await fileRecording(ports, files, recordingId)
      const report = { recordingId, takeId: take.id, name, durationSeconds: take.asset.durationSeconds ?? 0, because }
      await files.report(report)
      recovered.set(recordingId, report)
      log.info('recording-recovered', { recordingId, takeId: take.id, because })
      publish()
    }
    catch (error) {
      // Nothing was recorded: there is nothing to tell either.
      if (error instanceof UnreadableMediaError && error.reason === 'empty')
        await files.remove(recordingId)
      else
        log.error('recording-recovery-failed', { recordingId, error })
    }
  }

  async function finish(recordingId: RecordingId, slices: readonly Slice[]): Promise<Finished> {
    const before = finished.get(recordingId)
    if (before)
      return before
    close(recordingId)
    const report = recovered.get(recordingId)
    if (report) {
      await dismiss(recordingId)
      return { take: await ports.takes.get(report.takeId), startedAtMs: null, filledSeconds: 0 }
    }
    if (!await files.has(recordingId))
      throw new Fault('not-found', { word: 'recording', id: recordingId })
    const { take, wav, name } = await fileRecording(ports, files, recordingId).catch(async (error: unknown) => {
      if (error instanceof UnreadableMediaError && error.reason === 'empty') {
        await files.remove(recordingId)
        throw new Fault('not-found', { word: 'recording', id: recordingId }, { cause: error })
      }
      if (error instanceof UnreadableMediaError)
        throw new Fault('unreadable-file', { name: '', reason: withoutPaths(error.message) }, { cause: error })
      throw await explain(error)
    })
    await files.remove(recordingId)
    const result = { take, startedAtMs: startOf(slices, wav.ends), filledSeconds: wav.filledSeconds }
    finished.set(recordingId, result)
    log.info('recording-finished', { recordingId, takeId: take.id, name: name.length, filledSeconds: wav.filledSeconds })
    return result
  }

  async function dismiss(recordingId: RecordingId): Promise<void> {
    if (recovered.delete(recordingId)) {
      await files.remove(recordingId)
      publish()
    }
  }

  return {
    changes: signal => feed.subscribe(() => ({ recovered: [...recovered.values()] }), signal),
    async begin(about) {
      await checkSpace(0)
      const recordingId = newId<RecordingId>(clock.now())
      await files.begin(recordingId, about)
      isOfThisRun.add(recordingId)
      wait(recordingId)
      return recordingId
    },
    async append(recordingId, at, bytes) {
      checkOpen(recordingId)
      // Its page is there, also while this waits for its turn, and while the disk has no room.
      wait(recordingId)
      await inLane(recordingId, async () => {
        checkOpen(recordingId)
        try {
          // The WAV needs as much again, and must fit when the recording ends.
          await checkSpace(at + bytes.length * 2)
          await files.append(recordingId, at, bytes)
        }
        catch (error) {
          throw await explain(error)
        }
        finally {
          // The page sends nothing more before it hears of this slice: a slow disk is no page that went away.
          if (open.has(recordingId))
            wait(recordingId)
        }
      })
    },
    finish: (recordingId, slices) => inLane(recordingId, () => finish(recordingId, slices)),
    leave: recordingId => inLane(recordingId, async () => {
      if (open.has(recordingId))
        await recover(recordingId, 'page-gone')
    }),
    dismiss: recordingId => inLane(recordingId, () => dismiss(recordingId)),
    recover: () => recoveries.run(async () => {
      const { unfinished, reported } = await files.list()
      // Those of this run are known already, and what was dismissed while the list was made must not come back.
      for (const report of hasListed ? [] : reported.filter(each => !isOfThisRun.has(each.recordingId)))
        recovered.set(report.recordingId, report)
      hasListed = true
      publish()
      for (const recordingId of unfinished) {
        await inLane(recordingId, async () => {
          // It may have ended since the list was made.
          if (!isOver.signal.aborted && !open.has(recordingId) && await files.has(recordingId))
            await recover(recordingId, isOfThisRun.has(recordingId) ? 'page-gone' : 'closed')
        })
      }
    }),
    isRecording: () => open.size > 0,
    async stop() {
      isOver.abort()
      await recoveries.run(async () => {})
      await Promise.all([...lanes.keys()].map(recordingId => inLane(recordingId, async () => {})))
      open.clear()
      feed.close()
    },
  }
}
