/** Level and tone of clips and tracks: only what changes is edited, for several clips at once, and undo takes it back in one step. */
import { expect, it } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { patched } from '#rules/sequence/edit/patched.ts'
import { chainOf } from '#rules/tone/presets.ts'
import { toneEdits } from '../../../src-renderer/rooms/timeline/tone/tone-edits.ts'
import { soundsOf, tonable } from '../../../src-renderer/rooms/timeline/tone/tone-scope.ts'
import { clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'

const [podcast, film] = [chainOf('podcast'), chainOf('film')]
const off = { ...film, isOn: false }
const document = documentOf(
  pictureTrack(1, [picture(10, 0, 30, { linkId: clipId(90) }), picture(11, 30, 30)]),
  soundTrack(2, [sound(20, 0, 30, { linkId: clipId(90) }), sound(21, 30, 30, { tone: podcast })]),
  soundTrack(3, [sound(30, 0, 30)], { isLocked: true, tone: film }),
)
function toneOf(after: typeof document, number: number) {
  const clip = findClip(after, clipId(number))?.clip
  return clip && 'points' in clip ? clip.tone : null
}
function editorWith(at: number | null, ...ids: number[]) {
  const selection = { at: at === null ? null : clipId(at), ids: new Set(ids.map(clipId)) }
  return { document: { value: document }, view: { selection: { value: selection } } } as unknown as Parameters<typeof tonable>[0]
}

it('gives several clips one chain in one edit, but none those that have it, are gone or are locked', () => {
  const scope = { clipIds: [20, 21, 30, 10, 77].map(clipId) }
  expect(toneEdits(document, scope, film)).toEqual([{ do: 'setSound', clipIds: [clipId(20), clipId(21)], values: { tone: film } }])
  expect(toneEdits(document, scope, structuredClone(podcast))).toMatchObject([{ clipIds: [clipId(20)] }])
  const { document: after, inverse } = applyEdits(document, toneEdits(document, scope, off))
  expect([20, 21, 30].map(number => toneOf(after, number))).toEqual([off, off, undefined])
  expect(patched(after, inverse)).toEqual(document)
})

it('takes the chain of a clip away, and edits nothing where there is none', () => {
  const scope = { clipIds: [clipId(20), clipId(21)] }
  const edits = toneEdits(document, scope, null)
  expect(edits).toEqual([{ do: 'setSound', clipIds: [clipId(21)], values: { tone: null } }])
  const { document: after } = applyEdits(document, edits)
  expect(findClip(after, clipId(21))?.clip).not.toHaveProperty('tone')
  expect(toneEdits(after, scope, null)).toEqual([])
})

it('gives a track a chain, which keeps its settings while it is off', () => {
  const scope = { trackId: trackId(2) }
  expect(toneEdits(document, scope, chainOf('off')), 'off, and never set').toEqual([])
  const { document: after } = applyEdits(document, toneEdits(document, scope, podcast))
  expect(after.tracks[trackId(2)]).toMatchObject({ tone: podcast })
  const turned = { ...podcast, isOn: false }
  expect(toneEdits(after, scope, turned)).toEqual([{ do: 'setTrack', trackId: trackId(2), values: { tone: turned } }])
  expect(toneEdits(document, { trackId: trackId(1) }, podcast), 'pictures have none').toEqual([])
})

it('is for the selected clips with sound, the current one first; for the sound of a shot where only pictures are selected', () => {
  const numbers = (...of: Parameters<typeof editorWith>) => tonable(editorWith(...of)).map(({ clip }) => clip.id)
  expect(numbers(21, 20, 21, 11)).toEqual([clipId(21), clipId(20)])
  expect(numbers(10, 10)).toEqual([clipId(20)])
  expect(numbers(11, 11)).toEqual([])
  expect(soundsOf(editorWith(null), [clipId(10), clipId(20)]).map(({ track }) => track.id)).toEqual([trackId(2)])
})
