/** The library of a studio of years: each row, without the files. */
import type { ProjectId } from '#contract/words.ts'
import type { Row, Years } from './things.ts'
import { sha256 } from '../../../src-main/base/hash.ts'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { segment } from '../../../src-main/storage/search-text.ts'
import { sequenceRows } from './sequence-rows.ts'
import {
  account,
  asset,
  atOf,
  beginsAt,
  collection,
  idOf,
  job,
  line,
  linesOfOthers,
  many,
  modelId,
  picturesOf,
  project,
  samplesPerSecond,
  savedSearch,
  sent,
  sequence,
  speakers,
  take,
  takeSeconds,
  textOf,
  voice,
} from './things.ts'

export const correction = { text: 'the lamp went out', segments: [{ startSeconds: 0, endSeconds: 2, text: 'the lamp went out' }] }

export function* libraryRows(years: Years): Generator<[string, Iterable<Row>]> {
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
  yield ['project_takes', many(projects, number => ({
    project_id: project(number),
    take_id: take((number * 31 + 7) % takes),
    added_at: beginsAt,
  }))]
  yield ['collections', many(20, number => ({
    id: collection(number),
    name: number === 0 ? 'Best' : `List ${number}`,
    made_at: beginsAt + number,
  }))]
  yield ['collection_takes', many(Math.ceil(takes / 4), number => ({
    collection_id: collection(number % 20),
    take_id: take(number * 4 % takes),
    added_at: beginsAt + number,
    place: (0x80000001 + number).toString(16),
  }))]
  yield ['saved_searches', many(20, number => ({
    ...{ id: savedSearch(number), name: `Search ${number}`, text: 'lamp is:starred' },
    ...{ sort: 'time', is_ascending: 0, saved_at: beginsAt + number },
  }))]
  yield ['take_tags', many(Math.ceil(takes / 2), number => ({
    take_id: take(number * 2),
    tag: `tag ${number % 40}`,
    added_at: beginsAt,
  }))]
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
  yield ['snapshot_summaries', many(years.versions, number => summaryOf(number, years))]
  yield ['done_changes', many(projects, number => ({ id: idOf('change', number), done_at: beginsAt }))]
}

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
    has_peaks: isPicture || isTranscript ? 0 : 1,
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
    made_from: isOfLine || isOfOther
      ? madeFromOf(number)
      : fingerprint({ text, direction: '', modelId, voiceId: null, voiceFields: { voice: 'other' } }),
    source_take_ids: '[]',
    request: JSON.stringify({ ...sent, fields: { text, voice: 'belinda' }, body: JSON.stringify({ text }) }),
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

function messageOf(number: number, { messages }: Years): Row {
  const conversation = number < messages ? 0 : number - messages
  const isFirst = number === 0 || number >= messages
  return {
    id: idOf('message', number),
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

const castingsOfVersion = speakers.map(speaker => ({ speaker, modelId, voiceId: null, fields: '{"voice":"belinda"}' }))

/** Of when its script was half as long. */
function linesOfVersion({ lines }: Years) {
  return Array.from({ length: Math.ceil(lines / 2) }, (_, at) => ({
    id: line(at),
    speaker: speakers[at % speakers.length],
    text: textOf(at),
    direction: '',
    pauseSeconds: 0.35,
    chosenTakeId: at % 3 === 0 ? null : take(at),
  }))
}

function versionOf(number: number, years: Years): Row {
  const sequences = [{ id: sequence(0), document: documentOfVersion }]
  return {
    id: idOf('version', number),
    project_id: project(0),
    taken_at: atOf(number, years.versions),
    content: JSON.stringify({ name: 'Project 0', lines: linesOfVersion(years), castings: castingsOfVersion, sequences }),
    hash: sha256(`${number}`),
    picture_asset_id: null,
  }
}

/** As the studio writes it with the version. */
function summaryOf(number: number, years: Years): Row {
  const lines = linesOfVersion(years)
  const shown = [...lines.flatMap(({ chosenTakeId }) => chosenTakeId ?? []), ...Array.from({ length: 40 }, (_, at) => take(at * 2))]
  return {
    snapshot_id: idOf('version', number),
    line_count: lines.length,
    made_count: lines.filter(({ chosenTakeId }) => chosenTakeId !== null).length,
    sequence_count: 1,
    take_ids: JSON.stringify([...new Set(shown)]),
    other_take_ids: '[]',
    castings: JSON.stringify(castingsOfVersion),
  }
}
