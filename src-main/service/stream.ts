/**
 * Streamed speech: server-sent events in, sound out. One state machine reads every dialect seen: the live service's
 * `metadata` / `audio_chunk` / `complete` / `done`, OpenAI's `speech.audio.*`, envelopes inside `data`, bare audio members.
 */
import type { PcmFormat, WavFormat } from '../base/wav.ts'
import { createParser } from 'eventsource-parser'
import { readWavHead, wavHeaderLength } from '../base/wav.ts'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { soundOf } from './magic.ts'

export type SpeechPiece
  /** Whole frames of 16-bit samples. */
  = | { readonly is: 'pcm', readonly bytes: Uint8Array, readonly format: PcmFormat }
  /** A piece of a compressed file, to be kept as it comes. */
    | { readonly is: 'file', readonly bytes: Uint8Array, readonly mime: string, readonly extension: string }

export interface SpeechStream {
  /** Takes the next bytes of the body, cut anywhere, and answers with the sound they complete. Never throws. */
  feed: (bytes: Uint8Array) => readonly SpeechPiece[]
  /** Takes one event that came by itself, as the text frames of a WebSocket do. */
  feedEvent: (data: string) => readonly SpeechPiece[]
  /** Takes sound that came by itself, as the binary frames of a WebSocket do. */
  feedSound: (bytes: Uint8Array) => readonly SpeechPiece[]
  /** `ending`: all sound has come; `ended`: nothing more will; `failed`: the service said so, see `failure`. */
  readonly state: 'open' | 'ending' | 'ended' | 'failed'
  /** What an error event said, as the text of an error body. */
  readonly failure: string | null
  /** True when the events name their types, and so will name the end: without one the stream was cut. */
  readonly promisesAnEnd: boolean
}

type Encoding = 's16' | 's24' | 's32' | 'f32'
interface Sound extends PcmFormat { readonly encoding: Encoding }

// One event of 64 MB of text holds about 17 minutes of speech; more is no event of speech.
const longestEvent = 64 * 2 ** 20
const bytesPerSample: Readonly<Record<Encoding, number>> = { s16: 2, s24: 3, s32: 4, f32: 4 }
const usual: Sound = { sampleRate: 24_000, channels: 1, encoding: 's16' }

export function createSpeechStream(): SpeechStream {
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: event => take(event.event ?? '', event.data), onError, maxBufferSize: longestEvent })
  let state: SpeechStream['state'] = 'open'
  let failure: string | null = null
  let promisesAnEnd = false
  let hinted: Partial<Sound> = {}
  let compressedHint = false
  let sound: Sound | null = null
  let file: { mime: string, extension: string } | null = null
  let carried: Uint8Array = new Uint8Array()
  let pieces: SpeechPiece[] = []

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
    if (type.includes('error') || (!audio && (isSaid(memberOf(event, 'error')) || isSaid(memberOf(event, 'detail')))))
      return fail(data)
    readHints(event)
    if (audio)
      hear(audio)
    const end = endOf(type, event)
    if (end !== null)
      state = end
  }

  function readHints(event: object): void {
    for (const holder of [event, memberOf(event, 'data'), memberOf(event, 'metadata'), memberOf(event, 'format')]) {
      const { compressed, ...hints } = hintsOf(holder)
      hinted = { ...hinted, ...hints }
      compressedHint ||= compressed
    }
  }

  function hear(bytes: Uint8Array): void {
    if (!sound && !file) {
      const found = soundOf(bytes, { mayBeRaw: !compressedHint })
      file = found && found.extension !== 'wav' ? found : null
    }
    if (file) {
      pieces.push({ is: 'file', bytes, ...file })
      return
    }
    const head = startsWithRiff(bytes) ? readWavHead(bytes) : null
    sound ??= { ...usual, ...hinted, ...(head && soundOfHead(head)) }
    hearSamples(startsWithRiff(bytes) ? bytes.subarray(head?.dataOffset ?? wavHeaderLength) : bytes, sound)
  }

  function hearSamples(bytes: Uint8Array, format: Sound): void {
    const all = carried.length > 0 ? Buffer.concat([carried, bytes]) : bytes
    const frameLength = format.channels * bytesPerSample[format.encoding]
    const whole = all.length - all.length % frameLength
    carried = all.slice(whole)
    if (whole > 0)
      pieces.push({ is: 'pcm', bytes: asPcm16(all.subarray(0, whole), format.encoding), format: { sampleRate: format.sampleRate, channels: format.channels } })
  }

  function piecesOf(read: () => void): readonly SpeechPiece[] {
    pieces = []
    if (state === 'ended' || state === 'failed')
      return pieces
    try {
      read()
    }
    catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
    return pieces
  }

  return {
    feed: bytes => piecesOf(() => parser.feed(decoder.decode(bytes, { stream: true }))),
    feedEvent: data => piecesOf(() => take('', data)),
    feedSound: bytes => piecesOf(() => hear(bytes)),
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

const audioPlaces: readonly (readonly string[])[] = [
  ['audio'],
  ['data'],
  ['data', 'data'],
  ['data', 'audio'],
  ['audio_base64'],
  ['audio_data'],
  ['audio_chunk'],
  ['chunk'],
  ['delta', 'audio', 'data'],
  ['delta', 'audio'],
  ['data', 'audio_base64'],
  ['data', 'chunk'],
]

/** The sound in an event, or null. Texts that are no base64, and short ones in an event that does not speak of sound, are something else. */
function audioOf(event: object, type: string): Uint8Array | null {
  const shortest = /audio|chunk/.test(type) ? 2 : 16
  const [choice] = [memberOf(event, 'choices')].flat()
  const candidates = [...audioPlaces.map(place => memberOf(event, ...place)), memberOf(choice, 'delta', 'audio', 'data')]
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.length >= shortest) {
      const bytes = decodeBase64(candidate)
      if (bytes)
        return bytes
    }
  }
  return null
}

