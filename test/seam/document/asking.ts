/** Sends documented parameters the way the studio does (shape, encode, one submit) to a practice service, and shows what arrived. */
import type { Fields, FieldValue, Model } from '#contract/models.ts'
import type { AssetId } from '#contract/words.ts'
import type { AcceptedWork, PracticeService } from '../../../src-main/practice/index.ts'
import type { ReceivedAnswer, WireFile, WireRequest } from '../../../src-main/service/client.ts'
import type { Stand, Value } from './document.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRequest } from '#rules/models/check-request.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { shapeRequest } from '../../../src-main/make/shape-request.ts'
import { drawLandscape } from '../../../src-main/practice/drawing/landscape.ts'
import { encodePng } from '../../../src-main/practice/drawing/png.ts'
import { openPracticeService } from '../../../src-main/practice/index.ts'
import { encodeWav } from '../../../src-main/practice/voice/wav.ts'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { createServiceClient } from '../../../src-main/service/client.ts'
import { ServiceError } from '../../../src-main/service/service-error.ts'
import { findFfmpeg, smallShots } from '../../kit/ffmpeg.ts'

export const client = createServiceClient({ clock: systemClock, log: createLog({ write: () => {}, clock: systemClock }) })
export const { signal } = new AbortController()

type FileName = Extract<Stand, { file: string }>['file']
// has the form of an asset id
const idOf = (name: FileName): AssetId => ({ still: 'aa', clip: 'bb', longClip: 'cc', words: 'dd' }[name].repeat(32)) as AssetId
const file = (name: FileName): { assetId: AssetId } => ({ assetId: idOf(name) })

/** The minimal request of each model; with `source`, models that also generate are made to edit. */
const bases: Readonly<Record<string, Fields>> = {
  'eigen-image': { prompt: 'a hill', width: 512, height: 512 },
  'qwen-image-edit-2511': { prompt: 'at night', images: [file('still')] },
  'flux-1-kontext': { prompt: 'at night', image_file: file('still') },
  'wan2p2-i2v-14b-turbo': { prompt: 'waves', image: file('still') },
  'whisper_v3_turbo': { file: file('clip') },
  'higgs_asr_3': { file: file('clip') },
  'higgs2p5': { text: 'Hi.' },
  'chatterbox': { text: 'Hi.' },
  'qwen3-tts': { text: 'Hi.' },
}
/** The same without files, so that it can be sent as JSON, in which a value of the wrong type keeps its type. */
const plainBases: Readonly<Record<string, Fields>> = {
  ...bases,
  'qwen-image-edit-2511': { prompt: 'at night', image_path: 'a.png' },
  'flux-1-kontext': { prompt: 'at night', image_path: 'a.png' },
  'wan2p2-i2v-14b-turbo': { prompt: 'waves', image_url: 'https://example.org/a.png' },
}
export const conversation = [{ role: 'user', content: 'Hello' }]

/** An edit without an upload may be JSON. */
export function isSentAsForm(id: string): boolean {
  return !['chat', 'image', 'edit'].includes(modelNamed(id).kind)
}

export function modelNamed(id: string): Model {
  const model = builtInModels.find(entry => entry.id === id)
  if (!model)
    throw new Error(`The catalogue has no ${id}`)
  return model
}

export interface Asking {
  readonly practice: PracticeService
  readonly files: Readonly<Record<string, WireFile>>
  /** A value of the document as a field's value; for a field that takes a voice, one is uploaded. */
  valueFor: (model: string, field: string, value: Value) => Promise<FieldValue>
  /** Sends the minimal request of a model with these fields. Returns what the service accepted. */
  send: (model: string, fields: Fields, more?: { path?: WireRequest['path'], messages?: unknown }) => Promise<AcceptedWork>
  /** What the form reports about a value before anything is sent: the names of fields that prevent sending. */
  stoppedBy: (model: string, field: string, value: unknown) => string[]
  /** Sends a value without checking the form. Returns the service's message. */
  force: (model: string, field: string, value: unknown, path?: WireRequest['path']) => Promise<string>
  /** Sends one request as it is. */
  submit: (
    request: Pick<WireRequest, 'path' | 'encoding' | 'parts' | 'kind'>,
    to?: { baseUrl: string, key: string },
  ) => Promise<ReceivedAnswer>
  answer: () => Promise<Buffer>
  close: () => Promise<void>
}

