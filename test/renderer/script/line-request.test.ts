/** A line is spoken by the voice its speaker was cast with, and only what is not made or stale is sent. */
import type { Line } from '../../../src-preload/contract/script.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { ModelId } from '../../../src-preload/contract/words.ts'
import { charactersOf, fieldsOfLine, linesToMake, withoutTail } from '../../../src-renderer/rooms/script/lines/line-request.ts'

function modelNamed(id: string) {
  const model = builtInModels.find(one => one.id === id)
  if (!model)
    throw new Error(`no model ${id}`)
  return model
}

/** Only what is read here. */
function line(part: Partial<Line>): Line {
  return { text: 'Words', state: 'not-made', direction: '', ...part } as Line
}

describe('fieldsOfLine', () => {
  const casting = { speaker: 'A', modelId: ModelId.parse('qwen3-tts'), voiceId: null, fields: { voice: 'Ryan', instructions: 'calm' } }

  it('speaks the words with the cast voice', () => {
    expect(fieldsOfLine({ text: 'Words', direction: '' }, casting, modelNamed('qwen3-tts'))).toEqual({
      voice: 'Ryan',
      instructions: 'calm',
      text: 'Words',
    })
  })

  it('puts the direction of the line before the one the speaker always has', () => {
    expect(fieldsOfLine({ text: 'Words', direction: ' angry ' }, casting, modelNamed('qwen3-tts'))).toMatchObject({ instructions: 'angry' })
  })

  it('sends no direction to a model that takes none', () => {
    const chatterbox = { ...casting, modelId: ModelId.parse('chatterbox'), fields: {} }
    expect(fieldsOfLine({ text: 'Words', direction: 'angry' }, chatterbox, modelNamed('chatterbox'))).toEqual({ text: 'Words' })
  })
})

describe('linesToMake', () => {
  it('leaves out what is made, what has no words, and what is being made', () => {
    const beingMade = line({ text: 'Being made' })
    const lines = [line({ state: 'made' }), line({ state: 'stale', text: 'Stale' }), line({ text: '  ' }), beingMade, line({ text: 'New' })]
    expect(linesToMake(lines, one => one === beingMade).map(one => one.text)).toEqual(['Stale', 'New'])
  })
})

it('counts characters as people do', () => {
  expect(charactersOf([{ text: ' 你好 ' }, { text: '🙂a' }])).toBe(4)
})

it('loses no word when a line is split, whatever was typed until the other line is there', () => {
  fc.assert(fc.property(fc.string(), fc.nat(), fc.string(), (text, place, typed) => {
    const tail = text.slice(place % (text.length + 1))
    expect((withoutTail(text, tail) + tail).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    const now = text + typed
    expect((withoutTail(now, tail) + tail).replaceAll(/\s/g, '').length).toBeGreaterThanOrEqual(now.replaceAll(/\s/g, '').length)
  }))
})
