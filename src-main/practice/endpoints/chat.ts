/** POST /api/v1/chat/completions: the common chat shape, whole or streamed, as sglang speaks it. */
import type { Answer } from '../answers/answer.ts'
import type { Message } from '../request/messages.ts'
import type { Accepted, Order, Workshop } from '../workshop.ts'
import { dataEvent, eventStreamAnswer, jsonAnswer } from '../answers/answer.ts'
import { fileKind } from '../request/file-kinds.ts'
import { flagOf, insideOf, numberOf, textOf } from '../request/validate.ts'
import { asScript, wantsPictures, writePicturePrompts, writeScene } from '../scene.ts'
import { wait } from '../waiting.ts'
import { accept } from '../workshop.ts'

/** A finished reply, in the pieces it is streamed in; a piece counts as a token. */
interface Reply {
  readonly reasoning: readonly string[]
  readonly content: readonly string[]
  readonly finishReason: 'stop' | 'length'
}

export async function chat(workshop: Workshop, order: Order): Promise<Answer> {
  const work = accept(workshop, order)
  const messages = messagesOf(order)
  const reply = writeReply(order, messages, work)
  const head = { id: `chatcmpl-${work.id.replaceAll('-', '')}`, created: Math.floor(work.acceptedAt / 1000), model: order.model }
  const usage = usageOf(messages, reply)
  if (flagOf(order.checked, 'stream'))
    return eventStreamAnswer(streamed(workshop, order, head, reply, usage))
  const message = {
    role: 'assistant',
    content: reply.content.join(''),
    ...(reply.reasoning.length > 0 ? { reasoning_content: reply.reasoning.join('') } : {}),
  }
  return jsonAnswer({ ...head, object: 'chat.completion', choices: [{ index: 0, message, logprobs: null, finish_reason: reply.finishReason, matched_stop: null }], usage })
}

async function* streamed({ pace, signal }: Workshop, { checked }: Order, head: object, reply: Reply, usage: object): AsyncIterable<string> {
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
  if (insideOfRaw(checked.values.get('stream_options'), 'include_usage') === true)
    yield chunk([], { usage })
  yield 'data: [DONE]\n\n'
}

function writeReply(order: Order, messages: readonly Message[], { dice }: Accepted): Reply {
  const { checked } = order
  const prompt = messages.findLast(message => message.role === 'user')?.text ?? ''
  const thinking = thoughtsOf(order, prompt)
  const text = cutAtStop(contentFor(order, messages, prompt, dice), checked.values.get('stop'))
  const isSeparate = flagOf(checked, 'separate_reasoning')
  const content = piecesOf(thinking !== '' && !isSeparate ? `<think>\n${thinking}\n</think>\n\n${text}` : text)
  const reasoning = isSeparate ? piecesOf(thinking) : []
  const most = numberOf(checked, 'max_tokens') ?? Number.POSITIVE_INFINITY
  return {
    reasoning: reasoning.slice(0, most),
    content: content.slice(0, Math.max(0, most - reasoning.length)),
    finishReason: reasoning.length + content.length > most ? 'length' : 'stop',
  }
}

function contentFor({ checked }: Order, messages: readonly Message[], prompt: string, dice: string): string {
  const scene = writeScene(prompt, dice)
  const format = insideOfRaw(checked.values.get('response_format'), 'type')
  if (format === 'json_object' || format === 'json_schema')
    return JSON.stringify({ practice: true, lines: scene })
  const media = messages.flatMap(message => message.media)
  const seen = media.length > 0 ? `${media.map(describeMedia).join(' ')}\n\n` : ''
  return seen + (wantsPictures(prompt) ? writePicturePrompts(prompt) : asScript(scene))
}

/** It has no eyes, and says so. */
function describeMedia({ type, url }: Message['media'][number]): string {
  const inline = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1]
  const bytes = Buffer.from(inline ?? '', 'base64')
  const what = type === 'video_url' ? 'a video' : 'a picture'
  const how = inline === undefined ? 'by its address' : `as ${fileKind(bytes) ?? 'a file of unknown kind'} of ${bytes.length} bytes`
  return `(The practice service was given ${what} ${how}. It cannot see.)`
}

/** Thinks aloud only when the request speaks of thinking and does not switch it off. */
function thoughtsOf({ checked }: Order, prompt: string): string {
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

/** A word with the space before it, or a part of a long one; together again they are the text. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,8}|\s+$/g) ?? []
}

function usageOf(messages: readonly Message[], reply: Reply): object {
  const promptTokens = messages.reduce((sum, message) => sum + piecesOf(message.text).length + 4, 0)
  const completionTokens = reply.reasoning.length + reply.content.length
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    reasoning_tokens: reply.reasoning.length,
  }
}

function messagesOf({ checked }: Order): readonly Message[] {
  // The rule of type `messages` has turned them into this.
  return (checked.values.get('messages') ?? []) as readonly Message[]
}

function insideOfRaw(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
