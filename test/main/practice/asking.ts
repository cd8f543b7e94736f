/** Opens practice services for tests, and sends them requests over real HTTP. */
import type { PracticeOptions, PracticeService } from '../../../src-main/practice/index.ts'
import { afterEach } from 'vitest'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { encodeWav } from '../../../src-main/practice/voice/wav.ts'
import { needFfmpeg, smallShots } from '../../kit/ffmpeg.ts'

const opened: PracticeService[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map(service => service.close()))
})

export interface Asking {
  readonly practice: PracticeService
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** POST of a JSON body. */
  json: (path: string, body: object) => Promise<Response>
  /** POST of a form, whose values are texts and files: anything else is written as JSON. */
  form: (path: string, fields: Readonly<Record<string, unknown>>) => Promise<Response>
}

/** A service with the formant voice and no waiting, closed after the test. */
export async function askPractice(options: Partial<PracticeOptions> = {}): Promise<Asking> {
  const practice = await openPracticeService({ ffmpeg: needFfmpeg, voice: 'formant', pace: 0, ...smallShots, ...options })
  opened.push(practice)
  const authorization = `Bearer ${practice.key}`
  const ask: Asking['ask'] = (path, init = {}) => fetch(practice.url + path, { ...init, headers: { authorization, ...init.headers } })
  return {
    practice,
    ask,
    json: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    form: (path, fields) => ask(path, { method: 'POST', body: formOf(fields) }),
  }
}

export function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const part of Array.isArray(value) && value.every(each => each instanceof Blob) ? value : [value])
      form.append(name, part instanceof Blob || typeof part === 'string' ? part : JSON.stringify(part))
  }
  return form
}

export const generate = '/api/v1/generate'
export const chatPath = '/api/v1/chat/completions'

/** A valid still to send along. */
export async function still(width = 48, height = 32): Promise<Blob> {
  return blob(await encodePng(drawLandscape('a still', 'test', { width, height })))
}

/** A valid clip of a humming tone. */
export function clip(seconds = 1, frequency = 220): Blob {
  const samples = Int16Array.from({ length: seconds * 24_000 }, (_, i) => 9000 * Math.sin(2 * Math.PI * frequency * i / 24_000))
  return blob(encodeWav({ sampleRate: 24_000, samples }))
}

export function blob(bytes: Uint8Array): Blob {
  return new Blob([new Uint8Array(bytes)])
}

export async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

/** The JSON values of the `data:` lines of an event stream. */
export function eventsIn(stream: string): unknown[] {
  return stream.split('\n\n').flatMap(event => event.startsWith('data: {') ? [JSON.parse(event.slice(6)) as unknown] : [])
}

export async function detailOf(response: Response): Promise<string> {
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null ? String(Reflect.get(body, 'detail')) : ''
}
