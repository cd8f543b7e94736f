/**
 * Puts what was generated for a clip into it, in place, and what was generated for a place of a sequence there, as one step of undo: as
 * soon as its job is done, whether or not a page is open. A clip that a person gave another take keeps that one, and one on a locked track
 * stays as it is. Of several tries only the first that comes does so: a person who undid or deleted it wants no other in its stead.
 */
import type { Into } from '#contract/into.ts'
import type { Job } from '#contract/jobs.ts'
import type { PictureClip, SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { JobId, TakeId, TrackId } from '#contract/words.ts'
import type { SwapTake } from '#rules/sequence/swap-takes.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Holds } from './holds.ts'
import type { Sequences } from './sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { EditRefusedError } from '#rules/sequence/edit/refused.ts'
import { placedEdits } from '#rules/sequence/place-awaited.ts'
import { awaitedEdits, swapOf } from '#rules/sequence/swap-takes.ts'
import { newId } from '../base/ids.ts'
import { retryOnDiskError } from '../storage/retry-on-disk-error.ts'
import { problemOf } from './unreadable-sequence.ts'

interface Awaited { readonly jobId: JobId, readonly into: Into, readonly takeIds: readonly TakeId[], readonly hasTries: boolean }

interface AwaitedParts {
  /** Each change of a job; the first event has all. */
  readonly jobs: {
    readonly changes: (signal: AbortSignal) => AsyncIterable<{ readonly changed: readonly Pick<Job, 'state' | 'takeIds'>[] }>
    readonly awaitedClips: () => Promise<Awaited[]>
    readonly noteBrought: (jobId: JobId, isThere: boolean) => Promise<void>
  }
  readonly takes: Pick<Takes, 'find'>
  readonly sequences: Pick<Sequences, 'change'>
  readonly holds: Pick<Holds, 'free'>
  readonly clock: Clock
  readonly log: Log
}

/** Runs until the signal aborts; never throws. Subscribe before the queue starts. */
export async function followAwaited(parts: AwaitedParts, signal: AbortSignal): Promise<void> {
  const { jobs, log } = parts
  try {
    for await (const { changed } of jobs.changes(signal)) {
      if (!changed.some(job => job.state === 'done' && job.takeIds.length > 0))
        continue
      for (const one of await jobs.awaitedClips())
        await bring(parts, one, signal)
    }
  }
  catch (error) {
    // A studio that closes as soon as it is open also closes the ledger under the first question.
    if (!signal.aborted)
      log.error('awaited-clips-not-followed', { error })
  }
}

async function bring(parts: AwaitedParts, awaited: Awaited, signal: AbortSignal): Promise<void> {
  const { jobs, holds, clock, log } = parts
  const { jobId, into } = awaited
  try {
    await holds.free(into.sequenceId, signal)
    // While the sequence was held, another try may have come.
    if (signal.aborted || !(await jobs.awaitedClips()).some(each => each.jobId === jobId))
      return
    // On a full disk it is done as soon as there is room.
    await retryOnDiskError(async () => {
      await jobs.noteBrought(jobId, await bringInto(parts, awaited))
    }, { clock, log, signal })
  }
  catch (error) {
    // A library that can be read only is asked again at the next start.
    if (!signal.aborted && !isFault(error, 'library-read-only'))
      log.error('awaited-take-not-brought', { jobId, error })
  }
}

/** Answers whether the clip has a take now that it did not have when this one was asked for. */
async function bringInto({ takes, sequences }: AwaitedParts, { into, takeIds, hasTries }: Awaited): Promise<boolean> {
  const [take] = await takes.find(takeIds.slice(0, 1))
  if (!take || take.asset.isMissing || take.trashedAt !== null)
    return false
  let isThere = false
  try {
    await sequences.change(into.sequenceId, { name: 'new-take', lineId: null }, (now) => {
      const edits = 'takeId' in into
        ? awaitedEdits(now, into, clip => withTries(swapOf(now, clip, take), clip, hasTries))
        : placedEdits(now, into, { ...take, hasTries }, newId<TrackId>())
      isThere = edits.length > 0 || hasAnother(now, into)
      return edits.length === 0 ? null : applyEdits(now, edits)
    })
    return isThere
  }
  catch (error) {
    // It can be placed by hand: in the sequence that it was made for, there is no room for it, or nothing to place it in.
    const isRefused = error instanceof EditRefusedError || isFault(error, 'edit-refused')
    if (!isRefused && problemOf(error) === null && !isFault(error, 'not-found'))
      throw error
    return false
  }
}

/** A person is yet to choose between them. */
function withTries(edit: SwapTake | null, clip: PictureClip | SoundClip, hasTries: boolean): SwapTake | null {
  return edit && hasTries && 'look' in clip ? { ...edit, hasTries } : edit
}

/** An earlier try, for example, after which the program ended before that was noted. */
function hasAnother(document: SequenceDocument, into: Into): boolean {
  const clip = findClip(document, into.clipId)?.clip
  return clip !== undefined && 'takeId' in clip && (!('takeId' in into) || clip.takeId !== into.takeId)
}
