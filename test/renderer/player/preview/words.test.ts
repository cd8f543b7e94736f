/** The words of the preview as one ASS file: which of them are drawn together, and in what order. */
import type { PictureClip } from '#contract/sequence-document.ts'
import type { SequenceId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { wordsOf } from '../../../../src-renderer/player/preview/words.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack } from '../../../kit/sequence.ts'

function title(number: number, start: number, length: number, has: Partial<PictureClip> = {}): PictureClip {
  return picture(number, start, length, { takeId: null, title: { text: `title ${number}`, style: titleStyle }, ...has })
}

function words(...tracks: Parameters<typeof documentOf>) {
  const document = documentOf(...tracks)
  return wordsOf(document, resolve(document))
}
/** The rows of the file: their layer, when they begin, and what they say. */
function rowsOf(ass = ''): string[] {
  const rows = ass.split('\n').filter(row => row.startsWith('Dialogue: ')).map(row => row.slice('Dialogue: '.length).split(','))
  return rows.map(([layer, start, ...rest]) => `${layer} ${start} ${/\w+ \d+$/.exec(rest.join())?.[0]}`)
}

describe('the words of a sequence', () => {
  it('are nothing where there are none', () => {
    expect(words(pictureTrack(1, [picture(1, 0, 50)]))).toBeNull()
  })

  it('are one picture while nothing covers the titles', () => {
    const all = words(pictureTrack(1, [picture(1, 0, 50)]), pictureTrack(2, [title(2, 10, 20)]), captionTrack(3, [caption(3, 0, 15)]))
    expect([0, 12, 20, 40].map(frame => all?.bandsAt(frame))).toEqual([[0], [0], [0], []])
  })

  it('stand in the order of their tracks, whichever begins first', () => {
    const all = words(pictureTrack(1, [title(1, 20, 20)]), pictureTrack(2, [title(2, 0, 60)]))
    expect(rowsOf(all?.ass)).toEqual(['0 0:00:00.66 title 1', '1 0:00:00.00 title 2'])
  })

  it('are drawn apart below each picture that covers some of them, at their own times', () => {
    const all = words(
      ...[pictureTrack(1, [title(1, 0, 60)]), pictureTrack(2, [title(2, 0, 60)]), pictureTrack(3, [picture(3, 20, 10)])],
      ...[pictureTrack(4, [title(4, 20, 40)]), pictureTrack(5, [picture(5, 50, 5)]), captionTrack(6, [caption(6, 0, 60)])],
    )
    expect([1, 2, 4].map(number => all?.bandOf(clipId(number)))).toEqual([2, 2, 1])
    expect([0, 25, 52].map(frame => all?.bandsAt(frame))).toEqual([[2, 0], [2, 1, 0], [2, 1, 0]])
    const apart = (all?.secondsAt(0, 1) ?? 0) - (all?.secondsAt(0, 0) ?? 0)
    expect([apart % 1, apart > 2]).toEqual([0, true])
    expect(rowsOf(all?.ass).map(row => row.slice(2))).toEqual([
      ...[`0:00:0${2 * apart - 1}.99 title 1`, `0:00:0${2 * apart - 1}.99 title 2`, `0:00:0${apart}.66 title 4`, '0:00:00.00 words 6'],
    ])
  })

  it('of a nested sequence that is cut are not seen along with titles outside of it', () => {
    const sequenceId = clipId(90) as string as SequenceId
    const inner = documentOf(pictureTrack(11, [title(11, 0, 60)]))
    const clip = picture(20, 10, 20, { takeId: null, nested: { sequenceId }, in: 15, sourceLength: 60 })
    const outer = documentOf(pictureTrack(1, [clip]), pictureTrack(2, [title(2, 0, 12), title(3, 28, 20)]))
    const document = flat(outer, () => inner)
    const all = wordsOf(document, resolve(document))!
    // The file has all of its words, from its own start on: only frames that show it look there.
    const [own] = all.bandsAt(20)
    expect(own).toBeGreaterThan(0)
    expect([5, 11, 20, 29, 40].map(frame => all.bandsAt(frame))).toEqual([[0], [own, 0], [own], [own, 0], [0]])
  })

  it('stay while the next picture dissolves from them, below it', () => {
    const all = words(pictureTrack(1, [title(1, 0, 30, { fadeOut: 5 }), picture(2, 30, 30, { crossIn: 12 })]))
    expect([29, 30, 41, 42].map(frame => all?.bandsAt(frame))).toEqual([[1], [1], [1], []])
    expect(rowsOf(all?.ass)).toHaveLength(2)
    expect(all?.ass).not.toContain('\\t(')
  })
})
