import type { Cue } from '#rules/captions/cues.ts'
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cuesOf, milliseconds } from '#rules/captions/cues.ts'
import { importCaptions, overlapsIn } from '#rules/captions/import.ts'
import { countCues, readCaptionFile } from '#rules/captions/read-file.ts'
import { toSrt, toVtt } from '#rules/captions/write-file.ts'
import { readScript } from '#rules/script/read-script.ts'
import { decodeText } from '#rules/text/decode.ts'
import { captioned, clips, rate } from './arbitrary.ts'

function read(source: string) {
  return readCaptionFile(source)?.captions.map(({ start, length, speaker, text }) => [start, start + length, speaker, text])
}

it('the cues of a file are counted without being read, also those that would be left out', () => {
  const cue = fc.constantFrom(
    '00:01.000 --> 00:02.000\nwords',
    '1\r\n00:00:01,5 -> 00:00:02,5\r\n<b>words</b>',
    '00:03.000 --> 00:01.000\nbackwards',
    'a --> b',
    '',
  )
  fc.assert(fc.property(fc.array(cue, { maxLength: 12 }), (cues) => {
    const source = cues.join('\n\n')
    const read = readCaptionFile(source)
    expect(countCues(source)).toBe(read === null ? 0 : read.captions.length + read.skipped + read.repeats)
  }))
})

