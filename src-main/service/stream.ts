/**
 * Streamed speech: server-sent events in, sound out. One state machine reads every known dialect: the live service's
 * `metadata` / `audio_chunk` / `complete` / `done`, OpenAI's `speech.audio.*`, envelopes inside `data`, bare audio members.
 */
import type { PcmFormat } from '../base/wav.ts'
import type { SampleFormat } from './stream-audio.ts'
import type { AskedFormat, SaidFormat } from './streamed-format.ts'
import { createHash } from 'node:crypto'
import { createParser } from 'eventsource-parser'
import { readWavHead, wavHeaderLength } from '../base/wav.ts'
import { looksLikeText } from './answer-format.ts'
import { firstText, isObject, memberOf, parseJson } from './json.ts'
import { asPcm16, audioOf, bytesPerSample, formatHintsOf, formatOfWav, isWav, leastBare, soundOfText, usualFormat } from './stream-audio.ts'
import { fileFormatOf } from './streamed-format.ts'

export type SpeechChunk
  /** Whole frames of 16-bit samples. */
  = | { readonly is: 'pcm', readonly bytes: Uint8Array, readonly format: PcmFormat }
  /** A chunk of a compressed file, to be stored unchanged. */
    | { readonly is: 'file', readonly bytes: Uint8Array, readonly mime: string, readonly extension: string }

export interface SpeechStream {
  /** Takes the next bytes of the body, split anywhere, and returns the sound they complete. Never throws. */
  feed: (bytes: Uint8Array) => readonly SpeechChunk[]
  /** The same for lines of which each is its own event. */
  feedLines: (bytes: Uint8Array) => readonly SpeechChunk[]
  /** Takes a single event, such as a text frame of a WebSocket. */
  feedEvent: (data: string) => readonly SpeechChunk[]
  /** Takes raw sound, such as a binary frame of a WebSocket. */
  feedSound: (bytes: Uint8Array) => readonly SpeechChunk[]
  /** Returns what was held back: an event without its empty line, or sound too short to tell its format. Call after the last bytes. */
  flush: () => readonly SpeechChunk[]
  /** `ending`: all sound has arrived; `ended`: nothing more will; `failed`: see `failure` and `trouble`. */
  readonly state: 'open' | 'ending' | 'ended' | 'failed'
  /** How often sound came after a mark that all had arrived: some services set one at the end of each sentence. */
  readonly resumed: number
  /** The content of an error event, as the text of an error body. */
  readonly failure: string | null
  /** Why the stream could not be read on, in our words. */
  readonly trouble: string | null
  /** True when the events have types and so declare their end: without that end the stream was cut. */
  readonly promisesAnEnd: boolean
  /** How many events held sound, and how many more seem to but cannot be read. */
  readonly pieces: number
  readonly damaged: number
}

// An event of 64 MB of text contains about 17 minutes of speech; no real event is longer.
const longestEvent = 64 * 2 ** 20
const longestHeader = 65_536

