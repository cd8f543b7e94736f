/** Answers of services, and ways to break them: swapped, renamed, truncated, random. */
import type { Dice } from './dice.ts'
import { Buffer } from 'node:buffer'
import { pcm16Header } from '../../../../src-main/base/wav.ts'

export type Sort = 'error' | 'image' | 'speech' | 'events' | 'frames' | 'chat' | 'status' | 'ticket' | 'voice' | 'transcript' | 'models'

const allSorts: readonly Sort[] = ['error', 'image', 'speech', 'events', 'chat', 'status', 'ticket', 'voice', 'transcript', 'models']

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const samples = Buffer.from(Int16Array.from({ length: 240 }, (_, at) => 8000 * Math.sin(at / 5)).buffer)
export const wav = Buffer.concat([pcm16Header({ sampleRate: 24_000, channels: 1 }, samples.length), samples])
export const picture = png
const mp3 = Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\0\0', 'latin1'), Buffer.alloc(64, 0x55)])
const pcm = samples.toString('base64')

const errors: readonly unknown[] = [
  { detail: 'Invalid API key' },
  { detail: [{ type: 'missing', loc: ['body', 'voice_settings', 'speed'], msg: 'Field required', input: null }] },
  { detail: { error: { message: 'Bad', type: 'invalid_request_error' } } },
  { error: 'Out of credits' },
  { error: { message: 'Bad seed', type: 'x', param: 'seed', code: 400 } },
  { object: 'error', message: 'model not found', type: 'NotFoundError', param: null, code: 404 },
  { success: false, message: 'rate limit' },
  { code: 429, msg: 'Too many requests' },
]
const speechEvents: readonly (readonly unknown[])[] = [
  [
    { type: 'metadata', sample_rate: 24_000, channels: 1, format: 'pcm16' },
    { type: 'audio_chunk', data: pcm },
    { type: 'audio_chunk', data: pcm },
    { type: 'complete' },
    { type: 'done' },
  ],
  [{ type: 'speech.audio.delta', audio: pcm }, { type: 'speech.audio.done' }],
  [{ data: { data: pcm, sample_rate: 16_000 } }, { data: { is_final: true } }],
  [{ audio: wav.toString('base64') }, '[DONE]'],
  [{ type: 'audio_chunk', format: 'mp3', data: mp3.toString('base64') }, { type: 'done' }],
  [{ type: 'error', detail: 'The model fell over' }],
]
const chatEvents: readonly (readonly unknown[])[] = [
  [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Hello' }),
    chunk({ content: ' there' }),
    chunk({}, 'stop'),
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2 } },
    '[DONE]',
  ],
  [chunk({ reasoning_content: 'Hm.' }), chunk({ content: 'Yes' }, 'stop'), '[DONE]'],
  [chunk({ content: '<think>\nwell' }), chunk({ content: '</think>No.' }), chunk({}, 'length')],
  [
    chunk({ content: '<|channel|>analysis<|message|>Hm<|end|>' }),
    chunk({ content: '<|start|>assistant<|channel|>final<|message|>So' }, 'stop'),
  ],
  [chunk({ content: 'Half an' }), { error: { message: 'Broke', code: 500 } }],
]
function chunk(delta: object, finishReason: string | null = null): object {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] }
}

const bodies: Readonly<Record<Exclude<Sort, 'events' | 'frames'>, readonly unknown[]>> = {
  error: errors,
  image: [
    { image_base64: png.toString('base64') },
    { turbo_image_base64: `data:image/png;base64,${png.toString('base64')}` },
    { created: 1, data: [{ b64_json: png.toString('base64') }, { url: 'https://cdn.example/a.png' }] },
    { images: [png.toString('base64'), png.toString('base64')], seed: 4 },
    { output: { image_url: '/files/a.png' } },
  ],
  speech: [
    { audio_base64: wav.toString('base64') },
    { data: { audio: pcm.repeat(2), sample_rate: 16_000 } },
    { audioContent: mp3.toString('base64') },
  ],
  chat: [
    {
      id: 'x',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello', reasoning_content: 'Hm' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 1 } },
    },
    { data: { choices: [{ message: { content: [{ type: 'text', text: 'Parts' }] } }] } },
  ],
  status: [
    { task_id: 't', status: 'completed', start_time: '2026-01-01T00:00:00.500Z', end_time: '2026-01-01T00:01:00.000Z', error: null },
    { task_id: 't', status: 'failed', error: 'NSFW' },
    { data: { state: 'in queue' } },
    { task_status: 'pending' },
  ],
  ticket: [{ task_id: 'cb9d', task_status: 'pending' }, { data: { jobId: 7, state: 'queued' } }],
  voice: [{ voice_id: 'a'.repeat(32) }, { data: { voiceId: 5 } }],
  transcript: [
    { text: 'Hello there.' },
    {
      transcription: 'Hello',
      language: 'en',
      segments: [{ id: 0, start: 0, end: 1.5, text: ' Hello' }, { id: 1, start: 1.5, end: 3, text: ' there' }],
      duration: 3,
    },
    { text: 'Hi you', words: [{ word: 'Hi', start: 0.1, end: 0.4 }, { word: 'you', start: 0.5, end: 0.9 }] },
    { text: 'a b', chunks: [{ text: 'a', timestamp: [0, 1] }, { text: 'b', timestamp: [1, null] }] },
    'Only text.',
  ],
  models: [{ object: 'list', data: [{ id: 'a' }, { id: 'b' }] }, { models: [{ name: 'a' }] }, ['a', 'b']],
}

