/** A sequence that cannot be read is shown so, can be saved and moved to the trash, and hides no other; nothing writes one. */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { ClipId, SequenceId, TrackId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sequenceStep } from '#contract/journal.ts'
import { mostClips, mostFrames, mostSamples } from '#contract/sequence-limits.ts'
import { SequenceSummary } from '#contract/sequences.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { layoutOf, layOutProject } from '../../../src-main/sequences/lay-out-project.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'
import { openSequences } from './open-sequences.ts'

const still = aTake(7, { medium: 'picture', kind: 'image', asset: { width: 1280, height: 720 } })

/** What another program, or an earlier version without limits, may have left in the rows of a sequence. */
const damages = {
  'a document that is no JSON': sql`UPDATE sequences SET document = '{"name": "Main", ' WHERE 1 = 1`,
  'a document of another shape': sql`UPDATE sequences SET document = '{"form": 2, "name": "Main"}' WHERE 1 = 1`,
  'a document of a newer version': sql`UPDATE sequences SET document = json_set(document, '$.form', 99) WHERE 1 = 1`,
  'a rate that no film has': sql`UPDATE sequences SET document = json_set(document, '$.rate.numerator', 9007199254740991) WHERE 1 = 1`,
  'a time before all times': sql`UPDATE sequences SET changed_at = -5 WHERE 1 = 1`,
  'a clip of absurd length': sql`UPDATE sequence_clips SET clip = json_set(clip, '$.length', 1125899906842624) WHERE 1 = 1`,
  'a clip that is no JSON': sql`UPDATE sequence_clips SET clip = 'clip' WHERE 1 = 1`,
  'starts that are no JSON': sql`UPDATE sequence_starts SET starts = 'starts' WHERE 1 = 1`,
  'a clip without a start': sql`UPDATE sequence_starts SET starts = '{}' WHERE 1 = 1`,
  'a clip before all time': sql`UPDATE sequence_starts SET starts = replace(starts, ':0', ':-1') WHERE 1 = 1`,
  'starts that are lost': sql`DELETE FROM sequence_starts WHERE 1 = 1`,
  'a clip with the id of nothing': sql`UPDATE sequence_clips SET take_id = '../../x' WHERE 1 = 1`,
}

async function damaged(damage: keyof typeof damages) {
  const opened = await openSequences()
  await opened.place(0, 48)
  await opened.db.run(damages[damage])
  // As after a restart: nothing is in memory.
  const sequences = createSequences(opened.ports)
  const other = { ...opened.wish, sequenceId: newId<SequenceId>(), name: 'Other' }
  await sequences.create(other, true)
  return { ...opened, sequences, otherId: other.sequenceId }
}