describe('written', () => {
  const cues = [{ start: 3_661_005, length: 1495, lines: ['a --> b <b>', '{\\an8} C:\\No & so'], speaker: 'A & B' }]

  it('subRip has no arrow and no tag in a line', () => {
    expect(toSrt(cues, milliseconds)).toBe('1\n01:01:01,005 --> 01:01:02,500\na → b ‹b›\n{ \\an8} C:\\ No & so\n')
  })

  it('subRip parts two cues by a blank line', () => {
    const [first, second] = ['x', 'y'].map((text, at) => ({ start: 1000 * at, length: 1000, lines: [text], speaker: '' }))
    expect(toSrt([first!, second!], milliseconds))
      .toBe('1\n00:00:00,000 --> 00:00:01,000\nx\n\n2\n00:00:01,000 --> 00:00:02,000\ny\n')
  })

  it('webVTT escapes markup and names the voice', () => {
    expect(toVtt(cues, milliseconds)).toBe('WEBVTT\n\n01:01:01.005 --> 01:01:02.500\n<v A &amp; B>a --&gt; b &lt;b&gt;\n{\\an8} C:\\No &amp; so\n')
  })

  it('files give back what was written, with the speakers where there are any', () => {
    const speaker = fc.constantFrom('', 'ANNA', 'A & <B>', '旁白')
    const ordinary = fc.array(fc.tuple(clips, speaker), { maxLength: 4 }).map(many => cuesOf(many.flatMap(([clips, speaker], part) =>
      captioned(clips).map(each => ({ ...each, start: each.start + part * 20_000, speaker }))), rate))
    // What a player would not show, and digits alone, which look like the number of a cue, come back a little different.
    const isPlain = (cue: Cue) => cue.lines.every(line => /^[^\p{Cf}\p{Z}→]+(?: [^\p{Cf}\p{Z}→]+)*$/u.test(line) && !line.includes('-->') && !/\\n/i.test(line))
    fc.assert(fc.property(ordinary, (all) => {
      const cues = all.filter(isPlain)
      const file = readCaptionFile(toVtt(cues, rate))
      expect(cuesOf(importCaptions(file?.captions ?? [], rate), rate)).toEqual(cues)
      // It cannot escape what looks like markup.
      const unmarked = cues.filter(cue => cue.lines.every(line => !/[<{\\&]/.test(line)))
      const srt = readCaptionFile(toSrt(unmarked, rate))
      expect(srt?.captions.map(({ text }) => text) ?? []).toEqual(unmarked.map(cue => cue.lines.join('\n')))
    }))
  })
})

describe('read', () => {
  it.each([
    ['a mark and line ends of Windows', '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nOne.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTwo.\r\n'],
    ['no indexes and no blank rows', '00:00:01,000 --> 00:00:02,500\nOne.\n00:00:03,000 --> 00:00:04,000\nTwo.'],
    ['indexes and no blank rows', '1\n00:00:01,000 --> 00:00:02,500\nOne.\n2\n00:00:03,000 --> 00:00:04,000\nTwo.'],
    ['no hours, points, and one digit', '1\n0:01.0 --> 0:02.5\nOne.\n\n2\n0:03 --> 0:04\nTwo.'],
    ['positions and styles', '1\n00:00:01,000 --> 00:00:02,500 X1:10 X2:20\n'
    + '{\\an8}<font color="#fff"><i>One.</i></font>\n\n2\n00:00:03,000  -->  00:00:04,000\n<b>Two</b>.\n'],
    ['no order', '2\n00:00:03,000 --> 00:00:04,000\nTwo.\n\n1\n00:00:01,000 --> 00:00:02,500\nOne.\n'],
    ['WebVTT with all its parts', 'WEBVTT - a title\nKind: captions\n\nNOTE\n00:00 nothing\n\n'
    + 'STYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nintro\n00:01.000 --> 00:02.500 line:0 align:start\n<c.yellow>One.</c>\n\n'
    + '2\n00:03.000 --> 00:04.000\nTwo.\n\nNOTE the end\n'],
  ])('with %s', (_what, source) => {
    expect(read(source)).toEqual([[1000, 2500, '', 'One.'], [3000, 4000, '', 'Two.']])
  })

  it('keeps what only looks like marks: digits that are said, a comparison, an ampersand', () => {
    expect(read('1\n00:00:01,000 --> 00:00:02,000\nThe year\n1984\n\n2\n00:00:03,000 --> 00:00:04,000\na < b > c & co; {d}\n')).toEqual([
      [1000, 2000, '', 'The year\n1984'],
      [3000, 4000, '', 'a < b > c & co; {d}'],
    ])
  })

  it('voices and entities of WebVTT', () => {
    expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\n<v.loud Anna &amp; Ben>Come &lt;here&gt;&#33;\n<00:01.500>Now.'))
      .toEqual([[1000, 2000, 'Anna & Ben', 'Come <here>!\nNow.']])
  })

  it('a voice that is longer than a name stays among the words', () => {
    const long = 'Anna '.repeat(50).trim()
    expect(read(`WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${long}>Hello.</v>\n`)).toEqual([[1000, 2000, '', `${long}: Hello.`]])
  })

  it('leaves out and counts cues without words or time, and says what is no file of captions', () => {
    expect(readCaptionFile('1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:05,000 --> 00:00:04,000\nx\n'))
      .toMatchObject({ format: 'srt', captions: [], skipped: 2 })
    expect(readCaptionFile('Dear Anna, --> this is a letter.')).toBeNull()
  })

  it('anything at all, without a broken caption', () => {
    const times = fc.constantFrom('00:00:01,000 --> 00:00:02,000', '99:99:99.999 --> 9999:00:00.0', '-->')
    const part = fc.oneof(times, fc.constantFrom('1', 'WEBVTT', '\n', '\r\n\r\n', 'NOTE', '<v A>', '{\\', 'x'))
    const joinedBy = (space: string) => fc.array(part).map(parts => parts.join(space))
    fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), joinedBy(''), joinedBy('\n')), (source) => {
      const file = readCaptionFile(source)
      for (const { start, length, text } of file?.captions ?? []) {
        expect(length).toBeGreaterThan(0)
        expect(start).toBeGreaterThanOrEqual(0)
        expect(text.trim()).not.toBe('')
      }
    }))
  })
})

