/** What is recorded: the tables and columns of each database that steps of undo change. */
import type { StoredChange } from './packed-changes.ts'
import type { RecordedTable } from './row-changes.ts'

export const libraryRecords: readonly RecordedTable[] = [
  {
    name: 'lines',
    key: ['id'],
    columns: [
      ...['project_id', 'position', 'speaker', 'text', 'direction', 'pause_seconds', 'role', 'is_locked', 'is_muted', 'language'],
      ...['chosen_take_id', 'removed_at'],
    ],
    hasRows: true,
    stamp: 'changed_at',
    moments: ['removed_at'],
    // Into the trash. Its place follows from the others, and takes may have come for it.
    absent: ({ speaker = '', text = '', direction = '', pause_seconds = 0 }) =>
      ({ speaker, text, direction, pause_seconds, removed_at: 1 }),
    // A take that has come since stays the chosen one.
    mayDiffer: [['chosen_take_id']],
    word: 'line',
  },
  {
    ...{ name: 'castings', key: ['project_id', 'speaker'], columns: ['model_id', 'voice_id', 'fields'] },
    hasRows: true,
    word: 'casting',
  },
  {
    ...{ name: 'speaker_colours', key: ['project_id', 'speaker'], columns: ['colour', 'is_chosen'] },
    hasRows: true,
    isLoose: true,
    word: 'colour',
  },
  {
    ...{ name: 'script_languages', key: ['project_id', 'whose', 'speaker'], columns: ['language'] },
    hasRows: true,
    isLoose: true,
    word: 'setting',
  },
  { name: 'speaker_tones', key: ['project_id', 'speaker'], columns: ['chain'], hasRows: true, isLoose: true, word: 'tone' },
  { name: 'speaker_anchors', key: ['project_id', 'speaker'], columns: ['take_id'], hasRows: true, isLoose: true, word: 'take' },
  {
    ...{ name: 'pronunciations', key: ['id'], columns: ['project_id', 'word', 'language', 'alias'] },
    hasRows: true,
    isLoose: true,
    word: 'setting',
  },
  {
    ...{ name: 'shelf', key: ['id'], columns: ['project_id', 'kind', 'name', 'text', 'words', 'take_ids'] },
    hasRows: true,
    isLoose: true,
    word: 'shelf',
  },
  {
    name: 'storyboard',
    key: ['id'],
    columns: [
      ...['project_id', 'line_ids', 'prompt', 'motion_prompt'],
      ...['still_take_id', 'still_is_given', 'shot_take_id', 'shot_is_given', 'draw_from'],
    ],
    hasRows: true,
    stamp: 'changed_at',
    // A picture without anything is not shown; a job may still file its result under it.
    absent: () => ({ prompt: '', motion_prompt: '', still_take_id: null, still_is_given: 0, shot_take_id: null, shot_is_given: 0 }),
    mayDiffer: [['still_take_id', 'still_is_given'], ['shot_take_id', 'shot_is_given']],
    word: 'storyboard',
  },
  {
    ...{ name: 'storyboard_looks', key: ['project_id'], columns: ['style', 'reference_take_id', 'still', 'shot', 'suggestion'] },
    word: 'storyboard',
  },
  { name: 'transcripts', key: ['take_id'], columns: ['document'], hasRows: true, stamp: 'changed_at', word: 'transcript' },
  {
    ...{ name: 'set_aside_corrections', key: ['take_id', 'place'], columns: ['document'], stamp: 'changed_at' },
    hasRows: true,
    word: 'transcript',
  },
  {
    ...{ name: 'delivery_choices', key: ['project_id'], columns: ['cover_take_id', 'choices'] },
    mayDiffer: [['cover_take_id'], ['choices']],
    word: 'setting',
  },
  { name: 'right_takes', key: ['take_id'], columns: ['findings'], hasRows: true, isLoose: true, word: 'take' },
  { name: 'accepted_drift', key: ['take_id'], columns: ['findings'], hasRows: true, isLoose: true, word: 'take' },
  {
    name: 'takes',
    key: ['id'],
    columns: ['is_starred', 'marks', 'name', 'note', 'trashed_at'],
    moments: ['trashed_at'],
    isLoose: true,
    word: 'take',
  },
  { name: 'assets', key: ['id'], columns: ['heard'], word: 'take' },
  { name: 'project_takes', key: ['project_id', 'take_id'], columns: ['added_at'], hasRows: true, isLoose: true, word: 'take' },
  { name: 'take_tags', key: ['take_id', 'tag'], columns: ['added_at'], hasRows: true, isLoose: true, word: 'take' },
  {
    ...{ name: 'collections', key: ['id'], columns: ['name', 'made_at', 'removed_at'], moments: ['removed_at'] },
    hasRows: true,
    // It stays with what others have put into it.
    absent: () => ({ removed_at: 1 }),
    word: 'collection',
  },
  {
    ...{ name: 'collection_takes', key: ['collection_id', 'take_id'], columns: ['added_at', 'place'] },
    hasRows: true,
    isLoose: true,
    word: 'take',
  },
  {
    ...{ name: 'saved_searches', key: ['id'], columns: ['name', 'text', 'sort', 'is_ascending', 'saved_at'] },
    hasRows: true,
    word: 'search',
  },
  { name: 'deliveries', key: ['id'], columns: ['trashed_at'], moments: ['trashed_at'], word: 'delivery' },
  {
    name: 'projects',
    key: ['id'],
    columns: ['trashed_at', 'folder', 'archived_at', 'cover_take_id', 'colour', 'name'],
    moments: ['trashed_at', 'archived_at'],
    word: 'project',
  },
  {
    ...{ name: 'voices', key: ['id'], columns: ['trashed_at', 'name', 'language', 'tags', 'notes', 'folder'] },
    moments: ['trashed_at'],
    word: 'voice',
  },
]

/**
 * Order and list of the queue. No state of a job: what was sent stays sent, and a job that was cancelled is queued again only by *Retry*,
 * which shows the cost.
 */
export const ledgerRecords: readonly RecordedTable[] = [
  {
    ...{ name: 'jobs', key: ['id'], columns: ['place', 'cleared_at', 'paused_at'], moments: ['cleared_at', 'paused_at'] },
    // Redo resumes nothing.
    mayDiffer: [['paused_at']],
    isLoose: true,
    word: 'job',
  },
]

/** Whether a change is one of these tables and columns: a step of a stranger's backup writes nothing else. */
export function isRecorded(tables: readonly RecordedTable[], change: StoredChange): boolean {
  const { table, before, after } = change
  const found = tables.find(each => each.name === table)
  if (!found || ('keys' in change ? change.keys : change.key).length !== found.key.length)
    return false
  const names = [...Object.keys(before ?? {}), ...Object.keys(after ?? {})]
  const isWhole = before === null || after === null
  return names.every(name => found.columns.includes(name)) && (!isWhole || found.hasRows === true)
}
