/** Tables of scripts: their columns are found by their heads in any order, and prose is none. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScript } from '#rules/script/read-script.ts'
import { readTable } from '#rules/script/table.ts'

const read = (source: string) => readTable(source)?.map(({ speaker, direction, text }) => [speaker, direction, text]) ?? null

describe('a table of a script', () => {
  it('is read the same in any order of columns, with any separator and either language', () => {
    const cells = {
      speaker: ['Anna', 'Ben', 'Ben'],
      text: ['Hi, you; there', 'Say "ho"', 'Bye'],
      direction: ['softly', '', ''],
      scene: ['Kitchen', 'Kitchen', 'Yard'],
      id: ['1', '2', '3'],
    }
    const english = { speaker: 'Character Name', text: 'DIALOGUE', direction: 'emotion', scene: 'Scene:', id: 'line' }
    const chinese = { speaker: '角色', text: '台词', direction: '语气', scene: '场景', id: '编号' }
    const order = fc.shuffledSubarray(['speaker', 'text', 'direction', 'scene', 'id'] as const, { minLength: 5 })
    const inAnyForm = [order, fc.constantFrom(',', ';', '\t'), fc.constantFrom(english, chinese), fc.boolean()] as const
    fc.assert(fc.property(...inAnyForm, (columns, sign, heads, isMarked) => {
      const rowOf = (values: string[]) => values.map(value => `"${value.replaceAll('"', '""')}"`).join(sign)
      const rows = [0, 1, 2].map(at => rowOf(columns.map(column => cells[column][at] ?? '')))
      const source = [...isMarked ? [`sep=${sign}`] : [], columns.map(column => heads[column]).join(sign), ...rows].join('\n')
      expect(read(source)).toEqual([
        ['', '# Kitchen', ''],
        ['Anna', 'softly', 'Hi, you; there'],
        ['Ben', '', 'Say "ho"'],
        ['', '# Yard', ''],
        ['Ben', '', 'Bye'],
      ])
    }))
  })

  it('takes the column of the words where another one has a head like it', () => {
    expect(read('Line,Character,Dialogue\n1,ANNA,Hi\n2,BEN,Ho')).toEqual([['ANNA', '', 'Hi'], ['BEN', '', 'Ho']])
    expect(read('Name;Role;Line\nPat Smith;ANNA;Hi')).toEqual([['ANNA', '', 'Hi']])
  })

  it('names scenes that are only numbered, and begins one without words', () => {
    expect(read('Scene,Speaker,Text\n1,ANNA,Hi\n,ANNA,Still here\n2,,\n2,BEN,Ho')).toEqual([
      ['', '# Scene 1', ''],
      ['ANNA', '', 'Hi'],
      ['ANNA', '', 'Still here'],
      ['', '# Scene 2', ''],
      ['BEN', '', 'Ho'],
    ])
    expect(readScript('Scene,Text\n1,Hi', { keepsHeadings: false, keepsAsides: true, keepsNotes: true })).toEqual([
      { speaker: '', text: 'Hi', direction: '' },
    ])
  })

  it('may have one column, whose head is not spoken', () => {
    expect(read('text\n"Hi, you"\nHo; no\n')).toEqual([['', '', 'Hi, you'], ['', '', 'Ho; no']])
    expect(read('"台词"\n你好\n')).toEqual([['', '', '你好']])
  })
})

describe('prose is no table', () => {
  it.each([
    ['a first row of words that are heads of columns', 'Words, words, words.\nHamlet reads; and Polonius, who listens, asks.\nNothing.'],
    ['one head in a row of prose, uneven below', 'Text, or nothing\nHe wrote, and wrote, and wrote.\nThen he slept.'],
    ['a title above paragraphs', 'Dialogue\n\nIt was late.'],
    ['a title above a scene', 'Dialogue\nANNA: Hi.\nBEN: Ho.'],
    ['one row', 'speaker,text'],
  ])('%s', (_, source) => {
    expect(readTable(source)).toBeNull()
  })
})
