/** Finding words in the script, and how high a row is before it is drawn. */
import { describe, expect, it } from 'vitest'
import { findLines } from '../../../src-renderer/rooms/script/find/find-lines.ts'
import { estimateLineHeight, lineHeight } from '../../../src-renderer/rooms/script/lines/row-height.ts'

const lines = [
  { speaker: 'ANNA', text: 'The café is  closed.', direction: '' },
  { speaker: 'Ben', text: 'Then we go home.', direction: 'quietly, to Anna' },
  { speaker: '旁白', text: '窗边的灯亮着。', direction: '' },
]
const found = (query: string): number[] => findLines(lines, query).map(line => lines.indexOf(line))

describe('finding words in the script', () => {
  it('looks in speaker, text and direction, and takes case, accents and the number of spaces lightly', () => {
    expect(found('anna')).toEqual([0, 1])
    expect(found(' CAFE is closed ')).toEqual([0])
    expect(found('窗边')).toEqual([2])
    expect(found('home. quietly')).toEqual([])
  })

  it('finds any apostrophe for an apostrophe, and any hyphen for a hyphen', () => {
    const some = [{ speaker: 'O’Neill', text: 'Wi\u2011Fi is gone.', direction: '' }]
    expect([findLines(some, 'o\'neill'), findLines(some, 'wi-fi')]).toEqual([some, some])
  })

  it('finds nothing while nothing is looked for', () => {
    expect(found('  ')).toEqual([])
  })
})

describe('a row of the script', () => {
  it('is of one height, unless its text needs more than two rows of words', () => {
    expect(estimateLineHeight('', 600, 'plain')).toBe(lineHeight.plain)
    expect(estimateLineHeight('a'.repeat(86), 600, 'plain')).toBe(lineHeight.plain)
    expect(estimateLineHeight('a'.repeat(170), 600, 'withPicture')).toBe(lineHeight.withPicture)
    expect(estimateLineHeight('a'.repeat(860), 600, 'plain')).toBeGreaterThan(200)
    expect(estimateLineHeight('字'.repeat(430), 600, 'plain')).toBe(estimateLineHeight('a'.repeat(860), 600, 'plain'))
  })
})
