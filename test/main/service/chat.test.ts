/** Chat answers in every dialect, split at every byte. */
import { Buffer } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChatReader, decodeChat } from '../../../src-main/service/chat.ts'
import { splitThinking } from '../../../src-main/service/thinking.ts'
import { makeFolder } from '../../kit/folder.ts'

function events(...values: unknown[]): string {
  return values.map(value => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`).join('')
}
function delta(value: object, finish: string | null = null) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta: value, finish_reason: finish }] }
}
const texts = (...pieces: string[]) => pieces.map(content => delta({ content }))
function whole(message: object, more: object = {}) {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
    ...more,
  })
}

function read(body: string | Uint8Array, cut = 100_000) {
  const reader = createChatReader()
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += cut)
    reader.feed(bytes.subarray(at, at + cut))
  reader.end()
  return reader
}

const usage = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14, reasoning_tokens: 2 }
const counted = { promptTokens: 9, completionTokens: 5, reasoningTokens: 2 }
const plain = { text: 'Hello, 灯塔.', reasoning: '', usage: null, finishReason: 'stop', isWhole: true }
const thought = { ...plain, reasoning: 'They greet me.' }
const finished = delta({}, 'stop')

describe('every dialect gives the same answer', () => {
  it.each<[string, string, object]>([
    ['one JSON body', whole({ content: 'Hello, 灯塔.' }), plain],
    [
      'one JSON body with reasoning_content and usage',
      whole({ content: 'Hello, 灯塔.', reasoning_content: 'They greet me.' }, { usage }),
      { ...thought, usage: counted },
    ],
    ['one JSON body with parts', whole({ content: [{ type: 'text', text: 'Hello, ' }, { type: 'text', text: '灯塔.' }] }), plain],
    ['one JSON body in an envelope', `{"data":${whole({ content: 'Hello, 灯塔.' })}}`, plain],
    ['a stream', events(delta({ role: 'assistant', content: '' }), ...texts('Hello', ', 灯', '塔.'), finished, '[DONE]'), plain],
    [
      'a stream with CRLF, comments and no space',
      `: keep-alive\r\n\r\n${events(...texts('Hello, ', '灯塔.'), finished, '[DONE]').replaceAll('data: ', 'data:').replaceAll('\n', '\r\n')}`,
      plain,
    ],
    ['a stream that is closed without DONE', events(...texts('Hello, ', '灯塔.'), finished), plain],
    ['a stream whose last event lacks its empty line', events(...texts('Hello, ', '灯塔.'), finished).trimEnd(), plain],
    ['a stream that ends with DONE alone', events(...texts('Hello, ', '灯塔.'), '[DONE]'), { ...plain, finishReason: null }],
    [
      'null contents',
      events(delta({ role: 'assistant', content: null }), delta({ content: 'Hello, 灯塔.', reasoning_content: null }), finished, '[DONE]'),
      plain,
    ],
    [
      'usage after the end, with no choices',
      events(...texts('Hello, 灯塔.'), finished, { choices: [], usage }, '[DONE]'),
      { ...plain, usage: counted },
    ],
    ['usage in every chunk, the last one counts', events(
      { ...delta({ content: 'Hello, ' }), usage: { prompt_tokens: 9, completion_tokens: 1 } },
      { ...delta({ content: '灯塔.' }), usage },
      finished,
      '[DONE]',
    ), { ...plain, usage: counted }],
    [
      'usage inside the choice',
      events(...texts('Hello, 灯塔.'), { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] }, '[DONE]'),
      { ...plain, usage: counted },
    ],
    ['details of usage', events(...texts('Hello, 灯塔.'), finished, {
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 2 } },
    }), { ...plain, usage: counted }],
    ['several choices, of which the first counts', events(
      { choices: [{ index: 1, delta: { content: 'Other' } }] },
      ...texts('Hello, 灯塔.'),
      { choices: [{ index: 1, delta: {}, finish_reason: 'length' }, { index: 0, delta: {}, finish_reason: 'stop' }] },
      '[DONE]',
    ), plain],
    ['reasoning_content', events(
      delta({ reasoning_content: 'They ' }),
      delta({ reasoning_content: 'greet me.' }),
      ...texts('Hello, 灯塔.'),
      finished,
      '[DONE]',
    ), thought],
    ['reasoning', events(delta({ reasoning: 'They greet me.' }), ...texts('Hello, 灯塔.'), finished, '[DONE]'), thought],
    [
      'both names at once',
      events(delta({ reasoning: 'They greet me.', reasoning_content: 'They greet me.' }), ...texts('Hello, 灯塔.'), finished, '[DONE]'),
      thought,
    ],
    ['think tags', events(...texts('<think>\nThey greet me.\n</think>\n\nHello, 灯塔.'), finished, '[DONE]'), thought],
    [
      'think tags cut in the middle',
      events(...texts('<th', 'ink', '>They greet', ' me.<', '/thi', 'nk>Hello, ', '灯塔.'), finished, '[DONE]'),
      thought,
    ],
    ['only the closing tag', events(...texts('They greet me.\n</th', 'ink>\n\nHello, 灯塔.'), finished, '[DONE]'), thought],
    ['think tags in one body', whole({ content: '<think>They greet me.</think>Hello, 灯塔.' }), thought],
    ['harmony channels', events(...texts(
      '<|chan',
      'nel|>analysis<|mess',
      'age|>They greet me.<|end|><|start|>assistant<|channel|>final<|message|>Hello, 灯塔.<|return|>',
    ), finished, '[DONE]'), thought],
    [
      'harmony channels without ends',
      events(...texts('<|channel|>analysis<|message|>They greet me.<|channel|>final<|message|>Hello, 灯塔.'), finished, '[DONE]'),
      thought,
    ],
    ['a byte order mark', `\uFEFF${whole({ content: 'Hello, 灯塔.' })}`, plain],
  ])('%s', (_name, body, answer) => {
    for (const cut of [1, 2, 7, 100_000])
      expect(read(body, cut).answer()).toEqual(answer)
  })
})

describe('reasoning', () => {
  it('is only a block at the beginning: a later tag is text', () => {
    const said = 'Write `<think>` first.\n<think>\nlike this'
    expect(splitThinking(said, { isOver: true })).toEqual({ text: said, reasoning: '' })
  })

  it('that never ends is the whole answer', () => {
    expect(splitThinking('<think>on and on', { isOver: true })).toEqual({ text: '', reasoning: 'on and on' })
  })

  it('treats tags as text when the service separates the reasoning itself', () => {
    expect(read(events(delta({ reasoning_content: 'Hm.' }), ...texts('The tag </think> closes.'), finished)).answer()).toMatchObject({
      text: 'The tag </think> closes.',
      reasoning: 'Hm.',
    })
  })

  it('holds back a partial tag while the answer arrives, and shows it at the end', () => {
    expect(splitThinking('1 <', { isOver: false })).toEqual({ text: '1 ', reasoning: '' })
    expect(splitThinking('1 <', { isOver: true })).toEqual({ text: '1 <', reasoning: '' })
    expect(splitThinking('<|channel|>ana', { isOver: false })).toEqual({ text: '', reasoning: '' })
  })

  it('keeps every word of a text without tags', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }).filter(text => !/<\|channel|<think>|<\/think>/.test(text)), (text) => {
      expect(splitThinking(text, { isOver: true })).toEqual({ text, reasoning: '' })
    }))
  })
})

describe('an answer that does not end well', () => {
  it('is partial when neither an end nor a finish reason arrives, and keeps what did', () => {
    const reader = read(events(...texts('Once upon', ' a ti')))
    expect(reader.state).toBe('open')
    expect(reader.answer()).toEqual({ text: 'Once upon a ti', reasoning: '', usage: null, finishReason: null, isWhole: false })
  })

  it.each([
    ['an error object', { error: { message: 'engine fell over', type: 'server_error' } }, 'engine fell over'],
    ['a flat error', { object: 'error', message: 'engine fell over', code: 500 }, 'engine fell over'],
    ['a detail', { detail: 'engine fell over' }, 'engine fell over'],
    [
      'an error beside a choice',
      { error: { message: 'engine fell over' }, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] },
      'engine fell over',
    ],
  ])('fails with %s in the stream, and keeps what came before', (_name, error, said) => {
    const reader = read(events(...texts('Once upon'), error, ...texts(' a time'), '[DONE]'), 11)
    expect(reader.state).toBe('failed')
    expect(reader.failure).toContain(said)
    expect(reader.answer()).toMatchObject({ text: 'Once upon', isWhole: false })
  })

  it('is not an answer without choices', () => {
    for (const body of [
      '',
      '<html>busy</html>',
      '{"detail":"Unsupported category"}',
      '{"choices":[]}',
      'null',
      '[1]',
      events({ choices: [], usage }),
    ])
      expect(read(body).hasAnswer).toBe(false)
  })

  it('may be empty and complete', () => {
    expect(read(whole({ content: null })).answer()).toEqual({ ...plain, text: '' })
  })
})

it('a stored answer is read like a streamed one', async () => {
  const path = join(await makeFolder(), 'answer.part')
  const body = events(...texts('<think>Hm.', '</think>Once upon'))
  await writeFile(path, body)
  expect(await decodeChat(path)).toEqual(read(body).answer())
})

it('handles any bytes, and gives the same answer however they are split', () => {
  const value = fc.jsonValue({ maxDepth: 2 })
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('<think>', '</think>', '<thi', '<|channel|>', '<|message|>', 'analysis', 'final', '<|end|>', 'Hello'),
  )
  const choice = fc.record({
    index: fc.oneof(fc.constant(0), value),
    delta: fc.oneof(fc.record({
      content: fc.oneof(word, value),
      reasoning_content: fc.oneof(fc.constant(null), word),
      reasoning: value,
    }, { requiredKeys: [] }), value),
    message: value,
    finish_reason: fc.oneof(fc.constant(null), fc.constant('stop'), value),
  }, { requiredKeys: [] })
  const chunk = fc.record({
    choices: fc.oneof(fc.array(choice, { maxLength: 2 }), value),
    usage: fc.oneof(fc.record({ prompt_tokens: value, completion_tokens: fc.nat() }), value),
    error: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, value),
  }, { requiredKeys: [] })
  const line = fc.oneof(
    { weight: 4, arbitrary: chunk.map(each => events(each)) },
    fc.constantFrom('data: [DONE]\n\n', ': hush\r\n\r\n', 'event: error\n'),
    value.map(odd => events(odd)),
    fc.string(),
  )
  const body = fc.oneof(
    { weight: 4, arbitrary: fc.array(line, { maxLength: 12 }).map(lines => lines.join('')) },
    chunk.map(each => JSON.stringify(each)),
    value.map(odd => JSON.stringify(odd)),
  )
  const someCuts = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 })
  fc.assert(fc.property(body, fc.uint8Array({ maxLength: 20 }), someCuts, (text, noise, cuts) => {
    const bytes = Buffer.concat([Buffer.from(text), noise])
    const reader = createChatReader()
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const cut = cuts[turn % cuts.length] ?? 1
      reader.feed(bytes.subarray(at, at + cut))
      expect(reader.answer()).toBeTypeOf('object')
      at += cut
    }
    reader.end()
    const atOnce = read(bytes)
    expect(reader.answer()).toEqual(atOnce.answer())
    expect([reader.state, reader.failure, reader.hasAnswer]).toEqual([atOnce.state, atOnce.failure, atOnce.hasAnswer])
    expect(reader.failure === null).toBe(reader.state !== 'failed')
  }), { numRuns: 2000 })
})