const odd: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  5e-324,
  2 ** 53,
  '',
  ' ',
  'x',
  'NaN',
  '-1',
  '1e999',
  '\uD800',
  '\0',
  '__proto__',
  'error',
  'null',
  [],
  {},
  [[]],
  [null],
  { error: null },
  { length: 5 },
  { toString: 1 },
  ['\uDFFF'],
  'https://[',
  'data:image/png;base64,AAAA',
  'data:;base64,',
  '2026-13-45T99:99:99Z',
  'Infinity',
  'a'.repeat(700),
]
const names = [
  'type',
  'data',
  'error',
  'detail',
  'message',
  'status',
  'state',
  'text',
  'url',
  'choices',
  'delta',
  'content',
  'segments',
  'start',
  'end',
  'sample_rate',
  'channels',
  'format',
  'audio',
  'image',
  'result',
  'output',
  'id',
  'code',
  'usage',
  '__proto__',
  'constructor',
  'toString',
  '',
  'is_final',
  'finish_reason',
  'words',
  'duration',
  'loc',
  'param',
]

/** A correct answer of this sort: JSON values for bodies, one value an event for streams. */
export function sound(dice: Dice, sort: Sort): unknown {
  if (sort === 'events' || sort === 'frames')
    return dice.pick(speechEvents)
  return sort === 'chat' && dice.chance(0.7) ? dice.pick(chatEvents) : dice.pick(bodies[sort])
}

/** A changed copy of the value; the given one is not modified. */
export function warp(dice: Dice, value: unknown, times = 1 + dice.below(4)): unknown {
  let warped = value
  for (let time = 0; time < times; time += 1)
    warped = warpOnce(dice, warped)
  return warped
}

function warpOnce(dice: Dice, value: unknown): unknown {
  const entries = Array.isArray(value) ? [...value.entries()] : typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0 || dice.chance(0.12))
    return warpLeaf(dice, value)
  const [name, inner] = dice.pick<[string | number, unknown]>(entries)
  if (Array.isArray(value))
    return warpList(dice, value, Number(name))
  const rest = Object.fromEntries(entries.filter(([other]) => other !== name))
  const how = dice.below(6)
  if (how === 0)
    return rest
  if (how === 1)
    return { ...rest, ...own(dice.pick(names), inner) }
  return how === 2 ? { ...rest, [name]: inner, ...own(dice.pick(names), dice.pick(odd)) } : { ...rest, [name]: warpOnce(dice, inner) }
}

/** An own member, also under `__proto__`, which a plain object treats differently. */
function own(name: string, value: unknown): object {
  return JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object // the text was written right here
}

function warpList(dice: Dice, list: readonly unknown[], at: number): unknown[] {
  switch (dice.below(5)) {
    case 0: return list.filter((_, index) => index !== at)
    case 1: return [...list.slice(0, at), list[at], ...list.slice(at)]
    case 2: return [...list].reverse()
    default: return list.map((entry, index) => index === at ? warpOnce(dice, entry) : entry)
  }
}

function warpLeaf(dice: Dice, value: unknown): unknown {
  const how = dice.below(8)
  if (how === 0)
    return { [dice.pick(names)]: value }
  if (how === 1)
    return [value]
  if (how === 2 && typeof value === 'string')
    return value.slice(0, dice.below(value.length + 1))
  if (how === 3 && typeof value === 'string')
    return value + dice.pick(['=', ' ', '\u2028', 'AAA', '\n', '<think>', '<|channel|>'])
  if (how === 4 && typeof value === 'number')
    return String(value)
  if (how === 5)
    return nested(dice, 1 + dice.below(200))
  return dice.pick(odd)
}

function nested(dice: Dice, depth: number): unknown {
  const name = dice.pick(names)
  let value: unknown = dice.pick(odd)
  for (let level = 0; level < depth; level += 1)
    value = dice.chance(0.5) ? [value] : own(name, value)
  return value
}

