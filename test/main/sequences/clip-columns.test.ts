/** The columns of a clip's row say the same as its JSON, whatever edit wrote it. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, MarkerId, TakeId } from '#contract/words.ts'
import type { Transaction } from '../../../src-main/storage/database.ts'
import { expect, it } from 'vitest'
import { AssetId } from '#contract/words.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { lutUses } from '../../../src-main/sequences/lut-uses.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { sql } from '../../../src-main/storage/sql.ts'
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

it('a ripple and its undo leave every row as JSON of the clip, whatever that holds', async () => {
  const { db, edit, first, clipIds, sequences, sequenceId, ports } = await threeClips()
  const marker = { id: newId<MarkerId>(), at: 3, name: '"start":5', note: '{"start":7} \\ \n \u2028 😀 é' }
  await edit({ do: 'setPicture', clipIds: [clipIds[1]!], values: { markers: [marker] } })
  const rows = () => db.all(sql`SELECT id, clip FROM sequence_clips ORDER BY id`)
  const inMemory = async () => {
    const clips = tracksOf(await sequences.get(sequenceId)).flatMap(track => clipsOf(track))
    return clips.map(clip => ({ id: clip.id, clip: JSON.stringify(clip) })).toSorted((one, other) => one.id < other.id ? -1 : 1)
  }
  const before = await rows()
  await edit({ do: 'trim', clipIds: [first], edge: 'end', byFrames: -3, ripples: true })
  expect(await rows()).toEqual(await inMemory())
  expect(await createSequences(ports).get(sequenceId)).toEqual(await sequences.get(sequenceId))
  await sequences.undo(sequenceId)
  expect(await rows()).toEqual(before)
})

it('a row that is no JSON any more is written whole when its clip moves', async () => {
  const { db, edit, first, clipIds, pictures } = await threeClips()
  await db.run(sql`UPDATE sequence_clips SET clip = 'clip' WHERE id = ${clipIds[2]!}`)
  await edit({ do: 'trim', clipIds: [first], edge: 'end', byFrames: -3, ripples: true })
  expect(await pictures()).toEqual([[0, 7], [7, 10], [17, 10]])
})

it('rows that were lost from the file since it was read are written whole', async () => {
  const { db, edit, first, clipIds, ports, sequenceId } = await threeClips()
  await db.run(sql`DELETE FROM sequence_clips WHERE id = ${clipIds[2]!}`)
  await edit({ do: 'trim', clipIds: [first], edge: 'end', byFrames: -3, ripples: true })
  expect(await different(db)).toEqual([])
  const read = await createSequences(ports).get(sequenceId)
  expect(Object.values(read.tracks).flatMap(track => Object.keys(track.clips)).toSorted()).toEqual(clipIds.toSorted())
})
