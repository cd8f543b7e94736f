/** The columns of a clip's row say the same as its JSON, whatever edit wrote it. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, MarkerId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../../../src-main/storage/database.ts'
import { expect, it } from 'vitest'
import { AssetId } from '#contract/words.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { lutUses } from '../../../src-main/sequences/lut-uses.ts'
import { readSteps } from '../../../src-main/sequences/sequence-rows.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { recordStatements } from '../../kit/statements.ts'
import { openSequences } from './open-sequences.ts'

/** Rows of which a column is not what the JSON says. */
function different(db: Pick<Transaction, 'all'>) {
  return db.all(sql`
  SELECT id FROM sequence_clips
  WHERE id IS NOT clip ->> 'id' OR take_id IS NOT clip ->> 'takeId' OR line_id IS NOT clip ->> 'lineId'
    OR lut_id IS NOT clip ->> '$.grade.lut.id'`)
}

async function threeClips() {
  const opened = await openSequences()
  const clipIds: ClipId[] = []
  for (const start of [0, 10, 20])
    clipIds.push(await opened.place(start, 10))
  const edit = async (...edits: SequenceEdit[]) =>
    opened.sequences.edit(opened.sequenceId, { baseRevision: await opened.revision(), name: 'move', edits })
  return { ...opened, clipIds, edit, first: clipIds[0]! }
}

it('a look-up table is found by its column after it was set, the clip was moved, undone, and the table removed', async () => {
  const { sequences, sequenceId, db, edit, first } = await threeClips()
  const lutId = AssetId.parse('5'.repeat(64))
  const uses = async () => (await lutUses(db, lutId)).map(({ clips }) => clips)
  await edit({ do: 'setPicture', clipIds: [first], values: { grade: { ...neutralGrade, lut: { id: lutId, amount: 1 } } } })
  expect(await uses()).toEqual([1])
  await edit({ do: 'move', clipIds: [first], byFrames: 100, toTracks: {}, how: 'overwrite' })
  expect(await uses()).toEqual([1])
  await sequences.undo(sequenceId)
  await sequences.undo(sequenceId)
  expect(await uses()).toEqual([])
  await sequences.redo(sequenceId)
  expect(await uses()).toEqual([1])
  await edit({ do: 'setPicture', clipIds: [first], values: { grade: neutralGrade } })
  expect(await uses()).toEqual([])
  expect(await different(db)).toEqual([])
})

it('a ripple writes the places of all clips behind it and leaves what they refer to', async () => {
  const { db, edit, first, pictures, sequences, sequenceId } = await threeClips()
  await edit({ do: 'trim', clipIds: [first], edge: 'end', byFrames: -3, ripples: true })
  expect(await pictures()).toEqual([[0, 7], [7, 10], [17, 10]])
  await edit({ do: 'swapTake', clipId: first, takeId: newId<TakeId>(), sourceLength: null, ripples: false })
  await sequences.undo(sequenceId)
  expect(await different(db)).toEqual([])
})

it('a ripple and its undo write only the starts, and no row of a clip', async () => {
  const { db, edit, first, clipIds, pictures, sequences, sequenceId, ports } = await threeClips()
  const marker = { id: newId<MarkerId>(), at: 3, name: '"start":5', note: '{"start":7} \\ \n \u2028 😀 é' }
  await edit({ do: 'setPicture', clipIds: [clipIds[1]!], values: { markers: [marker] } })
  const ofOthers = () => db.all(sql`SELECT id, clip FROM sequence_clips WHERE id <> ${first} ORDER BY id`)
  const starts = async (): Promise<unknown> => {
    const row = await db.get<{ starts: string }>(sql`SELECT starts FROM sequence_starts`)
    return JSON.parse(row?.starts ?? '{}')
  }
  const before = await ofOthers()
  await edit({ do: 'trim', clipIds: [first], edge: 'end', byFrames: -3, ripples: true })
  expect(await ofOthers()).toEqual(before)
  expect(await starts()).toEqual({ [clipIds[0]!]: 0, [clipIds[1]!]: 7, [clipIds[2]!]: 17 })
  expect(await createSequences(ports).get(sequenceId)).toEqual(await sequences.get(sequenceId))
  await sequences.undo(sequenceId)
  expect(await pictures()).toEqual([[0, 10], [10, 10], [20, 10]])
  expect(await ofOthers()).toEqual(before)
  expect(await createSequences(ports).get(sequenceId)).toEqual(await sequences.get(sequenceId))
})

it('a track whose clips are all removed has no starts, and has them again after an undo', async () => {
  const { db, edit, clipIds, sequences, sequenceId, ports } = await threeClips()
  await edit({ do: 'remove', clipIds, closesGap: false })
  expect(await db.all(sql`SELECT track_id FROM sequence_starts`)).toEqual([])
  await sequences.undo(sequenceId)
  expect(await createSequences(ports).get(sequenceId)).toEqual(await sequences.get(sequenceId))
})

it('rows that were lost from the file since it was read are written whole', async () => {
  const { db, edit, first, clipIds, ports, sequenceId } = await threeClips()
  await db.run(sql`DELETE FROM sequence_clips WHERE id = ${clipIds[2]!}`)
  await edit({ do: 'trim', clipIds: [first], edge: 'end', byFrames: -3, ripples: true })
  expect(await different(db)).toEqual([])
  const read = await createSequences(ports).get(sequenceId)
  expect(Object.values(read.tracks).flatMap(track => Object.keys(track.clips)).toSorted()).toEqual(clipIds.toSorted())
})

it('starts that were lost from the file since it was read are written again', async () => {
  const { db, edit, first, ports, sequences, sequenceId } = await threeClips()
  await db.run(sql`DELETE FROM sequence_starts WHERE 1 = 1`)
  await edit({ do: 'setPicture', clipIds: [first], values: { fadeIn: 2 } })
  expect(await createSequences(ports).get(sequenceId)).toEqual(await sequences.get(sequenceId))
})

it('steps are listed from an index, without what they changed', async () => {
  const { db, first, edit, sequenceId } = await threeClips()
  await edit({ do: 'move', clipIds: [first], byFrames: 100, toTracks: {}, how: 'overwrite' })
  const statements = recordStatements()
  await readSteps(db, sequenceId)
  statements.end()
  const text = `EXPLAIN QUERY PLAN ${statements.statements.at(-1)!.text}`
  const [plan] = await db.all<{ detail: string }>({ text, params: [sequenceId] })
  expect(plan?.detail).toContain('USING COVERING INDEX sequence_journal_steps')
})
