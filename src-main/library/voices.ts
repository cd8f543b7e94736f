/** Cloned voices: each consists of its clip. Its registrations with services can be made from the clip again at any time. */
import type { Asset, Take } from '#contract/takes.ts'
import type { AboutVoice, Registration, Voice } from '#contract/voices.ts'
import type { ProjectId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Transaction } from '../storage/database.ts'
import type { Takes } from './takes.ts'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { AccountId, Instant, JobId, ModelId, TakeId, VoiceId } from '#contract/words.ts'
import { requireAsExpected } from '../base/as-expected.ts'
import { createChanges } from '../base/changes.ts'
import { newId } from '../base/ids.ts'
import { sql } from '../storage/sql.ts'
import { defineTable, Flag, json, rowParser } from '../storage/table.ts'
import { readMany } from '../storage/unreadable-rows.ts'
import { assetOf, AssetRow, assetsTable } from './asset-rows.ts'

/** Identifies a registration: a registered id is valid for one account and one model only. */
export interface RegistrationPlace { readonly voiceId: VoiceId, readonly modelId: ModelId, readonly accountId: AccountId }

/** Those that are noted. */
export type PartOfAbout = { readonly [Name in keyof AboutVoice]?: AboutVoice[Name] | undefined }

/** A speaker who is cast with a voice. */
export interface VoiceUse { readonly projectId: ProjectId, readonly projectName: string, readonly speaker: string }

export interface Voices {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<Voice, VoiceId>>
  list: () => Promise<Voice[]>
  /** @throws Fault not-found */
  get: (voiceId: VoiceId) => Promise<Voice>
  /** @throws Fault not-found, unsuitable-clip */
  create: (input: { takeId: TakeId, name: string, consent: string, folder?: string | undefined } & PartOfAbout) => Promise<Voice>
  /** @throws Fault changed-meanwhile, not-found */
  rename: (voiceId: VoiceId, name: string, expected?: string) => Promise<Voice>
  /** Notes what is given. @throws Fault changed-meanwhile, not-found */
  describe: (voiceId: VoiceId, about: PartOfAbout, expected?: PartOfAbout) => Promise<Voice>
  /** Those of them that there are, in their new folder; the empty name is none. */
  move: (voiceIds: readonly VoiceId[], folder: string) => Promise<Voice[]>
  /** The speakers of projects, without those in the trash, by project and name. */
  uses: (voiceId: VoiceId) => Promise<VoiceUse[]>
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
  /** Another module has written it; it may be gone. */
  noteTurned: (voiceId: VoiceId) => Promise<void>
  /** Takes were filed, trashed or restored: tells the voices that may have another sample now. */
  noteTakes: (changed: readonly Take[]) => Promise<void>
}

/** General limits of a clip; a model's own limits are checked when the clip is registered with it. */
export const clipSeconds = { least: 1, most: 60 } as const

export const voicesTable = defineTable('voices', z.object({
  id: VoiceId,
  name: z.string(),
  clip_take_id: TakeId,
  consent: z.string(),
  language: z.string(),
  tags: json(z.array(z.string())),
  notes: z.string(),
  folder: z.string(),
  created_at: Instant,
  trashed_at: Instant.nullable(),
}))
type VoiceRow = ReturnType<typeof voicesTable.parse>
const selectVoices = sql`SELECT ${voicesTable.columns} FROM voices`

async function insertVoice(
  tx: Transaction,
  voice: Pick<Voice, 'id' | 'name' | 'clipTakeId' | 'consent' | 'createdAt'> & PartOfAbout & { readonly folder?: string | undefined },
): Promise<void> {
  const { id, name, clipTakeId, consent, createdAt, language = '', tags = [], notes = '', folder = '' } = voice
  await tx.run(sql`INSERT INTO voices ${voicesTable.values({
    ...{ id, name, clip_take_id: clipTakeId, consent, created_at: createdAt },
    ...{ language, tags: JSON.stringify([...new Set(tags)]), notes, folder },
  })}`)
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
}), { unread: {
  job_id: JobId,
  /** Those that it had before: takes that were made with them are found by them. */
  former_ids: json(z.array(z.string())),
} })
const selectRegistrations = sql`SELECT ${registrationsTable.columns} FROM registrations`

/** The id that a take was asked for with, as the index of takes has it. A preset voice has none, whatever its name is. */
const sentVoice = sql`CASE WHEN json_valid(takes.request) THEN takes.request ->> '$.fields.voice_id' END`

const parseClip = rowParser('assets', AssetRow.extend({ clip_take_id: TakeId }))

