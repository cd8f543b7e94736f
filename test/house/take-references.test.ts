/** Places that refer to a take: each column of the library that can name one is in the table of references, or here with the reason. */
import { expect, it } from 'vitest'
import { libraryTables } from '../../src-main/databases/tables.ts'
import { takeReferences } from '../../src-main/library/take-references.ts'
import { isJson } from '../../src-main/storage/table.ts'

/** Columns that name takes, or have JSON that could, and still keep none. */
const noUses: Readonly<Record<string, string>> = {
  'transcripts.take_id': 'the transcript is a part of its take, and is deleted with it',
  'set_aside_corrections.take_id': 'corrections are a part of their take, too',
  'take_tags.take_id': 'tags are a part of their take, and are deleted with it',
  'collection_takes.take_id': 'a list that a person made; it loses what is deleted for good',
  'right_takes.take_id': 'what a person says of the take, and is deleted with it',
  'accepted_drift.take_id': 'the same',
  'projects.cover_take_id': 'a choice among the pictures of the library; without it the card has the newest one',
  'shelf.words': 'words',
  'shelf.take_ids': 'a choice among the pictures of the library; without one it is told in each prompt that names it',
  'speaker_anchors.take_id': 'a choice among the takes of a speaker, which is gone with its take',
  'takes.marks': 'seconds',
  'transcripts.document': 'words and times',
  'set_aside_corrections.document': 'words and times',
  'sequences.document': 'its clips are rows of their own',
  'sequence_clips.clip': 'its take is in a column of its own',
  'sequence_starts.starts': 'numbers',
  'sequence_journal.patches': 'steps of undo: a clip that comes back may have lost its take',
  'sequence_journal.inverse': 'the same',
  'undo_steps.changes': 'steps of undo: what comes back may have lost its take',
  'snapshots.content': 'its takes are in the summary of the version',
  'storyboard.line_ids': 'lines',
  'storyboard_looks.still': 'how pictures are made',
  'storyboard_looks.shot': 'how shots are made',
  'storyboard_looks.suggestion': 'how suggestions are asked for',
  'speaker_tones.chain': 'settings of filters',
  'castings.fields': 'files by their hash: see `uses.ts`',
  'takes.arrival': 'how its file arrived',
  'assets.sounds': 'what the sounds of a file are',
  'assets.heard': 'which of them is heard',
  'messages.parts': 'files by their hash: see `uses.ts`',
  'messages.usage': 'tokens',
  'snapshot_summaries.castings': 'files by their hash: see `uses.ts`',
  'delivery_choices.choices': 'without the cover, which has a column of its own',
  'deliveries.files': 'files that were delivered',
  'deliveries.loudness': 'what was measured',
  'models.model': 'a model',
  'voices.tags': 'words of a person',
  'registrations.former_ids': 'ids that a service gave a voice',
  'settings.value': 'settings',
}

it('each column that can name a take is in the table of references', () => {
  const can = libraryTables.flatMap(({ name, stored }) => Object.entries(stored.shape)
    .filter(([column, shape]) => /take_ids?$/.test(column) || isJson(shape as never))
    .map(([column]) => `${name}.${column}`))
  const listed = new Set(takeReferences.map(({ column }) => column))
  expect(can.length).toBeGreaterThan(15)
  expect(can.filter(column => !listed.has(column) && noUses[column] === undefined), 'decide whether these keep a take').toEqual([])
  expect(Object.keys(noUses).filter(column => listed.has(column) || !can.includes(column)), 'not needed any more').toEqual([])
})

it('no reference is listed twice, and each is of a column that there is', () => {
  const columns = libraryTables.flatMap(({ name, stored }) => Object.keys(stored.shape).map(column => `${name}.${column}`))
  expect(takeReferences.filter(({ column }) => !columns.includes(column))).toEqual([])
  expect(new Set(takeReferences.map(({ column }) => column)).size).toBe(takeReferences.length)
})