describe.each(Object.keys(damages) as (keyof typeof damages)[])('%s', (damage) => {
  it('is listed, hides no other, and can be trashed, restored and saved', async () => {
    const { sequences, sequenceId, otherId, projectId, clock } = await damaged(damage)
    const problem = damage === 'a document of a newer version' ? 'newer' : 'unreadable'
    const all = await sequences.ofProject(projectId)
    expect(all.map(({ id, problem }) => [id, problem])).toEqual([[sequenceId, problem], [otherId, null]])
    // What the contract refuses would reach no page, and hide the others.
    expect(z.array(SequenceSummary).safeParse(all).error).toBeUndefined()
    await expect(sequences.get(sequenceId)).rejects.toMatchObject({ code: `${problem}-document` })
    expect(await sequences.trash(sequenceId)).toMatchObject({ id: sequenceId, trashedAt: clock.now() })
    expect((await sequences.ofProject(projectId)).map(({ id }) => id)).toEqual([otherId])
    expect(await sequences.restore(sequenceId)).toMatchObject({ trashedAt: null })
    const { text } = await sequences.stored(sequenceId)
    expect(JSON.parse(text)).toMatchObject({ sequence: { id: sequenceId }, clips: [{ sequence_id: sequenceId }] })
    await sequences.trash(sequenceId)
    await sequences.purge(sequenceId)
    await expect(sequences.stored(sequenceId)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is not what a project delivers', async () => {
    const { sequences, sequenceId, otherId, projectId, ...parts } = await damaged(damage)
    const layout = { projectId, width: 1280, height: 720, rate: { numerator: 24, denominator: 1 } }
    const none = { script: null as never, storyboard: null as never, takes: null as never }
    // A sequence that was made by hand is delivered as it is, so nothing is laid out.
    const { sequence } = await layoutOf({ ...parts, ...none, sequences }, { ...layout, sequenceId })
    expect(sequence.id).toBe(otherId)
  })
})

it('a script is laid out next to a damaged sequence, under another id', async () => {
  const opened = await damaged('a clip that is no JSON')
  const { sequences, sequenceId, otherId, projectId } = opened
  for (const id of [sequenceId, otherId]) {
    await sequences.trash(id)
    await sequences.purge(id)
  }
  const script = { linesWithTakes: async () => [] }
  const storyboard = { ofProject: async () => [], pictureIds: async () => [], look: async () => ({ whenShort: 'hold' }) }
  const takes = { ofProject: async () => [still] }
  const parts = { ...opened, sequences, script, storyboard, takes } as never // what a layout of one still reads
  const layout = { projectId, width: 1280, height: 720, rate: { numerator: 24, denominator: 1 } }
  const first = await layOutProject(parts, layout)
  await opened.db.run(damages['a clip that is no JSON'])
  const anew = createSequences(opened.ports)
  const second = await layOutProject({ ...opened, sequences: anew, script, storyboard, takes } as never, layout)
  expect(second.id).not.toBe(first.id)
  expect((await anew.ofProject(projectId)).map(({ id, problem }) => [id, problem])).toEqual([[first.id, 'unreadable'], [second.id, null]])
})

describe('what is written', () => {
  const sound = (trackId: TrackId, values: object): SequenceEdit => ({
    do: 'place',
    how: 'overwrite',
    placements: [{
      trackId,
      clip: {
        ...{ id: newId<ClipId>(), start: 0, length: 48_000, linkId: null, in: 0, sourceLength: 48_000, speed: 100 },
        ...{ fadeIn: 0, fadeOut: 0, crossIn: 0, lineId: null, takeId: newId() as never, gainDb: 0, points: [] },
        ...values,
      },
    }],
  })

  it('can be read again: an edit past the limits writes nothing, and the sequence continues', async () => {
    const { sequences, sequenceId, place, pictures, revision, projectId, ports } = await openSequences()
    const first = await place(0, 48)
    const speech = tracksOf(await sequences.get(sequenceId)).find(track => track.kind === 'speech')!.id
    const before = await revision()
    const edit = async (edits: SequenceEdit[]) => sequences.edit(sequenceId, { baseRevision: await revision(), name: 'place', edits })
    // The contract refuses these before they come here; nothing relies on that.
    for (const edits of [
      [sound(speech, { length: 2 ** 50, sourceLength: 2 ** 50 })],
      [sound(speech, { start: mostSamples, length: 1 })],
      [sound(speech, { start: 0.5 })],
      [sound(speech, { takeId: '../../x' })],
      [{ do: 'move', clipIds: [first], byFrames: mostFrames, toTracks: {}, how: 'insert' }],
      [{ do: 'setSequence', values: { width: 2 ** 40 } }],
      [{ do: 'addTrack', track: { ...plainTrack('captions', newId<TrackId>()), height: -1 }, at: 0 }],
    ] satisfies SequenceEdit[][])
      await expect(edit(edits), JSON.stringify(edits)).rejects.toMatchObject({ code: 'edit-refused' })
    expect(await revision()).toBe(before)
    expect(await pictures()).toEqual([[0, 48]])
    expect((await createSequences(ports).ofProject(projectId)).map(({ problem }) => problem)).toEqual([null])
    expect((await sequences.undo(sequenceId)).step).toMatchObject({ name: 'place' })
  })

  it('has at most so many clips on a track', async () => {
    const { sequences, sequenceId, revision } = await openSequences()
    const track = plainTrack('captions', newId<TrackId>())
    const placements = Array.from({ length: mostClips + 1 }, (_, at) => ({
      trackId: track.id,
      clip: { id: newId<ClipId>(), start: at, length: 1, linkId: null, lineId: null, speaker: '', text: 'Word' },
    }))
    const edits: SequenceEdit[] = [{ do: 'addTrack', track, at: 0 }, { do: 'place', how: 'overwrite', placements }]
    await expect(sequences.edit(sequenceId, { baseRevision: await revision(), name: 'import-captions', edits }))
      .rejects
      .toMatchObject({ code: 'edit-refused', data: { because: 'too-many' } })
  })
})

describe('a journal that cannot be read', () => {
  it('takes undo away as far as it reaches, and nothing else', async () => {
    const { sequenceId, place, pictures, db, ports } = await openSequences()
    await place(0, 48)
    await place(48, 24)
    await db.run(sql`UPDATE sequence_journal SET label = 'no such step' WHERE revision = 2`)
    const sequences = createSequences(ports)
    expect((await sequences.undo(sequenceId)).step).toMatchObject({ name: 'place' })
    expect((await sequences.undo(sequenceId)).step).toBeNull()
    expect(await pictures()).toEqual([[0, 48]])
  })

  it('is read entry by entry: only what is taken back, or made again, must be readable', async () => {
    const { sequenceId, place, pictures, db, ports } = await openSequences()
    for (const start of [0, 48, 96])
      await place(start, 48)
    await db.run(sql`UPDATE sequence_journal SET patches = 'no JSON' WHERE revision IN (3, 4)`)
    await db.run(sql`UPDATE sequence_journal SET inverse = '[{"op": "move"}]' WHERE revision = 2`)
    const read: string[] = []
    const noting = <Ask extends typeof db.get>(ask: Ask) => (async (query: never) => {
      const found: unknown = await ask(query)
      read.push(...[found].flat().flatMap(row => Object.entries(row ?? {}).flatMap(([name, value]) =>
        name === 'patches' || name === 'inverse' ? `${name} ${String(value).length}` : [])))
      return found
    }) as never
    const sequences = createSequences({ ...ports, db: { ...db, get: noting(db.get), all: noting(db.all as never) } })
    expect((await sequences.undo(sequenceId)).step).toMatchObject({ id: sequenceStep(sequenceId, 4) })
    expect((await sequences.undo(sequenceId)).step).toMatchObject({ id: sequenceStep(sequenceId, 3) })
    expect(await pictures()).toEqual([[0, 48]])
    // However long the journal is, one half of one entry is read for each.
    expect(read.map(each => each.split(' ')[0])).toEqual(['inverse', 'inverse'])
    await expect(sequences.undo(sequenceId)).rejects.toMatchObject({ code: 'edit-refused' })
    await expect(sequences.redo(sequenceId)).rejects.toMatchObject({ code: 'edit-refused' })
    expect(await pictures()).toEqual([[0, 48]])
  })

  it('changes nothing where its patches belong to another document', async () => {
    const { sequenceId, place, pictures, db, ports, picturesId } = await openSequences()
    const clipId = await place(0, 48)
    const absurd = { [clipId]: { id: clipId, start: 0, length: 2 ** 50 } }
    const track = { kind: 'pictures', id: picturesId, name: '', isMuted: false, isLocked: false, height: 50, clips: absurd }
    for (const inverse of [
      JSON.stringify([{ op: 'replace', path: ['tracks', picturesId, 'clips'], value: absurd }]),
      JSON.stringify([{ op: 'replace', path: ['tracks', picturesId], value: track }]),
      JSON.stringify([{ op: 'replace', path: ['tracks'], value: { [picturesId]: track } }]),
      JSON.stringify([{ op: 'replace', path: ['tracks', picturesId, 'clips', clipId, 'length'], value: 0.5 }]),
      JSON.stringify([{ op: 'remove', path: ['tracks', picturesId, 'clips', clipId, 'speed'] }]),
      JSON.stringify([{ op: 'add', path: ['tracks', picturesId, 'clips', clipId, 'look', 'scale'], value: 900 }]),
      '[{"op":"add","path":["__proto__","x"],"value":1}]',
      '[{"op":"remove","path":["tracks","none","clips","none"]}]',
      '[{"op":"replace","path":["width"],"value":-1}]',
      '[{"op":"replace","path":["tracks"],"value":{}}]',
      'no JSON',
    ]) {
      await db.run(sql`UPDATE sequence_journal SET inverse = ${inverse} WHERE revision = 2`)
      await expect(createSequences(ports).undo(sequenceId), inverse).rejects.toMatchObject({ code: 'edit-refused' })
      expect(await pictures()).toEqual([[0, 48]])
    }
  })
})
