/** Transcripts: what the service recognised, and the user's corrections of it. The take itself never changes. */
import type { Take } from '#contract/takes.ts'
import type { Segment, Transcript, TranscriptFormat } from '#contract/transcripts.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { Instant, TakeId } from '#contract/words.ts'
import { cuesOf, milliseconds } from '#rules/captions/cues.ts'
import { captionsOfSpeech } from '#rules/captions/speech.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { readJson } from '#rules/plain-data.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { safeFileBase } from '../base/file-name.ts'
import { sha256 } from '../base/hash.ts'
import { cleanText, joinTexts, putInOrder } from '../service/timed-text.ts'
import { sql } from '../storage/sql.ts'
import { Count, defineTable, jsonText } from '../storage/table.ts'
import { titleOfSource } from './title.ts'
import { Correction, TranscriptDocument } from './transcript-document.ts'

/** Read as text: a correction that is damaged is told where it is asked for, and may still be taken back. */
export const transcriptsTable = defineTable('transcripts', z.object({
  take_id: TakeId,
  document: z.string(),
  changed_at: Instant,
}), { unread: { document: jsonText(Correction) } })
export const setAsideTable = defineTable('set_aside_corrections', z.object({
  take_id: TakeId,
  place: Count.or(z.int().min(-(2 ** 48)).max(0)),
  document: z.string(),
  changed_at: Instant,
}), { unread: { document: jsonText(Correction) } })

/** A transcript of a take, with the corrections of a person. */
export interface HeardText { readonly transcriptId: TakeId, readonly text: string }

/**
 * Every call throws Fault not-found for a take that is not a transcript, and unreadable-file when its document or
 * correction is missing or damaged; with `expected`, changed-meanwhile when the transcript is of another version.
 */
export interface Transcripts {
  get: (takeId: TakeId) => Promise<Transcript>
  /** Stores the segments and derives the text from them; without segments stores the text. */
  edit: (takeId: TakeId, correction: { text: string, segments: readonly Segment[] }, expected?: string) => Promise<Transcript>
  /** Sets the correction aside; changes nothing when there is none. */
  revert: (takeId: TakeId, expected?: string) => Promise<Transcript>
  /**
   * Brings back the correction that was set aside last. The present one is set aside below all others, to come back last.
   * Changes nothing when none is set aside.
   */
  restore: (takeId: TakeId, expected?: string) => Promise<Transcript>
  /**
   * What was transcribed of each of these takes last, or of others with the same sound, which may be in the trash. Practice has heard
   * only takes of practice.
   */
  heardOf: (takeIds: readonly TakeId[]) => Promise<Map<TakeId, HeardText>>
  /** @throws Fault unreadable-file for captions of a transcript without times */
  exportFile: (takeId: TakeId, format: TranscriptFormat) => Promise<{ text: string, fileName: string }>
}

