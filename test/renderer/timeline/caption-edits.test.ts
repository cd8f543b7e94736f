/** Captions keep their words and their time when they are split, merged and brought in from a file. */
import type { ClipId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { clipsOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { importEdits, mergeEdits, withSplitWords } from '../../../src-renderer/rooms/timeline/acts/caption-edits.ts'
import { caption, captionTrack, clipId, documentOf, trackId } from '../../kit/sequence.ts'

const two = documentOf(captionTrack(1, [
  { ...caption(10, 0, 60), text: 'The boat is gone, and nobody saw it leave.' },
  { ...caption(11, 60, 30), text: 'Nobody at all.' },
]))
function shown(document: typeof two): [number, number, string][] {
  const track = document.tracks[trackId(1)]
  return track?.kind === 'captions' ? clipsOf(track).map(({ start, length, text }) => [start, length, text]) : []
}

it('a caption that is split gives each half the words that are said in it', () => {
  const edits = withSplitWords(two, [{ do: 'split', atFrame: 28, pieces: [{ clipId: clipId(10), newId: clipId(20) }] }])
  expect(shown(applyEdits(two, edits).document)).toEqual([
    [0, 28, 'The boat is gone,'],
    [28, 32, 'and nobody saw it leave.'],
    [60, 30, 'Nobody at all.'],
  ])
})

it('captions that are merged become one with all words and all time; one caption cannot be merged', () => {
  const merged = mergeEdits(two, new Set([clipId(11), clipId(10)]))
  expect(merged?.clipId).toBe(clipId(10))
  expect(shown(applyEdits(two, merged?.edits ?? []).document))
    .toEqual([[0, 90, 'The boat is gone, and nobody saw it leave. Nobody at all.']])
  expect(mergeEdits(two, new Set([clipId(10)]))).toBeNull()
})

it('a file of captions comes onto the track in place of what lies there', () => {
  let count = 30
  const read = [
    { start: 1000, length: 500, speaker: '', text: 'First' },
    { start: 2500, length: 1000, speaker: 'Anna', text: 'Second' },
  ]
  const { edits, clipIds } = importEdits(two, trackId(1), read, { atFrame: 0, newId: () => clipId(count++) })
  expect(clipIds).toEqual([clipId(30), clipId(31)] satisfies ClipId[])
  expect(shown(applyEdits(two, edits).document).map(([start, length, text]) => [start, length, text.slice(0, 6)])).toEqual([
    [0, 30, 'The bo'],
    [30, 15, 'First'],
    [45, 15, 'The bo'],
    [60, 15, 'Nobody'],
    [75, 30, 'Second'],
  ])
  expect(importEdits(two, trackId(1), [], { atFrame: 0, newId: () => clipId(1) }).edits).toEqual([])
})
