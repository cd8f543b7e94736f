/** Sessions of the web host: one-time codes, the tokens they are exchanged for, and a limit on guessing. */
import type { Buffer } from 'node:buffer'
import type { Clock } from '../../base/clock.ts'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Sessions {
  /** A code for one exchange within 60 seconds. */
  newCode: () => string
  /** The token for a code; null when the code is unknown, used or expired. */
  exchange: (code: string) => string | null
  isToken: (token: string) => boolean
  /** True after too many wrong guesses: whoever guesses is told to wait. What is right is accepted all the same. */
  isBraked: () => boolean
}

export const codeLifeMs = 60_000
/** Enough for a person's windows; beyond it the oldest session ends. */
const mostTokens = 32
const mostCodes = 16
const mostWrongGuesses = 20
const brakeMs = 60_000

export function createSessions(clock: Clock): Sessions {
  let codes: { hash: Buffer, expiresAt: number }[] = []
  let tokens: Buffer[] = []
  let wrongGuesses: number[] = []

  function isBraked(): boolean {
    wrongGuesses = wrongGuesses.filter(at => clock.now() - at < brakeMs)
    return wrongGuesses.length >= mostWrongGuesses
  }

  function guessedWrong(): void {
    if (!isBraked())
      wrongGuesses.push(clock.now())
  }

  return {
    isBraked,
    newCode() {
      const code = randomBytes(16).toString('base64url')
      codes = [...codes, { hash: hashOf(code), expiresAt: clock.now() + codeLifeMs }].slice(-mostCodes)
      return code
    },
    exchange(code) {
      const hash = hashOf(code)
      const found = codes.find(known => timingSafeEqual(known.hash, hash))
      codes = codes.filter(known => known !== found && known.expiresAt > clock.now())
      if (!found || found.expiresAt <= clock.now()) {
        guessedWrong()
        return null
      }
      const token = randomBytes(32).toString('base64url')
      tokens = [...tokens, hashOf(token)].slice(-mostTokens)
      return token
    },
    isToken(token) {
      const hash = hashOf(token)
      const isKnown = tokens.some(known => timingSafeEqual(known, hash))
      if (!isKnown)
        guessedWrong()
      return isKnown
    },
  }
}

/** Compares hashes: they have one length, so timing reveals nothing about the secret. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