export async function openAsking(): Promise<Asking> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-document-'))
  const practice = await openPracticeService({
    ffmpeg: findFfmpeg,
    voice: 'formant',
    pace: 0,
    shotTimes: { pendingMs: 0, processingMs: 0 },
    ...smallShots,
  })
  const files = await makeFiles(folder)
  const partPath = join(folder, 'answer.part')
  const voices = new Map<string, string>()
  const facts = Object.fromEntries(Object.entries(files).map(([id, made]) => [
    id,
    { mime: made.mime, sizeBytes: made.sizeBytes, durationSeconds: id === idOf('longClip') ? 31 : null },
  ]))

  const submit: Asking['submit'] = (request, to = { baseUrl: practice.url, key: practice.key }) =>
    client.submit(to, { ...request, files, timeoutMs: 60_000 }, { commit: async () => {}, partPath, signal })

  async function voiceOf(model: string): Promise<string> {
    const known = voices.get(model)
    if (known !== undefined)
      return known
    await submit({
      path: '/generate/upload',
      encoding: 'multipart',
      kind: 'upload',
      parts: [['model', model], ['voice_reference_file', file('clip')]],
    })
    const { voice_id: id } = JSON.parse(await readFile(partPath, 'utf8')) as { voice_id: string } // the answer of service document 3
    voices.set(model, id)
    return id
  }

  return {
    practice,
    files,
    submit,
    answer: () => readFile(partPath),
    async valueFor(model, field, value) {
      if (isStand(value)) {
        return 'voice' in value
          ? voiceOf(model)
          : modelNamed(model).fields.find(each => each.name === field)?.type === 'files' ? [file(value.file)] : file(value.file)
      }
      return value as FieldValue // the document's values are texts, numbers and booleans
    },
    async send(id, fields, { path, messages = conversation } = {}) {
      const model = modelNamed(id)
      const { encoding, parts } = shapeRequest(model, withBase(model, fields, bases))
      // Only what arrives matters here. Generating it would take this test from seconds to minutes.
      const hangUp = isDrawn(model) ? practice.faults.set({ do: 'reset', at: 'accepted', times: 1 }) : null
      const answered = submit({
        path: path ?? pathOf(model),
        encoding,
        kind: model.kind,
        parts: model.kind === 'chat' ? [...parts, ['messages', messages]] : parts,
      })
      await (hangUp ? expectCut(answered) : answered)
      hangUp?.()
      const [work] = practice.ledger().slice(-1)
      if (!work)
        throw new Error('Nothing was accepted')
      return work
    },
    stoppedBy(id, field, value) {
      const model = modelNamed(id)
      const fields = withBase(model, { [field]: standFor(value) as FieldValue }, bases) // wrong on purpose
      return checkRequest(model, fields, facts).filter(issue => !issue.isWarning).map(issue => issue.field)
    },
    async force(id, field, value, path) {
      const model = modelNamed(id)
      const isFile = isStand(value)
      const base = isFile ? bases : plainBases
      const { parts } = shapeRequest(model, withBase(model, {}, base, field))
      const [outer = '', inner] = field.split('.')
      const rest = parts.filter(([name]) => name !== outer)
      // JSON keeps the type of a wrong value, but not every kind may be sent as JSON.
      const isForm = isFile || isSentAsForm(id) || rest.some(([, part]) => JSON.stringify(part).includes('assetId'))
      const bad: readonly (readonly [string, unknown])[] = value === undefined
        ? []
        : [[outer, inner === undefined ? standFor(value) : { [inner]: value }]]
      const messages = model.kind === 'chat' && field !== 'messages' ? [['messages', conversation] as const] : []
      return submit({
        path: path ?? pathOf(model),
        encoding: isForm ? 'multipart' : 'json',
        kind: model.kind,
        parts: [...rest, ...messages, ...bad],
      })
        .then(() => 'It was accepted', (error: unknown) => error instanceof Error && 'said' in error ? String(error.said) : String(error))
    },
    async close() {
      await practice.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function isDrawn({ kind }: Model): boolean {
  return kind === 'image' || kind === 'edit' || kind === 'video'
}

/** Passes when the request was accepted and the connection then cut, as configured; a refusal is thrown. */
async function expectCut(answered: Promise<unknown>): Promise<void> {
  const error = await answered.then(() => new Error('The line was not cut'), (thrown: unknown) => thrown)
  if (!(error instanceof ServiceError) || error.kind !== 'network' || error.charged !== 'unknown')
    throw error
}

export function isStand(value: unknown): value is Stand {
  return typeof value === 'object' && value !== null && ('file' in value || 'voice' in value)
}

function standFor(value: unknown): unknown {
  return isStand(value) && 'file' in value ? file(value.file) : value
}

function pathOf(model: Model): WireRequest['path'] {
  return model.kind === 'chat' ? '/chat/completions' : '/generate'
}

/** The base without fields that exclude the given ones. */
function withBase(model: Model, fields: Fields, from: Readonly<Record<string, Fields>>, also = ''): Fields {
  const given = [...Object.keys(fields), also]
  const clashes = (name: string): boolean => model.fields.some(field =>
    (field.name === name && field.excludes.some(other => given.includes(other)))
    || (given.includes(field.name) && field.excludes.includes(name)))
  return { ...Object.fromEntries(Object.entries(from[model.id] ?? {}).filter(([name]) => !clashes(name))), ...fields }
}

async function makeFiles(folder: string): Promise<Record<string, WireFile>> {
  const clip = (seconds: number): Uint8Array => encodeWav({
    sampleRate: 24_000,
    samples: Int16Array.from({ length: seconds * 24_000 }, (_, at) => 9000 * Math.sin(at / 17)),
  })
  const made: readonly [FileName, string, Uint8Array][] = [
    ['still', 'image/png', await encodePng(drawLandscape('a still', 'document', { width: 48, height: 32 }))],
    ['clip', 'audio/wav', clip(1)],
    ['longClip', 'audio/wav', clip(31)],
    ['words', 'text/plain', Buffer.from('These are words and nothing else.')],
  ]
  const entries = await Promise.all(made.map(async ([name, mime, bytes]): Promise<[string, WireFile]> => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return [idOf(name), { path, name, mime, sizeBytes: bytes.length }]
  }))
  return Object.fromEntries(entries)
}
