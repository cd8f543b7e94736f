/**
 * A studio as years of work leave it: rows written straight into its two databases, of which the newest are what a person works on today.
 * The first project is a large one; every other has a script of twenty lines.
 */
import type { SequenceDocument, Track } from '#contract/sequence-document.ts'
import type {
  AccountId,
  AssetId,
  ClipId,
  ConversationId,
  DeliveryId,
  JobId,
  LineId,
  MessageId,
  ModelId,
  PictureId,
  ProjectId,
  SequenceId,
  SnapshotId,
  TakeId,
  TrackId,
  VoiceId,
} from '#contract/words.ts'
import { link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { plainLook, plainTrack } from '#rules/sequence/new-tracks.ts'
import { sha256 } from '../../src-main/base/hash.ts'
import { derivedId } from '../../src-main/base/ids.ts'
import { fingerprint } from '../../src-main/script/stale.ts'
import { clipId } from '../../src-main/sequences/clip-ids.ts'
import { segment } from '../../src-main/storage/search-text.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from './ports.ts'

/** How much there is of everything. */
export interface Years {
  /** That have ended; five more are open. */
  readonly jobs: number
  readonly projects: number
  readonly takes: number
  /** Of the large project. */
  readonly lines: number
  /** Of its sequence: half of them speech, the other half captions. */
  readonly clips: number
  readonly voices: number
  /** Of the first chat. */
  readonly messages: number
  /** Earlier versions of the large project. */
  readonly versions: number
}

export const tenYears: Years = {
  jobs: 100_000,
  projects: 300,
  takes: 100_000,
  lines: 10_000,
  clips: 5000,
  voices: 2000,
  messages: 2000,
  versions: 100,
}

/** The same studio at its beginning. */
export const firstWeek: Years = { jobs: 100, projects: 3, takes: 200, lines: 100, clips: 50, voices: 10, messages: 20, versions: 2 }

/** What a call may be asked about. */
export interface Landmarks {
  readonly accountId: AccountId
  readonly modelId: ModelId
  readonly large: ProjectId
  /** A project of twenty lines among all the others. */
  readonly plain: ProjectId
  readonly sequenceOf: (projectId: ProjectId) => SequenceId
  readonly lineId: LineId
  readonly takeId: TakeId
  readonly transcriptId: TakeId
  readonly pictureId: PictureId
  readonly voiceId: VoiceId
  readonly conversationId: ConversationId
  readonly deliveryId: DeliveryId
  readonly jobId: JobId
  readonly snapshotId: SnapshotId
  readonly trashedId: TakeId
}

const linesOfOthers = 20
const beginsAt = Date.UTC(2016, 0, 1)
const lastsMs = 10 * 365 * 86_400_000
const speakers = ['ANNA', 'BEN', 'CLARA', 'DAVID'] as const
const words = 'the lamp went out an hour before the storm came in and nobody on the island said a word about it until the morning'.split(' ')
const samplesPerSecond = 48_000
const takeSeconds = 2
const modelId = 'higgs2p5' as ModelId

type Row = Readonly<Record<string, string | number | null>>

/** The same ids each time, in the order of their numbers. */
const idOf = (word: string, number: number): string =>
  derivedId(`00000000-${String(number % 10_000).padStart(4, '0')}-7000-8000-${String(number).padStart(12, '0')}`, word)
const project = (number: number) => idOf('project', number) as ProjectId
const sequence = (number: number) => idOf('sequence', number) as SequenceId
const take = (number: number) => idOf('take', number) as TakeId
const line = (number: number) => idOf('line', number) as LineId
const voice = (number: number) => idOf('voice', number) as VoiceId
const job = (number: number) => idOf('job', number) as JobId
const asset = (number: number) => sha256(`asset ${number}`) as AssetId
const account = idOf('account', 0) as AccountId

const textOf = (number: number): string =>
  `${number}: ${Array.from({ length: 6 + number * 7 % 30 }, (_, at) => words[(number + at) % words.length]).join(' ')}.`

/** Fills the folder of a studio that was never opened. `sound`: the bytes of the takes in the large sequence; without, they have no files. */
export async function fillYears(folder: string, years: Years, sound?: Buffer): Promise<Landmarks> {
  const studio = await openStudio(testPorts(folder))
  await studio.parts.settings.change({ hasSeenWelcome: true })
  await studio.close({ drainMs: 0 })
  write(join(folder, 'ledger.db'), ledgerRows(years))
  write(join(folder, 'library.db'), libraryRows(years))
  if (sound)
    await linkSounds(folder, years, sound)
  const pictures = years.takes - picturesOf(years)
  return {
    accountId: account,
    modelId,
    large: project(0),
    plain: project(Math.floor(years.projects / 2)),
    sequenceOf: of => sequence(of === project(0) ? 0 : Math.floor(years.projects / 2)),
    lineId: line(0),
    takeId: take(0),
    transcriptId: take(pictures - 1),
    pictureId: idOf('picture', 0) as PictureId,
    voiceId: voice(0),
    conversationId: idOf('conversation', 0) as ConversationId,
    deliveryId: idOf('delivery', 0) as DeliveryId,
    jobId: job(0),
    snapshotId: idOf('version', 0) as SnapshotId,
    trashedId: take(years.takes - 1),
  }
}

/** Each tenth take but one is a picture; they come last. */
function picturesOf({ takes }: Years): number {
  return Math.floor(takes / 20)
}

async function linkSounds(folder: string, years: Years, sound: Buffer): Promise<void> {
  const first = join(folder, 'assets', 'sound.wav')
  await mkdir(dirname(first), { recursive: true })
  await writeFile(first, sound)
  for (let number = 0; number < Math.min(years.clips / 2, years.lines); number++) {
    const id = asset(number)
    const path = join(folder, 'assets', id.slice(0, 2), `${id}.wav`)
    await mkdir(dirname(path), { recursive: true })
    await link(first, path)
  }
  const heard = asset(years.takes - picturesOf(years) - 1)
  const path = join(folder, 'assets', heard.slice(0, 2), `${heard}.json`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify({ ...correction, language: 'en', durationSeconds: 2, answer: { contentType: 'text/plain', body: '' } }))
}

function write(path: string, tables: Iterable<readonly [table: string, rows: Iterable<Row>]>): void {
  const db = new DatabaseSync(path)
  db.exec('BEGIN')
  for (const [table, rows] of tables) {
    let insert: ReturnType<DatabaseSync['prepare']> | undefined
    for (const row of rows) {
      const columns = Object.keys(row)
      insert ??= db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      // A number that is bound as it is would be a real.
      insert.run(...Object.values(row).map(value => Number.isSafeInteger(value) ? BigInt(value as number) : value))
    }
  }
  db.exec('COMMIT')
  db.close()
}

function* many<Made>(count: number, make: (number: number) => Made): Generator<Made> {
  for (let number = 0; number < count; number++)
    yield make(number)
}

const atOf = (number: number, count: number): number => Math.floor(beginsAt + lastsMs * number / Math.max(1, count))

function* ledgerRows(years: Years): Generator<[string, Iterable<Row>]> {
  yield ['accounts', [{
    id: account,
    name: 'Years',
    base_url: 'http://127.0.0.1:9/v1',
    is_practice: 0,
    last4: '1234',
    created_at: beginsAt,
    currency: 'EUR',
  }]]
  yield ['prices', [{
    account_id: account,
    model_id: modelId,
    rates: JSON.stringify({ ...noRates, request: 1000 }),
    changed_at: beginsAt,
  }]]
  yield ['budgets', [{ project_id: '', currency: 'EUR', soft_micros: 5_000_000, hard_micros: null, agreed_at: null }]]
  yield ['jobs', many(years.jobs + 5, number => jobOf(number, years))]
  yield ['job_moves', moves(years)]
  yield ['costs', many(years.jobs, number => ({
    job_id: job(number),
    currency: 'EUR',
    rates: JSON.stringify({ ...noRates, request: 1000 }),
    quantities: '{"requests":{"least":1,"most":1}}',
    least_micros: 1000,
    most_micros: 1000,
    micros: 1000,
    line_id: number < years.lines ? line(number) : null,
    is_held: 1,
    at: atOf(number, years.jobs),
  }))]
}

const noRates = {
  request: null,
  thousandCharacters: null,
  resultSecond: null,
  sourceSecond: null,
  image: null,
  millionTokensIn: null,
  millionTokensOut: null,
  registration: null,
}

/** Each hundredth failed and was tried again by the next one; the last five are blocked. */
function jobOf(number: number, { jobs, projects, lines }: Years): Row {
  const isOpen = number >= jobs
  const isFailed = !isOpen && number % 100 === 50
  const at = atOf(number, jobs)
  return {
    id: job(number),
    request_id: idOf('request', number),
    request_part: 0,
    kind: 'speech',
    state: isOpen ? 'blocked' : isFailed ? 'failed' : 'done',
    blocked_by: isOpen ? 'key' : null,
    title: textOf(number).slice(0, 60),
    model_id: modelId,
    account_id: account,
    project_id: project(number < lines ? 0 : number % projects),
    line_id: number < lines ? line(number) : null,
    plan: JSON.stringify({ sent: { method: 'POST', path: '/speech', encoding: 'json', fields: {}, body: '{}' }, take: { isPractice: false, text: textOf(number) } }),
    charged: isOpen ? null : isFailed ? 'no' : 'yes',
    failure: null,
    answer: isOpen || isFailed ? null : '{}',
    take_ids: isOpen || isFailed ? '[]' : JSON.stringify([take(number)]),
    retry_of: number % 100 === 51 && !isOpen ? job(number - 1) : null,
    created_at: at,
    started_at: isOpen ? null : at + 10,
    committed_at: isOpen ? null : at + 20,
    ended_at: isOpen ? null : at + 1000,
    place: number + 1,
    request_key: `key ${number}`,
    size: 40,
  }
}

function* moves({ jobs }: Years): Generator<Row> {
  const steps = [['queued', 'claim', 'preparing'], ['preparing', 'send', 'sending'], ['sending', 'commit', 'committed'], ['verifying', 'finish', 'done']]
  for (let number = 0; number < jobs; number++) {
    for (const [from = '', event = '', to = ''] of steps)
      yield { job_id: job(number), from_state: from, event, to_state: to, at: atOf(number, jobs) }
  }
}

function* libraryRows(years: Years): Generator<[string, Iterable<Row>]> {
  const { projects, takes, lines, voices } = years
  yield ['projects', many(projects, number => ({
    id: project(number),
    name: `Project ${number}`,
    is_sample: 0,
    created_at: beginsAt,
    changed_at: atOf(number, projects),
    trashed_at: number % 100 === 99 ? beginsAt : null,
  }))]
  yield ['assets', many(takes, number => assetOf(number, years))]
  yield ['takes', many(takes, number => takeOf(number, years))]
  yield ['takes_search', many(takes, number => ({ rowid: number + 1, words: segment(textOf(number)) }))]
  yield ['transcripts', [{ take_id: take(takes - picturesOf(years) - 1), document: JSON.stringify(correction), changed_at: beginsAt }]]
  yield ['lines', allLines(years)]
  yield ['voices', many(voices, number => ({
    id: voice(number),
    name: `Voice ${number}`,
    clip_take_id: take(lines + number % Math.max(1, takes - lines - picturesOf(years))),
    consent: 'It is my own voice.',
    created_at: atOf(number, voices),
  }))]
  yield ['registrations', many(voices * 2, number => ({
    voice_id: voice(Math.floor(number / 2)),
    model_id: number % 2 === 0 ? modelId : 'another-model',
    account_id: account,
    registered_as: `voice-${number}`,
    job_id: job(number),
    made_at: beginsAt + number,
    is_refused: number % 7 === 0 ? 1 : 0,
  }))]
  yield ['castings', many(projects * speakers.length, number => ({
    project_id: project(Math.floor(number / speakers.length)),
    speaker: speakers[number % speakers.length] ?? '',
    model_id: modelId,
    fields: JSON.stringify({ voice: 'belinda' }),
    voice_id: null,
  }))]
  yield ['project_takes', many(projects, number => ({ project_id: project(number), take_id: take((number * 31 + 7) % takes), added_at: beginsAt }))]
  yield ['storyboard', many(Math.ceil(lines / 50), number => ({
    id: idOf('picture', number),
    project_id: project(0),
    line_ids: JSON.stringify([line(number * 50)]),
    prompt: 'an island at night',
    still_take_id: take(takes - picturesOf(years) + number % picturesOf(years)),
    still_is_given: 1,
    changed_at: beginsAt,
  }))]
  yield* sequenceRows(years)
  yield ['deliveries', many(projects, number => ({
    id: idOf('delivery', number),
    project_id: project(number),
    sequence_id: sequence(number),
    job_id: job(number),
    name: `Film ${number}`,
    preset_id: 'landscape-1080',
    width: 1920,
    height: 1080,
    caption_mode: 'none',
    files: '[]',
    folder: '/nowhere',
    created_at: atOf(number, projects),
    trashed_at: number % 10 === 9 ? beginsAt : null,
  }))]
  yield ['conversations', many(projects, number => ({
    id: idOf('conversation', number),
    title: `Chat ${number}`,
    project_id: project(number),
    open_message_id: idOf('message', number === 0 ? years.messages - 1 : years.messages + number),
    created_at: beginsAt,
    changed_at: atOf(number, projects),
  }))]
  yield ['messages', many(years.messages + projects, number => messageOf(number, years))]
  yield ['snapshots', many(years.versions, number => versionOf(number, years))]
  yield ['done_changes', many(projects, number => ({ id: idOf('change', number), done_at: beginsAt }))]
}

const correction = { text: 'the lamp went out', segments: [{ startSeconds: 0, endSeconds: 2, text: 'the lamp went out' }] }

function assetOf(number: number, years: Years): Row {
  const isPicture = number >= years.takes - picturesOf(years)
  const isTranscript = number === years.takes - picturesOf(years) - 1
  return {
    id: asset(number),
    mime: isPicture ? 'image/png' : isTranscript ? 'application/json' : 'audio/wav',
    extension: isPicture ? 'png' : isTranscript ? 'json' : 'wav',
    size_bytes: 96_044,
    duration_seconds: isPicture ? null : takeSeconds,
    width: isPicture ? 1024 : null,
    height: isPicture ? 576 : null,
    sample_rate: isPicture ? null : samplesPerSecond,
    channels: isPicture ? null : 1,
    has_poster: isPicture ? 1 : 0,
    created_at: atOf(number, years.takes),
  }
}

/** The first takes speak the lines of the large project; each hundredth of all others is in the trash. */
function takeOf(number: number, years: Years): Row {
  const isPicture = number >= years.takes - picturesOf(years)
  const isOfLine = number < years.lines
  const isOfOther = !isOfLine && number < years.lines + years.projects * linesOfOthers
  const text = textOf(number)
  return {
    number: number + 1,
    id: take(number),
    kind: isPicture ? 'image' : number === years.takes - picturesOf(years) - 1 ? 'transcribe' : 'speech',
    medium: isPicture ? 'picture' : number === years.takes - picturesOf(years) - 1 ? 'text' : 'audio',
    title: text.slice(0, 60),
    text,
    model_id: modelId,
    voice: 'belinda',
    account_id: account,
    project_id: project(isOfLine ? 0 : isOfOther ? Math.floor((number - years.lines) / linesOfOthers) : number % years.projects),
    line_id: isOfLine || isOfOther ? line(number) : null,
    job_id: number < years.jobs ? job(number) : null,
    job_part: 0,
    made_from: isOfLine || isOfOther ? madeFromOf(number) : fingerprint({ text, direction: '', modelId, voiceId: null, voiceFields: { voice: 'other' } }),
    source_take_ids: '[]',
    request: JSON.stringify({ method: 'POST', path: '/speech', encoding: 'json', fields: { text, voice: 'belinda' }, body: JSON.stringify({ text }) }),
    asset_id: asset(number),
    is_starred: number % 1000 === 0 ? 1 : 0,
    taken_at: atOf(number, years.takes),
    trashed_at: !isOfLine && !isOfOther && number % 100 === 99 ? atOf(number, years.takes) + 1 : null,
  }
}

/** Each tenth line was changed since its take was made. */
function madeFromOf(number: number): string {
  const text = number % 10 === 9 ? `${textOf(number)} and more` : textOf(number)
  return fingerprint({ text, direction: '', modelId, voiceId: null, voiceFields: { voice: 'belinda' } })
}

function* allLines(years: Years): Generator<Row> {
  for (let number = 0; number < years.lines; number++)
    yield lineOf(number, project(0), number, years)
  for (let of = 1; of < years.projects; of++) {
    for (let position = 0; position < linesOfOthers; position++)
      yield lineOf(years.lines + of * linesOfOthers + position, project(of), position, years)
  }
}

/** The last two hundredths of the large script, and the last line of each other, have no take yet. */
function lineOf(number: number, projectId: ProjectId, position: number, { lines, takes }: Years): Row {
  return {
    id: line(number),
    project_id: projectId,
    position,
    speaker: speakers[number % speakers.length] ?? '',
    text: textOf(number),
    chosen_take_id: (number >= lines ? position < linesOfOthers - 1 : number < lines * 0.98) && number < takes ? take(number) : null,
    changed_at: beginsAt,
    removed_at: number >= lines && position === 7 ? beginsAt : null,
  }
}

function* sequenceRows(years: Years): Generator<[string, Iterable<Row>]> {
  const perClip = (takeSeconds + 0.35) * samplesPerSecond
  const spoken = Math.floor(Math.min(years.clips / 2, years.lines))
  const tracks = (of: number) => (['pictures', 'speech', 'captions'] as const)
    .map((kind): Track => plainTrack(kind, derivedId(sequence(of), kind) as TrackId))
  yield ['sequences', many(years.projects, (number) => {
    const all = tracks(number)
    const document: Partial<SequenceDocument> & { form: number } = {
      form: 2,
      name: `Cut ${number}`,
      width: 1280,
      height: 720,
      rate: { numerator: 25, denominator: 1 },
      background: '#000000',
      inFrame: null,
      outFrame: null,
      markers: {},
      trackIds: all.map(track => track.id),
      tracks: Object.fromEntries(all.map(track => [track.id, track])),
    }
    return {
      id: sequence(number),
      project_id: project(number),
      document: JSON.stringify(document),
      revision: 1,
      created_at: beginsAt,
      changed_at: atOf(number, years.projects),
      // The large one is still as it was assembled.
      edited_at: number === 0 ? null : beginsAt,
    }
  })]
  function* clips(): Generator<Row> {
    for (let of = 0; of < years.projects; of++) {
      const [pictures, speech, captions] = tracks(of)
      const count = of === 0 ? spoken : 1
      for (let number = 0; number < count; number++) {
        const [lineId, takeId] = [line(of * linesOfOthers * (of === 0 ? 0 : 1) + (of === 0 ? 0 : years.lines) + number), take(of === 0 ? number : of % years.takes)]
        const soundId = clipId(lineId, 'sound')
        const [frame, frames] = [Math.floor(number * perClip / 1920), takeSeconds * 25]
        const played = { linkId: soundId, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId }
        const sound = { ...played, id: soundId, start: frame * 1920, length: takeSeconds * samplesPerSecond, sourceLength: takeSeconds * samplesPerSecond, takeId, gainDb: 0, points: [] }
        yield clipRow(of, speech, sound)
        const caption = { id: clipId(lineId, 'caption') as ClipId, start: frame, length: frames, linkId: soundId, lineId, speaker: 'ANNA', text: textOf(number).slice(0, 40), laidText: textOf(number).slice(0, 40) }
        yield clipRow(of, captions, caption)
      }
      if (of === 0) {
        const picture = { linkId: null, in: 0, speed: 100, fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null, id: derivedId(sequence(0), 'picture') as ClipId, start: 0, length: 250, sourceLength: null, takeId: take(years.takes - 1), title: null, look: plainLook }
        yield clipRow(of, pictures, picture)
      }
    }
  }
  yield ['sequence_clips', clips()]
  yield ['sequence_journal', many(Math.min(200, years.clips), number => ({
    sequence_id: sequence(0),
    revision: number + 2,
    label: 'move',
    patches: '[]',
    inverse: '[]',
    made_at: beginsAt,
    kind: 'edit',
    of_revision: null,
    made_by: null,
  }))]
}

function clipRow(of: number, track: Track | undefined, clip: { id: string, lineId: string | null, takeId?: string }): Row {
  return {
    sequence_id: sequence(of),
    id: clip.id,
    track_id: track?.id ?? '',
    take_id: clip.takeId ?? null,
    line_id: clip.lineId,
    clip: JSON.stringify(clip),
  }
}

function messageOf(number: number, { messages }: Years): Row {
  const conversation = number < messages ? 0 : number - messages
  const isFirst = number === 0 || number >= messages
  return {
    id: idOf('message', number) as MessageId,
    conversation_id: idOf('conversation', conversation),
    parent_id: isFirst ? null : idOf('message', number - 1),
    role: number % 2 === 0 ? 'user' : 'assistant',
    parts: JSON.stringify([{ type: 'text', text: textOf(number) }]),
    state: 'whole',
    model_id: number % 2 === 0 ? null : 'a-chat-model',
    created_at: beginsAt + number,
  }
}

const documentOfVersion = JSON.stringify({
  tracks: { a: { clips: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, { id: at, takeId: take(at * 2) }])) } },
})

/** Of when its script was half as long. */
function versionOf(number: number, { lines, versions }: Years): Row {
  const content = JSON.stringify({
    name: 'Project 0',
    lines: Array.from({ length: Math.ceil(lines / 2) }, (_, at) => ({
      id: line(at),
      speaker: speakers[at % speakers.length],
      text: textOf(at),
      direction: '',
      pauseSeconds: 0.35,
      chosenTakeId: at % 3 === 0 ? null : take(at),
    })),
    castings: speakers.map(speaker => ({ speaker, modelId, voiceId: null, fields: '{"voice":"belinda"}' })),
    sequences: [{ id: sequence(0), document: documentOfVersion }],
  })
  return {
    id: idOf('version', number) as SnapshotId,
    project_id: project(0),
    taken_at: atOf(number, versions),
    content,
    hash: sha256(`${number}`),
    picture_asset_id: null,
  }
}
