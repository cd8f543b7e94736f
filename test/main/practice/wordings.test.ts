/** The practice service answers a question for wordings usefully: shorter or longer, always the same, with the words to keep. */
import type { FitAsked } from '#rules/fit/ask.ts'
import { describe, expect, it } from 'vitest'
import { fitQuestion, fitTask } from '#rules/fit/ask.ts'
import { readWordings } from '#rules/fit/read-wordings.ts'
import { usualPaceOf } from '#rules/script/pace.ts'
import { writeWordings } from '../../../src-main/practice/wordings.ts'
import { askPractice, chatPath } from './asking.ts'

const english = 'We really came back to the old harbour, at the very end of the night.'
const chinese = '灯终于灭了，我们第一次听见海的声音。'

function taskOf(text: string, seconds: number, dictionary: readonly string[] = []) {
  const lines = [{ id: 'x', speaker: '', text, direction: '', role: 'speech' }] as unknown as FitAsked['lines']
  return fitTask({ lines, lineId: lines[0]!.id, seconds, pace: usualPaceOf('en'), dictionary })!
}
function wordingsOf(text: string, seconds: number, dictionary?: readonly string[]) {
  return readWordings(writeWordings(fitQuestion(taskOf(text, seconds, dictionary)))!, text)
}

describe('wordings of the practice service', () => {
  it.each([['English', english], ['Chinese', chinese]])('are shorter or longer, three, and the same each time: %s', (_, text) => {
    const [short, long] = [wordingsOf(text, 2), wordingsOf(text, 9)]
    expect([short.length, long.length]).toEqual([3, 3])
    expect(short.every(each => [...each].length <= taskOf(text, 2).characters)).toBe(true)
    expect(long.every(each => each.length > text.length)).toBe(true)
    expect(short.every(each => each.at(-1) === text.at(-1))).toBe(true)
    expect(wordingsOf(text, 2)).toEqual(short)
  })

  it('keep what is to be kept', () => {
    expect(wordingsOf(english, 1.5, ['old harbour']).every(each => each.includes('old harbour'))).toBe(true)
  })

  it('are written only where they are asked for', () => {
    expect(writeWordings('Write six lines about a lighthouse.')).toBeNull()
    expect(writeWordings('{"line": "", "characters": 3}')).toBeNull()
    expect(writeWordings('{"line": "a", "characters": "3"}')).toBeNull()
  })

  it('come by the way that every chat takes', async () => {
    const { json } = await askPractice()
    const messages = [{ role: 'user', content: fitQuestion(taskOf(english, 2)) }]
    const answered = await json(chatPath, { model: 'gpt-oss-120b', messages })
    const answer = await answered.json() as { choices: { message: { content: string } }[] }
    expect(readWordings(answer.choices[0]!.message.content, english)).toEqual(wordingsOf(english, 2))
  })
})
