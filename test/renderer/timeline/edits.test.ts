/** What keys and menus do: splitting, pasting into other sequences, duplicating, placing takes with their sound. */
import type { SequenceDocument, SoundClip } from '#contract/sequence-document.ts'
import type { LineId, TakeId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { plainCounter } from '#rules/captions/counter.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { mediaOver } from '../../../src-renderer/parts/takes/take-drag.ts'
import {
  clipAtPlayhead,
  clipsToSplit,
  copiedClips,
  duplicateEdits,
  editPoint,
  movedTrackPlace,
  moveEdits,
  nudgeEdits,
  pasteEdits,
  rippleToPlayhead,
  splitEdits,
  trimTo,
} from '../../../src-renderer/rooms/timeline/acts/edits.ts'
import { placeTakes } from '../../../src-renderer/rooms/timeline/acts/place-takes.ts'
import { freeName, nameInShape, nameWithShape } from '../../../src-renderer/rooms/timeline/top/sequence-names.ts'
import { edgeAt, orderedTracks, rowsOf } from '../../../src-renderer/rooms/timeline/view/rows.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  picture,
  pictureTrack,
  rate,
  sound,
  soundTrack,
  takeId,
  trackId,
} from '../../kit/sequence.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'

let ids = 900
const newId = <Id extends string>(): Id => clipId(ids++) as string as Id
const lineId = clipId(77) as string as LineId // ids are made alike

function film(): SequenceDocument {
  return documentOf(
    pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 100)]),
    soundTrack(3, [sound(31, 10, 60, { linkId: clipId(31) })], { kind: 'speech' }),
    captionTrack(5, [caption(51, 10, 60, { linkId: clipId(31) })]),
  )
}
function spans(document: SequenceDocument): string[] {
  return tracksOf(document).flatMap(track => Object.values(track.clips)
    .map(clip => `${track.kind} ${startFrameOf(track, clip, document.rate)}–${endFrameOf(track, clip, document.rate)}`)
    .sort())
}
const apply = (document: SequenceDocument, edits: Parameters<typeof applyEdits>[1]): string[] => spans(applyEdits(document, edits).document)

describe('splitting', () => {
  it('cuts what is selected with what is linked, or every unlocked track when that is asked for', () => {
    const document = film()
    expect(apply(document, splitEdits(document, rowsOf(document), 40, [clipId(31)], newId))).toEqual(
      ['pictures 0–100', 'pictures 100–200', 'speech 10–40', 'speech 40–70', 'captions 10–40', 'captions 40–70'],
    )
    expect(apply(document, splitEdits(document, rowsOf(document), 40, 'all', newId))).toHaveLength(7)
    expect(splitEdits(document, rowsOf(document), 100, 'all', newId)).toEqual([])
  })

  it('is about the selected clips at the playhead, else the one of the track that was clicked, else the uppermost', () => {
    const rows = rowsOf(film())
    const about = (selected: number[], clicked: number | null, frame = 40) =>
      clipsToSplit(rows, frame, { selected: new Set(selected.map(clipId)), clickedTrack: clicked === null ? null : trackId(clicked) })
    expect([about([31, 51], 1), about([12], 3), about([], 5), about([], null), about([], 3, 150), about([], null, 300)])
      .toEqual([[clipId(31), clipId(51)], [clipId(31)], [clipId(51)], [clipId(11)], [clipId(12)], []])
  })
})

