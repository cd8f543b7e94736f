import type { Marker, SequenceDocument } from '#contract/sequence-document.ts'
import type { ClipId, LineId, MarkerId, TrackId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { chapterList, exactChapterList, podcastChapters, youtubeProblems } from '#rules/deliver/chapter-text.ts'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { headingLine } from '#rules/script/script-lines.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { idOf } from '../sequence/arbitrary.ts'

const markers = [[90, 'Storm'], [30, ' Harbour '], [60, ' '], [200, 'After']]
  .map(([at, name], index) => ({ id: idOf(index) as MarkerId, at, name }) as Marker)

function having(list: readonly Marker[], speech: Record<number, LineId> = {}): SequenceDocument {
  const track = plainTrack('captions', idOf(50) as TrackId)
  const clips = Object.entries(speech).map(([start, lineId], index) =>
    ({ id: idOf(60 + index) as ClipId, start: Number(start), length: 10, linkId: null, lineId, speaker: '', text: 'words' }))
  return {
    ...{ name: 'Film', width: 64, height: 36, rate: { numerator: 25, denominator: 1 }, background: '#000000' },
    ...{ inFrame: null, outFrame: null },
    markers: Object.fromEntries(list.map(marker => [marker.id, marker])),
    trackIds: [track.id],
    tracks: { [track.id]: { ...track, clips: Object.fromEntries(clips.map(clip => [clip.id, clip])) } },
  }
}

it('named markers become chapters in order of time, the first from the beginning', () => {
  const chapters = [{ startFrame: 0, title: 'Harbour' }, { startFrame: 90, title: 'Storm' }]
  expect(chaptersOf(having(markers), { startFrame: 0, frames: 150 })).toEqual(chapters)
  expect(chaptersOf(having([]), { startFrame: 0, frames: 150 })).toEqual([])
})

it('a part begins within the chapter that lasts there', () => {
  expect(chaptersOf(having(markers), { startFrame: 50, frames: 200 })).toEqual([
    { startFrame: 0, title: 'Harbour' },
    { startFrame: 40, title: 'Storm' },
    { startFrame: 150, title: 'After' },
  ])
  expect(chaptersOf(having(markers), { startFrame: 90, frames: 20 })).toEqual([{ startFrame: 0, title: 'Storm' }])
})

it('of two at one frame only one is a chapter', () => {
  const doubled = [...markers, { id: idOf(9) as MarkerId, at: 90, name: 'Gale' }]
  expect(chaptersOf(having(doubled), { startFrame: 0, frames: 100 }).map(({ title }) => title)).toEqual(['Harbour', 'Gale'])
})

it('without named markers scenes are chapters, from the first of their lines that is placed', () => {
  const ids = [70, 71, 72, 73, 74, 75].map(index => idOf(index) as LineId)
  const said = { speaker: 'ANN', text: 'words', direction: '' }
  const lines = [headingLine('INT. HOUSE'), said, headingLine('Nothing placed'), headingLine('EXT. SEA'), said, said]
    .map((line, index) => ({ id: ids[index]!, ...line }))
  const placed = { 5: ids[1]!, 40: ids[4]!, 60: ids[5]! }
  const whole = { startFrame: 0, frames: 100 }
  expect(chaptersOf(having([], placed), whole, lines))
    .toEqual([{ startFrame: 0, title: 'INT. HOUSE' }, { startFrame: 40, title: 'EXT. SEA' }])
  expect(chaptersOf(having(markers, placed), whole, lines).map(({ title }) => title)).toEqual(['Harbour', 'Storm'])
})

it('headings that follow each other are one title; a scene of which nothing is placed is not part of it', () => {
  const ids = [70, 71, 72, 73, 74, 75, 76].map(index => idOf(index) as LineId)
  const said = { speaker: '', text: 'words', direction: '' }
  const heads = ['Chapter 1', '', 'The Lamp', null, 'Nothing placed', null, 'Chapter 2', null]
  const lines = heads.map(heading => heading === null ? said : headingLine(heading))
    .map((line, index) => ({ id: ids[index] ?? idOf(90) as LineId, ...line }))
  expect(chaptersOf(having([], { 5: ids[3]!, 40: idOf(90) as LineId }), { startFrame: 0, frames: 100 }, lines))
    .toEqual([{ startFrame: 0, title: 'Chapter 1: The Lamp' }, { startFrame: 40, title: 'Chapter 2' }])
})

const odd = [{ startMs: 0, title: 'A = b; #c \\' }, { startMs: 61_500, title: 'Two\nrows' }, { startMs: 3_600_000, title: '🎬 <b>' }]

it('chapters are written as platforms read them', () => {
  expect(chapterList(odd)).toBe('0:00:00 A = b; #c \\\n0:01:01 Two rows\n1:00:00 🎬 ‹b›\n')
  expect(chapterList(odd.slice(0, 2))).toBe('0:00 A = b; #c \\\n1:01 Two rows\n')
  expect(exactChapterList(odd.slice(1))).toBe('00:01:01.500 Two rows\n01:00:00.000 🎬 <b>\n')
  expect(JSON.parse(podcastChapters(odd))).toEqual({
    version: '1.2.0',
    chapters: [{ startTime: 0, title: 'A = b; #c \\' }, { startTime: 61.5, title: 'Two rows' }, { startTime: 3600, title: '🎬 <b>' }],
  })
})

it.each([
  [[0, 10, 20], 30, []],
  [[0, 10, 20], 29.9, ['too-short']],
  [[0, 10], 30, ['too-few']],
  [[1, 11, 21], 40, ['not-from-start']],
  [[], 30, ['too-few']],
])('what YouTube would not show is told: %j of %d s', (starts, seconds, problems) => {
  expect(youtubeProblems(starts.map(start => ({ startMs: start * 1000, title: 'x' })), seconds * 1000)).toEqual(problems)
})

it('the name of a chapter is one row, whatever its marker is called', () => {
  const named = ['One\n\ttwo\u2028three\0 ', '\n'].map((name, at) => ({ id: idOf(at) as MarkerId, at: at * 50, name }) as Marker)
  expect(chaptersOf(having(named), { startFrame: 0, frames: 100 })).toEqual([{ startFrame: 0, title: 'One two three' }])
})
