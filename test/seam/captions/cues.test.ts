import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionsOfLine, cuesOf, milliseconds, spreadCaptions } from '#rules/captions/cues.ts'
import { mergeCaptions } from '#rules/captions/edit.ts'
import { lintCaptions } from '#rules/captions/lint.ts'
import { splitCaption } from '#rules/captions/pieces.ts'
import { shownText } from '#rules/captions/shown-text.ts'
import { captionsOfSpeech } from '#rules/captions/speech.ts'
import { lineWidth, widthOf } from '#rules/captions/width.ts'
import { captioned, chinese, clips, latin, lettersOf, paced, rate } from './arbitrary.ts'

const rowsIn = (text: string) => splitCaption(text, { least: 0, most: 1 }).map(piece => piece.lines)

const unseen = ['\u00A0', '\u202F', '\u200B', '\u2060', '\uFEFF', '\u3164', '\u2800', '\u00A0 \u00A0']

it.each(unseen)('a caption of nothing but %j has no words: it is neither shown nor read', (blank) => {
  const of = (text: string) => ({ start: 0, length: 50, speaker: '', text })
  for (const text of [blank, `${blank}\n${blank}`, `[sighs]${blank}`]) {
    expect(shownText(text)).toBe('')
    expect(cuesOf([of(text)], rate)).toEqual([])
    expect(spreadCaptions([of(text)], rate)).toEqual([])
    expect(lintCaptions([{ ...of(text), id: 1 }], rate)).toEqual([{ id: 1, trouble: 'no-words', value: 0 }])
  }
  // Next to words it keeps its row, and is no word of a merged caption.
  expect(cuesOf([of(`Hello\n${blank}`)], rate)[0]?.lines).toHaveLength(2)
  expect(mergeCaptions(of(`${blank}\nHello`), { ...of(`there\n${blank}`), start: 50 }).text).toBe('Hello there')
})

describe('rows', () => {
  it('end where a sentence or a clause ends, and never after a title', () => {
    const text = 'Dr. Weiss opened the old door, and the light of the morning fell on the floor. Nobody had been here for years, Mr. Oates said.'
    expect(cuesOf(captioned([{ text, seconds: 8 }]), rate).map(cue => cue.lines)).toEqual([
      ['Dr. Weiss opened the old door, and the', 'light of the morning fell on the floor.'],
      ['Nobody had been here for years,', 'Mr. Oates said.'],
    ])
  })

  it('do not part an article from its noun, or a name from its verb, when another place is as near', () => {
    expect(rowsIn('They all went slowly down to the harbour as the sun went in'))
      .toEqual([['They all went slowly down', 'to the harbour as the sun went in']])
    expect(rowsIn('It was on that very evening when Charlotte found the old letters'))
      .toEqual([['It was on that very evening', 'when Charlotte found the old letters']])
  })

  it.each(['1 000 000', '3.5', '12,000', '10\u00A0km', '$40', '2026年', '三千五百'])('never break inside %s', (number) => {
    fc.assert(fc.property(fc.oneof(latin, chinese), fc.oneof(latin, chinese), (before, after) => {
      const rows = rowsIn(`${before} ${number} ${after}`).flat().map(row => row.replaceAll('\u00A0', ' '))
      expect(rows.filter(row => row.includes(number.replace('\u00A0', ' ')))).not.toEqual([])
    }))
  })

  it('of Chinese break between words, never before a comma or after an opening quote', () => {
    const cues = cuesOf(captioned([{ text: '清晨的第一缕阳光照在山谷里，雾气慢慢散去，远处传来了钟声。老人说：“我们该出发了，路还很长。”', seconds: 10 }]), rate)
    for (const line of cues.flatMap(cue => cue.lines)) {
      expect(line).not.toMatch(/^[，。：”]/)
      expect(line).not.toMatch(/“$/)
    }
    expect(cues.length).toBeGreaterThan(1)
  })

  it('that the user broke stay as they are', () => {
    expect(cuesOf(captioned([{ text: 'To be\nor not to be', seconds: 2 }]), rate)[0]?.lines).toEqual(['To be', 'or not to be'])
  })
})

it.each([
  ['(quietly) I know.', 'I know.'],
  ['(Quietly) I know.', 'I know.'],
  ['(half asleep, smiling) Good night.', 'Good night.'],
  ['（小声）我知道。', '我知道。'],
  ['[whispers] I know [sighs].', 'I know.'],
  ['(quietly)', ''],
  ['She said (quietly) that she knew.', 'She said (quietly) that she knew.'],
  ['(He never came back to this town again.) Well.', '(He never came back to this town again.) Well.'],
])('what is heard of the line “%s” is “%s”', (text, heard) => {
  expect(captionsOfLine({ start: 0, length: 100, speaker: 'Ann', text }, rate).map(caption => caption.text).join(' ')).toBe(heard)
})

