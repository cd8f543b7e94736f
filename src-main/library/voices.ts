/** Voices of the person's own: each is its clip; what services call them is written beside it and can be made again at any time. */
import type { Registration, Voice } from '#contract/voices.ts'
import type { AccountId, JobId, ModelId, TakeId, VoiceId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Takes } from './takes.ts'
import { Fault } from '#contract/faults.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'

/** Whose registration: an id that one account and model gave means nothing to any other. */
export interface RegistrationPlace { readonly voiceId: VoiceId, readonly modelId: ModelId, readonly accountId: AccountId }

export interface Voices {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Voice, VoiceId>>
  list: () => Promise<Voice[]>
  /** @throws Fault not-found */
  get: (voiceId: VoiceId) => Promise<Voice>
  /** @throws Fault not-found, unsuitable-clip */
  create: (input: { takeId: TakeId, name: string, consent: string }) => Promise<Voice>
  rename: (voiceId: VoiceId, name: string) => Promise<Voice>
  trash: (voiceId: VoiceId) => Promise<Voice>
  restore: (voiceId: VoiceId) => Promise<Voice>
  /** Forgets one that is in the trash, with its registrations; its clip stays a take. Whoever spoke with it is to be cast anew. */
  purge: (voiceId: VoiceId) => Promise<void>
  /** Null where there is none, or the service refused it: the clip must be uploaded first. */
  registrationFor: (place: RegistrationPlace) => Promise<Registration | null>
  /** Keeps what the upload job was answered; of a voice that is deleted for good there is nothing to keep. The same job again changes nothing. */
  noteRegistered: (place: RegistrationPlace, made: { registeredAs: string, jobId: JobId }) => Promise<void>
  /** The service does not know this name, asked at that time. What was registered since then stands. */
  noteRefused: (place: RegistrationPlace, refused: { registeredAs: string, askedAt: number }) => Promise<void>
  /** The person gives it up. Its row stays, because takes that were spoken with it are still found by it. */
  forget: (place: RegistrationPlace) => Promise<Voice>
  /** A take that speaks with it was filed. */
  noteSpoken: (voiceId: VoiceId) => Promise<void>
}

/** What every model can make something of; a model's own limits are asked when the clip is registered with it. */
export const clipSeconds = { least: 1, most: 60 } as const

interface VoiceRow {
  id: string
  name: string
  clip_take_id: string
  consent: string
  created_at: number
  trashed_at: number | null
}

interface RegistrationRow {
  voice_id: string
  model_id: string
  account_id: string
  registered_as: string
  made_at: number
  is_refused: number
}

const voiceColumns = sql`id, name, clip_take_id, consent, created_at, trashed_at`
const registrationColumns = sql`voice_id, model_id, account_id, registered_as, made_at, is_refused`

