/** Sequences: edits by command, undo that survives a restart, two pages at once, several sequences of a project. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, ProjectId, SequenceId } from '#contract/words.ts'
import type { Sql } from '../../../src-main/storage/sql.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapEvents } from '#contract/define.ts'
import { SentSequenceEvent, sequenceEvent } from '#contract/sequences.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { reshaped } from '#rules/sequence/reshape.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { sentSequence } from '../../../src-main/sequences/sent-sequence.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { openSequences } from './open-sequences.ts'

describe('edits', () => {
  it('are stored clip by clip, with a revision and a time', async () => {
    const { sequences, sequenceId, place, pictures, picturesId, db, clock, ports } = await openSequences()
    const first = await place(0, 48)
    await place(48, 24)
    expect(await pictures()).toEqual([[0, 48], [48, 24]])
    const rows = () => db.all<{ id: ClipId, clip: string }>(sql`SELECT id, clip FROM sequence_clips ORDER BY id`)
    const before = await rows()
    await clock.advance(5000)
    await sequences.edit(sequenceId, {
      baseRevision: 3,
      name: 'move',
      edits: [{ do: 'move', clipIds: [first], byFrames: 100, toTracks: {}, how: 'overwrite' }],
    })
    expect(await pictures()).toEqual([[48, 24], [100, 48]])
    expect(await rows()).toEqual(before)
    await sequences.edit(sequenceId, {
      baseRevision: 4,
      name: 'look',
      edits: [{ do: 'setPicture', clipIds: [first], values: { fadeIn: 3 } }],
    })
    const after = await rows()
    expect(after.filter(row => row.id !== first)).toEqual(before.filter(row => row.id !== first))
    expect(JSON.parse(after.find(row => row.id === first)!.clip)).toMatchObject({ fadeIn: 3 })
    expect(await createSequences(ports).get(sequenceId)).toEqual(await sequences.get(sequenceId))
    expect(await sequences.summary(sequenceId)).toMatchObject({ revision: 5, clipCount: 2, durationFrames: 148, changedAt: clock.now() })
    expect((await sequences.get(sequenceId)).tracks[picturesId]?.clips[first]).toMatchObject({ start: 100 })
  })

  it('are not replaced in memory by what was read before them', async () => {
    const { sequenceId, place, db, ports } = await openSequences()
    const first = await place(0, 48)
    const [reading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isFirst = true
    const slow: typeof db = {
      ...db,
      async all<Row extends object>(query: Sql) {
        const rows = await db.all<Row>(query)
        if (isFirst && query.text.includes('sequence_clips')) {
          isFirst = false
          reading.resolve()
          await goOn.promise
        }
        return rows
      },
    }
    const sequences = createSequences({ ...ports, db: slow })
    const looked = sequences.get(sequenceId)
    await reading.promise
    const edit = (baseRevision: number, fadeIn: number) => sequences.edit(sequenceId, {
      baseRevision,
      name: 'look',
      edits: [{ do: 'setPicture', clipIds: [first], values: { fadeIn } }],
    })
    const edited = edit(2, 3)
    // Time for an edit that does not wait for the reading; one that waits is done after it.
    await Promise.race([edited, new Promise(resolve => setTimeout(resolve, 200))])
    goOn.resolve()
    await looked
    expect(await edited).toBe(3)
    expect(await edit(3, 5)).toBe(4)
  })

  it('that cannot be carried out change nothing and say why', async () => {
    const { sequences, sequenceId, place, pictures } = await openSequences()
    const first = await place(0, 48)
    const wrong = sequences.edit(sequenceId, {
      baseRevision: 2,
      name: 'trim',
      edits: [
        { do: 'trim', clipIds: [first], edge: 'end', byFrames: 5, ripples: false },
        { do: 'remove', clipIds: [newId<ClipId>()], closesGap: false },
      ],
    })
    await expect(wrong).rejects.toMatchObject({ code: 'edit-refused', data: { because: 'gone' } })
    expect(await pictures()).toEqual([[0, 48]])
    expect(await sequences.journal(sequenceId)).toHaveLength(1)
  })

  it('that change nothing are no step', async () => {
    const { sequences, sequenceId, place } = await openSequences()
    const first = await place(0, 48)
    const edits: SequenceEdit[] = [
      { do: 'slip', clipIds: [first], byFrames: 3 },
      { do: 'move', clipIds: [first], byFrames: 0, toTracks: {}, how: 'insert' },
    ]
    expect(await sequences.edit(sequenceId, { baseRevision: 2, name: 'slip', edits })).toBe(2)
    expect(await sequences.journal(sequenceId)).toHaveLength(1)
  })

  it('on an older revision are carried out where others changed other clips, and refused where they changed the same', async () => {
    const { sequences, sequenceId, place, pictures } = await openSequences()
    const [first, second] = [await place(0, 48), await place(48, 24)]
    const shift = (clipId: ClipId, baseRevision: number, byFrames: number) => sequences.edit(sequenceId, {
      baseRevision,
      name: 'move',
      edits: [{ do: 'move', clipIds: [clipId], byFrames, toTracks: {}, how: 'overwrite' }],
    })
    await shift(second, 3, 100)
    expect(await shift(first, 3, 10)).toBe(5)
    expect(await pictures()).toEqual([[10, 48], [148, 24]])
    await expect(shift(second, 3, 1)).rejects.toMatchObject({ code: 'edit-refused', data: { because: 'changed-since', clipIds: [second] } })
    await expect(shift(first, 99, 1)).rejects.toMatchObject({ data: { because: 'changed-since' } })
    expect(await pictures()).toEqual([[10, 48], [148, 24]])
  })
})

it('an edit on an older revision is refused where a ripple of others moved its clip', async () => {
  const { sequences, sequenceId, place, pictures, revision } = await openSequences()
  const [first, ...behind] = [await place(0, 10), await place(10, 10), await place(20, 10), await place(30, 10)]
  const older = await revision()
  const edit = (baseRevision: number, edits: SequenceEdit[]) => sequences.edit(sequenceId, { baseRevision, name: 'move', edits })
  await edit(older, [{ do: 'trim', clipIds: [first], edge: 'end', byFrames: -4, ripples: true }])
  expect(await pictures()).toEqual([[0, 6], [6, 10], [16, 10], [26, 10]])
  const move = (clipIds: ClipId[]) => edit(older, [{ do: 'move', clipIds, byFrames: 100, toTracks: {}, how: 'overwrite' }])
  for (const clipId of behind)
    await expect(move([clipId])).rejects.toMatchObject({ data: { because: 'changed-since', clipIds: [clipId] } })
  await expect(move(behind)).rejects.toMatchObject({ data: { because: 'changed-since', clipIds: behind } })
})

it('undo of a ripple whose journal would move clips to where none can be is refused', async () => {
  const { sequences, sequenceId, place, pictures, revision, db, ports } = await openSequences()
  const [first, second] = [await place(0, 10), await place(10, 10), await place(20, 10)]
  const edits: SequenceEdit[] = [{ do: 'trim', clipIds: [first], edge: 'end', byFrames: -4, ripples: true }]
  await sequences.edit(sequenceId, { baseRevision: await revision(), name: 'trim', edits })
  await db.run(sql`UPDATE sequence_journal SET inverse = replace(inverse, '"by":4', '"by":-7') WHERE revision = ${await revision()}`)
  const undone = createSequences(ports).undo(sequenceId)
  await expect(undone).rejects.toMatchObject({ code: 'edit-refused', data: { because: 'changed-since', clipIds: [second] } })
  expect(await pictures()).toEqual([[0, 6], [6, 10], [16, 10]])
})

describe('undo', () => {
  it('goes back step by step and forward again, also after a restart', async () => {
    const { sequences, sequenceId, place, pictures, ports } = await openSequences()
    await place(0, 48)
    await place(48, 24)
    expect((await sequences.undo(sequenceId)).step).toMatchObject({ name: 'place' })
    expect(await pictures()).toEqual([[0, 48]])
    const later = createSequences(ports)
    await later.undo(sequenceId)
    expect(await pictures()).toEqual([])
    expect(await later.undo(sequenceId)).toEqual({ revision: 5, step: null })
    await createSequences(ports).redo(sequenceId)
    await createSequences(ports).redo(sequenceId)
    expect(await pictures()).toEqual([[0, 48], [48, 24]])
    expect((await createSequences(ports).redo(sequenceId)).step).toBeNull()
  })

  it('takes back nothing but the step that is expected', async () => {
    const { sequences, sequenceId, place, pictures } = await openSequences()
    await place(0, 48)
    const { revision } = await sequences.get(sequenceId)
    await place(48, 24)
    const late = sequences.undo(sequenceId, { expected: revision })
    await expect(late).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'sequence' } })
    expect(await pictures()).toEqual([[0, 48], [48, 24]])
    await sequences.undo(sequenceId)
    await sequences.undo(sequenceId, { expected: revision })
    expect(await pictures()).toEqual([])
    await expect(sequences.undo(sequenceId, { expected: revision })).rejects.toMatchObject({ code: 'changed-meanwhile' })
  })

  it('an edit after an undo drops what could be made again', async () => {
    const { sequences, sequenceId, place, pictures } = await openSequences()
    await place(0, 48)
    await sequences.undo(sequenceId)
    await place(10, 5)
    expect((await sequences.redo(sequenceId)).step).toBeNull()
    await sequences.undo(sequenceId)
    expect(await pictures()).toEqual([])
  })

  it('whatever was done, undoing all of it leads back to the beginning and redoing all of it to the end', async () => {
    const { sequences, sequenceId, place, ports } = await openSequences()
    const start = await sequences.get(sequenceId)
    const documentOf = async () => {
      const { revision, changedAt, ...document } = await createSequences(ports).get(sequenceId)
      return document
    }
    const acts = fc.array(fc.oneof(
      fc.record({ start: fc.nat({ max: 200 }), length: fc.integer({ min: 1, max: 80 }) }),
      fc.constantFrom('undo' as const, 'redo' as const),
    ), { minLength: 1, maxLength: 12 })
    await fc.assert(fc.asyncProperty(acts, async (all) => {
      for (const act of all) {
        if (typeof act === 'string')
          await sequences[act](sequenceId)
        else
          await place(act.start, act.length)
      }
      while ((await sequences.redo(sequenceId)).step);
      const end = await documentOf()
      while ((await sequences.undo(sequenceId)).step);
      const { revision, changedAt, ...first } = start
      expect(await documentOf()).toEqual(first)
      while ((await sequences.redo(sequenceId)).step);
      expect(await documentOf()).toEqual(end)
      while ((await sequences.undo(sequenceId)).step);
    }), { numRuns: 6 })
  })

  it('the journal is folded: what was taken back and dropped goes after a day, and no step is lost', async () => {
    const { sequences, sequenceId, place, pictures, clock, ports } = await openSequences()
    await place(0, 48)
    for (let time = 0; time < 40; time++) {
      await place(60, 10)
      await sequences.undo(sequenceId)
    }
    await clock.advance(2 * 86_400_000)
    const before = (await sequences.journal(sequenceId)).length
    for (let index = 0; index < 25; index++)
      await place(100 + 10 * index, 10)
    expect((await sequences.journal(sequenceId)).length).toBeLessThan(before)
    const later = createSequences(ports)
    for (let time = 0; time < 25; time++)
      await later.undo(sequenceId)
    expect(await pictures()).toEqual([[0, 48]])
  })
})

describe('pages', () => {
  it('are sent the whole as one text, which says what the sequence is', async () => {
    const { sequences, sequenceId, place } = await openSequences()
    await place(0, 48)
    const stop = new AbortController()
    const events = mapEvents(sequences.follow(sequenceId, stop.signal), sentSequence)
    const first = SentSequenceEvent.parse((await events.next()).value)
    expect(sequenceEvent(first)).toMatchObject({ sequence: await sequences.get(sequenceId), revision: 2, patches: [] })
    await place(100, 48)
    const second = SentSequenceEvent.parse((await events.next()).value)
    expect(sequenceEvent(second)).toMatchObject({ sequence: null, revision: 3 })
    stop.abort()
    expect((await events.next()).done).toBe(true)
  })

  it('that follow a sequence get it whole, then patches that lead to each revision', async () => {
    const { sequences, sequenceId, place } = await openSequences()
    const stop = new AbortController()
    const events = sequences.follow(sequenceId, stop.signal)[Symbol.asyncIterator]()
    const first = (await events.next()).value
    expect(first).toMatchObject({ sequence: { id: sequenceId }, undo: null, redo: null })
    await place(0, 48)
    const second = (await events.next()).value
    expect(second).toMatchObject({ sequence: null, revision: 2, undo: { name: 'place' }, redo: null })
    const { revision, changedAt, ...now } = await sequences.get(sequenceId)
    expect(patched(first.sequence, second.patches)).toMatchObject(now)
    await sequences.undo(sequenceId)
    expect((await events.next()).value).toMatchObject({ revision: 3, undo: null, redo: { name: 'place' } })
    stop.abort()
    expect((await events.next()).done).toBe(true)
  })

  it('that follow the project get its sequences first, then each change', async () => {
    const { sequences, sequenceId, projectId, otherProject, wish, place } = await openSequences()
    const stop = new AbortController()
    const news = sequences.changes(projectId, stop.signal)[Symbol.asyncIterator]()
    expect((await news.next()).value).toMatchObject({ isWhole: true, changed: [{ id: sequenceId, revision: 1 }] })
    await sequences.create({ ...wish, sequenceId: newId<SequenceId>(), projectId: await otherProject() }, true)
    await place(0, 12)
    expect((await news.next()).value).toMatchObject({ isWhole: false, changed: [{ id: sequenceId, revision: 2, clipCount: 1 }] })
    stop.abort()
  })
})

describe('several sequences', () => {
  it('a sequence is created once, belongs to its project, and needs one', async () => {
    const { sequences, wish, otherProject, projectId } = await openSequences()
    await sequences.create(wish, true)
    expect(await sequences.ofProject(projectId)).toHaveLength(1)
    await expect(sequences.create({ ...wish, projectId: await otherProject() }, true)).rejects.toMatchObject({ code: 'not-found' })
    const nowhere = sequences.create({ ...wish, sequenceId: newId<SequenceId>(), projectId: newId<ProjectId>() }, true)
    await expect(nowhere).rejects.toMatchObject({ code: 'not-found', data: { word: 'project' } })
    await expect(sequences.get(newId<SequenceId>())).rejects.toMatchObject({ code: 'not-found', data: { word: 'sequence' } })
  })

  it('a duplicate in another shape has the same clips and a life of its own', async () => {
    const { sequences, sequenceId, place, pictures } = await openSequences()
    await place(0, 48)
    const copyId = newId<SequenceId>()
    await sequences.duplicate(sequenceId, { sequenceId: copyId, name: 'Upright', width: 1080, height: 1920 })
    const copy = await sequences.get(copyId)
    const first = await sequences.get(sequenceId)
    expect(copy).toMatchObject({ name: 'Upright', tracks: reshaped(first, { width: 1080, height: 1920 }).tracks })
    expect([copy.width, copy.height, copy.trackIds]).toEqual([1080, 1920, first.trackIds])
    await sequences.edit(copyId, { baseRevision: 1, name: 'remove-track', edits: [{ do: 'removeTrack', trackId: copy.trackIds[0]! }] })
    expect(await pictures()).toEqual([[0, 48]])
    expect((await sequences.undo(copyId)).revision).toBe(3)
    expect((await sequences.undo(copyId)).step).toBeNull()
  })

  it('one in the trash is left out, comes back as it was, and is gone for good only from there', async () => {
    const { sequences, sequenceId, projectId, place, pictures, db } = await openSequences()
    await place(0, 48)
    await sequences.purge(sequenceId)
    await sequences.trash(sequenceId)
    expect(await sequences.ofProject(projectId)).toEqual([])
    await sequences.restore(sequenceId)
    expect(await pictures()).toEqual([[0, 48]])
    await sequences.trash(sequenceId)
    await sequences.purge(sequenceId)
    await expect(sequences.get(sequenceId)).rejects.toMatchObject({ code: 'not-found' })
    expect(await db.all(sql`SELECT id FROM sequence_clips UNION SELECT track_id FROM sequence_starts UNION SELECT revision FROM sequence_journal`)).toEqual([])
  })
})

describe('documents', () => {
  it('of a newer version are refused and left as they are', async () => {
    const { sequenceId, place, ports, db, projectId } = await openSequences()
    await place(0, 48)
    const newer = '{"form":8,"name":"Later","lanes":[]}'
    await db.run(sql`UPDATE sequences SET document = ${newer} WHERE id = ${sequenceId}`)
    const later = createSequences(ports)
    await expect(later.get(sequenceId)).rejects.toMatchObject({ code: 'newer-document', data: { name: 'Later' } })
    await expect(later.undo(sequenceId)).rejects.toMatchObject({ code: 'newer-document' })
    expect(await later.ofProject(projectId)).toMatchObject([{ id: sequenceId, problem: 'newer' }])
    expect(await db.get(sql`SELECT document FROM sequences`)).toEqual({ document: newer })
  })

  it('that cannot be read are refused', async () => {
    const { sequenceId, ports, db } = await openSequences()
    await db.run(sql`UPDATE sequences SET document = '{"name":"Main"}'`)
    await expect(createSequences(ports).get(sequenceId)).rejects.toMatchObject({ code: 'unreadable-document', data: { name: 'Main' } })
  })

  it('without a form, as the first builds wrote them, are refused and kept', async () => {
    const { sequenceId, ports, db, projectId } = await openSequences()
    const written = JSON.stringify({ name: 'Film', width: 1280, height: 720, rate: { numerator: 25, denominator: 1 }, tracks: [] })
    await db.run(sql`UPDATE sequences SET document = ${written} WHERE id = ${sequenceId}`)
    const sequences = createSequences(ports)
    await expect(sequences.get(sequenceId)).rejects.toMatchObject({ code: 'unreadable-document', data: { name: 'Film' } })
    expect((await sequences.ofProject(projectId))[0]).toMatchObject({ name: 'Film', problem: 'unreadable' })
    expect(await db.all(sql`SELECT document FROM sequences WHERE id = ${sequenceId}`)).toEqual([{ document: written }])
  })
})
