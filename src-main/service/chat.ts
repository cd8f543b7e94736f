/**
 * Chat answers, whole or streamed, in every known dialect. One reader for both: the format is detected from the bytes, not from
 * the content type, so a server that ignores `stream` or streams unasked is read correctly.
 */
import type { Usage } from '#contract/conversations.ts'
import { createReadStream } from 'node:fs'
import { createParser } from 'eventsource-parser'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { splitThinking } from './thinking.ts'

export interface ChatSoFar { readonly text: string, readonly reasoning: string }

export interface ChatAnswer extends ChatSoFar {
  readonly usage: Usage | null
  /** The service's own word; null when it gave no reason. */
  readonly finishReason: string | null
  /** False for a cut answer, which is returned as far as it arrived. */
  readonly isWhole: boolean
}

export interface ChatReader {
  /** Takes the next bytes of the body, split anywhere. Never throws. */
  feed: (bytes: Uint8Array) => void
  /** Call after the last bytes. */
  end: () => void
  /** `ending`: the text is complete, token usage may follow; `ended`: nothing follows; `failed`: see `failure` and `trouble`. */
  readonly state: 'open' | 'ending' | 'ended' | 'failed'
  /** How often text came after a mark that it was complete: some services set one in each piece. */
  readonly resumed: number
  /** The content of an error event, as the text of an error body. */
  readonly failure: string | null
  /** Why the answer could not be read on, in our words. */
  readonly trouble: string | null
  /** True once any part of a chat answer was seen, even without text. */
  readonly hasAnswer: boolean
  /** The answer so far; computed on each call. */
  answer: () => ChatAnswer
}

// An event is a few words long; the receiver bounds the body of a whole answer.
const longestEvent = 16 * 2 ** 20

export function createChatReader(): ChatReader {
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: event => take(event.event ?? '', event.data), onError, maxBufferSize: longestEvent })
  let form: 'unknown' | 'events' | 'body' = 'unknown'
  let waiting = ''
  let state: ChatReader['state'] = 'open'
  let resumed = 0
  let failure: string | null = null
  let trouble: string | null = null
  let hasAnswer = false
  let isOver = false
  let content = ''
  let reasoning = ''
  let usage: Usage | null = null
  let finishReason: string | null = null

  function onError(error: { type: string }): void {
    if (error.type === 'max-buffer-size-exceeded')
      breakOff('The stream held an event that is too long')
  }

  function breakOff(why: string): void {
    state = 'failed'
    isOver = true
    trouble = why
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
      readEvent(event)
    else
      fail(error)
  }

  function readEvent(event: object): void {
    const choice = firstChoice(event)
    const delta = memberOf(choice, 'delta') ?? memberOf(choice, 'message')
    hasAnswer ||= choice !== undefined
    const said = textOf(memberOf(delta, 'content')) || textOf(memberOf(delta, 'refusal')) || textOf(memberOf(choice, 'text'))
    const thought = textOf(memberOf(delta, 'reasoning_content')) || textOf(memberOf(delta, 'reasoning'))
    content += said
    reasoning += thought
    if (state === 'ending' && said + thought !== '') {
      state = 'open'
      resumed += 1
    }
    usage = usageOf(memberOf(event, 'usage')) ?? usageOf(memberOf(choice, 'usage')) ?? usage
    const mark = firstText(choice, 'finish_reason')?.slice(0, 100) ?? null
    finishReason = mark ?? finishReason
    if (mark !== null)
      state = 'ending'
  }

  function read(text: string): void {
    if (form === 'events')
      return parser.feed(text)
    // White space before the answer is dropped: some services send it for minutes as a keep-alive.
    waiting += form === 'unknown' ? text.trimStart() : text
    if (form !== 'unknown' || waiting === '')
      return
    form = waiting.startsWith('{') ? 'body' : 'events'
    if (form === 'events')
      parser.feed(waiting)
  }

  function readBody(): void {
    const body = parseJson(waiting)
    // A gateway may wrap the answer in an envelope.
    const holder = [body, memberOf(body, 'data'), memberOf(body, 'result')].find(each => firstChoice(each) !== undefined)
    if (!isObject(holder))
      return
    readEvent(holder)
    state = 'ended'
  }

  const guarded = (work: () => void): void => {
    if (state === 'ended' || state === 'failed')
      return
    try {
      work()
    }
    catch (error) {
      breakOff(error instanceof Error ? error.message : String(error))
    }
  }

  return {
    feed: bytes => guarded(() => read(decoder.decode(bytes, { stream: true }))),
    end() {
      guarded(() => {
        read(decoder.decode())
        // Completes an event whose final empty line is missing; a partial event is not JSON and is ignored.
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
    get resumed() {
      return resumed
    },
    get failure() {
      return failure
    },
    get trouble() {
      return trouble
    },
    get hasAnswer() {
      return hasAnswer
    },
    answer() {
      // When the service separates the reasoning, tags in the content are ordinary text.
      const said = reasoning === '' ? splitThinking(content, { isOver }) : { text: content, reasoning }
      return { ...said, usage, finishReason, isWhole: state === 'ended' || state === 'ending' }
    },
  }
}

/** Reads a complete or cut answer from a file. Rejects with the system's error when the file is missing. */
export async function decodeChat(partPath: string): Promise<ChatAnswer> {
  const reader = createChatReader()
  for await (const bytes of createReadStream(partPath)) {
    // Without an encoding the stream yields buffers; its type does not say so.
    if (bytes instanceof Uint8Array)
      reader.feed(bytes)
  }
  reader.end()
  return reader.answer()
}

/** An error inside a stream, as the text of an error body; some servers send it with an empty choice. */
function errorIn(event: object, eventName: string): string | null {
  const error = memberOf(event, 'error')
  if (isObject(error) || (typeof error === 'string' && error !== ''))
    return JSON.stringify({ error })
  if (firstChoice(event) !== undefined)
    return null
  const isError = eventName === 'error'
    || memberOf(event, 'object') === 'error'
    || memberOf(event, 'type') === 'error'
    || memberOf(event, 'detail') !== undefined
  return isError ? JSON.stringify({ object: 'error', ...event }) : null
}

function firstChoice(event: unknown): object | undefined {
  const choices = memberOf(event, 'choices')
  if (!Array.isArray(choices))
    return undefined
  return choices.filter(isObject).find(({ index }) => index === 0 || index === undefined || index === null)
}

/** A text, or the joined texts of a list of parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string')
    return value
  return Array.isArray(value) ? value.map((part: unknown) => textOf(memberOf(part, 'text'))).join('') : ''
}

function usageOf(value: unknown): Usage | null {
  const [promptTokens, completionTokens] = [
    countOf(value, 'prompt_tokens', 'input_tokens'),
    countOf(value, 'completion_tokens', 'output_tokens'),
  ]
  const reasoningTokens = countOf(value, 'reasoning_tokens') ?? countOf(memberOf(value, 'completion_tokens_details'), 'reasoning_tokens')
  return promptTokens === null && completionTokens === null ? null : { promptTokens, completionTokens, reasoningTokens }
}

function countOf(value: unknown, ...names: readonly string[]): number | null {
  const count = firstNumber(value, ...names)
  return count !== null && Number.isSafeInteger(count) && count >= 0 ? count : null
}
