/** Signed, short-lived media URLs, for elements that cannot send a token. */
import type { ServerResponse } from 'node:http'
import type { MediaRef } from '#contract/studio.ts'
import type { Clock } from '../../base/clock.ts'
import type { MediaAnswer } from '../../studio/ports.ts'
import { Buffer } from 'node:buffer'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readMediaRef, writeMediaRef } from '../media-address.ts'
import { callers } from './callers.ts'

export interface MediaAddresses {
  /** A path valid for five to six minutes. */
  sign: (ref: MediaRef) => { url: string, goodForMs: number }
  /** The reference in the URL; null when the signature is wrong or has expired. */
  verify: (reference: string, query: URLSearchParams) => MediaRef | null
}

const lifeMs = 5 * 60_000
/** Expiries are whole minutes, so that asking twice returns the same URL and the browser's cache works. */
const stepMs = 60_000

/** An address is good for the browser that asked for it, until `isKnown` denies that one. */
export function createMediaAddresses(clock: Clock, isKnown: (browserId: string) => boolean = () => true): MediaAddresses {
  const key = randomBytes(32)
  const seal = (reference: string, expiresAt: string, browser: string): Buffer =>
    createHmac('sha256', key).update(`${reference}.${expiresAt}.${browser}`).digest()

  return {
    sign(ref) {
      const reference = writeMediaRef(ref)
      const now = clock.now()
      const expiresAt = Math.ceil((now + lifeMs) / stepMs) * stepMs
      const browser = callers.getStore() ?? ''
      const signature = seal(reference, String(expiresAt), browser).toString('base64url')
      return { url: `/media/${reference}?e=${expiresAt}&b=${browser}&s=${signature}`, goodForMs: expiresAt - now }
    },
    verify(reference, query) {
      const expiresAt = query.get('e') ?? ''
      const claimed = Buffer.from(query.get('s') ?? '', 'base64url')
      const browser = query.get('b') ?? ''
      const real = seal(reference, expiresAt, browser)
      if (claimed.length !== real.length || !timingSafeEqual(claimed, real))
        return null
      if (browser !== '' && !isKnown(browser))
        return null
      return Number(expiresAt) > clock.now() ? readMediaRef(reference) : null
    },
  }
}

/** Streams the studio's answer with back-pressure, and closes the source when the client hangs up. */
export async function sendMedia(answer: MediaAnswer, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers })
  if (!answer.body) {
    response.end()
    return
  }
  const reader = answer.body.getReader()
  const hangUp = (): void => void reader.cancel().catch(() => {}) // The reader's own failure shows at `read` below.
  response.once('close', hangUp)
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (!response.write(piece.value))
        await drained(response)
    }
    response.end()
  }
  catch {
    // Part of the promised length has been sent: only dropping the connection signals the failure.
    response.destroy()
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.once('drain', go)
    response.once('close', go)
    if (response.closed)
      go()
  })
}
