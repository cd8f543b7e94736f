/** Speech as server-sent events: the envelope of the live service, and by switch the dialects a client must survive. */
import type { Trouble } from '../faults.ts'
import type { Speech } from '../speech.ts'
import type { Order, Workshop } from '../workshop.ts'
import { dataEvent } from '../answers/answer.ts'
import { wait } from '../waiting.ts'
import { speechRate } from './voice.ts'
import { pcmBytes } from './wav.ts'

type Dialect = Extract<Trouble, { do: 'stream' }>['as'] | 'canonical'

const chunkSeconds = 0.3

/** metadata, audio_chunk …, complete, done; a comment keeps the line warm now and then. */
export async function* streamedSpeech({ faults, pace, signal }: Workshop, order: Order, speech: Speech): AsyncIterable<string> {
  const dialect = faults.take('stream', order)?.as ?? 'canonical'
  const sound = piecesOf(pcmBytes(speech.samples), dialect === 'odd-bytes' ? 9_999 : chunkSeconds * speechRate * 2)
  if (dialect !== 'openai')
    yield event(dialect, { type: 'metadata', model: order.model, sample_rate: speechRate, channels: 1, format: 'pcm16', request_id: order.requestId })
  for (const [index, piece] of sound.entries()) {
    yield soundEvent(dialect, piece.toString('base64'), index)
    if (dialect === 'error') {
      yield dataEvent({ type: 'error', error: 'The practice service was told to fail here' })
      return
    }
    if (index % 8 === 7)
      yield ': keep-alive\n\n'
    await wait(piece.length / 2 / speechRate * pace * 1000, signal)
  }
  if (dialect === 'no-end')
    return
  if (dialect === 'openai') {
    yield dataEvent({ type: 'speech.audio.done', usage: { input_tokens: speech.text.length, output_tokens: sound.length, total_tokens: speech.text.length + sound.length } })
    return
  }
  yield event(dialect, { type: 'complete', total_chunks: sound.length, duration_seconds: Number(speech.seconds.toFixed(3)) })
  yield event(dialect, { type: 'done' })
}

function soundEvent(dialect: Dialect, audio: string, index: number): string {
  if (dialect === 'openai')
    return dataEvent({ type: 'speech.audio.delta', audio })
  return event(dialect, { type: 'audio_chunk', index, data: audio })
}

/** The nested dialect puts everything but the type under `data`. */
function event(dialect: Dialect, { type, ...rest }: { type: string } & Record<string, unknown>): string {
  return dialect === 'nested' ? dataEvent({ event: 'message', data: { type, ...rest } }) : dataEvent({ type, ...rest })
}

export function piecesOf(bytes: Buffer, size: number): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))
}
