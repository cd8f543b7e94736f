/** What a snapshot keeps of a project's script; reads, restores and deletes it. */
import type { ProjectId } from '#contract/words.ts'
import type { Transaction } from '../storage/database.ts'
import { z } from 'zod'
import { LineRole, Pronunciation, ScriptLanguages, SpeakerColour } from '#contract/script.ts'
import { SpeakerTone } from '#contract/tone.ts'
import { LineId } from '#contract/words.ts'
import { sql } from '../storage/sql.ts'
import { FlagNumber, jsonText } from '../storage/table.ts'
import { purgePronunciations, readOwnPronunciations, writePronunciations } from './pronunciation-rows.ts'
import { readLanguages, writeLanguages } from './script-languages.ts'
import { purgeAnchors, readAnchors, writeAnchors } from './speaker-anchors.ts'
import { readColours, writeColours } from './speaker-colours.ts'
import { readTones, writeTones } from './speaker-tones.ts'

/** What is restored becomes rows again. */
const id = z.string().refine(each => LineId.safeParse(each).success, 'is not an id')

/** The JSON in the database. New members must be optional: earlier versions do not have them. */
export const ScriptVersion = z.object({
  lines: z.array(z.object({
    id,
    speaker: z.string(),
    text: z.string(),
    direction: z.string(),
    pauseSeconds: z.number(),
    chosenTakeId: id.nullable(),
    role: LineRole.optional(),
    isLocked: FlagNumber.optional(),
    isMuted: FlagNumber.optional(),
    language: z.string().nullable().optional(),
  })),
  castings: z.array(z.object({
    speaker: z.string(),
    modelId: z.string(),
    voiceId: id.nullable(),
    /** As in the casting's row. */
    fields: jsonText(z.looseObject({})),
  })),
  colours: z.array(SpeakerColour).optional(),
  tones: z.array(SpeakerTone).optional(),
  /** The takes that the others of a speaker are compared with. Absent in older versions, which leave the present anchors. */
  anchors: z.array(z.object({ speaker: SpeakerTone.shape.speaker, takeId: id })).optional(),
  /** Absent where nobody has said any. */
  languages: ScriptLanguages.omit({ id: true }).optional(),
  /** Of the project, not of the studio. Absent in older versions, which leave the dictionary as it is. */
  pronunciations: z.array(Pronunciation.omit({ projectId: true })).optional(),
})
export type ScriptVersion = z.infer<typeof ScriptVersion>

type VersionLine = ScriptVersion['lines'][number]
type WholeLine = VersionLine & Required<Pick<VersionLine, 'role' | 'isLocked' | 'isMuted' | 'language'>>

/** What most lines are is left out, so that a version of such lines is the same as before there were others. */
function withoutUsual({ role, isLocked, isMuted, language, ...line }: WholeLine): VersionLine {
  return {
    ...line,
    ...role !== 'speech' && { role },
    ...isLocked === 1 && { isLocked },
    ...isMuted === 1 && { isMuted },
    ...language !== null && { language },
  }
}

export async function readScriptVersion(db: Transaction, projectId: ProjectId): Promise<ScriptVersion> {
  const colours = await readColours(db, projectId)
  const tones = await readTones(db, projectId)
  const { script, speakers } = await readLanguages(db, projectId)
  const anchors = await readAnchors(db, projectId)
  const pronunciations = await readOwnPronunciations(db, projectId)
  return {
    lines: (await db.all<WholeLine>(sql`
      SELECT id, speaker, text, direction, pause_seconds AS pauseSeconds, chosen_take_id AS chosenTakeId, role, is_locked AS isLocked,
        is_muted AS isMuted, language
      FROM lines WHERE project_id = ${projectId} AND removed_at IS NULL ORDER BY position`)).map(withoutUsual),
    castings: await db.all(sql`
      SELECT speaker, model_id AS modelId, voice_id AS voiceId, fields FROM castings WHERE project_id = ${projectId} ORDER BY speaker`),
    // Left out where there are none, so that such a version is the same as before there were colours.
    ...colours.length > 0 && { colours },
    ...tones.length > 0 && { tones },
    ...(script !== null || speakers.length > 0) && { languages: { script, speakers } },
    anchors: Array.from(anchors, ([speaker, takeId]) => ({ speaker, takeId })),
    pronunciations: pronunciations.map(({ projectId: _, ...entry }) => entry),
  }
}

