/** The language of a script and of its speakers: their rows. A speaker keeps one without having a line. */
import type { ScriptLanguages } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { LanguageCode, SpeakerColour } from '#contract/script.ts'
import { ProjectId as ProjectIdShape } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { defineTable } from '../storage/table.ts'
import { isSpeaking } from './speaker-colours.ts'

export const languagesTable = defineTable('script_languages', z.object({
  project_id: ProjectIdShape,
  whose: z.enum(['script', 'speaker']),
  speaker: SpeakerColour.shape.speaker,
  language: LanguageCode,
}))

/** In the order of the speakers' names. */
export async function readLanguages(db: Transaction, projectId: ProjectId): Promise<ScriptLanguages> {
  const rows = languagesTable.read(await db.all(sql`
    SELECT ${languagesTable.columns} FROM script_languages WHERE project_id = ${projectId} ORDER BY whose, speaker`))
  return {
    id: projectId,
    script: rows.find(row => row.whose === 'script')?.language ?? null,
    speakers: rows.flatMap(({ whose, speaker, language }) => whose === 'speaker' ? [{ speaker, language }] : []),
  }
}

/** Without a speaker, that of the script. Null: it follows. */
export async function putLanguage(
  tx: Transaction,
  projectId: ProjectId,
  { speaker, language }: { readonly speaker: string | null, readonly language: string | null },
): Promise<void> {
  const of = { project_id: projectId, whose: speaker === null ? 'script' : 'speaker', speaker: speaker ?? '' } as const
  if (language === null) {
    await tx.run(sql`DELETE FROM script_languages WHERE project_id = ${projectId} AND whose = ${of.whose} AND speaker = ${of.speaker}`)
    return
  }
  await tx.run(sql`
    INSERT INTO script_languages ${languagesTable.values({ ...of, language })}
    ON CONFLICT (project_id, whose, speaker) DO UPDATE SET language = excluded.language`)
}

/** The new name of a speaker who has no line by the old one any more takes the language along, unless it has one. */
export async function renameLanguage(tx: Transaction, projectId: ProjectId, { from, to }: { from: string, to: string }): Promise<void> {
  const { speakers } = await readLanguages(tx, projectId)
  const own = speakers.find(each => each.speaker === from)
  if (!own || speakers.some(each => each.speaker === to) || await isSpeaking(tx, projectId, from))
    return
  await putLanguage(tx, projectId, { ...own, speaker: to })
  await putLanguage(tx, projectId, { speaker: from, language: null })
}

/** Replaces those of a project. */
export async function writeLanguages(
  tx: Transaction,
  projectId: ProjectId,
  { script, speakers }: Omit<ScriptLanguages, 'id'>,
): Promise<void> {
  await tx.run(sql`DELETE FROM script_languages WHERE project_id = ${projectId}`)
  for (const each of [{ speaker: null, language: script }, ...speakers])
    await putLanguage(tx, projectId, each)
}
