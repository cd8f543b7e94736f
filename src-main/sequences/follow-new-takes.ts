/**
 * Brings new takes of lines and pictures into their clips, in every sequence, each as one step of undo. A clip that a person gave
 * another take keeps it, and one on a locked track stays as it is.
 */
import type { Line } from '#contract/script.ts'
import type { Clip, Sequence } from '#contract/sequence-document.ts'
import type { StoryboardPicture } from '#contract/storyboard.ts'
import type { LineId, PictureId, SequenceId, TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Takes } from '../library/takes.ts'
import type { Database } from '../storage/database.ts'
import type { Holds } from './holds.ts'
import type { Sequences } from './sequences-port.ts'
import { isFault } from '#contract/faults.ts'
import { findClip } from '#rules/sequence/document.ts'
import { withNewTake } from '#rules/sequence/new-take.ts'
import { retryOnDiskError } from '../storage/retry-on-disk-error.ts'
import { isDiskTrouble } from '../storage/storage-error.ts'
import { clipsOfLines, takesOfLines, takesOfPictures } from './clip-rows.ts'
import { boardClipId } from './lay-out.ts'
import { problemOf } from './unreadable-sequence.ts'

interface Parts {
  readonly db: Database
  readonly script: {
    readonly everyChange: (signal: AbortSignal) => AsyncIterable<ChangesEvent<Line, LineId>>
    readonly chosenTakes: () => Promise<Map<LineId, TakeId>>
  }
  readonly storyboard: {
    readonly everyChange: (signal: AbortSignal) => AsyncIterable<ChangesEvent<StoryboardPicture, PictureId>>
    readonly shownTakes: () => Promise<Map<PictureId, TakeId>>
  }
  readonly takes: Pick<Takes, 'find'>
  readonly sequences: Pick<Sequences, 'change'>
  readonly holds: Pick<Holds, 'free'>
  readonly clock: Clock
  readonly log: Log
}

/** What has another take now than before. */
interface News {
  readonly lineIds: readonly LineId[]
  /** The newest, whatever comes while a sequence is held. */
  readonly takeId: () => TakeId | undefined
  /** Whether a clip of these lines has what the line or picture had before, or follows it. */
  readonly isMeant: (clip: Clip & { takeId: TakeId | null }) => boolean
}

/** Runs until the signal aborts; never throws. Subscribe before the queue starts, so that no chosen take is missed. */
export async function followNewTakes(parts: Parts, signal: AbortSignal): Promise<void> {
  const { script, storyboard, log } = parts
  // Both are subscribed before either is read.
  const [lines, pictures] = [script.everyChange(signal), storyboard.everyChange(signal)]
  await Promise.all([followLines(parts, lines, signal), followPictures(parts, pictures, signal)]).catch((error: unknown) => {
    // A studio that closes as soon as it is open also closes the library under the first question.
    if (!signal.aborted)
      log.error('new-takes-not-followed', { error })
  })
}

async function followLines(parts: Parts, changes: AsyncIterable<ChangesEvent<Line, LineId>>, signal: AbortSignal): Promise<void> {
  const chosen = await parts.script.chosenTakes()
  const bring = (lineId: LineId, before: TakeId | undefined): void => void bringIn(parts, {
    lineIds: [lineId],
    takeId: () => chosen.get(lineId),
    isMeant: clip => 'points' in clip && (clip.takeId === before || !clip.keepsTake),
  }, signal)
  for (const lineId of await missedLines(parts, chosen))
    bring(lineId, undefined)
  for await (const { changed } of changes) {
    for (const { id, chosenTakeId } of changed) {
      const before = chosen.get(id)
      if (chosenTakeId === null || chosenTakeId === before)
        continue
      chosen.set(id, chosenTakeId)
      bring(id, before)
    }
  }
}

/** Lines whose take was chosen just before a crash, or while the sequence was held. */
async function missedLines({ db, takes }: Parts, chosen: ReadonlyMap<LineId, TakeId>): Promise<LineId[]> {
  const played = await takesOfLines(db)
  const behind = await behindOf(takes, played.map(clip => ({ ...clip, now: chosen.get(clip.lineId) })))
  return [...new Set(behind.map(({ lineId }) => lineId))]
}

