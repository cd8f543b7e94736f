import type { ScriptText } from '#rules/script/script-lines.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readScript } from '#rules/script/read-script.ts'
import { headingOf, withOneSpelling } from '#rules/script/script-lines.ts'

const parseScript = (source: string) => readScript(source, { keepsHeadings: false, keepsAsides: true, keepsNotes: false })

function tidy(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** A script written so that nothing in it can be taken for something else: bold names, and a backslash before each mark. */
function writeScript(lines: readonly { speaker: string, text: string, direction: string }[]): string {
  const escaped = (text: string): string => text.replaceAll(/[\p{P}\p{S}]/gu, '\\$&')
  return lines.map(({ speaker, text, direction }) => {
    const name = speaker === '' ? '' : `**${escaped(speaker)}:** `
    const how = direction === '' ? '' : `(${escaped(direction)}) `
    return `${name}${how}${escaped(text)}`.trimEnd()
  }).join('\n\n')
}

const marked = fc.array(fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('ANN: ', '(softly) ', '**', '*', '_', '#', '- ', '> ', '---', '：', '（', '\\', ' ', 'Ann: ', '"""', '```', '<!--', '-->'),
), { maxLength: 8 }).map(parts => tidy(parts.join('')))

describe('reading a script', () => {
  it('a written script is read back, whatever punctuation it contains', () => {
    const line = fc.record({
      speaker: marked.map(name => Array.from(name).slice(0, 40).join('').trim()),
      text: marked,
      direction: marked,
    }).filter(line => (line.text !== '' || line.direction !== '') && headingOf(line) === null)
    fc.assert(fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const read = lines.map((line): ScriptText => line.text !== ''
        ? line
        : { speaker: line.speaker, text: line.direction, direction: '', role: 'direction' })
      expect(parseScript(writeScript(lines))).toEqual(withOneSpelling<ScriptText>(read))
    }), { numRuns: 1000 })
  })

  it('names, directions and paragraphs are recognised', () => {
    expect(parseScript(
      '# Scene 1\n\nANN: (softly) Who is there?\nIs it you?\nBOB: Me.\n\n---\n\nThe door **opens**, and\nlight falls in.\n',
    )).toEqual([
      { speaker: 'ANN', direction: 'softly', text: 'Who is there? Is it you?' },
      { speaker: 'BOB', direction: '', text: 'Me.' },
      { speaker: '', direction: '', text: 'The door opens, and light falls in.' },
    ])
  })

  it('rows without blank lines between them are separate lines', () => {
    expect(parseScript('One.\r\nTwo.\r\nThree: not a name.').map(line => line.text)).toEqual(['One.', 'Two.', 'Three: not a name.'])
  })

  it('a sentence with a colon is not a name, a name used twice is', () => {
    expect(parseScript('Remember: nothing is lost.\n\nIt is late.\n\nSo we go.')[0]).toEqual({
      speaker: '',
      direction: '',
      text: 'Remember: nothing is lost.',
    })
    expect(parseScript('Ann: Yes.\nIt is.\n\nAnn: No.\n\nRain.\n\nWind.').map(line => line.speaker)).toEqual(['Ann', 'Ann', '', ''])
  })

  it('names in Chinese with the wide colon and wide brackets are recognised', () => {
    expect(parseScript('旁白：（轻声）清晨。\n老人：我们该出发了。')).toEqual([
      { speaker: '旁白', direction: '轻声', text: '清晨。' },
      { speaker: '老人', direction: '', text: '我们该出发了。' },
    ])
  })

  it('addresses and times are not names', () => {
    expect(parseScript(
      'https://example.org is it.\n\nHTTPS://EXAMPLE.ORG too.\n\n10:30 sharp.',
    ).map(line => line.speaker)).toEqual(['', '', ''])
  })

  it('an empty text has no lines', () => {
    expect(parseScript('')).toEqual([])
    expect(parseScript('\uFEFF \n\n# Title\n')).toEqual([])
  })
})