describe('rows that are not understood', () => {
  const good = '1\n00:00:01,000 --> 00:00:02,000\nOne.\n'
  const strayOf = (source: string) => {
    const file = readCaptionFile(source)
    return [read(source), file?.stray.map(({ row, text }) => [row, text])]
  }

  it.each([
    ['thousands of thousandths', '2\n00:00:03,1000 --> 00:00:04,000\nTwo.'],
    ['a time before the beginning', '2\n-00:00:01,500 --> 00:00:04,000\nTwo.'],
    ['an hour that is none', '2\n0-1:59:58,500 --> 00:00:04,000\nTwo.'],
    ['one time only', '2\n00:00:03,000 -->\nTwo.'],
    ['the second time only', '2\n--> 00:00:03,000\nTwo.'],
    ['no arrow', '2\n00:00:03,000 00:00:04,000\nTwo.'],
    ['another arrow', '2\n0:00:03,1 ==> 0:00:04\nTwo.'],
    ['a space in a time', '2\n00:00: 03,000 --> 00:00:04,000\nTwo.'],
    ['wide colons', '2\n00：00：03,000 --> 00：00：04,000\nTwo.'],
    ['a frame that no second has', '2\n00:00:03:99 --> 00:00:04:00\nTwo.'],
  ])('with %s are told, and are no part of the caption before', (_what, block) => {
    const [times, words] = block.split('\n').slice(1)
    const file = readCaptionFile(`${good}\n${block}\n\n3\n00:00:05,000 --> 00:00:06,000\nThree.\n`, { numerator: 25, denominator: 1 })
    expect(file?.captions.map(({ text }) => text)).toEqual(['One.', 'Three.'])
    expect(file).toMatchObject({ strayCount: 2, stray: [{ row: 6, text: times }, { row: 7, text: words }] })
  })

  it('before the first good cue are told, too', () => {
    expect(strayOf(`A title\n\n1\n00:00:00,1000 --> 00:00:01,000\nZero.\n\n${good}`))
      .toEqual([[[1000, 2000, '', 'One.']], [[1, 'A title'], [4, '00:00:00,1000 --> 00:00:01,000'], [5, 'Zero.']]])
  })

  it('of a cue that ends before it begins are told with its times', () => {
    expect(strayOf(`${good}\n2\n00:00:05,000 --> 00:00:04,000\nx\n`)[1]).toEqual([[6, '00:00:05,000 --> 00:00:04,000'], [7, 'x']])
  })

  it('of WebVTT are those behind a blank row; notes, styles and names of cues are not', () => {
    expect(strayOf('WEBVTT\n\nNOTE x\n\nintro\n00:01.000 --> 00:02.000\nOne.\n\nlost\nwords\n\nSTYLE\n::cue {}\n'))
      .toEqual([[[1000, 2000, '', 'One.']], [[9, 'lost'], [10, 'words']]])
  })

  it('never treats as times a text that only looks a little like times', () => {
    expect(strayOf('1\n00:00:01,000 --> 00:00:02,000\nA -> B\n10:30 – 11:00\nPsalms 3:16, 4:2, 5:1\n0.5 -> 1.0\nx: 1 > 0\n')[1]).toEqual([])
  })

  it('every row of any file is in a caption, understood, or told', () => {
    const times = fc.constantFrom(
      '00:00:01,000 --> 00:00:02,000',
      '00:00:03,1000 --> 00:00:04,000',
      '-00:00:03 --> 00:00:04,000',
      '00:00:05.5 → 00:00:06.500000',
      '0:07 –> 0:08',
      '00:00:09,000 --> 00:00:08,000',
    )
    const words = fc.nat({ max: 400 }).map(at => `words ${at}!`)
    const row = fc.oneof(times, words, fc.constantFrom('', '', '7', ' '))
    fc.assert(fc.property(fc.array(row, { maxLength: 30 }), fc.boolean(), (rows, isVtt) => {
      const source = [...isVtt ? ['WEBVTT', ''] : [], ...rows].join('\n')
      const file = readCaptionFile(source)
      const said = new Set((file?.captions ?? []).flatMap(({ text }) => text.split('\n')))
      const told = new Set((file?.stray ?? []).map(({ text }) => text))
      // The name of a cue in WebVTT is the row before its times.
      const names = new Set(rows.filter((_row, at) => isVtt && /-->|→|–>/.test(rows[at + 1] ?? '')))
      for (const text of file === null ? [] : rows.filter(each => each.startsWith('words')))
        expect(said.has(text) || told.has(text) || names.has(text), text).toBe(true)
    }), { numRuns: 500 })
  })
})

