/** Markers of a clip and of its copy have the same ids: what is done with one leaves the other as it is. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { TimelineActs } from '../../../src-renderer/rooms/timeline/actions.ts'
import type { Editor } from '../../../src-renderer/rooms/timeline/use-editor.ts'
import { expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import { clipsOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { timelineActions } from '../../../src-renderer/rooms/timeline/actions.ts'
import { useMarkerActs } from '../../../src-renderer/rooms/timeline/acts/use-marker-acts.ts'
import { clipId, documentOf, markerId, picture, pictureTrack, trackId } from '../../kit/sequence.ts'

const markers = [{ id: markerId(1), at: 10, name: 'as copied' }]

function room(playhead: number) {
  const document = shallowRef<SequenceDocument>({
    ...documentOf(pictureTrack(1, [picture(11, 0, 50, { markers }), picture(12, 50, 50, { markers })])),
    markers: { [markerId(2)]: { id: markerId(2), at: 5, name: 'own' } },
  })
  const editor = {
    document,
    sequence: { get settled() { return document.value } },
    view: { playhead: { value: playhead }, selection: { value: { ids: new Set() } } },
    source: {},
    edit: (_: string, edits: readonly SequenceEdit[]) => document.value = applyEdits(document.value, edits).document,
  } as unknown as Editor // what acts of markers use of it
  const sequence = useMarkerActs(editor)
  const openMarker = vi.fn()
  const unused = { clipboard: {}, takes: {}, captions: {}, motion: {}, colour: {} }
  const acts = {
    ...{ clips: unused, sequence, openMarker, trims: {}, transitions: {}, here: { tries: {} }, match: {}, nested: {} },
    ...{ media: {}, source: {}, reframe: {}, roomTone: {} },
  }
  const actions = timelineActions(editor, acts as unknown as TimelineActs) // what two of them use
  const namesOf = () => clipsOf(document.value.tracks[trackId(1)]!).map(clip => 'in' in clip && clip.markers?.map(({ name }) => name))
  return { document, sequence, openMarker, namesOf, run: (id: string) => actions.find(action => action.id === `timeline.${id}`)?.run() }
}

it('removes the marker at the playhead from the clip that is there', () => {
  const copy = room(60)
  copy.run('remove-marker')
  expect(copy.namesOf()).toEqual([['as copied'], []])
  const first = room(10)
  first.run('remove-marker')
  expect(first.namesOf()).toEqual([[], ['as copied']])
  const own = room(5)
  own.run('remove-marker')
  expect([own.namesOf(), own.document.value.markers]).toEqual([[['as copied'], ['as copied']], {}])
})

it('opens and names the marker of the clip at the playhead', () => {
  const { openMarker, sequence, namesOf, run, document } = room(60)
  run('marker')
  const [at] = openMarker.mock.calls[0]!
  expect(at).toEqual({ markerId: markerId(1), clipId: clipId(12) })
  sequence.changeMarker(at, { name: 'mine' })
  expect(namesOf()).toEqual([['as copied'], ['mine']])
  sequence.nameMarker({ markerId: markerId(2), clipId: null }, 'renamed')
  expect(document.value.markers[markerId(2)]?.name).toBe('renamed')
  // A marker that is not there, or not seen any more, is left.
  sequence.removeMarker({ markerId: markerId(1), clipId: null })
  expect(namesOf()).toEqual([['as copied'], ['mine']])
})
