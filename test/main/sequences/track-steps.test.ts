/**
 * Mute, solo, lock and height are no steps of undo, and the gain of a track is one that redo survives.
 *
 * @module-tag wide
 */
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { MarkerId, TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tracksOf } from '#rules/sequence/document.ts'
import { trackStepOf } from '#rules/sequence/edit/track-steps.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { openSequences } from './open-sequences.ts'

type Values = Extract<SequenceEdit, { do: 'setTrack' }>['values']

async function openRoom() {
  const room = await openSequences()
  const { sequences, sequenceId, revision } = room
  const speechId = tracksOf(await sequences.get(sequenceId)).find(track => track.kind === 'speech')!.id
  const set = async (values: Values, trackId: TrackId = speechId) => sequences.edit(sequenceId, {
    baseRevision: await revision(),
    name: 'track',
    edits: [{ do: 'setTrack', trackId, values }],
  })
  const track = async () => tracksOf(await createSequences(room.ports).get(sequenceId)).find(each => each.id === speechId)
  return { ...room, speechId, set, track }
}

it.each<[string, Values]>([
  ['mute', { isMuted: true }],
  ['solo', { isSoloed: true }],
  ['lock', { isLocked: true }],
  ['height', { height: 90 }],
])('%s is kept, is not undone, and drops nothing that could be made again', async (_name, values) => {
  const { sequences, sequenceId, place, pictures, set, track, ports } = await openRoom()
  await place(0, 48)
  await place(48, 24)
  await sequences.undo(sequenceId)
  await set(values)
  // As after a restart, too.
  const later = createSequences(ports)
  expect((await later.redo(sequenceId)).step).toMatchObject({ name: 'place' })
  expect(await pictures()).toEqual([[0, 48], [48, 24]])
  expect((await later.undo(sequenceId)).step).toMatchObject({ name: 'place' })
  expect((await later.undo(sequenceId)).step).toMatchObject({ name: 'place' })
  expect((await later.undo(sequenceId)).step).toBeNull()
  expect(await pictures()).toEqual([])
  expect(await track()).toMatchObject(values)
})

it('the gain of a track is taken back by itself, and what was undone before it can still be made again', async () => {
  const { sequences, sequenceId, place, pictures, set, track } = await openRoom()
  await place(0, 48)
  await sequences.undo(sequenceId)
  await set({ gainDb: -6 })
  expect((await sequences.redo(sequenceId)).step).toMatchObject({ name: 'place' })
  expect(await pictures()).toEqual([[0, 48]])
  expect((await sequences.undo(sequenceId)).step).toMatchObject({ name: 'place' })
  expect((await sequences.undo(sequenceId)).step).toMatchObject({ name: 'fader' })
  expect(await track()).toMatchObject({ gainDb: 0 })
  expect((await sequences.redo(sequenceId)).step).toMatchObject({ name: 'fader' })
})

it('a track that is removed again comes back as it was before that, not as before the first time', async () => {
  const { sequences, sequenceId, set, track, speechId, revision } = await openRoom()
  const edits: SequenceEdit[] = [{ do: 'removeTrack', trackId: speechId }]
  await sequences.edit(sequenceId, { baseRevision: await revision(), name: 'remove-track', edits })
  await sequences.undo(sequenceId)
  await set({ isMuted: true })
  await set({ gainDb: -3 })
  await sequences.redo(sequenceId)
  expect(await track()).toBeUndefined()
  await sequences.undo(sequenceId)
  expect(await track()).toMatchObject({ isMuted: true, gainDb: -3 })
})

it('whatever else a track is given is a step', () => {
  const edits = (values: Values): SequenceEdit[] => [{ do: 'setTrack', trackId: 't' as TrackId, values }]
  expect(trackStepOf(edits({ name: 'Music' }))).toBeNull()
  expect(trackStepOf(edits({ isMuted: true, name: 'Music' }))).toBeNull()
  expect(trackStepOf(edits({ isMuted: true, gainDb: 0 }))).toBeNull()
  expect(trackStepOf(edits({}))).toBeNull()
  expect(trackStepOf([])).toBeNull()
  expect(trackStepOf([...edits({ isMuted: true }), { do: 'removeMarker', markerId: 'm' as never }])).toBeNull()
  expect(trackStepOf([...edits({ isMuted: true }), ...edits({ isSoloed: false })])).toBe('track-switch')
})

type Act
  = | { readonly is: 'mark', readonly at: number }
    | { readonly is: 'set', readonly values: Values }
    | { readonly is: 'undo' | 'redo' | 'restart' }

it('with any of them in between, undo and redo lead to what a list of all steps tells, and switches stay as they are', async () => {
  const acts = fc.array(fc.oneof(
    { weight: 3, arbitrary: fc.record({ is: fc.constant('mark' as const), at: fc.nat({ max: 500 }) }) },
    { weight: 3, arbitrary: fc.oneof(
      fc.record({ isMuted: fc.boolean() }),
      fc.record({ isSoloed: fc.boolean() }),
      fc.record({ isLocked: fc.boolean() }),
      fc.record({ gainDb: fc.integer({ min: -20, max: 6 }) }),
    ).map((values: Values) => ({ is: 'set' as const, values })) },
    { weight: 5, arbitrary: fc.constantFrom<Act>({ is: 'undo' }, { is: 'redo' }, { is: 'restart' }) },
  ), { maxLength: 25 })
  await fc.assert(fc.asyncProperty(acts, async (all: Act[]) => {
    const { sequenceId, ports, speechId, track, sequences } = await openRoom()
    let open = sequences
    let done: Act[] = []
    let undone: Act[] = []
    let switches: Values = {}
    for (const act of all) {
      const { revision } = await open.get(sequenceId)
      if (act.is === 'restart') {
        open = createSequences(ports)
      }
      else if (act.is === 'undo' || act.is === 'redo') {
        const last = (act.is === 'undo' ? done : undone).pop()
        if (last)
          (act.is === 'undo' ? undone : done).push(last)
        expect((await open[act.is](sequenceId)).step !== null).toBe(last !== undefined)
      }
      else if (act.is === 'mark') {
        const marker = { id: newId<MarkerId>(), at: act.at, name: '' }
        await open.edit(sequenceId, { baseRevision: revision, name: 'marker', edits: [{ do: 'setMarker', marker }] })
        done = [...done, act]
        undone = []
      }
      else {
        const { values } = act as Extract<Act, { is: 'set' }> // the only kind that is left
        const edits: SequenceEdit[] = [{ do: 'setTrack', trackId: speechId, values }]
        const next = await open.edit(sequenceId, { baseRevision: revision, name: 'track', edits })
        // What is so already is no edit.
        if (next === revision)
          continue
        if ('gainDb' in values)
          done = [...done, act]
        else
          switches = { ...switches, ...values }
      }
    }
    const gain = done.findLast(act => act.is === 'set')?.values.gainDb
    expect(await track()).toMatchObject({ ...switches, gainDb: gain ?? 0 })
    const markers = Object.values((await createSequences(ports).get(sequenceId)).markers).map(marker => marker.at)
    expect(markers.sort()).toEqual(done.flatMap(act => act.is === 'mark' ? act.at : []).sort())
  }), { numRuns: 40 })
})
