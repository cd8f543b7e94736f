/** A line is spoken with its speaker's voice, and only lines that are not made or stale are sent. */
import type { Line } from '../../../src-preload/contract/script.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { ModelId, TakeId } from '../../../src-preload/contract/words.ts'
import { fieldsOfLine, linesToMake } from '../../../src-preload/rules/script/line-fields.ts'
import { charactersOf, withoutTail } from '../../../src-renderer/rooms/script/lines/line-request.ts'

function modelNamed(id: string) {
  const model = builtInModels.find(one => one.id === id)
  if (!model)
    throw new Error(`no model ${id}`)
  return model
}

/** Only the members that are read here. */
function line(part: Partial<Line>): Line {
  return { text: 'Words', state: 'not-made', direction: '', requestKey: null, fittingTakeId: null, ...part } as Line
}

describe('fieldsOfLine', () => {
  const casting = { speaker: 'A', modelId: ModelId.parse('qwen3-tts'), voiceId: null, fields: { voice: 'Ryan', instructions: 'calm' } }

  it('speaks the text with the cast voice', () => {
    expect(fieldsOfLine({ text: 'Words', direction: '' }, casting, modelNamed('qwen3-tts'))).toEqual({
      voice: 'Ryan',
      instructions: 'calm',
      text: 'Words',
    })
  })

  it('puts the direction of the line before the general one of the speaker', () => {
    expect(fieldsOfLine({ text: 'Words', direction: ' angry ' }, casting, modelNamed('qwen3-tts'))).toMatchObject({ instructions: 'angry' })
  })

  it('sends no direction to a model without one', () => {
    const chatterbox = { ...casting, modelId: ModelId.parse('chatterbox'), fields: {} }
    expect(fieldsOfLine({ text: 'Words', direction: 'angry' }, chatterbox, modelNamed('chatterbox'))).toEqual({ text: 'Words' })
  })
})

describe('linesToMake', () => {
  it('leaves out lines that are made, empty or in progress', () => {
    const beingMade = line({ text: 'Being made' })
    const lines = [line({ state: 'made' }), line({ state: 'stale', text: 'Stale' }), line({ text: '  ' }), beingMade, line({ text: 'New' })]
    expect(linesToMake(lines, one => one === beingMade).map(one => one.text)).toEqual(['Stale', 'New'])
  })

  it('leaves out a line that has a fitting take, and of lines that ask for the same all but the first', () => {
    const lines = [
      line({ state: 'stale', text: 'Had', fittingTakeId: TakeId.parse('01890000-0000-7000-8000-000000000000') }),
      line({ text: 'Yes', requestKey: 'yes' }),
      line({ text: ' Yes', requestKey: 'yes' }),
      line({ text: 'No', requestKey: 'no' }),
    ]
    expect(linesToMake(lines, () => false).map(one => one.text)).toEqual(['Yes', 'No'])
  })
})

it('counts characters as people do', () => {
  expect(charactersOf([{ text: ' 你好 ' }, { text: '🙂a' }])).toBe(4)
})

it('splitting a line loses no text, whatever is typed until the new line exists', () => {
  fc.assert(fc.property(fc.string(), fc.nat(), fc.string(), (text, place, typed) => {
    const tail = text.slice(place % (text.length + 1))
    expect((withoutTail(text, tail) + tail).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    const now = text + typed
    expect((withoutTail(now, tail) + tail).replaceAll(/\s/g, '').length).toBeGreaterThanOrEqual(now.replaceAll(/\s/g, '').length)
  }))
})