function registrationOf(row: ReturnType<typeof registrationsTable.parse>): Registration {
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
      SET registered_as = excluded.registered_as, job_id = excluded.job_id, made_at = excluded.made_at, is_refused = 0,
        former_ids = iif(registered_as = excluded.registered_as, former_ids, json_insert(former_ids, '$[#]', registered_as))
      WHERE registrations.job_id <> excluded.job_id`)
}

export function createVoices({ db, takes, clock, onPurge = [] }: {
  db: Database
  takes: Pick<Takes, 'get'>
  clock: Clock
  /**
   * Run in order in the transaction that deletes a voice, before its row: each releases what one module keeps of it, and answers what
   * tells others of that, once it is durable.
   */
  onPurge?: readonly ((tx: Transaction, voiceId: VoiceId) => Promise<() => Promise<void>>)[]
}): Voices {
  const news = createChanges<Voice, VoiceId>()

  /**
   * The newest take of each of these voices, by the ids that it was registered as: others may have its name, and it may have got another.
   * The newest of each id is found by the index of takes, and the newest of those is the one.
   */
  async function samplesOf(rows: readonly VoiceRow[]): Promise<Map<VoiceId, TakeId>> {
    const samples = await db.all<{ voice_id: VoiceId, id: TakeId, number: number }>(sql`
      SELECT voice_id, takes.id AS id, takes.number AS number FROM (
        SELECT registered.voice_id AS voice_id, (
          SELECT takes.number FROM takes
          WHERE takes.model_id = registered.model_id AND takes.voice IS NOT NULL AND ${sentVoice} = known.value
            AND (takes.account_id IS NULL OR takes.account_id = registered.account_id) AND takes.trashed_at IS NULL
          ORDER BY takes.number DESC LIMIT 1) AS newest
        FROM ${sql.each(rows.map(row => row.id))} AS asked
          CROSS JOIN registrations AS registered ON registered.voice_id = asked.value
          CROSS JOIN json_each(json_insert(registered.former_ids, '$[#]', registered.registered_as)) AS known
      ) JOIN takes ON takes.number = newest ORDER BY takes.number`)
    // Later entries replace earlier ones.
    return new Map(samples.map(sample => [sample.voice_id, sample.id]))
  }

  /** The files of their clips, without all else of those takes. */
  async function clipsOf(rows: readonly VoiceRow[]): Promise<Map<TakeId, Asset>> {
    const clips = await readMany(await db.all(sql`
      SELECT takes.id AS clip_take_id, ${assetsTable.columns} FROM takes JOIN assets ON assets.id = takes.asset_id
      WHERE takes.id IN ${sql.list([...new Set(rows.map(row => row.clip_take_id))])}`), parseClip)
    return new Map(clips.map(({ clip_take_id, ...asset }) => [clip_take_id, assetOf(asset)]))
  }

  /** In the order of the rows. */
  async function voicesOf(rows: readonly VoiceRow[]): Promise<Voice[]> {
    const registered = await readMany(await db.all(sql`
      ${selectRegistrations} WHERE voice_id IN ${sql.list(rows.map(row => row.id))} ORDER BY rowid`), registrationsTable.parse)
    const registrations = Map.groupBy(registered, row => row.voice_id)
    const clips = await clipsOf(rows)
    const samples = await samplesOf(rows)
    return rows.map((row) => {
      const clip = clips.get(row.clip_take_id)
      if (!clip)
        throw new Fault('not-found', { word: 'take', id: row.clip_take_id })
      return {
        id: row.id,
        name: row.name,
        clip,
        clipTakeId: row.clip_take_id,
        consent: row.consent,
        language: row.language,
        tags: row.tags,
        notes: row.notes,
        folder: row.folder,
        registrations: (registrations.get(row.id) ?? []).map(registrationOf),
        sampleTakeId: samples.get(row.id) ?? null,
        createdAt: row.created_at,
        trashedAt: row.trashed_at,
      }
    })
  }

  async function voiceOf(row: VoiceRow): Promise<Voice> {
    const [voice] = await voicesOf([row])
    if (!voice)
      throw new Fault('not-found', { word: 'voice', id: row.id })
    return voice
  }

  async function list(): Promise<Voice[]> {
    return voicesOf(await readMany(await db.all(sql`${selectVoices} ORDER BY id`), voicesTable.parse))
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
    async create({ takeId, name, consent, ...about }) {
      const { medium, asset } = await takes.get(takeId)
      if (medium !== 'audio')
        throw new Fault('unsuitable-clip', { reason: 'wrong-medium', limitSeconds: null })
      checkClipSeconds(asset.durationSeconds, clipSeconds)
      const id = newId<VoiceId>(clock.now())
      await insertVoice(db, { ...about, id, name: name.trim(), clipTakeId: takeId, consent: consent.trim(), createdAt: clock.now() })
      return announce(id)
    },
    async rename(voiceId, name, expected) {
      await db.transaction(async (tx) => {
        const present = await tx.get<{ name: string }>(sql`SELECT name FROM voices WHERE id = ${voiceId}`)
        if (present)
          requireAsExpected('voice', present.name, expected, name.trim())
        await tx.run(sql`UPDATE voices SET name = ${name.trim()} WHERE id = ${voiceId}`)
      })
      return announce(voiceId)
    },
    async describe(voiceId, about, expected) {
      await db.transaction(async (tx) => {
        const row = await tx.get(sql`${selectVoices} WHERE id = ${voiceId}`)
        if (!row)
          return
        const { language, tags, notes } = voicesTable.parse(row)
        const now = { language: about.language ?? language, tags: [...new Set(about.tags ?? tags)], notes: about.notes ?? notes }
        requireAsExpected('voice', { language, tags, notes }, expected, about)
        await tx.run(sql`
          UPDATE voices SET language = ${now.language}, tags = ${JSON.stringify(now.tags)}, notes = ${now.notes} WHERE id = ${voiceId}`)
      })
      return announce(voiceId)
    },
    async move(voiceIds, folder) {
      await db.run(sql`UPDATE voices SET folder = ${folder} WHERE id IN ${sql.list(voiceIds)} AND folder <> ${folder}`)
      const moved = await voicesOf(await readMany(
        await db.all(sql`${selectVoices} WHERE id IN ${sql.list(voiceIds)} ORDER BY id`),
        voicesTable.parse,
      ))
      for (const voice of moved)
        news.changed(voice)
      return moved
    },
    async uses(voiceId) {
      return db.all<VoiceUse>(sql`
        SELECT projects.id AS projectId, projects.name AS projectName, castings.speaker AS speaker
        FROM castings JOIN projects ON projects.id = castings.project_id
        WHERE castings.voice_id = ${voiceId} AND projects.trashed_at IS NULL
        ORDER BY projects.name, castings.speaker`)
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
      const tell = await db.transaction(async (tx) => {
        if (!await tx.get(sql`SELECT id FROM voices WHERE id = ${voiceId} AND trashed_at IS NOT NULL`))
          return null
        const released: (() => Promise<void>)[] = []
        for (const purge of onPurge)
          released.push(await purge(tx, voiceId))
        await tx.run(sql`DELETE FROM registrations WHERE voice_id = ${voiceId}`)
        await tx.run(sql`DELETE FROM voices WHERE id = ${voiceId}`)
        return released
      })
      if (tell === null)
        return
      news.removed(voiceId)
      for (const each of tell)
        await each()
    },
    async registrationFor({ voiceId, modelId, accountId }) {
      const row = await db.get(sql`
        ${selectRegistrations} WHERE voice_id = ${voiceId} AND model_id = ${modelId} AND account_id = ${accountId} AND is_refused = 0`)
      return row ? registrationOf(registrationsTable.parse(row)) : null
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
    noteTurned: announceIfThere,
    async noteTakes(changed) {
      const pairs = new Map(changed.flatMap(({ modelId, voice, request }) => {
        const sent = request?.fields.voice_id
        return voice === null || typeof sent !== 'string' ? [] : [[`${modelId} ${sent}`, { modelId, sent }] as const]
      }))
      if (pairs.size === 0)
        return
      const rows = await db.all<{ id: VoiceId }>(sql`
        SELECT DISTINCT registrations.voice_id AS id FROM ${sql.each([...pairs.values()])} AS asked
          JOIN registrations ON registrations.model_id = asked.value ->> 'modelId'
        WHERE asked.value ->> 'sent' = registered_as
          OR asked.value ->> 'sent' IN (SELECT value FROM json_each(registrations.former_ids))`)
      news.changed(...await voicesOf(await readMany(
        await db.all(sql`${selectVoices} WHERE id IN ${sql.list(rows.map(row => row.id))}`),
        voicesTable.parse,
      )))
    },
  }
}

/** Answers those of these voices that were in the trash. */
export async function voicesOutOfTrash(tx: Transaction, voiceIds: readonly VoiceId[]): Promise<VoiceId[]> {
  const rows = await tx.all<{ id: VoiceId }>(sql`
    UPDATE voices SET trashed_at = NULL WHERE id IN ${sql.list(voiceIds)} AND trashed_at IS NOT NULL RETURNING id`)
  return rows.map(row => row.id)
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
