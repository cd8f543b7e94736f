import type { CaptionClip } from '#contract/sequences.ts'
import type { ClipId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineWidth, widthOf } from '../../../src-main/media/caption-text.ts'
import { cuesOf, cuesOfSpeech, toAss, toSrt, toVtt } from '../../../src-main/media/captions.ts'
import { idOf } from '../../seam/sequence/arbitrary.ts'

const rate = { numerator: 24, denominator: 1 }

function captioned(clips: { text: string, seconds: number, speaker?: string, pauseSeconds?: number }[]): CaptionClip[] {
  let startFrame = 0
  return clips.map<CaptionClip>(({ text, seconds, speaker = '', pauseSeconds = 0 }, index) => {
    const clip = { id: idOf(index) as ClipId, lineId: null, speaker, text, startFrame, frames: Math.round(seconds * 24) }
    startFrame += clip.frames + Math.round(pauseSeconds * 24)
    return clip
  })
}

const cuesIn = (captions: readonly CaptionClip[]) => cuesOf(captions, rate)

const latin = fc.array(fc.constantFrom(
  'a',
  'so',
  'the',
  'light',
  'went',
  'slowly,',
  'over',
  'mountains.',
  '“Who',
  'goes?”',
  'extraordinarily',
  'Dr.',
  'https://example.org/a/very/long/address/that/fits/no/line',
), { minLength: 1, maxLength: 80 }).map(words => words.join(' '))
const chinese = fc.array(fc.constantFrom(
  '今天',
  '我们',
  '在',
  '山上',
  '看见',
  '了',
  '，',
  '。',
  '“',
  '”',
  '非常美丽的',
  '日出',
  '！',
  'Takeroom',
  '2026',
), { minLength: 1, maxLength: 80 }).map(words => words.join(''))
const clips = fc.array(fc.record({
  text: fc.oneof(latin, chinese, fc.string({ unit: 'grapheme', maxLength: 200 })),
  seconds: fc.double({ min: 0.05, max: 60, noNaN: true }),
  pauseSeconds: fc.double({ min: 0, max: 2, noNaN: true }),
}), { maxLength: 6 })
const paced = fc.oneof(latin, chinese).map(text => ({ text, seconds: Math.max(0.9, widthOf(text) / 8 / 15) }))

function lettersOf(text: string): string {
  return text.normalize('NFC').replaceAll(/\s/gu, '')
}

describe('cues', () => {
  it('have one or two lines, none wider than 42 narrow or 16 wide characters', () => {
    fc.assert(fc.property(clips, (clips) => {
      for (const { lines } of cuesIn(captioned(clips))) {
        expect(lines.length === 1 || lines.length === 2).toBe(true)
        for (const line of lines)
          expect(widthOf(line)).toBeLessThanOrEqual(lineWidth)
      }
    }))
  })

  it('never overlap, never last for more than seven seconds, and begin with their clip', () => {
    fc.assert(fc.property(clips, (clips) => {
      const cues = cuesIn(captioned(clips))
      cues.forEach((cue, index) => {
        expect(cue.endMs).toBeGreaterThanOrEqual(cue.startMs)
        expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(7000)
        expect(cue.startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0)
      })
    }))
  })

  it('have every word, once and in order', () => {
    fc.assert(fc.property(fc.array(paced, { maxLength: 5 }), (clips) => {
      const said = cuesIn(captioned(clips)).flatMap(cue => cue.lines).join('')
      expect(lettersOf(said)).toBe(lettersOf(clips.map(clip => clip.text).join('')))
    }))
  })

  it('last long enough to be read when the line is spoken at an ordinary pace', () => {
    fc.assert(fc.property(paced, (clip) => {
      for (const cue of cuesIn(captioned([clip])))
        expect(cue.endMs - cue.startMs).toBeGreaterThanOrEqual(700)
    }))
  })

  it('end where a sentence or a clause ends, and never after a title', () => {
    const text = 'Dr. Weiss opened the old door, and the light of the morning fell on the floor. Nobody had been here for years, Mr. Oates said.'
    expect(cuesIn(captioned([{ text, seconds: 8 }])).map(cue => cue.lines)).toEqual([
      ['Dr. Weiss opened the old door, and the', 'light of the morning fell on the floor.'],
      ['Nobody had been here for years,', 'Mr. Oates said.'],
    ])
  })

  it('do not split a short sentence because it is spoken slowly', () => {
    expect(cuesIn(captioned([{ text: 'The lamp turns.', seconds: 12 }]))).toEqual([
      { startMs: 0, endMs: 7000, lines: ['The lamp turns.'], speaker: '' },
    ])
  })

  it('break Chinese between words, never before a comma or after an opening quote', () => {
    const cues = cuesIn(captioned([{ text: '清晨的第一缕阳光照在山谷里，雾气慢慢散去，远处传来了钟声。老人说：“我们该出发了，路还很长。”', seconds: 10 }]))
    for (const line of cues.flatMap(cue => cue.lines)) {
      expect(line).not.toMatch(/^[，。：”]/)
      expect(line).not.toMatch(/“$/)
    }
    expect(cues.length).toBeGreaterThan(1)
  })

  it('have a name only when more than one person speaks, and only where the speaker changes', () => {
    const monologue = [{ text: 'One.', seconds: 1, speaker: 'ANN' }, { text: 'Two.', seconds: 1, speaker: 'ANN' }]
    expect(cuesIn(captioned(monologue)).flatMap(cue => cue.lines)).toEqual(['One.', 'Two.'])
    const dialogue = [...monologue, { text: '三。', seconds: 1, speaker: '旁白' }]
    expect(cuesIn(captioned(dialogue)).flatMap(cue => cue.lines)).toEqual(['ANN: One.', 'Two.', '旁白：三。'])
  })

  it('of a short word stay until it can be read, or until the next begins', () => {
    const cues = cuesIn(captioned([
      { text: 'No.', seconds: 0.25, pauseSeconds: 2 },
      { text: 'Yes.', seconds: 0.25 },
      { text: 'Well.', seconds: 3 },
    ]))
    expect(cues.map(cue => cue.endMs - cue.startMs)).toEqual([834, 250, 3000])
  })
})

