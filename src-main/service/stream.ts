/**
 * Streamed speech: server-sent events in, sound out. One state machine reads every known dialect: the live service's
 * `metadata` / `audio_chunk` / `complete` / `done`, OpenAI's `speech.audio.*`, envelopes inside `data`, bare audio members.
 */
import type { PcmFormat } from '../base/wav.ts'
import type { SampleFormat } from './stream-audio.ts'
import { createParser } from 'eventsource-parser'
import { readWavHead, wavHeaderLength } from '../base/wav.ts'
import { soundOf } from './answer-format.ts'
import { firstText, isObject, memberOf, parseJson } from './json.ts'
import { asPcm16, audioOf, bytesPerSample, formatHintsOf, formatOfWav, isWav, usualFormat } from './stream-audio.ts'

export type SpeechChunk
  /** Whole frames of 16-bit samples. */
  = | { readonly is: 'pcm', readonly bytes: Uint8Array, readonly format: PcmFormat }
  /** A chunk of a compressed file, to be stored unchanged. */
    | { readonly is: 'file', readonly bytes: Uint8Array, readonly mime: string, readonly extension: string }

export interface SpeechStream {
  /** Takes the next bytes of the body, split anywhere, and returns the sound they complete. Never throws. */
  feed: (bytes: Uint8Array) => readonly SpeechChunk[]
  /** Takes a single event, such as a text frame of a WebSocket. */
  feedEvent: (data: string) => readonly SpeechChunk[]
  /** Takes raw sound, such as a binary frame of a WebSocket. */
  feedSound: (bytes: Uint8Array) => readonly SpeechChunk[]
  /** `ending`: all sound has arrived; `ended`: nothing more will; `failed`: the service reported an error, see `failure`. */
  readonly state: 'open' | 'ending' | 'ended' | 'failed'
  /** The content of an error event, as the text of an error body. */
  readonly failure: string | null
  /** True when the events have types and so declare their end: without that end the stream was cut. */
  readonly promisesAnEnd: boolean
}

// An event of 64 MB of text holds about 17 minutes of speech; no real event is longer.
const longestEvent = 64 * 2 ** 20

export function createSpeechStream(): SpeechStream {
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: event => take(event.event ?? '', event.data), onError, maxBufferSize: longestEvent })
  let state: SpeechStream['state'] = 'open'
  let failure: string | null = null
  let promisesAnEnd = false
  let hinted: Partial<SampleFormat> = {}
  let compressedHint = false
  let sound: SampleFormat | null = null
  let file: { mime: string, extension: string } | null = null
  let carried: Uint8Array = new Uint8Array()
  let chunks: SpeechChunk[] = []

  function onError(error: { type: string }): void {
    if (error.type === 'max-buffer-size-exceeded')
      fail('The stream held an event that is too long')
  }

  function fail(said: string): void {
    state = 'failed'
    failure = said
  }

  function take(eventName: string, data: string): void {
    if (state === 'ended' || state === 'failed')
      return
    if (data.trim() === '[DONE]') {
      state = 'ended'
      return
    }
    const event = parseJson(data)
    if (!isObject(event))
      return
    const type = (firstText(event, 'type') ?? firstText(memberOf(event, 'data'), 'type') ?? eventName).toLowerCase()
    promisesAnEnd ||= type !== ''
    const audio = audioOf(event, type)
    if (type.includes('error') || (!audio && (isFilled(memberOf(event, 'error')) || isFilled(memberOf(event, 'detail')))))
      return fail(data)
    readHints(event)
    if (audio)
      takeAudio(audio)
    const end = endOf(type, event)
    if (end !== null)
      state = end
  }

  function readHints(event: object): void {
    for (const holder of [event, memberOf(event, 'data'), memberOf(event, 'metadata'), memberOf(event, 'format')]) {
      const { compressed, ...hints } = formatHintsOf(holder)
      hinted = { ...hinted, ...hints }
      compressedHint ||= compressed
    }
  }

  function takeAudio(bytes: Uint8Array): void {
    if (!sound && !file) {
      const found = soundOf(bytes, { mayBeRaw: !compressedHint })
      file = found && found.extension !== 'wav' ? found : null
    }
    if (file) {
      chunks.push({ is: 'file', bytes, ...file })
      return
    }
    const head = isWav(bytes) ? readWavHead(bytes) : null
    sound ??= { ...usualFormat, ...hinted, ...(head && formatOfWav(head)) }
    takeSamples(isWav(bytes) ? bytes.subarray(head?.dataOffset ?? wavHeaderLength) : bytes, sound)
  }

  function takeSamples(bytes: Uint8Array, format: SampleFormat): void {
    const all = carried.length > 0 ? Buffer.concat([carried, bytes]) : bytes
    const frameLength = format.channels * bytesPerSample[format.encoding]
    const whole = all.length - all.length % frameLength
    carried = all.slice(whole)
    if (whole > 0) {
      chunks.push({
        is: 'pcm',
        bytes: asPcm16(all.subarray(0, whole), format.encoding),
        format: { sampleRate: format.sampleRate, channels: format.channels },
      })
    }
  }

  function chunksFrom(read: () => void): readonly SpeechChunk[] {
    chunks = []
    if (state === 'ended' || state === 'failed')
      return chunks
    try {
      read()
    }
    catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
    return chunks
  }

  return {
    feed: bytes => chunksFrom(() => parser.feed(decoder.decode(bytes, { stream: true }))),
    feedEvent: data => chunksFrom(() => take('', data)),
    feedSound: bytes => chunksFrom(() => takeAudio(bytes)),
    get state() {
      return state
    },
    get failure() {
      return failure
    },
    get promisesAnEnd() {
      return promisesAnEnd
    },
  }
}

function endOf(type: string, event: object): 'ending' | 'ended' | null {
  if (/^(?:done|finish|finished|end|session\.done|speech\.audio\.done)$/.test(type))
    return 'ended'
  const isFinal = ['final', 'is_final', 'isFinal'].some(name => memberOf(event, name) === true || memberOf(event, 'data', name) === true)
  return isFinal || /^(?:complete|completed|audio_complete)$/.test(type) ? 'ending' : null
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false
}
