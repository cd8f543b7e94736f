/**
 * Reconciles the records: the wishes, what the practice service accepted, the ledger, the
 * library, and the files on disk. Every broken promise becomes a breach with its evidence.
 */
import type { Failure } from '#contract/jobs.ts'
import type { JobRow } from '../../src-main/jobs/rows.ts'
import type { AcceptedWork } from '../../src-main/practice/index.ts'
import type { Asked, Lived } from './live.ts'
import type { Place, Wish } from './plan.ts'
import { Buffer } from 'node:buffer'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sha256 } from '../../src-main/base/hash.ts'
import { checkStudio } from '../../src-main/commands/check.ts'
import { readWavLayout } from '../../src-main/media/wav.ts'
import { hashOf } from '../../src-main/practice/seed.ts'
import { decodeSpeechPart } from '../../src-main/service/decode-part.ts'
import { segment } from '../../src-main/storage/search-text.ts'
import { wishAt } from './plan.ts'
import { soundFor } from './props.ts'

export const promises = ['lost', 'twice', 'denied', 'stopped', 'bad file', 'orphan', 'left over', 'damaged', 'search', 'broke'] as const
export type Promised = typeof promises[number]

export interface Breach { readonly of: Promised, readonly what: string, readonly known: readonly string[] }

/** An unsure job, compared with the service's ledger. */
export interface Unsure {
  readonly cause: Failure['kind']
  readonly wasCharged: boolean
  /** The service refused it after the studio was killed. */
  readonly wasRefused: boolean
  readonly kind: string
  readonly killedAt: string
  /** From the commit to the kill; null when a kill was not the cause. */
  readonly msToKill: number | null
}

export interface Books {
  readonly breaches: readonly Breach[]
  readonly unsure: readonly Unsure[]
  readonly jobs: Readonly<Record<string, number>>
  readonly accepted: number
  readonly takes: number
  readonly files: number
}

interface Move { job_id: string, from_state: string, event: string, to_state: string, at: number }
interface TakeRow {
  number: number
  id: string
  job_id: string | null
  text: string
  asset_id: string
  extension: string
  size_bytes: number
  is_incomplete: number
  because: string | null
}