describe('caption files', () => {
  const cues = [{ startMs: 3_661_005, endMs: 3_662_500, lines: ['a --> b <b>', '{\\an8} C:\\No & so'], speaker: 'A & B' }]

  it('have no arrow and no tag in a line of SubRip', () => {
    expect(toSrt(cues)).toBe('1\n01:01:01,005 --> 01:01:02,500\na → b <\u2060b>\n{\u2060\\an8} C:\\No & so\n')
  })

  it('separate two cues of SubRip by a blank line', () => {
    expect(toSrt([{ startMs: 0, endMs: 1000, lines: ['x'], speaker: '' }, { startMs: 1000, endMs: 2000, lines: ['y'], speaker: '' }]))
      .toBe('1\n00:00:00,000 --> 00:00:01,000\nx\n\n2\n00:00:01,000 --> 00:00:02,000\ny\n')
  })

  it('escape markup in WebVTT and name the voice', () => {
    expect(toVtt(cues)).toBe('WEBVTT\n\n01:01:01.005 --> 01:01:02.500\n<v A &amp; B>a --&gt; b &lt;b&gt;\n{\\an8} C:\\No &amp; so\n')
  })

  it('keep braces and backslashes as characters in ASS, at the size of the picture', () => {
    const ass = toAss(cues, { width: 1080, height: 1920, fontName: 'Noto, Sans' })
    expect(ass).toContain('PlayResX: 1080\nPlayResY: 1920')
    expect(ass).toContain('Style: Caption,Noto  Sans,51,')
    expect(ass).toContain('Dialogue: 0,1:01:01.00,1:01:02.49,Caption,A & B,0,0,0,,a --> b <b>\\N\\{\\\u2060an8\\} C:\\\u2060No & so')
  })
})

it('a burned-in caption begins and ends exactly on its frames by ffmpeg’s clock, which drops thousandths', () => {
  const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  const rates = fc.constantFrom(24, 25, 30, 50, 60)
  fc.assert(fc.property(rates, fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 500 }), (fps, first, count) => {
    const [startMs, endMs] = [first, first + count].map(frame => Math.round(frame / fps * 1000))
    const [, start = '', end = ''] = /Dialogue: 0,([\d:.]+),([\d:.]+),/.exec(toAss([
      { startMs: startMs!, endMs: endMs!, lines: ['x'], speaker: '' },
    ], { width: 16, height: 9, fontName: 'x' })) ?? []
    // Both directions in which the thousandths of a frame are rounded.
    const shown = (frame: number) =>
      [Math.floor(frame / fps * 1000 + 1e-6), Math.floor(frame / fps * 1000 - 1e-6)].map(ms => ms >= Math.round(seconds(start) * 1000)
        && ms < Math.round(seconds(end) * 1000))
    expect([first - 1, first, first + count - 1, first + count].map(shown)).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false],
    ])
  }))
})

it('recognised speech becomes cues that never overlap, begin and end with it, and have every word', () => {
  const heard = fc.array(fc.tuple(
    fc.oneof(latin, chinese),
    fc.integer({ min: 100, max: 20_000 }),
    fc.integer({ min: 0, max: 3000 }),
  ), { minLength: 1, maxLength: 6 }).map((pieces) => {
    let at = 0
    return pieces.map(([text, length, pause]) => {
      const startSeconds = at / 1000
      at += length + pause
      return { startSeconds, endSeconds: (at - pause) / 1000, text }
    })
  })
  fc.assert(fc.property(heard, (pieces) => {
    const cues = cuesOfSpeech(pieces)
    expect(lettersOf(cues.flatMap(cue => cue.lines).join(''))).toBe(lettersOf(pieces.map(piece => piece.text).join('')))
    expect(cues[0]?.startMs).toBe(Math.round((pieces[0]?.startSeconds ?? 0) * 1000))
    for (const [index, cue] of cues.entries()) {
      expect(cue.endMs).toBeGreaterThanOrEqual(cue.startMs)
      expect(cue.startMs).toBeGreaterThanOrEqual(cues[index - 1]?.endMs ?? 0)
      expect(cue.lines.length).toBeLessThanOrEqual(2)
    }
  }))
})