/** `asked` is the `response_format` of the request; null when it named none. */
export function createSpeechStream(asked: AskedFormat = null): SpeechStream {
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: event => take(event.event ?? '', event.data), onError, maxBufferSize: longestEvent })
  let state: SpeechStream['state'] = 'open'
  let resumed = 0
  let failure: string | null = null
  let trouble: string | null = null
  let promisesAnEnd = false
  let hinted: Partial<SampleFormat> = {}
  let said: SaidFormat = null
  let sound: SampleFormat | null = null
  let file: { mime: string, extension: string } | null = null
  let carried: Uint8Array = new Uint8Array()
  /** The first bytes, while they are too few to tell what they are. */
  let waiting: Uint8Array = new Uint8Array()
  /** How many bytes of samples the WAV header still announces; null when it does not say. */
  let announced: number | null = null
  let isPastSamples = false
  let pieces = 0
  let damaged = 0
  /** The event that is read says that no more sound comes. */
  let isLast = false
  /** The beginning of a line whose end has not come. */
  let line = ''
  let isByLines = false
  /** All sound so far: a last event may repeat it. */
  const heard = { hash: createHash('sha256'), length: 0 }
  let chunks: SpeechChunk[] = []

  function onError(error: { type: string }): void {
    if (error.type === 'max-buffer-size-exceeded')
      breakOff('The stream held an event that is too long')
  }

  function breakOff(why: string): void {
    state = 'failed'
    trouble = why
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
      return takeBare(eventName, typeof event === 'string' ? event : data)
    const type = (firstText(event, 'type') ?? firstText(memberOf(event, 'data'), 'type') ?? eventName).toLowerCase()
    promisesAnEnd ||= type !== ''
    const { bytes: audio, isDamaged } = audioOf(event, type)
    if (isDamaged)
      damaged += 1
    if (type.includes('error') || (!audio && (isFilled(memberOf(event, 'error')) || isFilled(memberOf(event, 'detail')))))
      return fail(data)
    readHints(event)
    const end = endOf(type, event)
    if (audio) {
      isLast = end !== null
      takePiece(audio)
    }
    if (end !== null)
      state = end
  }

  /** An event that is no object: sound without a name, several events without the empty lines between them, or one that is damaged. */
  function takeBare(eventName: string, text: string): void {
    const lines = text.split('\n').filter(each => each.trim() !== '')
    const bytes = text.trim().length >= (pieces > 0 ? 16 : leastBare) ? soundOfText(text) : null
    if (bytes) {
      takePiece(bytes)
    }
    else if (lines.length > 1) {
      lines.forEach(each => take(eventName, each))
    }
    else if (/^\s*\{/.test(text) || text.trim().length >= leastBare) {
      damaged += 1
    }
  }

  function readHints(event: object): void {
    for (const holder of [event, memberOf(event, 'data'), memberOf(event, 'metadata'), memberOf(event, 'format')]) {
      const { compressed, ...hints } = formatHintsOf(holder)
      hinted = { ...hinted, ...hints }
      said = compressed ? 'file' : said ?? (hints.encoding ? 'samples' : null)
    }
  }

  function takePiece(bytes: Uint8Array): void {
    const before = heard.length
    pieces += 1
    takeAudio(bytes)
    // A last event that repeats what is here is no more sound.
    if (state === 'ending' && (heard.length > before || waiting.length > 0)) {
      state = 'open'
      resumed += 1
    }
  }

  function takeAudio(bytes: Uint8Array): void {
    if (file) {
      const rest = withoutHeard(bytes)
      if (rest.length > 0)
        chunks.push({ is: 'file', bytes: rest, ...file })
      return
    }
    if (sound && !isWav(bytes))
      return takeSamples(bytes, sound)
    waiting = waiting.length > 0 ? Buffer.concat([waiting, bytes]) : bytes
    if (!isHeaderCut(waiting))
      begin()
  }

  function begin(): void {
    const bytes = waiting
    waiting = new Uint8Array()
    file = sound ? null : fileFormatOf(bytes, { asked, said })
    if (file)
      return takeAudio(bytes)
    const head = isWav(bytes) ? readWavHead(bytes) : null
    sound ??= { ...usualFormat, ...hinted, ...(head && formatOfWav(head)) }
    announced = head?.claimedBytes ?? null
    isPastSamples = false
    takeSamples(isWav(bytes) ? bytes.subarray(head?.dataOffset ?? wavHeaderLength) : bytes, sound)
  }

  /** Bytes beyond what the header announced are other chunks, or samples after a header with a wrong length. */
  function withoutChunks(bytes: Uint8Array): Uint8Array {
    if (isPastSamples)
      return new Uint8Array()
    if (announced === null)
      return bytes
    const samples = bytes.subarray(0, announced)
    const rest = bytes.subarray(announced)
    announced -= samples.length
    isPastSamples = beginsChunk(rest)
    if (isPastSamples || rest.length === 0)
      return samples
    announced = null
    return bytes
  }

  /**
   * What is new in these bytes where they begin with the whole sound so far: the last event of some services repeats it, and others send
   * it again with each piece. Silence that is like the silence before it is no repetition.
   */
  function withoutHeard(bytes: Uint8Array): Uint8Array {
    const isLong = bytes.length > heard.length || (bytes.length === heard.length && (pieces > 2 || isLast))
    const isAgain = pieces > 1 && heard.length > 0 && isLong
      && createHash('sha256').update(bytes.subarray(0, heard.length)).digest().equals(heard.hash.copy().digest())
    const isSilence = bytes.every(byte => byte === bytes[0])
    const rest = isAgain && !isSilence ? bytes.subarray(heard.length) : bytes
    heard.hash.update(rest)
    heard.length += rest.length
    return rest
  }

  function takeSamples(given: Uint8Array, format: SampleFormat): void {
    const bytes = withoutHeard(withoutChunks(given))
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
      breakOff(error instanceof Error ? error.message : String(error))
    }
    return chunks
  }

  return {
    feed: bytes => chunksFrom(() => parser.feed(decoder.decode(bytes, { stream: true }))),
    feedLines: bytes => chunksFrom(() => {
      isByLines = true
      const lines = `${line}${decoder.decode(bytes, { stream: true })}`.split('\n')
      line = lines.pop() ?? ''
      lines.filter(each => each.trim() !== '').forEach(each => take('', each))
    }),
    feedEvent: data => chunksFrom(() => take('', data)),
    feedSound: bytes => chunksFrom(() => {
      // Some services send their events as binary messages.
      const event = bytes[0] === 0x7B && looksLikeText(bytes) ? parseJson(Buffer.from(bytes).toString()) : null
      if (isObject(event))
        return take('', JSON.stringify(event))
      takePiece(bytes)
    }),
    flush() {
      chunks = []
      const before = damaged
      if (state === 'open' || state === 'ending') {
        const sofar = chunksFrom(() => isByLines ? line.trim() !== '' && take('', line) : parser.feed(`${decoder.decode()}\n\n`))
        // The beginning of an event that did not come whole is no damage.
        damaged = Math.max(before, damaged - 1)
        chunks = [...sofar]
      }
      if (waiting.length > 0)
        begin()
      return chunks
    },
    get pieces() {
      return pieces
    },
    get damaged() {
      return damaged
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

/** Whether this may be the beginning of a WAV file whose samples have not begun. */
function isHeaderCut(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (bytes.length < 12)
    return ['RIFF', 'RF64', 'BW64'].some(word => word.startsWith(start))
  return bytes.length < longestHeader && isWav(bytes) && readWavHead(bytes) === null
}

/** Whether these bytes begin a chunk that writers put after the samples of a WAV. */
function beginsChunk(bytes: Uint8Array): boolean {
  return /^(?:LIST|id3 |ID3 |bext|cue |smpl|JUNK|junk|iXML|_PMX|C2PA)/.test(Buffer.from(bytes.subarray(0, 4)).toString('latin1'))
}
