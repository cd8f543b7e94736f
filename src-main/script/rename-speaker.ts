/** Gives a speaker's lines another name; where that is another speaker's, the two become one. */
import type { Casting } from '#contract/script.ts'
import type { LineId, ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { headingLine } from '#rules/script/script-lines.ts'
import { sql } from '../storage/sql.ts'
import { deleteCasting, putCasting, readCastings } from './casting-rows.ts'
import { renameLanguage } from './script-languages.ts'
import { renameAnchor } from './speaker-anchors.ts'
import { renameColour } from './speaker-colours.ts'
import { renameTone } from './speaker-tones.ts'

export interface Renaming {
  readonly projectId: ProjectId
  readonly from: string
  readonly to: string
  /** Of these lines only those that are still spoken by `from`; without them, all of them, and the casting goes along. */
  readonly lineIds?: readonly LineId[] | undefined
}

export interface Renamed {
  readonly lineIds: readonly LineId[]
  readonly before: readonly Casting[]
}

/** The casting of `to` stands; where it has none, it takes that of `from`. So it is with all else that a project says of its speakers. */
export async function renameSpeaker(tx: Transaction, renaming: Renaming, changedAt: number): Promise<Renamed> {
  const { projectId, from, to, lineIds } = renaming
  const before = await readCastings(tx, projectId)
  const among = lineIds ? sql`AND id IN ${sql.list(lineIds)}` : sql.empty
  const rows = await tx.all<{ id: LineId }>(sql`
    UPDATE lines SET speaker = ${to}, changed_at = ${changedAt}
    WHERE project_id = ${projectId} AND removed_at IS NULL AND speaker = ${from} ${among}
      AND NOT (speaker = '' AND text = '' AND direction LIKE ${`${headingLine('').direction}%`})
    RETURNING id`)
  const casting = before.find(each => each.speaker === from)
  if (lineIds === undefined && casting) {
    if (!before.some(each => each.speaker === to))
      await putCasting(tx, projectId, { ...casting, speaker: to })
    await deleteCasting(tx, projectId, from)
  }
  for (const rename of [renameColour, renameTone, renameLanguage, renameAnchor])
    await rename(tx, projectId, renaming)
  return { lineIds: rows.map(row => row.id), before }
}
