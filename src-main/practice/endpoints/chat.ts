/** POST /api/v1/chat/completions: the OpenAI chat format, whole or streamed, as sglang sends it. */
import type { Answer } from '../answers/answer.ts'
import type { Accepted, PracticeContext, WorkRequest } from '../context.ts'
import type { Message } from '../request/messages.ts'
import { dataEvent, eventStreamAnswer, jsonAnswer } from '../answers/answer.ts'
import { accept } from '../context.ts'
import { fileKind } from '../request/file-kinds.ts'
import { flagOf, insideOf, numberOf, textOf } from '../request/validate.ts'
import { asScript, wantsPictures, writePicturePrompts, writeScene, writeStoryboard } from '../scene.ts'
import { wait } from '../waiting.ts'
import { writeWordings } from '../wordings.ts'

/** A finished reply, split into the chunks in which it is streamed; a chunk counts as one token. */
interface Reply {
  readonly reasoning: readonly string[]
  readonly content: readonly string[]
  readonly finishReason: 'stop' | 'length'
}

export async function chat(context: PracticeContext, request: WorkRequest): Promise<Answer> {
  const work = accept(context, request)
  const messages = messagesOf(request)
  const reply = writeReply(request, messages, work)
  const head = { id: `chatcmpl-${work.id.replaceAll('-', '')}`, created: Math.floor(work.acceptedAt / 1000), model: request.model }
  const usage = usageOf(messages, reply)
  if (flagOf(request.checked, 'stream'))
    return eventStreamAnswer(streamed(context, request, head, reply, usage))
  const message = {
    role: 'assistant',
    content: reply.content.join(''),
    ...(reply.reasoning.length > 0 ? { reasoning_content: reply.reasoning.join('') } : {}),
  }
  return jsonAnswer({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: reply.finishReason, matched_stop: null }],
    usage,
  })
}

async function* streamed(
  { pace, signal }: PracticeContext,
  { checked }: WorkRequest,
  head: object,
  reply: Reply,
  usage: object,
): AsyncIterable<string> {
  const chunk = (choices: readonly object[], more: object = {}) => dataEvent({ ...head, object: 'chat.completion.chunk', choices, ...more })
  const delta = (value: object, finishReason: string | null = null) => chunk([{ index: 0, delta: value, finish_reason: finishReason }])
  yield delta({ role: 'assistant', content: '' })
  for (const piece of reply.reasoning) {
    yield delta({ reasoning_content: piece })
    await wait(pace * 20, signal)
  }
  for (const piece of reply.content) {
    yield delta({ content: piece })
    await wait(pace * 30, signal)
  }
  yield delta({}, reply.finishReason)
  if (insideOfRaw(checked.values.get('stream_options'), 'include_usage') !== false)
    yield chunk([], { usage })
  yield 'data: [DONE]\n\n'
}

function writeReply(request: WorkRequest, messages: readonly Message[], { seed }: Accepted): Reply {
  const { checked } = request
  const prompt = messages.findLast(message => message.role === 'user')?.text ?? ''
  const thinking = reasoningOf(request, prompt)
  const text = cutAtStop(contentFor(request, messages, prompt, seed), checked.values.get('stop'))
  const isSeparate = flagOf(checked, 'separate_reasoning')
  const content = chunksOf(thinking !== '' && !isSeparate ? `<think>\n${thinking}\n</think>\n\n${text}` : text)
  const reasoning = isSeparate ? chunksOf(thinking) : []
  const most = numberOf(checked, 'max_tokens') ?? Number.POSITIVE_INFINITY
  return {
    reasoning: reasoning.slice(0, most),
    content: content.slice(0, Math.max(0, most - reasoning.length)),
    finishReason: reasoning.length + content.length > most ? 'length' : 'stop',
  }
}

function contentFor({ checked }: WorkRequest, messages: readonly Message[], prompt: string, seed: string): string {
  const scene = writeScene(prompt, seed)
  const format = insideOfRaw(checked.values.get('response_format'), 'type')
  if (format === 'json_object' || format === 'json_schema')
    return JSON.stringify({ practice: true, lines: scene })
  const planned = writeStoryboard(prompt) ?? writeWordings(prompt)
  if (planned !== null)
    return planned
  const media = messages.flatMap(message => message.media)
  const seen = media.length > 0 ? `${media.map(describeMedia).join(' ')}\n\n` : ''
  return seen + (wantsPictures(prompt) ? writePicturePrompts(prompt) : asScript(scene))
}

/** Says what was attached, and that the practice service cannot see it. */
function describeMedia({ type, url }: Message['media'][number]): string {
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1]
  const bytes = Buffer.from(inline ?? '', 'base64')
  const what = type === 'video_url' ? 'a video' : 'a picture'
  const how = inline === undefined ? 'by its address' : `as ${fileKind(bytes) ?? 'a file of unknown kind'} of ${bytes.length} bytes`
  return `(The practice service was given ${what} ${how}. It cannot see.)`
}

/** Some reasoning text, but only when the request mentions reasoning and does not switch it off. */
function reasoningOf({ checked }: WorkRequest, prompt: string): string {
  const effort = textOf(checked, 'reasoning_effort')
  const switches = ['thinking', 'enable_thinking'].map(name => insideOf(checked, 'chat_template_kwargs', name))
  const isAsked = checked.values.has('separate_reasoning') || effort !== undefined || switches.includes(true)
  if (!isAsked || effort === 'none' || switches.includes(false))
    return ''
  return `Someone asks for ${prompt.slice(0, 60) || 'nothing in particular'}. There is no model behind the practice service, so I fill a scene with what the prompt names.`
}

function cutAtStop(text: string, stop: unknown): string {
  const stops = (Array.isArray(stop) ? stop : [stop]).filter((word): word is string => typeof word === 'string' && word !== '')
  const ends = stops.map(word => text.indexOf(word)).filter(at => at >= 0)
  return text.slice(0, Math.min(text.length, ...ends))
}

/** Splits a text into words with their leading space, long words into parts; joined, the chunks are the text again. */
function chunksOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,8}|\s+$/g) ?? []
}

function usageOf(messages: readonly Message[], reply: Reply): object {
  const promptTokens = messages.reduce((sum, message) => sum + chunksOf(message.text).length + 4, 0)
  const completionTokens = reply.reasoning.length + reply.content.length
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    reasoning_tokens: reply.reasoning.length,
  }
}

function messagesOf({ checked }: WorkRequest): readonly Message[] {
  // `checkMessages` has parsed the value of this parameter.
  return (checked.values.get('messages') ?? []) as readonly Message[]
}

function insideOfRaw(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