describe('times', () => {
  const one = (times: string, rate?: { numerator: number, denominator: number }) =>
    readCaptionFile(`1\n${times}\nOne.\n`, rate)?.captions.map(({ start, length }) => [start, start + length])

  it.each([
    ['00:00:01,000 –> 00:00:02,500'],
    ['00:00:01,000 → 00:00:02,500'],
    ['00:00:01,000 —> 00:00:02,500'],
    ['00:00:01,000 --&gt; 00:00:02,500'],
    ['00:00:01.000000 --> 00:00:02.500000'],
    ['00:00:01.000000000 --> 00:00:02.500000000'],
    ['00:00:01:000 --> 00:00:02:500'],
  ])('%s', (times) => {
    expect(one(times)).toEqual([[1000, 2500]])
  })

  it('in frames are those of the sequence', () => {
    const rate = { numerator: 25, denominator: 1 }
    expect(one('00:00:01:12 --> 00:00:02:24', rate)).toEqual([[1480, 2960]])
    expect(one('00:00:01;15 --> 00:00:02;00', { numerator: 30_000, denominator: 1001 })).toEqual([[1501, 2000]])
    expect(readCaptionFile('1\n00:00:01:12 --> 00:00:02:24\nOne.', rate)?.isInFrames).toBe(true)
    expect(readCaptionFile('1\n00:00:01,120 --> 00:00:02,240\nOne.', rate)?.isInFrames).toBe(false)
  })

  it('with words behind them lose none', () => {
    expect(read('1\n00:00:01,000 --> 00:00:02,000 Hello\nyou\n')).toEqual([[1000, 2000, '', 'Hello\nyou']])
  })
})

it('letters by name and number are letters, in both kinds of files', () => {
  const words = 'Tom &amp; Ann &lt;3 &quot;caf&eacute;&quot; &#39;x&#x27; &Eacute;&hellip; &unknown; AT&T'
  const plain = 'Tom & Ann <3 "café" \'x\' É… &unknown; AT&T'
  expect(read(`1\n00:00:01,000 --> 00:00:02,000\n${words}\n`)).toEqual([[1000, 2000, '', plain]])
  expect(read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`)).toEqual([[1000, 2000, '', plain]])
})

describe('rolling captions', () => {
  const rolling = `WEBVTT
Kind: captions

00:00:00.000 --> 00:00:02.000 align:start position:0%
\u0020
welcome<00:00:00.500><c> to</c><00:00:01.000><c> the harbour</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
welcome to the harbour
\u0020

00:00:02.010 --> 00:00:04.000 align:start position:0%
welcome to the harbour
tonight<00:00:03.000><c> we look for</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
tonight we look for
\u0020

00:00:04.010 --> 00:00:06.000 align:start position:0%
tonight we look for
the<00:00:05.000><c> lamp</c>
`

  it('tell each phrase once', () => {
    expect(read(rolling)).toEqual([
      [0, 2010, '', 'welcome to the harbour'],
      [2010, 4010, '', 'tonight we look for'],
      [4010, 6000, '', 'the lamp'],
    ])
    expect(readCaptionFile(rolling)?.repeats).toBe(2)
  })

  it('become a script that says each phrase once', () => {
    expect(readScript(rolling).map(({ text }) => text)).toEqual(['welcome to the harbour', 'tonight we look for', 'the lamp'])
  })

  it('in two rows without breaks in between, too', () => {
    const rows = ['one', 'two', 'three', 'four']
    const source = rows.slice(1).map((row, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${rows[at]}\n${row}\n`).join('\n')
    expect(read(source)?.map(([, , , text]) => text)).toEqual(['one\ntwo', 'three', 'four'])
  })

  it('are not what somebody says twice', () => {
    const source = ['No!', 'No!', 'No!\nNever!', 'Go.\nNow.'].map((text, at) => `00:00:0${at},000 --> 00:00:0${at + 1},000\n${text}\n`).join('\n')
    expect(read(source)?.map(([, , , text]) => text)).toEqual(['No!', 'No!', 'No!\nNever!', 'Go.\nNow.'])
    expect(readCaptionFile(source)?.repeats).toBe(0)
  })
})

