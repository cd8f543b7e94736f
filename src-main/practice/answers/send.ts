/** Writes an answer to the HTTP response, with the faults that apply to it. */
import type { ServerResponse } from 'node:http'
import type { FaultBox, Match } from '../faults.ts'
import type { Answer } from './answer.ts'
import { wait } from '../waiting.ts'
import { ConnectionCut } from './answer.ts'
import { compressed } from './compress.ts'
import { corruptedBy } from './fault-answers.ts'

export interface SendOptions {
  readonly response: ServerResponse
  readonly call: Match
  readonly faults: FaultBox
  readonly signal: AbortSignal
}

/** Throws ConnectionCut when a fault cuts the connection. Returns normally when the client has left early. */
export async function send(answer: Answer, { response, call, faults, signal }: SendOptions): Promise<void> {
  // Refusals are sent at once: only work takes time.
  if (answer.status < 300)
    await faults.delay(call, 'answer', signal)
  const wrong = answer.status < 300 ? faults.take('wrong-body', call) : undefined
  const chosen = wrong ? corruptedBy(wrong, answer) : answer
  const packing = chosen.status < 300 ? faults.take('compress', call) : undefined
  const { status, headers, body } = packing ? compressed(chosen, packing.as) : chosen
  const cut = faults.take('reset', call, action => action.at === 'mid-answer') !== undefined
  const drip = faults.take('drip', call)
  const isWhole = body instanceof Uint8Array
  response.writeHead(status, { ...headers, ...(isWhole ? { 'content-length': String(body.length) } : {}) })
  let chunks: AsyncIterable<Uint8Array> = isWhole ? singleChunk(cut ? body.subarray(0, body.length / 2) : body) : body
  if (drip)
    chunks = inSmallChunks(chunks, drip.chunkBytes, () => wait(drip.everyMs, signal))
  await writeChunks(chunks, response, cut && !isWhole ? 2 : Number.POSITIVE_INFINITY)
  if (cut)
    throw new ConnectionCut()
  response.end()
}

/** Writes at most `most` chunks, each one after the last was handed to the system, until the client leaves. */
async function writeChunks(chunks: AsyncIterable<Uint8Array>, response: ServerResponse, most: number): Promise<void> {
  const closed = new Promise<void>(resolve => response.once('close', resolve))
  let sent = 0
  for await (const chunk of chunks) {
    await Promise.race([closed, new Promise<void>(resolve => response.write(chunk, () => resolve()))])
    if (response.destroyed || ++sent >= most)
      return
  }
}

async function* singleChunk(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body
}

async function* inSmallChunks(
  chunks: AsyncIterable<Uint8Array>,
  chunkBytes: number,
  pause: () => Promise<void>,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += chunkBytes) {
      yield chunk.subarray(at, at + chunkBytes)
      await pause()
    }
  }
}
