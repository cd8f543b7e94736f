/** Takes snapshots while the studio is open, and restores one so that every listener sees the change. */
import type { Project } from '#contract/projects.ts'
import type { SnapshotId } from '#contract/words.ts'
import type { Log } from '../base/log.ts'
import type { Projects } from '../library/projects.ts'
import type { Script } from '../script/script.ts'
import type { Sequences } from '../sequences/sequences.ts'
import type { Snapshots } from './snapshots.ts'
import { isFault } from '#contract/faults.ts'

/** Often enough that a mistake costs minutes of work, seldom enough to cost nothing itself. */
const everyMs = 10 * 60_000

/** Returns a function that stops it and takes a last one. */
export function keepSnapshots({ snapshots, log }: { snapshots: Snapshots, log: Log }): () => Promise<void> {
  const run = async (): Promise<void> => {
    // While the library is damaged nothing is taken either.
    await snapshots.takeAll().catch(error => isFault(error, 'library-read-only') || log.error('snapshot-not-taken', { error }))
  }
  const timer = setInterval(() => void run(), everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await run()
  }
}

/** @throws Fault not-found */
export async function restoreSnapshot(parts: { snapshots: Snapshots, projects: Projects, script: Script, sequences: Sequences }, { snapshotId, asNew }: { snapshotId: SnapshotId, asNew: boolean }): Promise<Project> {
  const { snapshots, projects, script, sequences } = parts
  const { projectId, name } = await snapshots.content(snapshotId)
  const into = asNew ? (await projects.create(name)).id : projectId
  // What is there now is kept as a version of its own, which must not thin out the one that is restored.
  if (!asNew)
    await snapshots.take(into, snapshotId)
  const before = asNew ? [] : await script.lines(into)
  const restored = await snapshots.restore(snapshotId, into)
  await script.chooseForgotten(into)
  await script.announceAll(into, before)
  await sequences.announce(restored)
  return projects.get(into)
}
