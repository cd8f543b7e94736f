/** Transcripts as they stand: what the service heard, under what a person made of it. The take itself never changes. */
import type { Take } from '#contract/takes.ts'
import type { Segment, Transcript, TranscriptFormat } from '#contract/transcripts.ts'
import type { TakeId } from '#contract/words.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { readFile } from 'node:fs/promises'
import { Fault } from '#contract/faults.ts'
import { safeFileBase } from '#rules/deliver/file-name.ts'
import { cuesOfSpeech, toSrt, toVtt } from '#rules/script/captions.ts'
import { cleanText, joinTexts, putInOrder } from '../service/timed-text.ts'
import { sql } from '../storage/sql.ts'
import { Correction, readDocument, TranscriptDocument } from './transcript-document.ts'

/** Faults of all: `not-found` for a take that is no transcript, `unreadable-file` when its document is gone or damaged. */
export interface Transcripts {
  get: (takeId: TakeId) => Promise<Transcript>
  /** Keeps the segments, and their words as the text; without segments the text alone. */
  edit: (takeId: TakeId, correction: { text: string, segments: readonly Segment[] }) => Promise<Transcript>
  revert: (takeId: TakeId) => Promise<Transcript>
  /** Fault `unreadable-file` for captions of a transcript without times. */
  exportFile: (takeId: TakeId, format: TranscriptFormat) => Promise<{ text: string, fileName: string }>
}

export function createTranscripts({ db, takes, assets, clock }: { db: Database, takes: Takes, assets: Assets, clock: Clock }): Transcripts {
  async function documentOf(take: Take): Promise<TranscriptDocument> {
    const text = await readFile(assets.pathOf(take.asset), 'utf8').catch((cause: unknown) => {
      throw new Fault('unreadable-file', { name: take.title, reason: 'its document cannot be read' }, { cause })
    })
    const document = readDocument(TranscriptDocument, text)
    if (!document)
      throw new Fault('unreadable-file', { name: take.title, reason: 'its document is damaged' })
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
    const row = await db.get<{ document: string, changed_at: number }>(sql`SELECT document, changed_at FROM transcripts WHERE take_id = ${takeId}`)
    const correction = row && readDocument(Correction, row.document)
    return { takeId, text, segments, ...correction, language, durationSeconds, isEdited: correction !== undefined, changedAt: correction ? row?.changed_at ?? null : null }
  }

  return {
    get,
    async edit(takeId, { text, segments }) {
      const { durationSeconds } = await get(takeId)
      const timed = putInOrder(segments.map(({ startSeconds, endSeconds, text }) => ({ start: startSeconds, end: endSeconds, text })), durationSeconds)
      const correction: Correction = { text: segments.length > 0 ? joinTexts(timed.map(segment => segment.text)) : cleanText(text), segments: timed }
      await takes.changeWords(takeId, async (tx) => {
        await tx.run(sql`
          INSERT INTO transcripts (take_id, document, changed_at) VALUES (${takeId}, ${JSON.stringify(correction)}, ${clock.now()})
          ON CONFLICT (take_id) DO UPDATE SET document = excluded.document, changed_at = excluded.changed_at`)
      })
      return get(takeId)
    },
    async revert(takeId) {
      await transcriptTake(takeId)
      await takes.changeWords(takeId, async (tx) => {
        await tx.run(sql`DELETE FROM transcripts WHERE take_id = ${takeId}`)
      })
      return get(takeId)
    },
    async exportFile(takeId, format) {
      const { title } = await transcriptTake(takeId)
      const { text, segments } = await get(takeId)
      if (format !== 'txt' && segments.length === 0)
        throw new Fault('unreadable-file', { name: title, reason: 'the transcript has no times' })
      const fileName = `${safeFileBase(title)}.${format}`
      return { text: format === 'txt' ? `${text}\n` : captionsAs(format, segments), fileName }
    },
  }
}

function captionsAs(format: 'srt' | 'vtt', segments: readonly Segment[]): string {
  const cues = cuesOfSpeech(segments)
  return format === 'srt' ? toSrt(cues) : toVtt(cues)
}
