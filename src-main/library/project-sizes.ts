/** How much of the disk the takes of each project need: their files, and which of them other projects have, too. */
import type { ProjectSize } from '#contract/projects.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import { z } from 'zod'
import { ProjectId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { Count, rowParser } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'
import { takesOfProjects } from './take-references.ts'

export interface ProjectSizes {
  /** Of all projects that have any file. Counted again only where the last answer is some seconds old. */
  all: () => Promise<ProjectSize[]>
}

/** A hundred thousand takes are counted in a part of a second, on the thread of the database. */
const goodForMs = 5000

const parseSize = rowParser('assets', z.object({ project_id: ProjectId, own: Count, shared: Count }))

export function createProjectSizes({ db, clock }: { db: Pick<Database, 'all'>, clock: Pick<Clock, 'awake'> }): ProjectSizes {
  let last: { readonly at: number, readonly sizes: Promise<ProjectSize[]> } | null = null

  /** Made there, added or used, also in the trash: a file of several takes is one, and one that is missing needs nothing. */
  async function count(): Promise<ProjectSize[]> {
    const rows = await db.all(sql`
      WITH named (take_id, project_id) AS MATERIALIZED (
        SELECT id, project_id FROM takes WHERE project_id IS NOT NULL UNION ${takesOfProjects}),
      files (project_id, asset_id) AS MATERIALIZED (
        SELECT DISTINCT named.project_id, takes.asset_id FROM named JOIN takes ON takes.id = named.take_id),
      shares (asset_id, times) AS MATERIALIZED (SELECT asset_id, count(*) FROM files GROUP BY asset_id)
      SELECT files.project_id AS project_id,
        sum(CASE WHEN shares.times = 1 THEN assets.size_bytes ELSE 0 END) AS own,
        sum(CASE WHEN shares.times > 1 THEN assets.size_bytes ELSE 0 END) AS shared
      FROM files JOIN shares ON shares.asset_id = files.asset_id JOIN assets ON assets.id = files.asset_id AND assets.is_missing = 0
      GROUP BY files.project_id`)
    return readEach(rows, parseSize).map(row => ({ projectId: row.project_id, ownBytes: row.own, sharedBytes: row.shared }))
  }

  return {
    all() {
      const now = clock.awake()
      if (last === null || now - last.at > goodForMs) {
        const sizes = count()
        last = { at: now, sizes }
        // What failed is counted again.
        sizes.catch(() => {
          last = null
        })
      }
      return last.sizes
    },
  }
}