export function createTranscripts({ db, takes, assets, clock }: { db: Database, takes: Takes, assets: Assets, clock: Clock }): Transcripts {
  async function documentOf(take: Take): Promise<TranscriptDocument> {
    const text = await readFile(assets.pathOf(take.asset), 'utf8').catch((cause: unknown) => {
      throw new Fault('unreadable-file', { name: take.title, reason: 'transcript-damaged' }, { cause })
    })
    const document = readJson(TranscriptDocument, text)
    if (!document)
      throw new Fault('unreadable-file', { name: take.title, reason: 'transcript-damaged' })
    return document
  }

  async function transcriptTake(takeId: TakeId): Promise<Take> {
    const take = await takes.get(takeId)
    if (take.kind !== 'transcribe' || take.medium !== 'text')
      throw new Fault('not-found', { word: 'transcript', id: takeId })
    return take
  }

  async function get(takeId: TakeId): Promise<Transcript> {
    const { language, durationSeconds, text, segments } = await documentOf(await transcriptTake(takeId))
    const row = await db.get<{
      document: string
      changed_at: number
    }>(sql`SELECT document, changed_at FROM transcripts WHERE take_id = ${takeId}`)
    const correction = row && readJson(Correction, row.document)
    if (row && !correction)
      throw new Fault('unreadable-file', { name: (await takes.get(takeId)).title, reason: 'corrections-damaged' })
    const setAside = await db.get(sql`SELECT place FROM set_aside_corrections WHERE take_id = ${takeId}`)
    const version = await versionOf(db, takeId)
    return {
      takeId,
      text,
      segments,
      ...correction,
      language,
      durationSeconds,
      isEdited: correction !== undefined,
      hasSetAside: setAside !== undefined,
      changedAt: correction ? row?.changed_at ?? null : null,
      version,
    }
  }

  async function versionOf(from: Transaction, takeId: TakeId): Promise<string> {
    const rows = await from.all<{ place: number | null, document: string, changed_at: number }>(sql`
      SELECT NULL AS place, document, changed_at FROM transcripts WHERE take_id = ${takeId}
      UNION ALL SELECT * FROM (
        SELECT place, document, changed_at FROM set_aside_corrections WHERE take_id = ${takeId} ORDER BY place DESC LIMIT 1)`)
    return sha256(JSON.stringify(rows)).slice(0, 16)
  }
  const requireVersion = async (tx: Transaction, takeId: TakeId, expected: string | undefined): Promise<void> =>
    requireAsExpected('transcript', expected === undefined ? undefined : await versionOf(tx, takeId), expected)

  /** Moves the present correction on top of those that were set aside, or beneath them. */
  async function setAside(tx: Transaction, takeId: TakeId, where: 'on-top' | 'beneath'): Promise<void> {
    const place = where === 'on-top' ? sql`coalesce(max(place), 0) + 1` : sql`coalesce(min(place), 0) - 1`
    await tx.run(sql`
      INSERT INTO set_aside_corrections (take_id, place, document, changed_at)
      SELECT take_id, (SELECT ${place} FROM set_aside_corrections WHERE take_id = ${takeId}), document, changed_at FROM transcripts
        WHERE take_id = ${takeId}`)
    await tx.run(sql`DELETE FROM transcripts WHERE take_id = ${takeId}`)
  }

  return {
    get,
    async edit(takeId, { text, segments }, expected) {
      const { durationSeconds } = await get(takeId)
      const timed = putInOrder(
        segments.map(({ startSeconds, endSeconds, ...said }) => ({ start: startSeconds, end: endSeconds, ...said })),
        durationSeconds,
      )
      const correction: Correction = {
        text: segments.length > 0 ? joinTexts(timed.map(segment => segment.text)) : cleanText(text),
        segments: timed,
      }
      await takes.changeWords(takeId, async (tx) => {
        await requireVersion(tx, takeId, expected)
        await tx.run(sql`
          INSERT INTO transcripts (take_id, document, changed_at) VALUES (${takeId}, ${JSON.stringify(correction)}, ${clock.now()})
          ON CONFLICT (take_id) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at`)
      })
      return get(takeId)
    },
    async revert(takeId, expected) {
      await transcriptTake(takeId)
      await takes.changeWords(takeId, async (tx) => {
        await requireVersion(tx, takeId, expected)
        await setAside(tx, takeId, 'on-top')
      })
      return get(takeId)
    },
    async restore(takeId, expected) {
      await transcriptTake(takeId)
      await takes.changeWords(takeId, async (tx) => {
        await requireVersion(tx, takeId, expected)
        const last = await tx.get<{ place: number, document: string, changed_at: number }>(sql`
          SELECT place, document, changed_at FROM set_aside_corrections WHERE take_id = ${takeId} ORDER BY place DESC LIMIT 1`)
        if (!last)
          return
        await tx.run(sql`DELETE FROM set_aside_corrections WHERE take_id = ${takeId} AND place = ${last.place}`)
        await setAside(tx, takeId, 'beneath')
        await tx.run(sql`INSERT INTO transcripts (take_id, document, changed_at) VALUES (${takeId}, ${last.document}, ${last.changed_at})`)
      })
      return get(takeId)
    },
    heardOf: takeIds => readHeard(db, takeIds),
    async exportFile(takeId, format) {
      const { title, sourceTakeIds } = await transcriptTake(takeId)
      const [source] = await takes.find(sourceTakeIds.slice(0, 1))
      const { text, segments } = await get(takeId)
      if (format !== 'txt' && segments.length === 0)
        throw new Fault('unreadable-file', { name: title, reason: 'no-times' })
      // The source may have got its name later.
      const fileName = `${safeFileBase(titleOfSource(source?.title ?? title))}.${format}`
      return { text: format === 'txt' ? `${text}\n` : captionsAs(format, segments), fileName }
    },
  }
}

async function readHeard(db: Transaction, takeIds: readonly TakeId[]): Promise<Map<TakeId, HeardText>> {
  const rows = await db.all<{ takeId: TakeId, transcriptId: TakeId, text: string, document: string | null }>(sql`
    SELECT asked.id AS takeId, made.id AS transcriptId, made.text, transcripts.document
    FROM takes AS made
      JOIN json_each(${sql.json(sql`made.source_take_ids`)}) AS sources
      JOIN takes AS source ON source.id = sources.value
      JOIN takes AS asked ON asked.asset_id = source.asset_id
      LEFT JOIN transcripts ON transcripts.take_id = made.id
    WHERE made.kind = 'transcribe' AND (made.trashed_at IS NULL
      OR EXISTS (SELECT 1 FROM takes AS heard WHERE heard.id = made.check_of AND heard.trashed_at = made.trashed_at))
      AND made.arrival ->> '$.incomplete' IS NULL
      AND (made.is_practice = 0 OR asked.is_practice = 1)
      AND ${sql.json(sql`made.request`)} ->> '$.fields.task' IS NOT 'ast'
      AND asked.id IN ${sql.list(takeIds)}
    ORDER BY made.number`)
  return new Map(rows.map(({ takeId, transcriptId, text, document }) =>
    [takeId, { transcriptId, text: (document === null ? undefined : readJson(Correction, document)?.text) ?? text }]))
}

function captionsAs(format: 'srt' | 'vtt', segments: readonly Segment[]): string {
  const cues = cuesOf(captionsOfSpeech(segments, milliseconds), milliseconds)
  return format === 'srt' ? toSrt(cues, milliseconds) : toVtt(cues, milliseconds)
}