/** Bytes of a base64 or base64url text, also as a `data:` URL; null for any other text. */
export function decodeBase64(text: string): Uint8Array | null {
  const bare = text.replace(/^data:[^,]{0,200};base64,/, '').replace(/\s+/g, '')
  // Four letters hold three bytes; a single letter left over holds none and so ends no base64.
  return /^[\w+/-]+={0,2}$/.test(bare) && bare.replace(/=+$/, '').length % 4 !== 1 ? Buffer.from(bare, 'base64') : null
}

function endOf(type: string, event: object): 'ending' | 'ended' | null {
  if (/^(?:done|finish|finished|end|session\.done|speech\.audio\.done)$/.test(type))
    return 'ended'
  const isFinal = ['final', 'is_final', 'isFinal'].some(name => memberOf(event, name) === true || memberOf(event, 'data', name) === true)
  return isFinal || /^(?:complete|completed|audio_complete)$/.test(type) ? 'ending' : null
}

function hintsOf(holder: unknown): Partial<Sound> & { compressed: boolean } {
  const rate = firstNumber(holder, 'sample_rate', 'sampling_rate', 'sampleRate', 'sr', 'rate')
  const channels = firstNumber(holder, 'channels', 'num_channels')
  const bits = firstNumber(holder, 'bits_per_sample', 'bit_depth')
  const name = (firstText(holder, 'format', 'encoding', 'enc', 'response_format', 'codec') ?? '').toLowerCase()
  const encoding = encodingOf(name, bits)
  return {
    ...(rate !== null && Number.isInteger(rate) && rate >= 4000 && rate <= 384_000 && { sampleRate: rate }),
    ...(channels !== null && Number.isInteger(channels) && channels >= 1 && channels <= 8 && { channels }),
    ...(encoding && { encoding }),
    compressed: /mp3|mpeg|aac|opus|ogg|flac|m4a/.test(name),
  }
}

function encodingOf(name: string, bits: number | null): Encoding | null {
  if (/f(?:loat)?_?32/.test(name))
    return 'f32'
  if (/pcm|s\d\d|l16/.test(name) || bits !== null)
    return bits === 24 || name.includes('24') ? 's24' : bits === 32 || name.includes('32') ? 's32' : 's16'
  return null
}

function soundOfHead(head: WavFormat): Sound {
  const encoding = head.encoding === 'float' ? 'f32' : encodingOf('', head.bitsPerSample) ?? 's16'
  return { sampleRate: head.sampleRate, channels: Math.min(head.channels, 8), encoding }
}

function startsWithRiff(bytes: Uint8Array): boolean {
  return soundOf(bytes, { mayBeRaw: true })?.extension === 'wav'
}

/** Samples of any of the encodings as 16-bit ones; a length that is a whole number of samples is the caller's care. */
function asPcm16(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 's16')
    return bytes
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const width = bytesPerSample[encoding]
  const result = Buffer.alloc(bytes.length / width * 2)
  for (let index = 0; index * width < source.length; index += 1) {
    const sample = encoding === 'f32' ? fromFloat(source.readFloatLE(index * width)) : source.readIntLE(index * width, width) >> ((width - 2) * 8)
    result.writeInt16LE(sample, index * 2)
  }
  return result
}

function fromFloat(sample: number): number {
  return Number.isNaN(sample) ? 0 : Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false
}