export async function reconcile(at: {
  place: Place
  folder: string
  works: readonly AcceptedWork[]
  films: ReadonlyMap<string, string>
  refusedAt: ReadonlyMap<string, number>
  asked: Asked
  lives: readonly Lived[]
}): Promise<Books> {
  const ledger = new DatabaseSync(join(at.folder, 'ledger.db'), { readOnly: true })
  const library = new DatabaseSync(join(at.folder, 'library.db'), { readOnly: true })
  const rows = ledger.prepare('SELECT * FROM jobs ORDER BY created_at, id').all() as unknown as JobRow[] // the columns of rows.ts
  const moves = Map.groupBy(ledger.prepare('SELECT * FROM job_moves ORDER BY number').all() as unknown as Move[], move => move.job_id)
  const takes = library.prepare(
    `SELECT number, takes.id, job_id, text, asset_id, extension, size_bytes, arrival ->> '$.incomplete' IS NOT NULL AS is_incomplete,
      arrival ->> '$.incomplete.because' AS because FROM takes JOIN assets ON assets.id = asset_id`,
  ).all() as unknown as TakeRow[]
  const breaches: Breach[] = []
  const unsure: Unsure[] = []
  const breach = (of: Promised, what: string, row?: JobRow, work?: AcceptedWork): void => {
    breaches.push({ of, what, known: [
      ...row
        ? [
            `job ${row.id} ${row.kind} “${row.title}” is ${row.state}, charged ${row.charged}, failure ${row.failure}, request ${row.request_id}`,
          ]
        : [],
      ...row
        ? (moves.get(row.id) ?? []).map(({ from_state, event, to_state, at: when }) =>
            `  ${new Date(when).toISOString()} ${from_state} –${event}→ ${to_state}, ${lifeAt(at.lives, when)}`)
        : [],
      ...work
        ? [
            `accepted ${new Date(work.acceptedAt).toISOString()} ${work.kind} ${work.model} ${work.id} charged ${work.charged} ${JSON.stringify(work.values).slice(0, 300)}`,
          ]
        : [],
    ] })
  }

  const jobsOf = jobFinder(rows)
  const wishes = Array.from({ length: at.asked.next }, (_, index) => wishAt(at.place, index))
  const wishOf = wishFinder(wishes)
  for (const wish of wishes) {
    const acknowledged = at.asked.acknowledged.get(wish.index)
    if (!acknowledged)
      breach('lost', `${wish.kind} ${wish.marker} was asked for and never acknowledged: ${at.asked.refused.get(wish.index) ?? 'no answer'}`)
    for (const jobId of acknowledged ?? []) {
      if (!rows.some(row => row.id === jobId))
        breach('lost', `${wish.kind} ${wish.marker} was acknowledged as job ${jobId}, which the ledger does not know`)
    }
  }

  for (const [, same] of Map.groupBy(at.works, work => work.requestHash)) {
    if (same.length > 1)
      breach('twice', `accepted ${same.length} times`, jobsOf(wishOf(same[0]), same[0]), same.at(-1))
  }
  const workOf = new Map<string, AcceptedWork>()
  for (const work of at.works) {
    const row = jobsOf(wishOf(work), work)
    if (!row)
      breach('lost', 'the service accepted a request without a job', undefined, work)
    else
      workOf.set(row.id, work)
    if (row && work.charged && row.charged === 'no')
      breach('denied', 'the ledger says not charged, but it was', row, work)
  }

  for (const { at: pressedAt, jobIds } of at.asked.presses) {
    for (const jobId of jobIds) {
      const committed = (moves.get(jobId as JobRow['id']) ?? []).findLast(move => move.event === 'commit')
      const work = workOf.get(jobId)
      if (work && committed && committed.at > pressedAt)
        breach('stopped', `sent ${committed.at - pressedAt} ms after cancel was pressed`, rows.find(row => row.id === jobId), work)
    }
  }

  for (const row of rows) {
    const work = workOf.get(row.id)
    if (row.state === 'cancelled' && row.charged === 'no' && work)
      breach('stopped', 'cancelled before it was sent, but the service accepted it', row, work)
    const failure = row.failure === null ? null : JSON.parse(row.failure) as Failure
    if (row.ended_at === null)
      breach('lost', 'a job that never ended', row, work)
    if (row.state === 'unsure')
      unsure.push(unsureOf(row, failure, work, at))
    if (failure?.kind === 'internal' || failure?.kind === 'unreadable')
      breach('broke', 'an error of the studio itself', row, work)
    if (row.state === 'done' && row.account_id !== null && !work)
      breach('lost', 'done, but never accepted by the service', row)
    if (row.state === 'done' && !hasResult(row, takes, library))
      breach('lost', 'done, but its result is missing', row, work)
  }

  for (const row of rows.filter(each => each.kind === 'speech' && each.state !== 'done' && each.charged !== 'no')) {
    const path = join(at.folder, 'work', row.id, 'answer.part')
    const [sound] = await decodeSpeechPart(path, '', null).catch(() => [])
    const layout = sound && 'path' in sound ? await readWavLayout(sound.path).catch(() => null) : null
    if (layout && layout.frames > 0 && !takes.some(take => take.job_id === row.id))
      breach('lost', `${layout.frames} frames of sound arrived and are no take`, row)
  }
  for (const take of takes) {
    const trouble = await troubleIn(join(at.folder, 'assets', take.asset_id.slice(0, 2), `${take.asset_id}.${take.extension}`), take)
      ?? filmTrouble(take, rows, at.films)
    if (trouble)
      breach('bad file', `take ${take.id}: ${trouble}`, rows.find(row => row.id === take.job_id))
  }
  for (const what of searchTroubles(library, takes))
    breach('search', what)
  const delivered = library.prepare('SELECT folder, files FROM deliveries').all().flatMap(({ folder, files }) => {
    const list = JSON.parse(String(files)) as { name: string, sizeBytes: number }[]
    return list.map(file => ({ ...file, folder: String(folder) }))
  })
  for (const { folder, name, sizeBytes } of delivered.filter(file => file.name.endsWith('.mp4'))) {
    const found = await filmIn(join(folder, name))
    if (found !== sizeBytes)
      breach('bad file', `deliveries/${name} has ${found} playable bytes instead of ${sizeBytes}`)
  }
  ledger.close()
  library.close()

  const check = await checkStudio(at.folder, { print: () => {}, isDeep: true, isRepairing: false })
  if (check === null)
    throw new Error('The library is too damaged to be checked')
  check.damage.forEach(({ file, said }) => breach('damaged', `${file}: ${said}`))
  check.missing.examples.forEach(path => breach('bad file', `missing: ${path}`))
  check.wrong.examples.forEach(path => breach('bad file', `content does not match its hash: ${path}`))
  check.beside.examples.forEach(path => breach('bad file', `a poster or a waveform is not whole: ${path}`))
  check.deliveries.examples.forEach(path => breach('bad file', `delivered, and not whole: ${path}`))
  check.orphans.examples.forEach(path => breach('orphan', path))
  check.halves.examples.forEach(path => breach('left over', path))
  check.dangling.examples.forEach(what => breach('damaged', what))
  if (check.outOfStep > 0)
    breach('search', `out of step with ${check.outOfStep} takes`)
  for (const name of strayDeliveries(await readdir(join(at.folder, 'deliveries')).catch(() => []), delivered))
    breach('orphan', `deliveries/${name}`)
  for (const what of await leftOvers(at.folder, rows))
    breach('left over', what)
  return {
    breaches,
    unsure,
    jobs: Object.fromEntries([...Map.groupBy(rows, row => `${row.kind} ${row.state}`)].map(([name, of]) => [name, of.length]).sort()),
    accepted: at.works.length,
    takes: takes.length,
    files: check.files,
  }
}

