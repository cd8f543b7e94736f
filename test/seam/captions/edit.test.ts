import type { Caption } from '#rules/captions/cues.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { cuesOf, spreadCaptions } from '#rules/captions/cues.ts'
import { mergeCaptions, splitTextAt } from '#rules/captions/edit.ts'
import { lintCaptions, usualLimits } from '#rules/captions/lint.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { toSrt } from '#rules/captions/write-file.ts'
import { captioned, lettersOf, paced, rate } from './arbitrary.ts'

const caption = (start: number, length: number, text = 'Well.', speaker = '') => ({ id: start, start, length, text, speaker })

describe('a caption', () => {
  it('that is split and merged again has the same words and the same time', () => {
    fc.assert(fc.property(paced, fc.double({ min: 0, max: 1, noNaN: true }), (clip, share) => {
      const whole = captioned([clip])[0]!
      const atFrame = Math.round(whole.length * share)
      const texts = splitTextAt(whole, atFrame)
      expect(texts === null).toBe(atFrame <= 0 || atFrame >= whole.length)
      if (texts === null)
        return
      expect(lettersOf(texts.join(''))).toBe(lettersOf(whole.text))
      const halves: [Caption, Caption] = [
        { ...whole, length: atFrame, text: texts[0] },
        { ...whole, start: atFrame, length: whole.length - atFrame, text: texts[1] },
      ]
      const merged = mergeCaptions(...halves)
      expect([merged.start, merged.length, lettersOf(merged.text)]).toEqual([whole.start, whole.length, lettersOf(whole.text)])
    }))
  })

  it('is split where a clause ends, near the frame', () => {
    expect(splitTextAt(caption(0, 100, 'He looked up, and then\nhe was gone again.'), 45))
      .toEqual(['He looked up,', 'and then he was gone again.'])
    expect(splitTextAt(caption(0, 100, '他抬起头，然后又走了。'), 60)).toEqual(['他抬起头，', '然后又走了。'])
  })

  it('of 600 characters says each word once and in its half, in a file and in the picture, when it is split', () => {
    const text = Array.from({ length: 100 }, (_, at) => `w${String(at).padStart(4, '0')}`).join(' ')
    const [first, second] = splitTextAt(caption(0, 1000, text), 400)!
    const cues = cuesOf([caption(0, 400, first), caption(400, 600, second)], rate)
    expect(cues.filter(({ start }) => start < 400).flatMap(({ lines }) => lines).join(' ')).toBe(first)
    expect(cues.every(({ start, length }) => start >= 400 || start + length <= 400)).toBe(true)
    const ass = toAss({ width: 1920, height: 1080, rate }, { captions: { cues, style: captionStyle, speakerColours: {} } })
    for (const written of [toSrt(cues, rate), ass])
      expect(written.match(/w\d{4}/g)).toEqual(text.split(' '))
  })

  it('of two speakers gets a row each, and in Chinese no space between', () => {
    expect(mergeCaptions(caption(0, 10, 'Who?', 'ANN'), caption(15, 10, 'Me.', 'BEN'))).toEqual(caption(0, 25, '– Who?\n– Me.', 'ANN'))
    expect(mergeCaptions(caption(0, 10, '你好，'), caption(10, 10, '再见。')).text).toBe('你好，再见。')
    expect(mergeCaptions(caption(10, 10, 'there.'), caption(0, 10, 'Stay')).text).toBe('Stay there.')
  })
})

describe('captions that are hard to read', () => {
  const troubles = (captions: ReturnType<typeof caption>[]) => lintCaptions(captions, rate).map(({ id, trouble }) => [id, trouble])

  it.each([
    ['too-fast', caption(0, 24, 'Nobody can read as much as this in one second.')],
    ['too-fast', caption(0, 24, '一秒钟之内谁也读不完这么多字')],
    ['too-short', caption(0, 19, 'No.')],
    ['too-long', caption(0, 169, 'No.')],
    ['row-too-wide', caption(0, 160, 'This row was broken by hand, and is too wide for it\nall.')],
    ['row-too-wide', caption(0, 160, '这一行是手动换行的而且太宽了放不下\n好')],
    ['too-many-rows', caption(0, 100, 'One\ntwo\nthree.')],
    ['no-words', caption(0, 100, '[sighs]')],
  ])('are %s', (trouble, each) => {
    expect(troubles([each])).toEqual([[0, trouble]])
  })

  it('overlap, or follow after a gap that flickers', () => {
    expect(troubles([caption(120, 40), caption(0, 40), caption(39, 40), caption(80, 40), caption(162, 40)]))
      .toEqual([[39, 'overlap'], [80, 'small-gap']])
  })

  it('say by how much', () => {
    expect(lintCaptions([caption(0, 48, 'a'.repeat(40))], rate)).toEqual([{ id: 0, trouble: 'too-fast', value: 20 }])
    expect(lintCaptions([caption(0, 48, 'a'.repeat(40))], rate, { ...usualLimits, charactersPerSecond: 20 })).toEqual([])
  })

  it('do not come of a script that is spoken at an ordinary pace', () => {
    fc.assert(fc.property(fc.array(paced, { maxLength: 4 }), (clips) => {
      const spread = spreadCaptions(captioned(clips), rate).map((each, id) => ({ ...each, id }))
      const shapes = lintCaptions(spread, rate).filter(({ trouble }) => trouble !== 'too-fast' && trouble !== 'too-short')
      expect(shapes).toEqual([])
    }))
  })
})
