import type { TextStyle } from '#contract/sequence-document.ts'
import type { Title, TitleLook } from '#rules/captions/title.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { fontsIn } from '#rules/captions/fonts.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { anyText } from './arbitrary.ts'

const screen = { width: 1920, height: 1080, rate: { numerator: 25, denominator: 1 } }
const cue = (...lines: string[]) => ({ start: 25, length: 50, lines, speaker: 'ANNA' })
const captions = (...lines: string[]) => ({ cues: [cue(...lines)], style: captionStyle, speakerColours: {} })
const still: TitleLook = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1, crop: { left: 0, top: 0, right: 0, bottom: 0 } }
const title: Title = { start: 0, length: 50, text: 'The End', style: titleStyle, look: still, fadeIn: 0, fadeOut: 0 }
const eventsOf = (ass: string) => ass.split('\n').filter(row => row.startsWith('Dialogue'))
const textOf = (ass: string) => eventsOf(ass).map(row => row.split(',').slice(9).join(','))

describe('captions as ASS', () => {
  it('keep braces and backslashes as characters, at the size of the picture', () => {
    const ass = toAss({ ...screen, width: 1080, height: 1920 }, { captions: captions('a --> b <b>', '{\\an8} C:\\No & so') })
    expect(ass).toContain('PlayResX: 1080\nPlayResY: 1920')
    expect(ass).toContain('Style: Caption,Noto Sans,51,')
    expect(eventsOf(ass)).toEqual(['Dialogue: 0,0:00:00.99,0:00:02.99,Caption,,0,0,0,,a --> b <b>\\N\\{\u2060\\an8\\} C:\\\u2060No & so'])
  })

  it('have one row for each cue and no command that is not ours, whatever is said', () => {
    fc.assert(fc.property(fc.array(anyText, { minLength: 1, maxLength: 3 }), (lines) => {
      const events = textOf(toAss(screen, { captions: captions(...lines) }))
      expect(events).toHaveLength(1)
      expect(events[0]!.replaceAll(/\{\\fnNoto [\w ]+(?:\\fs[\d.]+)?\}/g, '').replaceAll(/\\[{}N]|\\(?![Nnh{}])/g, '')).not.toMatch(/[\\{}]/)
    }))
  })

  it('have an invisible letter only where a backslash or a brace would be read with what follows it', () => {
    const joined = (...lines: string[]) => textOf(toAss(screen, { captions: captions(...lines) }))[0]!.replaceAll('\u2060', '·')
    expect(joined('C:\\dir\\x \\an8 \\\\ host')).toBe('C:\\dir\\x \\an8 \\\\ host')
    expect(joined('\\N \\n \\h \\{')).toBe('\\·N \\·n \\·h \\·\\{·')
    expect(joined('{a} {}} {{', 'b')).toBe('\\{a\\} \\{·\\}\\} \\{·\\{·\\Nb')
    // Before another font, and at the end.
    expect(joined('C:\\你', 'end\\')).toBe('C:\\·{\\fnNoto Sans SC}你\\N{\\fnNoto Sans}end\\·')
  })

  it('name another font where a character needs it, and the style’s elsewhere', () => {
    expect(textOf(toAss(screen, { captions: captions('He said “你好，Anna”, 3 times') })))
      .toEqual(['He said “{\\fnNoto Sans SC}你好，{\\fnNoto Sans}Anna”, 3 times'])
    expect(fontsIn(toAss(screen, { captions: captions('Hello') }))).toEqual(['Noto Sans'])
    const inSerif = { ...captions('你好'), style: { ...captionStyle, font: 'serif' as const } }
    expect(fontsIn(toAss(screen, { captions: inSerif }))).toEqual(['Noto Serif', 'Noto Sans SC'])
  })

  it('draw characters in the forms of their language, of all captions where it is not said, and of a row that tells', () => {
    const chinese = (language: string, ...rows: string[]) =>
      textOf(toAss(screen, { captions: { cues: rows.map(row => cue(row)), style: captionStyle, speakerColours: {}, language } }))
    expect(chinese('zh-TW', '骨')).toEqual(['{\\fnNoto Sans TC}骨'])
    expect(chinese('', '骨', '我們說話')).toEqual(['{\\fnNoto Sans TC}骨', '{\\fnNoto Sans TC}我們說話'])
    const long = '我们说话这里没有别的声音今天很好我们一起去'
    const expected = ['骨', long].map(row => `{\\fnNoto Sans SC}${row}`).concat('{\\fnNoto Sans JP}直ちに')
    expect(chinese('', '骨', long, '直ちに')).toEqual(expected)
    expect(chinese('', '東京', 'これは大丈夫です')).toEqual(['{\\fnNoto Sans JP}東京', '{\\fnNoto Sans JP}これは大丈夫です'])
  })

  it('begin at the side of their script: libass reads the direction of each row from its letters', () => {
    expect(toAss(screen, { captions: captions('שלום') }).split('\n').find(row => row.startsWith('Style: Caption'))).toMatch(/,-1$/)
  })

  it('have the colour of their speaker, and the box, place and weight of their style', () => {
    const box = { colour: '#204060', opacity: 0.5 }
    const style: TextStyle = { ...captionStyle, isBold: true, box, align: 'left', place: 'top', colour: '#ff8000' }
    const ass = toAss(screen, { captions: { cues: [cue('Hi')], style, speakerColours: { ANNA: '#00ff7f' } } })
    expect(ass).toContain('Style: Caption,Noto Sans,65,&H000080FF,&H000080FF,&H00101010,&H80604020,-1,0,0,0,100,100,0,0,4,4.6,13,7,77,77,65,-1')
    expect(textOf(ass)).toEqual(['{\\c&H007FFF00}Hi'])
  })
})

