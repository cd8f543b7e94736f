/** The chat endpoint of the practice service, used by the unmodified `openai` package. */
import OpenAI, { APIError, AuthenticationError, BadRequestError, RateLimitError } from 'openai'
import { describe, expect, it } from 'vitest'
import { askPractice } from './asking.ts'

const messages = [{ role: 'user', content: 'Write four lines between Ana and Bo about a lighthouse.' }] as const
const model = 'gpt-oss-120b'

async function open(options: { apiKey?: string, maxRetries?: number } = {}) {
  const { practice } = await askPractice()
  return { practice, openai: new OpenAI({ baseURL: `${practice.url}/api/v1`, apiKey: practice.key, maxRetries: 0, ...options }) }
}

const rejection = (promise: PromiseLike<unknown>): Promise<unknown> => Promise.resolve(promise).then(() => null, (error: unknown) => error)

describe('the openai client', () => {
  it('gets a whole answer with its token usage', async () => {
    const { practice, openai } = await open()
    const completion = await openai.chat.completions.create({ model, messages: [{ role: 'system', content: 'Be brief.' }, ...messages] })
    expect(completion.object).toBe('chat.completion')
    expect(completion.choices[0]?.message).toMatchObject({ role: 'assistant', content: expect.stringContaining('a lighthouse') as string })
    expect(completion.choices[0]?.finish_reason).toBe('stop')
    expect(completion.usage?.total_tokens).toBe(completion.usage!.prompt_tokens + completion.usage!.completion_tokens)
    expect(practice.ledger()).toHaveLength(1)
  })

  it('gets the same answer streamed, with its token usage at the end on request', async () => {
    const { openai } = await open()
    const whole = await openai.chat.completions.create({ model, messages: [...messages], seed: 7 })
    const chunks = []
    for await (const chunk of await openai.chat.completions.create({
      model,
      messages: [...messages],
      seed: 7,
      stream: true,
      stream_options: { include_usage: true },
    }))
      chunks.push(chunk)
    expect(chunks.length).toBeGreaterThan(5)
    expect(new Set(chunks.map(chunk => chunk.id)).size).toBe(1)
    expect(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')).toBe(whole.choices[0]?.message.content)
    expect(chunks.map(chunk => chunk.choices[0]?.finish_reason).filter(Boolean)).toEqual(['stop'])
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: whole.usage?.completion_tokens } })
    expect(chunks.slice(0, -1).every(chunk => !chunk.usage)).toBe(true)
  })

  it('assembles a stream with its own helper', async () => {
    const { openai } = await open()
    const stream = openai.chat.completions.stream({ model, messages: [...messages], stream_options: { include_usage: true } })
    let heard = ''
    stream.on('content', delta => heard += delta)
    const completion = await stream.finalChatCompletion()
    expect(completion.choices[0]?.message.content).toBe(heard)
    expect(await stream.totalUsage()).toMatchObject({ completion_tokens: completion.usage?.completion_tokens })
  })

  it('can abort in the middle', async () => {
    const { openai } = await open()
    const stream = await openai.chat.completions.create({ model, messages: [...messages], stream: true })
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content)
        stream.controller.abort()
    }
    expect(stream.controller.signal.aborted).toBe(true)
  })

  it('sends images to a vision model', async () => {
    const { openai } = await open()
    const completion = await openai.chat.completions.create({
      model: 'qwen3-vl-30b-instruct',
      messages: [{
        role: 'user',
        content: [{ type: 'text', text: 'What is it?' }, { type: 'image_url', image_url: { url: 'https://example.com/still.png' } }],
      }],
    })
    expect(completion.choices[0]?.message.content).toContain('a picture by its address')
  })

  it('maps refusals to its own errors', async () => {
    const { practice, openai } = await open()
    expect(await rejection(openai.chat.completions.create({ model, messages: [] }))).toBeInstanceOf(BadRequestError)
    expect(
      await rejection(openai.chat.completions.create({ model, messages: [...messages], temperature: 3 })),
    ).toBeInstanceOf(BadRequestError)
    expect(
      await rejection(new OpenAI({ baseURL: openai.baseURL, apiKey: 'wrong', maxRetries: 0 }).chat.completions.create({
        model,
        messages: [...messages],
      })),
    ).toBeInstanceOf(AuthenticationError)
    practice.faults.set({ do: 'refuse', status: 429, retryAfter: 1, times: 1 })
    expect(await rejection(openai.chat.completions.create({ model, messages: [...messages] }))).toBeInstanceOf(RateLimitError)
    practice.faults.set({ do: 'refuse', status: 500, shape: 'error-object', message: 'It fell over', times: 1 })
    const error = await rejection(openai.chat.completions.create({ model, messages: [...messages] }))
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status: 500, message: expect.stringContaining('It fell over') as string })
  })

  it('lists the models', async () => {
    const { openai } = await open()
    const ids = []
    for await (const each of openai.models.list())
      ids.push(each.id)
    expect(ids).toContain(model)
  })
})
