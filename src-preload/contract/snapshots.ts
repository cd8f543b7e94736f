/** Snapshots: earlier versions of a project, saved automatically when something changed. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { Project } from './projects.ts'
import { AssetId, Instant, ProjectId, SnapshotId } from './words.ts'

export const Snapshot = z.object({
  id: SnapshotId,
  projectId: ProjectId,
  takenAt: Instant,
  /** The newest picture that the project had, while it still exists. */
  pictureAssetId: AssetId.nullable(),
  lineCount: z.int(),
  madeCount: z.int(),
  sequenceCount: z.int(),
  /** Takes in this version that have been deleted permanently since. */
  missingTakes: z.int(),
})
export type Snapshot = z.infer<typeof Snapshot>

export const SnapshotLine = z.object({ speaker: z.string(), text: z.string(), isMade: z.boolean() })

export const snapshots = {
  /** The snapshots of a project, newest first. */
  list: procedure({
    effect: 'reads',
    input: z.object({ projectId: ProjectId }),
    output: z.object({ snapshots: z.array(Snapshot) }),
    faults: ['not-found'],
  }),
  /** The content of one snapshot. */
  show: procedure({
    effect: 'reads',
    input: z.object({ snapshotId: SnapshotId }),
    output: z.object({ name: z.string(), lines: z.array(SnapshotLine), speakers: z.array(z.string()) }),
    faults: ['not-found'],
  }),
  /**
   * Restores a snapshot, as a new project or in place. In place, the present state is saved as a snapshot
   * first, which `beforeId` names, and lines that the earlier version did not have are moved to the trash.
   * Takes and voices of the version come out of the trash: how many, `takesBack` and `voicesBack` say.
   */
  restore: procedure({
    effect: 'writes',
    input: z.object({ snapshotId: SnapshotId, asNew: z.boolean() }),
    output: z.object({ project: Project, beforeId: SnapshotId.nullable(), takesBack: z.int(), voicesBack: z.int() }),
    faults: ['not-found', 'library-read-only'],
  }),
}
