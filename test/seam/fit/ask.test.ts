/** The question for wordings: in the language of the line, with what it needs to know, and found again as it was asked. */
import type { LineId } from '#contract/words.ts'
import type { FitAsked } from '#rules/fit/ask.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitQuestion, fitTask, readFitTask } from '#rules/fit/ask.ts'
import { lettersOf, usualPaceOf } from '#rules/script/pace.ts'

function line(id: string, text: string, more: object = {}) {
  return ({ id: id as LineId, speaker: 'MARA', text, direction: '', role: 'speech', ...more }) as FitAsked['lines'][number]
}
const lines = [
  line('a', 'Too far away.'),
  line('b', 'The harbour was empty.'),
  line('c', 'The lights go out.', { role: 'direction' }),
  line('d', 'We came back to the old harbour at the very end of the night.', { direction: 'tired' }),
  line('e', 'And Kyoto?'),
]
function asked(more: Partial<FitAsked> = {}): FitAsked {
  return { lines, lineId: 'd' as LineId, seconds: 2.5, pace: usualPaceOf('en'), dictionary: ['Kyoto', 'harbour'], ...more }
}

describe('a question for wordings', () => {
  it('has the line, its neighbours, its direction, the words to keep, and a target that follows from the pace', () => {
    const task = fitTask(asked())!
    expect(task).toMatchObject({
      line: lines[3]!.text,
      direction: 'tired',
      before: ['MARA: The harbour was empty.'],
      after: ['MARA: And Kyoto?'],
      keep: ['harbour'],
      secondsWanted: 2.5,
    })
    expect(task.secondsNow).toBeGreaterThan(3)
    expect(task.characters).toBeLessThan(lines[3]!.text.length * 0.8)
    expect(task.words).toBeLessThan(11)
    expect(fitTask(asked({ seconds: 8 }))!.characters).toBeGreaterThan(lines[3]!.text.length)
    expect(fitTask(asked({ lineId: 'z' as LineId }))).toBeNull()
  })

  it('is in the language of the line, and counts no words where there are no spaces', () => {
    expect(fitQuestion(fitTask(asked())!)).toContain('Keep what the line means')
    const chinese = fitTask(asked({ lines: [line('d', '灯灭了，我们第一次听见海的声音。')] }))!
    expect(chinese.words).toBeNull()
    expect(fitQuestion(chinese)).toContain('请改写')
    // It has Chinese characters, and is Japanese.
    expect(fitQuestion(fitTask(asked({ lines: [line('d', '海の音が聞こえる。')] }))!)).toContain('Keep what the line means')
  })

  it('is found again from its own text, whatever the line says', () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    fc.assert(fc.property(texts, fc.double({ min: 0.3, max: 600, noNaN: true }), (text, seconds) => {
      const task = fitTask(asked({ lines: [line('d', text)], seconds }))!
      expect(Number.isFinite(task.characters) && task.characters >= 1).toBe(true)
      // Nothing is asked about a line without words.
      if (lettersOf(text) > 0)
        expect(readFitTask(fitQuestion(task))).toEqual(task)
    }))
    expect(readFitTask('How do you do?')).toBeUndefined()
    expect(readFitTask('{"line": 3}')).toBeUndefined()
  })
})
