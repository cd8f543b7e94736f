import type { PcmFormat } from '../../base/wav.ts'
/** Takes the answer of a submit in: to the disk as it comes, streamed speech as a WAV that plays however it ends, chat read on the way. */
import type { ChatReader, ChatSoFar } from '../chat.ts'
import type { AnswerContext, Headers } from '../errors.ts'
import type { ServiceFacts } from '../service-error.ts'
import type { SpeechStream } from '../stream.ts'
import type { WireRequest } from './encode.ts'
import type { PartFile } from './part-file.ts'
import { pcm16Header, wavHeaderLength } from '../../base/wav.ts'
import { createChatReader } from '../chat.ts'
import { errorInSuccess, factsOf, headerOf } from '../errors.ts'
import { looksLikeText } from '../magic.ts'
import { ServiceError } from '../service-error.ts'
import { createSpeechStream } from '../stream.ts'
import { openPartFile } from './part-file.ts'

/** An answer that came whole and lies durable in `partPath`. What it holds, `decode.ts` says. */
export interface ReceivedAnswer {
  readonly status: number
  /** As the service called it; `audio/wav` for streamed speech, which is stored as one. */
  readonly contentType: string
  readonly sizeBytes: number
  readonly partPath: string
  readonly facts: ServiceFacts
}

export type OnAudio = (pcm: Uint8Array, format: PcmFormat) => void
/** Told with each piece; working out what was said so far is left to when it is wanted. */
export type OnText = (soFar: () => ChatSoFar) => void

export interface Incoming {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
  readonly partPath: string
  readonly kind: WireRequest['kind']
  readonly onAudio: OnAudio | undefined
  readonly onText: OnText | undefined
  /** Called with each piece: the answer is alive. */
  onPiece: () => void
  /** Called when all sound, or all words, have come and only the formal end is missing. */
  onEnding: () => void
  /** True when the wait for that end was given up. */
  hasWaitedEnough: () => boolean
  readonly context: AnswerContext
}

/** Long texts are base64 pictures; other answers are media, whose room on the disk was checked before paying. */
const mostTextBytes = 64 * 2 ** 20
const mostMediaBytes = 4 * 2 ** 30
const longestErrorJson = 2 ** 20

/** Throws ServiceError for an error that calls itself a success, and for a stream that fails or is cut; other throws are the network's or the disk's. */
export async function receive(incoming: Incoming): Promise<ReceivedAnswer> {
  const contentType = headerOf(incoming.headers, 'content-type') ?? ''
  const file = await openPartFile(incoming.partPath, { keep: false })
  try {
    const isSpeech = incoming.kind === 'speech' && /^text\/event-stream\b/i.test(contentType)
    const stored = isSpeech
      ? await receiveSpeech(incoming, file)
      : incoming.kind === 'chat' ? await receiveChat(incoming, file, contentType) : await receiveWhole(incoming, file, contentType)
    return { status: incoming.status, contentType: stored, sizeBytes: file.sizeBytes, partPath: incoming.partPath, facts: factsOf(incoming.headers) }
  }
  finally {
    await file.close()
  }
}

async function receiveWhole(incoming: Incoming, file: PartFile, contentType: string): Promise<string> {
  const isText = /json|text|html/i.test(contentType)
  try {
    for await (const piece of incoming.body) {
      incoming.onPiece()
      await appendWithin(isText ? mostTextBytes : mostMediaBytes, incoming, file, piece)
    }
  }
  finally {
    await file.sync()
  }
  const failure = file.sizeBytes <= longestErrorJson ? await errorIn(file, incoming) : null
  if (failure)
    throw failure
  return contentType
}

async function appendWithin(mostBytes: number, { headers }: Incoming, file: PartFile, piece: Uint8Array): Promise<void> {
  if (file.sizeBytes + piece.length > mostBytes)
    throw new ServiceError({ kind: 'undecodable', said: 'The answer is longer than any that is expected', charged: 'unknown', facts: factsOf(headers) })
  await file.append(piece)
}

async function errorIn(file: PartFile, { headers, context }: Incoming): Promise<ServiceError | null> {
  const bytes = await file.read(file.sizeBytes, 0)
  return looksLikeText(bytes.subarray(0, 1)) ? errorInSuccess(Buffer.from(bytes).toString(), headers, context) : null
}

