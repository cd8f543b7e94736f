/** Scripts in the forms that people have them in. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { readScript, readScriptAs } from '#rules/script/read-script.ts'

type Parts = [speaker: string, direction: string, text: string]
const everything = { keepsHeadings: true, keepsAsides: true, keepsNotes: false }
const spoken = { keepsHeadings: false, keepsAsides: false, keepsNotes: false }
function read(source: string, choices = everything): Parts[] {
  return readScript(source, choices).map(({ speaker, direction, text, role }) =>
    [role === undefined ? speaker : `(${role})`, direction, text])
}

describe('reading what people have', () => {
  it('takes a direction before the colon, and all spellings of a name for one speaker', () => {
    expect(read('ANNA (quietly): Who is it?\n\nanna: Me.\n\nBen : Oh 😀 “smart”.\n\nANNA: Come in.')).toEqual([
      ['ANNA', 'quietly', 'Who is it?'],
      ['ANNA', '', 'Me.'],
      ['Ben', '', 'Oh 😀 “smart”.'],
      ['ANNA', '', 'Come in.'],
    ])
    expect(read('安娜：你好。\n本（轻声）：再见。')).toEqual([['安娜', '', '你好。'], ['本', '轻声', '再见。']])
  })

  it('leaves out headings and what nobody says, or keeps them, as chosen', () => {
    const source = '# Act one\n\nINT. KITCHEN - NIGHT\n\n**The morning after**\n\n(A chair scrapes.)\n\nANNA: **Hi** there.'
    expect(read(source, spoken)).toEqual([['ANNA', '', 'Hi there.']])
    expect(read(source)).toEqual([
      ['', '# Act one', ''],
      ['', '# INT. KITCHEN - NIGHT', ''],
      ['', '# The morning after', ''],
      ['(direction)', '', 'A chair scrapes.'],
      ['ANNA', '', 'Hi there.'],
    ])
  })

  it('takes a name in capitals that is alone below a speech for a name where it is one elsewhere, and doubts it', () => {
    const source = 'ANNA: Who is it?\nBEN: Me.\nA long way.\nANNA\nCome in.\nBEN: No.'
    expect(read(source)).toEqual([
      ['ANNA', '', 'Who is it?'],
      ['BEN', '', 'Me. A long way.'],
      ['ANNA', '', 'Come in.'],
      ['BEN', '', 'No.'],
    ])
    expect(readScriptAs(source).rows.map(row => row.isDoubtful)).toEqual([false, false, true, false])
    expect(read('ANNA: Who is it?\nSTOP\nOr I shoot.')).toEqual([['ANNA', '', 'Who is it? STOP Or I shoot.']])
  })

  it('takes a remark on a row of its own for what nobody says, not for the words above it', () => {
    const source = 'ANNA: Who is it?\n(A chair scrapes.)\nIs it you?\nBEN: Me.\n*(He sits down.)*\n（门开了。）\nANNA:\n(softly)\nCome in.\n(beat)\nSit.\n(laughs)'
    expect(read(source)).toEqual([
      ['ANNA', '', 'Who is it?'],
      ['(direction)', '', 'A chair scrapes.'],
      ['ANNA', '', 'Is it you?'],
      ['BEN', '', 'Me.'],
      ['(direction)', '', 'He sits down.'],
      ['(direction)', '', '门开了。'],
      ['ANNA', 'softly', 'Come in.'],
      ['ANNA', 'beat', 'Sit.'],
      ['(direction)', '', 'laughs'],
    ])
    expect(read(source, spoken).map(([,, text]) => text)).toEqual(['Who is it?', 'Is it you?', 'Me.', 'Come in.', 'Sit.'])
  })

  it('reads Fountain: title page, cues with their extensions, remarks, transitions and notes', () => {
    expect(read([
      'Title: The boat\nAuthor: Me',
      'INT. HOUSE - DAY #12#',
      'Anna walks in. [[too slow?]]',
      'ANNA (CONT’D)\n(softly)\nWho is *there*?\nIs it you?',
      'BEN ^\nMe.\n(beat)\nOnly me.',
      'CUT TO:',
      '> THE END <',
    ].join('\n\n'))).toEqual([
      ['', '# INT. HOUSE - DAY', ''],
      ['(direction)', '', 'Anna walks in.'],
      ['ANNA', 'softly', 'Who is there? Is it you?'],
      ['BEN', '', 'Me.'],
      ['BEN', 'beat', 'Only me.'],
    ])
  })

  it('reads a screenplay by its indentation', () => {
    expect(read('                 ANNA\n          (whispering)\n     Who is there\n     in the dark?\n\n                 BEN\n     Me.\n')).toEqual([
      ['ANNA', 'whispering', 'Who is there in the dark?'],
      ['BEN', '', 'Me.'],
    ])
  })

  it('reads tables: Markdown, CSV with quotation marks, and TSV without a header', () => {
    expect(read('| Speaker | Line | How |\n|---|---|---|\n| **Anna** | Hi \\| there | softly |\n| Ben | Ho |  |')).toEqual([
      ['Anna', 'softly', 'Hi | there'],
      ['Ben', '', 'Ho'],
    ])
    expect(read('speaker,text,direction\r\nAnna,"Hi, ""you""\r\nthere",softly\r\nBen,Ho,\r\n')).toEqual([
      ['Anna', 'softly', 'Hi, "you" there'],
      ['Ben', '', 'Ho'],
    ])
    expect(read('Anna\tHi, you\nBen\tHo: no')).toEqual([['Anna', '', 'Hi, you'], ['Ben', '', 'Ho: no']])
  })

  it('reads captions, with the names that stand in them', () => {
    expect(read('1\n00:00:01,000 --> 00:00:02,000\nANNA: Hi\nthere.\n\n2\n00:00:03,000 --> 00:00:04,000\n<i>Ho.</i>\n')).toEqual([
      ['ANNA', '', 'Hi there.'],
      ['', '', 'Ho.'],
    ])
  })

  it('takes prose for prose: commas make no table, capitals no speaker', () => {
    expect(read('Anna said, “No.”\n\nBen, who was late, said nothing; he sat down.').map(([speaker]) => speaker)).toEqual(['', ''])
    expect(read('STOP IT\nhe said.\n\nIt was late.\n\nNobody came.').map(([speaker]) => speaker)).toEqual(['', '', ''])
  })

  it('captions that the studio writes are read with the same words and speakers', () => {
    const word = fc.stringMatching(/^[a-z]{1,9}$/)
    const cue = fc.record({ speaker: fc.constantFrom('Anna', 'Ben', '旁白'), words: fc.array(word, { minLength: 1, maxLength: 8 }) })
    const rate = { numerator: 25, denominator: 1 }
    fc.assert(fc.property(fc.array(cue, { minLength: 1, maxLength: 6 }), (all) => {
      const cues = all.map(({ speaker, words }, at) => ({ start: at * 50, length: 40, lines: [words.join(' ')], speaker }))
      const texts = all.map(({ words }) => words.join(' '))
      expect(readScript(toSrt(cues, rate)).map(line => line.text)).toEqual(texts)
      expect(readScript(toVtt(cues, rate)).map(line => line.text)).toEqual(texts)
    }))
  })

  it('lines written as a CSV are read back, whatever they hold', () => {
    const tidy = (text: string): string => text.replaceAll(/[\u200B\u00AD]/g, '').normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
    const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).map(tidy)
    const row = fc.record({ speaker: fc.constantFrom('Anna', 'Ben', 'Cy, the third', ''), text: cell.filter(text => text !== '') })
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    fc.assert(fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
      const source = ['speaker,text', ...rows.map(({ speaker, text }) => [speaker, text].map(quoted).join(','))].join('\n')
      fc.pre(!source.includes('-->'))
      expect(readScript(source).map(({ speaker, text }) => ({ speaker, text }))).toEqual(rows)
    }))
  })
})

it('reads the draft of a model as what it is: names in bold, directions, and no heading', () => {
  const draft = '## The lighthouse\n\n**MARA:** (softly) The boat is gone.\n\n**IVO:** It was never ours.\n\n*A door slams.*\n\n**MARA:** Then whose was it?'
  expect(readScript(draft).filter(line => line.speaker !== '')).toEqual([
    { speaker: 'MARA', text: 'The boat is gone.', direction: 'softly' },
    { speaker: 'IVO', text: 'It was never ours.', direction: '' },
    { speaker: 'MARA', text: 'Then whose was it?', direction: '' },
  ])
})

it('leaves out heads that count pages, and marks those that may be headings', () => {
  const rows = (before: string): string => [1, 2, 3].map(day => `${before}\nDay ${day}\nand she waited for the boat.`).join('\n')
  const heads = (source: string) =>
    readScriptAs(source).rows.filter(({ kind }) => kind === 'left-out').map(row => [row.written, row.isDoubtful])
  expect(heads(rows('It was late when she came to the window'))).toEqual([['Day 1', false], ['Day 2', false], ['Day 3', false]])
  expect(heads(rows('It was late when she came to the window.'))).toEqual([['Day 1', true], ['Day 2', true], ['Day 3', true]])
})
