/** Cloned voices: each consists of its clip. Its registrations with services can be made from the clip again at any time. */
import type { Registration, Voice } from '#contract/voices.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Takes } from './takes.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { AccountId, Instant, JobId, ModelId, TakeId, VoiceId } from '#contract/words.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag } from '../storage/table.ts'
import { readEach } from '../storage/unreadable-rows.ts'

/** Identifies a registration: a registered id is valid for one account and one model only. */
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
  /** Deletes a voice that is in the trash, with its registrations. Its clip stays as a take; speakers with this voice become uncast. */
  purge: (voiceId: VoiceId) => Promise<void>
  /** Null when there is none or the service refused it: the clip must be uploaded first. */
  registrationFor: (place: RegistrationPlace) => Promise<Registration | null>
  /** Stores the id that the upload job received. Ignored for a deleted voice; repeating it for the same job changes nothing. */
  noteRegistered: (place: RegistrationPlace, made: { registeredAs: string, jobId: JobId }) => Promise<void>
  /** The service did not know this id at the time of that request. A registration made since then stays valid. */
  noteRefused: (place: RegistrationPlace, refused: { registeredAs: string, askedAt: number }) => Promise<void>
  /** Marks it as refused. Its row stays, because takes made with this voice are found by it. */
  forget: (place: RegistrationPlace) => Promise<Voice>
  /** A take with this voice was filed. */
  noteSpoken: (voiceId: VoiceId) => Promise<void>
}

/** General limits of a clip; a model's own limits are checked when the clip is registered with it. */
export const clipSeconds = { least: 1, most: 60 } as const

export const voicesTable = defineTable('voices', z.object({
  id: VoiceId,
  name: z.string(),
  clip_take_id: TakeId,
  consent: z.string(),
  created_at: Instant,
  trashed_at: Instant.nullable(),
}))
type VoiceRow = ReturnType<typeof voicesTable.parse>
const selectVoices = sql`SELECT ${voicesTable.columns} FROM voices`

async function insertVoice(
  tx: Transaction,
  { id, name, clipTakeId, consent, createdAt }: Pick<Voice, 'id' | 'name' | 'clipTakeId' | 'consent' | 'createdAt'>,
): Promise<void> {
  await tx.run(sql`INSERT INTO voices ${voicesTable.values({ id, name, clip_take_id: clipTakeId, consent, created_at: createdAt })}`)
}

/** @throws Fault not-found */
export async function requireVoice(db: Transaction, voiceId: VoiceId): Promise<void> {
  if (!await db.get(sql`SELECT id FROM voices WHERE id = ${voiceId}`))
    throw new Fault('not-found', { word: 'voice', id: voiceId })
}

export const registrationsTable = defineTable('registrations', z.object({
  voice_id: VoiceId,
  model_id: ModelId,
  account_id: AccountId,
  registered_as: z.string(),
  made_at: Instant,
  is_refused: Flag,
}), { unread: { job_id: JobId } })
const selectRegistrations = sql`SELECT ${registrationsTable.columns} FROM registrations`

function registrationOf(read: object): Registration {
  const row = registrationsTable.parse(read)
  return {
    modelId: row.model_id,
    accountId: row.account_id,
    registeredAs: row.registered_as,
    madeAt: row.made_at,
    isRefused: row.is_refused,
  }
}

/** A deleted voice gets no registration; repeating it for the same job changes nothing. */
async function putRegistration(
  tx: Transaction,
  { voiceId, modelId, accountId }: RegistrationPlace,
  { registeredAs, jobId, madeAt }: { registeredAs: string, jobId: JobId, madeAt: number },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO registrations (voice_id, model_id, account_id, registered_as, job_id, made_at)
    SELECT id, ${modelId}, ${accountId}, ${registeredAs}, ${jobId}, ${madeAt} FROM voices WHERE id = ${voiceId}
    ON CONFLICT (voice_id, model_id, account_id) DO UPDATE
      SET registered_as = excluded.registered_as, job_id = excluded.job_id, made_at = excluded.made_at, is_refused = 0
      WHERE registrations.job_id <> excluded.job_id`)
}

export function createVoices({ db, takes, clock, onPurge = [] }: {
  db: Database
  takes: Pick<Takes, 'get'>
  clock: Clock
  /** Run in order in the transaction that deletes a voice, before its row: each releases what one module keeps of it. */
  onPurge?: readonly ((tx: Transaction, voiceId: VoiceId) => Promise<void>)[]
}): Voices {
  const news = createChanges<Voice, VoiceId>()

  /** A preset voice may have the same name; only a request with `voice_id` used the cloned one. */
  async function sampleOf(row: VoiceRow): Promise<TakeId | null> {
    const sample = await db.get<{ id: TakeId }>(sql`
      SELECT id FROM takes
      WHERE model_id IN (SELECT model_id FROM registrations WHERE voice_id = ${row.id}) AND voice = ${row.name}
        AND trashed_at IS NULL AND request ->> '$.fields.voice_id' IS NOT NULL
      ORDER BY number DESC LIMIT 1`)
    return sample?.id ?? null
  }

  async function voiceOf(row: VoiceRow): Promise<Voice> {
    const registrations = await db.all(sql`${selectRegistrations} WHERE voice_id = ${row.id} ORDER BY made_at`)
    return {
      id: row.id,
      name: row.name,
      clip: (await takes.get(row.clip_take_id)).asset,
      clipTakeId: row.clip_take_id,
      consent: row.consent,
      registrations: readEach(registrations, registrationOf),
      sampleTakeId: await sampleOf(row),
      createdAt: row.created_at,
      trashedAt: row.trashed_at,
    }
  }

  async function list(): Promise<Voice[]> {
    return Promise.all(voicesTable.read(await db.all(sql`${selectVoices} ORDER BY created_at, id`)).map(voiceOf))
  }

  async function get(voiceId: VoiceId): Promise<Voice> {
    const row = await db.get(sql`${selectVoices} WHERE id = ${voiceId}`)
    if (!row)
      throw new Fault('not-found', { word: 'voice', id: voiceId })
    return voiceOf(voicesTable.parse(row))
  }

  async function announce(voiceId: VoiceId): Promise<Voice> {
    const voice = await get(voiceId)
    news.changed(voice)
    return voice
  }

  /** For a job that ends after its voice was deleted: that does not fail the job. */
  async function announceIfThere(voiceId: VoiceId): Promise<void> {
    const row = await db.get(sql`${selectVoices} WHERE id = ${voiceId}`)
    if (row)
      news.changed(await voiceOf(voicesTable.parse(row)))
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
      const id = newId(clock.now()) as VoiceId // newId returns the form of an id
      await insertVoice(db, { id, name: name.trim(), clipTakeId: takeId, consent: consent.trim(), createdAt: clock.now() })
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
        for (const purge of onPurge)
          await purge(tx, voiceId)
        await tx.run(sql`DELETE FROM registrations WHERE voice_id = ${voiceId}`)
        await tx.run(sql`DELETE FROM voices WHERE id = ${voiceId}`)
        return true
      })
      if (isGone)
        news.removed(voiceId)
    },
    async registrationFor({ voiceId, modelId, accountId }) {
      const row = await db.get(sql`
        ${selectRegistrations} WHERE voice_id = ${voiceId} AND model_id = ${modelId} AND account_id = ${accountId} AND is_refused = 0`)
      return row ? registrationOf(row) : null
    },
    async noteRegistered(place, { registeredAs, jobId }) {
      await putRegistration(db, place, { registeredAs, jobId, madeAt: clock.now() })
      await announceIfThere(place.voiceId)
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