describe('cues', () => {
  it('have one or two lines, none wider than 42 narrow or 16 wide characters', () => {
    fc.assert(fc.property(clips, (clips) => {
      for (const { lines } of cuesOf(captioned(clips), rate)) {
        expect(lines.length === 1 || lines.length === 2).toBe(true)
        for (const line of lines)
          expect(widthOf(line)).toBeLessThanOrEqual(lineWidth)
      }
    }))
  })

  it('of a caption begin and end with it, and never overlap', () => {
    fc.assert(fc.property(clips, (clips) => {
      for (const caption of captioned(clips).filter(({ text }) => shownText(text) !== '')) {
        const cues = cuesOf([caption], rate)
        expect(cues[0]?.start).toBe(caption.start)
        expect(cues.reduce((end, cue) => cue.start === end ? end + cue.length : Number.NaN, caption.start))
          .toBe(caption.start + caption.length)
        expect(cues.every(cue => cue.length > 0)).toBe(true)
      }
    }))
  })

  it('wait for the end of an earlier one that overlaps', () => {
    expect(cuesOf([{ start: 10, length: 20, speaker: '', text: 'Two.' }, { start: 0, length: 15, speaker: '', text: 'One.' }], rate)
      .map(cue => [cue.start, cue.length])).toEqual([[0, 15], [15, 15]])
  })

  it('have every word, once and in order', () => {
    fc.assert(fc.property(fc.array(paced, { maxLength: 5 }), (clips) => {
      const said = cuesOf(captioned(clips), rate).flatMap(cue => cue.lines).join('')
      expect(lettersOf(said)).toBe(lettersOf(clips.map(clip => clip.text).join('')))
    }))
  })

  it('show no name unless asked for, and then only where the speaker changes', () => {
    const dialogue = captioned([
      { text: 'One.', seconds: 1, speaker: 'ANN' },
      { text: 'Two.', seconds: 1, speaker: 'ANN' },
      { text: '三。', seconds: 1, speaker: '旁白' },
    ])
    expect(cuesOf(dialogue, rate).flatMap(cue => cue.lines)).toEqual(['One.', 'Two.', '三。'])
    expect(cuesOf(dialogue, rate, { names: true }).flatMap(cue => cue.lines)).toEqual(['ANN: One.', 'Two.', '旁白：三。'])
  })

  it.each([
    ['[whispers] Come here.', 'Come here.'],
    ['Come [long pause] here.', 'Come here.'],
    ['Come here [laughs], now.', 'Come here, now.'],
    ['[低声]过来。', '过来。'],
    ['In [2] and [] as it is', 'In [2] and [] as it is'],
    ['[sighs]', undefined],
  ])('never show how a voice is to say it: %s', (text, shown) => {
    expect(cuesOf(captioned([{ text, seconds: 2 }]), rate)[0]?.lines[0]).toBe(shown)
  })
})

describe('captions of lines', () => {
  it('last no longer than seven seconds and begin with their line', () => {
    fc.assert(fc.property(clips, (clips) => {
      const lines = captioned(clips)
      for (const [index, line] of lines.entries()) {
        const spread = spreadCaptions([line], rate)
        expect(spread.every(caption => caption.length > 0 && caption.length <= 7 * 24), `line ${index}`).toBe(true)
        expect(spread[0]?.start).toBe(shownText(line.text) === '' ? undefined : line.start)
      }
      const all = spreadCaptions(lines, rate)
      expect(all.every((caption, index) => caption.start >= (all[index - 1]?.start ?? 0) + (all[index - 1]?.length ?? 0))).toBe(true)
    }))
  })

  it('have every word, and stay as they are when they are spread again', () => {
    fc.assert(fc.property(fc.array(paced, { maxLength: 5 }), (clips) => {
      const once = spreadCaptions(captioned(clips), rate)
      expect(lettersOf(once.map(caption => caption.text).join(''))).toBe(lettersOf(clips.map(clip => clip.text).join('')))
      expect(cuesOf(once, rate).map(cue => cue.lines.join('\n'))).toEqual(once.map(caption => caption.text))
    }))
  })

  it('last long enough to be read when the line is spoken at an ordinary pace', () => {
    fc.assert(fc.property(paced, (clip) => {
      for (const caption of spreadCaptions(captioned([clip]), rate))
        expect(caption.length / 24).toBeGreaterThanOrEqual(0.7)
    }))
  })

  it('do not split a short sentence because it is spoken slowly', () => {
    expect(spreadCaptions(captioned([{ text: 'The lamp turns.', seconds: 12 }]), rate)).toEqual([
      { start: 0, length: 7 * 24, text: 'The lamp turns.', speaker: '' },
    ])
  })

  it('of a short word stay until it can be read, or until the next begins', () => {
    const captions = spreadCaptions(captioned([
      { text: 'No.', seconds: 0.25, pauseSeconds: 2 },
      { text: 'Yes.', seconds: 0.25 },
      { text: 'Well.', seconds: 3 },
    ]), rate)
    expect(captions.map(caption => caption.length)).toEqual([20, 6, 72])
  })
})

it('recognised speech becomes captions that never overlap, begin with it, and have every word', () => {
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
  }).filter(pieces => pieces.every(({ text }) => shownText(text) !== ''))
  fc.assert(fc.property(heard, (pieces) => {
    const captions = captionsOfSpeech(pieces, milliseconds)
    expect(lettersOf(captions.map(caption => caption.text).join(''))).toBe(lettersOf(pieces.map(piece => piece.text).join('')))
    expect(captions[0]?.start).toBe(Math.round((pieces[0]?.startSeconds ?? 0) * 1000))
    for (const [index, { start, length, text }] of captions.entries()) {
      expect(length).toBeGreaterThan(0)
      expect(start).toBeGreaterThanOrEqual((captions[index - 1]?.start ?? 0) + (captions[index - 1]?.length ?? 0))
      expect(text.split('\n').length).toBeLessThanOrEqual(2)
    }
  }))
})