export function createVoices({ db, takes, clock }: { db: Database, takes: Pick<Takes, 'get'>, clock: Clock }): Voices {
  const news = createChanges<Voice, VoiceId>()

  /** A preset voice may have the same name; only a cloned one was asked for by a `voice_id`. */
  async function sampleOf(row: VoiceRow): Promise<TakeId | null> {
    const sample = await db.get<{ id: string }>(sql`
      SELECT id FROM takes
      WHERE model_id IN (SELECT model_id FROM registrations WHERE voice_id = ${row.id}) AND voice = ${row.name}
        AND trashed_at IS NULL AND request ->> '$.fields.voice_id' IS NOT NULL
      ORDER BY number DESC LIMIT 1`)
    return sample ? sample.id as TakeId : null // column `id` holds take ids only
  }

  async function voiceOf(row: VoiceRow): Promise<Voice> {
    const clipTakeId = row.clip_take_id as TakeId // a foreign key into takes
    const registrations = await db.all<RegistrationRow>(sql`SELECT ${registrationColumns} FROM registrations WHERE voice_id = ${row.id} ORDER BY made_at`)
    return {
      id: row.id as VoiceId, // written below from newId
      name: row.name,
      clip: (await takes.get(clipTakeId)).asset,
      clipTakeId,
      consent: row.consent,
      registrations: registrations.map(registrationOf),
      sampleTakeId: await sampleOf(row),
      createdAt: row.created_at,
      trashedAt: row.trashed_at,
    }
  }

  async function list(): Promise<Voice[]> {
    return Promise.all((await db.all<VoiceRow>(sql`SELECT ${voiceColumns} FROM voices ORDER BY created_at, id`)).map(voiceOf))
  }

  async function get(voiceId: VoiceId): Promise<Voice> {
    const row = await db.get<VoiceRow>(sql`SELECT ${voiceColumns} FROM voices WHERE id = ${voiceId}`)
    if (!row)
      throw new Fault('not-found', { word: 'voice', id: voiceId })
    return voiceOf(row)
  }

  async function announce(voiceId: VoiceId): Promise<Voice> {
    const voice = await get(voiceId)
    news.changed(voice)
    return voice
  }

  /** For work that ends after its voice was deleted for good: that is no fault of the work. */
  async function announceIfThere(voiceId: VoiceId): Promise<void> {
    const row = await db.get<VoiceRow>(sql`SELECT ${voiceColumns} FROM voices WHERE id = ${voiceId}`)
    if (row)
      news.changed(await voiceOf(row))
  }

  return {
    list,
    get,
    changes: signal => news.subscribe(list, signal),
    async create({ takeId, name, consent }) {
      const { medium, asset } = await takes.get(takeId)
      if (medium !== 'audio')
        throw new Fault('unsuitable-clip', { reason: 'wrong-medium', limitSeconds: null })
      checkClipSeconds(asset.durationSeconds, clipSeconds)
      const id = newId(clock.now()) as VoiceId // newId makes the ids' form
      await db.run(sql`
        INSERT INTO voices (id, name, clip_take_id, consent, created_at)
        VALUES (${id}, ${name.trim()}, ${takeId}, ${consent.trim()}, ${clock.now()})`)
      return announce(id)
    },
    async rename(voiceId, name) {
      await db.run(sql`UPDATE voices SET name = ${name.trim()} WHERE id = ${voiceId}`)
      return announce(voiceId)
    },
    async trash(voiceId) {
      await db.run(sql`UPDATE voices SET trashed_at = ${clock.now()} WHERE id = ${voiceId} AND trashed_at IS NULL`)
      return announce(voiceId)
    },
    async restore(voiceId) {
      await db.run(sql`UPDATE voices SET trashed_at = NULL WHERE id = ${voiceId}`)
      return announce(voiceId)
    },
    async purge(voiceId) {
      const isGone = await db.transaction(async (tx) => {
        if (!await tx.get(sql`SELECT id FROM voices WHERE id = ${voiceId} AND trashed_at IS NOT NULL`))
          return false
        await tx.run(sql`UPDATE castings SET voice_id = NULL WHERE voice_id = ${voiceId}`)
        await tx.run(sql`DELETE FROM registrations WHERE voice_id = ${voiceId}`)
        await tx.run(sql`DELETE FROM voices WHERE id = ${voiceId}`)
        return true
      })
      if (isGone)
        news.removed(voiceId)
    },
    async registrationFor({ voiceId, modelId, accountId }) {
      const row = await db.get<RegistrationRow>(sql`
        SELECT ${registrationColumns} FROM registrations
        WHERE voice_id = ${voiceId} AND model_id = ${modelId} AND account_id = ${accountId} AND is_refused = 0`)
      return row ? registrationOf(row) : null
    },
    async noteRegistered({ voiceId, modelId, accountId }, { registeredAs, jobId }) {
      await db.run(sql`
        INSERT INTO registrations (voice_id, model_id, account_id, registered_as, job_id, made_at)
        SELECT id, ${modelId}, ${accountId}, ${registeredAs}, ${jobId}, ${clock.now()} FROM voices WHERE id = ${voiceId}
        ON CONFLICT (voice_id, model_id, account_id) DO UPDATE
          SET registered_as = excluded.registered_as, job_id = excluded.job_id, made_at = excluded.made_at, is_refused = 0
          WHERE registrations.job_id <> excluded.job_id`)
      await announceIfThere(voiceId)
    },
    async noteRefused({ voiceId, modelId, accountId }, { registeredAs, askedAt }) {
      await db.run(sql`
        UPDATE registrations SET is_refused = 1
        WHERE voice_id = ${voiceId} AND model_id = ${modelId} AND account_id = ${accountId}
          AND registered_as = ${registeredAs} AND made_at <= ${askedAt}`)
      await announceIfThere(voiceId)
    },
    async forget({ voiceId, modelId, accountId }) {
      await db.run(sql`
        UPDATE registrations SET is_refused = 1
        WHERE voice_id = ${voiceId} AND model_id = ${modelId} AND account_id = ${accountId}`)
      return announce(voiceId)
    },
    noteSpoken: announceIfThere,
  }
}

/** @throws Fault unsuitable-clip */
export function checkClipSeconds(durationSeconds: number | null, { least, most }: { least: number, most: number }): void {
  if (durationSeconds === null || durationSeconds === 0)
    throw new Fault('unsuitable-clip', { reason: 'no-sound', limitSeconds: null })
  if (durationSeconds < least)
    throw new Fault('unsuitable-clip', { reason: 'too-short', limitSeconds: least })
  if (durationSeconds > most)
    throw new Fault('unsuitable-clip', { reason: 'too-long', limitSeconds: most })
}

function registrationOf(row: RegistrationRow): Registration {
  return {
    modelId: row.model_id as ModelId, // written by `noteRegistered` from branded values
    accountId: row.account_id as AccountId,
    registeredAs: row.registered_as,
    madeAt: row.made_at,
    isRefused: row.is_refused === 1,
  }
}