describe('the playhead', () => {
  it('trims the clip that was touched last if it is there, else the uppermost', () => {
    const document = film()
    expect(clipAtPlayhead(rowsOf(document), 40, clipId(31))).toBe(clipId(31))
    expect(clipAtPlayhead(rowsOf(document), 150, clipId(31))).toBe(clipId(12))
    expect(apply(document, trimTo(document, clipId(12), 'end', 150, true))).toContain('pictures 100–150')
  })

  it('ripples what is touched, else what is uppermost at the playhead and may lose the time', () => {
    // One picture over three lines, and one line behind it.
    const document = documentOf(
      pictureTrack(1, [picture(11, 0, 200)]),
      soundTrack(3, [sound(31, 10, 80), sound(32, 100, 80), sound(33, 181, 19), sound(34, 205, 20)], { kind: 'speech' }),
    )
    const ripple = (frame: number, at: number | null, edge: 'start' | 'end') =>
      rippleToPlayhead(document, rowsOf(document), { frame, at: at === null ? null : clipId(at), edge })
    expect(ripple(40, null, 'start')?.clipId).toBe(clipId(31))
    expect(apply(document, ripple(40, null, 'start')!.edits))
      .toEqual(['pictures 0–200', 'speech 10–60', 'speech 151–170', 'speech 175–195', 'speech 70–150'])
    expect(ripple(150, null, 'end')?.clipId).toBe(clipId(32))
    // The picture cannot: the line below would lose its end.
    expect(ripple(185, null, 'end')?.clipId).toBe(clipId(33))
    expect(apply(document, ripple(185, null, 'end')!.edits))
      .toEqual(expect.arrayContaining(['pictures 0–200', 'speech 181–185', 'speech 190–210']))
    // What was chosen is tried alone, and its refusal is told.
    expect(ripple(40, 11, 'start')?.clipId).toBe(clipId(11))
    expect(() => apply(document, ripple(40, 11, 'start')!.edits)).toThrow()
    expect(ripple(300, null, 'end')).toBeNull()
  })

  it('does not ripple a longer clip below instead of the uppermost', () => {
    // A still over the end of one shot and the beginning of the next.
    const document = documentOf(
      pictureTrack(1, [picture(11, 64, 40, { sourceLength: 40 }), picture(12, 104, 30, { sourceLength: 30 })]),
      pictureTrack(2, [picture(21, 28, 49)]),
      soundTrack(3, [sound(31, 64, 40), sound(32, 104, 30)]),
    )
    const rippled = rippleToPlayhead(document, rowsOf(document), { frame: 70, at: null, edge: 'end' })
    expect(rippled?.clipId).toBe(clipId(21))
    expect(() => apply(document, rippled!.edits)).toThrow('blocked')
  })

  it('jumps to edits and markers', () => {
    const document = film()
    expect([editPoint(document, 10, 'next'), editPoint(document, 10, 'previous'), editPoint(document, 200, 'next')]).toEqual([70, 0, null])
  })
})

