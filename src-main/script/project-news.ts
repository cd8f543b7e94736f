/** What one project says of all its speakers: read as a whole, and told to pages as a whole. */
import type { ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Database } from '../storage/database.ts'
import { createChanges } from '../base/changes.ts'
import { requireProject } from '../library/projects.ts'

export interface ProjectNews<Told> {
  /** @throws Fault not-found (project) */
  follow: (projectId: ProjectId, signal?: AbortSignal) => AsyncIterable<ChangesEvent<Told, ProjectId>>
  /** Once it is durable. Answers what was told, and which change of the feed it is. */
  tell: (projectId: ProjectId) => Promise<{ told: Told, revision: number }>
  close: () => void
}

export function createProjectNews<Told extends { id: ProjectId }>(
  db: Database,
  read: (db: Database, projectId: ProjectId) => Promise<Told>,
): ProjectNews<Told> {
  const changes = createChanges<Told, ProjectId>()
  return {
    follow: (projectId, signal) => changes.subscribe(async () => {
      await requireProject(db, projectId)
      return [await read(db, projectId)]
    }, signal, each => each.id === projectId),
    async tell(projectId) {
      const told = await read(db, projectId)
      return { told, revision: changes.changed(told) }
    },
    close: () => changes.close(),
  }
}
