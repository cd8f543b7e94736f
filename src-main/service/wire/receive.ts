/** Receives the answer to a submit: every byte is on the disk as it came before anything is read out of it. */
import type { UntilRoom } from '../../base/until-room.ts'
import type { PcmFormat } from '../../base/wav.ts'
import type { ChatReader, ChatSoFar } from '../chat.ts'
import type { AnswerContext, Headers } from '../errors.ts'
import type { ServiceFacts } from '../service-error.ts'
import type { SpeechChunk, SpeechStream } from '../stream.ts'
import type { AskedFormat } from '../streamed-format.ts'
import type { WireRequest } from './encode.ts'
import type { PartFile } from './part-file.ts'
import { found } from '#contract/found.ts'
import { errnoOf } from '../../base/errno.ts'
import { headLength, looksLikeText } from '../answer-format.ts'
import { createChatReader } from '../chat.ts'
import { safeMessage } from '../error-body.ts'
import { errorInSuccess, factsOf, headerOf } from '../errors.ts'
import { isObject, parseJson } from '../json.ts'
import { ServiceError } from '../service-error.ts'
import { createSpeechStream } from '../stream.ts'
import { isWholeByContent } from '../whole-by-content.ts'
import { openPartFile } from './part-file.ts'
import { DiskError } from './transport.ts'

/** A complete answer, stored durably in `partPath`. `decode.ts` reads its content. */
export interface ReceivedAnswer {
  readonly status: number
  /** As the service declared it. */
  readonly contentType: string
  readonly sizeBytes: number
  readonly partPath: string
  readonly facts: ServiceFacts
}

export type OnAudio = (pcm: Uint8Array, format: PcmFormat) => void
/** Called with each chunk; `soFar` is only computed when it is called. */
export type OnText = (soFar: () => ChatSoFar) => void

export interface Incoming {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
  readonly partPath: string
  readonly kind: WireRequest['kind']
  /** The `response_format` of the request. */
  readonly asked: AskedFormat
  readonly onAudio: OnAudio | undefined
  readonly onText: OnText | undefined
  /** Called with each chunk. */
  onChunk: () => void
  /** Called after a chunk when more sound or text is to come. */
  onOpen: () => void
  /** The same when all has arrived and only the formal end is missing; `resumed` is how often that was wrong before. */
  onEnding: (resumed: number) => void
  /** True when the wait for that end has timed out. */
  hasWaitedEnough: () => boolean
  readonly context: AnswerContext
  readonly untilRoom?: UntilRoom | undefined
}

/** Long texts are base64 images; other answers are media, for which free disk space was checked before sending. */
const mostTextBytes = 64 * 2 ** 20
const mostMediaBytes = 4 * 2 ** 30
const longestErrorJson = 2 ** 20

/**
 * Throws ServiceError for an error with status 200 and for a stream that fails or is cut; other errors are those of network or disk. An
 * answer that is whole by its content counts as whole, whatever is wrong with its end.
 */
export async function receive(incoming: Incoming): Promise<ReceivedAnswer> {
  const contentType = headerOf(incoming.headers, 'content-type') ?? ''
  const file = await openPartFile(incoming.partPath, { keep: false, untilRoom: incoming.untilRoom })
  try {
    const isSpeech = incoming.kind === 'speech' && /^text\/event-stream\b/i.test(contentType)
    const stored = isSpeech
      ? await receiveSpeech(incoming, file, contentType)
      : incoming.kind === 'chat' ? await receiveChat(incoming, file, contentType) : await receiveWhole(incoming, file, contentType)
    return {
      status: incoming.status,
      contentType: stored,
      sizeBytes: file.sizeBytes,
      partPath: incoming.partPath,
      facts: factsOf(incoming.headers),
    }
  }
  finally {
    await file.close()
  }
}

async function receiveWhole(incoming: Incoming, file: PartFile, contentType: string): Promise<string> {
  let isText = /json|text|html/i.test(contentType)
  try {
    for await (const chunk of incoming.body) {
      incoming.onChunk()
      // Some services declare media as text: the bytes are believed.
      if (isText && file.sizeBytes + chunk.length > mostTextBytes)
        isText = looksLikeText(await file.read(headLength, 0))
      await appendWithin(isText ? mostTextBytes : mostMediaBytes, incoming, file, chunk)
    }
  }
  catch (error) {
    // A wrong Content-Length, a missing last chunk, a reset after the last byte.
    if (error instanceof DiskError || error instanceof ServiceError || !await isWholeByContent(file))
      throw error
  }
  finally {
    await file.sync()
  }
  const failure = file.sizeBytes <= longestErrorJson ? await errorIn(file, incoming) : null
  if (failure)
    throw failure
  return contentType
}

async function appendWithin(mostBytes: number, { headers }: Incoming, file: PartFile, chunk: Uint8Array): Promise<void> {
  if (file.sizeBytes + chunk.length > mostBytes) {
    throw new ServiceError({
      kind: 'undecodable',
      said: found('answer-too-long'),
      charged: 'unknown',
      facts: factsOf(headers),
    })
  }
  await file.append(chunk)
}

