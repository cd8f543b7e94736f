/** Captions keep their words and their time when they are split, merged and brought in from a file. */
import type { CaptionClip, CaptionTrack } from '#contract/sequence-document.ts'
import type { ClipId, LineId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { importCaptions } from '#rules/captions/import.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import {
  addCaptions,
  copyEdits,
  drawnEdits,
  drawnTrack,
  importEdits,
  mergeEdits,
} from '../../../src-renderer/rooms/timeline/acts/caption-edits.ts'
import { languageCode, languageOptions } from '../../../src-renderer/rooms/timeline/inspector/languages.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, sound, soundTrack, trackId } from '../../kit/sequence.ts'

const two = documentOf(captionTrack(1, [
  { ...caption(10, 0, 60), text: 'The boat is gone, and nobody saw it leave.' },
  { ...caption(11, 60, 30), text: 'Nobody at all.' },
]))
function shown(document: typeof two): [number, number, string][] {
  const track = document.tracks[trackId(1)]
  return track?.kind === 'captions' ? clipsOf(track).map(({ start, length, text }) => [start, length, text]) : []
}

/** Always makes this id. */
const sameId = (id: string) => <Id extends string>(): Id => id as Id

it('captions that are merged become one with all words and all time; one caption cannot be merged', () => {
  const merged = mergeEdits(two, new Set([clipId(11), clipId(10)]))
  expect(merged?.clipId).toBe(clipId(10))
  expect(shown(applyEdits(two, merged?.edits ?? []).document))
    .toEqual([[0, 90, 'The boat is gone, and nobody saw it leave. Nobody at all.']])
  expect(mergeEdits(two, new Set([clipId(10)]))).toBeNull()
  const track = two.tracks[trackId(1)]!
  const said = clipsOf(track).map(clip => 'text' in clip ? { ...clip, lineId: 'a line' as LineId, laidText: clip.text } : clip)
  const line = documentOf({ ...track, clips: Object.fromEntries(said.map(clip => [clip.id, clip])) } as typeof track)
  const both = mergeEdits(line, new Set([clipId(10), clipId(11)]))
  expect(Object.values(applyEdits(line, both?.edits ?? []).document.tracks[trackId(1)]?.clips ?? {}))
    .toMatchObject([{ laidText: 'The boat is gone, and nobody saw it leave. Nobody at all.' }])
})

it('captions that are merged leave what they were linked with: the sound, its picture, and other captions', () => {
  const linkId = clipId(20)
  for (const isLocked of [false, true]) {
    const film = documentOf(
      pictureTrack(2, [picture(30, 0, 90, { linkId })]),
      soundTrack(3, [sound(20, 0, 90, { linkId })], { kind: 'speech', isLocked }),
      captionTrack(1, [caption(10, 0, 30, { linkId }), caption(11, 30, 30, { linkId }), caption(12, 60, 30, { linkId })]),
    )
    const { document } = applyEdits(film, mergeEdits(film, new Set([clipId(10), clipId(11)]))!.edits)
    expect([document.tracks[trackId(2)], document.tracks[trackId(3)]]).toEqual([film.tracks[trackId(2)], film.tracks[trackId(3)]])
    expect(clipsOf(document.tracks[trackId(1)]!).map(clip => [clip.id, clip.linkId])).toEqual([[clipId(10), null], [clipId(12), linkId]])
  }
})

it('captions between which another one is shown cannot be merged: it would be covered', () => {
  const three = documentOf(captionTrack(1, [caption(10, 0, 20), caption(11, 20, 20), caption(12, 40, 20)]))
  expect(mergeEdits(three, new Set([clipId(10), clipId(12)]))).toBeNull()
  expect(mergeEdits(three, new Set([clipId(10), clipId(11), clipId(12)]))?.clipId).toBe(clipId(10))
})

it('a file of captions comes onto the track where nothing is covered, else onto a new one', () => {
  let count = 30
  const read = [
    { start: 1000, length: 500, speaker: '', text: 'First' },
    { start: 2500, length: 1000, speaker: 'Anna', text: 'Second' },
  ]
  const clipsAt = (atFrame?: number): CaptionTrack['clips'] => {
    const clips = {}
    addCaptions(clips, importCaptions(read, two.rate, atFrame), <Id extends string>() => clipId(count++) as string as Id)
    return clips
  }
  const first = clipsAt()
  expect(Object.keys(first)).toEqual([clipId(30), clipId(31)])
  const { edits, count: brought, isOnNew } = importEdits(two, trackId(1), first, sameId(trackId(7)))
  expect([brought, isOnNew]).toEqual([2, true])
  const after = applyEdits(two, edits).document
  expect(shown(after)).toEqual(shown(two))
  expect(after.trackIds).toEqual([trackId(1), trackId(7)])
  expect(Object.values(after.tracks[trackId(7)]!.clips))
    .toMatchObject([{ start: 30, text: 'First' }, { start: 75, text: 'Second' }])
  const later = importEdits(two, trackId(1), clipsAt(90), sameId(trackId(8)))
  expect(later.isOnNew).toBe(false)
  expect(shown(applyEdits(two, later.edits).document).map(([start]) => start)).toEqual([0, 60, 120, 165])
  expect(importEdits(two, null, clipsAt(), sameId(trackId(8))).isOnNew).toBe(false)
  expect(importEdits(two, trackId(1), {}, sameId(trackId(8))).edits).toEqual([])
})