describe('copying', () => {
  it('pastes at the playhead, linked with each other, on tracks of the same kind and order', () => {
    const document = film()
    const { edits, clipIds } = pasteEdits(document, copiedClips(document, [clipId(31)])!, 300, 'overwrite', newId)
    expect(clipIds).toHaveLength(2)
    expect(apply(document, edits)).toEqual(expect.arrayContaining(['speech 300–360', 'captions 300–360']))
  })

  it('keeps its time in a sequence of another rate', () => {
    const copied = copiedClips(film(), [clipId(12), clipId(31)])!
    const other = { ...documentOf(pictureTrack(1, []), soundTrack(3, []), captionTrack(5, [])), rate: { numerator: 60, denominator: 1 } }
    expect(apply(
      other,
      pasteEdits(other, copied, 0, 'overwrite', newId).edits,
    )).toEqual(['pictures 180–380', 'sound 0–120', 'captions 0–120'])
  })

  it('keeps what counts in frames in a sequence of another rate: held pictures, fades, crossings, counters, keys, words', () => {
    const fast = { numerator: 50, denominator: 1 }
    const words = { text: '#', style: titleStyle, counter: { ...plainCounter, cutFrom: { before: 20, frames: 40 } } }
    const source = { ...documentOf(
      pictureTrack(1, [
        picture(11, 0, 100, { in: 990, sourceLength: 1000, isFrozen: true }),
        picture(12, 100, 60, {
          ...{ fadeIn: 20, fadeOut: 30, crossIn: 10, crossBefore: 4, title: words },
          keys: { x: [{ at: 1000, value: 1, easing: 'hold' }] },
        }),
      ]),
      captionTrack(5, [caption(51, 41, 60, { text: 'one two', words: [{ lettersBefore: 0, at: 0 }, { lettersBefore: 3, at: 50 }] })]),
    ), rate: fast }
    const other = { ...documentOf(pictureTrack(1, []), captionTrack(5, [])), rate: { numerator: 25, denominator: 1 } }
    const copied = copiedClips(source, [clipId(11), clipId(12), clipId(51)])!
    const { document: pasted } = applyEdits(other, pasteEdits(other, copied, 10, 'overwrite', newId).edits)
    const [held, title, said] = tracksOf(pasted).flatMap(track => clipsOf(track))
    expect(held).toMatchObject({ start: 10, length: 50, in: 495, sourceLength: 500, isFrozen: true })
    expect(title).toMatchObject({ start: 60, length: 30, fadeIn: 10, fadeOut: 15, crossIn: 5, crossBefore: 2, keys: { x: [{ at: 500 }] } })
    expect(title).toMatchObject({ title: { counter: { cutFrom: { before: 10, frames: 20 } } } })
    expect(said).toMatchObject({ start: 31, length: 30, words: [{ at: 0 }, { at: 25 }] })
  })

  it('lets clips that meet meet in a sequence of another rate, too', () => {
    const thirds = { ...documentOf(
      pictureTrack(1, [picture(11, 0, 3), picture(12, 3, 3), picture(13, 6, 40, { in: 7, sourceLength: 47 })]),
      captionTrack(5, [caption(51, 3, 3), caption(52, 6, 3)]),
    ), rate }
    const other = { ...documentOf(pictureTrack(1, []), captionTrack(5, [])), rate: { numerator: 25, denominator: 1 } }
    const copied = copiedClips(thirds, [11, 12, 13, 51, 52].map(clipId))!
    expect(apply(other, pasteEdits(other, copied, 0, 'overwrite', newId).edits))
      .toEqual(['pictures 0–3', 'pictures 3–5', 'pictures 5–38', 'captions 3–5', 'captions 5–8'])
  })

  it('makes the tracks that are missing', () => {
    const other = documentOf(pictureTrack(1, []))
    for (const how of ['free', 'overwrite', 'insert'] as const) {
      expect(apply(other, pasteEdits(other, copiedClips(film(), [clipId(31)])!, 0, how, newId).edits))
        .toEqual(['sound 0–60', 'captions 0–60'])
    }
  })

  it('pastes over nothing: where something is in the way, on the next track of the kind that is free, or a new one', () => {
    const document = documentOf(
      pictureTrack(1, [picture(11, 0, 100), picture(12, 100, 100)]),
      pictureTrack(2, [picture(21, 0, 40)]),
      soundTrack(3, [sound(31, 0, 100, { linkId: clipId(9) })]),
      pictureTrack(4, [picture(41, 0, 60, { linkId: clipId(9) })]),
    )
    const paste = (ids: number[], frame: number, how: 'free' | 'overwrite' = 'free') => {
      const { edits } = pasteEdits(document, copiedClips(document, ids.map(clipId))!, frame, how, newId)
      const after = applyEdits(document, edits).document
      return tracksOf(after).map(track =>
        [document.trackIds.indexOf(track.id), Object.values(track.clips).map(clip => startFrameOf(track, clip, rate))])
    }
    expect(paste([11], 50)).toEqual([[0, [0, 100]], [1, [0, 50]], [2, [0]], [3, [0]]])
    expect(paste([11], 20)).toEqual([[0, [0, 100]], [-1, [20]], [1, [0]], [2, [0]], [3, [0]]])
    // A shot with its sound, and both from the same track at different layers.
    expect(paste([41], 50)).toEqual([[0, [0, 100]], [1, [0]], [2, [0]], [-1, [50]], [3, [0]], [-1, [50]]])
    expect(paste([11, 21], 50)).toEqual([[0, [0, 100]], [1, [0, 50]], [-1, [50]], [2, [0]], [3, [0]]])
    expect(paste([11], 50, 'overwrite')[0]).toEqual([0, expect.arrayContaining([0, 50, 150])])
    // Another caption track is for another language: there it is refused, and says why.
    const said = film()
    expect(() => apply(said, pasteEdits(said, copiedClips(said, [clipId(51)])!, 20, 'free', newId).edits)).toThrow('in-the-way')
  })

  it('duplicates right behind, over nothing', () => {
    const document = film()
    const copyOf = (number: number, of = document) => apply(of, duplicateEdits(of, new Set([clipId(number)]), newId).edits)
    expect(copyOf(31)).toEqual(expect.arrayContaining(['speech 10–70', 'speech 70–130', 'captions 70–130']))
    // Another clip follows: on a new track above, and the film stays as it was.
    expect(copyOf(11)).toEqual(['pictures 0–100', 'pictures 100–200', 'pictures 100–200', 'speech 10–70', 'captions 10–70'])
    // Captions follow as well: all of it at the next time that is free on their track.
    const talk = documentOf(
      soundTrack(3, [sound(31, 10, 60, { linkId: clipId(31) }), sound(32, 80, 30)], { kind: 'speech' }),
      captionTrack(5, [caption(51, 10, 60, { linkId: clipId(31) }), caption(52, 80, 30)]),
    )
    expect(copyOf(31, talk))
      .toEqual(['speech 10–70', 'speech 110–170', 'speech 80–110', 'captions 10–70', 'captions 110–170', 'captions 80–110'])
  })

  it('nudges no further than to the beginning or a neighbour, and says why it cannot at all', () => {
    expect(nudgeEdits(film(), new Set([clipId(31)]), -25)).toMatchObject([{ byFrames: -10 }])
    expect(nudgeEdits(film(), new Set([clipId(11)]), -1)).toEqual([])
    expect(nudgeEdits(film(), new Set([clipId(12)]), 10)).toMatchObject([{ byFrames: 10, how: 'free' }])
    const gap = documentOf(pictureTrack(1, [picture(11, 0, 50), picture(12, 54, 50)]))
    expect(nudgeEdits(gap, new Set([clipId(11)]), 10)).toMatchObject([{ byFrames: 4 }])
    expect(nudgeEdits(gap, new Set([clipId(12)]), -10)).toMatchObject([{ byFrames: -4 }])
    expect(nudgeEdits(gap, new Set([clipId(11), clipId(12)]), 10)).toMatchObject([{ byFrames: 10 }])
    expect(() => apply(film(), nudgeEdits(film(), new Set([clipId(12)]), -1))).toThrow('in-the-way')
    expect(() => apply(gap, moveEdits(gap, new Set([clipId(12)]), -10))).toThrow('in-the-way')
  })
})