async function errorIn(file: PartFile, { headers, context }: Incoming): Promise<ServiceError | null> {
  const bytes = await file.read(file.sizeBytes, 0)
  return looksLikeText(bytes.subarray(0, 1)) ? errorInSuccess(Buffer.from(bytes).toString(), headers, context) : null
}

/** Stores the body unchanged; `decodeChat` reads it again. */
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
    throw failureOf(reader, incoming, partialPath)
  const about = { status: incoming.status, charged: 'unknown', facts: factsOf(incoming.headers), partialPath } as const
  if (!reader.hasAnswer) {
    const error = file.sizeBytes <= longestErrorJson ? await errorIn(file, incoming) : null
    throw error ?? new ServiceError({ ...about, kind: 'undecodable', said: found('answer-empty') })
  }
  if (reader.state === 'open')
    throw new ServiceError({ ...about, kind: 'network', said: found('stream-cut') })
  return contentType
}

async function readChat(incoming: Incoming, file: PartFile, reader: ChatReader): Promise<void> {
  try {
    for await (const bytes of incoming.body) {
      incoming.onChunk()
      await appendWithin(mostTextBytes, incoming, file, bytes)
      reader.feed(bytes)
      incoming.onText?.(reader.answer)
      if (reader.state === 'ended' || reader.state === 'failed')
        return
      tellEnding(reader, incoming)
    }
  }
  catch (error) {
    endOrThrow(error, reader, incoming)
  }
}

/** Stores the events unchanged; `decodeSpeech` reads them again. */
async function receiveSpeech(incoming: Incoming, file: PartFile, contentType: string): Promise<string> {
  const stream = createSpeechStream(incoming.asked)
  try {
    await readSpeech(incoming, file, stream)
  }
  finally {
    hear(stream.flush(), incoming)
    await file.sync()
  }
  const hasSound = stream.pieces > 0
  if (stream.state === 'failed')
    throw failureOf(stream, incoming, hasSound ? incoming.partPath : null)
  const about = { status: incoming.status, charged: 'unknown', facts: factsOf(incoming.headers) } as const
  if (file.sizeBytes === 0)
    throw new ServiceError({ ...about, kind: 'undecodable', said: found('no-audio') })
  // No events, or none that are known: what it is is found out when it is filed.
  const error = hasSound || file.sizeBytes > longestErrorJson ? null : await errorIn(file, incoming)
  if (error)
    throw error
  if (hasSound && stream.state === 'open' && stream.promisesAnEnd)
    throw new ServiceError({ ...about, kind: 'network', said: found('stream-cut'), partialPath: incoming.partPath })
  return contentType
}

function hear(chunks: readonly SpeechChunk[], { onAudio }: Incoming): void {
  for (const chunk of chunks) {
    if (chunk.is === 'pcm')
      onAudio?.(chunk.bytes, chunk.format)
  }
}

async function readSpeech(incoming: Incoming, file: PartFile, stream: SpeechStream): Promise<void> {
  try {
    for await (const bytes of incoming.body) {
      incoming.onChunk()
      // On the disk before anything is read out of it.
      await appendWithin(mostMediaBytes, incoming, file, bytes)
      hear(stream.feed(bytes), incoming)
      if (stream.state === 'ended' || stream.state === 'failed')
        return
      tellEnding(stream, incoming)
    }
  }
  catch (error) {
    endOrThrow(error, stream, incoming)
  }
}

function tellEnding({ state, resumed }: Pick<ChatReader | SpeechStream, 'state' | 'resumed'>, incoming: Incoming): void {
  if (state === 'ending')
    incoming.onEnding(resumed)
  else
    incoming.onOpen()
}

/** When all sound or all text has arrived, a missing, late or broken end is ignored. */
function endOrThrow(error: unknown, { state }: { readonly state: string }, incoming: Incoming): void {
  if (state !== 'ending' || !(incoming.hasWaitedEnough() || isNetwork(error)))
    throw error
}

function isNetwork(error: unknown): boolean {
  return ['ERR_ANSWER_CUT', 'ERR_ANSWER_FORM', 'ECONNRESET', 'ERR_UNPACK'].includes(errnoOf(error))
}

type Failed = Pick<ChatReader | SpeechStream, 'failure' | 'trouble'>

function failureOf({ failure, trouble }: Failed, { headers, context, status }: Incoming, partialPath: string | null): ServiceError {
  if (trouble !== null) {
    const about = { status, charged: 'unknown', facts: factsOf(headers), partialPath } as const
    return new ServiceError({ ...about, kind: 'undecodable', said: safeMessage(trouble, context.secrets) })
  }
  const text = failure ?? ''
  const said = errorInSuccess(text, headers, context)
  // Once sound has arrived the work was begun, whatever the message says.
  return new ServiceError({
    kind: said?.kind ?? 'server',
    status,
    said: said?.said ?? (isObject(parseJson(text)) ? '' : safeMessage(text, context.secrets)),
    fieldErrors: said?.fieldErrors ?? [],
    charged: partialPath === null ? said?.charged ?? 'unknown' : 'unknown',
    facts: factsOf(headers),
    partialPath,
  })
}
