/** All that a person has written in a project, as one value: what snapshots keep, duplicates copy, and a bundle takes elsewhere. */
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { newId } from '../base/ids.ts'
import { BinVersion, readBinVersion, writeBinVersion } from '../library/project-takes.ts'
import { readShelfVersion, ShelfVersion, writeShelfVersion } from '../library/shelf-rows.ts'
import { readScriptVersion, ScriptVersion, writeScriptVersion } from '../script/script-version.ts'
import { readSequencesVersion, SequencesVersion, writeSequencesVersion } from '../sequences/sequence-version.ts'
import { sql } from '../storage/sql.ts'
import { readStoryboardVersion, StoryboardVersion, writeStoryboardVersion } from '../storyboard/storyboard-version.ts'

export const ProjectVersion = z.object({
  name: z.string(),
  ...ScriptVersion.shape,
  ...SequencesVersion.shape,
  ...BinVersion.shape,
  ...StoryboardVersion.shape,
  ...ShelfVersion.shape,
})
export type ProjectVersion = z.infer<typeof ProjectVersion>

/** As it is now; null for an unknown project. */
export async function readProjectVersion(db: Transaction, projectId: ProjectId): Promise<ProjectVersion | null> {
  const project = await db.get<{ name: string }>(sql`SELECT name FROM projects WHERE id = ${projectId}`)
  return project
    ? {
        name: project.name,
        ...await readScriptVersion(db, projectId),
        ...await readSequencesVersion(db, projectId),
        ...await readBinVersion(db, projectId),
        ...await readStoryboardVersion(db, projectId),
        ...await readShelfVersion(db, projectId),
      }
    : null
}

/** Of what becomes other lines, pictures and sequences in another project. */
export function newIdsOf({ lines, sequences, storyboard }: ProjectVersion, now: number): Map<string, string> {
  return new Map([...lines, ...sequences, ...storyboard?.pictures ?? []].map(({ id }) => [id, newId(now)]))
}

/** `newIds` maps lines, pictures and sequences to their ids in a copy. Returns the sequences. @throws Fault newer-document */
export async function writeProjectVersion(
  tx: Transaction,
  version: ProjectVersion,
  how: { from: ProjectId, into: ProjectId, takenAt: number, changedAt: number, newIds: ReadonlyMap<string, string> },
): Promise<SequenceId[]> {
  await writeScriptVersion(tx, version, how)
  await writeBinVersion(tx, version, how)
  await writeStoryboardVersion(tx, version, how)
  await writeShelfVersion(tx, version, how.into)
  return writeSequencesVersion(tx, version, how)
}