function unsureOf(
  row: JobRow,
  failure: Failure | null,
  work: AcceptedWork | undefined,
  { lives, refusedAt }: { lives: readonly Lived[], refusedAt: ReadonlyMap<string, number> },
): Unsure {
  const marker = /q\d+x\d+z/.exec(row.plan)?.[0] ?? ''
  const wasRefused = work === undefined && (refusedAt.get(marker) ?? 0) >= (row.committed_at ?? 0)
  const shared = { cause: failure?.kind ?? 'internal', wasCharged: work !== undefined, wasRefused, kind: row.kind }
  const life = failure?.kind === 'interrupted'
    ? lives.find(({ from, to }) => (row.committed_at ?? 0) >= from && (row.committed_at ?? 0) <= to)
    : undefined
  return { ...shared, killedAt: life ? nameOf(life) : 'not by a kill', msToKill: life ? life.to - (row.committed_at ?? 0) : null }
}

type JobFinder = (wish: Wish | undefined, work: AcceptedWork | undefined) => JobRow | undefined

const kindsOf: Readonly<Record<AcceptedWork['kind'], string>> = {
  speech: 'speech',
  upload: 'upload',
  chat: 'chat',
  image: 'image',
  edit: 'edit',
  video: 'video',
  transcription: 'transcribe',
}

/** The job of an accepted request: by the marker of its wish, its kind, and its exact text where there are several. */
function jobFinder(rows: readonly JobRow[]): JobFinder {
  const byRequest = Map.groupBy(rows, row => row.request_id as string)
  return (wish, work) => {
    if (!wish || !work)
      return undefined
    const own = byRequest.get(wish.requestId) ?? []
    const theirs = own.flatMap(row => byRequest.get(row.id) ?? [])
    const candidates = [...own, ...theirs].filter(row => row.kind === kindsOf[work.kind])
    const { text } = work.values
    return candidates.find(row => typeof text === 'string' && candidates.length > 1 ? row.plan.includes(JSON.stringify(text)) : true)
  }
}

function wishFinder(wishes: readonly Wish[]): (work: AcceptedWork | undefined) => Wish | undefined {
  const byMarker = new Map(wishes.map(wish => [wish.marker, wish]))
  const bySound = new Map(wishes.filter(({ kind }) => ['transcribe', 'upload', 'cloned'].includes(kind)).map(wish => [
    hashOf(soundFor(wish.marker)),
    wish,
  ]))
  return (work) => {
    const marker = /q\d+x\d+z/.exec(JSON.stringify(work?.values ?? {}))?.[0]
    return marker === undefined ? work?.files.map(file => bySound.get(file.hash)).find(Boolean) : byMarker.get(marker)
  }
}

function hasResult(row: JobRow, takes: readonly TakeRow[], library: DatabaseSync): boolean {
  switch (row.kind) {
    case 'chat': {
      const whole = `SELECT 1 FROM messages WHERE job_id = ? AND state = 'whole' AND parts LIKE '%text%'`
      return library.prepare(whole).get(row.id) !== undefined
    }
    case 'upload': return library.prepare('SELECT 1 FROM registrations WHERE voice_id = ?').get(
      (JSON.parse(row.plan) as { voiceId: string }).voiceId,
    ) !== undefined
    case 'render': return library.prepare(`SELECT 1 FROM deliveries WHERE job_id = ? AND files <> '[]'`).get(row.id) !== undefined
    default: {
      // A part that was kept earlier may be next to the whole.
      const whole = takes.filter(take => take.job_id === row.id && take.is_incomplete === 0)
      return whole.length === 1 && JSON.parse(row.take_ids)[0] === whole[0]?.id
    }
  }
}

