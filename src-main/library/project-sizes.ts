/** How much of the disk the takes of each project need: their files, and which of them other projects have, too. */
import type { ProjectSize } from '#contract/projects.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { sql } from '../storage/sql.ts'
import { Count, rowParser } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { numbersOfProject } from './project-takes.ts'
import { projectsTable } from './projects.ts'

export interface ProjectSizes {
  /** Of all projects that have any file; a template shares nothing with a project. Counted again only where the last answer is some seconds old. */
  all: () => Promise<ProjectSize[]>
}

/** At least, and this many times as long as the counting took: of a hundred thousand takes it takes a part of a second. */
const goodFor = { leastMs: 5000, times: 50 } as const

const idsTable = projectsTable.part('id')
const File = z.object({ file: Count, size_bytes: Count })
const parseFile = rowParser('assets', File)

export function createProjectSizes({ db, clock }: { db: Pick<Database, 'all'>, clock: Pick<Clock, 'awake'> }): ProjectSizes {
  let last: { goodUntil: number, readonly sizes: Promise<ProjectSize[]> } | null = null

  /** Made there, added or used, also in the trash: a file of several takes is one, and one that is missing needs nothing. */
  async function filesOf(projectId: ProjectId): Promise<z.output<typeof File>[]> {
    return readEach(await db.all(sql`
      SELECT DISTINCT assets.rowid AS file, size_bytes FROM takes JOIN assets ON assets.id = takes.asset_id AND assets.is_missing = 0
      WHERE takes.number IN (${numbersOfProject(projectId)})`), parseFile)
  }

  /** One project after another: other queries run in between. */
  async function count(): Promise<ProjectSize[]> {
    const ids = idsTable.read(await db.all(sql`SELECT ${idsTable.columns} FROM projects WHERE template_at IS NULL`))
    const files = new Map<ProjectId, z.output<typeof File>[]>()
    const times = new Map<number, number>()
    for (const { id } of ids) {
      const own = await filesOf(id)
      files.set(id, own)
      for (const { file } of own)
        times.set(file, (times.get(file) ?? 0) + 1)
    }
    return [...files].filter(([, own]) => own.length > 0).map(([projectId, own]) => {
      const sum = (isShared: boolean): number => own.reduce((bytes, { file, size_bytes }) =>
        ((times.get(file) ?? 1) > 1) === isShared ? bytes + size_bytes : bytes, 0)
      return { projectId, ownBytes: sum(false), sharedBytes: sum(true) }
    })
  }

  return {
    all() {
      const now = clock.awake()
      if (last === null || now > last.goodUntil) {
        // Until it is done, it is for all who ask.
        const asked: NonNullable<typeof last> = { goodUntil: Infinity, sizes: count() }
        last = asked
        asked.sizes.then(
          () => {
            const doneAt = clock.awake()
            asked.goodUntil = doneAt + Math.max(goodFor.leastMs, (doneAt - now) * goodFor.times)
          },
          // What failed is counted again.
          () => {
            last = null
          },
        )
      }
      return last.sizes
    },
  }
}