/**
 * Replaces a project's script. Lines that the version does not have are removed, as if by the user. Takes and voices that
 * were deleted since are omitted. `newIds` maps lines to their ids in a copy; without entries lines keep their ids, and
 * so their takes.
 */
export async function writeScriptVersion(
  tx: Transaction,
  { lines, castings, colours, tones = [], anchors, languages, pronunciations }: ScriptVersion,
  { into, newIds, changedAt }: { into: ProjectId, newIds: ReadonlyMap<string, string>, changedAt: number },
): Promise<void> {
  const idOf = (id: string): string => newIds.get(id) ?? id
  const kept = lines.map(line => idOf(line.id))
  await tx.run(sql`
    UPDATE lines SET removed_at = ${changedAt}
    WHERE project_id = ${into} AND removed_at IS NULL AND id NOT IN ${sql.list(kept)}`)
  for (const [position, line] of lines.entries()) {
    await tx.run(sql`
      INSERT INTO lines (id, project_id, position, speaker, text, direction, pause_seconds, chosen_take_id, role, is_locked, is_muted,
        language, changed_at)
      VALUES (${idOf(line.id)}, ${into}, ${position}, ${line.speaker}, ${line.text}, ${line.direction}, ${line.pauseSeconds},
        (SELECT id FROM takes WHERE id = ${line.chosenTakeId}), ${line.role ?? 'speech'}, ${line.isLocked ?? 0},
        ${line.isMuted ?? 0}, ${line.language ?? null}, ${changedAt})
      ON CONFLICT (id) DO UPDATE SET position = excluded.position, speaker = excluded.speaker, text = excluded.text,
        direction = excluded.direction, pause_seconds = excluded.pause_seconds, chosen_take_id = excluded.chosen_take_id,
        role = excluded.role, is_locked = excluded.is_locked, is_muted = excluded.is_muted,
        language = excluded.language, changed_at = excluded.changed_at, removed_at = NULL`)
  }
  if (colours)
    await writeColours(tx, into, colours)
  await writeTones(tx, into, tones)
  await writeLanguages(tx, into, languages ?? { script: null, speakers: [] })
  if (anchors)
    await writeAnchors(tx, into, anchors)
  if (pronunciations)
    await writePronunciations(tx, into, pronunciations)
  await tx.run(sql`DELETE FROM castings WHERE project_id = ${into}`)
  for (const casting of castings) {
    await tx.run(sql`
      INSERT INTO castings (project_id, speaker, model_id, voice_id, fields)
      VALUES (${into}, ${casting.speaker}, ${casting.modelId}, (SELECT id FROM voices WHERE id = ${casting.voiceId}), ${casting.fields})`)
  }
}

/** For a deleted project: its lines, trashed ones included, its castings, how its words are pronounced, and what belongs to its speakers. */
export async function purgeScript(tx: Transaction, projectId: ProjectId): Promise<void> {
  await tx.run(sql`DELETE FROM speaker_colours WHERE project_id = ${projectId}`)
  await writeTones(tx, projectId, [])
  await writeLanguages(tx, projectId, { script: null, speakers: [] })
  await purgeAnchors(tx, projectId)
  await tx.run(sql`DELETE FROM castings WHERE project_id = ${projectId}`)
  await purgePronunciations(tx, projectId)
  await tx.run(sql`DELETE FROM lines WHERE project_id = ${projectId}`)
}