/** What is wrong with a file, judged by the hash in its name and the length in its format. */
async function troubleIn(path: string, take: TakeRow): Promise<string | null> {
  const bytes = await readFile(path).catch(() => null)
  if (!bytes)
    return `${path} is missing`
  if (bytes.length !== take.size_bytes || sha256(bytes) !== take.asset_id)
    return `${path} does not match its hash`
  // What was in no known form is kept as it came.
  if (take.because === 'not-understood')
    return null
  switch (take.extension) {
    case 'wav': {
      const layout = await readWavLayout(bytes)
      return layout.isCutShort || layout.frames === 0 ? 'a truncated sound' : null
    }
    case 'png': return bytes.subarray(-8, -4).toString('latin1') === 'IEND' ? null : 'a PNG without its end'
    case 'jpg': return bytes.lastIndexOf(Buffer.from([0xFF, 0xD9])) >= bytes.length - 4 ? null : 'a JPEG without its end'
    case 'json': return typeof JSON.parse(bytes.toString()) === 'object' ? null : 'no document'
    case 'mp4': return null
    default: return `an unexpected ${take.extension}`
  }
}

/** Compares a shot with the service's file byte by byte. */
function filmTrouble(take: TakeRow, rows: readonly JobRow[], films: ReadonlyMap<string, string>): string | null {
  const taskId = rows.find(row => row.id === take.job_id)?.task_id ?? null
  return taskId === null || take.is_incomplete === 1 || films.get(taskId) === take.asset_id ? null : 'not the film that the service made'
}

function searchTroubles(library: DatabaseSync, takes: readonly TakeRow[]): string[] {
  const indexed = new Set(library.prepare('SELECT rowid FROM takes_search').all().map(({ rowid }) => Number(rowid)))
  const find = library.prepare('SELECT 1 FROM takes_search WHERE rowid = ? AND takes_search MATCH ?')
  return [
    ...takes.filter(({ number }) => !indexed.has(number)).map(({ id }) => `take ${id} is not in the index`),
    ...[...indexed].filter(rowid => !takes.some(take => take.number === rowid)).map(rowid => `the index knows ${rowid}, which is no take`),
    ...takes.flatMap(({ number, text, id }) => {
      const words = segment(text).split(' ').filter(Boolean).slice(0, 20).map(word => `"${word}"`).join(' ')
      return words === '' || find.get(number, words) ? [] : [`take ${id} is not found by its words`]
    }),
  ]
}

function strayDeliveries(names: readonly string[], delivered: readonly { name: string }[]): string[] {
  return names.filter(name => !delivered.some(file => file.name === name))
}

/** Size of a complete MP4: its boxes end exactly at its end and include index and media data. 0 for any other file. */
async function filmIn(path: string): Promise<number> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0))
  const boxes: string[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    boxes.push(bytes.toString('latin1', at + 4, at + 8))
    const size = bytes.readUInt32BE(at)
    at += size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (size === 0 || at > bytes.length)
      return 0
    if (at === bytes.length)
      return boxes.includes('moov') && boxes.includes('mdat') ? bytes.length : 0
  }
  return 0
}

/** Temporary files that finished jobs should have removed. Answers that could not be stored are kept on purpose. */
async function leftOvers(folder: string, rows: readonly JobRow[]): Promise<string[]> {
  const work = await readdir(join(folder, 'work'))
  const states = new Map(rows.map(row => [row.id as string, row.state]))
  const parts = (await readdir(folder, { recursive: true })).filter(path => path.endsWith('.part') && !path.startsWith('work'))
  const incoming = await readdir(join(folder, 'incoming')).catch(() => [])
  return [
    ...work.filter(id => states.get(id) === 'done' || !states.has(id)).map(id =>
      `work/${id} of a job that is ${states.get(id) ?? 'unknown'}`),
    ...parts,
    ...incoming.map(name => `incoming/${name}`),
  ]
}

/** The life at this time, and what ended it. */
function lifeAt(lives: readonly Lived[], when: number): string {
  const life = lives.find(({ from, to }) => when >= from && when <= to)
  return life
    ? `life ${life.number}, which ended ${life.to - when} ms later: ${JSON.stringify(life.kill)}${life.isStruck ? '' : ' (cut off)'}`
    : 'the last life'
}

export function nameOf({ kill, isStruck }: Lived): string {
  if (!isStruck)
    return 'its time was up'
  switch (kill.at) {
    case 'move': return `${kill.afterMs === 0 ? 'at' : 'soon after'} the move to ${kill.to}`
    case 'wire': return `${kill.moment}, ${kill.of}`
    case 'file': return `${kill.what} written`
    default: return kill.at
  }
}