describe('titles as ASS', () => {
  const ofTitle = (look: Partial<TitleLook>, more: Partial<Title> = {}) =>
    textOf(toAss(screen, { captions: null, titles: [{ ...title, ...more, look: { ...still, ...look } }] }))[0]

  it('stand in the middle, moved by shares of the picture', () => {
    expect(ofTitle({})).toBe('{\\q2\\an5\\pos(960,540)\\fscx100\\fscy100\\bord0}The End')
    expect(ofTitle({ x: 0.25, y: -0.5 })).toContain('\\pos(1440,0)')
  })

  it('are scaled and turned around the middle of the picture, as a picture is', () => {
    const low = { style: { ...titleStyle, place: 'bottom' as const } }
    expect(ofTitle({ scale: 0.5 }, low)).toContain('\\an2\\pos(960,777.5)\\fscx50\\fscy50')
    expect(ofTitle({ rotation: 90 }, low)).toContain('\\pos(485,540)\\fscx100\\fscy100\\bord0\\frz-90')
  })

  it('fade and let through', () => {
    expect(ofTitle({ opacity: 0.5 }, { fadeIn: 5, fadeOut: 10 })).toContain('\\alpha&HFF&\\t(0,200,\\alpha&H80&)\\t(1600,2000,\\alpha&HFF&)')
    expect(ofTitle({ opacity: 0 })).toBeUndefined()
    expect(ofTitle({ crop: { left: 0.25, top: 0, right: 0, bottom: 0.5 } })).toContain('\\clip(480,0,1920,540)')
  })

  it('are broken where they would leave the frame, and are below the captions', () => {
    const ass = toAss(screen, { captions: captions('Hi'), titles: [{ ...title, text: 'A very long title that would never fit into one row of the frame' }] })
    expect(textOf(ass)[0]).toMatch(/^\{[^}]+\}A very long title .+\\N.+$/)
    expect(eventsOf(ass).map(row => row.slice(10, 11))).toEqual(['0', '1'])
  })
})

it('a burned-in caption begins and ends exactly on its frames by ffmpeg’s clock, which drops thousandths', () => {
  const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  const captions = (start: number, length: number) =>
    ({ cues: [{ start, length, lines: ['x'], speaker: '' }], style: captionStyle, speakerColours: {} })
  const rates = fc.constantFrom([24, 1], [24_000, 1001], [25, 1], [30_000, 1001], [30, 1], [50, 1], [60, 1])
  const [begin, frames] = [fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 500 })]
  fc.assert(fc.property(rates, begin, frames, ([numerator, denominator], first, count) => {
    const rate = { numerator: numerator!, denominator: denominator! }
    const ass = toAss({ width: 16, height: 9, rate }, { captions: captions(first, count) })
    const [, start = '', end = ''] = /Dialogue: 0,([\d:.]+),([\d:.]+),/.exec(ass) ?? []
    // Both directions in which the thousandths of a frame are rounded.
    const shown = (frame: number) => [1e-6, -1e-6].map((slip) => {
      const ms = Math.floor(frame * rate.denominator / rate.numerator * 1000 + slip)
      return ms >= Math.round(seconds(start) * 1000) && ms < Math.round(seconds(end) * 1000)
    })
    expect([first - 1, first, first + count - 1, first + count].map(shown)).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false],
    ])
  }))
})
