/**
 * Chat answers: whole or streamed, in every dialect seen. One reader for both: what the bytes look like counts, not what the
 * service calls them, so a server that ignores `stream`, or streams unasked, is read all the same.
 */
import type { Usage } from '#contract/conversations.ts'
import { createReadStream } from 'node:fs'
import { createParser } from 'eventsource-parser'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { splitThinking } from './thinking.ts'

export interface ChatSoFar { readonly text: string, readonly reasoning: string }

export interface ChatAnswer extends ChatSoFar {
  readonly usage: Usage | null
  /** The service's own word; null where it did not say why it ended. */
  readonly finishReason: string | null
  /** False for an answer that was cut: what came is here. */
  readonly isWhole: boolean
}

export interface ChatReader {
  /** Takes the next bytes of the body, cut anywhere. Never throws. */
  feed: (bytes: Uint8Array) => void
  /** No more bytes will come. */
  end: () => void
  /** `ending`: the answer is finished, its use of tokens may still come; `ended`: nothing more will; `failed`: see `failure`. */
  readonly state: 'open' | 'ending' | 'ended' | 'failed'
  /** What an error event said, as the text of an error body. */
  readonly failure: string | null
  /** True once anything of a chat answer was seen, be it without words. */
  readonly hasAnswer: boolean
  /** What was said so far; worked out when asked. */
  answer: () => ChatAnswer
}

// An event is a few words; the whole body of a plain answer is bounded by whoever receives it.
const longestEvent = 16 * 2 ** 20

export function createChatReader(): ChatReader {
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: event => take(event.event ?? '', event.data), onError, maxBufferSize: longestEvent })
  let form: 'unknown' | 'events' | 'body' = 'unknown'
  let waiting = ''
  let state: ChatReader['state'] = 'open'
  let failure: string | null = null
  let hasAnswer = false
  let isOver = false
  let content = ''
  let reasoning = ''
  let usage: Usage | null = null
  let finishReason: string | null = null

  function onError(error: { type: string }): void {
    if (error.type === 'max-buffer-size-exceeded')
      fail(JSON.stringify({ error: 'The stream held an event that is too long' }))
  }

  function fail(said: string): void {
    state = 'failed'
    isOver = true
    failure = said
  }

  function take(eventName: string, data: string): void {
    if (state === 'ended' || state === 'failed')
      return
    if (data.trim() === '[DONE]') {
      state = 'ended'
      isOver = true
      return
    }
    const event = parseJson(data)
    if (!isObject(event))
      return
    const error = errorIn(event, eventName)
    if (error === null)
      hear(event)
    else
      fail(error)
  }

  function hear(event: object): void {
    const choice = firstChoice(event)
    const delta = memberOf(choice, 'delta') ?? memberOf(choice, 'message')
    hasAnswer ||= choice !== undefined
    content += textOf(memberOf(delta, 'content')) || textOf(memberOf(delta, 'refusal')) || textOf(memberOf(choice, 'text'))
    reasoning += textOf(memberOf(delta, 'reasoning_content')) || textOf(memberOf(delta, 'reasoning'))
    usage = usageOf(memberOf(event, 'usage')) ?? usageOf(memberOf(choice, 'usage')) ?? usage
    finishReason = firstText(choice, 'finish_reason')?.slice(0, 100) ?? finishReason
    if (finishReason !== null)
      state = 'ending'
  }

  function read(text: string): void {
    if (form === 'events')
      return parser.feed(text)
    // Space before the answer is not kept: some services send it for minutes, to keep the line alive.
    waiting += form === 'unknown' ? text.trimStart() : text
    if (form !== 'unknown' || waiting === '')
      return
    form = waiting.startsWith('{') ? 'body' : 'events'
    if (form === 'events')
      parser.feed(waiting)
  }

  function readBody(): void {
    const body = parseJson(waiting)
    // A gateway may put the answer inside an envelope.
    const holder = [body, memberOf(body, 'data'), memberOf(body, 'result')].find(each => firstChoice(each) !== undefined)
    if (!isObject(holder))
      return
    hear(holder)
    state = 'ended'
  }

  const guarded = (work: () => void): void => {
    if (state === 'ended' || state === 'failed')
      return
    try {
      work()
    }
    catch (error) {
      fail(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
    }
  }

  return {
    feed: bytes => guarded(() => read(decoder.decode(bytes, { stream: true }))),
    end() {
      guarded(() => {
        read(decoder.decode())
        // Ends an event whose empty line never came; half of one is no JSON and so says nothing.
        if (form === 'events')
          parser.feed('\n\n')
        else
          readBody()
        if (state === 'ending')
          state = 'ended'
      })
      isOver = true
    },
    get state() {
      return state
    },
    get failure() {
      return failure
    },
    get hasAnswer() {
      return hasAnswer
    },
    answer() {
      // A service that keeps the thinking apart does not mean the tags that it writes.
      const said = reasoning === '' ? splitThinking(content, { isOver }) : { text: content, reasoning }
      return { ...said, usage, finishReason, isWhole: state === 'ended' || state === 'ending' }
    },
  }
}

/** Reads an answer, or the part of one, that lies on the disk. Rejects with the system's error for a file that is not there. */
export async function decodeChat(partPath: string): Promise<ChatAnswer> {
  const reader = createChatReader()
  // A file's stream without an encoding gives bytes.
  for await (const bytes of createReadStream(partPath) as AsyncIterable<Uint8Array>)
    reader.feed(bytes)
  reader.end()
  return reader.answer()
}

/** An error that stands in a stream, as the text of an error body; some come with an empty choice. */
function errorIn(event: object, eventName: string): string | null {
  const error = memberOf(event, 'error')
  if (isObject(error) || (typeof error === 'string' && error !== ''))
    return JSON.stringify({ error })
  if (firstChoice(event) !== undefined)
    return null
  const isError = eventName === 'error' || memberOf(event, 'object') === 'error' || memberOf(event, 'type') === 'error' || memberOf(event, 'detail') !== undefined
  return isError ? JSON.stringify({ object: 'error', ...event }) : null
}

function firstChoice(event: unknown): object | undefined {
  const choices = memberOf(event, 'choices')
  return Array.isArray(choices) ? choices.filter(isObject).find(choice => [0, undefined, null].includes(choice.index as number | undefined | null)) : undefined
}

/** A text, or the texts among parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string')
    return value
  return Array.isArray(value) ? value.map((part: unknown) => textOf(memberOf(part, 'text'))).join('') : ''
}

function usageOf(value: unknown): Usage | null {
  const [promptTokens, completionTokens] = [countOf(value, 'prompt_tokens', 'input_tokens'), countOf(value, 'completion_tokens', 'output_tokens')]
  const reasoningTokens = countOf(value, 'reasoning_tokens') ?? countOf(memberOf(value, 'completion_tokens_details'), 'reasoning_tokens')
  return promptTokens === null && completionTokens === null ? null : { promptTokens, completionTokens, reasoningTokens }
}

function countOf(value: unknown, ...names: readonly string[]): number | null {
  const count = firstNumber(value, ...names)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null
}