/** Pictures of which the same is true, with the lines of their clips. */
async function missedPictures(
  { db, takes }: Parts,
  shown: ReadonlyMap<PictureId, TakeId>,
): Promise<{ id: PictureId, lineIds: readonly LineId[] }[]> {
  const clips = Map.groupBy(await takesOfPictures(db), clip => clip.id)
  if (clips.size === 0)
    return []
  // A picture has the same clip in each sequence.
  const seen = [...shown].flatMap(([id, now]) => (clips.get(boardClipId(id)) ?? []).map(clip => ({ ...clip, id, now })))
  const behind = Map.groupBy(await behindOf(takes, seen), ({ id }) => id)
  return [...behind].map(([id, its]) => ({ id, lineIds: [...new Set(its.map(({ lineId }) => lineId))] }))
}

/** Clips whose take is older than the one of now. */
async function behindOf<C extends { readonly takeId: TakeId, readonly now: TakeId | undefined }>(
  takes: Parts['takes'],
  clips: readonly C[],
): Promise<C[]> {
  // Ids sort in the order in which takes were filed.
  const behind = clips.filter(({ takeId, now }) => now !== undefined && now > takeId)
  const all = await takes.find([...new Set(behind.flatMap(({ takeId, now }) => [takeId, now ?? takeId]))])
  const there = new Set(all.map(take => take.id))
  return behind.filter(({ takeId, now }) => there.has(takeId) && now !== undefined && there.has(now))
}

async function followPictures(
  parts: Parts,
  changes: AsyncIterable<ChangesEvent<StoryboardPicture, PictureId>>,
  signal: AbortSignal,
): Promise<void> {
  const shown = await parts.storyboard.shownTakes()
  const bring = (id: PictureId, lineIds: readonly LineId[], before: TakeId | undefined): void => void bringIn(parts, {
    lineIds,
    takeId: () => shown.get(id),
    isMeant: clip => 'look' in clip && (clip.takeId === before || (!clip.keepsTake && clip.id === boardClipId(id))),
  }, signal)
  for (const { id, lineIds } of await missedPictures(parts, shown))
    bring(id, lineIds, undefined)
  for await (const { changed } of changes) {
    for (const { id, lineIds, stillTakeId, shotTakeId } of changed) {
      const [before, now] = [shown.get(id), shotTakeId ?? stillTakeId]
      if (now === null || now === before)
        continue
      shown.set(id, now)
      bring(id, lineIds, before)
    }
  }
}

async function bringIn(parts: Parts, news: News, signal: AbortSignal): Promise<void> {
  const { db, holds, clock, log } = parts
  try {
    // A sequence in which somebody is dragging delays no other.
    await Promise.all((await clipsOfLines(db, news.lineIds)).map(async ({ sequenceId, clipIds }) => {
      await holds.free(sequenceId, signal)
      // On a full disk it is done as soon as there is room.
      if (!signal.aborted)
        await retryOnDiskError(() => bringInto(parts, sequenceId, { news, clipIds }), { clock, log, signal })
    }))
  }
  catch (error) {
    if (!signal.aborted && !isFault(error, 'library-read-only'))
      log.error('new-take-not-brought', { lineIds: news.lineIds, error })
  }
}

async function bringInto(
  { takes, sequences, log }: Parts,
  sequenceId: SequenceId,
  { news, clipIds }: { news: News, clipIds: readonly Clip['id'][] },
): Promise<void> {
  const takeId = news.takeId()
  const [take] = takeId === undefined ? [] : await takes.find([takeId])
  const [lineId] = news.lineIds
  if (!take || take.asset.isMissing || take.trashedAt !== null || take.medium === 'text' || !lineId)
    return
  const { id, medium, asset: { durationSeconds: seconds, heard } } = take
  const words = medium === 'audio' && take.text.trim() !== '' ? take.text : null
  const isMeant = (now: Sequence, clipId: Clip['id']): boolean => {
    const clip = findClip(now, clipId)?.clip
    return clip !== undefined && 'takeId' in clip && clip.takeId !== id && clip.takeId !== null && news.isMeant(clip)
  }
  try {
    await sequences.change(sequenceId, { name: 'new-take', lineId }, now =>
      withNewTake(now, clipIds.filter(clipId => isMeant(now, clipId)), { id, medium, seconds, words, heard }, now.newTakes ?? 'ripple'))
  }
  catch (error) {
    if (isDiskTrouble(error))
      throw error
    // One sequence that cannot be changed keeps the take from no other.
    if (problemOf(error) === null && !isFault(error, 'not-found'))
      log.error('new-take-not-brought', { sequenceId, error })
  }
}
