/** Tables of scripts: their columns are found by their heads in any order, and prose is none. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScript, readScriptAs } from '#rules/script/read-script.ts'
import { columnUses, usesOf, withUse } from '#rules/script/table-columns.ts'
import { possibleSeparator, readTable, tableSeparators } from '#rules/script/table.ts'

const read = (source: string) => readTable(source)?.lines.map(({ speaker, direction, text }) => [speaker, direction, text]) ?? null

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

  it('keeps the words that a comma which nobody quoted has cut, and says that it is not sure of them', () => {
    const told = (source: string) => readScriptAs(source).rows.map(row => [row.speaker, row.text, row.direction, row.isDoubtful])
    expect(told('speaker,text,direction\nANNA,Well, here we are,softly\nBEN,Ho,\nBEN,Bye,,,\n')).toEqual([
      ['ANNA', 'Well, here we are', 'softly', true],
      ['BEN', 'Ho', '', false],
      ['BEN', 'Bye', '', false],
    ])
    expect(told('text;speaker\nOne; two; three;ANNA')).toEqual([['ANNA', 'One; two; three', '', true]])
    // A tab is in no words: the cell of a spreadsheet is in a column without a head.
    expect(told('text\tspeaker\nHi\tANNA\nHo\tBEN\tShorter?\n')).toEqual([['ANNA', 'Hi', '', false], ['BEN', 'Ho', '', true]])
    // Each row has a column without a head, which a person may name.
    const { lines, reading } = readTable('text,speaker\nHi,ANNA,one\nHo,BEN,two\n')!
    expect([lines.map(({ text, speaker }) => [text, speaker]), reading.uses])
      .toEqual([[['Hi', 'ANNA'], ['Ho', 'BEN']], ['text', 'speaker', 'left-out']])
  })

  it('is separated as its first row says, which is no row of it', () => {
    const expected = [['ANNA', '', 'Hi, you'], ['BEN', '', 'Ho']]
    for (const [said, sign] of [[';', ';'], ['\t', '\t'], ['\\t', '\t'], ['|', '|']]) {
      expect(readScript(`\uFEFFsep=${said}\r\nspeaker${sign}text\r\nANNA${sign}Hi, you\r\nBEN${sign}Ho\r\n`)
        .map(({ speaker, direction, text }) => [speaker, direction, text]), said).toEqual(expected)
    }
    expect(read('"sep=,"\nspeaker,text\nANNA;BEN,Hi')).toEqual([['ANNA;BEN', '', 'Hi']])
    expect(read('sep=;\nANNA, the elder;Hi\nBEN;Ho')).toEqual([['ANNA, the elder', '', 'Hi'], ['BEN', '', 'Ho']])
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

  it('leaves the row of heads out where it is repeated, and shows it', () => {
    const { rows } = readScriptAs('Speaker,Text\nANNA,Hi\nSpeaker , TEXT\nBEN,Ho\nText,Speaker')
    expect(rows.map(({ kind, form, written }) => [kind, form, written])).toEqual([
      ['speech', 'table', 'ANNA Hi'],
      ['left-out', 'furniture', 'Speaker TEXT'],
      ['speech', 'table', 'BEN Ho'],
      ['speech', 'table', 'Text Speaker'],
    ])
    expect(read('Speaker,Text,Notes\nANNA,Hi,\nSPEAKER,TEXT,\nText,Hi,\nText,,')).toEqual([
      ['ANNA', '', 'Hi'],
      ['', 'SPEAKER TEXT', ''],
      ['Text', '', 'Hi'],
    ])
    expect(read('| Speaker | Text |\n|---|---|\n| ANNA | Hi |\n| Speaker | Text |\n| --- | --- |\n| BEN | Ho |')).toEqual([
      ['ANNA', '', 'Hi'],
      ['', 'Speaker Text', ''],
      ['BEN', '', 'Ho'],
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

describe('a table is read as a person says', () => {
  const wide = 'id,take,who,what\n1,3,Anna,Where is the lamp?\n2,1,Ben,Out.'

  it('with the columns that are named, where no head is known', () => {
    expect(readTable(wide)).toBeNull()
    expect(possibleSeparator(wide)).toBe(',')
    const uses = ['left-out', 'note', 'speaker', 'text'] as const
    expect(readTable(wide, { isTable: true, separator: ',', hasHeads: true, uses })?.lines).toEqual([
      { speaker: 'Anna', direction: '', text: 'Where is the lamp?' },
      { speaker: '', direction: '', text: '3', role: 'note' },
      { speaker: 'Ben', direction: '', text: 'Out.' },
      { speaker: '', direction: '', text: '1', role: 'note' },
    ])
  })

  it('with its first row spoken, or with another separator', () => {
    const source = 'Ben\tWhy; not?\nAnna\tNo; why?'
    expect(readTable(source, { isTable: true, separator: '\t', hasHeads: true, uses: null })?.lines).toHaveLength(1)
    const other = readTable(source, { isTable: true, separator: ';', hasHeads: false, uses: null })
    expect(other?.lines.map(({ text }) => text)).toEqual(['not?', 'why?'])
  })

  it('as text, and is still offered as the table that it was', () => {
    const uneven = 'Speaker,Text\nAnna,Well, no.\nBen,Hi'
    expect(readScriptAs(uneven).table).not.toBeNull()
    expect(readScriptAs(uneven, { isTable: false })).toMatchObject({ table: null, maySeparate: ',' })
  })

  it.each([
    ['Well, yes.\nNo, never.\nOh, fine.'],
    ['Come; sit.\nDrink; eat.'],
    ['Just one row,really'],
  ])('but is not offered for prose: %j', (source) => {
    expect(possibleSeparator(source)).toBeNull()
  })

  it('as text, and keeps notes that way', () => {
    expect(readScriptAs('Speaker,Text\nAnna,Hi', { isTable: false })).toMatchObject({ table: null, maySeparate: ',' })
    const choice = { isTable: true, separator: ',', hasHeads: true, uses: ['note', 'text'] } as const
    expect(readScriptAs('a,b\nslow,Hi', choice).rows.map(({ kind }) => kind)).toEqual(['speech', 'note'])
  })

  it('without losing a cell of a column that is read', () => {
    const cell = fc.stringMatching(/^[a-z]{1,8}$/)
    const tables = fc.integer({ min: 2, max: 6 }).chain(width => fc.tuple(
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 8 }),
      fc.shuffledSubarray(['text', 'speaker', 'direction', ...Array.from({ length: 6 }, () => 'note' as const)] as const, {
        minLength: width,
        maxLength: width,
      }),
    ))
    fc.assert(fc.property(tables, fc.constantFrom(...tableSeparators), fc.boolean(), ([rows, uses], separator, hasHeads) => {
      const lines = readTable(rows.map(row => row.join(separator)).join('\n'), { isTable: true, separator, hasHeads, uses })?.lines ?? []
      const read = lines.flatMap(({ speaker, direction, text }) => [speaker, direction, text]).filter(words => words !== '').toSorted()
      const spoken = uses.includes('text') || uses.includes('direction')
      const expected = rows.slice(hasHeads ? 1 : 0).flatMap(row => row.filter((_, at) => spoken || uses[at] === 'note')).toSorted()
      expect(read).toEqual(expected)
    }))
  })
})

describe('the use of a column', () => {
  it('is of one column, but for notes and what is left out; two columns change places', () => {
    expect(withUse(['speaker', 'text'], 0, 'text')).toEqual(['text', 'speaker'])
    const uses = fc.array(fc.constantFrom(...columnUses), { minLength: 1, maxLength: 6 })
    fc.assert(fc.property(uses, fc.nat(5), fc.constantFrom(...columnUses), (start, at, use) => {
      fc.pre(at < start.length)
      const after = start.reduce<ReturnType<typeof withUse>>((sum, each, place) => withUse(sum, place, each), start.map(() => 'left-out'))
      const changed = withUse(after, at, use)
      expect(changed[at]).toBe(use)
      for (const single of ['speaker', 'text', 'direction', 'scene'] as const)
        expect(changed.filter(each => each === single).length).toBeLessThanOrEqual(1)
    }))
  })

  it('is the words for the fullest of many columns', () => {
    expect(usesOf([['1', 'Ann', 'A long sentence.', 'x']], null)).toEqual(['left-out', 'left-out', 'text', 'left-out'])
  })
})

it('a name with more letters than one may have is kept, and somebody is asked to look', () => {
  const name = `A very long ${'name '.repeat(30)}`.trim()
  const readings = [
    `WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${name}>Words.`,
    `speaker,text\nANNA,Hello there.\n${name},Words.\n`,
    `WEBVTT\n\n00:00.000 --> 00:01.000\n<v ANNA>Hello there.\n\n00:01.000 --> 00:02.000\n<v ${name}>Words.`,
  ]
  for (const source of readings) {
    const rows = readScriptAs(source).rows.slice(-2)
    expect(rows).toMatchObject([
      { kind: 'direction', direction: name, isDoubtful: true },
      { kind: 'speech', speaker: '', text: 'Words.', isDoubtful: true },
    ])
  }
})