describe('bytes', () => {
  const western = '1\n00:00:01,000 --> 00:00:02,000\nÇa a été très drôle, naïve façade — « été »\n'
  const chinese = '1\n00:00:01,000 --> 00:00:02,000\n清晨的第一缕阳光照在山谷里，你好。\n'
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
  // 「清晨的第一缕阳光照在山谷里，你好。」 in GB18030.
  const gb = Buffer.concat([
    Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'),
    Buffer.from('c7e5b3bfb5c4b5dad2bbc2c6d1f4b9e2d5d5d4dac9bdb9c8c0efa3acc4e3bac3a1a3', 'hex'),
    Buffer.from('\n'),
  ])

  it.each([
    ['UTF-8', Buffer.from(chinese), chinese],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${western}`), western],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${chinese}`, 'utf16le'), chinese],
    ['UTF-16 the other way round', swapped(Buffer.from(`\uFEFF${western}`, 'utf16le')), western],
    ['UTF-16 without a mark', Buffer.from(chinese, 'utf16le'), chinese],
    ['UTF-16 without a mark, the other way round', swapped(Buffer.from(chinese, 'utf16le')), chinese],
    ['Windows-1252', Buffer.from(western.replace('—', '\x97'), 'latin1'), western],
    ['GB18030', gb, chinese],
  ])('of %s are read', (_encoding, bytes, text) => {
    expect(decodeText(bytes).text).toBe(text)
  })

  it('of any kind are read as something', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(decodeText(bytes).text).toBeTypeOf('string')
    }))
  })
})

describe('brought onto a track', () => {
  it('captions are one after another in whole frames, and none is lost', () => {
    const timed = fc.array(fc.record({
      start: fc.nat({ max: 20_000 }),
      length: fc.integer({ min: 1, max: 9000 }),
      speaker: fc.constant(''),
      text: fc.nat().map(String),
    }), { maxLength: 20 })
    fc.assert(fc.property(timed, fc.nat({ max: 500 }), (captions, atFrame) => {
      const placed = importCaptions(captions, { numerator: 30_000, denominator: 1001 }, atFrame)
      placed.forEach((each, index) => {
        expect(each.length).toBeGreaterThan(0)
        expect(each.start).toBeGreaterThanOrEqual(atFrame)
        expect(each.start + each.length).toBeLessThanOrEqual(placed[index + 1]?.start ?? Infinity)
      })
      expect(new Set(placed.flatMap(each => each.text.split('\n')))).toEqual(new Set(captions.map(each => each.text)))
    }))
  })

  it('those that are cut by the next one are counted', () => {
    const caption = (start: number, end: number) => ({ start, length: end - start, speaker: '', text: 'x' })
    expect(overlapsIn([caption(0, 10), caption(10, 20), caption(15, 40), caption(15, 30), caption(30, 35)])).toBe(2)
  })

  it('sounds in square brackets are shown in round ones', () => {
    expect(importCaptions([{ start: 1000, length: 500, speaker: '', text: '[door slams] Who?' }], rate, 10))
      .toEqual([{ start: 34, length: 12, speaker: '', text: '(door slams) Who?' }])
  })
})
