/** Puts an answer on the line, spoilt on the way if a switch says so. */
import type { ServerResponse } from 'node:http'
import type { FaultBox, Match } from '../faults.ts'
import type { Answer } from './answer.ts'
import { wait } from '../waiting.ts'
import { HungUp } from './answer.ts'
import { spoiltBy } from './fault-answers.ts'

export interface Sending {
  readonly response: ServerResponse
  readonly call: Match
  readonly faults: FaultBox
  readonly signal: AbortSignal
}

/** Throws HungUp when the line must be cut. A reader that left early ends the sending quietly. */
export async function send(answer: Answer, { response, call, faults, signal }: Sending): Promise<void> {
  // A no comes at once: only work takes time.
  if (answer.status < 300)
    await wait(faults.take('delay', call, trouble => trouble.at !== 'arrival')?.ms ?? 0, signal)
  const wrong = answer.status < 300 ? faults.take('wrong-body', call) : undefined
  const { status, headers, body } = wrong ? spoiltBy(wrong, answer) : answer
  const cut = faults.take('reset', call, trouble => trouble.at === 'mid-answer') !== undefined
  const drip = faults.take('drip', call)
  const isWhole = body instanceof Uint8Array
  response.writeHead(status, { ...headers, ...(isWhole ? { 'content-length': String(body.length) } : {}) })
  let pieces: AsyncIterable<Uint8Array> = isWhole ? onePiece(cut ? body.subarray(0, body.length / 2) : body) : body
  if (drip)
    pieces = inDrops(pieces, drip.chunkBytes, () => wait(drip.everyMs, signal))
  await pour(pieces, response, cut && !isWhole ? 2 : Number.POSITIVE_INFINITY)
  if (cut)
    throw new HungUp()
  response.end()
}

/** Writes piece by piece, each one handed to the system before the next, until the reader leaves. */
async function pour(pieces: AsyncIterable<Uint8Array>, response: ServerResponse, most: number): Promise<void> {
  const gone = new Promise<void>(resolve => response.once('close', resolve))
  let sent = 0
  for await (const piece of pieces) {
    await Promise.race([gone, new Promise<void>(resolve => response.write(piece, () => resolve()))])
    if (response.destroyed || ++sent >= most)
      return
  }
}

async function* onePiece(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body
}

async function* inDrops(pieces: AsyncIterable<Uint8Array>, chunkBytes: number, pause: () => Promise<void>): AsyncIterable<Uint8Array> {
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += chunkBytes) {
      yield piece.subarray(at, at + chunkBytes)
      await pause()
    }
  }
}