describe('placing takes', () => {
  const placing = (document: SequenceDocument) => ({ document, newId, isLine: () => false, chosenOf: () => null })
  const shot = aTake(70, { medium: 'video', kind: 'video', asset: { durationSeconds: 2, channels: 2 } })
  const music = aTake(71, { medium: 'audio', kind: 'import', asset: { durationSeconds: 5, channels: 2 } })
  const still = aTake(72, { medium: 'picture', kind: 'image' })

  it('brings the sound of a shot along, linked, as long as the picture', () => {
    const document = documentOf(pictureTrack(1, []), soundTrack(2, []))
    const { edits, clipIds } = placeTakes(placing(document), [shot], { frame: 30, trackId: trackId(1), how: 'overwrite' })
    const placed = applyEdits(document, edits).document
    expect(spans(placed)).toEqual(['pictures 30–90', 'sound 30–90'])
    const [seen, heard] = tracksOf(placed).map(track => Object.values(track.clips)[0])
    expect(seen?.linkId).toBe(heard?.linkId)
    expect(clipIds).toHaveLength(2)
  })

  it('lays several one after another, and makes the tracks that are missing', () => {
    const document = documentOf(captionTrack(9, []))
    const { edits, unusable } = placeTakes(
      placing(document),
      [still, music, aTake(73, { medium: 'text' })],
      { frame: 0, trackId: null, how: 'overwrite' },
    )
    expect(apply(document, edits)).toEqual(['pictures 0–120', 'sound 120–270'])
    expect(unusable).toHaveLength(1)
  })

  it('does not cover what is there unless it was dropped on it', () => {
    const document = documentOf(soundTrack(1, [sound(11, 0, 300)]))
    const beside = applyEdits(document, placeTakes(placing(document), [music], { frame: 0, how: 'overwrite' }).edits).document
    expect(beside.trackIds).toHaveLength(2)
    const over = applyEdits(
      document,
      placeTakes(placing(document), [music], { frame: 0, trackId: trackId(1), how: 'overwrite' }).edits,
    ).document
    expect(spans(over)).toEqual(['sound 0–150', 'sound 150–300'])
  })
})

describe('a sound that is dropped on speech', () => {
  const said = documentOf(soundTrack(3, [sound(31, 60, 60)], { kind: 'speech' }), soundTrack(4, []))
  const placing = { document: said, newId, isLine: () => false, chosenOf: () => null }
  const music = aTake(71, { medium: 'audio', kind: 'import', asset: { durationSeconds: 5 } })
  const droppedAt = (frame: number, how: 'overwrite' | 'insert', trackIds = said.trackIds) => {
    const document = { ...said, trackIds }
    const { edits, sparesSpeech } = placeTakes({ ...placing, document }, [music], { frame, trackId: trackId(3), how })
    return [spans(applyEdits(document, edits).document), sparesSpeech]
  }

  it('never covers it: it is on a track of sound, or a new one, and that is told', () => {
    expect(droppedAt(70, 'overwrite')).toEqual([['speech 60–120', 'sound 70–220'], true])
    expect(droppedAt(70, 'overwrite', [trackId(3)])).toEqual([['speech 60–120', 'sound 70–220'], true])
  })

  it('is there where nobody speaks, or between what is spoken', () => {
    expect(droppedAt(120, 'overwrite')).toEqual([['speech 120–270', 'speech 60–120'], false])
    expect(droppedAt(60, 'insert')).toEqual([['speech 210–270', 'speech 60–210'], false])
  })
})