/** Keeps the body as it came; `decodeChat` reads it again. */
async function receiveChat(incoming: Incoming, file: PartFile, contentType: string): Promise<string> {
  const reader = createChatReader()
  try {
    await readChat(incoming, file, reader)
  }
  finally {
    await file.sync()
  }
  reader.end()
  const { text, reasoning } = reader.answer()
  const partialPath = text + reasoning === '' ? null : incoming.partPath
  if (reader.state === 'failed')
    throw failureOf(reader.failure ?? '', incoming, partialPath)
  const about = { status: incoming.status, charged: 'unknown', facts: factsOf(incoming.headers), partialPath } as const
  if (!reader.hasAnswer) {
    const error = file.sizeBytes <= longestErrorJson ? await errorIn(file, incoming) : null
    throw error ?? new ServiceError({ ...about, kind: 'undecodable', said: 'The answer holds no words and no error' })
  }
  if (reader.state === 'open')
    throw new ServiceError({ ...about, kind: 'network', said: 'The stream broke off before its end' })
  return contentType
}

async function readChat(incoming: Incoming, file: PartFile, reader: ChatReader): Promise<void> {
  try {
    for await (const bytes of incoming.body) {
      incoming.onPiece()
      await appendWithin(mostTextBytes, incoming, file, bytes)
      reader.feed(bytes)
      incoming.onText?.(reader.answer)
      if (reader.state === 'ended' || reader.state === 'failed')
        return
      if (reader.state === 'ending')
        incoming.onEnding()
    }
  }
  catch (error) {
    endOrThrow(error, reader, incoming)
  }
}

async function receiveSpeech(incoming: Incoming, file: PartFile): Promise<string> {
  const stream = createSpeechStream()
  const sink = createSink(file, incoming.onAudio)
  try {
    await readSpeech(incoming, stream, sink)
  }
  finally {
    await sink.finish()
  }
  const partialPath = file.sizeBytes > 0 ? incoming.partPath : null
  if (stream.state === 'failed')
    throw failureOf(stream.failure ?? '', incoming, partialPath)
  if (partialPath === null)
    throw new ServiceError({ kind: 'undecodable', status: incoming.status, said: 'The stream ended without any sound', charged: 'unknown', facts: factsOf(incoming.headers) })
  if (stream.state === 'open' && stream.promisesAnEnd)
    throw new ServiceError({ kind: 'network', status: incoming.status, said: 'The stream broke off before its end', charged: 'unknown', facts: factsOf(incoming.headers), partialPath })
  return sink.mime()
}

async function readSpeech(incoming: Incoming, stream: SpeechStream, sink: Sink): Promise<void> {
  try {
    for await (const bytes of incoming.body) {
      incoming.onPiece()
      for (const piece of stream.feed(bytes))
        await sink.take(piece)
      if (stream.state === 'ended' || stream.state === 'failed')
        return
      if (stream.state === 'ending')
        incoming.onEnding()
    }
  }
  catch (error) {
    endOrThrow(error, stream, incoming)
  }
}

/** All sound, or all words, have come: an end that is missing, late or broken takes nothing away from them. */
function endOrThrow(error: unknown, { state }: { readonly state: string }, incoming: Incoming): void {
  if (state !== 'ending' || !(incoming.hasWaitedEnough() || isNetwork(error)))
    throw error
}

function isNetwork(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:UND_ERR_SOCKET|ECONNRESET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(String(error.code))
}

function failureOf(text: string, { headers, context, status }: Incoming, partialPath: string | null): ServiceError {
  const said = errorInSuccess(text, headers, context)
  // Once sound has come the work was begun, whatever the words are.
  return new ServiceError({
    kind: said?.kind ?? 'server',
    status,
    said: said?.said ?? 'The stream reported an error',
    fieldErrors: said?.fieldErrors ?? [],
    charged: partialPath === null ? said?.charged ?? 'unknown' : 'unknown',
    facts: factsOf(headers),
    partialPath,
  })
}

export interface Sink {
  take: (piece: ReturnType<SpeechStream['feed']>[number]) => Promise<void>
  /** Fills in the sizes and makes the file durable. */
  finish: () => Promise<void>
  mime: () => string
}

export function createSink(file: PartFile, onAudio: OnAudio | undefined): Sink {
  let format: PcmFormat | null = null
  let mime = 'audio/wav'
  return {
    async take(piece) {
      if (piece.is === 'file') {
        mime = piece.mime
        return file.append(piece.bytes)
      }
      if (!format) {
        format = piece.format
        await file.append(pcm16Header(format, 0xFFFFFFFF))
      }
      onAudio?.(piece.bytes, piece.format)
      await file.append(piece.bytes)
    },
    async finish() {
      if (format)
        await file.overwrite(pcm16Header(format, file.sizeBytes - wavHeaderLength), 0)
      await file.sync()
    },
    mime: () => mime,
  }
}
