/** The rows of speakers' colours: given where a speaker first has a line, changed by a person, kept while the speaker has no line. */
import type { ProjectColours, SpeakerColour } from '#contract/script.ts'
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { ColourName, SpeakerColour as SpeakerColourShape } from '#contract/script.ts'
import { Label, ProjectId as ProjectIdShape } from '#contract/words.ts'
import { headingLine } from '#rules/script/script-lines.ts'
import { withColours } from '#rules/script/speaker-colours.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag } from '../storage/table.ts'

export const coloursTable = defineTable('speaker_colours', z.object({
  project_id: ProjectIdShape,
  speaker: SpeakerColourShape.shape.speaker,
  colour: ColourName,
  is_chosen: Flag,
}))

/** In the order of the speakers' names. */
export async function readColours(db: Transaction, projectId: ProjectId): Promise<SpeakerColour[]> {
  const rows = await db.all(sql`SELECT ${coloursTable.columns} FROM speaker_colours WHERE project_id = ${projectId} ORDER BY speaker`)
  const colours = coloursTable.read(rows).map(row => ({ speaker: row.speaker, colour: row.colour, isChosen: row.is_chosen }))
  // Two rows whose names differ only in characters that are not read are one speaker's.
  return [...new Map(colours.map(each => [each.speaker, each])).values()]
}

export async function readProjectColours(db: Transaction, projectId: ProjectId): Promise<ProjectColours> {
  return { id: projectId, colours: await readColours(db, projectId) }
}

/** Replaces those of a project. */
export async function writeColours(tx: Transaction, projectId: ProjectId, colours: readonly SpeakerColour[]): Promise<void> {
  await tx.run(sql`DELETE FROM speaker_colours WHERE project_id = ${projectId}`)
  for (const { speaker, colour, isChosen } of colours) {
    const values = coloursTable.values({ project_id: projectId, speaker, colour, is_chosen: isChosen ? 1 : 0 })
    await tx.run(sql`INSERT INTO speaker_colours ${values}`)
  }
}

/** Those who have a line, in the order of their names. What nobody speaks has no speaker. */
async function speakersOf(db: Transaction, projectId: ProjectId): Promise<string[]> {
  const rows = await db.all<{ speaker: string }>(sql`
    SELECT DISTINCT speaker FROM lines
    WHERE project_id = ${projectId} AND removed_at IS NULL
      AND role = 'speech' AND NOT (speaker = '' AND text = '' AND direction LIKE ${`${headingLine('').direction}%`})`)
  return [...new Set(rows.map(row => Label.parse(row.speaker)))].sort()
}

/** Whether a speaker has a line. */
export async function isSpeaking(db: Transaction, projectId: ProjectId, speaker: string): Promise<boolean> {
  return (await speakersOf(db, projectId)).includes(speaker)
}

/** Gives colours to speakers who have none. With `changed`, only if one of these has none. Answers whether any was given. */
export async function settleColours(tx: Transaction, projectId: ProjectId, changed?: ReadonlySet<string>): Promise<boolean> {
  const kept = await readColours(tx, projectId)
  const isKnown = (speaker: string): boolean => kept.some(each => each.speaker === speaker)
  if (changed && [...changed].every(isKnown))
    return false
  const present = await speakersOf(tx, projectId)
  // Those who were there before first: they are shown as if they had theirs.
  const inOrder = [...present.filter(speaker => !changed?.has(speaker)), ...present.filter(speaker => changed?.has(speaker))]
  const all = withColours(inOrder, kept)
  if (all === kept)
    return false
  await writeColours(tx, projectId, all)
  return true
}

/** The new name of a speaker who has no line by the old one any more takes the colour along, unless it has one. */
export async function renameColour(tx: Transaction, projectId: ProjectId, { from, to }: { from: string, to: string }): Promise<void> {
  const kept = await readColours(tx, projectId)
  if (kept.some(each => each.speaker === to) || await isSpeaking(tx, projectId, from))
    return
  await writeColours(tx, projectId, kept.map(each => each.speaker === from ? { ...each, speaker: to } : each))
}

/** Answers the colour that the speaker had. */
export async function setColour(tx: Transaction, projectId: ProjectId, now: SpeakerColour): Promise<SpeakerColour['colour'] | null> {
  const kept = await readColours(tx, projectId)
  await writeColours(tx, projectId, [...kept.filter(each => each.speaker !== now.speaker), now])
  return kept.find(each => each.speaker === now.speaker)?.colour ?? null
}