it('captions of a file without a track come onto the empty one that is drawn, and what overlaps them onto others with it', () => {
  const clips = (number: number, start: number) => {
    const all: Record<ClipId, CaptionClip> = {}
    addCaptions(all, [{ start, length: 50, speaker: '', text: `${number}` }], <Id extends string>() => clipId(number) as string as Id)
    return all
  }
  let next = 20
  const newId = <Id extends string>(): Id => trackId(next++) as string as Id
  const empty = documentOf({ ...captionTrack(1, []), language: 'fr' } as CaptionTrack, captionTrack(2, [caption(10, 0, 60)]))
  const { edits, count } = importEdits(empty, null, clips(30, 0), newId, [clips(31, 20), clips(32, 25)])
  const after = applyEdits(empty, edits).document
  expect(count).toBe(3)
  expect(tracksOf(after).map(track => [track.kind === 'captions' && track.language, Object.keys(track.clips).length])).toEqual([
    ['fr', 1],
    ['', 1],
    ['fr', 1],
    ['fr', 1],
  ])
  expect(resolve(after).captions.map(({ clip }) => clip.text)).toEqual(['30', '31', '32'])
  const full = importEdits(two, trackId(1), clips(30, 0), newId, [clips(31, 20)])
  expect(full.isOnNew).toBe(true)
  expect(resolve(applyEdits(two, full.edits).document).captions).toHaveLength(2)
  // A translation of it is not shown together with it.
  const [, , beside] = after.trackIds
  const copied = copyEdits(after, beside!, newId)!
  expect(applyEdits(after, copied.edits).document.tracks[copied.trackId]).not.toHaveProperty('joins')
})

it('another language is drawn in one step, and those that were delivered still are', () => {
  const three = documentOf(captionTrack(1, []), captionTrack(2, []), { ...captionTrack(3, []), isMuted: true })
  expect(drawnTrack(three)?.id).toBe(trackId(1))
  expect(drawnEdits(three, trackId(1))).toEqual([])
  for (const number of [2, 3]) {
    const { document } = applyEdits(three, drawnEdits(three, trackId(number)))
    expect(drawnTrack(document)?.id).toBe(trackId(number))
    expect(document.tracks[trackId(1)]?.isMuted).toBe(false)
  }
  const silent = documentOf({ ...captionTrack(1, []), isMuted: true })
  expect(drawnTrack(silent)).toBeNull()
  expect(drawnTrack(applyEdits(silent, drawnEdits(silent, trackId(1))).document)?.id).toBe(trackId(1))
})

it('a copy for another language is next to the first, with its words and times, and says nothing of the script', () => {
  let count = 40
  const tied = documentOf(captionTrack(1, [caption(10, 0, 60, { lineId: 'a line' as LineId, linkId: clipId(3) })]), captionTrack(2, []))
  const copied = copyEdits(tied, trackId(1), <Id extends string>() => clipId(count++) as string as Id)
  const { document } = applyEdits(tied, copied?.edits ?? [])
  expect(document.trackIds.map(id => Number(id.slice(-12)))).toEqual([1, 41, 2])
  expect(copied?.trackId).toBe(document.trackIds[1])
  expect(Object.values(copied ? document.tracks[copied.trackId]?.clips ?? {} : {}))
    .toEqual([{ ...caption(10, 0, 60), id: clipId(40), linkId: clipId(3) }])
})

it('languages are codes in their usual form, and a code that is none is refused', () => {
  expect(['', ' EN ', 'pt_br', 'zh-hant'].map(languageCode)).toEqual(['', 'en', 'pt-BR', 'zh-Hant'])
  expect(['not a language', '!', `en-x-${'abcdefgh-'.repeat(5)}a`].map(languageCode)).toEqual([null, null, null])
  expect(languageOptions('en', 'gsw').find(({ value }) => value === 'gsw')?.label).toMatch(/\(gsw\)$/)
  expect(languageOptions('zh', '!').map(({ value }) => value)).not.toContain('!')
})