/** Any body of this sort: mostly a broken answer, sometimes something unrelated. */
export function body(dice: Dice, sort: Sort): Buffer {
  if (dice.chance(0.06))
    return junk(dice)
  const value = dice.chance(0.1) ? sound(dice, dice.pick(allSorts)) : sound(dice, sort)
  const warped = dice.chance(0.85) ? warp(dice, value) : value
  const text = Array.isArray(warped) && (sort === 'events' || sort === 'chat')
    ? asEvents(dice, warped)
    : typeof warped === 'string' && dice.chance(0.5) ? warped : JSON.stringify(warped) ?? ''
  const bytes = sort === 'image' && dice.chance(0.15)
    ? png
    : sort === 'speech' && dice.chance(0.3) ? dice.pick([wav, mp3, samples]) : Buffer.from(text)
  return dice.chance(0.35) ? spoil(dice, bytes) : bytes
}

/** Server-sent events with every variation that the format allows, and some that it does not. */
export function asEvents(dice: Dice, values: readonly unknown[]): string {
  const end = dice.pick(['\n', '\n', '\r\n', '\r'])
  return values.map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value) ?? ''
    const before = dice.pick(['', '', '', ': hello', 'id: 7', 'retry: 10', 'event: audio_chunk', 'event: error', 'event', '\uFEFF'])
    const colon = dice.pick(['data: ', 'data: ', 'data:', 'data:  '])
    return `${before === '' ? '' : before + end}${colon}${text}${end}${dice.chance(0.97) ? end : ''}`
  }).join('')
}

/** Damaged bytes. */
export function spoil(dice: Dice, bytes: Buffer): Buffer {
  const at = dice.below(bytes.length + 1)
  const length = dice.below(24)
  switch (dice.below(6)) {
    case 0: return bytes.subarray(0, at)
    case 1: return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    case 2: return Buffer.concat([bytes.subarray(0, at), junk(dice).subarray(0, length), bytes.subarray(at)])
    case 3: return Buffer.concat([bytes, bytes.subarray(0, at)])
    case 4: return Buffer.concat([bytes.subarray(at), bytes.subarray(0, at)])
    default: return flipped(dice, bytes)
  }
}

function flipped(dice: Dice, bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let flips = 1 + dice.below(6); flips > 0 && copy.length > 0; flips -= 1)
    copy[dice.below(copy.length)] = dice.below(256)
  return copy
}

const heads = [
  'RIFF\u0024\0\0\0WAVEfmt \u0010\0\0\0',
  'RIFF\xFF\xFF\xFF\xFFWAVEdata',
  '\x89PNG\r\n\x1A\n',
  '\xFF\xD8\xFF',
  'OggS',
  'fLaC',
  '\0\0\0\x18ftypisom',
  '{"',
  '[',
  '<!doctype html><title>502</title>',
  'data: ',
  '\xEF\xBB\xBF{}',
  '{"data":'.repeat(40),
]

function junk(dice: Dice): Buffer {
  if (dice.chance(0.1))
    return Buffer.from(dice.pick([' ', '<', '{"a":', 'data: ', '\n', '<think>', '"', '\\', 'A']).repeat(dice.below(3000)))
  const bytes = Buffer.from(Array.from({ length: dice.below(120) }, () => dice.below(256)))
  return dice.chance(0.5) ? Buffer.concat([Buffer.from(dice.pick(heads), 'latin1'), bytes]) : bytes
}

/** The same bytes in pieces, cut anywhere, some of them empty. */
export function cut(dice: Dice, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const length = dice.chance(0.1) ? 0 : 1 + dice.below(dice.chance(0.3) ? 4 : 400)
    pieces.push(bytes.subarray(at, at + length))
    at += length
  }
  return pieces
}

const types = [
  'application/json',
  'application/json; charset=utf-8',
  'text/event-stream',
  'text/event-stream; charset=utf-8',
  'audio/wav',
  'audio/pcm; rate=16000; channels=2',
  'audio/mpeg',
  'image/png',
  'video/mp4',
  'text/plain',
  'text/html',
  'application/octet-stream',
  '',
  'nonsense',
  'audio/pcm; rate=0',
  'audio/L16;rate=999999;channels=9',
]
const values = [
  '0',
  '5',
  '-1',
  '1e99',
  'NaN',
  '',
  'never',
  'Thu, 01 Jan 2026 00:01:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
  '99999999999999999999',
  'x'.repeat(600),
  '\u00E9\u00FF',
]

/** Possible headers: lower-case names, values that are invalid or excessive. */
export function headersOf(dice: Dice): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': dice.pick(types) }
  for (const name of [
    'retry-after',
    'x-credits-remaining',
    'x-request-id',
    'x-ratelimit-remaining',
    'location',
    'etag',
    'content-range',
    'content-encoding',
    'www-authenticate',
  ]) {
    if (dice.chance(0.2)) {
      headers[name] = name === 'location'
        ? dice.pick(['/elsewhere', 'http://[', 'https://10.0.0.1/', 'javascript:1', '//evil.example/x'])
        : dice.pick(values)
    }
  }
  return headers
}
