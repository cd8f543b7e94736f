/** Takes snapshots at intervals, restores one, and duplicates a project, so that every open page shows the change. */
import type { Project } from '#contract/projects.ts'
import type {
  LineId,
  PictureId,
  ProjectId,
  PronunciationId,
  SequenceId,
  ShelfEntryId,
  SnapshotId,
  TakeId,
  VoiceId,
} from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { Projects } from '../library/projects.ts'
import type { Shelf } from '../library/shelf.ts'
import type { Takes } from '../library/takes.ts'
import type { Voices } from '../library/voices.ts'
import type { Script } from '../script/script-port.ts'
import type { SpeakerTones } from '../script/speaker-tones.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { Transaction } from '../storage/database.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { Snapshots } from './snapshots.ts'
import { isFault } from '#contract/faults.ts'
import { newId } from '../base/ids.ts'
import { withoutStep } from '../base/recorded-step.ts'
import { copyDeliveryChoices } from '../library/delivery-choices.ts'
import { insertProject } from '../library/projects.ts'

/** Undoing a mistake loses less than an hour's work, and the cost is negligible. */
const everyMs = 10 * 60_000

/** Returns a function that stops it after taking a last snapshot. */
export function keepSnapshots({ snapshots, log }: { snapshots: Snapshots, log: Log }): () => Promise<void> {
  const run = async (): Promise<void> => {
    // A damaged library takes no snapshots.
    await snapshots.takeAll().catch(error => isFault(error, 'library-read-only') || log.error('snapshot-failed', { error }))
  }
  snapshots.summarizeMissing().catch(error => isFault(error, 'library-read-only') || log.error('version-summary-failed', { error }))
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await run()
  }
}

export interface RestorePorts {
  readonly snapshots: Snapshots
  readonly projects: Projects
  readonly takes: Takes
  readonly voices: Pick<Voices, 'noteTurned'>
  readonly script: Script
  readonly tones: SpeakerTones
  /** Is told that anchors have changed. */
  readonly drift: { readonly noteTurned: () => Promise<void> }
  readonly shelf: Shelf
  readonly storyboard: Storyboard
  readonly sequences: Sequences
  readonly clock: Clock
}

/** As a new project: whole or not at all. @throws Fault not-found */
export async function restoreSnapshot(
  parts: RestorePorts,
  { snapshotId, asNew }: { snapshotId: SnapshotId, asNew: boolean },
): Promise<RestoredProject> {
  const { snapshots, projects, clock } = parts
  const { projectId, name } = await snapshots.content(snapshotId)
  if (!asNew)
    return restoreInto(parts, snapshotId, projectId)
  const createdAt = clock.now()
  const into = newId<ProjectId>(createdAt)
  return projects.makeWhole(into, async () => {
    const restored = await restoreInto(parts, snapshotId, into, tx => insertProject(tx, { id: into, name, isSample: false, createdAt }))
    await projects.noteTurned(into)
    return restored
  })
}

interface RestoredProject {
  readonly project: Project
  readonly beforeId: SnapshotId | null
  readonly takesBack: number
  readonly voicesBack: number
}

async function restoreInto(
  parts: RestorePorts,
  snapshotId: SnapshotId,
  into: ProjectId,
  begin?: (tx: Transaction) => Promise<void>,
): Promise<RestoredProject> {
  const { snapshots, takes } = parts
  const { sequenceIds, before, beforeId, takesBack, voicesBack } = await snapshots.restore(snapshotId, into, begin)
  const project = await announce(parts, into, {
    restored: sequenceIds,
    takesBack,
    voicesBack,
    lineIds: before.lines.map(({ id }) => id as LineId), // ids of rows
    pictureIds: before.storyboard?.pictures.map(({ id }) => id as PictureId) ?? [], // ids of rows
    words: before.pronunciations?.map(({ id }) => id) ?? [],
    shelved: before.shelf?.map(({ id }) => id) ?? [],
  })
  const counted = (await takes.find(takesBack)).filter(take => take.checkOf === undefined)
  return { project, beforeId, takesBack: counted.length, voicesBack: voicesBack.length }
}

/** As it is now, whole or not at all; one step of undo. @throws Fault not-found */
export async function duplicateProject(parts: RestorePorts, projectId: ProjectId, name: string): Promise<Project> {
  const { snapshots, projects, clock } = parts
  const { folder, colour, coverTakeId } = await projects.get(projectId)
  const createdAt = clock.now()
  const into = newId<ProjectId>(createdAt)
  return projects.makeWhole(into, async () => {
    await withoutStep(async () => {
      const restored = await snapshots.copy(projectId, into, async (tx) => {
        await insertProject(tx, { id: into, name: name.trim(), isSample: false, createdAt, folder, colour, coverTakeId })
        await copyDeliveryChoices(tx, { from: projectId, into })
      })
      await announce(parts, into, { restored, lineIds: [], pictureIds: [], words: [], shelved: [] })
    })
    return projects.noteMade(into)
  })
}

interface Announced {
  readonly restored: readonly SequenceId[]
  /** Out of the trash. */
  readonly takesBack?: readonly TakeId[]
  readonly voicesBack?: readonly VoiceId[]
  /** What was there before, which may be gone. */
  readonly lineIds: readonly LineId[]
  readonly pictureIds: readonly PictureId[]
  readonly words: readonly PronunciationId[]
  readonly shelved: readonly ShelfEntryId[]
}

/** After it was written into a project. */
export async function announce(parts: RestorePorts, into: ProjectId, announced: Announced): Promise<Project> {
  const { restored, takesBack = [], voicesBack = [], lineIds, pictureIds, words, shelved } = announced
  const { projects, takes, voices, script, tones, drift, shelf, storyboard, sequences } = parts
  // First: what follows may bring takes into their clips.
  await sequences.announce(restored)
  await takes.noteTurned(takesBack)
  for (const voiceId of voicesBack)
    await voices.noteTurned(voiceId)
  await script.chooseForgotten(into)
  await takes.announceBin(into)
  await script.announceAll(into, lineIds)
  await tones.noteTurned(into)
  await drift.noteTurned()
  await script.notePronounced([...words, ...await wordsOf(script, into)])
  await shelf.noteTurned([...shelved, ...await shelvedIn(shelf, into)])
  await storyboard.announceAll(into, pictureIds)
  return projects.get(into)
}

/** The project's own entries of the dictionary. */
async function wordsOf(script: Script, projectId: ProjectId): Promise<PronunciationId[]> {
  return (await script.pronunciationsOf(projectId)).filter(entry => entry.projectId === projectId).map(entry => entry.id)
}

/** The project's own entries of the shelf. */
async function shelvedIn(shelf: Shelf, projectId: ProjectId): Promise<ShelfEntryId[]> {
  return (await shelf.entriesOf(projectId)).filter(entry => entry.projectId === projectId).map(entry => entry.id)
}
