/** Speech as server-sent events: the format of the live service, and as faults the other dialects that a client must handle. */
import type { PracticeContext, WorkRequest } from '../context.ts'
import type { FaultAction } from '../faults.ts'
import type { Speech, SpeechFormat } from '../speech.ts'
import { dataEvent } from '../answers/answer.ts'
import { wait } from '../waiting.ts'
import { speechRate } from './voice.ts'

type Dialect = Extract<FaultAction, { do: 'stream' }>['as'] | 'canonical'

const chunkSeconds = 0.3

/** metadata, audio_chunk …, complete, done; with keep-alive comments now and then. */
export async function* streamedSpeech(
  { faults, pace, signal }: PracticeContext,
  request: WorkRequest,
  speech: Speech,
  { format, bytes }: { format: SpeechFormat, bytes: Buffer },
): AsyncIterable<string> {
  const dialect = faults.take('stream', request)?.as ?? 'canonical'
  const bytesPerSecond = format === 'pcm' ? speechRate * 2 : bytes.length / speech.seconds
  const chunks = chunksOf(bytes, dialect === 'odd-bytes' ? 9_999 : Math.ceil(chunkSeconds * bytesPerSecond))
  if (dialect !== 'openai') {
    yield event(dialect, {
      type: 'metadata',
      model: request.model,
      sample_rate: speechRate,
      channels: 1,
      format: format === 'pcm' ? 'pcm16' : format,
      request_id: request.requestId,
    })
  }
  for (const [index, chunk] of chunks.entries()) {
    const whole = soundEvent(dialect, chunk.toString(dialect === 'hex' ? 'hex' : 'base64'), index)
    if (dialect === 'cut-event' && index === 1) {
      yield whole.slice(0, whole.length / 2)
      return
    }
    yield dialect === 'damaged' && index === 1 ? `${whole.slice(0, whole.length / 2)}\n\n` : whole
    if (dialect === 'error') {
      yield dataEvent({ type: 'error', error: 'The practice service was told to fail here' })
      return
    }
    if (index % 8 === 7)
      yield ': keep-alive\n\n'
    await wait(chunk.length / bytesPerSecond * pace * 1000, signal)
  }
  if (dialect === 'no-end')
    return
  if (dialect === 'openai') {
    yield dataEvent({
      type: 'speech.audio.done',
      usage: { input_tokens: speech.text.length, output_tokens: chunks.length, total_tokens: speech.text.length + chunks.length },
    })
    return
  }
  const again = dialect === 'repeats' ? { data: bytes.toString('base64') } : {}
  yield event(dialect, { type: 'complete', ...again, total_chunks: chunks.length, duration_seconds: Number(speech.seconds.toFixed(3)) })
  yield event(dialect, { type: 'done' })
}

function soundEvent(dialect: Dialect, audio: string, index: number): string {
  if (dialect === 'openai')
    return dataEvent({ type: 'speech.audio.delta', audio })
  if (dialect === 'bare')
    return `data: ${audio}\n\n`
  return event(dialect, { type: 'audio_chunk', index, data: audio })
}

/** The nested dialect wraps the event in another one, under `data`. */
function event(dialect: Dialect, { type, ...rest }: { type: string } & Record<string, unknown>): string {
  return dialect === 'nested' ? dataEvent({ event: 'message', data: { type, ...rest } }) : dataEvent({ type, ...rest })
}

export function chunksOf(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}
