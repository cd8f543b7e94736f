/** Chat: whole and streamed, in the format that every chat client knows. */
import { describe, expect, it } from 'vitest'
import { askPractice, chatPath, detailOf, eventsIn, still } from './asking.ts'

const messages = [{ role: 'user', content: 'Write six lines between Ana and Bo about a lighthouse.' }]

interface Completion {
  readonly choices: readonly {
    readonly message: { readonly content: string, readonly reasoning_content?: string }
    readonly finish_reason: string
  }[]
  readonly usage: { readonly prompt_tokens: number, readonly completion_tokens: number, readonly total_tokens: number }
}

interface Chunk {
  readonly id: string
  readonly object: string
  readonly choices: readonly {
    readonly delta: { readonly role?: string, readonly content?: string, readonly reasoning_content?: string }
    readonly finish_reason: string | null
  }[]
  readonly usage?: Completion['usage']
}

async function complete(body: object): Promise<Completion> {
  const { json } = await askPractice()
  return await (await json(chatPath, { model: 'gpt-oss-120b', messages, ...body })).json() as Completion
}

const textOf = (completion: Completion) => completion.choices[0]?.message.content ?? ''

describe('a completion', () => {
  it('is a scene of the requested length between the requested people, with a disclaimer', async () => {
    const completion = await complete({})
    expect(completion).toMatchObject({
      object: 'chat.completion',
      model: 'gpt-oss-120b',
      id: expect.stringMatching(/^chatcmpl-/) as string,
    })
    const lines = textOf(completion).split('\n\n')
    expect(lines[0]).toMatch(/^NARRATOR: .*practice service/)
    expect(lines).toHaveLength(7)
    expect(lines.every(line => /^[A-Z]+: \S/.test(line))).toBe(true)
    expect(new Set(lines.slice(1).map(line => line.split(':')[0]))).toEqual(new Set(['ANA', 'BO']))
    expect(textOf(completion)).toContain('a lighthouse')
    expect(completion.choices[0]?.finish_reason).toBe('stop')
    expect(completion.usage.total_tokens).toBe(completion.usage.prompt_tokens + completion.usage.completion_tokens)
  })

  it('answers in Chinese when asked in Chinese', async () => {
    const completion = await complete({ messages: [{ role: 'user', content: '写四句关于灯塔的对话' }] })
    expect(textOf(completion).split('\n\n')).toHaveLength(5)
    expect(textOf(completion)).toContain('练习服务')
    expect(textOf(completion)).toContain('讲的是灯塔')
  })

  it('writes image prompts or JSON on request', async () => {
    expect(textOf(
      await complete({ messages: [{ role: 'user', content: 'Give me image prompts about a storm' }] }),
    )).toMatch(/^1\. .*a storm/m)
    const json: unknown = JSON.parse(textOf(await complete({ response_format: { type: 'json_object' } })))
    expect(json).toMatchObject({
      practice: true,
      lines: expect.arrayContaining([{ speaker: 'ANA', text: expect.any(String) as string }]) as unknown[],
    })
  })

  it('stops at max_tokens and at stop words', async () => {
    const short = await complete({ max_tokens: 5 })
    expect([short.choices[0]?.finish_reason, short.usage.completion_tokens]).toEqual(['length', 5])
    expect(textOf(await complete({ stop: ['ANA'] }))).not.toContain('ANA')
  })

  it('gives its reasoning separately, inline, or not at all, as requested', async () => {
    const apart = await complete({ separate_reasoning: true })
    expect(apart.choices[0]?.message.reasoning_content).toContain('no model behind')
    expect(textOf(apart)).not.toContain('<think>')
    expect(textOf(await complete({ separate_reasoning: false }))).toMatch(/^<think>\n[\s\S]+\n<\/think>\n\nNARRATOR: /)
    for (const silent of [
      {},
      { reasoning_effort: 'none' },
      { separate_reasoning: true, chat_template_kwargs: { thinking: false } },
      { separate_reasoning: true, chat_template_kwargs: { enable_thinking: false } },
    ]) {
      const completion = await complete(silent)
      expect(completion.choices[0]?.message).not.toHaveProperty('reasoning_content')
      expect(textOf(completion)).not.toContain('<think>')
    }
  })

  it('accepts images for vision models, and says that it cannot see them', async () => {
    const { json } = await askPractice()
    const url = `data:image/png;base64,${Buffer.from(await (await still()).arrayBuffer()).toString('base64')}`
    const parts = [{ role: 'user', content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
      { type: 'video_url', video_url: { url: 'https://example.org/v.mp4' } },
    ] }]
    const seen = await (await json(chatPath, { model: 'qwen3-vl-30b-instruct', messages: parts })).json() as Completion
    expect(textOf(seen)).toMatch(/a picture as png of \d+ bytes.*It cannot see.*a video by its address/)
    const blind = await json(chatPath, { model: 'gpt-oss-120b', messages: parts })
    expect([blind.status, await detailOf(blind)]).toEqual([400, 'messages.0.content.1: This model does not accept image_url parts'])
  })
})

describe('a stream', () => {
  const stream = async (body: object) => {
    const { json } = await askPractice()
    const response = await json(chatPath, { model: 'gpt-oss-120b', messages, stream: true, ...body })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const said = await response.text()
    return { said, chunks: eventsIn(said) as Chunk[] }
  }
  const joined = (
    chunks: readonly Chunk[],
    name: 'content' | 'reasoning_content',
  ) => chunks.map(chunk => chunk.choices[0]?.delta[name] ?? '').join('')

  it('is role, chunks, finish, [DONE], and joins to the exact text of the whole completion', async () => {
    const { said, chunks } = await stream({ stream_options: { include_usage: false } })
    expect(said.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
    expect(new Set(chunks.map(chunk => chunk.id)).size).toBe(1)
    expect(chunks.every(chunk => chunk.object === 'chat.completion.chunk' && chunk.usage === undefined)).toBe(true)
    expect(joined(chunks, 'content')).toBe(textOf(await complete({})))
  })

  it('ends with the usage in a chunk without choices, unless it is told not to', async () => {
    const { chunks } = await stream({ stream_options: { include_usage: true } })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) as number } })
  })

  it('sends the reasoning before the content', async () => {
    const { chunks } = await stream({ separate_reasoning: true })
    const kinds = chunks.flatMap(({ choices: [choice] }) => choice?.delta.reasoning_content
      ? ['thought']
      : choice?.delta.content ? ['word'] : [])
    expect(kinds.lastIndexOf('thought')).toBeLessThan(kinds.indexOf('word'))
    expect(joined(chunks, 'reasoning_content')).toContain('no model behind')
  })
})