it('files say by their types what they are while they are dragged', () => {
  const files = (...types: string[]) => ({ types: ['Files'], items: types.map(type => ({ kind: 'file', type })) as never })
  expect(mediaOver(files('audio/mpeg', 'image/png', ''))).toEqual(['audio', 'picture'])
  expect(mediaOver(files('application/pdf'))).toEqual([])
  expect(mediaOver({ types: ['text/plain'], items: [] as never })).toEqual([])
})

it('a sequence names its shape once, also when it is copied', () => {
  expect([nameWithShape('Main', '16:9'), nameWithShape('Main 9:16', '9:16')]).toEqual(['Main · 16:9', 'Main 9:16'])
  expect(nameInShape('Main', '16:9', '9:16')).toBe('Main 9:16')
  expect(nameInShape('Main 9:16', '9:16', '1:1')).toBe('Main 1:1')
  expect(nameInShape('Cinema 9:16', null, '16:9')).toBe('Cinema 9:16 16:9')
  expect(freeName('Main 9:16', ['Main', 'Main 9:16'])).toBe('Main 9:16 2')
})

describe('tracks', () => {
  it('move among those of their kind', () => {
    const document = documentOf(pictureTrack(1, []), soundTrack(2, []), pictureTrack(3, []))
    expect(movedTrackPlace(document, trackId(1), -1)).toBe(2)
    expect(movedTrackPlace(document, trackId(3), -1)).toBeNull()
    expect(movedTrackPlace(document, trackId(2), 1)).toBeNull()
    expect(rate.numerator).toBe(30)
  })
})

describe('a drop between two tracks', () => {
  it('makes a new track that is there, whatever is above and below', () => {
    const document = documentOf(
      pictureTrack(1, [picture(11, 0, 100)]),
      soundTrack(3, [sound(31, 0, 60)], { kind: 'speech' }),
      pictureTrack(2, [picture(21, 0, 100)]),
      soundTrack(4, [sound(41, 0, 60)]),
      captionTrack(5, []),
    )
    const rows = rowsOf(document)
    const order = rows.map(row => row.track.id)
    const made = { video: aTake(7, { medium: 'picture', kind: 'image' }), audio: aTake(8, { asset: { durationSeconds: 1 } }) }
    const found: string[] = []
    for (const [index, { top }] of rows.entries()) {
      for (const [group, take] of [['pictures', made.video], ['sound', made.audio]] as const) {
        const edge = edgeAt(rows, top + 3, document.trackIds, group)
        if (!edge)
          continue
        const spot = { frame: 0, trackId: null, newTrackAt: edge.at, how: 'overwrite' } as const
        const { edits } = placeTakes({ document, newId, isLine: () => false, chosenOf: () => null }, [take], spot)
        const after = orderedTracks(applyEdits(document, edits).document).map(track => track.id)
        expect(after.filter(id => order.includes(id))).toEqual(order)
        expect(order.includes(after[index]!), `${group} above row ${index}`).toBe(false)
        found.push(`${group} ${index}`)
      }
    }
    expect(found).toEqual(['pictures 0', 'pictures 1', 'pictures 2', 'sound 2', 'sound 3', 'sound 4'])
    expect(edgeAt(rows, 30, document.trackIds, 'pictures')).toBeNull()
  })

  it('ties what is dragged as a line to that line, whoever made its take', () => {
    const document = documentOf(soundTrack(3, []))
    const lineOf = new Map([[takeId(8), lineId]])
    const take = aTake(8, { id: takeId(8), kind: 'import', asset: { durationSeconds: 1 } })
    const placedWhere = (chosen: TakeId) => {
      const placing = { document, newId, isLine: () => true, lineOf, chosenOf: () => chosen }
      const { edits } = placeTakes(placing, [take], { frame: 0, how: 'overwrite' })
      const clips = tracksOf(applyEdits(document, edits).document).flatMap(track => clipsOf(track))
      return clips.filter((clip): clip is SoundClip => 'points' in clip)
    }
    expect(placedWhere(takeId(8)).map(clip => [clip.lineId, clip.keepsTake])).toEqual([[lineId, undefined]])
    // Another take than the line's was wanted here: it stays when the line gets a new one.
    expect(placedWhere(takeId(9)).map(clip => [clip.lineId, clip.keepsTake])).toEqual([[lineId, true]])
  })
})
