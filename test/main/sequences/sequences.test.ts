import type { Sequence } from '#contract/sequences.ts'
import type { ClipId, ProjectId, SequenceId, TakeId } from '#contract/words.ts'
import { applyPatches, enablePatches } from 'immer'
import { expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { openLibrary } from '../script/open-library.ts'

enablePatches()

async function openSequences() {
  const library = await openLibrary()
  const sequences = createSequences(library)
  const sequence: Sequence = {
    id: newId() as SequenceId, // newId returns the form of an id, here and below
    projectId: library.projectId,
    name: 'Main',
    width: 1280,
    height: 720,
    rate: { numerator: 24, denominator: 1 },
    tracks: [
      {
        holds: 'pictures',
        name: 'Pictures',
        isMuted: false,
        clips: [{ id: newId() as ClipId, takeId: newId() as TakeId, startFrame: 0, frames: 48, inFrame: 0, fit: 'cover' }],
      },
      { holds: 'captions', name: 'Captions', isMuted: false, clips: [] },
    ],
    revision: 0,
    changedAt: 0,
  }
  return { ...library, sequences, sequence }
}

it('a stored sequence is read back, with a revision that the store sets', async () => {
  const { sequences, sequence, clock, projectId } = await openSequences()
  const kept = await sequences.put({ ...sequence, revision: 99 }, 'Lay out the script')
  expect(kept).toEqual({ ...sequence, revision: 1, changedAt: clock.now() })
  expect(await sequences.get(sequence.id)).toEqual(kept)
  expect(await sequences.ofProject(projectId)).toEqual([kept])
})

it('every change is journalled with its inverse', async () => {
  const { sequences, sequence } = await openSequences()
  const first = await sequences.put(sequence, 'Lay out the script')
  const [pictures, captions] = sequence.tracks
  const second = await sequences.put(
    { ...sequence, width: 1080, tracks: [{ ...pictures, isMuted: true } as typeof sequence.tracks[number]] },
    'Mute',
  )
  const third = await sequences.put({ ...second, tracks: captions ? [...second.tracks, captions] : [] }, 'Add a track')
  const journal = await sequences.journal(sequence.id)
  expect(journal.map(({ revision, label }) => [revision, label])).toEqual([[3, 'Add a track'], [2, 'Mute'], [1, 'Lay out the script']])
  const stepBack = (from: Sequence, index: number) => applyPatches(from, [...journal[index]?.inverse ?? []])
  const back = stepBack(third, 0)
  expect(back.tracks).toEqual(second.tracks)
  expect(stepBack(back, 1)).toMatchObject({ width: 1280, tracks: first.tracks })
})

it('storing the same sequence again changes nothing', async () => {
  const { sequences, sequence } = await openSequences()
  const kept = await sequences.put(sequence, 'Lay out the script')
  expect(await sequences.put(sequence, 'Lay out the script')).toEqual(kept)
  expect(await sequences.journal(sequence.id)).toHaveLength(1)
})

it('a sequence stays in its project, and needs one', async () => {
  const { sequences, sequence, otherProject } = await openSequences()
  await expect(sequences.get(sequence.id)).rejects.toMatchObject({ code: 'not-found', data: { word: 'sequence' } })
  await expect(sequences.put({ ...sequence, projectId: newId() as ProjectId }, 'x')).rejects.toMatchObject({
    code: 'not-found',
    data: { word: 'project' },
  })
  await sequences.put(sequence, 'x')
  await expect(sequences.put({ ...sequence, projectId: await otherProject() }, 'x')).rejects.toMatchObject({ code: 'not-found' })
})

it('a document that cannot be read is refused', async () => {
  const { sequences, sequence, db } = await openSequences()
  await sequences.put(sequence, 'x')
  await db.run(sql`UPDATE sequences SET document = '{"name":"Main"}'`)
  await expect(sequences.get(sequence.id)).rejects.toThrow()
})

it('the feed sends the project\'s sequences first, then each change', async () => {
  const { sequences, sequence, projectId, otherProject } = await openSequences()
  await sequences.put(sequence, 'x')
  const stop = new AbortController()
  const news = sequences.changes(projectId, stop.signal)[Symbol.asyncIterator]()
  expect((await news.next()).value).toMatchObject({ isWhole: true, changed: [{ id: sequence.id, revision: 1 }] })
  await sequences.put({ ...sequence, id: newId() as SequenceId, projectId: await otherProject() }, 'x')
  await sequences.put({ ...sequence, name: 'Other' }, 'Rename')
  expect((await news.next()).value).toMatchObject({ isWhole: false, changed: [{ id: sequence.id, name: 'Other', revision: 2 }] })
  stop.abort()
  expect((await news.next()).done).toBe(true)
})
